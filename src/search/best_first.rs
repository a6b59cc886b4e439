//! [`BestFirst`]: the one engine behind A*, weighted A*, Dijkstra, greedy and breadth-first search.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use super::Evaluation;
use super::drive::{Engine, Progress, driving_surface};
use super::generation::{Generation, Parent};
use super::node_table_answers::node_table_answers;
use super::path_cost::{cost_along, path_cost, start_cost};
use crate::nodes::{Key, NodeTable};
use crate::open::{DefaultOpen, OpenList};
use crate::{Cost, Graph, Observer, Path, Problem, Status};

/// The one best-first engine.
///
/// Use it by its other names: [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar),
/// [`Dijkstra`](crate::Dijkstra), [`Greedy`](crate::Greedy), [`Bfs`](crate::Bfs). They differ in the evaluation `E`, by
/// which the open nodes are ordered, and in nothing else. `W` is the [`Observer`], `O` the [open list](crate::open), `S`
/// hashes nodes that have no [`index`](Graph::index).
///
/// A goal is recognised when it is chosen for expansion, in all of them.
#[derive(Clone, Debug)]
pub struct BestFirst<P: Problem, E: Evaluation<P>, W = (), O = DefaultOpen<<P as Graph>::Cost>, S = DefaultHashBuilder>
{
    pub(super) problem: P,
    pub(super) evaluation: E,
    pub(super) observer: W,
    pub(super) open: O,
    pub(super) nodes: NodeTable<P::Node, P::Cost, E::Estimate, S>,
    pub(super) progress: Progress,
    /// The node with the least estimate so far.
    nearest: Option<(u32, P::Cost)>,
    /// The hashed successors of the node being expanded; empty between expansions.
    successors: Vec<Successor<P>>,
}

/// A successor whose look-up is under way.
#[derive(Clone, Debug)]
struct Successor<P: Problem> {
    node: P::Node,
    /// Of the path to it.
    cost: P::Cost,
    hash: u64,
    /// Which of the successors it is, counted from 0.
    place: usize,
}

impl<P: Problem, E: Evaluation<P>, O: OpenList<P::Cost> + Default> BestFirst<P, E, (), O> {
    /// A search with an evaluation of your own that has not begun.
    pub fn with_evaluation(problem: P, evaluation: E) -> Self {
        BestFirst {
            problem,
            evaluation,
            observer: (),
            open: O::default(),
            nodes: NodeTable::new(DefaultHashBuilder::default()),
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }
}

impl<P: Problem, E: Evaluation<P>, W, O, S> BestFirst<P, E, W, O, S> {
    /// The same search, watched by `observer`, in place of the one it had. Lend it with `&mut` to have it back.
    pub fn observe<W2: Observer<P::Node, P::Cost>>(self, observer: W2) -> BestFirst<P, E, W2, O, S> {
        BestFirst {
            problem: self.problem,
            evaluation: self.evaluation,
            observer,
            open: self.open,
            nodes: self.nodes,
            progress: self.progress,
            nearest: self.nearest,
            successors: self.successors,
        }
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// For builders: an evaluation does not change while a search runs.
    pub(super) fn evaluation_mut(&mut self) -> &mut E {
        &mut self.evaluation
    }
}

impl<P: Problem, E: Evaluation<P>, W, O, S: BuildHasher> BestFirst<P, E, W, O, S> {
    /// The same search with another open list. It begins anew: what it had found is dropped.
    pub fn with_open_list<O2: OpenList<P::Cost>>(self, open: O2) -> BestFirst<P, E, W, O2, S> {
        let mut nodes = self.nodes;
        nodes.clear();
        BestFirst {
            problem: self.problem,
            evaluation: self.evaluation,
            observer: self.observer,
            open,
            nodes,
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }

    /// The same search with another hasher. It begins anew: what it had found is dropped.
    pub fn with_hasher<S2: BuildHasher>(self, hasher: S2) -> BestFirst<P, E, W, O, S2>
    where
        O: OpenList<P::Cost>,
    {
        let mut open = self.open;
        open.clear();
        BestFirst {
            problem: self.problem,
            evaluation: self.evaluation,
            observer: self.observer,
            open,
            nodes: self.nodes.with_hasher(hasher),
            progress: Progress::default(),
            nearest: None,
            successors: Vec::new(),
        }
    }
}

driving_surface! {
    impl<P: Problem, E, W, O, S: BuildHasher> BestFirst<P, E, W, O, S>, node P::Node, cost P::Cost,
    where { E: Evaluation<P>, W: Observer<P::Node, P::Cost>, O: OpenList<P::Cost> }
}

node_table_answers! {
    impl<P: Problem, E, W, O, S: BuildHasher> BestFirst<P, E, W, O, S>,
    where { E: Evaluation<P>, W: Observer<P::Node, P::Cost>, O: OpenList<P::Cost> }
}

impl<P, E, W, O, S> Engine for BestFirst<P, E, W, O, S>
where
    P: Problem,
    E: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    #[inline]
    fn advance(&mut self) -> bool {
        if !self.progress.status.is_running() {
            return false;
        }
        if !self.progress.begun {
            self.begin();
            if !self.progress.status.is_running() {
                return false;
            }
        }
        let Some(id) = self.take_open() else {
            self.progress.status = Status::Exhausted;
            return false;
        };
        self.progress.current = Some(id);
        self.progress.open -= 1;
        let record = self.nodes.record_mut(id);
        record.close();
        if self.problem.is_goal(&record.node) {
            self.observer.found(&record.node, record.cost);
            self.progress.status = Status::Found;
            return false;
        }
        self.expand(id)
    }

