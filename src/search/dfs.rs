//! [`Dfs`]: some path, found by going on along one branch.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use super::drive::{Engine, Progress, driving_surface};
use super::node_table_answers::node_table_answers;
use super::path_cost::{cost_along, explain_path_cost, path_cost, start_cost};
use crate::error::Origin;
use crate::nodes::{NodeTable, Record};
use crate::{Cost, Observer, Path, Problem, Status};

/// Depth-first search: some path, found by going on along one branch until it ends.
///
/// Last in, first out: the successors of a node come right after it, the first one first, as in a recursive search. A
/// node is visited once. With a depth limit it is visited again where a shorter way to it turns up, since more lies
/// within the limit from there.
///
/// # Arguments
///
/// [`Dfs::new`] takes a [`Problem`], or a reference to one; [`dfs`](crate::dfs) takes closures.
///
/// # Returns
///
/// [`Status::Found`] with a path and its true cost (of parallel edges the first one is taken); [`Status::Exhausted`] where
/// there is none, with a depth limit: none of at most so many edges.
///
/// # Complexity
///
/// O(n + m) for n nodes and m edges that can be reached, with a depth limit d at most d times as much; memory for the
/// nodes visited, and for the successors along the branch that still wait. On an infinite branch it never ends: set a
/// depth limit, a node limit or a budget.
///
/// # Errors
///
/// [`Status::Failed`] on a cost that is negative or not a number, on a sum too large for the cost type, at the node limit,
/// without memory.
///
/// # Example
///
/// ```
/// use astride::{Dfs, FnGraph, Query, Status};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 1)]);
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 99, "always the first successor first");
///
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100)).with_depth_limit(8);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 8);
///
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100)).with_depth_limit(7);
/// assert_eq!(search.run(), Status::Exhausted);
/// ```
///
/// # Source
///
/// Tarjan: Depth-first search and linear graph algorithms. SIAM Journal on Computing 1(2), 1972.
#[derive(Clone, Debug)]
pub struct Dfs<P: Problem, W = (), S = DefaultHashBuilder> {
    problem: P,
    observer: W,
    /// Nodes visited, with their depth.
    nodes: NodeTable<P::Node, P::Cost, u32, S>,
    /// Successors that wait for their turn, the next one last.
    waiting: Vec<Waiting<P::Node, P::Cost>>,
    depth_limit: Option<u32>,
    progress: Progress,
}

#[derive(Clone, Debug)]
struct Waiting<N, C> {
    node: N,
    cost: C,
    parent: Option<u32>,
    depth: u32,
}

impl<P: Problem> Dfs<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        Dfs {
            problem,
            observer: (),
            nodes: NodeTable::new(DefaultHashBuilder::default()),
            waiting: Vec::new(),
            depth_limit: None,
            progress: Progress::default(),
        }
    }
}

impl<P: Problem, W, S> Dfs<P, W, S> {
    /// The same search, watched by `observer`, in place of the one it had. Lend it with `&mut` to have it back.
    pub fn observe<W2: Observer<P::Node, P::Cost>>(self, observer: W2) -> Dfs<P, W2, S> {
        Dfs {
            problem: self.problem,
            observer,
            nodes: self.nodes,
            waiting: self.waiting,
            depth_limit: self.depth_limit,
            progress: self.progress,
        }
    }

    /// Looks no further than `edges` edges from a start.
    pub fn with_depth_limit(mut self, edges: u32) -> Self {
        self.depth_limit = Some(edges);
        self
    }

    /// The depth limit, if there is one.
    pub fn depth_limit(&self) -> Option<u32> {
        self.depth_limit
    }
}

impl<P: Problem, W, S: BuildHasher> Dfs<P, W, S> {
    /// The same search with another hasher. It begins anew: what it had found is dropped.
    pub fn with_hasher<S2: BuildHasher>(self, hasher: S2) -> Dfs<P, W, S2> {
        Dfs {
            problem: self.problem,
            observer: self.observer,
            nodes: self.nodes.with_hasher(hasher),
            waiting: Vec::new(),
            depth_limit: self.depth_limit,
            progress: Progress::default(),
        }
    }
}

driving_surface! {
    impl<P: Problem, W, S: BuildHasher> Dfs<P, W, S>, node P::Node, cost P::Cost,
    where { W: Observer<P::Node, P::Cost> }
}

node_table_answers! {
    impl<P: Problem, W, S: BuildHasher> Dfs<P, W, S>,
    where { W: Observer<P::Node, P::Cost> }
}

impl<P: Problem, W: Observer<P::Node, P::Cost>, S: BuildHasher> Engine for Dfs<P, W, S> {
    fn advance(&mut self) -> bool {
        if !self.progress.status.is_running() {
            return false;
        }
        self.begin();
        if !self.progress.status.is_running() {
            return false;
        }
        let id = loop {
            let Some(waiting) = self.waiting.pop() else {
                self.progress.open = 0;
                self.progress.status = Status::Exhausted;
                return false;
            };
            match self.visit(waiting) {
                Ok(Some(id)) => break id,
                Ok(None) => {}
                Err(error) => {
                    self.progress.status = Status::Failed(error);
                    return false;
                }
            }
        };
        self.progress.current = Some(id);
        let record = self.nodes.record(id);
        if self.problem.is_goal(&record.node) {
            self.observer.found(&record.node, record.cost);
            self.progress.open = self.waiting.len();
            self.progress.status = Status::Found;
            return false;
        }
        self.expand(id)
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }

    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    fn stored(&self) -> usize {
        self.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.waiting.capacity() * size_of::<Waiting<P::Node, P::Cost>>()
    }
}

