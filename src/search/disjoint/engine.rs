//! [`Disjoint`]: the engine of [`DisjointPaths`](super::DisjointPaths).

use alloc::vec::Vec;
use core::{fmt, mem};

use super::flow::{Flow, Sided, TwoSided};
use crate::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf};
use crate::memory::{Memory, Refusal};
use crate::nodes::{Comparison, Link, NodeTable};
use crate::open::{CostQueue, OpenList};
use crate::search::best_first::{BestFirst, CostOnly};
use crate::traits::NumericCost;
use crate::{Cost, NodeEvent, Observer, Path, Problem, SearchError, SearchNode, Status};

/// The engine of [`DisjointPaths`](crate::search::DisjointPaths).
///
/// The first search finds a cheapest path. Each further search may follow the edges of the paths so far only backwards,
/// which removes them from these paths. Costs are reduced by the distances that the earlier searches have found, so
/// that no edge costs less than zero, in either direction. The edges that remain in the end are those of the paths.
#[doc(hidden)]
#[derive(Clone)]
pub struct Disjoint<P: Problem> {
    /// Whether the paths must not have a common node either.
    by_nodes: bool,
    /// The number of paths wanted.
    pub(super) count: usize,
    first: BestFirst<P, CostOnly>,
    flow: Flow<P::Node, P::Cost>,
    /// The number of nodes that the first search has left open.
    left_open: usize,
    /// The nodes of the current search, after the first one.
    second: NodeTable<Sided<P::Node>, P::Cost, ()>,
    open: CostQueue<P::Cost>,
    /// The sum of the reduced costs of the goal in all searches between the first and the current one.
    total: P::Cost,
    /// The amount by which the sum of a node's reduced costs in these searches is less than `total`, if it is.
    nearer: NodeTable<Sided<P::Node>, P::Cost, ()>,
    starts: Vec<(P::Node, P::Cost)>,
    /// The paths, cheapest first, once the search has ended.
    pub(super) paths: Vec<Path<P::Node, P::Cost>>,
    /// The node expanded last, or the goal once the paths have been found.
    current: Option<P::Node>,
}

impl<P: Problem<Cost: NumericCost>> Engine for Disjoint<P> {
    type Problem = P;
    type Id = Spot;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if self.has_first() {
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
        let memory = &mut context.progress.memory;
        self.first.frontier.release(context.problem, memory);
        if self.has_first() {
            self.forget_paths(memory);
            context.progress.open = self.left_open;
        }
        self.first.open_start(context.reborrow(), node.clone(), cost);
        if context.progress.status.is_running() {
            context.progress.memory.push(&mut self.starts, (node, cost));
        }
        self.conclude(context);
    }

