//! [`BestFirst`]: the engine behind A*, weighted A*, Dijkstra, greedy and breadth-first search.

use alloc::vec::Vec;
use core::fmt;

use super::Evaluation;
use super::frontier::{Frontier, Generation, Parent, Taken, is_beyond};
use crate::memory::Memory;
use crate::nodes::Key;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::{Guidance, Search};
use crate::{Cost, Observer, Problem, SearchError, SearchNode, Status};

/// The engine of best-first search, with a node table and an open list.
///
/// Use this engine through its aliases: [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar),
/// [`BoundedAStar`](crate::search::BoundedAStar), [`Dijkstra`](crate::Dijkstra), [`Greedy`](crate::Greedy) and
/// [`Bfs`](crate::Bfs). The aliases differ only in the [`Evaluation`] `V`, which orders the open nodes. All of these
/// searches recognize a goal when it is chosen for expansion.
#[derive(Clone)]
pub struct BestFirst<P: Problem, V: Evaluation<P>> {
    pub(in crate::search) frontier: Frontier<P, V>,
    /// The successors of the node being expanded; empty between expansions.
    pub(in crate::search) successors: Vec<Successor<P::Node, P::Cost>>,
}

/// A successor whose lookup is under way.
#[derive(Clone)]
pub(in crate::search) struct Successor<N, C> {
    pub(super) node: N,
    /// The cost of the path to the successor.
    pub(super) cost: C,
    /// The bits of its hash, if it has no index.
    pub(super) bits: u32,
    /// The position among the successors, starting at 0.
    pub(super) place: u32,
}

impl<P: Problem, V: Evaluation<P>> Search<BestFirst<P, V>> {
    /// Creates a search with your own [`Evaluation`].
    pub fn with_evaluation(problem: P, evaluation: V) -> Self {
        Search::from_engine(problem, BestFirst::new(evaluation))
    }
}

