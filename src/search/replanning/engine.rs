//! [`Replanning`]: the engine of searches that repair what they know when the graph changes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::{fmt, mem};

use super::Course;
use super::known::Known;
use super::queue::{Key, Queue, Reach, bytes};
use crate::error::Origin;
use crate::limits::Limits;
use crate::nodes::Link;
use crate::search::Search;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::sums::{checked_key, path_cost, plain_sum, start_cost};
use crate::{Cost, KnownGoal, NodeEvent, Observer, Path, Problem, ReverseGraph, SearchError, SearchNode, Status};

/// The engine of [`LpaStar`](crate::LpaStar) and [`DStarLite`](crate::DStarLite), which differ in the [`Course`] `D`.
///
/// Of each node it knows two costs: the one that its neighbours were told when it was last expanded, and the one that
/// follows from what the neighbours have told. Where the two differ, the node is open. A changed edge changes the
/// second cost of one node, and expansions pass that on, as far as it matters for a path to the goal.
#[doc(hidden)]
#[derive(Clone)]
pub struct Replanning<P: Problem, D> {
    known: Known<P>,
    queue: Queue<P::Cost>,
    starts: Vec<(P::Node, P::Cost)>,
    /// The nodes where the search begins, sorted by their ids: the starts, or the goal.
    roots: Vec<(u32, P::Cost)>,
    /// What keys have been raised by since the start moved (`k_m` of the paper): no key in the queue is too large then.
    offset: P::Cost,
    /// Whether the start has moved since all keys were computed: then they may be too small.
    has_moved: bool,
    /// The largest bound expanded since the last change. Keys are not less, so that an estimate that is not consistent
    /// cannot have costs chase each other.
    floor: P::Cost,
    /// Nodes that have not the key that they should: it is below the floor, too large, or infinite.
    misplaced: Vec<u32>,
    /// Nodes at a changed edge whose cost has not been computed again, since a failure came first.
    waiting: Vec<P::Node>,
    /// The node whose expansion a failure has cut short.
    unfinished: Option<u32>,
    /// The first sum too large for the cost type, and the node whose edge it was.
    overflow: Option<(P::Node, Box<SearchError>)>,
    /// Whether the graph, an estimate or the start has changed since the search began.
    pub(super) has_changed: bool,
    current: Option<P::Node>,
    course: PhantomData<D>,
}

/// The offset has grown too large for the cost type.
struct Overflow;

