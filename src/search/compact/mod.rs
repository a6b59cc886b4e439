//! Best-first search for state spaces close to the size of memory.

mod engine;
mod stacks;
mod table;

pub use engine::Compact;

use crate::search::{Made, Search};
use crate::{Heuristic, ReverseGraph};

/// A* in as little memory as possible: it stores only nodes and their costs.
///
/// Use it for large implicit graphs, such as puzzles, if the memory that [`AStar`](crate::AStar) needs is the problem.
/// On 15-puzzles, with `u8` costs (see [`Narrow`](crate::problem::Narrow)), it takes 0.6 times as much memory as
/// `AStar` with `u32` costs. Do not use it for grids and other graphs with a [`Graph::index`](crate::Graph::index):
/// there, it takes 6.6 to 9.6 times as long as `AStar`, which stores such a node in 12 bytes.
///
/// Like `AStar`, it finds a cheapest path with every admissible estimate. It stores neither parents nor estimates: a
/// path is found by following edges backwards, which is why the graph must be a [`ReverseGraph`]. Open nodes are
/// expanded in order of least f, then largest g. The successors of up to 16 nodes with the same f and g are looked up
/// together, so that the search waits less for memory; if one of these nodes is a goal, the search ends at once. Nodes
/// must be [`Copy`], and costs should have few different values.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// [`path_to`](Search::path_to) follows edges backwards, and so do the methods that return a node's `parent`. If a node
/// can be reached at its cost from several others, one of them is returned as its parent.
///
/// # Memory
///
/// Nodes are stored in buckets of seven. The size of a bucket is a multiple of 64 bytes: exactly 64 if a node takes 8
/// bytes and a cost takes one, as with [`Narrow`](crate::problem::Narrow). Each stored node then takes 10.4 to 17
/// bytes, and 8 more while it is open. The table consists of 256 parts that grow one at a time, so no step waits until
/// a large table has been copied.
///
/// # Arguments
///
/// [`CompactAStar::new`](CompactAStar#method.new) takes a [`Heuristic`] that is a [`ReverseGraph`], or a reference to
/// one.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path; [`Status::Exhausted`](crate::Status::Exhausted) if
/// there is none. If [`predecessors`](ReverseGraph::predecessors) breaks its contract, the status is correct, but
/// [`path`](Search::path) may return `None` or a wrong path.
///
/// # Complexity
///
/// As for [`AStar`](crate::AStar), but with O(log k) for each open-list operation, where k is the number of different
/// pairs of f and g. Finding a path takes O(1) calls to `predecessors` for each node of the path. If some edges cost
/// nothing, it takes O(1) calls for each stored node in the worst case.
///
/// # Errors
///
/// Those of [`AStar`](crate::AStar). The two searches may expand different nodes with the same f before the goal. If a
/// sum at one of these nodes is too large for the cost type, one search may therefore fail although the other finds the
/// path.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Puzzle, PuzzleError};
/// use astride::Status;
/// use astride::problem::Narrow;
/// use astride::search::CompactAStar;
///
/// let puzzle = Puzzle::new(&"867254301".parse()?, &"123456780".parse()?)?;
/// let mut search = CompactAStar::new(Narrow::<_, u8>::new(&puzzle));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// println!("{} moves", path.cost.get()); // prints: 31 moves
/// assert_eq!((path.cost.get(), path.nodes.len()), (31, 32));
/// # Ok::<(), PuzzleError>(())
/// ```
///
/// # Source
///
/// Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths. IEEE Transactions on
/// Systems Science and Cybernetics 4(2), 1968. Burns, Hatem, Leighton, Ruml: Implementing fast heuristic search code.
/// Symposium on Combinatorial Search 2012 (on the cost of storing a node).
#[doc(alias("compact a*", "memory-efficient"))]
pub type CompactAStar<P, W = ()> = Search<Compact<P>, W>;

impl<P: Heuristic + ReverseGraph> CompactAStar<P>
where
    P::Node: Copy,
{
    /// Creates a search.
    pub fn new(problem: P) -> CompactAStar<Made<P, Self>> {
        Search::with_engine(problem, Compact::new())
    }
}
