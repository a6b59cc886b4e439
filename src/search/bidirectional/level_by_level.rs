//! [`LevelByLevel`]: the engine of bidirectional breadth-first search.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use super::direction::{Direction, Predecessors, Successors};
use super::method::{Meetings, Side};
use crate::limits::{Limits, MAX_NODES, Room};
use crate::nodes::{Key, Link, NodeTable, Shared, record_id};
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::{Cost, KnownGoal, NodeEvent, Observer, Path, ReverseGraph, SearchError, SearchNode};

/// The engine of [`BidirectionalBfs`](crate::search::BidirectionalBfs): it expands whole levels, each on the side where
/// the level is smaller.
///
/// As long as the complete levels of both sides have not met, all paths through the next meetings have the same number
/// of edges, so the search ends with the expansion that finds the first one. Until then, no node is known to both
/// sides, so one lookup by index determines whether a successor is new, known, or a meeting point.
#[doc(hidden)]
#[derive(Clone)]
pub struct LevelByLevel<P: KnownGoal + ReverseGraph> {
    /// The nodes of each side, all in records, in the order in which they were met: a table is its own queue.
    sides: [NodeTable<P::Node, P::Cost, ()>; 2],
    /// By index, the side and the id of a node.
    shared: Shared,
    /// The number of nodes expanded on each side, which are the first ones of its table.
    expanded: [usize; 2],
    /// The side whose node was expanded last.
    last: Option<Side>,
    /// The number of nodes of that side that will have been expanded when the level is complete.
    end: usize,
    /// The ids of a meeting are those of the two ends of an edge between the sides, or `NO_ID` and an id if a start is
    /// the goal.
    meetings: Meetings<P::Cost>,
    is_found: bool,
    /// The limits of both sides together.
    limits: Limits,
}

/// Stands for the id of a node on one side if the path begins or ends on the other.
const NO_ID: u32 = u32::MAX;

impl<P: KnownGoal + ReverseGraph> sealed::Sealed for LevelByLevel<P> {}

impl<P: KnownGoal + ReverseGraph> Engine for LevelByLevel<P> {
    type Problem = P;

    const BATCH: u64 = 1;

    #[inline]
    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let last = context.progress.expanded.saturating_add(allowance.expansions);
        while context.progress.expanded < last && !allowance.is_stopped() {
            let Some(side) = self.next_side() else { break };
            if self.left_of_level() == 0 {
                self.end = self.sides[side as usize].len();
            }
            self.last = Some(side);
            match side {
                Side::Forward => self
                    .parts::<Successors>()
                    .expand_level(context.reborrow(), last, allowance),
                Side::Backward => self
                    .parts::<Predecessors>()
                    .expand_level(context.reborrow(), last, allowance),
            }
            if !context.progress.continues() {
                return context.progress.status.is_running();
            }
        }
        self.next_side().is_some() || self.end(context)
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
        let is_first = context.progress.generated == 0;
        self.open_end::<Successors, _>(&mut context, node, cost);
        if is_first {
            self.open_end::<Predecessors, _>(&mut context, goal, P::Cost::ZERO);
        }
        context.progress.note_open();
    }

    fn is_backward(&self) -> bool {
        self.last == Some(Side::Backward)
    }

    #[inline]
    fn stored(&self) -> usize {
        self.sides[0].len() + self.sides[1].len()
    }

    fn bytes(&self) -> usize {
        self.sides[0].bytes() + self.sides[1].bytes() + self.shared.bytes()
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.sides.iter_mut().for_each(|side| side.set_limits(limits));
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        let slots = nodes.min(problem.index_bound().unwrap_or(MAX_NODES)).min(MAX_NODES);
        match problem.index(&problem.start()) {
            // This is only a hint: a lack of memory is not an error until a node cannot be stored.
            Some(_) if slots > 0 && !self.shared.has(slots - 1) => {
                let _ = self.shared.make_room(slots - 1, None, self.room_left());
            }
            Some(_) => {}
            None => {
                self.sides[0].reserve(problem, &problem.start(), nodes, self.room_left());
                self.sides[1].reserve(problem, &problem.goal(), nodes, self.room_left());
            }
        }
    }

    fn clear(&mut self) {
        self.sides.iter_mut().for_each(NodeTable::clear);
        self.shared.clear();
        self.meetings = Meetings::new();
        (self.expanded, self.last, self.end, self.is_found) = ([0; 2], None, 0, false);
    }

    fn current(&self, problem: &P) -> Option<P::Node> {
        if self.is_found {
            return Some(problem.goal());
        }
        let side = self.last? as usize;
        self.sides[side].node(problem, self.last_expanded(side)?)
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        let side = self.next_side()? as usize;
        self.view(problem, side, record_id(self.expanded[side]))
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let goal = SearchNode {
            is_backward: true,
            ..SearchNode::end(problem.goal(), None)
        };
        [Some(SearchNode::end(problem.start(), None)), Some(goal)]
    }

    fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = ViewOf<Self>> {
        [0, 1].into_iter().flat_map(move |side| {
            let (expanded, stored) = (self.expanded[side], self.sides[side].len());
            let numbers = if is_open { expanded..stored } else { 0..expanded };
            numbers.filter_map(move |number| self.view(problem, side, record_id(number)))
        })
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        let (side, id) = self.place(problem, node)?;
        self.view(problem, side, id)
    }

    fn cost_to(&self, problem: &P, node: &P::Node) -> Option<P::Cost> {
        Some(self.sides[0].cost(self.forward_id(problem, node)?))
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
        let best = self.meetings.best?;
        let [there, onward] = [0, 1].map(|side| match best.ids[side] {
            NO_ID => Vec::new(),
            id => self.sides[side].chain(id),
        });
        let there = there.iter().map(|id| self.sides[0].node(problem, *id));
        let onward = onward.iter().rev().map(|id| self.sides[1].node(problem, *id));
        Some(Path {
            nodes: there.chain(onward).collect::<Option<_>>()?,
            cost: best.cost,
        })
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        match self.meetings.best {
            Some(_) => self.current_path(problem),
            None => self.forward_path(problem, self.last_expanded(0)?),
        }
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        self.forward_path(problem, self.forward_id(problem, node)?)
    }
}

