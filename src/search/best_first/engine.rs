//! [`BestFirst`]: the engine behind A*, weighted A*, Dijkstra, greedy and breadth-first search.

use core::fmt;

use crate::engine::{Allowance, Context, Engine, Evaluation, Frontier, Memory, PathOf, Progress, Successors, ViewOf};
use crate::search::Search;
use crate::{Observer, Problem};

/// The engine of best-first search, with a node table and an open list.
///
/// Use this engine through its aliases: [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar),
/// [`BoundedAStar`](crate::search::BoundedAStar), [`Dijkstra`](crate::Dijkstra), [`Greedy`](crate::Greedy) and
/// [`Bfs`](crate::Bfs). The aliases differ only in the [`Evaluation`] `V`, which orders the open nodes. All of these
/// searches recognize a goal when it is chosen for expansion.
#[derive(Clone)]
pub struct BestFirst<P: Problem, V: Evaluation<P>> {
    pub(in crate::search) frontier: Frontier<P, V>,
    pub(in crate::search) successors: Successors<P::Node, P::Cost>,
}

impl<P: Problem, V: Evaluation<P>> Search<BestFirst<P, V>> {
    /// Creates a search with your own [`Evaluation`].
    pub fn with_evaluation(problem: P, evaluation: V) -> Self {
        Search::with_engine(problem, BestFirst::new(evaluation))
    }
}

impl<P: Problem, V: Evaluation<P>, W> Search<BestFirst<P, V>, W> {
    /// Ignores paths that cost more than `limit`. If all paths cost more, the search ends with
    /// [`Exhausted`](crate::Status::Exhausted). Estimates must be admissible. [`Bfs`](crate::Bfs),
    /// [`Greedy`](crate::Greedy) and `without_reopening` may miss paths within the limit.
    ///
    /// # Example
    ///
    /// The cells that a unit in a game can reach in one turn, with 3 movement points:
    ///
    /// ```
    /// use astride::{Dijkstra, FnGraph, Query, Status};
    ///
    /// let road = FnGraph::new(|x: &i32| [(x + 1, 1_u32), (x - 1, 2)]);
    /// let mut search = Dijkstra::new(Query::to_all(road, 0)).with_cost_limit(3);
    /// assert_eq!(search.run(), Status::Found);
    /// let mut range: Vec<_> = search.closed_nodes().map(|cell| (cell.node, cell.g)).collect();
    /// range.sort();
    /// println!("{range:?}"); // prints: [(-1, 2), (0, 0), (1, 1), (2, 2), (3, 3)]
    /// assert_eq!(range, [(-1, 2), (0, 0), (1, 1), (2, 2), (3, 3)]);
    /// ```
    #[doc(alias("isochrone", "reachable", "movement range"))]
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.set_cost_limit(limit);
        self
    }

    /// Sets the [cost limit](Self::with_cost_limit) for the next [`restart`](Self::restart) or [`reset`](Self::reset).
    pub fn set_cost_limit(&mut self, limit: P::Cost) {
        self.engine.frontier.cost_limit = limit;
    }

    /// Returns the evaluation.
    pub fn evaluation(&self) -> &V {
        &self.engine.frontier.evaluation
    }
}

impl<P: Problem, V: Evaluation<P>> Engine for BestFirst<P, V> {
    type Problem = P;
    type Id = u32;

    /// A sweep makes as many expansions as it is allowed to.
    const BATCH: u64 = 1;

    const KEEPS_CLOSED: bool = true;

    #[inline]
    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        if self.frontier.can_sweep() {
            return match self.frontier.sweep(context.reborrow(), allowance) {
                None => context.progress.status.is_running(),
                Some((taken, node)) => self.frontier.generate_all(&mut self.successors, context, taken, &node),
            };
        }
        self.advance_in_records(context, allowance)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        self.frontier.open_start(context, node, cost);
    }

    fn clear(&mut self, _: &mut Memory) {
        self.frontier.clear();
        self.successors.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.frontier.reserve(problem, nodes, memory);
    }

    fn next(&mut self, _: &P, progress: &mut Progress) -> Option<u32> {
        self.frontier.next_open(&mut progress.memory)
    }

    fn last(&self, _: &P) -> Option<u32> {
        self.frontier.current()
    }

    fn best(&self, _: &P) -> Option<u32> {
        self.frontier.best()
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = u32> {
        self.frontier.ids(is_open)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<u32> {
        self.frontier.find(problem, node)
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        self.frontier.view(problem, id)
    }

    fn path(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        self.frontier.path(problem, id)
    }
}

impl<P: Problem, V: Evaluation<P>> BestFirst<P, V> {
    pub(in crate::search) fn new(evaluation: V) -> Self {
        BestFirst {
            frontier: Frontier::new(evaluation),
            successors: Successors::default(),
        }
    }

    /// Continues where nodes have records or must be expanded one by one. Returns whether the search is still running.
    // Not inlined, so that the call to a sweep over slots is inlined.
    #[inline(never)]
    fn advance_in_records<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let (frontier, successors) = (&mut self.frontier, &mut self.successors);
        match frontier.sweep_records(&mut successors.waiting, context.reborrow(), allowance) {
            None => self.advance_by_one(context),
            Some(None) => context.progress.status.is_running(),
            Some(Some((taken, node))) => frontier.generate_all(successors, context, taken, &node),
        }
    }

    /// Expands one node, wherever the nodes are stored. Returns whether the search is still running.
    fn advance_by_one<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        match self.frontier.take_open(context.progress) {
            Some(taken) => self.frontier.expand(&mut self.successors, context, taken),
            None => self.frontier.exhaust(context.progress),
        }
    }
}

impl<P: Problem, V: Evaluation<P>> fmt::Debug for BestFirst<P, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("BestFirst").field(&self.frontier).finish()
    }
}
