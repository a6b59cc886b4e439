//! [`Nbs`]: a cheapest path by bidirectional search, with a bound on the number of expansions.

use super::Bidirectional;
use super::astar::Homeward;
use super::method::{Method, sealed};
use crate::engine::{Frontier, Progress, Side};
use crate::memory::Memory;
use crate::open::{Buckets, OpenList};
use crate::search::{CostPlusEstimate, Evaluation, Made, Search};
use crate::traits::ReverseHeuristic;
use crate::{Cost, Graph, KnownGoal, ReverseGraph};

/// Near-optimal Bidirectional Search (NBS): a cheapest path with any admissible estimates.
///
/// Use it only if an estimate is admissible but not consistent. Otherwise, use
/// [`BidirectionalAStar`](crate::BidirectionalAStar), which was faster in every comparison. Both searches are
/// worthwhile with a weak estimate: they then take 0.02 to 0.5 times as long as [`AStar`](crate::AStar). With a good
/// estimate, NBS takes 1.5 to 3.8 times as long as A*, and bidirectional A* takes 0.8 to 1.7 times as long.
///
/// Among all pairs of open nodes, one from each side, NBS looks for a pair with the least lower bound on the cost of a
/// path through both nodes. This bound is the maximum of three values: the two values of f = g + h, and the sum of the
/// two values of g. The search expands the two nodes in turn, and ends when no pair has a bound below the cost of the
/// best path found. Closed nodes are reopened if a cheaper path to them is found, so the path is a cheapest one with
/// *every* pair of admissible estimates, consistent or not.
///
/// If another start is [added](Search::add_start), the estimates from the start are dropped, and the search starts
/// again.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`Nbs::new`](Nbs#method.new) takes a [`ReverseHeuristic`] that is a [`KnownGoal`] and a [`ReverseGraph`], or a
/// reference to one. `is_goal` is called for the goal only.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path; [`Status::Exhausted`](crate::Status::Exhausted) if the
/// goal cannot be reached, which is known as soon as one side has no open node.
///
/// # Complexity
///
/// With consistent estimates, NBS makes at most twice as many expansions as any search that knows only the two
/// estimates of each node and has to prove that its path is a cheapest one. With n expansions and b edges each: O(n ·
/// b) lookups, estimates and open-list operations (O(1) each for integer costs close together, otherwise O(log n)), and
/// memory for the nodes reached. With inconsistent estimates, nodes may be expanded again.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost or an estimate is negative or not a number, if a sum is too
/// large for the cost type, if `is_goal` is false for the goal, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// The 8-puzzle, with the Manhattan distance on both sides:
///
/// ```
/// use astride::npuzzle::{Board, Manhattan, Puzzle, PuzzleError, TileHeuristic};
/// use astride::{Heuristic, KnownGoal, Problem, Query, Status};
/// use astride::search::Nbs;
///
/// let (start, goal): (Board, Board) = ("867254301".parse()?, "123456780".parse()?);
/// let puzzle = Puzzle::new(&start, &goal)?;
/// let back = Manhattan::new(&start);
/// let query = Query::between(&puzzle, puzzle.start(), puzzle.goal())
///     .with_heuristic(|tiles| puzzle.estimate(tiles))
///     .with_reverse_heuristic(|tiles| back.estimate(*tiles));
/// let mut search = Nbs::new(query);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} moves", search.path().unwrap().cost); // prints: 31 moves
/// assert_eq!(search.path().unwrap().cost, 31);
/// # Ok::<(), PuzzleError>(())
/// ```
///
/// # Source
///
/// Chen, Holte, Zilles, Sturtevant: Front-to-end bidirectional heuristic search with near-optimal node expansions.
/// IJCAI 2017.
#[doc(alias("near-optimal bidirectional search", "bidirectional"))]
pub type Nbs<P, W = ()> = Search<Bidirectional<P, LeastPair<<P as Graph>::Cost>>, W>;

impl<P: ReverseHeuristic + KnownGoal + ReverseGraph> Nbs<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Nbs<Made<P, Self>> {
        Search::with_method(problem, LeastPair::default())
    }
}