impl<P: KnownGoal + ReverseGraph> LevelByLevel<P> {
    pub(super) fn new() -> Self {
        let forward = NodeTable::new();
        let mut backward = NodeTable::new();
        backward.hash_like(&forward);
        LevelByLevel {
            sides: [forward, backward],
            shared: Shared::new(),
            expanded: [0; 2],
            last: None,
            end: 0,
            meetings: Meetings::new(),
            is_found: false,
            limits: Limits::default(),
        }
    }

    /// The number of open nodes on a side.
    #[inline]
    fn open(&self, side: usize) -> usize {
        self.sides[side].len() - self.expanded[side]
    }

    /// The number of nodes left in the level that is being expanded.
    #[inline]
    fn left_of_level(&self) -> usize {
        self.last.map_or(0, |side| self.end - self.expanded[side as usize])
    }

    /// The side whose node is expanded next. `None` before the first start is open and after the end of the search,
    /// which is when the sides have met or one of them has no open node.
    fn next_side(&self) -> Option<Side> {
        let open = [self.open(0), self.open(1)];
        if self.meetings.best.is_some() || open.contains(&0) {
            return None;
        }
        if self.left_of_level() > 0 {
            return self.last;
        }
        Some(match open[0].cmp(&open[1]) {
            Ordering::Less => Side::Forward,
            Ordering::Greater => Side::Backward,
            Ordering::Equal => self.last.map_or(Side::Forward, Side::other),
        })
    }

