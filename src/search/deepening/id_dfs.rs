//! [`IdDfs`]: a path with the fewest edges, in very little memory.

use super::{Deepening, IterativeDeepening};
use crate::Problem;
use crate::search::{Made, Search, Uninformed};

/// Iterative deepening depth-first search: a path with the fewest edges, whatever they cost, in memory proportional to
/// its length.
///
/// Use it on a tree, or on a graph with few paths to each node, if the nodes that [`Bfs`](crate::Bfs) stores do not fit
/// into memory. With an estimate, use [`IdaStar`](crate::IdaStar). Do not use it if many paths lead to each node, since
/// it follows all of them: on a grid of 8×8 cells whose goal is walled off, the search has not ended after 20 million
/// expansions, even with a [cycle check](Search::with_cycle_check); breadth-first search expands each cell once.
///
/// It makes a depth-first search of all paths of 0 edges, then of all paths of up to 1, 2, 3 edges and so on, until it
/// finds a goal. The path has as few edges as that of breadth-first search, but only one branch is stored.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// This search also has the methods [`iterations`](Search::iterations) and
/// [`with_cycle_check`](Search::with_cycle_check).
///
/// # Arguments
///
/// [`IdDfs::new`](IdDfs#method.new) takes a [`Problem`], or a reference to one; [`id_dfs`](crate::id_dfs) takes
/// closures.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path that has the fewest edges (the first in the order of the
/// successors, if there are several), and its true cost; [`Status::Exhausted`](crate::Status::Exhausted) if an
/// iteration without a goal has cut off no path, or has reached the [depth limit](IdDfs#method.with_depth_limit). On a
/// graph with cycles, a search for an unreachable goal ends only with a [cycle check](Search::with_cycle_check) or a
/// depth limit. The edges are counted from the start of the path, even if that start was added with a cost.
///
/// # Complexity
///
/// An iteration takes time proportional to the number of *paths* that have at most a given number of edges: 0 in the
/// first iteration, 1 in the next, and so on. For b ≥ 2 successors per node and a path of d edges, all iterations
/// together take O(b^d). They need O(b · d) memory.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost is negative or not a number, if a sum is too large for the cost
/// type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{FnGraph, IdDfs, Query, Status};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 1)]);
/// let mut search = IdDfs::new(Query::new(&doubling, 1, |n| *n == 100));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// println!("{:?} in {} iterations", path.nodes, search.iterations().len());
/// // prints: [1, 2, 3, 6, 12, 24, 25, 50, 100] in 9 iterations
/// assert_eq!(path.nodes, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// assert_eq!(search.iterations().len(), 9);
///
/// let mut search = IdDfs::new(Query::new(&doubling, 1, |n| *n == 100)).with_depth_limit(7);
/// assert_eq!(search.run(), Status::Exhausted);
/// ```
///
/// # Source
///
/// Slate, Atkin: CHESS 4.5, the Northwestern University chess program. In Frey: Chess Skill in Man and Machine, 1977.
/// Korf: Depth-first iterative-deepening: an optimal admissible tree search. Artificial Intelligence 27(1), 1985.
#[doc(alias("iddfs", "iterative deepening depth-first search", "depth first", "depth-first"))]
pub type IdDfs<P, W = ()> = Search<IterativeDeepening<P, EdgeCount>, W>;

impl<P: Problem> IdDfs<P> {
    /// Creates a search.
    pub fn new(problem: P) -> IdDfs<Made<P, Self>> {
        Search::with_deepening(problem, EdgeCount)
    }
}

impl<P: Problem, W> IdDfs<P, W> {
    /// Limits the search to paths of at most `edges` edges.
    pub fn with_depth_limit(mut self, edges: u32) -> Self {
        self.engine.limit = Some(edges);
        self
    }
}

/// The number of edges, which [`IdDfs`](crate::IdDfs) compares with its threshold.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EdgeCount;

impl<P: Problem> Deepening<P> for EdgeCount {
    type Guidance = Uninformed;
    type Threshold = u32;

    #[inline]
    fn threshold_key(&self, _cost: P::Cost, (): (), edges: u32) -> Option<u32> {
        Some(edges)
    }
}