/// What comes next.
enum Next<C> {
    Expansion(u32),
    /// The end of the path where the search arrives, and what the path costs.
    Found(C),
    Nothing,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Search<Replanning<P, D>> {
    /// A search that has not begun.
    pub(super) fn replanning(problem: P) -> Self {
        let engine = Replanning {
            known: Known::new(),
            queue: Queue::with_default_hasher(),
            starts: Vec::new(),
            roots: Vec::new(),
            offset: P::Cost::ZERO,
            has_moved: false,
            floor: P::Cost::ZERO,
            misplaced: Vec::new(),
            waiting: Vec::new(),
            unfinished: None,
            overflow: None,
            has_changed: false,
            current: None,
            course: PhantomData,
        };
        Search::from_engine(problem, engine)
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> sealed::Sealed for Replanning<P, D> {}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Engine for Replanning<P, D> {
    type Problem = P;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        if context.progress.is_within_memory(self.limits(), || self.bytes()) && self.catch_up(&mut context) {
            match self.choose(&mut context) {
                Next::Expansion(id) => self.expand(&mut context, id),
                Next::Found(cost) => {
                    let goal = context.problem.goal();
                    let arrival = self.arrival(context.problem).filter(|_| !D::IS_BACKWARD);
                    match arrival.and_then(|(id, _)| self.view(context.problem, id)) {
                        Some(view) => context.observer.found(view.event()),
                        None => context.observer.found(NodeEvent::new(&goal, None, cost, None)),
                    }
                    self.current = Some(goal);
                    context.progress.status = Status::Found;
                }
                // A sum was too large that need not be any more.
                Next::Nothing if self.has_changed && self.overflow.is_some() => self.restart(&mut context),
                Next::Nothing => {
                    context.progress.status = Status::Exhausted;
                    let overflow = self.overflow.clone();
                    if let Some((node, error)) = overflow.or_else(|| self.overflowing_start(context.problem)) {
                        context.progress.status = Status::Failed(*error);
                        self.current = Some(node);
                    }
                }
            }
        }
        context.progress.set_open(self.open());
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let cost = match start_cost(cost) {
            Ok(cost) => cost,
            Err(error) => return context.progress.fail(*error),
        };
        let goal = context.problem.goal();
        if !context.problem.is_goal(&goal) {
            return context.progress.fail(SearchError::GoalDenied);
        }
        let had_estimates = self.has_estimates();
        match self.starts.iter_mut().find(|(start, _)| *start == node) {
            Some((_, known)) if cost.is_less(known) => *known = cost,
            // A start that is given again.
            Some(_) => {}
            None => {
                let nodes = self.stored();
                context.progress.add(&mut self.starts, (node.clone(), cost), nodes);
            }
        }
        let root = if D::IS_BACKWARD {
            (goal, P::Cost::ZERO)
        } else {
            (node, cost)
        };
        self.add_root(&mut context, root);
        if had_estimates != self.has_estimates() {
            self.order_anew(&mut context);
        }
        context.progress.generated += 1;
        context.progress.set_open(self.open());
    }

    fn stored(&self) -> usize {
        self.known.nodes.len()
    }

    fn bytes(&self) -> usize {
        let ids = (self.misplaced.capacity() + 2 * self.roots.capacity()) * size_of::<u32>();
        self.known.bytes() + bytes(&self.queue) + ids
    }

    fn limits(&self) -> Limits {
        self.known.nodes.limits()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.known.nodes.set_limits(limits);
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        self.known.nodes.reserve(problem, &problem.start(), nodes);
    }

    fn clear(&mut self) {
        self.known.clear();
        self.queue.clear();
        self.starts.clear();
        self.roots.clear();
        self.offset = P::Cost::ZERO;
        self.has_moved = false;
        self.floor = P::Cost::ZERO;
        self.misplaced.clear();
        self.waiting.clear();
        self.unfinished = None;
        self.overflow = None;
        self.has_changed = false;
        self.current = None;
    }

    fn current(&self, _: &P) -> Option<P::Node> {
        self.current.clone()
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        // What goes wrong here goes wrong in the next step again, which returns the error.
        let mut context = Context {
            problem,
            observer: &mut (),
            progress: &mut Progress::default(),
        };
        match self.choose(&mut context) {
            Next::Expansion(id) => self.view(problem, id),
            Next::Found(_) => self.view(problem, self.arrival(problem)?.0),
            Next::Nothing => None,
        }
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let start = problem.start();
        let end = if D::IS_BACKWARD {
            problem.goal()
        } else {
            problem.start()
        };
        let h = D::estimate(problem, &start, &end);
        let end = SearchNode {
            is_backward: D::IS_BACKWARD,
            ..SearchNode::end(end, Some(h))
        };
        [Some(end), None]
    }

    fn open_nodes(&self, problem: &P) -> impl Iterator<Item = ViewOf<Self>> {
        self.views(problem, true)
    }

    fn closed_nodes(&self, problem: &P) -> impl Iterator<Item = ViewOf<Self>> {
        self.views(problem, false)
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        let id = self.known.nodes.find(problem, node)?;
        self.known.is_met(id).then(|| self.view(problem, id))?
    }

    fn cost_to(&self, problem: &P, node: &P::Node) -> Option<P::Cost> {
        if D::IS_BACKWARD {
            return None;
        }
        let cost = self.known.nodes.cost(self.known.nodes.find(problem, node)?);
        cost.is_less(&P::Cost::INFINITY).then_some(cost)
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
        self.path(problem, self.arrival(problem)?.0)
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        if D::IS_BACKWARD || self.arrival(problem).is_some() {
            return self.current_path(problem);
        }
        let estimated = self
            .known
            .nodes
            .ids(problem)
            .filter(|id| self.known.reach(*id).is_some())
            .filter_map(|id| {
                let node = self.known.nodes.node(problem, id)?;
                Some((id, self.estimate(problem, &node)))
            });
        let (nearest, _) = estimated.min_by(|(_, one), (_, other)| one.order(other))?;
        self.path(problem, nearest)
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        if D::IS_BACKWARD {
            return None;
        }
        self.path(problem, self.known.nodes.find(problem, node)?)
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// Computes the costs of these nodes again, since edges at them have changed.
    pub(super) fn revise<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        nodes: impl IntoIterator<Item = P::Node>,
    ) {
        let stored = self.known.nodes.len();
        for node in nodes {
            context.progress.add(&mut self.waiting, node, stored);
        }
        self.begin_round(context);
        self.catch_up(context);
        context.progress.set_open(self.open());
    }

    /// Computes the keys of all open nodes again.
    pub(super) fn order_anew<W>(&mut self, context: &mut Context<'_, P, W>) {
        self.offset = P::Cost::ZERO;
        self.has_moved = false;
        self.floor = P::Cost::ZERO;
        self.misplaced.clear();
        self.queue.clear();
        let mut ids = Vec::new();
        for id in self.known.nodes.ids(context.problem) {
            context.progress.add(&mut ids, id, self.known.nodes.len());
        }
        for id in ids {
            self.place(context, id);
        }
        context.progress.set_open(self.open());
    }

    /// Makes `node` the only start.
    pub(super) fn move_start<W>(&mut self, context: &mut Context<'_, P, W>, node: P::Node) {
        // Keys without estimates, since there were several starts, are not too large either.
        let way = match self.starts.first() {
            Some((last, _)) => D::estimate(context.problem, last, &node),
            None => P::Cost::ZERO,
        };
        self.starts.clear();
        self.starts.push((node, P::Cost::ZERO));
        match self.offset.plus(way) {
            Some(offset) if !way.is_less(&P::Cost::ZERO) => {
                self.offset = offset;
                self.has_moved = true;
                self.begin_round(context);
            }
            _ => self.order_anew(context),
        }
        context.progress.set_open(self.open());
    }

    fn add_root<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        (node, cost): (P::Node, P::Cost),
    ) {
        if let Some(bound) = context.problem.index_bound() {
            self.known.reserve_labels(bound);
        }
        let known = self.known.nodes.find(context.problem, &node);
        let Some(id) = known.or_else(|| self.store(context, node.clone(), Reach::NONE, None)) else {
            return;
        };
        match self.roots.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(place) if cost.is_less(&self.roots[place].1) => self.roots[place].1 = cost,
            Ok(_) => {}
            Err(place) => self.roots.insert(place, (id, cost)),
        }
        self.revise(context, [node]);
    }

