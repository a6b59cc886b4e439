//! [`BidirectionalBfs`]: a path with the fewest edges, by bidirectional search.

use super::LevelByLevel;
use crate::search::{Made, Search};
use crate::{KnownGoal, ReverseGraph};

/// Bidirectional breadth-first search: a path with the fewest edges, whatever they cost.
///
/// Use it instead of [`Bfs`](crate::Bfs) if the goal is known and edges can be followed backwards. If the number of
/// nodes grows by the same factor from level to level, on both sides, and `Bfs` expands n nodes, this search expands
/// about 2√n nodes; on two road networks, it takes 0.3 to 0.6 times as long as `Bfs`.
///
/// The search expands whole levels, always on the side whose next level is smaller, and ends as soon as a node is known
/// to both sides.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`BidirectionalBfs::new`](BidirectionalBfs#method.new) takes a [`KnownGoal`] that is a [`ReverseGraph`], or a
/// reference to one. `is_goal` is called for the goal only.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path that has the fewest edges, and its true cost (of parallel edges,
/// the first one counts, but where the sides meet, the cheapest one does);
/// [`Status::Exhausted`](crate::Status::Exhausted) if the goal cannot be reached, as soon as one side has no open node.
/// Every start is at a distance of zero edges, whatever its cost; a start that is added during the search is expanded
/// after the nodes that are already open on its side.
///
/// # Complexity
///
/// O(n + m) for the n nodes expanded on both sides and their m edges; memory for the nodes reached. If the levels grow
/// at the same rate on both sides, each side covers about half the distance, in edges, between the start and the goal.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost is negative or not a number, if a sum is too large for the cost
/// type, if `is_goal` is false for the goal, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// The fewest moves for a knight on an infinite board:
///
/// ```
/// use astride::{FnGraph, Query, Status};
/// use astride::search::BidirectionalBfs;
///
/// let knight = FnGraph::new(|&(x, y): &(i32, i32)| {
///     let moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     moves.map(|(dx, dy)| ((x + dx, y + dy), 1_u32))
/// });
/// let mut search = BidirectionalBfs::new(Query::between(knight.both_ways(), (0, 0), (20, 7)));
/// assert_eq!(search.run(), Status::Found);
/// println!("{} moves", search.path().unwrap().edges()); // prints: 11 moves
/// assert_eq!(search.path().unwrap().edges(), 11);
/// ```
///
/// # Source
///
/// Pohl: Bi-directional search. Machine Intelligence 6, 1971.
#[doc(alias("breadth first", "bidirectional breadth-first search"))]
pub type BidirectionalBfs<P, W = ()> = Search<LevelByLevel<P>, W>;

impl<P: KnownGoal + ReverseGraph> BidirectionalBfs<P> {
    /// Creates a search.
    pub fn new(problem: P) -> BidirectionalBfs<Made<P, Self>> {
        Search::with_engine(problem, LevelByLevel::new())
    }
}
