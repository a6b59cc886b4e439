//! [`Context`]: what a search lends to its engine. [`Allowance`]: how far the engine may go.

use core::sync::atomic::{AtomicBool, Ordering};

use super::Progress;
use super::sums::check_node;
use crate::budget::Left;
use crate::error::Origin;
use crate::{Budget, Problem, SearchError};

/// The parts of a [`Search`](crate::search::Search) that it lends to its engine for an expansion.
#[derive(Debug)]
pub struct Context<'a, P, W> {
    /// The problem.
    pub problem: &'a P,
    /// The observer, which is notified of every node that is opened, improved, expanded or found. The search itself
    /// notifies it of the other ends.
    pub observer: &'a mut W,
    /// The status, the counts and the memory.
    pub progress: &'a mut Progress,
}

impl<P, W> Context<'_, P, W> {
    /// Lends the same parts for a shorter time.
    pub fn reborrow(&mut self) -> Context<'_, P, W> {
        Context {
            problem: self.problem,
            observer: self.observer,
            progress: self.progress,
        }
    }
}

impl<P: Problem, W> Context<'_, P, W> {
    /// Returns whether a search can begin at this goal. If the graph does not have it, or the problem does not accept
    /// it as a goal, the search fails.
    pub fn accepts_goal(&mut self, goal: &P::Node) -> bool {
        let checked = check_node(self.problem, goal, Origin::Goal);
        let accepted = checked.and_then(|()| {
            let is_goal = self.problem.is_goal(goal);
            is_goal.then_some(()).ok_or(SearchError::GoalDenied)
        });
        accepted.map_err(|error| self.progress.fail(error)).is_ok()
    }
}

/// The number of expansions that an engine may make in one call of [`advance`](super::Engine::advance).
#[derive(Clone, Copy, Debug)]
pub struct Allowance<'a> {
    /// At least one.
    pub(crate) expansions: u64,
    /// Whether `expansions` is a strict limit. Otherwise, the clock should be read again after this many expansions.
    pub(crate) is_strict: bool,
    /// A flag that another thread may set. [`Search`](crate::search::Search) checks it between two batches.
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Allowance<'_> {
    pub(crate) const UNLIMITED: Self = Allowance {
        expansions: u64::MAX,
        is_strict: false,
        stop: None,
    };

    pub(crate) const fn strictly(expansions: u64) -> Self {
        Allowance {
            expansions,
            is_strict: true,
            stop: None,
        }
    }

    /// Returns the number of expansions, at least one.
    #[inline]
    pub const fn expansions(self) -> u64 {
        self.expansions
    }

    /// Returns whether another thread has asked the search to stop. An engine that expands many nodes in a batch should
    /// end it then.
    #[inline]
    pub fn is_stopped(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether an engine may exceed this number in one batch. A budget without limits is not a limit either.
    pub(crate) const fn may_leap(self) -> bool {
        !self.is_strict || self.expansions == u64::MAX
    }
}

impl Left<'_> {
    /// The expansions that an engine with a minimum batch size of `batch` may make before the next check.
    #[inline]
    pub(crate) fn allowance(&mut self, expanded: u64, batch: u64) -> Allowance<'static> {
        let left = if self.expanded == u64::MAX {
            u64::MAX
        } else {
            self.expanded - expanded
        };
        match self.budget {
            _ if batch == 0 => Allowance::UNLIMITED,
            // Any expansion may exceed the limit.
            Budget { nodes: Some(_), .. } | Budget { memory: Some(_), .. } => Allowance::strictly(1),
            Budget { time: None, .. } => Allowance::strictly(left),
            Budget { time: Some(_), .. } => Allowance {
                expansions: left.min(self.stride.take().max(batch)),
                is_strict: left != u64::MAX,
                stop: None,
            },
        }
    }
}
