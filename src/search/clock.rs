//! Reading the clock seldom: for time budgets, and for the time that single steps take.

use core::time::Duration;

/// A clock, if there is one. (There is none in a browser's WebAssembly: `Instant::now` panics there.)
pub(super) struct Watch {
    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
    start: std::time::Instant,
}

impl Watch {
    pub(super) fn start() -> Self {
        Watch {
            #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
            start: std::time::Instant::now(),
        }
    }

    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    #[cfg(not(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown")))))]
    #[expect(clippy::unused_self, reason = "the same call with and without a clock")]
    pub(super) fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// Reads the clock now and then: often enough to keep to the time if an expansion takes long, seldom enough to cost
/// almost nothing if an expansion is short.
#[derive(Default)]
pub(super) struct Stride {
    /// Expansions from one reading to the next.
    length: u32,
    left: u32,
    last: Duration,
}

/// The work between two readings should take about this long: a thousand times what a reading takes.
const AIM: Duration = Duration::from_micros(20);

impl Stride {
    /// Returns the number of expansions until the next reading, to be made at once: at least one.
    pub(super) fn take(&mut self) -> u64 {
        u64::from(core::mem::take(&mut self.left)) + 1
    }

    #[inline]
    pub(super) fn is_over(&mut self, watch: &Watch, time: Duration) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        let now = watch.elapsed();
        if now >= time {
            return true;
        }
        self.length = if now.saturating_sub(self.last) < AIM {
            (self.length * 2).clamp(1, 1 << 12)
        } else {
            self.length / 2
        };
        self.left = self.length;
        self.last = now;
        false
    }
}

/// Measures some of a search's single steps: all of them while they are slow, and otherwise one of many.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Samples {
    /// Steps between two that are measured.
    length: u32,
    left: u32,
}

impl Samples {
    /// Whether the next step is to be measured.
    #[inline]
    pub(super) fn is_due(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                false
            }
            None => true,
        }
    }

    /// Enters a measured step. Returns an estimate of the time that it and the unmeasured steps before it took.
    pub(super) fn enter(&mut self, step: Duration) -> Duration {
        let steps = self.length + 1;
        self.length = if step * steps < 10 * AIM {
            (self.length * 2 + 1).min((1 << 10) - 1)
        } else {
            self.length / 2
        };
        self.left = self.length;
        step * steps
    }
}
