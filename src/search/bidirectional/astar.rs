//! [`BidirectionalAStar`]: a cheapest path by bidirectional search, guided by consistent estimates.

use alloc::format;

use super::Bidirectional;
use super::method::{Method, sealed};
use crate::engine::{Frontier, Meetings, Progress, Side};
use crate::open::Buckets;
use crate::search::ClosedOnce;
use crate::search::{Evaluation, Guidance, InformedBackward, Made, Revisit, Search};
use crate::traits::ReverseHeuristic;
use crate::{Cost, KnownGoal, ReverseGraph, SearchError};

/// New Bidirectional A*: a cheapest path by bidirectional search, guided by consistent estimates.
///
/// Use it instead of [`AStar`](crate::AStar) if the estimate is weak: it then takes 0.02 to 0.5 times as long as A*.
/// With a good estimate, as on most grid maps, it takes 0.8 to 1.7 times as long as A*. In all benchmarks, it was
/// faster than [`Nbs`](crate::search::Nbs); use `Nbs` for estimates that are not consistent.
///
/// It expands the open node with the least f = g + h on the side with fewer open nodes. A node is expanded at most
/// once, on one side or the other. It is skipped if the estimates of both sides prove that no path through it costs
/// less than the best path found.
///
/// # Consistent estimates
///
/// Both estimates must be consistent: see [`Heuristic`](crate::Heuristic) and [`ReverseHeuristic`]. If an estimate is
/// only admissible, the search may miss the cheapest path, which [`Nbs`](crate::search::Nbs) finds. The search fails
/// with [`SearchError::InconsistentEstimate`] if f falls along a path that it follows; edges that it skips are not
/// checked. With floats, whose sums are rounded, no edge is checked, and the cost of the path may exceed the least cost
/// by the rounding error. If another start is [added](Search::add_start), the estimates from the start are dropped, and
/// the search starts again.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`BidirectionalAStar::new`](BidirectionalAStar#method.new) takes a [`ReverseHeuristic`] that is a [`KnownGoal`] and
/// a [`ReverseGraph`], or a reference to one. `is_goal` is called for the goal only.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path; [`Status::Exhausted`](crate::Status::Exhausted) if the
/// goal cannot be reached, which is known as soon as one side has no open node.
///
/// # Complexity
///
/// With n nodes expanded, and b edges each: O(n · b) lookups, estimates and open-list operations (O(1) each for integer
/// costs close together, otherwise O(log n)), and memory for the nodes reached, at most n · b.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost or an estimate is negative or not a number, if a sum is too
/// large for the cost type, if an estimate proves to be inconsistent, if `is_goal` is false for the goal, if a limit is
/// reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{BidirectionalAStar, Status};
///
/// let map: GridMap = "
///     ......
///     .####.
///     ....#.
///     .##.#.
///     ....#.
/// ".parse()?;
/// let problem = GridProblem::new(&map, Point::new(3, 2), Point::new(5, 4), Movement::Four)?;
/// let mut search = BidirectionalAStar::new(problem);
/// while search.step() == Status::Running {}
/// println!("{} steps", search.path().unwrap().edges()); // prints: 14 steps
/// assert_eq!(search.path().unwrap().edges(), 14);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Pijls, Post: Yet another bidirectional algorithm for finding the shortest path. Econometric Institute Report
/// EI 2009-10, Erasmus University Rotterdam, 2009.
#[doc(alias("bidirectional a*", "nba*"))]
pub type BidirectionalAStar<P, W = ()> = Search<Bidirectional<P, Shared>, W>;

impl<P: ReverseHeuristic + KnownGoal + ReverseGraph> BidirectionalAStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> BidirectionalAStar<Made<P, Self>> {
        Search::with_method(problem, Shared)
    }
}

/// The method of [`BidirectionalAStar`]: the sides share the closed nodes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shared;

impl sealed::Sealed for Shared {}

