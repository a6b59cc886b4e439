//! [`BidirectionalBfs`]: a path with the fewest edges, from both ends.

use super::Bidirectional;
use super::meeting::Side;
use super::method::{Method, sealed};
use crate::search::engine::Progress;
use crate::search::{FirstMet, Search};
use crate::{KnownGoal, ReverseGraph};

/// Breadth-first search from both ends: a path with the fewest edges, whatever they cost.
///
/// Expands level by level, each time all nodes of equal distance on the side where there are fewer, and ends as soon as
/// both sides know a node. Where every node has b successors and as many predecessors, that is about twice the square
/// root of what [`Bfs`](crate::Bfs) expands.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`BidirectionalBfs::new`] takes a [`KnownGoal`] that is a [`ReverseGraph`], or a reference to one. `is_goal` is
/// asked of the goal alone.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path of the fewest edges and its true cost (of parallel edges the
/// first one is taken); [`Status::Exhausted`](crate::Status::Exhausted) if the goal cannot be reached, as soon as one
/// side has no open node. Several starts all count as no edges, whatever their cost; one that is added under way goes
/// to the end of the queue.
///
/// # Complexity
///
/// O(n + m) for n nodes at most half as many edges from a start or from the goal as both are from each other, and m
/// edges at them; memory for the nodes met.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) on a cost that is negative or not a number, on a sum too large for the
/// cost type, if `is_goal` denies the goal, at the node limit, without memory.
///
/// # Example
///
/// The fewest moves of a knight across an endless board:
///
/// ```
/// use astride::{BidirectionalBfs, FnGraph, Query, Status};
///
/// let knight = FnGraph::new(|&(x, y): &(i32, i32)| {
///     let moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     moves.map(|(dx, dy)| ((x + dx, y + dy), 1_u32))
/// });
/// let mut search = BidirectionalBfs::new(Query::between(knight.both_ways(), (0, 0), (20, 7)));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().edges(), 11);
/// ```
///
/// # Source
///
/// Pohl: Bi-directional search. Machine Intelligence 6, 1971.
#[doc(alias("breadth first", "breadth-first"))]
pub type BidirectionalBfs<P, W = ()> = Search<Bidirectional<P, LevelByLevel>, W>;

impl<P: KnownGoal + ReverseGraph> BidirectionalBfs<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        Search::with_method(problem, LevelByLevel::default())
    }
}

/// The method of [`BidirectionalBfs`]: whole levels, on the smaller side. Of two levels that are complete, none has met
/// the other; so every first meeting beyond them has the same number of edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelByLevel {
    side: Side,
    /// After how many expansions the level is complete.
    end: u64,
}

impl sealed::Sealed for LevelByLevel {}

impl<P: KnownGoal + ReverseGraph> Method<P> for LevelByLevel {
    type Forward = FirstMet;
    type Backward = FirstMet;

    fn choose(engine: &mut Bidirectional<P, Self>, _: &P, progress: &mut Progress) -> Option<Side> {
        if engine.meetings.best.is_some() || engine.meetings.overflow.is_some() {
            return None;
        }
        let (sides, level) = (&engine.sides, &mut engine.method);
        if progress.expanded >= level.end {
            level.side = sides.smaller();
            level.end = progress.expanded + sides.open[level.side as usize] as u64;
        }
        let side = level.side;
        match side {
            Side::Forward => engine.forward.choose()?,
            Side::Backward => engine.backward.choose()?,
        };
        Some(side)
    }

    /// The level is that of the first starts, too.
    fn welcome_start(engine: &mut Bidirectional<P, Self>, _: &P) {
        if engine.sides.last.is_none() {
            engine.method.end = 0;
        }
    }
}
