//! [`Dfs`]: some path, found by following one branch to its end.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use super::{Made, Search};
use crate::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, follow, path_cost};
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::{ById, Link, NodeTable};
use crate::{Graph, NodeEvent, Observer, Path, Problem, SearchNode, Status};

/// Depth-first search: some path, found by following each branch to its end before the next.
///
/// Use it to visit all reachable nodes, or if all paths to a goal are about equally good. For a short path, use
/// [`Bfs`](crate::Bfs), or [`Dijkstra`](crate::Dijkstra) if costs differ: on nine benchmark grid maps, the paths of
/// depth-first search cost 5 to 325 times as much as the cheapest ones, and finding them takes at least four fifths as
/// many expansions as Dijkstra's algorithm makes.
///
/// The order is last in, first out, as in a recursive search: a node is followed by its first successor and everything
/// reached from there, then by its second successor, and so on. A node is visited once. With a depth limit, it is
/// visited again if a path to it with fewer edges is found, since more nodes then lie within the limit.
///
/// # Methods
///
#[doc = include_str!("methods.md")]
///
/// # Arguments
///
/// [`Dfs::new`](Dfs#method.new) takes a [`Problem`], or a reference to one; [`dfs`](crate::dfs) takes closures.
///
/// # Returns
///
/// [`Status::Found`] with a path and its true cost (among parallel edges, the first one counts); [`Status::Exhausted`]
/// if there is none, or none within the depth limit.
///
/// # Complexity
///
/// O(n + m) for n reachable nodes and m edges, and at most d times as much with a depth limit d; memory for the nodes
/// visited and the waiting successors along the branch. On an infinite branch, the search never ends, so set a depth
/// limit, a node limit or a budget.
///
/// # Errors
///
/// [`Status::Failed`] if a cost is negative or not a number, if a sum is too large for the cost type, if a limit is
/// reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{Dfs, FnGraph, Query, Status};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 1)]);
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100));
/// assert_eq!(search.run(), Status::Found);
/// println!("{} edges", search.path().unwrap().edges()); // prints: 99 edges
/// assert_eq!(search.path().unwrap().cost, 99, "always the first successor first");
///
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100)).with_depth_limit(8);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} edges", search.path().unwrap().edges()); // prints: 8 edges
/// assert_eq!(search.path().unwrap().cost, 8);
///
/// let mut search = Dfs::new(Query::new(&doubling, 1, |n| *n == 100)).with_depth_limit(7);
/// assert_eq!(search.run(), Status::Exhausted);
/// ```
///
/// # Source
///
/// Tarjan: Depth-first search and linear graph algorithms. SIAM Journal on Computing 1(2), 1972.
#[doc(alias("depth first", "depth-first search", "depth limit"))]
pub type Dfs<P, W = ()> = Search<DepthFirst<P>, W>;

/// The engine of [`Dfs`]: a node table, and the waiting successors along one branch.
#[doc(hidden)]
#[derive(Clone)]
pub struct DepthFirst<P: Problem> {
    /// The nodes visited.
    nodes: NodeTable<P::Node, P::Cost, ()>,
    /// The depths of these nodes.
    depths: ById<u32>,
    /// The waiting successors, the next one last.
    waiting: Vec<Waiting<P>>,
    /// The starts that wait until everything else has been visited, the next one first.
    starts: VecDeque<Waiting<P>>,
    depth_limit: Option<u32>,
}

#[derive(Clone)]
struct Waiting<P: Graph> {
    node: P::Node,
    cost: P::Cost,
    parent: Option<u32>,
    depth: u32,
}

/// A node that has been visited, or an entry that waits: see [`DepthFirst::waiting_at`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Visited(u32),
    Waiting(usize),
}

/// The node to be expanded next.
struct Visit<N> {
    id: u32,
    node: N,
    is_new: bool,
}

impl<P: Problem> Dfs<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Dfs<Made<P, Self>> {
        let engine = DepthFirst {
            nodes: NodeTable::default(),
            depths: ById::default(),
            waiting: Vec::new(),
            starts: VecDeque::new(),
            depth_limit: None,
        };
        Search::with_engine(problem, engine)
    }
}

impl<P: Problem, W> Dfs<P, W> {
    /// Limits the search to paths of at most `edges` edges.
    pub fn with_depth_limit(mut self, edges: u32) -> Self {
        self.engine.depth_limit = Some(edges);
        self
    }
}

