//! [`Comparison`]: two ways of doing the same work, measured in turn by processor time.

use std::fs;
use std::time::{Duration, Instant};

use astride::{Pathfinder, Status};

/// The work done by some searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) expanded: u64,
    pub(crate) bytes: usize,
    /// The costs of the paths; infinity if there is none.
    pub(crate) costs: Vec<f64>,
}

impl Work {
    /// Runs a search for each problem.
    pub(crate) fn of<'a, P, S: Pathfinder<Cost: Into<f64>>>(problems: &'a [P], search: impl Fn(&'a P) -> S) -> Self {
        let mut work = Work::default();
        for problem in problems {
            work.run(&mut search(problem));
        }
        work
    }

    /// Runs a search to its end and adds its work.
    pub(crate) fn run<S: Pathfinder<Cost: Into<f64>> + ?Sized>(&mut self, search: &mut S) {
        let status = search.run();
        assert!(!matches!(status, Status::Failed(_)), "{status:?}");
        self.add(search);
    }

    /// Adds the work of a search.
    pub(crate) fn add<S: Pathfinder<Cost: Into<f64>> + ?Sized>(&mut self, search: &S) {
        let stats = search.stats();
        self.expanded += stats.expanded;
        self.bytes += stats.bytes;
        let path = search.path();
        self.costs.push(path.map_or(f64::INFINITY, |path| path.cost.into()));
    }

    #[expect(clippy::cast_precision_loss, reason = "for ratios of a few digits")]
    fn figures(&self) -> [f64; 3] {
        let costs: f64 = self.costs.iter().filter(|cost| cost.is_finite()).sum();
        [self.expanded as f64, self.bytes as f64, costs]
    }
}

/// The guarantee of a search for its paths, relative to the cheapest ones.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Promise {
    Cheapest,
    /// A path that costs at most this many times the least cost.
    Within(f64),
    /// Some path if there is one.
    Some,
    /// Paths of another kind, or none.
    Nothing,
}

impl Promise {
    fn check(self, what: &str, cheapest: &[f64], found: &[f64]) {
        let (least, most) = match self {
            Promise::Cheapest => (1.0, 1.0),
            Promise::Within(factor) => (1.0, factor),
            Promise::Some => (1.0, f64::INFINITY),
            Promise::Nothing => return,
        };
        assert_eq!(cheapest.len(), found.len(), "{what}");
        for (cheapest, found) in cheapest.iter().zip(found) {
            let is_kept = if cheapest.is_finite() {
                (least - 1e-9) * cheapest <= *found && *found <= (most + 1e-9) * cheapest
            } else {
                found.is_infinite()
            };
            assert!(is_kept, "{what}: {found} where the cheapest path costs {cheapest}");
        }
    }
}

/// The second relative to the first.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) workload: String,
    pub(crate) time: f64,
    pub(crate) expanded: f64,
    pub(crate) bytes: f64,
    pub(crate) cost: f64,
}

/// The number of pairs of runs, of which the median counts.
const ROUNDS: usize = 5;

/// The same for work that takes long.
const FEWER_ROUNDS: usize = 3;

/// The work is repeated for about this long, so that reading the clock does not matter.
const BLOCK: f64 = 0.01;

/// Measures `second` relative to `first`, whose paths are the cheapest ones.
pub(crate) fn compare(
    search: &str,
    workload: &str,
    promise: Promise,
    mut first: impl FnMut() -> Work,
    mut second: impl FnMut() -> Work,
) -> Comparison {
    let one = (first(), repeats(&mut first));
    let two = (second(), repeats(&mut second));
    promise.check(&format!("{search} on {workload}"), &one.0.costs, &two.0.costs);
    let is_long = one.1 == 1 && two.1 == 1;
    let rounds = if is_long { FEWER_ROUNDS } else { ROUNDS };
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let times = (timed(one.1, &mut first), timed(two.1, &mut second));
            times.1 / times.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let (one, two) = (one.0.figures(), two.0.figures());
    let [expanded, bytes, cost] = [0, 1, 2].map(|figure| two[figure] / one[figure]);
    Comparison {
        workload: workload.to_owned(),
        time: times[rounds / 2],
        expanded,
        bytes,
        cost,
    }
}

/// The number of times the work is repeated to fill a block.
fn repeats(work: &mut impl FnMut() -> Work) -> u32 {
    let clock = Clock::start();
    let mut count = 0;
    while clock.seconds() < BLOCK {
        std::hint::black_box(work());
        count += 1;
    }
    count
}

/// The mean processor time of one run, in seconds.
fn timed(repeats: u32, work: &mut impl FnMut() -> Work) -> f64 {
    let clock = Clock::start();
    for _ in 0..repeats {
        std::hint::black_box(work());
    }
    clock.seconds() / f64::from(repeats)
}

struct Clock {
    processor: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Clock {
            processor: processor_time(),
            wall: Instant::now(),
        }
    }

    fn seconds(&self) -> f64 {
        let wall = self.wall.elapsed();
        let spent = self.processor.zip(processor_time()).map(|(then, now)| now - then);
        spent.map_or(wall, Duration::from_nanos).as_secs_f64()
    }
}

/// The nanoseconds for which all threads of this process have been running, or `None` on a system that does not report
/// them.
pub(crate) fn processor_time() -> Option<u64> {
    // Linux updates the time of a running thread only when the thread is interrupted or yields.
    std::thread::yield_now();
    let threads = fs::read_dir("/proc/self/task").ok()?;
    threads
        .map(|thread| {
            let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        })
        .sum()
}
