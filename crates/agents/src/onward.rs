//! [`Onward`]: planners that find one plan after another, each better than those before it.

use astride::{Budget, SearchError, Stats, Status, Stepper};

/// A planner that can continue after [`Status::Found`].
pub(crate) trait Onward: Stepper {
    /// Continues after a plan has been found.
    fn onward(&mut self) -> Status;
}

/// Runs until the next plan is found, and returns what `plan` makes of the planner then. Returns `None` if there is no
/// further plan.
pub(crate) fn next_plan<P: Onward, T>(
    planner: &mut P,
    plan: impl FnOnce(&P) -> Option<T>,
) -> Result<Option<T>, SearchError> {
    planner.onward();
    match planner.run() {
        Status::Failed(error) => Err(error),
        Status::Found => Ok(plan(planner)),
        _ => Ok(None),
    }
}

/// Runs until the budget is used up or there is nothing more to find, without stopping at plans.
pub(crate) fn run_past_plans<P: Onward>(planner: &mut P, budget: Budget) {
    struct Past<'a, P>(&'a mut P);

    impl<P: Onward> Stepper for Past<'_, P> {
        fn step(&mut self) -> Status {
            if !self.0.onward().is_running() {
                return self.status();
            }
            match self.0.step() {
                Status::Found => Status::Running,
                status => status,
            }
        }

        fn status(&self) -> Status {
            self.0.status()
        }

        fn stats(&self) -> Stats {
            self.0.stats()
        }
    }

    let _ = Past(planner).run_for(budget);
}