impl<P: Problem> Engine for DepthFirst<P> {
    type Problem = P;
    type Id = Spot;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let (id, node) = loop {
            let Some(waiting) = self.take() else {
                context.progress.open = 0;
                context.progress.status = Status::Exhausted;
                return false;
            };
            let visit = self.visit(context.problem, waiting, &mut context.progress.memory);
            match visit {
                Some(Some(Visit { id, node, is_new })) => {
                    context.progress.reopened += u64::from(!is_new);
                    break (id, node);
                }
                Some(None) => {}
                None => {
                    context.progress.set_open(self.count_waiting());
                    return false;
                }
            }
        };
        self.nodes.current = Some(id);
        if context.problem.is_goal(&node) {
            self.notify(context.problem, context.observer, id, W::found);
            context.progress.set_open(self.count_waiting());
            context.progress.status = Status::Found;
            return false;
        }
        self.expand(context, id, &node)
    }

    /// Appends the start, since starts are visited in the order in which they were given.
    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        if context.progress.memory.grow_queue(&mut self.starts).is_none() {
            return;
        }
        context.observer.opened(NodeEvent::new(&node, None, cost, None));
        self.starts.push_back(Waiting {
            node,
            cost,
            parent: None,
            depth: 0,
        });
        context.progress.set_open(self.count_waiting());
        context.progress.generated += 1;
    }

    fn clear(&mut self, _: &mut Memory) {
        self.nodes.clear();
        self.waiting.clear();
        self.starts.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    fn next(&mut self, problem: &P, _: &mut Progress) -> Option<Spot> {
        let is_next = |waiting: &Waiting<P>| {
            let known = self.nodes.find(problem, &waiting.node);
            known.is_none_or(|id| self.is_shorter(waiting, id))
        };
        self.waiting_first(is_next)
    }

    fn last(&self, _: &P) -> Option<Spot> {
        self.nodes.current.map(Spot::Visited)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Spot> {
        let waiting = if is_open { self.count_waiting() } else { 0 };
        let visited = self.nodes.ids().filter(move |_| !is_open);
        (0..waiting).map(Spot::Waiting).chain(visited.map(Spot::Visited))
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Spot> {
        let visited = self.nodes.find(problem, node).map(Spot::Visited);
        visited.or_else(|| self.waiting_first(|waiting| waiting.node == *node))
    }

    fn view(&self, problem: &P, id: Spot) -> Option<ViewOf<Self>> {
        match id {
            Spot::Visited(id) => self.nodes.view(problem, id, |_| None),
            Spot::Waiting(place) => {
                let waiting = self.waiting_at(place)?;
                let parent = waiting.parent.and_then(|parent| self.nodes.node(problem, parent));
                Some(SearchNode::new(waiting.node.clone(), waiting.cost, None, parent, true))
            }
        }
    }

    fn path(&self, problem: &P, id: Spot) -> Option<PathOf<Self>> {
        match id {
            Spot::Visited(id) => self.path_of(problem, id),
            Spot::Waiting(place) => self.path_of_waiting(problem, self.waiting_at(place)?),
        }
    }
}

impl<P: Problem> DepthFirst<P> {
    fn take(&mut self) -> Option<Waiting<P>> {
        self.waiting.pop().or_else(|| self.starts.pop_front())
    }

    fn count_waiting(&self) -> usize {
        self.waiting.len() + self.starts.len()
    }

    /// The waiting entry at a place, counted from the oldest successor to the start that waits longest.
    fn waiting_at(&self, place: usize) -> Option<&Waiting<P>> {
        let start = || self.starts.get(place - self.waiting.len());
        self.waiting.get(place).or_else(start)
    }

    /// The first waiting entry for which `is_it` holds, in the order in which they will be visited.
    fn waiting_first(&self, is_it: impl Fn(&Waiting<P>) -> bool) -> Option<Spot> {
        let count = self.waiting.len();
        let mut places = (0..count).rev().chain(count..self.count_waiting());
        places
            .find(|place| self.waiting_at(*place).is_some_and(&is_it))
            .map(Spot::Waiting)
    }

    /// Whether a visited node has to be visited again. A shorter path matters only with a depth limit.
    fn is_shorter(&self, waiting: &Waiting<P>, id: u32) -> bool {
        self.depth_limit.is_some() && waiting.depth < self.depth(id)
    }

    fn depth(&self, id: u32) -> u32 {
        self.depths.get(id).copied().unwrap_or(0)
    }

    /// Stores the next node. Returns its id, the node and whether it is new, or `Some(None)` if it has been visited,
    /// and `None` if there is not enough memory.
    #[expect(clippy::option_option, reason = "a lack of memory is different from a known node")]
    fn visit(&mut self, problem: &P, waiting: Waiting<P>, memory: &mut Memory) -> Option<Option<Visit<P::Node>>> {
        let key = self.nodes.key(problem, &waiting.node);
        let known = self.nodes.get(key, &waiting.node);
        if known.is_some_and(|id| !self.is_shorter(&waiting, id)) {
            return Some(None);
        }
        let Waiting {
            cost, parent, depth, ..
        } = waiting;
        let node = waiting.node.clone();
        let link = Link::new(parent, false);
        let id = match known {
            Some(id) => {
                self.nodes.improve(id, node, cost, link);
                id
            }
            None => self.nodes.insert(problem, key, node, cost, link, (), memory, |_| {})?,
        };
        self.depths.set(id, depth, memory)?;
        Some(Some(Visit {
            id,
            node: waiting.node,
            is_new: known.is_none(),
        }))
    }

    /// Notifies an observer of a stored node. Costs nothing without an observer.
    fn notify<W: Observer<P::Node, P::Cost>>(
        &self,
        problem: &P,
        observer: &mut W,
        id: u32,
        receive: impl FnOnce(&mut W, NodeEvent<'_, P::Node, P::Cost>),
    ) {
        if !observer.is_silent()
            && let Some(view) = self.nodes.view(problem, id, |_| None)
        {
            receive(observer, view.event());
        }
    }

    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, id: u32, node: &P::Node) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let (cost, depth) = (self.nodes.cost(id), self.depth(id));
        self.notify(problem, observer, id, W::expanded);
        let (first, mut generated) = (self.waiting.len(), 0);
        if self.depth_limit.is_none_or(|limit| depth < limit) {
            problem.successors(node).for_each(|(child, edge)| {
                let sum = path_cost(cost, edge, || Origin::Successor(generated));
                generated += 1;
                if !progress.status.is_running() {
                    return;
                }
                let child_cost = match sum {
                    Ok(Some(cost)) => cost,
                    Ok(None) => return,
                    Err(error) => return progress.fail(*error),
                };
                let known = self.nodes.find(problem, &child);
                let waiting = Waiting {
                    node: child,
                    cost: child_cost,
                    parent: Some(id),
                    // The depth is below the number of stored nodes, which is below 2³⁰.
                    depth: depth + 1,
                };
                if known.is_none_or(|id| self.is_shorter(&waiting, id)) {
                    if progress.memory.grow(&mut self.waiting, 1).is_none() {
                        return;
                    }
                    if known.is_none() {
                        observer.opened(NodeEvent::new(&waiting.node, Some(node), child_cost, None));
                    }
                    self.waiting.push(waiting);
                }
            });
        }
        progress.count_expansion(generated);
        self.waiting[first..].reverse();
        progress.set_open(self.count_waiting());
        progress.status.is_running()
    }

    /// The path to a stored node and its true cost. The true cost is the stored cost of the last node, unless a shorter
    /// path has been found to an inner node whose successors have not been visited again yet. In that case, the depth
    /// of a successor is not one more than that of its parent.
    fn path_of(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        let chain = self.nodes.chain(id);
        let mut nodes: Vec<_> = chain
            .iter()
            .map(|id| self.nodes.node(problem, *id))
            .collect::<Option<_>>()?;
        let stored = self.nodes.cost(id);
        let shortened = chain
            .windows(2)
            .position(|pair| self.depth(pair[1]) != self.depth(pair[0]).saturating_add(1));
        let cost = match shortened {
            None => stored,
            Some(place) => follow(problem, self.nodes.cost(chain[place]), &mut nodes[place..], stored)?,
        };
        Some(Path { nodes, cost })
    }

    /// The path to a waiting node, which leads through the parent that generated it. The path to this parent is still
    /// the same, since the nodes visited in the meantime lie beyond it, and so farther from the start.
    fn path_of_waiting(&self, problem: &P, waiting: &Waiting<P>) -> Option<PathOf<Self>> {
        let mut nodes = match waiting.parent {
            Some(parent) => self.path_of(problem, parent)?.nodes,
            None => Vec::new(),
        };
        nodes.push(waiting.node.clone());
        let cost = waiting.cost;
        Some(Path { nodes, cost })
    }
}

impl<P: Problem> fmt::Debug for DepthFirst<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DepthFirst")
            .field("depth_limit", &self.depth_limit)
            .finish_non_exhaustive()
    }
}
