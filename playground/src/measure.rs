//! [`Measuring`]: measures the times that searches take without an observer.

use std::time::Duration;

use crate::choice::Choice;
use crate::driver::Driver;
use crate::protocol::Measured;
use crate::record::Sink;
use crate::scene::World;
use crate::world::Ground;

/// The number of times that each search is run.
const TIMES: usize = 7;
/// The number of steps between two readings of the clock.
const STRIDE: u64 = 4_000;
/// A search that takes longer than this is not repeated.
const LONG: Duration = Duration::from_secs(1);
/// The time for one request.
pub(crate) const SLICE: Duration = Duration::from_millis(50);

/// A search without an observer, and its time so far.
pub(crate) struct Unwatched {
    pub(crate) driver: Box<dyn Driver>,
    pub(crate) spent: Duration,
}

impl Unwatched {
    pub(crate) fn new(ground: &mut Ground, choice: &Choice) -> Result<Self, String> {
        let made = ground.make(choice, Sink::deaf())?;
        Ok(Unwatched {
            driver: made.driver,
            spent: Duration::ZERO,
        })
    }

    /// Makes some steps. Returns whether it has ended.
    pub(crate) fn rush(&mut self, clock: &dyn Fn() -> Duration) -> bool {
        let before = clock();
        self.driver.rush(STRIDE);
        self.spent += clock().saturating_sub(before);
        !self.driver.status().is_running()
    }
}

/// Searches that are run repeatedly, in turn, without an observer.
pub(crate) struct Measuring {
    ground: Ground,
    choices: Vec<Choice>,
    samples: Vec<Vec<Duration>>,
    /// The current search.
    now: Option<(usize, Unwatched)>,
}

impl Measuring {
    /// Begins to measure searches on a world.
    pub(crate) fn new(world: &World, choices: Vec<Choice>) -> Result<Self, String> {
        Ok(Measuring {
            ground: Ground::new(world)?,
            samples: vec![Vec::new(); choices.len()],
            choices,
            now: None,
        })
    }

    /// Returns the next search to run: the one that has been run least often.
    fn next(&self) -> Option<usize> {
        let is_due = |samples: &&Vec<Duration>| samples.len() < TIMES && samples.iter().all(|sample| *sample < LONG);
        let due = (0..).zip(&self.samples).filter(|(_, samples)| is_due(samples));
        due.min_by_key(|(_, samples)| samples.len()).map(|(place, _)| place)
    }

    /// Continues for a slice of time. Returns whether all searches have been measured.
    pub(crate) fn go_on(&mut self, clock: &dyn Fn() -> Duration) -> Result<bool, String> {
        let begin = clock();
        while clock().saturating_sub(begin) < SLICE {
            let (place, mut search) = match self.now.take() {
                Some(now) => now,
                None => match self.next() {
                    Some(place) => (place, Unwatched::new(&mut self.ground, &self.choices[place])?),
                    None => return Ok(true),
                },
            };
            if search.rush(clock) {
                self.samples[place].push(search.spent);
            } else {
                self.now = Some((place, search));
            }
        }
        Ok(self.now.is_none() && self.next().is_none())
    }

    /// Returns the medians so far of the runs that are measured.
    pub(crate) fn measured(&self, is_measured: &[bool], more: bool) -> Measured {
        let mut samples = self.samples.iter();
        let median = |is_measured: &bool| {
            let times = is_measured.then(|| samples.next())??;
            // Not sorted, since a few times are not worth the size of another sort in the WebAssembly.
            let rank = |i: usize| {
                let before = |j: &usize| (times[*j], *j) < (times[i], i);
                (0..times.len()).filter(before).count()
            };
            let middle = (0..times.len()).find(|i| rank(*i) == times.len() / 2)?;
            Some(times[middle].as_secs_f64())
        };
        Measured {
            seconds: is_measured.iter().map(median).collect(),
            times: TIMES,
            more,
        }
    }
}
