//! [`Method`]: the difference between one bidirectional search and another, and the data on which its choices depend:
//! the progress of the two [`Sides`], and where they have met.

use alloc::boxed::Box;
use alloc::format;
use core::cmp::Ordering;

use super::Bidirectional;
use crate::error::Origin;
use crate::search::Evaluation;
use crate::search::engine::{Context, Progress};
use crate::{Cost, KnownGoal, NodeEvent, Observer, ReverseGraph, SearchError, Status};

/// The difference between one bidirectional search and another: the side whose node is expanded next, and the proof
/// that no later meeting can be better than the best one found.
///
/// The trait is sealed.
#[doc(hidden)]
pub trait Method<P: KnownGoal + ReverseGraph>: sealed::Sealed + Clone + Sized {
    #[doc(hidden)]
    type Forward: Evaluation<P> + Clone + Default;

    #[doc(hidden)]
    type Backward: Evaluation<P> + Clone + Default;

    /// Whether a node that one side has closed is also closed for the other side.
    #[doc(hidden)]
    const SHARES_CLOSED: bool = false;

    /// Whether the goal's side uses estimates of the cost from the start.
    #[doc(hidden)]
    const HAS_ESTIMATES: bool = false;

    /// Chooses the node to be expanded next, and returns its side. `None` if the search has ended. Called only if both
    /// sides have open nodes.
    #[doc(hidden)]
    fn choose(engine: &mut Bidirectional<P, Self>, problem: &P, progress: &mut Progress) -> Option<Side>;

    /// Makes the goal's side ignore its estimates from now on. Returns whether it used them before.
    #[doc(hidden)]
    fn leave_out_estimates(_: &mut Self::Backward) -> bool {
        false
    }

    /// Prepares for a start, from which paths may cost less than all others.
    #[doc(hidden)]
    fn welcome_start(&mut self) {}

    #[doc(hidden)]
    fn clear(&mut self) {}
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// One of the two sides of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side of the starts.
    Forward,
    /// The side of the goal.
    Backward,
}

impl Side {
    #[inline]
    pub(super) fn other(self) -> Self {
        match self {
            Side::Forward => Side::Backward,
            Side::Backward => Side::Forward,
        }
    }
}

/// The progress of both sides. Arrays have the value of the start's side first.
#[derive(Clone, Debug)]
pub(super) struct Sides<C> {
    /// The numbers of open nodes.
    pub(super) open: [usize; 2],
    /// Lower bounds on the keys of open nodes.
    pub(super) least: [C; 2],
    /// The side whose node is expanded next. `None` before the search begins and after it has ended.
    pub(super) next: Option<Side>,
    /// The side whose node was expanded last.
    pub(super) last: Option<Side>,
    pub(super) is_found: bool,
}

impl<C: Cost> Sides<C> {
    pub(super) fn new() -> Self {
        Sides {
            open: [0; 2],
            least: [C::ZERO; 2],
            next: None,
            last: None,
            is_found: false,
        }
    }

    /// The next side if the sides take turns.
    #[inline]
    pub(super) fn in_turn(&self) -> Side {
        self.last.map_or(Side::Forward, Side::other)
    }

    /// The side with fewer open nodes.
    #[inline]
    pub(super) fn smaller(&self) -> Side {
        match self.open[0].cmp(&self.open[1]) {
            Ordering::Less => Side::Forward,
            Ordering::Greater => Side::Backward,
            Ordering::Equal => self.in_turn(),
        }
    }
}

/// A node that both sides know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting<C> {
    /// The cost of the path through it.
    pub(super) cost: C,
    /// Its id on each side.
    pub(super) ids: [u32; 2],
}

/// The best of the nodes that both sides know.
#[derive(Clone, Debug)]
pub(super) struct Meetings<C> {
    pub(super) best: Option<Meeting<C>>,
    /// The first meeting whose path costs more than the cost type can hold.
    pub(super) overflow: Option<Box<SearchError>>,
}

impl<C: Cost> Meetings<C> {
    pub(super) fn new() -> Self {
        Meetings {
            best: None,
            overflow: None,
        }
    }

    /// Offers a node that the other side knows, after one side has met it by a new path.
    #[inline]
    pub(super) fn offer(&mut self, side: Side, own: (u32, C), other: (u32, C)) {
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
    pub(super) fn note_overflow(&mut self, [cost, rest]: [C; 2]) {
        self.overflow.get_or_insert_with(|| {
            Box::new(SearchError::CostOverflow {
                cost: format!("{cost:?}"),
                edge: format!("{rest:?}"),
                origin: Origin::Remainder,
            })
        });
    }

    /// Whether a path is known and proven to be a cheapest one, if all others cost at least `bound` (`None` if they
    /// cost too much for the type).
    #[inline]
    pub(super) fn are_proven(&self, bound: Option<C>) -> bool {
        let no_less = |best: &Meeting<C>| bound.is_none_or(|bound| !bound.is_less(&best.cost));
        self.best.as_ref().is_some_and(no_less)
    }

    /// Ends a search unless it has failed or been refused memory. Returns whether it has found a path.
    #[cold]
    pub(super) fn end<P, W>(&mut self, context: Context<'_, P, W>) -> bool
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
