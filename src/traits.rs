//! Traits that special searches require of problems and costs, and the types that the methods of
//! [`Graph`](crate::Graph) and [`Heuristic`] use. The traits that most graphs implement are at the root of the crate.
//!
//! # Depth-first kernels
//!
//! Most users can ignore this section. Override [`Heuristic::search_below`] if your problem has a depth-first search
//! that is faster than expanding one node at a time, as the sliding-tile puzzle does. [`IdaStar`](crate::IdaStar) and
//! `ParallelIdaStar` call this method for nodes that they are about to expand if they have no observer, no cycle check
//! and no budget except for time. If the result is `None`, the search expands the [`Subtree`] itself.
//!
//! The result, [`Below`], must be the same as if the search expanded the subtree itself:
//! * Edges back to the parent of a node are left out. The parent of the root is [`came_from`](Subtree::came_from).
//! * Nodes whose cost plus estimate exceeds [`threshold`](Subtree::threshold) are cut off.
//! * A path does not return to a node at the same cost. The method does not know the path to the root, so it must
//!   return `None` if a cycle can cost nothing.
//! * Successors are searched in order, and the first goal ends the search. The root is not a goal.
//!
//! Of the nodes below the root, only the last one of the [path](Below::path) counts for
//! [`best_effort_path`](crate::search::Search::best_effort_path).
//!
//! A call cannot be interrupted, so it should pause after about [`expansions`](Subtree::expansions) expansions, and
//! return the [path](Below::path) to the next node to expand. An empty path means a pause at the root. The search then
//! expands the root itself, and calls this method for the subtrees of its successors.

#[cfg(doc)]
use crate::Heuristic;
pub use crate::cost::NumericCost;
pub use crate::graph::{Below, Consistency, Hints, NoSuchNode, PairHeuristic, Reached, ReverseHeuristic, Subtree};
