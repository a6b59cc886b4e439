//! The parts from which searches are made, for authors of algorithms. Most users can ignore this module.
//!
//! A [`Search`](crate::search::Search) steps, pauses, keeps limits, measures time and answers questions. What differs
//! between algorithms is its [`Engine`]: how a node is expanded, and where nodes are stored. This module contains the
//! trait and the parts on which the engines of this crate are built.
//!
#![doc = include_str!("guide.md")]
//! ```
#![doc = include_str!("../../examples/beam_search/beam.rs")]
//! ```
//!
#![doc = include_str!("guide_end.md")]

mod context;
pub(crate) mod evaluation;
mod frontier;
pub(crate) mod guidance;
mod meetings;
mod nearest;
mod paths;
mod progress;
mod sums;

pub use context::{Allowance, Context};
pub(crate) use evaluation::{EstimateOf, Evaluation, Revisit};
pub use frontier::{Frontier, Generation, Parent, Successors, Taken};
pub(crate) use frontier::{Successor, is_beyond, is_first_goal, keeps_cheapest, reopens};
pub(crate) use guidance::Guidance;
pub use meetings::{Meeting, Meetings, Side};
pub use nearest::Nearest;
pub(crate) use nearest::is_nearer;
pub(crate) use paths::{cheapest_edge, follow};
pub use progress::Progress;
pub(crate) use sums::{check_cost_limit, check_node, plain_key, start_cost};
pub use sums::{checked_key, path_cost, plain_sum};

pub use crate::memory::{MAX_NODES, MAX_RESERVED, Memory, Refusal, filled, with_capacity};
pub use crate::nodes::{ById, Comparison, Key, Link, NodeTable};

use crate::{Graph, Observer, Path, Problem, SearchNode};

/// The part of a [`Search`](crate::search::Search) that differs between algorithms: how it opens a start, how it
/// expands a node, and where it keeps its nodes.
///
/// The engines of this crate are used through the aliases of `Search`, such as [`AStar`](crate::AStar) and
/// [`Dfs`](crate::Dfs). To write your own, see the [guide](crate::engine#an-algorithm-of-your-own), and pass it to
/// [`Search::with_engine`](crate::search::Search::with_engine).
///
/// # Contract
///
/// - Between two calls, every stored node is open or closed, and [`ids`](Self::ids) lists each of them once. The number
///   of open nodes is that of the [`Progress`].
/// - [`advance`](Self::advance) and [`open_start`](Self::open_start) are called only while the search is running, and
///   `advance` only after a start has been opened. The search checks the cost of a start, and whether the graph has it.
/// - Each expansion notifies the observer, [counts](Progress::count_expansion) the node and its successors, and adds
///   edges with [`Progress::sum`], which leaves out those that cost infinity and fails if a cost is not valid.
/// - Every list grows through the [`Memory`] of the progress. A refusal ends the search after the expansion, so an
///   engine may stop half-way, and afterwards only [`clear`](Self::clear) is called. If memory has been refused, a goal
///   is not [found](Observer::found) any more.
/// - If the code of the problem, the observer, a node or a cost panics, nothing is called until `clear`, which must
///   cope with an expansion that was interrupted anywhere.
/// - After `clear`, a search does the same as a new one.
pub trait Engine: Sized {
    /// The problem to be searched.
    type Problem: Problem;

    /// The name of a node that the engine has stored, or of a path to such a node. It stays valid until the next call
    /// that changes the engine.
    type Id: Copy;

    /// The maximum number of expansions in one [`step`](crate::search::Search::step): 1, except in parallel searches.
    #[doc(hidden)]
    const STEP: u64 = 1;

    /// The minimum batch size of [`advance`](Self::advance); 0 if it always makes exactly one expansion.
    const BATCH: u64 = 0;

    /// Whether all expanded nodes stay closed, with their costs from a start, so that a search that has ended can check
    /// which nodes have not been reached: see [`CostOverflow`](crate::SearchError::CostOverflow).
    const KEEPS_CLOSED: bool = false;

    /// Makes one expansion, or a batch of up to [`Allowance::expansions`] if [`BATCH`](Self::BATCH) is not 0. If
    /// nothing is left to expand, sets the status to [`Exhausted`](crate::Status::Exhausted), and if a goal is to be
    /// expanded, to [`Found`](crate::Status::Found). Returns whether the search is still running.
    fn advance<W>(&mut self, context: Context<'_, Self::Problem, W>, allowance: Allowance<'_>) -> bool
    where
        W: Observer<NodeOf<Self>, CostOf<Self>>;

    /// Opens a start: the problem's own before the first expansion, and others whenever they are added. Counts it as
    /// [generated](Progress::count_start).
    fn open_start<W>(&mut self, context: Context<'_, Self::Problem, W>, node: NodeOf<Self>, cost: CostOf<Self>)
    where
        W: Observer<NodeOf<Self>, CostOf<Self>>;

    /// Returns the node whose expansion has just left out a path that is too expensive for the cost type. An engine
    /// needs this method only if it makes expansions in batches that go on after a path was left out.
    fn overflow_node(&self, problem: &Self::Problem) -> Option<NodeOf<Self>> {
        Some(self.view(problem, self.last(problem)?)?.node)
    }

    /// Removes all nodes, and keeps the memory and the settings. The ledger has to be told only of memory that is
    /// freed, and of [nodes](Memory::remove_nodes) that are removed while the search goes on.
    fn clear(&mut self, memory: &mut Memory);

    /// Allocates memory for this many nodes in total, as far as the limits allow.
    fn reserve(&mut self, problem: &Self::Problem, nodes: usize, memory: &mut Memory);

    /// Returns the node that will be expanded next. Entries that are no longer needed may be dropped.
    fn next(&mut self, problem: &Self::Problem, progress: &mut Progress) -> Option<Self::Id>;

    /// Returns the node that was expanded last, or the goal once it is found. Its [path](Self::path) is the path found.
    fn last(&self, problem: &Self::Problem) -> Option<Self::Id>;

    /// Returns the end of the best-effort path: if estimates are known, the node with the least estimate and then the
    /// least cost.
    fn best(&self, problem: &Self::Problem) -> Option<Self::Id> {
        self.last(problem)
    }

    /// Returns the open nodes, or the closed ones.
    fn ids(&self, is_open: bool) -> impl Iterator<Item = Self::Id>;

    /// Returns the id of a node, if the search has generated it.
    fn id_of(&self, problem: &Self::Problem, node: &NodeOf<Self>) -> Option<Self::Id>;

    /// Returns a node and its state. `None` only if the graph no longer has the node.
    fn view(&self, problem: &Self::Problem, id: Self::Id) -> Option<ViewOf<Self>>;

    /// Returns the path to a node, or `None` if there is none from a start.
    fn path(&self, problem: &Self::Problem, id: Self::Id) -> Option<PathOf<Self>>;
}

/// The node type of an engine's problem.
pub type NodeOf<E> = <<E as Engine>::Problem as Graph>::Node;

/// The cost type of an engine's problem.
pub type CostOf<E> = <<E as Engine>::Problem as Graph>::Cost;

/// A path through an engine's problem.
pub type PathOf<E> = Path<NodeOf<E>, CostOf<E>>;

/// A node of an engine's problem, with its state in the search.
pub type ViewOf<E> = SearchNode<NodeOf<E>, CostOf<E>>;
