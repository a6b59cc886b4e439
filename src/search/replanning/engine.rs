//! [`Replanning`]: the engine of searches that repair their paths when the graph changes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::{fmt, mem};

use super::Course;
use super::first::{Effort, Phase, Task};
use super::keys::Queue;
use super::known::Known;
use super::repair::Next;
use crate::error::Origin;
use crate::memory::Memory;
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

/// A stored node, or the node that was expanded last, whose path is that from a start to the goal.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Node(u32),
    Current,
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
    type Id = Spot;

    /// The search from scratch makes as many expansions as it is allowed to.
    const BATCH: u64 = 1;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let can_go_on = self.catch_up(&mut context);
        if can_go_on && self.is_first() {
            self.current = None;
            self.go_on(&mut context, Task::Advance(allowance));
        } else if can_go_on {
            match self.choose(&mut context) {
                _ if !context.progress.can_expand() => {}
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
                    match arrival.and_then(|(id, _)| self.view(context.problem, Spot::Node(id))) {
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
                context.progress.memory.push(&mut self.starts, (node.clone(), cost));
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

    fn clear(&mut self, memory: &mut Memory) {
        memory.remove_nodes(self.known.nodes.len());
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

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.known.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<Spot> {
        if self.is_first() {
            return self.first(&mut progress.memory).map(|(id, _)| Spot::Node(id));
        }
        // An error is dropped here, since it occurs again in the next step, which returns it.
        let before = progress.clone();
        let mut context = Context {
            problem,
            observer: &mut (),
            progress,
        };
        let next = match self.choose(&mut context) {
            Next::Expansion(id) => Some(id),
            Next::Found(_) => self.arrival(problem).map(|(id, _)| id),
            Next::Nothing => None,
        };
        let memory = mem::take(&mut progress.memory);
        *progress = Progress { memory, ..before };
        progress.open = self.count_open();
        next.map(Spot::Node)
    }

    fn last(&self, _: &P) -> Option<Spot> {
        let current = self.current.as_ref().map(|_| Spot::Current);
        current.or_else(|| self.known.nodes.current.map(Spot::Node))
    }

    fn best(&self, problem: &P) -> Option<Spot> {
        if D::IS_BACKWARD || self.arrival(problem).is_some() {
            return Some(Spot::Current);
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
        Some(Spot::Node(nearest?.0))
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

    fn ids(&self, problem: &P, is_open: bool) -> impl Iterator<Item = Spot> {
        let wanted = move |id: &u32| self.known.nodes.link(*id).is_open() == is_open && self.known.is_met(*id);
        self.known.nodes.ids(problem).filter(wanted).map(Spot::Node)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Spot> {
        let id = self.known.nodes.find(problem, node)?;
        self.known.is_met(id).then_some(Spot::Node(id))
    }

    fn view(&self, problem: &P, id: Spot) -> Option<ViewOf<Self>> {
        let Spot::Node(id) = id else {
            return self.current.clone().map(|node| SearchNode::end(node, None));
        };
        let estimate = |node: &P::Node| Some(self.estimate(problem, node));
        let view = self.known.nodes.view(problem, id, estimate)?;
        Some(SearchNode {
            is_backward: D::IS_BACKWARD,
            ..view
        })
    }

    /// The cost is infinite if there is no path any more.
    fn cost(&self, problem: &P, id: Spot) -> Option<P::Cost> {
        let view = self.view(problem, id).filter(|view| !view.is_backward)?;
        view.g.is_less(&P::Cost::INFINITY).then_some(view.g)
    }

    fn path(&self, problem: &P, id: Spot) -> Option<PathOf<Self>> {
        match id {
            Spot::Current => self.path_along(problem, self.arrival(problem)?.0),
            Spot::Node(id) => (!D::IS_BACKWARD).then(|| self.path_along(problem, id))?,
        }
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
    fn path_along(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
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

    /// The number of open nodes during a repair.
    fn count_open(&self) -> usize {
        self.queue.len() + self.in_list + usize::from(self.unfinished.is_some())
    }

    /// Sets the number of open nodes, which A* counts itself.
    pub(super) fn note_open(&self, progress: &mut Progress) {
        if !self.is_first() {
            progress.set_open(self.count_open());
        }
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
