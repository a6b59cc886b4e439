//! [`Disjoint`]: the engine of [`DisjointPaths`](super::DisjointPaths).

use alloc::vec::Vec;
use core::{fmt, mem};

use super::pair::{FirstPath, Sided, Stop, TwoSided};
use crate::limits::{Limits, MAX_NODES, Refusal};
use crate::nodes::{Link, Meeting, NodeTable};
use crate::open::{CostQueue, OpenList};
use crate::search::best_first::{BestFirst, CostOnly};
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::traits::NumericCost;
use crate::{Cost, NodeEvent, Observer, Path, Problem, SearchError, SearchNode, Status};

/// The engine of [`DisjointPaths`](crate::search::DisjointPaths).
///
/// The first search finds a cheapest path. The second one may follow the edges of that path only backwards, which
/// removes them from it. Costs are reduced by the distances that the first search has found, so that no edge costs less
/// than zero, and those of the first path cost nothing. The pair consists of the edges of both paths without those that
/// the second one has removed.
#[doc(hidden)]
#[derive(Clone)]
pub struct Disjoint<P: Problem> {
    /// Whether the paths must not have a common node either.
    by_nodes: bool,
    first: BestFirst<P, CostOnly>,
    first_path: FirstPath<P::Node>,
    /// The number of nodes that the first search has left open.
    left_open: usize,
    second: NodeTable<Sided<P::Node>, P::Cost, ()>,
    open: CostQueue<P::Cost>,
    starts: Vec<(P::Node, P::Cost)>,
    pub(super) pair: Option<[Path<P::Node, P::Cost>; 2]>,
    /// The node expanded last, or the goal once the paths have been found.
    current: Option<P::Node>,
    /// The limits of both searches together.
    limits: Limits,
}

impl<P: Problem<Cost: NumericCost>> sealed::Sealed for Disjoint<P> {}

impl<P: Problem<Cost: NumericCost>> Engine for Disjoint<P> {
    type Problem = P;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if !context.progress.is_within_memory(self.limits, || self.bytes()) {
            return false;
        }
        self.share_limits();
        if self.first_path.is_known() {
            self.expand_second(&mut context);
        } else {
            self.expand_first(&mut context);
        }
        self.conclude(context)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        // Another start may change the cheapest path and the next node.
        self.first.frontier.release(context.problem);
        if self.first_path.is_known() {
            self.first_path.clear();
            self.forget_second();
            context.progress.open = self.left_open;
        }
        self.share_limits();
        self.first.open_start(context.reborrow(), node.clone(), cost);
        if context.progress.status.is_running() {
            let nodes = self.stored();
            context.progress.add(&mut self.starts, (node, cost), nodes);
        }
        self.conclude(context);
    }

    fn refusal(&mut self) -> Option<Refusal> {
        self.first.refusal().or(self.open.room().refusal)
    }

    fn stored(&self) -> usize {
        self.first.stored() + self.second.len()
    }

    fn bytes(&self) -> usize {
        let starts = self.starts.capacity() * size_of::<(P::Node, P::Cost)>();
        self.first.bytes() + self.second.bytes() + self.open.bytes() + starts
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn set_limits(&mut self, limits: Limits) {
        let nodes = limits.nodes.min(MAX_NODES);
        self.limits = Limits { nodes, ..limits };
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        let start = problem.start();
        self.first
            .frontier
            .nodes
            .reserve(problem, &start, nodes, self.room_left());
        let start = Sided::near(start);
        self.second.reserve(&TwoSided(problem), &start, nodes, self.room_left());
    }

    fn clear(&mut self) {
        self.first.clear();
        self.first_path.clear();
        self.forget_second();
        self.starts.clear();
        self.pair = None;
        self.current = None;
    }

    fn current(&self, _: &P) -> Option<P::Node> {
        self.current.clone()
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        if !self.first_path.is_known() {
            return self.first.next_node(problem);
        }
        let id = self.open.peek_fresh(|id, pushed| self.second.is_fresh(id, pushed))?;
        self.view(problem, id)
    }

    fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = ViewOf<Self>> {
        let is_first = !self.first_path.is_known();
        let first = self.first.frontier.views(problem, is_open).filter(move |_| is_first);
        let wanted = move |id: &u32| self.second.link(*id).is_open() == is_open;
        let second = self.second.ids(&TwoSided(problem)).filter(wanted).collect::<Vec<_>>();
        first.chain(second.into_iter().filter_map(|id| self.view(problem, id)))
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        if !self.first_path.is_known() {
            return self.first.find(problem, node);
        }
        let id = |node| self.second.find(&TwoSided(problem), &node);
        let node = Sided::near(node.clone());
        self.view(
            problem,
            id(node.clone()).or_else(|| id(Sided { is_far: true, ..node }))?,
        )
    }

    fn cost_to(&self, problem: &P, node: &P::Node) -> Option<P::Cost> {
        self.first.cost_to(problem, node)
    }

    fn current_path(&self, _: &P) -> Option<PathOf<Self>> {
        self.pair.as_ref().map(|[path, _]| path.clone())
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        match (&self.pair, self.first_path.stops.last()) {
            (Some([path, _]), _) => Some(path.clone()),
            (None, Some(goal)) => self.first.path_to(problem, &goal.node),
            (None, None) => self.first.best_effort_path(problem),
        }
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        self.first.path_to(problem, node)
    }
}