    fn clear(&mut self, memory: &mut Memory) {
        self.first.clear(memory);
        self.forget_paths(memory);
        self.starts.clear();
        self.paths.clear();
        self.current = None;
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        let start = problem.start();
        self.first.frontier.nodes.reserve(problem, &start, nodes, memory);
        let start = Sided::near(start);
        self.second.reserve(&TwoSided(problem), &start, nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<Spot> {
        if !self.has_first() {
            return self.first.next(problem, progress).map(Spot::First);
        }
        let id = self.open.peek_fresh(&mut progress.memory, self.second.freshness())?;
        Some(Spot::Second(id))
    }

    fn last(&self, _: &P) -> Option<Spot> {
        self.current.as_ref().map(|_| Spot::Last)
    }

    fn best(&self, problem: &P) -> Option<Spot> {
        if self.paths.len() == self.count {
            return self.last(problem);
        }
        let goal = self.first.frontier.chosen.filter(|_| self.has_first());
        goal.or_else(|| self.first.best(problem)).map(Spot::First)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Spot> {
        let is_first = !self.has_first();
        let first = self.first.ids(is_open).filter(move |_| is_first);
        let wanted = move |id: &u32| self.second.link(*id).is_open() == is_open;
        let second = self.second.ids().filter(wanted).collect::<Vec<_>>();
        first.map(Spot::First).chain(second.into_iter().map(Spot::Second))
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Spot> {
        // Only paths of the first search are paths to a node.
        let first = self.first.id_of(problem, node).map(Spot::First);
        let side = |is_far| Sided {
            node: node.clone(),
            is_far,
        };
        let second = |is_far| self.second.find(&TwoSided(problem), &side(is_far));
        first.or_else(|| second(false).or_else(|| second(true)).map(Spot::Later))
    }

    fn view(&self, problem: &P, id: Spot) -> Option<ViewOf<Self>> {
        let (id, has_cost) = match id {
            Spot::First(id) => return self.first.view(problem, id),
            Spot::Second(id) => (id, true),
            Spot::Later(id) => (id, false),
            Spot::Last => {
                return self
                    .current
                    .clone()
                    .map(|node| SearchNode::new(node, P::Cost::ZERO, None, None, true));
            }
        };
        let view = self.second.view(&TwoSided(problem), id, |_| None)?;
        let parent = view.parent.map(|parent| parent.node);
        let cost = if has_cost { view.g } else { P::Cost::INFINITY };
        Some(SearchNode::new(view.node.node, cost, None, parent, view.is_open))
    }

    fn path(&self, problem: &P, id: Spot) -> Option<PathOf<Self>> {
        match id {
            Spot::First(id) => self.first.path(problem, id),
            Spot::Second(_) | Spot::Later(_) => None,
            Spot::Last => self.paths.first().cloned(),
        }
    }
}

/// A stored node, or the node that was expanded last, whose path is the first one found.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    /// A node of the first search.
    First(u32),
    /// A node of a search with reduced costs.
    Second(u32),
    Last,
    /// In the search of the later paths, a node that the first one has not reached, and to which there is no path.
    Later(u32),
}

impl<P: Problem<Cost: NumericCost>> Disjoint<P> {
    pub(super) fn new(by_nodes: bool) -> Self {
        Disjoint {
            by_nodes,
            count: 2,
            first: BestFirst::new(CostOnly),
            flow: Flow::new(),
            left_open: 0,
            second: NodeTable::default(),
            open: CostQueue::default(),
            total: P::Cost::ZERO,
            nearer: NodeTable::default(),
            starts: Vec::new(),
            paths: Vec::new(),
            current: None,
        }
    }

    /// Whether the first search has ended.
    fn has_first(&self) -> bool {
        self.flow.len() > 0
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
            let first = &mut self.first;
            first
                .frontier
                .expand_node(&mut first.successors, context.reborrow(), taken, &node);
            self.current = Some(node);
        }
    }

    /// Ends the first search if its next node is a goal, and updates the counts. Returns whether the search is still
    /// running.
    fn conclude<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>) -> bool {
        if context.progress.status.is_running()
            && !self.has_first()
            // The goal stays open, since another start may be added.
            && let Some(goal) = self.first.frontier.choose(&mut context.progress.memory)
        {
            let nodes = &self.first.frontier.nodes;
            let node = nodes.node(context.problem, goal);
            if node.is_none_or(|node| context.problem.is_goal(&node)) {
                let node = |id: u32| Some(Sided::near(nodes.node(context.problem, id)?));
                let path = nodes.chain(goal).into_iter().map(node).collect::<Option<Vec<_>>>();
                self.left_open = mem::take(&mut context.progress.open);
                match path {
                    Some(path) => self.add_path(&mut context, &path),
                    None => context.progress.fail(SearchError::NoNodeAt { index: goal as usize }),
                }
            }
        }
        context.progress.note_open();
        context.progress.status.is_running()
    }

    /// Adds the path that a search has found. Begins the next search, or ends with all paths.
    #[cold]
    fn add_path<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, path: &[Sided<P::Node>]) {
        let Some(start) = path.first() else { return };
        let costs = self.starts.iter().filter(|(node, _)| *node == start.node);
        let cost = costs.map(|(_, cost)| *cost).min_by(P::Cost::order);
        let is_fresh = |node: &&P::Node| !self.flow.contains(node);
        let fresh: Vec<_> = path.iter().map(|stop| &stop.node).filter(is_fresh).collect();
        let may_go_back = |stop: &Sided<P::Node>| stop.is_far || self.is_shared(&stop.node);
        let stops: Vec<_> = path.iter().map(|stop| (stop.node.clone(), may_go_back(stop))).collect();
        let added = self.flow.add(context.problem, &stops, cost.unwrap_or(P::Cost::ZERO));
        if added.is_none() {
            context.progress.memory.refuse::<()>(Refusal::OutOfMemory);
            return;
        }
        if self.flow.len() >= self.count {
            return self.end(context, Status::Found);
        }
        // Both sides of a node that had only one have the same costs.
        for node in fresh
            .into_iter()
            .filter(|node| self.is_divided(node))
            .collect::<Vec<_>>()
        {
            let [near, far] = Sided::both(node);
            let [by, known] = [&near, &far].map(|side| self.nearer_by(context.problem, side));
            if !by.order(&known).is_eq() {
                self.set_nearer(context, far, by);
            }
        }
        self.forget_second(&mut context.progress.memory);
        context.progress.open = 0;
        self.open_starts(context);
    }