impl<P: ReverseHeuristic + KnownGoal + ReverseGraph> Method<P> for Shared {
    type Forward = ClosedOnce;
    type Backward = Homeward<false>;
    const SHARES_CLOSED: bool = true;
    const HAS_ESTIMATES: bool = true;

    fn choose(engine: &mut Bidirectional<P, Self>, problem: &P, progress: &mut Progress) -> Option<Side> {
        let Bidirectional {
            forward,
            backward,
            sides,
            meetings,
            ..
        } = engine;
        while !sides.open.contains(&0) {
            let side = sides.smaller();
            let [forth, back] = &mut sides.least;
            let verdict = match side {
                Side::Forward => consider(forward, backward, [forth, back], meetings, problem, progress),
                Side::Backward => consider(backward, forward, [back, forth], meetings, problem, progress),
            };
            match verdict {
                Verdict::Expand => return Some(side),
                Verdict::LeaveOut => sides.open[side as usize] -= 1,
                Verdict::End => return None,
            }
        }
        None
    }

    fn leave_out_estimates(backward: &mut Homeward<false>) -> bool {
        !core::mem::replace(&mut backward.is_blind, true)
    }
}

/// The decision about the open node with the least f.
enum Verdict {
    Expand,
    LeaveOut,
    End,
}

/// Decides what happens to the open node with the least f on one side. `least` holds the least f of this side and of
/// the other.
#[inline]
fn consider<P, V, O>(
    own: &mut Frontier<P, V>,
    other: &Frontier<P, O>,
    [least, other_least]: [&mut P::Cost; 2],
    meetings: &Meetings<P::Cost>,
    problem: &P,
    progress: &mut Progress,
) -> Verdict
where
    P: KnownGoal,
    V: Evaluation<P, Key = P::Cost>,
    O: Evaluation<P, Key = P::Cost>,
{
    let Some(id) = own.choose(&mut progress.memory) else {
        return Verdict::End;
    };
    // The expansion of a node that no longer exists reports the error.
    let Some(node) = own.nodes.node(problem, id) else {
        return Verdict::Expand;
    };
    let cost = own.nodes.cost(id);
    let estimate = own.estimate_of(problem, id, &node);
    let Some(f) = own.evaluation.key(&node, cost, estimate) else {
        return Verdict::Expand;
    };
    if !f.is_less(least) {
        *least = f;
    } else if P::Cost::IS_EXACT {
        progress.fail(SearchError::InconsistentEstimate {
            before: format!("{least:?}"),
            after: format!("{f:?}"),
        });
        return Verdict::End;
    }
    if meetings.are_proven(Some(*least)) {
        return Verdict::End;
    }
    // Until the sides meet, no node is known to both, and there is no path with which others can be compared.
    let Some(best) = meetings.best else {
        return Verdict::Expand;
    };
    let is_closed_there = || {
        other
            .nodes
            .find(problem, &node)
            .is_some_and(|id| !other.nodes.link(id).is_open())
    };
    // From this node on, a path costs at least the other side's f minus its h, since the other side has closed every
    // node with a lower f.
    let is_beyond = || {
        let back = other
            .evaluation
            .key(&node, P::Cost::ZERO, O::Guidance::estimate(problem, &node))?;
        let limit = best.cost.plus(back)?;
        Some(cost.plus(*other_least).is_none_or(|bound| !bound.is_less(&limit)))
    };
    if is_closed_there() || is_beyond() == Some(true) {
        own.chosen = None;
        own.leave_out(id, progress);
        return Verdict::LeaveOut;
    }
    Verdict::Expand
}

/// f = g + h, with estimates from the start. Closed nodes are reopened only if `REOPENS` is set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Homeward<const REOPENS: bool> {
    /// Whether the estimates are ignored.
    pub(super) is_blind: bool,
}

impl<P: ReverseHeuristic, const REOPENS: bool> Evaluation<P> for Homeward<REOPENS> {
    type Guidance = InformedBackward;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        if self.is_blind { Some(cost) } else { cost.plus(estimate) }
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        if REOPENS { Revisit::Reopen } else { Revisit::WhileOpen }
    }
}