impl<P: Problem<Cost: NumericCost>> Disjoint<P> {
    pub(super) fn new(by_nodes: bool) -> Self {
        Disjoint {
            by_nodes,
            first: BestFirst::new(CostOnly),
            first_path: FirstPath::new(),
            left_open: 0,
            second: NodeTable::new(),
            open: CostQueue::default(),
            starts: Vec::new(),
            pair: None,
            current: None,
            limits: Limits::default(),
        }
    }

    fn expand_first<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let Some(taken) = self.first.frontier.take_open(context.progress) else {
            context.progress.status = Status::Exhausted;
            return;
        };
        let taken_node = self
            .first
            .frontier
            .taken_node(context.problem, context.progress, taken.id);
        if let Some(node) = taken_node {
            // The second search also uses the costs of the neighbours of expanded nodes.
            self.first.frontier.needs_all_edges = true;
            self.first.expand(context.reborrow(), taken, &node);
            self.current = Some(node);
        }
    }

    /// Begins the second search if the next node of the first one is a goal, and updates the counts. Returns whether
    /// the search is still running.
    fn conclude<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>) -> bool {
        if context.progress.status.is_running()
            && !self.first_path.is_known()
            // The goal stays open, since another start may be added.
            && let Some(goal) = self.first.frontier.choose()
        {
            let node = self.first.frontier.nodes.node(context.problem, goal);
            if node.is_none_or(|node| context.problem.is_goal(&node)) {
                if let Some(stops) = self.path_before(context.problem, goal) {
                    self.first_path.set(stops, &self.first.frontier.nodes.chain(goal));
                    self.left_open = mem::take(&mut context.progress.open);
                    self.share_limits();
                    self.open_starts(&mut context);
                } else {
                    context.progress.fail(SearchError::NoNodeAt { index: goal as usize });
                }
            }
        }
        context.progress.note_open();
        context.progress.status.is_running()
    }

    /// The path to a goal of the first search. `None` if the graph no longer has one of the nodes.
    fn path_before(&self, problem: &P, goal: u32) -> Option<Vec<Stop<P::Node>>> {
        let nodes = &self.first.frontier.nodes;
        let stop = |id: &u32| {
            let node = nodes.node(problem, *id)?;
            let is_end = *id == goal || self.starts.iter().any(|(start, _)| *start == node);
            let is_shared = is_end || !self.by_nodes;
            Some(Stop { node, is_shared })
        };
        nodes.chain(goal).iter().map(stop).collect()
    }

    /// Opens the starts of the second search.
    fn open_starts<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        for place in 0..self.starts.len() {
            let (start, cost) = self.starts[place].clone();
            let (_, least) = self.known(context.problem, &start);
            self.meet(context, None, Sided::near(start), cost.minus(least));
        }
    }

    fn expand_second<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let problem = context.problem;
        if !self.share_memory(context.progress) {
            return;
        }
        let is_fresh = |id, pushed| self.second.is_fresh(id, pushed);
        let Some(id) = self.open.pop_fresh(is_fresh) else {
            context.progress.status = Status::Exhausted;
            return;
        };
        self.second.set_open(id, false);
        context.progress.open -= 1;
        let Some(Sided { node, is_far }) = self.second.node(&TwoSided(problem), id) else {
            return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
        };
        if problem.is_goal(&node) {
            return self.part(context, id, node);
        }
        let cost = self.second.cost(id);
        if !context.observer.is_silent()
            && let Some(view) = self.view(problem, id)
        {
            context.observer.expanded(view.event());
        }
        self.current = Some(node.clone());
        let (place, from) = self.known(problem, &node);
        let mut generated = 0;
        if is_far || place.is_none_or(|place| self.first_path.stops[place].is_shared) {
            let taken = place.and_then(|place| self.first_path.edge(problem, place));
            problem.successors(&node).for_each(|(child, edge)| {
                let place = generated;
                generated += 1;
                if !context.progress.status.is_running() || taken.is_some_and(|(taken, _)| taken == place) {
                    return;
                }
                // The cost is validated before it is reduced.
                let Some(edge) = context.progress.sum(P::Cost::ZERO, edge, place) else {
                    return;
                };
                let (_, to) = self.known(problem, &child);
                let reduced = if from.is_less(&to) {
                    Some(edge.minus(to.minus(from)))
                } else {
                    context.progress.sum(from.minus(to), edge, place)
                };
                if let Some(sum) = reduced.and_then(|reduced| context.progress.sum(cost, reduced, place)) {
                    self.meet(context, Some((id, &node)), Sided::near(child), sum);
                }
            });
        }
        if let Some(before) = place.and_then(|place| self.first_path.stops.get(place.checked_sub(1)?)) {
            let back = Sided {
                node: before.node.clone(),
                is_far: !before.is_shared,
            };
            self.meet(context, Some((id, &node)), back, cost);
        }
        context.progress.count_expansion(generated);
    }

    /// Meets a node of the second search by a path of this reduced cost.
    fn meet<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        parent: Option<(u32, &P::Node)>,
        child: Sided<P::Node>,
        cost: P::Cost,
    ) {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        if !progress.status.is_running() {
            return;
        }
        let graph = TwoSided(*problem);
        let (link, parent) = (Link::new(parent.map(|(id, _)| id), true), parent.map(|(_, node)| node));
        let key = self.second.key(&graph, &child);
        let news = self.second.meet(&graph, key, &child, &cost, true);
        let id = match news {
            Meeting::Idle => return,
            _ if !self.share_memory(progress) => return,
            Meeting::Better(id) => {
                // The node is open, since closed nodes have been reached at lower costs.
                let event = NodeEvent::new(&child.node, parent, cost, None);
                observer.improved(event, self.second.cost(id));
                self.second.improve(&graph, id, child, cost, link);
                id
            }
            Meeting::First => {
                let announce = |child: &Sided<P::Node>| {
                    problem.prefetch(&child.node);
                    observer.opened(NodeEvent::new(&child.node, parent, cost, None));
                };
                match self.second.insert(&graph, key, child, cost, link, (), announce) {
                    Ok(id) => {
                        progress.open += 1;
                        id
                    }
                    Err(refusal) => return progress.fail(self.second.error(refusal)),
                }
            }
        };
        if self.share_memory(progress) {
            self.open.push(id, cost, cost);
            self.share_memory(progress);
        }
    }

    /// A node's place on the first path, and the least cost of a path to the node, or to the goal if that is less.
    #[inline]
    fn known(&self, problem: &P, node: &P::Node) -> (Option<usize>, P::Cost) {
        let nodes = &self.first.frontier.nodes;
        if let Some(id) = nodes.find(problem, node) {
            let (cost, link) = nodes.state(id);
            if !link.is_open() {
                return (self.first_path.place(id), cost);
            }
        }
        // The goal is open.
        let goal = self.first.frontier.chosen;
        let is_goal = self.first_path.stops.last().is_some_and(|goal| goal.node == *node);
        let last = is_goal.then(|| self.first_path.stops.len() - 1);
        (last, goal.map_or(P::Cost::ZERO, |goal| nodes.cost(goal)))
    }

    /// Makes the pair from the results of the two searches. The second one ends at its node with this id.
    #[cold]
    fn part<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, goal_id: u32, goal: P::Node) {
        let problem = context.problem;
        let mut second = Vec::new();
        for id in self.second.chain(goal_id) {
            let Some(Sided { node, .. }) = self.second.node(&TwoSided(problem), id) else {
                return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
            };
            let (place, _) = self.known(problem, &node);
            second.push((node, place));
        }
        match self.first_path.pair(problem, &second, &self.starts, context.progress) {
            Ok(pair) => {
                let [path, _] = &pair;
                let event = NodeEvent::new(&goal, path.nodes.iter().nth_back(1), path.cost, None);
                context.observer.found(event);
                context.progress.status = Status::Found;
                self.current = Some(goal);
                self.pair = Some(pair);
            }
            Err(last) => self.current = Some(last),
        }
    }

    fn forget_second(&mut self) {
        self.second.clear();
        self.open.clear();
    }

    /// Limits each search to the share that the other leaves.
    fn share_limits(&mut self) {
        let starts = self.starts.capacity() * size_of::<(P::Node, P::Cost)>();
        let (first, second) = (&mut self.first, &mut self.second);
        let open = self.open.bytes();
        first.set_limits(self.limits.less(second.len(), second.bytes() + open + starts));
        second.set_limits(self.limits.less(first.stored(), first.bytes() + starts));
        // An error is reported when the search continues.
        let _ = second.share(open, self.open.room());
    }

    /// Divides the memory left by the limit between the table and the open list of the second search. Fails if more is
    /// in use. Returns whether the search can continue.
    #[inline]
    fn share_memory(&mut self, progress: &mut Progress) -> bool {
        let beside = self.open.bytes();
        !self.second.has_memory_limit() || progress.share(&mut self.second, beside, self.open.room())
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        let view = self.second.view(&TwoSided(problem), id, |_| None)?;
        Some(SearchNode {
            node: view.node.node,
            g: view.g,
            h: None,
            parent: view.parent.map(|parent| parent.node),
            is_open: view.is_open,
            is_backward: false,
        })
    }
}

impl<P: Problem> fmt::Debug for Disjoint<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.by_nodes { "nodes" } else { "edges" };
        formatter.debug_tuple("Disjoint").field(&by).finish()
    }
}
