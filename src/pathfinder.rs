//! [`Pathfinder`], [`Status`], [`Budget`], [`Stats`]: what a user drives.

use alloc::boxed::Box;
use alloc::string::ToString;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use core::{fmt, iter};

use crate::search::{Engine, Search};
use crate::{Cost, Observer, Path, Problem, SearchError, SearchNode, Stepper};

/// Where a search stands.
///
/// A search is `Running` until it comes to one of three ends. An end stays an end: a further step changes nothing and
/// returns the same status. Only a call that is documented to do so lets the search go on: a
/// [`reset`](Search::reset), a changed edge in [`LpaStar`](crate::LpaStar) and its siblings,
/// [`seek_next`](crate::KShortestPaths::seek_next) in [`KShortestPaths`](crate::KShortestPaths).
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
    /// What was looked for was found. If that is a goal, [`path`](Search::path) returns the path. A search that
    /// [seeks no goal](Problem::seeks_goal), such as [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all), has
    /// then closed all nodes that can be reached.
    Found,
    /// It is proven that no goal can be reached, or none within the depth or cost limit if one is set.
    Exhausted,
    /// The search had to stop: an invalid cost, a limit, no memory, a caught panic. Whether there is a path is not
    /// known. If an edge is to blame, [`current`](Search::current) is the node that it leaves.
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
    /// A failure for a reason that [`SearchError`] does not know: for a [`Stepper`] of your own.
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

/// How much work [`run_for`](Search::run_for) may do in one call: any combination of limits. The first one reached ends
/// the call.
///
/// ```
/// use astride::Budget;
/// use std::time::Duration;
///
/// let frame = Budget::new().time(Duration::from_millis(2)).expansions(50_000);
/// # let _ = frame;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub(crate) expansions: Option<u64>,
    pub(crate) nodes: Option<usize>,
    pub(crate) memory: Option<usize>,
    pub(crate) time: Option<Duration>,
    pub(crate) clock: Option<Clock>,
}

/// Returns the time since any moment that stays the same.
pub(crate) type Clock = fn() -> Duration;

impl Budget {
    /// No limit yet.
    pub const fn new() -> Self {
        Budget {
            expansions: None,
            nodes: None,
            memory: None,
            time: None,
            clock: None,
        }
    }

    /// Returns the most expansions, or `None` without such a limit: for a search of your own that keeps a budget.
    pub const fn max_expansions(&self) -> Option<u64> {
        self.expansions
    }

    /// Returns the most nodes stored, or `None` without such a limit.
    pub const fn max_nodes(&self) -> Option<usize> {
        self.nodes
    }

    /// Returns the most bytes allocated, or `None` without such a limit.
    pub const fn max_memory(&self) -> Option<usize> {
        self.memory
    }

