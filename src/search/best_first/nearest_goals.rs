//! [`NearestGoals`]: all goals, nearest first.

use core::fmt;
use core::iter::FusedIterator;
use core::mem;

use super::Dijkstra;
use crate::{OneToAll, Path, Problem, Query, SearchError, Stats, Status, Stepper};

/// All goals of a problem, nearest first: an iterator over the cheapest paths to them.
///
/// Use it for the nearest few of many goals. A single search with Dijkstra's algorithm continues from goal to goal, so
/// finding the first three goals of a thousand takes as long as finding the third alone. If you need only the nearest
/// goal on a grid map, A* on [`GridGoals`] expands fewer cells; for the nearest goal from *every* cell, use a
/// [`FlowField`].
///
/// The iterator ends when no more nodes can be reached. On an infinite graph, it would search forever for a goal after
/// the last one, so take no more goals than the graph has.
///
/// # Arguments
///
/// A [`Problem`], or a reference to one, with any number of goals.
///
/// # Returns
///
/// `Ok` with a cheapest path for each goal that can be reached, in order of cost; goals of the same cost come in the
/// order in which the search expands them. If the search fails, the iterator returns `Err` once and then ends.
///
/// # Complexity
///
/// As for [`Dijkstra`] up to the last goal taken, plus O(length) for each path.
///
/// # Errors
///
/// Those of [`Status::Failed`].
///
/// # Example
///
/// ```
/// use astride::{FnGraph, NearestGoals, Query};
///
/// // The square numbers nearest to 20, in steps of 1.
/// let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n.saturating_sub(1), 1)]);
/// let squares = Query::new(&line, 20, |n| n.isqrt().pow(2) == *n);
/// let found: Vec<(u32, u32)> = NearestGoals::new(squares)
///     .take(3)
///     .map(|path| path.map(|path| (path.nodes[path.edges()], path.cost)))
///     .collect::<Result<_, _>>()?;
/// println!("{found:?}"); // prints: [(16, 4), (25, 5), (9, 11)]
/// assert_eq!(found, [(16, 4), (25, 5), (9, 11)]);
/// # Ok::<(), astride::SearchError>(())
/// ```
///
/// # Source
///
/// Papadias, Zhang, Mamoulis, Tao: Query Processing in Spatial Network Databases (VLDB 2003), where the method is
/// called incremental network expansion.
///
/// [`GridGoals`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridGoals.html
/// [`FlowField`]: https://docs.rs/astride-grid/latest/astride_grid/struct.FlowField.html
#[doc(alias("nearest neighbor", "nearest neighbour", "incremental network expansion"))]
#[derive(Clone)]
pub struct NearestGoals<P: Problem> {
    /// A search that does not stop at goals.
    search: Dijkstra<OneToAll<P>>,
    /// Whether the search has stopped at a goal.
    is_found: bool,
    /// Whether a failure has been reported.
    is_over: bool,
}

impl<P: Problem> NearestGoals<P> {
    /// Creates the iterator over the goals of `problem`. Nothing is expanded yet.
    pub fn new(problem: P) -> Self {
        Self {
            search: Dijkstra::new(endless(problem)),
            is_found: false,
            is_over: false,
        }
    }

    /// Makes the search fail if more than `limit` nodes would be stored: see
    /// [`with_node_limit`](crate::search::Search::with_node_limit).
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        self.search = self.search.with_node_limit(limit);
        self
    }

    /// Leaves out goals whose paths cost more than `limit`, and expands no nodes beyond it: see
    /// [`with_cost_limit`](crate::search::Search::with_cost_limit).
    ///
    /// ```
    /// use astride::{FnGraph, NearestGoals, Query};
    ///
    /// let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32), (n.saturating_sub(1), 1)]);
    /// let squares = Query::new(&line, 20, |n| n.isqrt().pow(2) == *n);
    /// let within_10 = NearestGoals::new(squares).with_cost_limit(10);
    /// assert_eq!(within_10.count(), 2); // 16 and 25, but not 9
    /// ```
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.search.set_cost_limit(limit);
        self
    }

    /// Returns the problem.
    pub fn problem(&self) -> &P {
        self.search.problem().graph()
    }

    /// Starts again with another problem, in the same memory.
    pub fn reset(&mut self, problem: P) {
        self.search.reset(endless(problem));
        (self.is_found, self.is_over) = (false, false);
    }
}

impl<P: Problem> Iterator for NearestGoals<P> {
    type Item = Result<Path<P::Node, P::Cost>, SearchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Status::Failed(error) = self.run() {
            return (!mem::replace(&mut self.is_over, true)).then_some(Err(error));
        }
        if !self.is_found {
            return None;
        }
        let path = self.search.path_to(&self.search.current()?)?;
        self.is_found = false;
        Some(Ok(path))
    }
}

/// When it is run in slices, the search is [`Found`](Status::Found) at each goal until [`next`](Iterator::next) returns
/// the path to it, and [`Exhausted`](Status::Exhausted) when there are no more goals.
///
/// ```
/// use astride::{Budget, FnGraph, NearestGoals, Query, Status, Stepper};
///
/// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let mut tens = NearestGoals::new(Query::new(&line, 12, |n: &i32| n % 10 == 0));
/// while tens.run_for(Budget::new().expansions(3)) == Status::Running {}
/// assert_eq!(tens.next().unwrap()?.nodes, [12, 11, 10]);
/// # Ok::<(), astride::SearchError>(())
/// ```
impl<P: Problem> Stepper for NearestGoals<P> {
    /// Makes at most one expansion.
    fn step(&mut self) -> Status {
        if !self.is_found && self.search.step().is_running() {
            self.search.guarded(|search| {
                // A node's cost is final when it is expanded.
                let node = search.current();
                self.is_found = node.is_some_and(|node| search.problem.graph().is_goal(&node));
            });
        }
        self.status()
    }

    fn status(&self) -> Status {
        match self.search.status() {
            Status::Running if self.is_found => Status::Found,
            // All nodes have been reached.
            Status::Found => Status::Exhausted,
            status => status,
        }
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }
}

impl<P: Problem> fmt::Debug for NearestGoals<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NearestGoals")
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

impl<P: Problem> FusedIterator for NearestGoals<P> {}

fn endless<P: Problem>(problem: P) -> OneToAll<P> {
    let start = problem.start();
    Query::to_all(problem, start)
}
