//! [`BestFirst`]: the one engine behind A*, weighted A*, Dijkstra, greedy and breadth-first search.

use alloc::vec::Vec;
use core::fmt;

use super::Evaluation;
use super::frontier::{Frontier, Generation, Parent, Taken};
use crate::limits::{Limits, Refusal};
use crate::nodes::Key;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::sums::start_cost;
use crate::search::{Guidance, Search};
use crate::{Observer, Problem, SearchNode, Status};

/// The engine of best-first search, with a node table and an open list.
///
/// Use it by its other names: [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar),
/// [`Dijkstra`](crate::Dijkstra), [`Greedy`](crate::Greedy), [`Bfs`](crate::Bfs). They differ in the [`Evaluation`]
/// `V`, by which the open nodes are ordered, and in nothing else. A goal is recognised when it is chosen for expansion,
/// in all of them.
pub struct BestFirst<P: Problem, V: Evaluation<P>> {
    pub(in crate::search) frontier: Frontier<P, V>,
    /// The hashed successors of the node being expanded; empty between expansions.
    successors: Vec<Successor<P>>,
}

/// A successor whose look-up is under way.
struct Successor<P: Problem> {
    node: P::Node,
    /// Of the path to it.
    cost: P::Cost,
    hash: u64,
    /// The position among its parent's successors, starting at 0.
    place: usize,
}

impl<P: Problem, V: Evaluation<P>> Search<BestFirst<P, V>> {
    /// A search with an evaluation of your own that has not begun: see [`Evaluation`].
    pub fn with_evaluation(problem: P, evaluation: V) -> Self {
        Search::from_engine(problem, BestFirst::new(evaluation))
    }
}

impl<P: Problem, V: Evaluation<P>, W> Search<BestFirst<P, V>, W> {
    /// Limits the search to paths that cost at most `limit`. If there are paths, but all cost more, the search ends as
    /// [`Exhausted`](Status::Exhausted). A search with estimates skips a node if cost plus estimate exceed the limit,
    /// so the estimates must be admissible.
    ///
    /// # Example
    ///
    /// How far a unit in a game can move in one turn, with 3 movement points:
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
        self.engine.frontier.cost_limit = limit;
        self
    }

    /// Returns the evaluation.
    pub fn evaluation(&self) -> &V {
        &self.engine.frontier.evaluation
    }
}

impl<P: Problem, V: Evaluation<P>> sealed::Sealed for BestFirst<P, V> {}

impl<P: Problem, V: Evaluation<P>> Engine for BestFirst<P, V> {
    type Problem = P;

    #[expect(
        clippy::inline_always,
        reason = "the calls would be a twentieth of an expansion on a grid"
    )]
    #[inline(always)]
    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if !self.frontier.is_within_memory_limit(context.progress) {
            return false;
        }
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
        self.expand(context.problem, context.observer, context.progress, taken, &node)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        let cost = match start_cost(cost) {
            Ok(cost) => cost,
            Err(error) => return context.progress.fail(*error),
        };
        self.frontier.has_late_start |= context.progress.expanded > 0;
        let key = self.frontier.nodes.key(context.problem, &node);
        let mut generation = Generation { context, parent: None };
        self.frontier.meet(&mut generation, node, cost, key, 0);
        let progress = generation.context.progress;
        progress.generated += 1;
        progress.note_open();
    }

    fn refusal(&mut self) -> Option<Refusal> {
        self.frontier.refusal()
    }

    #[inline]
    fn stored(&self) -> usize {
        self.frontier.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.frontier.bytes()
    }

    fn limits(&self) -> Limits {
        self.frontier.nodes.limits()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.frontier.set_limits(limits);
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        self.frontier.nodes.reserve(problem, &problem.start(), nodes);
    }

    fn clear(&mut self) {
        self.frontier.clear();
        // Left over if the problem panicked.
        self.successors.clear();
    }

    fn current(&self, problem: &P) -> Option<P::Node> {
        self.frontier.nodes.node(problem, self.frontier.nodes.current?)
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        let id = self.frontier.next_open()?;
        self.frontier.view(problem, id)
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let start = problem.start();
        let h = V::Guidance::h(problem, &start);
        [Some(SearchNode::end(start, h)), None]
    }

    fn open_nodes(&self, problem: &P) -> impl Iterator<Item = ViewOf<Self>> {
        self.frontier.views(problem, true)
    }

    fn closed_nodes(&self, problem: &P) -> impl Iterator<Item = ViewOf<Self>> {
        self.frontier.views(problem, false)
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        let id = self.frontier.nodes.find(problem, node)?;
        self.frontier.view(problem, id)
    }

    fn cost_to(&self, problem: &P, node: &P::Node) -> Option<P::Cost> {
        let id = self.frontier.nodes.find(problem, node)?;
        Some(self.frontier.nodes.cost(id))
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
        self.frontier.path_of(problem, self.frontier.nodes.current?)
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        self.frontier.path_of(problem, self.frontier.best_effort_node()?)
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        self.frontier.path_of(problem, self.frontier.nodes.find(problem, node)?)
    }
}

