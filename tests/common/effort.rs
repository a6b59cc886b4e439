//! The number of cases in a test, and the progress that a long test prints.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use proptest::prelude::ProptestConfig;

/// Returns `number` if the variable `PROPTEST_CASES` is 256 (the default of proptest), and otherwise a proportional
/// number, at least 1. `cargo test` uses fewer cases; see `.cargo/config.toml`.
pub(crate) fn share(number: u32) -> u32 {
    let cases = u64::from(ProptestConfig::default().cases);
    let share = (u64::from(number) * cases).div_ceil(256).max(1);
    u32::try_from(share).unwrap()
}

/// Returns how many cases there are for each one of a [`share`]. To be spread evenly, a sample takes steps of this size.
pub(crate) fn stride() -> usize {
    (256 / share(256)) as usize
}

/// Configures a test with this share of random cases.
pub(crate) fn cases(number: u32) -> ProptestConfig {
    ProptestConfig {
        cases: share(number),
        // There is no crate root beside these files in which failing cases could be kept.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Counts a step of a test that may take longer than 20 seconds, and prints the count every ten seconds. The line goes
/// directly to standard error, because the output of `eprintln!` is hidden unless the test fails.
pub(crate) fn progress(what: &'static str) {
    const PAUSE: Duration = Duration::from_secs(10);
    static COUNTS: Mutex<BTreeMap<&str, (u64, Instant)>> = Mutex::new(BTreeMap::new());
    let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    let (count, due) = counts.entry(what).or_insert_with(|| (0, Instant::now() + PAUSE));
    *count += 1;
    if Instant::now() >= *due {
        *due = Instant::now() + PAUSE;
        // If standard error is closed, nobody is reading this.
        let _ = writeln!(io::stderr(), "{count} {what} so far");
    }
}