    /// Ends the search with the paths found.
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, status: Status) {
        match self.flow.paths(context.progress) {
            Ok(paths) => self.paths = paths,
            Err(last) => {
                self.current = Some(last);
                context.progress.status = Status::Exhausted;
                return;
            }
        }
        if status == Status::Found
            && let Some(Path { nodes, cost }) = self.paths.first()
            && let [before @ .., goal] = &nodes[..]
        {
            context.observer.found(NodeEvent::new(goal, before.last(), *cost, None));
            self.current = Some(goal.clone());
        }
        context.progress.status = status;
    }

    /// Whether any number of paths may visit a node.
    fn is_shared(&self, node: &P::Node) -> bool {
        !self.by_nodes || self.starts.iter().any(|(start, _)| start == node)
    }

    /// Whether a node has two sides.
    #[inline]
    fn is_divided(&self, node: &P::Node) -> bool {
        self.by_nodes && self.flow.contains(node) && !self.is_shared(node)
    }

    /// Opens the starts of a search after the first one.
    fn open_starts<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        for place in 0..self.starts.len() {
            let (start, cost) = self.starts[place].clone();
            let start = Sided::near(start);
            if let Some(least) = self.least(context, &start, 0) {
                self.reach(context, None, start, cost.minus(least));
            }
        }
    }

    fn expand_second<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let problem = context.problem;
        // The number may have been reduced.
        if self.flow.len() >= self.count {
            return self.end(context, Status::Found);
        }
        let memory = &mut context.progress.memory;
        let Some(id) = self.open.pop_fresh(memory, self.second.freshness()) else {
            return self.end(context, Status::Exhausted);
        };
        self.second.set_open(id, false);
        context.progress.open -= 1;
        let Some(side) = self.second.node(&TwoSided(problem), id) else {
            return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
        };
        let node = &side.node;
        if problem.is_goal(node) {
            return self.conclude_second(context, id);
        }
        let cost = self.second.cost(id);
        if !context.observer.is_silent()
            && let Some(view) = self.view(problem, Spot::Second(id))
        {
            context.observer.expanded(view.event());
        }
        self.current = Some(node.clone());
        let Some(from) = self.least(context, &side, 0) else {
            return;
        };
        let mut generated = 0;
        if side.is_far || !self.is_divided(node) {
            let taken: Vec<_> = self.flow.edges(node).iter().map(|edge| edge.place).collect();
            problem.successors(node).for_each(|(child, edge)| {
                let place = generated;
                generated += 1;
                if !context.progress.status.is_running() || taken.contains(&place) {
                    return;
                }
                // The cost is validated before it is reduced.
                let Some(edge) = context.progress.sum(P::Cost::ZERO, edge, place) else {
                    return;
                };
                let child = Sided::near(child);
                let Some(to) = self.least(context, &child, place) else {
                    return;
                };
                let is_known = || self.second.find(&TwoSided(problem), &child).is_some();
                let reduced = if from.is_less(&to) {
                    Some(edge.minus(to.minus(from)))
                } else {
                    context.progress.sum_unless(from.minus(to), edge, place, is_known)
                };
                let sum = |reduced| context.progress.sum_unless(cost, reduced, place, is_known);
                if let Some(sum) = reduced.and_then(sum) {
                    self.reach(context, Some((id, node)), child, sum);
                }
            });
        }
        for (before, edge) in self.flow.sources(node).to_vec() {
            let is_far = self.is_divided(&before);
            let before = Sided { node: before, is_far };
            let Some(to) = self.least(context, &before, 0) else {
                return;
            };
            let reduced = to.plus(edge).map_or(P::Cost::ZERO, |to| from.minus(to));
            if let Some(sum) = context.progress.sum(cost, reduced, 0) {
                self.reach(context, Some((id, node)), before, sum);
            }
        }
        context.progress.count_expansion(generated);
    }

    /// Ends a search after the first one at the goal with this id.
    #[cold]
    fn conclude_second<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, goal: u32) {
        let node = |id| self.second.node(&TwoSided(context.problem), id);
        let path = self.second.chain(goal).into_iter().map(node);
        let Some(path) = path.collect::<Option<Vec<_>>>() else {
            return context.progress.fail(SearchError::NoNodeAt { index: goal as usize });
        };
        if self.flow.len() + 1 < self.count {
            self.add_costs(context, self.second.cost(goal));
        }
        if context.progress.status.is_running() {
            self.add_path(context, &path);
        }
    }

    /// Adds the costs of a search after the first one to those of earlier ones. The goal has the cost `most`.
    fn add_costs<W>(&mut self, context: &mut Context<'_, P, W>, most: P::Cost) {
        let (problem, graph) = (context.problem, TwoSided(context.problem));
        let is_closed = |id: &u32| !self.second.link(*id).is_open();
        let cost = |side: &Sided<P::Node>| {
            let id = self.second.find(&graph, side).filter(is_closed)?;
            Some(self.second.cost(id))
        };
        let mut nearer = Vec::new();
        for node in self.flow.nodes().filter(|node| self.is_divided(node)) {
            // From the far side, a path can go back to the near one.
            let [near, far] = Sided::both(node);
            let between = self.nearer_by(problem, &near).minus(self.nearer_by(problem, &far));
            let through = cost(&far).and_then(|cost| cost.plus(between));
            let least = cost(&near).into_iter().chain(through).min_by(P::Cost::order);
            nearer.extend(least.map(|least| (near, most.minus(least))));
        }
        for id in self.second.ids().filter(is_closed) {
            let side = self.second.node(&graph, id);
            let side = side.filter(|side| side.is_far || !self.is_divided(&side.node));
            nearer.extend(side.map(|side| (side, most.minus(self.second.cost(id)))));
        }
        for (side, by) in nearer {
            if P::Cost::ZERO.is_less(&by)
                && let Some(sum) = sum_or_end(context.progress, self.nearer_by(problem, &side), by, 0)
            {
                self.set_nearer(context, side, sum);
            }
        }
        if let Some(total) = sum_or_end(context.progress, self.total, most, 0) {
            self.total = total;
        }
    }

    /// The amount by which a node is nearer than the goal in the searches between the first and the current one.
    fn nearer_by(&self, problem: &P, side: &Sided<P::Node>) -> P::Cost {
        let id = self.nearer.find(&TwoSided(problem), side);
        id.map_or(P::Cost::ZERO, |id| self.nearer.cost(id))
    }

    fn set_nearer<W>(&mut self, context: &mut Context<'_, P, W>, side: Sided<P::Node>, by: P::Cost) {
        let (graph, link) = (TwoSided(context.problem), Link::new(None, false));
        let key = self.nearer.key(&graph, &side);
        if let Some(id) = self.nearer.get(key, &side) {
            self.nearer.set_state(id, by, link);
        } else {
            let memory = &mut context.progress.memory;
            self.nearer.insert(&graph, key, side, by, link, (), memory, |_| ());
        }
    }

    /// Reaches a node of the second search by a path of this reduced cost.
    fn reach<W: Observer<P::Node, P::Cost>>(
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
        let news = self.second.compare(key, &child, &cost, true);
        let id = match news {
            Comparison::NoBetter => return,
            Comparison::Better(id) => {
                // The node is open, since closed nodes have been reached at lower costs.
                let event = NodeEvent::new(&child.node, parent, cost, None);
                observer.improved(event, self.second.cost(id));
                self.second.improve(id, child, cost, link);
                id
            }
            Comparison::FirstPath => {
                let announce = |child: &Sided<P::Node>| {
                    problem.prefetch(&child.node);
                    observer.opened(NodeEvent::new(&child.node, parent, cost, None));
                };
                let memory = &mut progress.memory;
                let Some(id) = self.second.insert(&graph, key, child, cost, link, (), memory, announce) else {
                    return;
                };
                progress.open += 1;
                id
            }
        };
        self.open.push(id, cost, cost, &mut progress.memory);
    }

    /// The amount by which the costs of edges from a node are increased, and those of edges to it reduced: the sum,
    /// over all earlier searches, of the least cost of a path to the node, or to the goal if that is less. Fails if it
    /// is too large, at successor number `place`.
    #[inline]
    fn least<W>(&self, context: &mut Context<'_, P, W>, side: &Sided<P::Node>, place: usize) -> Option<P::Cost> {
        let (nodes, problem) = (&self.first.frontier.nodes, context.problem);
        let known = nodes.find(problem, &side.node).filter(|id| !nodes.link(*id).is_open());
        // The goal is open.
        let id = known.or(self.first.frontier.chosen);
        let first = id.map_or(P::Cost::ZERO, |id| nodes.cost(id));
        if self.flow.len() < 2 {
            return Some(first);
        }
        let others = self.total.minus(self.nearer_by(problem, side));
        sum_or_end(context.progress, first, others, place)
    }

    fn forget_paths(&mut self, memory: &mut Memory) {
        self.flow.clear();
        memory.remove_nodes(self.nearer.len());
        self.nearer.clear();
        self.total = P::Cost::ZERO;
        self.forget_second(memory);
    }

    fn forget_second(&mut self, memory: &mut Memory) {
        memory.remove_nodes(self.second.len());
        self.second.clear();
        self.open.clear();
    }
}

/// The sum of two costs that all reduced costs depend on. If it is too large, the search ends, since it cannot leave
/// out anything for that.
fn sum_or_end<C: Cost>(progress: &mut Progress, cost: C, more: C, place: usize) -> Option<C> {
    let sum = progress.sum(cost, more, place);
    if sum.is_none() && progress.status.is_running() {
        progress.status = Status::Exhausted;
    }
    sum
}

impl<P: Problem> fmt::Debug for Disjoint<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.by_nodes { "nodes" } else { "edges" };
        formatter.debug_tuple("Disjoint").field(&by).finish()
    }
}
