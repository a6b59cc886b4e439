//! [`Deviations`]: the engine of [`KShortestPaths`](super::KShortestPaths).

use alloc::vec::Vec;
use core::{fmt, mem};

use super::distances::{Aim, Distances};
use super::spur::{Costed, Item, Queue, Spur, Subspace, Waiting};
use crate::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, checked_key};
use crate::error::Origin;
use crate::memory::Memory;
use crate::search::onward::Onward;
use crate::{Cost, NodeEvent, Observer, Path, Problem, SearchError, SearchNode, Status};

/// The engine of [`KShortestPaths`](crate::KShortestPaths).
///
/// Once a path has been found, every other path leaves it at some node. Each node of the path is therefore the *spur*
/// of a set of paths, which have the same beginning and continue from there by another edge (Lawler). Distances to the
/// goal give a lower bound on the cost of the cheapest path in a set. A set is searched only when its bound is the
/// least of all.
#[doc(hidden)]
#[derive(Clone)]
pub struct Deviations<P: Problem> {
    distances: Distances<P>,
    spur: Spur<P>,
    queue: Queue<P::Node, P::Cost>,
    /// The starts, as paths of one node, followed by the paths found.
    known: Vec<Costed<P::Node, P::Cost>>,
    /// The number of starts among them.
    starts: usize,
    work: Work<P::Node>,
    /// Whether `work` determines the next node.
    is_settled: bool,
    /// The node expanded last, or the goal once a path has been found.
    current: Option<P::Node>,
}

/// The current work.
#[derive(Clone, Debug)]
enum Work<N> {
    /// The starts before this one are in the queue.
    Starting(usize),
    /// The queue determines what comes next. If `is_settled`, the distances have to reach further first.
    Choosing,
    /// The search for a cheapest path of a set.
    Searching(Subspace<N>),
    /// The last path found is being divided: the sets that leave it at this node and later ones are not in the queue
    /// yet.
    Dividing { spur: usize, of: Subspace<N> },
}

/// The name of a node or a path.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    /// A node whose distance to the goal is known, or a bound on it.
    Distance(u32),
    /// A node of the search for a path in a set.
    Spur(u32),
    /// The node that was expanded last, and the path found last.
    Last,
    /// The path found last or, if there is none, the best one that is waiting.
    Best,
}

impl<P: Problem> Deviations<P> {
    pub(super) fn new(aim: Aim<P>) -> Self {
        let distances = Distances::new(aim);
        Deviations {
            spur: Spur::new(&distances),
            distances,
            queue: Queue::new(),
            known: Vec::new(),
            starts: 0,
            work: Work::Starting(0),
            is_settled: false,
            current: None,
        }
    }
}

