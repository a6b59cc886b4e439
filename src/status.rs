//! [`Status`] and [`Stats`]: the state of a search, and the work that it has done.

use alloc::string::ToString;
use core::fmt;
use core::time::Duration;

use crate::SearchError;

/// The state of a search: running, or ended in one of three ways.
///
/// A search is `Running` until it ends. After that, a further step has no effect and returns the same status. The
/// search continues only after calls that are documented to allow this, such as
/// [`reset`](crate::search::Search::reset), changes to edges in [`LpaStar`](crate::LpaStar) and similar searches, and
/// [`seek_next`](crate::search::Search::seek_next) in [`KShortestPaths`](crate::KShortestPaths) and
/// [`LabelSearch`](https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Status {
    /// The search can continue.
    Running,
    /// The search has succeeded. After a search for a goal, [`path`](crate::search::Search::path) returns the path to
    /// that goal. A search that [seeks no goal](crate::Problem::seeks_goal), such as
    /// [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all), has nothing left to expand.
    Found,
    /// It is proven that no goal can be reached or, if a depth or cost limit is set, none within that limit. (Searches
    /// that leave closed nodes closed, such as [`Bfs`](crate::Bfs) and [`Greedy`](crate::Greedy), may miss paths within
    /// a cost limit.) In a search for several paths, all of them have been found.
    Exhausted,
    /// The search had to stop, for example because of an invalid cost, a limit, a lack of memory or a caught panic. It
    /// is not known whether there is a path. If an edge is invalid, [`current`](crate::search::Search::current) is the
    /// node whose expansion encountered it.
    Failed(SearchError),
}

/// Writes the error for a failure, and one word for any other status.
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
    /// Creates a failure that your own [`Stepper`](crate::Stepper) can report for a reason that [`SearchError`] does
    /// not list.
    pub fn failed(reason: &impl fmt::Display) -> Self {
        let reason = reason.to_string();
        Status::Failed(SearchError::Other { reason })
    }

    /// Returns whether the search can continue.
    #[inline]
    pub fn is_running(&self) -> bool {
        matches!(self, Status::Running)
    }
}

/// Counts of the work that a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Stats {
    /// The number of expansions. A node may count several times. A goal that ends the search does not count. A failed
    /// expansion counts, unless it will be repeated after a change to the graph.
    pub expanded: u64,
    /// Successors generated, including those already known and the starts, but not those that the graph [leaves
    /// out](crate::Graph::visit_successors). In iterative deepening, the edges back to the parent do not count.
    pub generated: u64,
    /// The number of times that a closed node was reopened, for a cheaper path or, with a depth limit, for one with
    /// fewer edges.
    pub reopened: u64,
    /// Nodes that are open now. In depth-first search, these are the waiting successors.
    pub open: usize,
    /// The largest number of nodes open at any time, except during an expansion.
    pub max_open: usize,
    /// Stored nodes, open and closed. In iterative deepening, this is the largest number stored at any time.
    pub nodes: usize,
    /// Bytes allocated for nodes and the open list, including spare capacity, but not the heap memory that nodes own.
    pub bytes: usize,
    /// The time spent in the search. If single steps take less than a few microseconds, only a sample of them is timed,
    /// since reading the clock takes as long as a step on a grid. Without the feature `std`, there is no clock, so only
    /// the time of calls with [`Budget::time_by`](crate::Budget::time_by) counts.
    pub elapsed: Duration,
}

impl Stats {
    /// Returns the sum of these counts and those of earlier searches, for a [`Stepper`](crate::Stepper) that runs
    /// several searches. [`max_open`](Self::max_open) is the larger of the two values, and the numbers of open nodes,
    /// stored nodes and bytes are those of this search alone.
    pub fn after(self, before: &Stats) -> Stats {
        Stats {
            expanded: before.expanded + self.expanded,
            generated: before.generated + self.generated,
            reopened: before.reopened + self.reopened,
            max_open: before.max_open.max(self.max_open),
            elapsed: before.elapsed + self.elapsed,
            ..self
        }
    }
}