    /// Returns the most time, or `None` without such a limit.
    pub const fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether no expansion fits.
    pub(crate) fn is_empty(&self) -> bool {
        self.expansions == Some(0)
            || self.nodes == Some(0)
            || self.memory == Some(0)
            || self.time == Some(Duration::ZERO)
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

    /// Stops after the expansion that brings the bytes allocated by this call, as counted by [`Stats::bytes`], to `bytes`
    /// or more. Lists grow by leaps, so that it may be twice as many. The search can go on afterwards; a limit at which
    /// it fails instead, before it allocates more, is set with `with_memory_limit`.
    ///
    /// ```
    /// use astride::{Budget, Dijkstra, FnGraph, Query, Status};
    ///
    /// let endless = FnGraph::new(|n: &u64| [(2 * n % 1_000_003, 1_u32), (n + 1, 1)]);
    /// let mut search = Dijkstra::new(Query::new(endless, 1, |_| false));
    /// assert_eq!(search.run_for(Budget::new().memory(1_000_000)), Status::Running);
    /// println!("{} nodes in {} bytes: is there memory for more?", search.stats().nodes, search.stats().bytes);
    /// # assert!((1_000_000..3_000_000).contains(&search.stats().bytes));
    /// ```
    pub const fn memory(self, bytes: usize) -> Self {
        Budget {
            memory: Some(bytes),
            ..self
        }
    }

    /// Stops soon after this much time. The clock is read between expansions, so that one expansion is never cut short,
    /// and less often than once an expansion where they are fast.
    ///
    /// Only where the standard library has a clock: not without the feature `std`, and not in the WebAssembly of a
    /// browser. [`time_by`](Self::time_by) takes yours.
    #[doc(alias("timeout", "time limit", "deadline"))]
    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub const fn time(self, time: Duration) -> Self {
        Budget {
            time: Some(time),
            clock: None,
            ..self
        }
    }

    /// The same by a clock of your own, which returns the time since any moment, and never less than before. In a
    /// browser that is `performance.now()`. [`Stats::elapsed`] then counts this time.
    ///
    /// ```
    /// use astride::{Budget, FnGraph, Dijkstra, Query, Status};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::time::Duration;
    ///
    /// /// A millisecond later each time that it is read.
    /// fn clock() -> Duration {
    ///     static READ: AtomicU64 = AtomicU64::new(0);
    ///     Duration::from_millis(READ.fetch_add(1, Ordering::Relaxed))
    /// }
    ///
    /// let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u64)]);
    /// let mut search = Dijkstra::new(Query::new(endless, 0, |_| false));
    /// assert_eq!(search.run_for(Budget::new().time_by(Duration::from_millis(9), clock)), Status::Running);
    /// assert!(search.stats().expanded > 0 && search.stats().elapsed >= Duration::from_millis(9));
    /// ```
    #[doc(alias("timeout", "time limit", "deadline", "wasm"))]
    pub const fn time_by(self, time: Duration, clock: fn() -> Duration) -> Self {
        Budget {
            time: Some(time),
            clock: Some(clock),
            ..self
        }
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
    /// Successors generated, including those already known and the starts. In iterative deepening without the ways back
    /// to where a path came from.
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
    /// What several searches did in the same memory: this one, and those before it.
    pub(crate) fn after(self, before: &Stats) -> Stats {
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

/// What every [`Search`] has in common, as an object-safe trait, so that an application can choose one at run time.
///
/// The methods, with those of [`Stepper`], are those of [`Search`], where they are documented and need no import.
/// Methods that depend on the problem's type, such as `reset`, are only there. The trait is sealed, and implemented for
/// `Search` only.
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
pub trait Pathfinder: Stepper + sealed::Sealed {
    /// A state of the problem.
    type Node;

    /// What its edges cost.
    type Cost: Cost;

    /// See [`Search::add_start`].
    fn add_start(&mut self, node: Self::Node, cost: Self::Cost);

    /// See [`Search::restart`].
    fn restart(&mut self);

    /// See [`Search::set_node_limit`].
    fn set_node_limit(&mut self, limit: usize);

    /// See [`Search::set_memory_limit`].
    fn set_memory_limit(&mut self, bytes: usize);

    /// See [`Search::path`].
    fn path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// See [`Search::best_effort_path`].
    fn best_effort_path(&self) -> Option<Path<Self::Node, Self::Cost>>;

    /// See [`Search::current`].
    fn current(&self) -> Option<Self::Node>;

    /// See [`Search::next_node`].
    fn next_node(&mut self) -> Option<SearchNode<Self::Node, Self::Cost>>;

    /// See [`Search::open_nodes`].
    fn open_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_>;

    /// See [`Search::closed_nodes`].
    fn closed_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_>;

    /// See [`Search::find`].
    fn find(&self, node: &Self::Node) -> Option<SearchNode<Self::Node, Self::Cost>>;

    /// See [`Search::cost_to`].
    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost>;

    /// See [`Search::path_to`].
    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>>;
}

mod sealed {
    pub trait Sealed {}
    impl<E: crate::search::Engine, W> Sealed for crate::search::Search<E, W> {}
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Stepper for Search<E, W> {
    fn step(&mut self) -> Status {
        self.step()
    }

    fn status(&self) -> Status {
        self.status()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }

    fn run(&mut self) -> Status {
        self.run()
    }

    fn run_for(&mut self, budget: Budget) -> Status {
        self.run_for(budget)
    }

    fn run_until(&mut self, stop: &AtomicBool) -> Status {
        self.run_until(stop)
    }
}

impl<P: Problem, E: Engine<Problem = P>, W: Observer<P::Node, P::Cost>> Pathfinder for Search<E, W> {
    type Node = P::Node;
    type Cost = P::Cost;

    fn add_start(&mut self, node: Self::Node, cost: Self::Cost) {
        self.add_start(node, cost);
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn set_node_limit(&mut self, limit: usize) {
        self.set_node_limit(limit);
    }

    fn set_memory_limit(&mut self, bytes: usize) {
        self.set_memory_limit(bytes);
    }

    fn path(&self) -> Option<Path<Self::Node, Self::Cost>> {
        self.path()
    }

    fn best_effort_path(&self) -> Option<Path<Self::Node, Self::Cost>> {
        self.best_effort_path()
    }

    fn current(&self) -> Option<Self::Node> {
        self.current()
    }

    fn next_node(&mut self) -> Option<SearchNode<Self::Node, Self::Cost>> {
        self.next_node()
    }

    fn open_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_> {
        plain(self.open_nodes())
    }

    fn closed_nodes(&self) -> Box<dyn Iterator<Item = SearchNode<Self::Node, Self::Cost>> + '_> {
        plain(self.closed_nodes())
    }

    fn find(&self, node: &Self::Node) -> Option<SearchNode<Self::Node, Self::Cost>> {
        self.find(node)
    }

    fn cost_to(&self, node: &Self::Node) -> Option<Self::Cost> {
        self.cost_to(node)
    }

    fn path_to(&self, node: &Self::Node) -> Option<Path<Self::Node, Self::Cost>> {
        self.path_to(node)
    }
}

/// Boxes an iterator by its `next` alone: the other methods of a boxed iterator would be compiled for each search, too.
fn plain<'a, T>(mut items: impl Iterator<Item = T> + 'a) -> Box<dyn Iterator<Item = T> + 'a> {
    Box::new(iter::from_fn(move || items.next()))
}