    /// Opens an end of the paths: a start, or the goal.
    fn open_end<D: Direction<P>, W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        end: P::Node,
        cost: P::Cost,
    ) {
        let mut parts = self.parts::<D>();
        if parts.is_within_limits(context.progress) {
            context.progress.generated += 1;
            let index = context.problem.index(&end);
            parts.meet(context, None, end, cost, index);
        }
    }

    fn parts<D: Direction<P>>(&mut self) -> Parts<'_, P, D> {
        let [forward, backward] = &mut self.sides;
        let (own, other) = match D::SIDE {
            Side::Forward => (forward, backward),
            Side::Backward => (backward, forward),
        };
        Parts {
            own,
            other,
            shared: &mut self.shared,
            expanded: &mut self.expanded[D::SIDE as usize],
            end: self.end,
            meetings: &mut self.meetings,
            limits: self.limits,
            is_unlimited: self.limits.nodes >= MAX_NODES && !self.limits.has_memory_limit(),
            direction: PhantomData,
        }
    }

    /// Ends the search unless it has failed. Returns `false`, because it is no longer running.
    #[cold]
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        self.is_found = self.meetings.end(context);
        false
    }

    /// The side and the id of a node, if it is stored.
    fn place(&self, problem: &P, node: &P::Node) -> Option<(usize, u32)> {
        let on_side = |side: usize| Some((side, self.sides[side].find(problem, node)?));
        match problem.index(node) {
            Some(index) => self.shared.get(index),
            None => on_side(0).or_else(|| on_side(1)),
        }
    }

    fn forward_id(&self, problem: &P, node: &P::Node) -> Option<u32> {
        let (side, id) = self.place(problem, node)?;
        (side == 0).then_some(id)
    }

    /// The node of a side that was expanded last.
    fn last_expanded(&self, side: usize) -> Option<u32> {
        Some(record_id(self.expanded[side].checked_sub(1)?))
    }

    /// The state of a stored node.
    fn view(&self, problem: &P, side: usize, id: u32) -> Option<ViewOf<Self>> {
        Some(SearchNode {
            is_open: id >= record_id(self.expanded[side]),
            is_backward: side == 1,
            ..self.sides[side].view(problem, id, |_| None)?
        })
    }

    /// The path from a start to a node of the forward side.
    fn forward_path(&self, problem: &P, id: u32) -> Option<PathOf<Self>> {
        let chain = self.sides[0].chain(id);
        let nodes = chain.iter().map(|id| self.sides[0].node(problem, *id));
        Some(Path {
            nodes: nodes.collect::<Option<_>>()?,
            cost: self.sides[0].cost(id),
        })
    }
}

/// The data of expansions on one side.
struct Parts<'a, P: KnownGoal, D> {
    own: &'a mut NodeTable<P::Node, P::Cost, ()>,
    other: &'a NodeTable<P::Node, P::Cost, ()>,
    shared: &'a mut Shared,
    /// The number of nodes expanded on this side.
    expanded: &'a mut usize,
    /// The number that will have been expanded at the end of the level.
    end: usize,
    meetings: &'a mut Meetings<P::Cost>,
    limits: Limits,
    is_unlimited: bool,
    direction: PhantomData<D>,
}

