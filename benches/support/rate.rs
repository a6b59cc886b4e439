//! [`rate`]: formats the speed of something.

use std::time::Duration;

/// Millions per second.
#[expect(clippy::cast_precision_loss, reason = "printed with three digits")]
pub(crate) fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}
