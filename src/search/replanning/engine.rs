//! [`Replanning`]: the engine of searches that repair their paths when the graph changes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::Course;
use super::first::{Effort, Phase, Task};
use super::keys::{Queue, bytes};
use super::known::Known;
use super::repair::Next;
use crate::error::Origin;
use crate::limits::{Limits, Refusal};
use crate::open::{Buckets, OpenList};
use crate::search::Search;
use crate::search::best_first::Successor;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::sums::{cheapest_edge, path_cost};
use crate::{Cost, KnownGoal, NodeEvent, Observer, Path, Problem, ReverseGraph, SearchError, SearchNode, Status};

/// The engine of [`LpaStar`](crate::LpaStar) and [`DStarLite`](crate::DStarLite), which differ in the [`Course`] `D`.
///
/// Each node has two costs: the one that its last expansion propagated to its neighbours, and the one that follows from
/// the costs that its neighbours have propagated. If the two differ, the node is open. A changed edge changes the
/// second cost of one node, and expansions propagate this change as far as it matters for a path to the goal.
///
/// Until the first change that matters, closed nodes have propagated their costs and open ones have propagated nothing.
/// The search from scratch is therefore A*, and stores one cost per node.
#[doc(hidden)]
#[derive(Clone)]
pub struct Replanning<P: Problem, D> {
    pub(super) known: Known<P>,
    /// The open nodes of the search from scratch. A repair takes the nodes from this list that are not in the queue.
    pub(super) open: Buckets<P::Cost>,
    /// The number of open nodes that are not in the queue.
    pub(super) in_list: usize,
    pub(super) queue: Queue<P::Cost>,
    /// The successors of the node that the search from scratch is expanding; empty between expansions.
    pub(super) successors: Vec<Successor<P::Node, P::Cost>>,
    pub(super) phase: Phase,
    /// Whether no repair can continue from the data of the search from scratch.
    pub(super) is_spoilt: bool,
    pub(super) effort: Effort,
    pub(super) starts: Vec<(P::Node, P::Cost)>,
    /// The nodes where the search begins, sorted by their ids: the starts, or the goal.
    pub(super) roots: Vec<(u32, P::Cost)>,
    /// The amount by which new keys are raised because the start has moved (`k_m` in the paper), so that no key in the
    /// queue is too large.
    pub(super) offset: P::Cost,
    /// Whether the start has moved since all keys were computed, so that they may be too small.
    pub(super) has_moved: bool,
    /// The largest bound expanded since the last change. No key is less, so that inconsistent estimates cannot make
    /// costs chase each other forever.
    pub(super) floor: P::Cost,
    /// Nodes whose proper key cannot be used: it is below the floor, too large, or infinite.
    pub(super) misplaced: Vec<u32>,
    /// Nodes at a changed edge whose costs still have to be recomputed, because of a failure.
    pub(super) waiting: Vec<P::Node>,
    /// The node whose expansion was interrupted by a failure.
    pub(super) unfinished: Option<u32>,
    /// The first sum that was too large for the cost type, and the node whose edge it included.
    pub(super) overflow: Option<(P::Node, Box<SearchError>)>,
    /// Whether the graph, an estimate or the start has changed since the search began.
    pub(super) has_changed: bool,
    pub(super) current: Option<P::Node>,
    pub(super) course: PhantomData<D>,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Search<Replanning<P, D>> {
    /// Creates a search.
    pub(super) fn replanning(problem: P) -> Self {
        let engine = Replanning {
            known: Known::new(),
            open: Buckets::default(),
            in_list: 0,
            queue: Queue::with_default_hasher(),
            successors: Vec::new(),
            phase: Phase::First,
            is_spoilt: false,
            effort: Effort::default(),
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

    /// The search from scratch makes as many expansions as it is allowed to.
    const BATCH: u64 = 1;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let can_go_on =
            context.progress.is_within_memory(self.limits(), || self.bytes()) && self.catch_up(&mut context);
        if can_go_on && self.is_first() {
            self.current = None;
            self.go_on(&mut context, Task::Advance(allowance));
        } else if can_go_on {
            match self.choose(&mut context) {
                _ if !context.progress.status.is_running() => {}
                Next::Expansion(id) => {
                    self.expand(&mut context, id);
                    if self.gives_up(context.progress)
                        && context.progress.status.is_running()
                        && let Next::Expansion(_) = self.choose(&mut context)
                    {
                        self.begin_again(&mut context, false);
                    }
                }
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
                // After a change, the sum may no longer be too large.
                Next::Nothing if self.has_changed && self.overflow.is_some() => self.begin_again(&mut context, true),
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
        if let Some(refusal) = self.known.refusal() {
            context.progress.fail(self.known.nodes.error(refusal));
        }
        self.note_open(context.progress);
        if matches!(context.progress.status, Status::Found | Status::Exhausted) {
            self.effort.reset();
        }
        context.progress.status.is_running()
    }

    fn goal(&self, problem: &P) -> Option<P::Node> {
        Some(problem.goal())
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let goal = context.problem.goal();
        if !context.problem.is_goal(&goal) {
            return context.progress.fail(SearchError::GoalDenied);
        }
        let had_estimates = self.has_estimates();
        match self.starts.iter_mut().find(|(start, _)| *start == node) {
            Some((_, known)) if cost.is_less(known) => *known = cost,
            // A start that was given before.
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
        if self.is_first() && !self.has_estimates() {
            self.begin_again(&mut context, false);
            context.progress.generated += 1;
            return;
        }
        self.add_root(&mut context, root);
        if had_estimates != self.has_estimates() {
            self.order_anew(&mut context);
        }
        self.note_open(context.progress);
    }

    fn refusal(&mut self) -> Option<Refusal> {
        self.open.room().refusal.or(self.known.refusal())
    }

    fn stored(&self) -> usize {
        self.known.nodes.len()
    }

    fn bytes(&self) -> usize {
        let ids = self.misplaced.capacity() * size_of::<u32>();
        let roots = self.roots.capacity() * size_of::<(u32, P::Cost)>();
        let starts = self.starts.capacity() * size_of::<(P::Node, P::Cost)>();
        let waiting = self.waiting.capacity() * size_of::<P::Node>();
        let successors = self.successors.capacity() * size_of::<Successor<P::Node, P::Cost>>();
        let lists = ids + roots + starts + waiting + successors;
        self.known.bytes() + self.open.bytes() + bytes(&self.queue) + lists
    }

    fn limits(&self) -> Limits {
        self.known.nodes.limits()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.known.nodes.set_limits(limits);
        let beside = self.known.bytes_beside() + self.open.bytes();
        // An error is reported when the search continues.
        let _ = self.known.nodes.share(beside, self.open.room());
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        self.known
            .nodes
            .reserve(problem, &problem.start(), nodes, self.room_left());
    }

    fn clear(&mut self) {
        self.known.clear();
        self.open.clear();
        self.in_list = 0;
        self.queue.clear();
        // Left over if the problem panicked.
        self.successors.clear();
        (self.phase, self.is_spoilt) = (Phase::First, false);
        self.effort = Effort::default();
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

    fn current(&self, problem: &P) -> Option<P::Node> {
        let last = || self.known.nodes.node(problem, self.known.nodes.current?);
        self.current.clone().or_else(last)
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        // An error is dropped here, since it occurs again in the next step, which returns it.
        let mut context = Context {
            problem,
            observer: &mut (),
            progress: &mut Progress::default(),
        };
        if self.is_first() {
            let (id, _) = self.first()?;
            return self.view(problem, id);
        }
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

    /// Nodes that have become dead ends since the start moved are closed once they come first.
    fn open_after_look(&self) -> Option<usize> {
        (!self.is_first()).then(|| self.queue.len() + self.in_list + usize::from(self.unfinished.is_some()))
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
            .filter(|id| self.known.has_path(*id))
            .filter_map(|id| {
                let node = self.known.nodes.node(problem, id)?;
                Some((id, self.estimate(problem, &node), self.known.nodes.cost(id)))
            });
        let nearest = estimated.min_by(|(_, one, cost), (_, other, other_cost)| {
            let by_estimate = one.order(other);
            by_estimate.then_with(|| cost.order(other_cost))
        });
        self.path(problem, nearest?.0)
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        if D::IS_BACKWARD {
            return None;
        }
        self.path(problem, self.known.nodes.find(problem, node)?)
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// The end of the paths at which the search arrives, with the cost of the best path, if there is one.
    #[inline]
    pub(super) fn arrival(&self, problem: &P) -> Option<(u32, P::Cost)> {
        let at = |node: &P::Node| {
            let id = self.known.nodes.find(problem, node)?;
            self.known.has_path(id).then(|| (id, self.known.nodes.cost(id)))
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

    /// A start from which a path costs too much, and the error.
    fn overflowing_start(&self, problem: &P) -> Option<(P::Node, Box<SearchError>)> {
        let mut starts = self.starts.iter().filter(|_| D::IS_BACKWARD);
        starts.find_map(|(start, cost)| {
            let id = self.known.nodes.find(problem, start)?;
            let error = path_cost(*cost, self.known.nodes.cost(id), || Origin::Remainder).err()?;
            Some((start.clone(), error))
        })
    }

    /// The path from a start to this node, or from this node to the goal, with the nodes that the graph generates as
    /// successors.
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
            let (next, edge) = cheapest_edge(problem, &nodes[nodes.len() - 1], &node)?;
            cost = cost.plus(edge)?;
            nodes.push(next);
        }
        Some(Path { nodes, cost })
    }

    /// The cost with which the search begins at a node, if it begins there.
    pub(super) fn root(&self, id: u32) -> Option<P::Cost> {
        let place = self.roots.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.roots[place].1)
    }

    /// Whether estimates are used. They refer to the start, so there must be only one.
    pub(super) fn has_estimates(&self) -> bool {
        !D::IS_BACKWARD || self.starts.len() < 2
    }

    #[inline]
    pub(super) fn estimate(&self, problem: &P, node: &P::Node) -> P::Cost {
        match self.starts.first() {
            Some((start, _)) if self.has_estimates() => D::estimate(problem, start, node),
            _ => P::Cost::ZERO,
        }
    }

    /// Sets the number of open nodes, which A* counts itself.
    pub(super) fn note_open(&self, progress: &mut Progress) {
        if let Some(open) = self.open_after_look() {
            progress.set_open(open);
        }
    }

    pub(super) fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
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
