//! [`Stepper`]: whatever goes on step by step, and how it is driven.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::budget::{Left, Watch};
use crate::{Budget, Stats, Status};

/// Something that goes on step by step: a search, the preparation of a graph, the building of a table, or an algorithm
/// of your own.
///
/// One method is required, [`step`](Self::step). The others drive it, to the end or in slices. The trait is object
/// safe, and may be implemented by any crate.
///
/// # Example
///
/// Value iteration, with a budget: how many steps does a drunkard take on the average until he leaves a bridge?
///
/// ```
/// use astride::{Budget, Status, Stepper};
///
/// struct Bridge {
///     /// For each plank. The first and the last one are the ends.
///     steps: Vec<f64>,
/// }
///
/// impl Stepper for Bridge {
///     /// One sweep over all planks.
///     fn step(&mut self) -> Status {
///         let mut change = 0.0_f64;
///         for plank in 1..self.steps.len() - 1 {
///             let new = 1.0 + (self.steps[plank - 1] + self.steps[plank + 1]) / 2.0;
///             change = change.max((new - self.steps[plank]).abs());
///             self.steps[plank] = new;
///         }
///         if change < 1e-9 { Status::Found } else { Status::Running }
///     }
/// }
///
/// let mut bridge = Bridge { steps: vec![0.0; 11] };
/// assert_eq!(bridge.run_for(Budget::new().expansions(10)), Status::Running);
/// println!("{:.1} steps from the middle, so far", bridge.steps[5]);
/// assert_eq!(bridge.run(), Status::Found);
/// assert_eq!(format!("{:.1}", bridge.steps[5]), "25.0");
/// ```
pub trait Stepper {
    /// Makes one step and returns the status. After the end a step changes nothing and returns the same status.
    fn step(&mut self) -> Status;

    /// Returns the status. [`run_for`](Self::run_for) and [`run_until`](Self::run_until) return it if they may not make
    /// another step. By default it is [`Status::Running`], also after the end.
    fn status(&self) -> Status {
        Status::Running
    }

    /// Returns what has been done so far. Zeros by default. A type that stores nodes or makes more than one expansion
    /// in a step overrides it, so that budgets take that into account.
    fn stats(&self) -> Stats {
        Stats::default()
    }

    /// Steps until the end.
    fn run(&mut self) -> Status {
        loop {
            let status = self.step();
            if !status.is_running() {
                return status;
            }
        }
    }

    /// Steps until the end or until the budget is used up. In the latter case it returns [`Status::Running`], and the
    /// next call continues from there.
    ///
    /// As long as [`stats`](Self::stats) counts no expansions, each step counts as one.
    #[doc(alias("pause", "resume", "time slice", "timeout"))]
    fn run_for(&mut self, budget: Budget) -> Status {
        let watch = Watch::start(budget.clock);
        let before = self.stats();
        let mut left = Left::new(budget, &watch, before.expanded, (before.nodes, before.bytes));
        let mut steps = 0;
        let expanded = |stats: Stats, steps| if stats.expanded == 0 { steps } else { stats.expanded };
        while !left.is_over(
            || expanded(self.stats(), steps),
            || self.stats().nodes,
            || self.stats().bytes,
        ) {
            let status = self.step();
            if !status.is_running() {
                return status;
            }
            steps += 1;
        }
        self.status()
    }

    /// Steps until the end or until `stop` is set, by another thread. In the latter case it returns
    /// [`Status::Running`] soon, and the next call continues from there.
    #[doc(alias("cancel", "stop", "abort", "interrupt"))]
    fn run_until(&mut self, stop: &AtomicBool) -> Status {
        while !stop.load(Ordering::Relaxed) {
            let status = self.step();
            if !status.is_running() {
                return status;
            }
        }
        self.status()
    }
}