impl<P: KnownGoal + ReverseGraph, D: Direction<P>> Parts<'_, P, D> {
    /// Expands the rest of a level, until `last` expansions have been made or the sides have met.
    // Not inlined: in a separate function, the loop keeps its variables in registers.
    #[inline(never)]
    fn expand_level<W: Observer<P::Node, P::Cost>>(
        mut self,
        mut context: Context<'_, P, W>,
        last: u64,
        allowance: Allowance<'_>,
    ) {
        while *self.expanded < self.end
            && context.progress.expanded < last
            && !allowance.is_stopped()
            && context.progress.continues()
            && self.meetings.best.is_none()
            && self.is_within_limits(context.progress)
        {
            self.expand(&mut context);
        }
    }

    /// Expands the next node.
    #[inline]
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let problem = context.problem;
        let id = record_id(*self.expanded);
        let (Some(node), (cost, link)) = (self.own.recorded(id).cloned(), self.own.state(id)) else {
            return;
        };
        if !context.observer.is_silent() {
            let parent = link.parent().and_then(|parent| self.own.recorded(parent));
            context.observer.expanded(NodeEvent {
                is_backward: D::SIDE == Side::Backward,
                ..NodeEvent::new(&node, parent, cost, None)
            });
        }
        *self.expanded += 1;
        context.progress.open -= 1;
        let mut generated = 0;
        for (child, edge) in D::edges(problem, &node) {
            let place = generated;
            generated += 1;
            let is_known = || self.own.find(problem, &child).is_some();
            if let Some(cost) = context.progress.sum_unless(cost, edge, place, is_known) {
                self.meet_successor(context, (id, &node), child, cost);
            }
        }
        context.progress.count_expansion(generated);
        context.progress.note_open();
    }

    /// Meets a successor. The common cases, a known successor and a new one without complications, are inlined.
    #[inline]
    fn meet_successor<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        (id, parent): (u32, &P::Node),
        node: P::Node,
        cost: P::Cost,
    ) {
        let index = context.problem.index(&node);
        match index.and_then(|index| self.shared.look(index)) {
            Some(Ok(side)) if side == D::SIDE as u32 => {}
            Some(Err(vacant)) if self.is_unlimited && context.progress.status.is_running() => {
                D::prefetch(context.problem, &node);
                context.observer.opened(NodeEvent {
                    is_backward: D::SIDE == Side::Backward,
                    ..NodeEvent::new(&node, Some(parent), cost, None)
                });
                match self.own.append(node, cost, Link::new(Some(id), true), ()) {
                    Ok(id) => {
                        vacant.set(D::SIDE as u32, id);
                        context.progress.open += 1;
                    }
                    Err(refusal) => context.progress.fail(self.own.error(refusal)),
                }
            }
            _ => self.meet(context, Some((id, parent)), node, cost, index),
        }
    }

    /// Meets a node by a path of this cost, through a parent unless the node is an end of the paths.
    #[inline(never)]
    fn meet<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        parent: Option<(u32, &P::Node)>,
        node: P::Node,
        cost: P::Cost,
        index: Option<usize>,
    ) {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let offer = |meetings: &mut Meetings<P::Cost>, met: u32| {
            let own = parent.map_or(NO_ID, |(parent, _)| parent);
            meetings.offer(D::SIDE, (own, cost), (met, self.other.cost(met)));
        };
        let link = Link::new(parent.map(|(id, _)| id), true);
        let stored = if let Some(index) = index {
            if !self.shared.has(index) && !self.make_slots(index, problem.index_bound(), progress) {
                return;
            }
            match self.shared.get(index) {
                Some((side, _)) if side == D::SIDE as usize => return,
                Some((_, met)) => return offer(self.meetings, met),
                None if !progress.status.is_running() || !self.is_within_limits(progress) => return,
                None => {}
            }
            D::prefetch(problem, &node);
            let stored = self.own.append(node, cost, link, ());
            if let Ok(id) = stored {
                self.shared.set(index, D::SIDE as u32, id);
            }
            stored
        } else {
            let key = Key::Hash(self.own.warm(&node));
            if let Some(met) = self.other.get(*problem, key, &node) {
                return offer(self.meetings, met);
            }
            let is_known = self.own.get(*problem, key, &node).is_some();
            if is_known || !progress.status.is_running() || !self.is_within_limits(progress) {
                return;
            }
            self.own.insert(*problem, key, node, cost, link, (), |_| ())
        };
        match stored {
            Ok(id) => {
                progress.open += 1;
                if !observer.is_silent()
                    && let Some(node) = self.own.recorded(id)
                {
                    observer.opened(NodeEvent {
                        is_backward: D::SIDE == Side::Backward,
                        ..NodeEvent::new(node, parent.map(|(_, parent)| parent), cost, None)
                    });
                }
            }
            Err(refusal) => progress.fail(self.own.error(refusal)),
        }
    }

    /// Allocates memory for an index, or fails. Returns whether there was enough memory.
    #[cold]
    #[inline(never)]
    fn make_slots(&mut self, index: usize, bound: Option<usize>, progress: &mut Progress) -> bool {
        let used = self.own.bytes() + self.other.bytes() + self.shared.bytes();
        let made = self.shared.make_room(index, bound, self.limits.room(used));
        made.inspect_err(|refusal| progress.fail(self.own.error(*refusal)))
            .is_ok()
    }

    /// Limits this side to the share that the other leaves. Fails if more memory is in use. Returns whether the search
    /// can continue.
    #[inline]
    fn is_within_limits(&mut self, progress: &mut Progress) -> bool {
        self.is_unlimited || self.share_limits(progress)
    }

    #[cold]
    fn share_limits(&mut self, progress: &mut Progress) -> bool {
        self.own.set_limits(self.limits.less(self.other.len(), 0));
        let beside = self.other.bytes() + self.shared.bytes();
        progress.share(self.own, beside, &mut Room::default())
    }
}

impl<P: KnownGoal + ReverseGraph> fmt::Debug for LevelByLevel<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LevelByLevel")
    }
}
