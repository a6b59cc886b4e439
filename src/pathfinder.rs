//! [`Pathfinder`], [`Status`], [`Budget`], [`Stats`]: what a user drives.

use alloc::boxed::Box;
use core::fmt;
use core::time::Duration;

use crate::{Cost, Path, SearchError};

/// Where a search stands.
///
/// `Running` until one of three ends, which nobody can mix up. A search that has ended stays as it is: stepping on
/// changes nothing and answers the same end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[must_use = "a search may have ended, or failed"]
pub enum Status {
    /// Not at an end: step on.
    Running,
    /// A goal was reached: `path()` has the path.
    Found,
    /// Proven: no goal can be reached. (With a depth limit: not within it.)
    Exhausted,
    /// The search cannot go on: an invalid cost, a limit, no memory. Whether there is a path is not known.
    Failed(SearchError),
}

/// One word for the first three; for a failure, what failed.
impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Running => formatter.pad("running"),
            Status::Found => formatter.pad("found"),
            Status::Exhausted => formatter.pad("exhausted"),
            Status::Failed(error) => write!(formatter, "failed: {error}"),
        }
    }
}

impl Status {
    /// Whether the search can go on.
    #[inline]
    pub fn is_running(&self) -> bool {
        matches!(self, Status::Running)
    }
}

/// How much work `run_for` may do in one call: any combination of limits, the first one reached ends the call.
///
/// ```
/// use astride::Budget;
/// use std::time::Duration;
///
/// let frame = Budget::new().time(Duration::from_millis(2)).expansions(50_000);
/// # let _ = frame;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Budget {
    pub(crate) expansions: Option<u64>,
    pub(crate) nodes: Option<usize>,
    pub(crate) time: Option<Duration>,
}

impl Budget {
    /// No limit yet.
    pub const fn new() -> Self {
        Budget {
            expansions: None,
            nodes: None,
            time: None,
        }
    }

    /// At most this many expansions.
    pub const fn expansions(self, expansions: u64) -> Self {
        Budget {
            expansions: Some(expansions),
            ..self
        }
    }

    /// Stops after the expansion that brings the number of nodes stored by this call to `nodes` or more. The search can
    /// go on afterwards; a limit at which it fails instead is set with `with_node_limit`.
    pub const fn nodes(self, nodes: usize) -> Self {
        Budget {
            nodes: Some(nodes),
            ..self
        }
    }

    /// Stops soon after this much time. The clock is read between expansions, so that one expansion is never cut short,
    /// and less often than once an expansion where they are fast.
    #[cfg(feature = "std")]
    pub const fn time(self, time: Duration) -> Self {
        Budget {
            time: Some(time),
            ..self
        }
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes whose successors were generated, counted again each time.
    pub expanded: u64,
    /// Successors generated, those already known and starts included. In iterative deepening: but for the ways back to
    /// where a path came from.
    pub generated: u64,
    /// Closed nodes that were opened again, for a cheaper path (with a depth limit: a shorter one).
    pub reopened: u64,
    /// Nodes open now. In depth-first search: successors waiting for their turn.
    pub open: usize,
    /// The most nodes that were open at a time, looked at after each expansion.
    pub max_open: usize,
    /// Nodes stored, open and closed. In iterative deepening: the most that were stored at a time.
    pub nodes: usize,
    /// Bytes allocated for nodes and the open list, spare capacity included; what nodes own on the heap is not.
    pub bytes: usize,
    /// Time spent in `run` and `run_for`. Single steps are not timed, since reading the clock twice costs as much as a step
    /// on a grid: a loop around `step` leaves this at zero. So does a build without the feature `std`, which has no clock.
    pub elapsed: Duration,
}

/// What all searches have in common, as an object-safe trait, so that an application can choose one at run time.
///
/// The methods of the same names on [`AStar`](crate::AStar) and the others do the same without an import. What depends on
/// the problem's type is there alone: `reset`, `problem`, the builders.
///
/// To cancel a search, call it no more, or drop it; it does nothing between calls. A search is `Send` where its problem is.
///
/// ```
/// use astride::{AStar, Dfs, FnGraph, Pathfinder, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let problem = Query::new(&number_line, 0, |n| *n == 5).heuristic(|n| n.abs_diff(5));
///
/// let patient = true;
/// let mut search: Box<dyn Pathfinder<Node = i32, Cost = u32> + '_> =
///     if patient { Box::new(AStar::new(&problem)) } else { Box::new(Dfs::new(&problem)) };
/// while search.step() == Status::Running {}
/// assert_eq!(search.path().map(|path| path.cost), Some(5));
/// ```
pub trait Pathfinder {
    /// A state of the problem.
    type Node;

    /// What its edges cost.
    type Cost: Cost;

    /// Expands one node and answers where the search then stands. The first step opens the start.
    fn step(&mut self) -> Status;

    /// Steps until the search ends. On an infinite graph without a reachable goal that is never: see
    /// [`run_for`](Self::run_for), or set a limit.
    fn run(&mut self) -> Status;

    /// Steps until the search ends or the budget is used up: then it answers [`Status::Running`], and the next call goes
    /// on from there.
    fn run_for(&mut self, budget: Budget) -> Status;

    /// Where the search stands.
    fn status(&self) -> Status;

    /// The path that was found, or `None` before [`Status::Found`]. O(length), and clones each node.
    fn path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// The path to the node with the least estimate so far, the first one of equals: somewhere to go while the search
    /// goes on. A search without estimates has no such node: it answers the path to the [`current`](Self::current) one,
    /// which jumps about from step to step. `None` before the first step.
    fn best_effort_path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// What the search has done so far. O(1).
    fn stats(&self) -> Stats;

    /// The node that was expanded last; once found, the goal; after a failure, the node whose edge it was. `None` before
    /// the first step, and where a start made the search fail.
    fn current(&self) -> Option<&Self::Node>;

    /// The open nodes with their costs, in no particular order. O(stored nodes). In depth-first search: the successors
    /// that wait, one for each edge, though some may have been visited by the time it is their turn. In iterative
    /// deepening: those along the branch.
    fn open_nodes(&self) -> Box<dyn Iterator<Item = (&Self::Node, Self::Cost)> + '_>;

    /// The closed nodes with their costs, in no particular order. O(stored nodes).
    ///
    /// Closed are nodes that were expanded and not opened again, and dead ends (an infinite estimate). In iterative
    /// deepening: the nodes on the branch.
    fn closed_nodes(&self) -> Box<dyn Iterator<Item = (&Self::Node, Self::Cost)> + '_>;

    /// Adds a start, besides the problem's own, from which paths have `cost` already.
    ///
    /// May be called at any time while the search is running. An invalid cost makes the search [`Status::Failed`]. After
    /// an end it changes nothing.
    fn add_start(&mut self, node: Self::Node, cost: Self::Cost);

    /// The cost of the path to `node` that the search holds, or `None` where it has met no such node. One look-up.
    ///
    /// In Dijkstra's algorithm it is final once the node is closed.
    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost>;

    /// The path to `node` that the search holds: see [`cost_to`](Self::cost_to).
    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>>;
}