impl<P: Problem, V: Evaluation<P>> BestFirst<P, V> {
    pub(in crate::search) fn new(evaluation: V) -> Self {
        BestFirst {
            frontier: Frontier::new(evaluation),
            successors: Vec::new(),
        }
    }

    /// Meets all successors of a node. Returns whether the search is still running.
    // Not inlined: on its own, what the loop needs stays in registers, and all ways of driving run the same code.
    #[inline(never)]
    pub(in crate::search) fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        problem: &P,
        observer: &mut W,
        progress: &mut Progress,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> bool {
        let (frontier, waiting) = (&mut self.frontier, &mut self.successors);
        let Taken { id, cost, parent } = taken;
        frontier.tell(problem, observer, taken, node, W::expanded);
        let mut generation = Generation {
            parent: Some(Parent {
                id,
                node,
                estimate: frontier.nodes.value(id),
            }),
            context: Context {
                problem,
                observer,
                progress,
            },
        };
        let mut generated = 0;
        problem.successors(node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            let Some(cost) = generation.context.progress.sum(cost, edge, place) else {
                return;
            };
            match frontier.nodes.key(problem, &child) {
                key @ Key::Index(_) => frontier.meet(&mut generation, child, cost, key, place),
                // A large hash table has to be fetched from main memory: the look-ups wait for it together, not in
                // turn.
                Key::Hash(hash) => {
                    frontier.nodes.warm(hash);
                    let successor = Successor {
                        node: child,
                        cost,
                        hash,
                        place,
                    };
                    generation
                        .context
                        .progress
                        .add(waiting, successor, frontier.nodes.len());
                }
            }
        });
        if !waiting.is_empty() {
            meet_hashed(frontier, &mut generation, waiting, parent);
        }
        let progress = generation.context.progress;
        progress.count_expansion(generated);
        progress.note_open();
        progress.status.is_running()
    }
}

/// Meets the hashed successors of a node: all look-ups are under way.
// A function of its own, which keeps the loop above small where nodes are indexed.
#[inline(never)]
fn meet_hashed<P: Problem, V: Evaluation<P>, W: Observer<P::Node, P::Cost>>(
    frontier: &mut Frontier<P, V>,
    generation: &mut Generation<'_, P, V, W>,
    waiting: &mut Vec<Successor<P>>,
    grandparent: Option<u32>,
) {
    // The way back is never a better way to where one came from: no look-up.
    let back = grandparent.and_then(|id| {
        let grandparent = frontier.nodes.recorded(id)?;
        let way = waiting.iter().find(|successor| successor.node == *grandparent)?;
        Some(way.place)
    });
    for Successor {
        node,
        cost,
        hash,
        place,
    } in waiting.drain(..)
    {
        if Some(place) == back {
            continue;
        }
        frontier.meet(generation, node, cost, Key::Hash(hash), place);
    }
}

impl<P: Problem, V: Evaluation<P> + Clone> Clone for BestFirst<P, V> {
    fn clone(&self) -> Self {
        BestFirst {
            frontier: self.frontier.clone(),
            successors: Vec::new(),
        }
    }
}

impl<P: Problem, V: Evaluation<P>> fmt::Debug for BestFirst<P, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("BestFirst").field(&self.frontier).finish()
    }
}