impl<P: Problem> Engine for Deviations<P> {
    type Problem = P;
    type Id = Spot;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        // It is not settled yet if `open_start` stopped before a possible end.
        if self.is_settled || self.settle(&mut context, true) {
            self.is_settled = false;
            self.expand(&mut context);
            if context.progress.status.is_running() {
                self.settle(&mut context, true);
            }
        }
        context.progress.note_open();
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let starts = &mut self.known[..self.starts];
        match starts.iter_mut().find(|start| start[0].0 == node) {
            Some(start) if cost.is_less(&start[0].1) => start[0].1 = cost,
            // A start that was given before.
            Some(_) => {}
            None => {
                let memory = &mut context.progress.memory;
                let mut start = Vec::new();
                if memory.push(&mut start, (node, cost)).is_none() || memory.grow(&mut self.known, 1).is_none() {
                    memory.release(start.capacity() * size_of::<(P::Node, P::Cost)>());
                    return;
                }
                self.known.insert(self.starts, start);
                self.starts += 1;
            }
        }
        // Sets of paths depend on the previous starts. Distances to the goal do not.
        context.progress.open -= self.forget_paths(&mut context.progress.memory);
        if self.distances.frontier.nodes.is_empty() {
            context.progress.is_backward = true;
            self.distances.open(context.reborrow());
        }
        if context.progress.status.is_running() {
            context.progress.generated += 1;
            // More starts may follow.
            self.settle(&mut context, false);
        }
        context.progress.note_open();
    }

    fn clear(&mut self, memory: &mut Memory) {
        self.distances.clear();
        self.starts = 0;
        self.forget_paths(memory);
        self.current = None;
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        if let Some(goal) = self.distances.goal(problem) {
            self.distances.frontier.nodes.reserve(problem, &goal, nodes, memory);
        }
        self.spur.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    fn next(&mut self, _: &P, progress: &mut Progress) -> Option<Spot> {
        let memory = &mut progress.memory;
        if self.is_at_end(memory) {
            return None;
        }
        match &self.work {
            Work::Starting(_) | Work::Choosing => self.distances.frontier.next_open(memory).map(Spot::Distance),
            Work::Searching(_) => self.spur.next_open(memory).map(Spot::Spur),
            Work::Dividing { .. } => self.spur.nodes.current.map(Spot::Spur),
        }
    }

    fn last(&self, _: &P) -> Option<Spot> {
        self.current.as_ref().map(|_| Spot::Last)
    }

    fn best(&self, _: &P) -> Option<Spot> {
        Some(Spot::Best)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Spot> {
        let wanted = move |id: &u32| self.spur.nodes.link(*id).is_open() == is_open;
        let spur = self.spur.nodes.ids().filter(wanted).map(Spot::Spur);
        let distances = self.distances.frontier.ids(is_open);
        spur.chain(distances.map(Spot::Distance))
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Spot> {
        match self.spur.nodes.find(problem, node) {
            Some(id) => Some(Spot::Spur(id)),
            None => self.distances.frontier.nodes.find(problem, node).map(Spot::Distance),
        }
    }

    fn view(&self, problem: &P, id: Spot) -> Option<ViewOf<Self>> {
        match id {
            Spot::Distance(id) => self.distances.frontier.view(problem, id),
            Spot::Spur(id) => {
                let estimate = |node: &P::Node| Some(self.distance(problem, node));
                self.spur.nodes.view(problem, id, estimate)
            }
            Spot::Last | Spot::Best => self
                .current
                .clone()
                .map(|node| SearchNode::new(node, P::Cost::ZERO, None, None, true)),
        }
    }

    fn path(&self, problem: &P, id: Spot) -> Option<PathOf<Self>> {
        let found = || self.known[self.starts..].last();
        let costed = match id {
            Spot::Distance(_) => None,
            Spot::Spur(id) => self.spur.path(problem, id),
            Spot::Last => found().cloned(),
            Spot::Best => found().or_else(|| self.queue.path()).cloned(),
        };
        costed.map(path)
    }
}

impl<P: Problem> Onward for Deviations<P> {
    fn go_on<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>) {
        self.settle(&mut context, true);
        context.progress.note_open();
    }
}

impl<P: Problem> Deviations<P> {
    /// Does everything that comes before the next expansion or before the end, which requires `may_end`. Returns
    /// whether the search is still running.
    fn settle<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, may_end: bool) -> bool {
        while context.progress.can_expand()
            && !self.is_settled
            && (may_end || !self.is_at_end(&mut context.progress.memory))
        {
            match mem::replace(&mut self.work, Work::Choosing) {
                Work::Starting(place) => self.settle_start(context, place),
                Work::Choosing => self.settle_choice(context),
                Work::Searching(subspace) => self.settle_search(context, subspace),
                Work::Dividing { spur, of } => self.settle_division(context, spur, of),
            }
        }
        context.progress.status.is_running()
    }

    /// Whether the search ends before another expansion.
    fn is_at_end(&mut self, memory: &mut Memory) -> bool {
        let is_next = |first: &Waiting<_, P::Cost>| first.is_path() && !self.distances.end_before(first.bound, memory);
        matches!(self.work, Work::Choosing) && self.queue.first().is_none_or(is_next)
    }

    /// Puts the paths from a start into the queue once its distance to the goal is known.
    fn settle_start<W>(&mut self, context: &mut Context<'_, P, W>, place: usize) {
        let Some((start, cost)) = self.known[..self.starts].get(place).map(|path| &path[0]) else {
            return;
        };
        let problem = context.problem;
        if self.distances.lack(problem, start, &mut context.progress.memory) {
            self.work = Work::Starting(place);
            self.is_settled = true;
            return;
        }
        self.work = Work::Starting(place + 1);
        let key = self.spur.nodes.key(problem, start);
        if let Some(left) = self.distances.at_least(problem, key, start) {
            match checked_key(cost.plus(left), *cost, Some(left), || Origin::Start) {
                Ok(bound) => self.put(bound, place, 0, Vec::new(), &mut context.progress.memory),
                Err(error) => {
                    context.progress.is_backward = false;
                    context.progress.fail(*error);
                }
            }
        }
    }

    /// Continues with the first entry of the queue.
    fn settle_choice<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let Some(first) = self.queue.first() else {
            context.progress.status = Status::Exhausted;
            return;
        };
        let memory = &mut context.progress.memory;
        if self.distances.end_before(first.bound, memory) {
            self.is_settled = true;
            return;
        }
        let Some(Waiting { bound, item, .. }) = self.queue.pop(memory) else {
            return;
        };
        match item {
            Item::Path(nodes, of) => {
                // These bytes have been released by the queue.
                let bytes = nodes.len() * size_of::<(P::Node, P::Cost)>();
                let is_stored = memory.grow(&mut self.known, 1).and_then(|()| memory.take(bytes));
                if is_stored.is_none() {
                    return;
                }
                if let [.., (goal, _)] = &nodes[..] {
                    let before = nodes.iter().nth_back(1).map(|(node, _)| node);
                    let event = NodeEvent::new(goal, before, bound, Some(P::Cost::ZERO));
                    context.observer.found(event);
                    self.current = Some(goal.clone());
                }
                self.known.push(nodes);
                self.work = Work::Dividing { spur: of.spur, of };
                context.progress.status = Status::Found;
            }
            Item::Subspace(subspace) => {
                let prefix = &self.known[subspace.path][..=subspace.spur];
                if self.spur.begin(context.problem, prefix, bound, context.progress) {
                    self.work = Work::Searching(subspace);
                }
            }
        }
    }

    /// Ends the search for a cheapest path of a set if it has reached the goal or has no open node left.
    fn settle_search<W>(&mut self, context: &mut Context<'_, P, W>, subspace: Subspace<P::Node>) {
        let problem = context.problem;
        let memory = &mut context.progress.memory;
        if let Some(id) = self.spur.next_open(memory) {
            let Some(node) = self.spur.nodes.node(problem, id) else {
                return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
            };
            if !problem.is_goal(&node) {
                if let Some(bound) = self.bound_to_put_off(problem, id, &node, subspace.effort) {
                    let effort = self.spur.expanded;
                    let memory = &mut context.progress.memory;
                    self.queue
                        .push(bound, Item::Subspace(Subspace { effort, ..subspace }), memory);
                    context.progress.open -= self.spur.clear(memory);
                } else {
                    self.work = Work::Searching(subspace);
                    self.is_settled = true;
                }
                return;
            }
            if let Some(nodes) = self.spur.path(problem, id)
                && let Some(cost) = nodes.last().map(|(_, cost)| *cost)
            {
                self.queue
                    .push(cost, Item::Path(nodes, subspace), &mut context.progress.memory);
            }
        }
        context.progress.open -= self.spur.clear(&mut context.progress.memory);
    }

    /// The bound with which a set goes back to the queue if a cheaper entry waits there, since the set may contain no
    /// path, and its search may never end. A search that begins again makes at least twice as many expansions.
    fn bound_to_put_off(&self, problem: &P, next: u32, node: &P::Node, effort: u64) -> Option<P::Cost> {
        const LEAST: u64 = 64;
        if self.spur.expanded < LEAST.max(2 * effort) {
            return None;
        }
        let bound = self.spur.nodes.cost(next).plus(self.distance(problem, node))?;
        let first = self.queue.first()?.bound;
        first.is_less(&bound).then_some(bound)
    }

    /// Stores the nodes of the last path up to the next spur.
    fn settle_division<W>(&mut self, context: &mut Context<'_, P, W>, spur: usize, of: Subspace<P::Node>) {
        let path = self.known.last().map_or(&[][..], |path| path);
        if spur + 1 < path.len() {
            self.work = Work::Dividing { spur, of };
            self.is_settled = self.spur.extend(context.problem, &path[..=spur], context.progress);
        } else {
            // None of its nodes is open, so the count of open nodes does not change.
            self.spur.clear(&mut context.progress.memory);
        }
    }

    /// Expands the next node.
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        context.progress.is_backward = matches!(self.work, Work::Starting(_) | Work::Choosing);
        match &mut self.work {
            Work::Starting(_) | Work::Choosing => {
                if let Some(node) = self.distances.take_open(context) {
                    self.distances.expand(context.reborrow(), &node);
                    self.current = Some(node.1);
                }
            }
            Work::Searching(subspace) => {
                let Some((id, node)) = self.spur.take_open(context.problem, context.progress) else {
                    return;
                };
                let is_spur = self.known[subspace.path][subspace.spur].0 == node;
                let banned = if is_spur { &subspace.banned[..] } else { &[] };
                self.spur.expand(&self.distances, context, (id, &node), banned);
                self.current = Some(node);
            }
            Work::Dividing { spur, of } => {
                let (number, place) = (self.known.len() - 1, *spur);
                let path = &self.known[number];
                let before = if place == of.spur { &of.banned[..] } else { &[] };
                let banned: Vec<_> = before.iter().chain([&path[place + 1].0]).cloned().collect();
                let (node, cost) = &path[place];
                if !context.observer.is_silent() {
                    let key = self.spur.nodes.key(context.problem, node);
                    let before = place.checked_sub(1).map(|before| &path[before].0);
                    let left = self.distances.at_least(context.problem, key, node);
                    context.observer.expanded(NodeEvent::new(node, before, *cost, left));
                }
                let bound = self.spur.bound(&self.distances, context, &path[place], &banned);
                self.current = Some(node.clone());
                if context.progress.status.is_running() {
                    *spur += 1;
                    self.put(bound, number, place, banned, &mut context.progress.memory);
                }
            }
        }
    }

    /// Puts a set of paths into the queue, unless it is empty.
    fn put(&mut self, bound: Option<P::Cost>, path: usize, spur: usize, banned: Vec<P::Node>, memory: &mut Memory) {
        if let Some(bound) = bound {
            let effort = 0;
            let subspace = Subspace {
                path,
                spur,
                banned,
                effort,
            };
            self.queue.push(bound, Item::Subspace(subspace), memory);
        }
    }

    /// Forgets everything except the starts and the distances. Returns the number of nodes that were open.
    fn forget_paths(&mut self, memory: &mut Memory) -> usize {
        let forgotten = self.known.drain(self.starts..);
        let nodes: usize = forgotten.map(|path| path.len()).sum();
        memory.release(nodes * size_of::<(P::Node, P::Cost)>());
        self.queue.clear(memory);
        self.work = Work::Starting(0);
        self.is_settled = false;
        self.spur.clear(memory)
    }

    /// A lower bound on the cost from a node to the goal.
    fn distance(&self, problem: &P, node: &P::Node) -> P::Cost {
        let key = self.spur.nodes.key(problem, node);
        let left = self.distances.at_least(problem, key, node);
        left.unwrap_or(P::Cost::INFINITY)
    }
}

fn path<N, C: Cost>(costed: Costed<N, C>) -> Path<N, C> {
    let cost = costed.last().map_or(C::ZERO, |(_, cost)| *cost);
    let nodes = costed.into_iter().map(|(node, _)| node).collect();
    Path { nodes, cost }
}

impl<P: Problem> fmt::Debug for Deviations<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("KShortestPaths")
    }
}
