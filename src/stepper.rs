//! [`Stepper`]: a process that runs in steps, and the methods that drive it.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::budget::{Left, Watch};
use crate::{Budget, Stats, Status};

/// A process that runs in steps: a search, the preparation of a graph, the construction of a table, or your own
/// algorithm.
///
/// Only [`step`](Self::step) is required. [`run`](Self::run), [`run_for`](Self::run_for) and
/// [`run_until`](Self::run_until) call it in a loop, until the end or in slices. The trait is object safe, and any
/// crate may implement it.
///
/// # Example
///
/// Value iteration, with a budget: the mean number of steps that a drunkard takes to leave a bridge.
///
/// ```
/// use astride::{Budget, Status, Stepper};
///
/// struct Bridge {
///     /// The mean number for each plank. The first and the last plank are the ends.
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
    /// Makes one step and returns the status. After the end, a step has no effect and returns the same status.
    fn step(&mut self) -> Status;

    /// Returns the current status, which [`run_for`](Self::run_for) and [`run_until`](Self::run_until) return when they
    /// have to stop before the end. The default implementation always returns [`Status::Running`].
    fn status(&self) -> Status {
        Status::Running
    }

    /// Returns the counts of the work done so far, which are zero by default. Override this method for a type that
    /// stores nodes or makes several expansions in a step, so that budgets take these into account.
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

    /// Steps until the end or until the budget is used up. If the budget is used up first, the call returns
    /// [`Status::Running`], and the next call continues from there.
    ///
    /// As long as [`stats`](Self::stats) counts no expansions, each step counts as one expansion.
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

    /// Steps until the end or until another thread sets `stop`. Once `stop` is set, the call soon returns
    /// [`Status::Running`], and the next call continues from there.
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
