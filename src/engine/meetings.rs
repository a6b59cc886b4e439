//! [`Meetings`]: where the two sides of a bidirectional search have met.

use alloc::boxed::Box;
use alloc::format;

use super::Context;
use crate::error::Origin;
use crate::{Cost, KnownGoal, NodeEvent, Observer, SearchError, Status};

/// One of the two sides of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side of the starts.
    Forward,
    /// The side of the goal.
    Backward,
}

impl Side {
    /// Returns the other side.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Side::Forward => Side::Backward,
            Side::Backward => Side::Forward,
        }
    }
}

/// A node that both sides know.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<C> {
    /// The cost of the path through it.
    pub cost: C,
    /// Its id on each side.
    pub ids: [u32; 2],
}

/// The best of the nodes that both sides know, through which the best path so far leads.
#[derive(Clone, Debug)]
pub struct Meetings<C> {
    /// The best node, if there is any.
    pub best: Option<Meeting<C>>,
    /// The first meeting whose path costs more than the cost type can hold.
    pub(crate) overflow: Option<Box<SearchError>>,
}

/// No meeting.
impl<C> Default for Meetings<C> {
    fn default() -> Self {
        Meetings {
            best: None,
            overflow: None,
        }
    }
}

impl<C: Cost> Meetings<C> {
    /// Offers a node that the other side knows, after one side has found a new path to it.
    #[inline]
    pub fn offer(&mut self, side: Side, own: (u32, C), other: (u32, C)) {
        let [(first, cost), (second, rest)] = match side {
            Side::Forward => [own, other],
            Side::Backward => [other, own],
        };
        match cost.plus(rest) {
            Some(sum) => {
                if self.best.is_none_or(|best| sum.is_less(&best.cost)) {
                    let ids = [first, second];
                    self.best = Some(Meeting { cost: sum, ids });
                }
            }
            None => self.note_overflow([cost, rest]),
        }
    }

    /// Records that the sum of two parts of a path is too large for the cost type.
    #[cold]
    pub fn note_overflow(&mut self, [cost, rest]: [C; 2]) {
        self.overflow.get_or_insert_with(|| {
            Box::new(SearchError::CostOverflow {
                cost: format!("{cost:?}"),
                edge: format!("{rest:?}"),
                origin: Origin::Remainder,
            })
        });
    }

    /// Returns whether a path is known and proven to be a cheapest one, if all others cost at least `bound` (`None` if
    /// they cost too much for the type).
    #[inline]
    pub fn are_proven(&self, bound: Option<C>) -> bool {
        let no_less = |best: &Meeting<C>| bound.is_none_or(|bound| !bound.is_less(&best.cost));
        self.best.as_ref().is_some_and(no_less)
    }

    /// Ends a search unless it has failed or been refused memory. Returns whether it has found a path.
    #[cold]
    pub fn end<P, W>(&mut self, context: Context<'_, P, W>) -> bool
    where
        P: KnownGoal<Cost = C>,
        W: Observer<P::Node, C>,
    {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        if progress.can_expand() {
            progress.status = match (&self.best, self.overflow.take()) {
                (Some(best), _) => {
                    observer.found(NodeEvent::new(&problem.goal(), None, best.cost, None));
                    Status::Found
                }
                (None, Some(error)) => Status::Failed(*error),
                (None, None) => Status::Exhausted,
            };
        }
        progress.status == Status::Found
    }
}