impl<P: Problem, W: Observer<P::Node, P::Cost>, S: BuildHasher> Dfs<P, W, S> {
    fn open_start(&mut self, node: P::Node, cost: P::Cost) {
        self.progress.generated += 1;
        match start_cost(cost) {
            Ok(cost) => {
                self.observer.opened(&node, None, cost);
                // Beneath whatever waits: the starts are visited in the order in which they were given.
                self.waiting.insert(
                    0,
                    Waiting {
                        node,
                        cost,
                        parent: None,
                        depth: 0,
                    },
                );
                self.count_waiting();
            }
            Err(error) => self.progress.status = Status::Failed(error),
        }
    }

    fn count_waiting(&mut self) {
        self.progress.open = self.waiting.len();
        self.progress.max_open = self.progress.max_open.max(self.progress.open);
    }

    /// Stores a node whose turn it is, or answers `None` where it has been visited.
    fn visit(&mut self, waiting: Waiting<P::Node, P::Cost>) -> Result<Option<u32>, crate::SearchError> {
        let Waiting {
            node,
            cost,
            parent,
            depth,
        } = waiting;
        let key = self.nodes.key(&self.problem, &node);
        match self.nodes.find(key, &node) {
            Some(id) if self.depth_limit.is_some() && depth < self.nodes.record(id).value => {
                let record = self.nodes.record_mut(id);
                record.node = node;
                record.cost = cost;
                record.value = depth;
                record.set_parent(parent);
                self.progress.reopened += 1;
                Ok(Some(id))
            }
            Some(_) => Ok(None),
            None => {
                let mut record = Record::new(node, cost, depth, parent);
                record.close();
                self.nodes
                    .insert(key, record)
                    .map(Some)
                    .map_err(|refusal| self.nodes.error(refusal))
            }
        }
    }

    fn expand(&mut self, id: u32) -> bool {
        let record = self.nodes.record(id);
        let (node, cost, depth) = (record.node.clone(), record.cost, record.value);
        self.observer.expanded(&node, cost);
        self.progress.expanded += 1;
        let first = self.waiting.len();
        let mut failure = None;
        let revisits = self.depth_limit.is_some();
        if self.depth_limit.is_none_or(|limit| depth < limit) {
            let mut place = 0;
            self.problem.successors(&node).for_each(|(child, edge)| {
                let origin = Origin::Successor(place);
                place += 1;
                self.progress.generated += 1;
                if failure.is_some() {
                    return;
                }
                let sum =
                    path_cost(cost, edge).map_or_else(|| explain_path_cost(cost, edge, origin), |sum| Ok(Some(sum)));
                let child_cost = match sum {
                    Ok(Some(cost)) => cost,
                    Ok(None) => return,
                    Err(error) => {
                        failure = Some(error);
                        return;
                    }
                };
                // The depth is below the number of stored nodes, which is below 2³¹.
                let depth = depth + 1;
                let known = self.nodes.find(self.nodes.key(&self.problem, &child), &child);
                if known.is_none() {
                    self.observer.opened(&child, Some(&node), child_cost);
                }
                let is_new = known.is_none_or(|id| revisits && depth < self.nodes.record(id).value);
                if is_new {
                    self.waiting.push(Waiting {
                        node: child,
                        cost: child_cost,
                        parent: Some(id),
                        depth,
                    });
                }
            });
        }
        self.waiting[first..].reverse();
        self.count_waiting();
        match failure {
            None => true,
            Some(error) => {
                self.progress.status = Status::Failed(error);
                false
            }
        }
    }

    fn path_of(&self, id: u32) -> Path<P::Node, P::Cost> {
        let chain = self.nodes.chain(id);
        let nodes = chain.iter().map(|id| self.nodes.record(*id).node.clone()).collect();
        Path {
            nodes,
            cost: self.true_cost(&chain),
        }
    }

    /// The cost of the stored path, which is that of its last node, unless a shorter way to an inner node has been found
    /// that its successors have not heard of yet: then their depth is not one more.
    fn true_cost(&self, chain: &[u32]) -> P::Cost {
        let record = |id: &u32| self.nodes.record(*id);
        let Some(last) = chain.last() else { return P::Cost::ZERO };
        let shortened = chain
            .windows(2)
            .position(|pair| record(&pair[1]).value != record(&pair[0]).value.saturating_add(1));
        let sum = shortened.and_then(|place| {
            let nodes = chain[place..].iter().map(|id| &record(id).node);
            cost_along(&self.problem, record(&chain[place]).cost, nodes)
        });
        sum.unwrap_or_else(|| record(last).cost)
    }

    fn best_effort_node(&self) -> Option<u32> {
        self.progress.current
    }

    fn open_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        self.waiting.iter().map(|waiting| (&waiting.node, waiting.cost))
    }

    fn clear_open(&mut self) {
        self.waiting.clear();
    }
}