    #[inline]
    fn progress(&self) -> &Progress {
        &self.progress
    }

    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    #[inline]
    fn stored(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }
}

impl<P, E, W, O, S> BestFirst<P, E, W, O, S>
where
    P: Problem,
    E: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    #[cold]
    fn open_start(&mut self, node: P::Node, cost: P::Cost) {
        let cost = match start_cost(cost) {
            Ok(cost) => cost,
            Err(error) => {
                self.progress.status = Status::Failed(error);
                return;
            }
        };
        let key = self.nodes.key(&self.problem, &node);
        let mut generation = Generation {
            problem: &self.problem,
            evaluation: &self.evaluation,
            observer: &mut self.observer,
            open: &mut self.open,
            nearest: &mut self.nearest,
            parent: None,
            progress: &mut self.progress,
        };
        generation.meet(&mut self.nodes, node, cost, key, 0);
        self.settle(1);
    }

    /// The next open node. An entry is stale where its node has been expanded, or opened again at a lower cost.
    #[inline]
    pub(super) fn take_open(&mut self) -> Option<u32> {
        let nodes = &self.nodes;
        self.open.pop_fresh(|id, pushed| {
            let record = nodes.record(id);
            record.is_open() && pushed.is_none_or(|cost| cost.order(&record.cost).is_eq())
        })
    }

    /// Meets all successors of a node. Answers whether the search is still running.
    // Not inlined: on its own, what the loop needs stays in registers, and all ways of driving run the same code.
    #[inline(never)]
    pub(super) fn expand(&mut self, id: u32) -> bool {
        let problem = &self.problem;
        let record = self.nodes.record(id);
        let (node, cost, estimate, grandparent) = (record.node.clone(), record.cost, record.value, record.parent());
        self.observer.expanded(&node, cost);
        self.progress.expanded += 1;
        let (nodes, waiting) = (&mut self.nodes, &mut self.successors);
        let mut generation = Generation {
            problem,
            evaluation: &self.evaluation,
            observer: &mut self.observer,
            open: &mut self.open,
            nearest: &mut self.nearest,
            parent: Some(Parent {
                id,
                node: &node,
                estimate,
            }),
            progress: &mut self.progress,
        };
        let mut generated = 0;
        problem.successors(&node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            let cost = match path_cost(cost, edge) {
                Some(sum) => sum,
                None => match generation.refuse(cost, edge, place) {
                    Some(sum) => sum,
                    None => return,
                },
            };
            match nodes.key(problem, &child) {
                key @ Key::Index(_) => generation.meet(nodes, child, cost, key, place),
                // A large hash table answers from main memory: the look-ups wait for it together, not in turn.
                Key::Hash(hash) => {
                    nodes.warm(hash);
                    waiting.push(Successor {
                        node: child,
                        cost,
                        hash,
                        place,
                    });
                }
            }
        });
        if !waiting.is_empty() {
            meet_hashed(&mut generation, nodes, waiting, grandparent);
        }
        self.settle(generated)
    }

    /// Enters what an expansion did. Answers whether the search is still running.
    #[inline]
    fn settle(&mut self, generated: usize) -> bool {
        let progress = &mut self.progress;
        progress.generated += generated as u64;
        progress.max_open = progress.max_open.max(progress.open);
        progress.status.is_running()
    }

    /// The path to a stored node and its true cost.
    fn path_of(&self, id: u32) -> Path<P::Node, P::Cost> {
        let chain = self.nodes.chain(id);
        let nodes = chain.iter().map(|id| self.nodes.record(*id).node.clone()).collect();
        Path {
            nodes,
            cost: self.true_cost(&chain),
        }
    }

    /// The cost of the stored path, which is that of its last node, unless a cheaper path to an inner node has been found
    /// that its successors have not heard of yet. Then the edges are asked for their costs again.
    fn true_cost(&self, chain: &[u32]) -> P::Cost {
        let stored = |id: &u32| self.nodes.record(*id).cost;
        let Some((last, inner)) = chain.split_last() else {
            return P::Cost::ZERO;
        };
        let Some(improved) = inner.iter().position(|id| self.nodes.record(*id).is_open()) else {
            return stored(last);
        };
        let nodes = chain[improved..].iter().map(|id| &self.nodes.record(*id).node);
        cost_along(&self.problem, stored(&chain[improved]), nodes).unwrap_or_else(|| stored(last))
    }

    fn best_effort_node(&self) -> Option<u32> {
        self.nearest.map(|(id, _)| id).or(self.progress.current)
    }

    fn open_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        self.nodes
            .iter()
            .filter(|record| record.is_open())
            .map(|record| (&record.node, record.cost))
    }

    fn clear_open(&mut self) {
        self.open.clear();
        self.nearest = None;
    }
}

/// Meets the hashed successors of a node: all look-ups are under way.
// A function of its own, which keeps the loop above small where nodes are indexed.
#[inline(never)]
fn meet_hashed<P, E, W, O, S>(
    generation: &mut Generation<'_, P, E, W, O>,
    nodes: &mut NodeTable<P::Node, P::Cost, E::Estimate, S>,
    waiting: &mut Vec<Successor<P>>,
    grandparent: Option<u32>,
) where
    P: Problem,
    E: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    for Successor {
        node,
        cost,
        hash,
        place,
    } in waiting.drain(..)
    {
        // The way back is never a better way to where one came from: no look-up.
        if grandparent.is_some_and(|id| nodes.record(id).node == node) {
            continue;
        }
        generation.meet(nodes, node, cost, Key::Hash(hash), place);
    }
}
