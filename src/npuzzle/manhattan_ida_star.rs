//! [`ManhattanIdaStar`]: IDA* on 15-puzzles with the Manhattan distance, several times as fast.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::kernel::Kernel;
use super::{Manhattan, Move, Puzzle, Shape, Tiles, Tiles16};
use crate::Heuristic;
use crate::search::{Below, CostPlusEstimate, Deepening, Evaluation, IterativeDeepening, Revisit};

/// IDA\* on 4×4 cells with the Manhattan distance: what [`IdaStar`](crate::IdaStar) does, several times as fast.
///
/// The upper part of the tree is searched by the generic engine, the rest by code for this puzzle alone. The path, the
/// [iterations](IterativeDeepening::iterations) and the numbers of boards are those of [`IdaStar`](crate::IdaStar), but that
/// in the last iteration fewer may have been generated. On boards of other shapes it *is* that. It takes a [`Puzzle`] with its
/// default heuristic and up to 16 cells, and no other problem.
///
/// A step expands one board, or searches all of a subtree that is no deeper than [`SUBTREE`](ManhattanKernel::SUBTREE) moves.
/// The largest of these, on hard boards, have some millions of boards, which takes milliseconds. Budgets are looked at in
/// between. An observer does not hear of what is in those subtrees.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, ManhattanIdaStar, Puzzle};
/// use astride::Status;
///
/// let goal = Board::blank_first("4".parse()?);
/// // The twelfth of Korf's hundred.
/// let start: Board = "14 1 9 6, 4 8 12 5, 7 2 3 _, 10 11 13 15".parse()?;
/// let mut search = ManhattanIdaStar::new(Puzzle::new(&start, &goal)?);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 45);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
pub type ManhattanIdaStar<P = Puzzle, W = ()> = IterativeDeepening<P, ManhattanKernel, W>;

impl<P> ManhattanIdaStar<P>
where
    P: Heuristic<Node = Tiles16, Cost = u32> + Borrow<Puzzle<Tiles16, Manhattan>>,
{
    /// A search that has not begun.
    ///
    /// `puzzle` is a [`Puzzle`] or a reference to one. [`reset`](IterativeDeepening::reset) takes another one towards the same
    /// goal; with another goal it goes on right, but without the faster code.
    pub fn new(puzzle: P) -> Self {
        let kernel = ManhattanKernel(Kernel::new(puzzle.borrow().goal_board()));
        Self::with_deepening(puzzle, kernel)
    }
}

impl<P, W> ManhattanIdaStar<P, W>
where
    P: Heuristic<Node = Tiles16, Cost = u32> + Borrow<Puzzle<Tiles16, Manhattan>>,
{
    /// Looks for no solution of more than `limit` moves.
    pub fn with_cost_limit(self, limit: u32) -> Self {
        self.limited(limit)
    }
}

/// The deepening of [`ManhattanIdaStar`]. Most users can ignore it.
#[derive(Clone, Debug)]
pub struct ManhattanKernel(Option<Kernel>);

impl ManhattanKernel {
    /// Subtrees are searched at one go from where no more than so many moves are left under the threshold.
    pub const SUBTREE: u32 = 46;
}

impl<P: Heuristic<Cost = u32>> Evaluation<P> for ManhattanKernel {
    type Estimate = u32;

    fn revisit(&self) -> Revisit {
        Evaluation::<P>::revisit(&CostPlusEstimate)
    }

    #[inline]
    fn estimate(&self, problem: &P, node: &P::Node) -> u32 {
        problem.estimate(node)
    }

    #[inline]
    fn estimate_child(&self, problem: &P, parent: &P::Node, parent_estimate: u32, child: &P::Node) -> u32 {
        problem.estimate_child(parent, parent_estimate, child)
    }

    #[inline]
    fn as_cost(estimate: u32) -> Option<u32> {
        Some(estimate)
    }

    #[inline]
    fn key(&self, cost: u32, estimate: u32) -> Option<u32> {
        cost.checked_add(estimate)
    }
}

impl<P> Deepening<P> for ManhattanKernel
where
    P: Heuristic<Node = Tiles16, Cost = u32> + Borrow<Puzzle<Tiles16, Manhattan>>,
{
    type Threshold = u32;

    #[inline]
    fn threshold_key(&self, cost: u32, estimate: u32, _edges: u32) -> Option<u32> {
        cost.checked_add(estimate)
    }

    #[inline]
    fn estimated_successors(
        &self,
        problem: &P,
        node: &Tiles16,
        estimate: u32,
        came_from: &Tiles16,
    ) -> impl Iterator<Item = (Tiles16, u32, u32)> {
        problem.estimated_successors(node, estimate, came_from)
    }

    #[inline]
    fn search_below(
        &self,
        problem: &P,
        node: &Tiles16,
        cost: u32,
        estimate: u32,
        came_from: &Tiles16,
        threshold: u32,
    ) -> Option<Below<Tiles16, u32, u32>> {
        let kernel = self.0.as_ref()?;
        if threshold.saturating_sub(cost) > Self::SUBTREE || !problem.is_goal(&kernel.goal()) {
            return None;
        }
        let left = threshold.saturating_sub(cost + estimate);
        let shape = problem.borrow().shape();
        let last = direction(shape, came_from.blank(), node.blank());
        let mut moves = Vec::new();
        let below = kernel.search(*node, last, left, &mut moves);
        let path = below.is_found.then(|| walk(shape, *node, cost, &moves));
        Some(Below {
            expanded: below.expanded,
            generated: below.generated,
            // There is no end to what is below, so something was cut off. A move adds two to the key, or nothing.
            beyond: threshold.saturating_add(2 - left % 2),
            path,
        })
    }
}

/// The move that brings the blank from one cell to another one.
fn direction(shape: Shape, from: usize, to: usize) -> Option<Move> {
    shape
        .moves(from)
        .find(|direction| shape.target(from, *direction) == Some(to))
}

/// The boards along moves that are given from the last one to the first, with their costs.
fn walk(shape: Shape, start: Tiles16, cost: u32, moves: &[Move]) -> Vec<(Tiles16, u32)> {
    let mut tiles = start;
    let step = |(cost, direction): (u32, &Move)| {
        let blank = tiles.blank();
        tiles = tiles.slide(blank, shape.target(blank, *direction).unwrap_or(blank));
        (tiles, cost)
    };
    (cost + 1..).zip(moves.iter().rev()).map(step).collect()
}
