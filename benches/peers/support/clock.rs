//! The processor time of this thread, so that other programs on the machine do not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}