    /// Computes the costs that wait for it. Returns whether the search is still running.
    #[inline]
    fn catch_up<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) -> bool {
        while context.progress.status.is_running()
            && let Some(node) = self.waiting.pop()
        {
            self.compute(context, &node);
            if !context.progress.status.is_running() {
                self.waiting.push(node);
            }
        }
        context.progress.status.is_running()
    }

    /// After a change: keys may be less than those that have been expanded.
    fn begin_round<W>(&mut self, context: &mut Context<'_, P, W>) {
        self.floor = P::Cost::ZERO;
        for id in mem::take(&mut self.misplaced) {
            self.place(context, id);
        }
    }

    fn choose<W>(&mut self, context: &mut Context<'_, P, W>) -> Next<P::Cost> {
        if let Some(id) = self.unfinished {
            return Next::Expansion(id);
        }
        loop {
            let first = self.queue.peek().map(|(id, key)| (*id, *key));
            if let Some((id, cost)) = self.arrival(context.problem) {
                let limit = cost.plus(self.offset).unwrap_or(P::Cost::INFINITY);
                let is_settled = first.is_none_or(|(_, key)| !key.bound.is_less(&limit));
                if is_settled && self.known.is_sound(id) {
                    return Next::Found(cost);
                }
            }
            let Some((id, key)) = first else {
                return Next::Nothing;
            };
            if !self.has_moved {
                return Next::Expansion(id);
            }
            let node = self.known.nodes.node(context.problem, id);
            if node.is_none_or(|node| {
                self.key(context, id, &node, Origin::Current)
                    .is_ok_and(|now| now == Some(key))
            }) {
                return Next::Expansion(id);
            }
            self.place(context, id);
        }
    }

    /// Tells the neighbours of a node its cost; or, if its cost has risen, that they cannot rely on the old one.
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, id: u32) {
        let problem = context.problem;
        let Some(node) = self.known.nodes.node(problem, id) else {
            return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
        };
        self.current = Some(node.clone());
        let (reach, told) = (self.known.reach(id), self.known.told(id));
        let is_again = self.unfinished == Some(id);
        let is_raised = !is_again && told.is_less(&reach);
        if !context.observer.is_silent()
            && let Some(mut view) = self.view(problem, id)
        {
            if is_raised {
                view.g = told.cost;
            }
            context.observer.expanded(view.event());
        }
        if !is_again {
            if let Some((_, key)) = self.queue.remove(&id)
                && self.floor.is_less(&key.bound)
            {
                self.floor = key.bound;
            }
            self.unfinished = Some(id);
            self.known.set_told(id, if is_raised { Reach::NONE } else { reach });
        }
        let told = self.known.told(id);
        let mut generated = 0;
        D::onward(problem, &node).for_each(|(next, edge)| {
            let origin = onward(D::IS_BACKWARD, generated);
            generated += 1;
            if !context.progress.status.is_running() {
                return;
            }
            if is_again {
                self.compute(context, &next);
            } else if is_raised {
                if let Some(next_id) = self.known.nodes.find(problem, &next)
                    && self.known.nodes.link(next_id).parent() == Some(id)
                {
                    self.compute(context, &next);
                }
            } else if let Some(sum) = self.sum(context.progress, &node, told, edge, origin) {
                self.offer(context, &next, sum, (id, &node), origin);
            }
        });
        if context.progress.status.is_running() {
            self.unfinished = None;
            self.place(context, id);
            context.progress.expanded += 1;
            context.progress.generated += generated as u64;
        } else {
            // It is made again after a change, and counts then.
            self.known.nodes.set_open(id, true);
        }
    }

    /// Takes a path to a node, if it is better than the known one.
    #[inline]
    fn offer<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        node: &P::Node,
        reach: Reach<P::Cost>,
        (parent, parent_node): (u32, &P::Node),
        origin: Origin,
    ) {
        let known = self.known.nodes.find(context.problem, node);
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id));
        // A path of the same cost is no better, unless it is the known one that has become shorter.
        let is_better = reach.cost.is_less(&before.cost)
            || reach.is_less(&before) && known.is_some_and(|id| self.known.nodes.link(id).parent() == Some(parent));
        if !is_better {
            return;
        }
        let id = match known {
            Some(id) => {
                let link = Link::new(Some(parent), self.known.nodes.link(id).is_open());
                self.known
                    .nodes
                    .improve(context.problem, id, node.clone(), reach.cost, link);
                self.known.set_edges(id, reach.edges);
                id
            }
            None => match self.store(context, node.clone(), reach, Some(parent)) {
                Some(id) => id,
                None => return,
            },
        };
        self.place_node(context, id, node, origin);
        self.announce(context, id, node, Some(parent_node), before, reach);
    }

    /// Computes the cost of a node from those of its neighbours.
    fn compute<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, node: &P::Node) {
        let problem = context.problem;
        let known = self.known.nodes.find(problem, node);
        let mut best = Reach {
            cost: known.and_then(|id| self.root(id)).unwrap_or(P::Cost::INFINITY),
            edges: 0,
        };
        let mut parent = None;
        for (place, (neighbour, edge)) in D::back(problem, node).enumerate() {
            let Some(id) = self.known.nodes.find(problem, &neighbour) else {
                continue;
            };
            let told = self.known.told(id);
            if told.is_some()
                && let Some(sum) = self.sum(context.progress, node, told, edge, onward(!D::IS_BACKWARD, place))
                && sum.is_less(&best)
            {
                best = sum;
                parent = Some((id, neighbour));
            }
        }
        if !context.progress.status.is_running() {
            return;
        }
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id));
        let parent_id = parent.as_ref().map(|(id, _)| *id);
        let id = match known {
            Some(id) if best.order(&before).is_eq() && self.known.nodes.link(id).parent() == parent_id => return,
            Some(id) => {
                let link = Link::new(parent_id, self.known.nodes.link(id).is_open());
                self.known.nodes.set_state(id, best.cost, link);
                self.known.set_edges(id, best.edges);
                id
            }
            None if !best.is_some() => return,
            None => match self.store(context, node.clone(), best, parent_id) {
                Some(id) => id,
                None => return,
            },
        };
        self.place_node(context, id, node, Origin::Current);
        let parent = parent.as_ref().map(|(_, node)| node);
        self.announce(context, id, node, parent, before, best);
    }

    fn announce<W: Observer<P::Node, P::Cost>>(
        &self,
        context: &mut Context<'_, P, W>,
        id: u32,
        node: &P::Node,
        parent: Option<&P::Node>,
        before: Reach<P::Cost>,
        now: Reach<P::Cost>,
    ) {
        if !now.cost.is_less(&before.cost) || !self.known.nodes.link(id).is_open() {
            return;
        }
        let event = NodeEvent {
            node,
            parent,
            g: now.cost,
            h: (!context.observer.is_silent()).then(|| self.estimate(context.problem, node)),
            is_backward: D::IS_BACKWARD,
        };
        if before.is_some() {
            context.observer.improved(event, before.cost);
        } else {
            context.problem.prefetch(node);
            context.observer.opened(event);
        }
    }

    /// Stores a node that is not stored yet.
    fn store<W>(
        &mut self,
        context: &mut Context<'_, P, W>,
        node: P::Node,
        reach: Reach<P::Cost>,
        parent: Option<u32>,
    ) -> Option<u32> {
        let stored = self.known.store(context.problem, node, reach, parent);
        stored.map_err(|error| context.progress.fail(error)).ok()
    }

    /// Puts a node into the queue if it is open, where it belongs, and takes it out otherwise.
    fn place<W>(&mut self, context: &mut Context<'_, P, W>, id: u32) {
        match self.known.nodes.node(context.problem, id) {
            Some(node) => self.place_node(context, id, &node, Origin::Current),
            None => context.progress.fail(SearchError::NoNodeAt { index: id as usize }),
        }
    }

    fn place_node<W>(&mut self, context: &mut Context<'_, P, W>, id: u32, node: &P::Node, origin: Origin) {
        if self.unfinished == Some(id) {
            return;
        }
        let key = match self.key(context, id, node, origin) {
            Ok(key) => key,
            // A new order has placed it.
            Err(Overflow) => return self.order_anew(context),
        };
        let is_open = self.known.nodes.link(id).is_open();
        match key {
            Some(_) if self.queue.try_reserve(1).is_err() => {
                let nodes = self.known.nodes.len();
                context.progress.fail(SearchError::OutOfMemory { nodes });
            }
            Some(key) => {
                self.queue.push(id, key);
                if !is_open {
                    self.known.nodes.set_open(id, true);
                    context.progress.reopened += u64::from(self.known.told(id).is_some());
                }
            }
            None if is_open => {
                self.queue.remove(&id);
                self.known.nodes.set_open(id, false);
            }
            None => {}
        }
    }

    /// The key of a node, if it belongs into the queue.
    #[inline]
    fn key<W>(
        &mut self,
        context: &mut Context<'_, P, W>,
        id: u32,
        node: &P::Node,
        origin: Origin,
    ) -> Result<Option<Key<P::Cost>>, Overflow> {
        let (reach, told) = (self.known.reach(id), self.known.told(id));
        let is_raised = match told.order(&reach) {
            Ordering::Equal => return Ok(None),
            order => order.is_lt(),
        };
        let cost = if is_raised { told.cost } else { reach.cost };
        let estimate = self.estimate(context.problem, node);
        let bound = match checked_key(cost.plus(estimate), cost, Some(estimate), || origin) {
            Ok(Some(bound)) => bound.plus(self.offset).ok_or(Overflow)?,
            out => {
                context.progress.add(&mut self.misplaced, id, self.known.nodes.len());
                if let Err(error) = out {
                    self.refuse(context.progress, node, error);
                }
                return Ok(None);
            }
        };
        let key = |bound| Key { bound, is_raised, cost };
        if bound.is_less(&self.floor) {
            context.progress.add(&mut self.misplaced, id, self.known.nodes.len());
            return Ok(Some(key(self.floor)));
        }
        Ok(Some(key(bound)))
    }

    /// The sum of a path and one more edge of `node`. `None` if there is no such path.
    #[inline]
    fn sum(
        &mut self,
        progress: &mut Progress,
        node: &P::Node,
        path: Reach<P::Cost>,
        edge: P::Cost,
        origin: Origin,
    ) -> Option<Reach<P::Cost>> {
        let cost = match plain_sum(path.cost, edge) {
            Some(cost) => cost,
            None => match path_cost(path.cost, edge, || origin) {
                Ok(sum) => sum?,
                Err(error) => {
                    self.refuse(progress, node, error);
                    return None;
                }
            },
        };
        Some(Reach {
            cost,
            edges: path.edges.saturating_add(1),
        })
    }

    /// Notes a sum that is too large, which may belong to a path that nobody needs. Any other error ends the search.
    #[cold]
    fn refuse(&mut self, progress: &mut Progress, node: &P::Node, error: Box<SearchError>) {
        if matches!(
            *error,
            SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }
        ) {
            self.overflow.get_or_insert_with(|| (node.clone(), error));
        } else {
            self.current = Some(node.clone());
            progress.fail(*error);
        }
    }

    /// Starts again with the same starts.
    fn restart<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let starts = mem::take(&mut self.starts);
        self.clear();
        for (node, cost) in starts {
            self.open_start(context.reborrow(), node, cost);
        }
    }

    /// The end of the paths where the search arrives, if it has got there, with the cost of the best path.
    #[inline]
    fn arrival(&self, problem: &P) -> Option<(u32, P::Cost)> {
        let at = |node: &P::Node| {
            let id = self.known.nodes.find(problem, node)?;
            self.known.reach(id).is_some().then(|| (id, self.known.nodes.cost(id)))
        };
        if !D::IS_BACKWARD {
            return at(&problem.goal());
        }
        let arrivals = self.starts.iter().filter_map(|(start, cost)| {
            let (id, left) = at(start)?;
            Some((id, cost.plus(left)?))
        });
        arrivals.min_by(|(_, one), (_, other)| one.order(other))
    }

    /// A start from which there is a path that costs too much, and the error.
    fn overflowing_start(&self, problem: &P) -> Option<(P::Node, Box<SearchError>)> {
        let starts = self.starts.iter().filter(|_| D::IS_BACKWARD);
        starts
            .filter_map(|(start, cost)| {
                let id = self.known.nodes.find(problem, start)?;
                let error = path_cost(*cost, self.known.nodes.cost(id), || Origin::Start).err()?;
                Some((start.clone(), error))
            })
            .next()
    }

    /// The path from a start to this node, or from this node to the goal, with the nodes as successors are generated.
    fn path(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        let mut chain = self.known.chain(id)?;
        if !D::IS_BACKWARD {
            chain.reverse();
        }
        let first = self.known.nodes.node(problem, chain[0])?;
        let start = self.starts.iter().find(|(start, _)| *start == first);
        let mut cost = start.map_or(P::Cost::ZERO, |(_, cost)| *cost);
        let mut nodes = alloc::vec![first];
        for id in &chain[1..] {
            let node = self.known.nodes.node(problem, *id)?;
            let edges = problem
                .successors(&nodes[nodes.len() - 1])
                .filter(|(next, _)| *next == node);
            let (next, edge) = edges.min_by(|(_, one), (_, other)| one.order(other))?;
            cost = cost.plus(edge)?;
            nodes.push(next);
        }
        Some(Path { nodes, cost })
    }

    /// The cost at which the search begins at a node, if it does.
    fn root(&self, id: u32) -> Option<P::Cost> {
        let place = self.roots.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.roots[place].1)
    }

    /// Estimates are those from the start, if there is one start.
    fn has_estimates(&self) -> bool {
        !D::IS_BACKWARD || self.starts.len() < 2
    }

    #[inline]
    fn estimate(&self, problem: &P, node: &P::Node) -> P::Cost {
        match self.starts.first() {
            Some((start, _)) if self.has_estimates() => D::estimate(problem, start, node),
            _ => P::Cost::ZERO,
        }
    }

    fn open(&self) -> usize {
        self.queue.len() + usize::from(self.unfinished.is_some())
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        let view = self
            .known
            .nodes
            .view(problem, id, |node| Some(self.estimate(problem, node)))?;
        Some(SearchNode {
            is_backward: D::IS_BACKWARD,
            ..view
        })
    }

    fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = ViewOf<Self>> {
        let wanted = move |id: &u32| self.known.nodes.link(*id).is_open() == is_open && self.known.is_met(*id);
        self.known
            .nodes
            .ids(problem)
            .filter(wanted)
            .filter_map(|id| self.view(problem, id))
    }
}

/// The origin of an edge of the current node.
fn onward(is_backward: bool, place: usize) -> Origin {
    if is_backward {
        Origin::Predecessor(place)
    } else {
        Origin::Successor(place)
    }
}

impl<P: Problem, D> fmt::Debug for Replanning<P, D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<D>();
        let name = name.rsplit("::").next().unwrap_or(name);
        formatter
            .debug_tuple("Replanning")
            .field(&format_args!("{name}"))
            .finish()
    }
}
