//! Reading the clock rarely: for time budgets, and for measuring single steps.

use core::time::Duration;

use super::Clock;

/// Measures time from its start, with the clock of the caller or of the system, if there is one. (A browser's
/// WebAssembly has none: `Instant::now` panics there.)
pub(crate) struct Watch {
    clock: Option<(Clock, Duration)>,
    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
    start: std::time::Instant,
}

impl Watch {
    pub(crate) fn start(clock: Option<Clock>) -> Self {
        Watch {
            clock: clock.map(|clock| (clock, clock())),
            #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
            start: std::time::Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match self.clock {
            Some((clock, start)) => clock().saturating_sub(start),
            #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
            None => self.start.elapsed(),
            #[cfg(not(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown")))))]
            None => Duration::ZERO,
        }
    }
}

/// Reads the clock now and then: often enough to meet the deadline if expansions are slow, and rarely enough to cost
/// almost nothing if they are fast.
#[derive(Default)]
pub(crate) struct Stride {
    /// The number of expansions from one reading to the next.
    length: u32,
    left: u32,
    last: Duration,
}

/// The work between two readings should take about this long, which is a thousand times as long as a reading.
const AIM: Duration = Duration::from_micros(20);

impl Stride {
    /// Returns the number of expansions to make before the next reading, at least one.
    pub(crate) fn take(&mut self) -> u64 {
        u64::from(core::mem::take(&mut self.left)) + 1
    }

    #[inline]
    pub(crate) fn is_over(&mut self, watch: &Watch, time: Duration) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        let now = watch.elapsed();
        if now >= time {
            return true;
        }
        self.read(now);
        false
    }

    /// Chooses the number of expansions until the next reading, given the present reading.
    fn read(&mut self, now: Duration) {
        self.length = if now.saturating_sub(self.last) < AIM {
            (self.length * 2).clamp(1, 1 << 12)
        } else {
            self.length / 2
        };
        self.left = self.length;
        self.last = now;
    }
}

/// Measures some of a search's single steps: all of them while they are slow, and otherwise one of many.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Samples {
    /// The number of steps from one measured step to the next.
    length: u32,
    left: u32,
}

impl Samples {
    /// Whether the next step is to be measured.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                false
            }
            None => true,
        }
    }

    /// Records a measured step. Returns an estimate of the time that it and the unmeasured steps before it took.
    pub(crate) fn enter(&mut self, step: Duration) -> Duration {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_slow_steps_are_measured_and_few_short_ones() {
        const STEPS: u32 = 100_000;
        for (step, most) in [(0, 110), (3, 1_600), (30, 17_000), (200, STEPS), (300, STEPS)] {
            let (step, mut samples) = (Duration::from_micros(step), Samples::default());
            let (mut measured, mut sum, mut last) = (0, Duration::ZERO, 0);
            for number in 0..STEPS {
                if samples.is_due() {
                    measured += 1;
                    sum += samples.enter(step);
                    assert!(number - last <= 1 << 10, "{number}");
                    last = number;
                }
            }
            assert!(measured <= most && measured > most / 4, "{measured} of {step:?}");
            assert!(step < 10 * AIM || measured == STEPS, "{measured} of {step:?}");
            // The last steps may not be counted yet.
            assert!(sum <= STEPS * step && sum >= (STEPS - (1 << 10)) * step, "{sum:?}");
        }
        let mut samples = Samples { length: 1_023, left: 0 };
        // The steps suddenly become slow.
        let lengths = [(); 12].map(|()| {
            samples.enter(AIM);
            samples.length
        });
        assert_eq!(lengths, [511, 255, 127, 63, 31, 15, 7, 15, 7, 15, 7, 15]);
    }

    #[test]
    fn the_clock_is_read_often_only_while_expansions_are_slow() {
        for (micros, lengths) in [
            (0, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 4_096]),
            (3, [1, 2, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 4, 8]),
            (20, [0; 14]),
        ] {
            let (mut stride, mut now) = (Stride::default(), Duration::from_secs(1));
            stride.last = now;
            for length in lengths {
                now += Duration::from_micros(micros) * (stride.length + 1);
                stride.read(now);
                assert_eq!((stride.length, stride.left), (length, length), "{micros}");
            }
        }
        let watch = Watch::start(None);
        let mut stride = Stride {
            length: 9,
            left: 2,
            last: Duration::ZERO,
        };
        assert_eq!(
            [(); 3].map(|()| stride.is_over(&watch, Duration::ZERO)),
            [false, false, true]
        );
        stride.left = 5;
        assert_eq!((stride.take(), stride.take()), (6, 1));
    }
}