/// The method of [`Nbs`]: both nodes of the pair with the least bound.
///
/// The open list of each side has the nodes that wait until the bound reaches their f. Those that need not wait are in
/// another list, ordered by g.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct LeastPair<C> {
    ready: [Buckets<C>; 2],
    /// No path costs less, except perhaps the best one found so far.
    bound: C,
    /// The least f of the waiting nodes.
    waiting: [Option<C>; 2],
    /// The least g of the nodes that need not wait.
    least: [Option<C>; 2],
}

impl<C: Cost> Default for LeastPair<C> {
    fn default() -> Self {
        LeastPair {
            ready: [Buckets::default(), Buckets::default()],
            bound: C::ZERO,
            waiting: [None; 2],
            least: [None; 2],
        }
    }
}

impl<C> sealed::Sealed for LeastPair<C> {}

impl<P: ReverseHeuristic + KnownGoal + ReverseGraph> Method<P> for LeastPair<P::Cost> {
    type Forward = CostPlusEstimate;
    type Backward = Homeward<true>;
    const HAS_ESTIMATES: bool = true;

    fn choose(engine: &mut Bidirectional<P, Self>, problem: &P, progress: &mut Progress) -> Option<Side> {
        let memory = &mut progress.memory;
        // The sides that have changed since the last call: both at first, and then the one whose node was expanded.
        let mut changed = [Side::Forward, Side::Backward].map(|side| engine.sides.last.is_none_or(|last| last == side));
        loop {
            let Bidirectional { method, meetings, .. } = engine;
            if meetings.are_proven(Some(method.bound)) {
                return None;
            }
            if changed[0] {
                method.look_at(0, &mut engine.forward, problem, memory);
            }
            if changed[1] {
                method.look_at(1, &mut engine.backward, problem, memory);
            }
            let sum = match method.least {
                [Some(cost), Some(rest)] => cost.plus(rest),
                _ => None,
            };
            if sum.is_some_and(|sum| !method.bound.is_less(&sum)) {
                break;
            }
            let bounds = method.waiting.into_iter().chain([sum]).flatten();
            let Some(bound) = bounds.min_by(P::Cost::order) else {
                // All remaining paths, if there are any, cost too much for the cost type.
                if meetings.best.is_none() && method.least.iter().all(Option::is_some) {
                    break;
                }
                return None;
            };
            method.bound = bound;
            changed = [true; 2];
        }
        let Bidirectional {
            forward,
            backward,
            sides,
            method,
            ..
        } = engine;
        let [first, second] = &mut method.ready;
        let side = sides.in_turn();
        match side {
            Side::Forward => choose_ready(forward, first, memory),
            Side::Backward => choose_ready(backward, second, memory),
        }
        Some(side)
    }

    fn leave_out_estimates(backward: &mut Homeward<true>) -> bool {
        !core::mem::replace(&mut backward.is_blind, true)
    }

    fn prepare_for_start(&mut self) {
        self.bound = P::Cost::ZERO;
    }

    fn clear(&mut self) {
        self.ready.iter_mut().for_each(OpenList::clear);
        self.bound = P::Cost::ZERO;
    }
}

impl<C: Cost> LeastPair<C> {
    /// Moves the nodes of one side that no longer need to wait, and updates the least f and g.
    #[inline]
    fn look_at<P, V>(&mut self, side: usize, own: &mut Frontier<P, V>, problem: &P, memory: &mut Memory)
    where
        P: KnownGoal<Cost = C>,
        V: Evaluation<P, Key = C>,
    {
        let ready = &mut self.ready[side];
        self.waiting[side] = loop {
            let Some(id) = own.open.peek_fresh(memory, own.nodes.freshness()) else {
                break None;
            };
            let f = own.key(problem, id);
            if f.is_some_and(|f| self.bound.is_less(&f)) {
                break f;
            }
            own.open.pop_fresh(memory, own.nodes.freshness());
            let cost = own.nodes.cost(id);
            ready.push(id, cost, cost, memory);
        };
        let first = || ready.peek_fresh(memory, own.nodes.freshness());
        self.least[side] = own.chosen.or_else(first).map(|id| own.nodes.cost(id));
    }
}

fn choose_ready<P, V>(own: &mut Frontier<P, V>, ready: &mut Buckets<P::Cost>, memory: &mut Memory)
where
    P: KnownGoal,
    V: Evaluation<P>,
{
    if own.chosen.is_none() {
        own.chosen = ready.pop_fresh(memory, own.nodes.freshness());
    }
}