impl<P: Problem, V: Evaluation<P>, W> Search<BestFirst<P, V>, W> {
    /// Ignores paths that cost more than `limit`. If all paths cost more, the search ends with
    /// [`Exhausted`](Status::Exhausted). Estimates must be admissible. [`Bfs`](crate::Bfs), [`Greedy`](crate::Greedy)
    /// and `without_reopening` may miss paths within the limit.
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

impl<P: Problem, V: Evaluation<P>> sealed::Sealed for BestFirst<P, V> {}

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
                Some((taken, node)) => self.expand_announced(context, taken, &node),
            };
        }
        self.advance_in_records(context, allowance)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        self.frontier.has_late_start |= context.progress.expanded > 0;
        let key = self.frontier.nodes.key(context.problem, &node);
        let mut generation = Generation { context, parent: None };
        self.frontier.meet(&mut generation, node, cost, key, 0);
        let progress = generation.context.progress;
        progress.generated += 1;
        progress.note_open();
    }

    fn exceeds_limit(&self, overflow: &SearchError) -> bool {
        // Only the key of another evaluation than f = g + h can be too large for a path within the limit.
        matches!(overflow, SearchError::CostOverflow { .. }) && self.frontier.has_cost_limit()
    }

    fn clear(&mut self, _: &mut Memory) {
        self.frontier.clear();
        // Left over if the problem panicked.
        self.successors.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.frontier.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    fn next(&mut self, _: &P, progress: &mut Progress) -> Option<u32> {
        self.frontier.next_open(&mut progress.memory)
    }

    fn last(&self, _: &P) -> Option<u32> {
        self.frontier.nodes.current
    }

    fn best(&self, _: &P) -> Option<u32> {
        self.frontier.best_effort_node()
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let start = problem.start();
        let h = V::Guidance::h(problem, &start);
        let is_beyond = is_beyond(self.frontier.cost_limit, P::Cost::ZERO, h);
        [(!is_beyond).then(|| SearchNode::end(start, h)), None]
    }

    fn ids(&self, problem: &P, is_open: bool) -> impl Iterator<Item = u32> {
        self.frontier.ids(problem, is_open)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<u32> {
        self.frontier.nodes.find(problem, node)
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        self.frontier.view(problem, id)
    }

    fn path(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        self.frontier.path_of(problem, id)
    }
}

impl<P: Problem, V: Evaluation<P>> BestFirst<P, V> {
    pub(in crate::search) fn new(evaluation: V) -> Self {
        BestFirst {
            frontier: Frontier::new(evaluation),
            successors: Vec::new(),
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
        if !self.frontier.can_sweep_hashed() {
            return self.advance_by_one(context);
        }
        let (frontier, waiting) = (&mut self.frontier, &mut self.successors);
        match frontier.sweep_hashed(waiting, context.reborrow(), allowance) {
            None => context.progress.status.is_running(),
            Some((taken, node)) => self.expand_announced(context, taken, &node),
        }
    }

    /// Expands one node, wherever the nodes are stored. Returns whether the search is still running.
    fn advance_by_one<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        let Some(taken) = self.frontier.take_open(context.progress) else {
            context.progress.status = Status::Exhausted;
            return false;
        };
        let Some(node) = self.frontier.taken_node(context.problem, context.progress, taken.id) else {
            return false;
        };
        if context.problem.is_goal(&node) {
            self.frontier
                .tell(context.problem, context.observer, taken, &node, W::found);
            context.progress.status = Status::Found;
            return false;
        }
        self.expand(context, taken, &node)
    }

    /// Expands a node that was taken. Returns whether the search is still running.
    pub(in crate::search) fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> bool {
        self.frontier
            .tell(context.problem, context.observer, taken, node, W::expanded);
        self.expand_announced(context, taken, node)
    }

    /// Expands a node that has been announced to the observer.
    fn expand_announced<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> bool {
        let mut generated = self.meet_all(context.reborrow(), taken, node);
        if context.progress.take_news() || !context.progress.status.is_running() {
            // Repeated with all successors, so that the error has the right place. The earlier successors are already
            // known.
            context.progress.status = Status::Running;
            generated = self.meet_all(context.reborrow(), Taken { parent: None, ..taken }, node);
        }
        context.progress.count_expansion(generated);
        context.progress.note_open();
        context.progress.status.is_running()
    }

    /// Meets the successors of a node and returns their number. If `taken` has no parent, no successor is left out.
    #[inline(never)]
    fn meet_all<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> usize {
        let (frontier, waiting) = (&mut self.frontier, &mut self.successors);
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let mut generated = 0;
        problem.visit_successors(
            node,
            frontier.reached(problem, node, taken.parent),
            |child, index, edge| {
                let place = generated;
                generated += 1;
                let Some(cost) = progress.sum(taken.cost, edge, place) else {
                    return;
                };
                // Lookups in a large hash table wait for main memory, here all at once instead of one after another.
                let bits = if index.is_none() {
                    frontier.nodes.warm(&child)
                } else {
                    0
                };
                let successor = Successor {
                    node: child,
                    cost,
                    bits,
                    place: u32::try_from(place).unwrap_or(u32::MAX),
                };
                progress.memory.push(waiting, successor);
            },
        );
        let mut generation = Generation {
            parent: Some(Parent {
                id: taken.id,
                node,
                estimate: frontier.nodes.value(taken.id),
            }),
            context: Context {
                problem,
                observer,
                progress,
            },
        };
        for successor in waiting.drain(..) {
            let Successor {
                node,
                cost,
                bits,
                place,
            } = successor;
            let key = problem.index(&node).map_or(Key::Hash(bits), Key::Index);
            frontier.meet(&mut generation, node, cost, key, place as usize);
        }
        generated
    }
}

impl<P: Problem, V: Evaluation<P>> fmt::Debug for BestFirst<P, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("BestFirst").field(&self.frontier).finish()
    }
}
