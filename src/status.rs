//! [`Status`] and [`Stats`]: where a search stands, and what it has done.

use alloc::string::ToString;
use core::fmt;
use core::time::Duration;

use crate::SearchError;

/// Where a search stands.
///
/// A search is `Running` until it comes to one of three ends. An end stays an end: a further step changes nothing and
/// returns the same status. Only a call that is documented to do so lets the search go on: a
/// [`reset`](crate::search::Search::reset), a changed edge in [`LpaStar`](crate::LpaStar) and its siblings,
/// [`seek_next`](crate::search::Search::seek_next) in [`KShortestPaths`](crate::KShortestPaths) and
/// [`LabelSearch`](crate::search::LabelSearch).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[must_use = "a search may have ended, or failed"]
pub enum Status {
    /// The search can go on.
    Running,
    /// What was looked for was found. If that is a goal, [`path`](crate::search::Search::path) returns the path. A
    /// search that [seeks no goal](crate::Problem::seeks_goal), such as
    /// [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all), has then closed all nodes that can be reached.
    Found,
    /// It is proven that no goal can be reached, or none within the depth or cost limit if one is set.
    Exhausted,
    /// The search had to stop: an invalid cost, a limit, no memory, a caught panic. Whether there is a path is not
    /// known. If an edge is to blame, [`current`](crate::search::Search::current) is the node that it leaves.
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
    /// A failure for a reason that [`SearchError`] does not know: for a [`Stepper`](crate::Stepper) of your own.
    pub fn failed(reason: &impl fmt::Display) -> Self {
        let reason = reason.to_string();
        Status::Failed(SearchError::Other { reason })
    }

    /// Whether the search can go on.
    #[inline]
    pub fn is_running(&self) -> bool {
        matches!(self, Status::Running)
    }
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes whose successors were generated, counted again each time. A goal that ends the search is not among them.
    /// An expansion that fails counts, except one that will be made again after a change of the graph.
    pub expanded: u64,
    /// Successors generated, including those already known and the starts, but not those that the graph
    /// [leaves out](crate::Graph::visit_successors). In iterative deepening without the ways back to where a path came
    /// from.
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
    /// The time spent in the search. Single steps that take less than a few microseconds are measured by samples, since
    /// a reading of the clock takes as long as a step on a grid. Zero in a build without the feature `std`, which has
    /// no clock.
    pub elapsed: Duration,
}

impl Stats {
    /// Returns what several searches did one after the other: this one, and those before it. For a
    /// [`Stepper`](crate::Stepper) that makes several searches. What is open and what is stored is that of this one.
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
