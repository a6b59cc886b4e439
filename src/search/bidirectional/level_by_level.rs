//! [`LevelByLevel`]: the engine of bidirectional breadth-first search.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use super::direction::{Direction, Predecessors, Successors};
use crate::engine::{Allowance, Context, Engine, Meetings, PathOf, Progress, Side, ViewOf};
use crate::memory::{MAX_NODES, MAX_RESERVED, Memory};
use crate::nodes::{FIRST_RECORD, Key, Link, NodeTable, Shared, record_id};
use crate::{Cost, KnownGoal, NodeEvent, Observer, Path, ReverseGraph, SearchNode};

/// The engine of [`BidirectionalBfs`](crate::search::BidirectionalBfs): it expands whole levels, each on the side where
/// the level is smaller.
///
/// As long as the complete levels of both sides have not met, all paths through the next meetings have the same number
/// of edges, so the search ends with the expansion that finds the first one. Until then, no node is known to both
/// sides, so one lookup by index determines whether a successor is new, known, or a meeting point.
#[doc(hidden)]
#[derive(Clone)]
pub struct LevelByLevel<P: KnownGoal + ReverseGraph> {
    /// The nodes of each side, all in records, in the order in which they were reached: a table is its own queue.
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
}

/// Stands for the id of a node on one side if the path begins or ends on the other.
const NO_ID: u32 = u32::MAX;

/// The id of the goal, the first node on its side.
const GOAL: (Side, u32) = (Side::Backward, FIRST_RECORD);

impl<P: KnownGoal + ReverseGraph> Engine for LevelByLevel<P> {
    type Problem = P;
    type Id = (Side, u32);

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
            context.progress.is_backward = side == Side::Backward;
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

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let goal = context.problem.goal();
        if !context.accepts_goal(&goal) {
            return;
        }
        let is_first = context.progress.generated == 0;
        self.open_end::<Successors, _>(&mut context, node, cost);
        if is_first {
            self.open_end::<Predecessors, _>(&mut context, goal, P::Cost::ZERO);
        }
        context.progress.note_open();
    }

    fn clear(&mut self, _: &mut Memory) {
        self.sides.iter_mut().for_each(NodeTable::clear);
        self.shared.clear();
        self.meetings = Meetings::default();
        (self.expanded, self.last, self.end, self.is_found) = ([0; 2], None, 0, false);
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        let slots = nodes.min(problem.index_bound().unwrap_or(MAX_RESERVED)).min(MAX_NODES);
        if problem.index(&problem.start()).is_some() {
            self.shared.reserve(slots, memory);
        } else {
            self.sides[0].reserve(problem, &problem.start(), nodes, memory);
            self.sides[1].reserve(problem, &problem.goal(), nodes, memory);
        }
    }

    fn next(&mut self, _: &P, _: &mut Progress) -> Option<Self::Id> {
        let side = self.next_side()?;
        Some((side, record_id(self.expanded[side as usize])))
    }

    fn last(&self, problem: &P) -> Option<Self::Id> {
        if self.is_found {
            return self.goal_id(problem);
        }
        let side = self.last?;
        Some((side, self.last_expanded(side)?))
    }

    fn best(&self, problem: &P) -> Option<Self::Id> {
        match self.meetings.best {
            Some(_) => self.goal_id(problem),
            None => Some((Side::Forward, self.last_expanded(Side::Forward)?)),
        }
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Self::Id> {
        [Side::Forward, Side::Backward].into_iter().flat_map(move |side| {
            let (expanded, stored) = (self.expanded[side as usize], self.sides[side as usize].len());
            let numbers = if is_open { expanded..stored } else { 0..expanded };
            numbers.map(move |number| (side, record_id(number)))
        })
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Self::Id> {
        let on_side = |side: Side| Some((side, self.sides[side as usize].find(problem, node)?));
        match problem.index(node) {
            Some(index) => {
                let (side, id) = self.shared.get(index)?;
                Some(([Side::Forward, Side::Backward][side], id))
            }
            None => on_side(Side::Forward).or_else(|| on_side(Side::Backward)),
        }
    }

    fn view(&self, problem: &P, (side, id): Self::Id) -> Option<ViewOf<Self>> {
        Some(SearchNode {
            is_open: id >= record_id(self.expanded[side as usize]),
            is_backward: side == Side::Backward,
            ..self.sides[side as usize].view(problem, id, |_| None)?
        })
    }

    fn path(&self, problem: &P, id: Self::Id) -> Option<PathOf<Self>> {
        let (ids, cost) = match id {
            (Side::Forward, id) => ([id, NO_ID], self.sides[0].cost(id)),
            GOAL => {
                let best = self.meetings.best?;
                (best.ids, best.cost)
            }
            (Side::Backward, _) => return None,
        };
        let [there, onward] = [0, 1].map(|side| match ids[side] {
            NO_ID => Vec::new(),
            id => self.sides[side].chain(id),
        });
        let there = there.iter().map(|id| self.sides[0].node(problem, *id));
        let onward = onward.iter().rev().map(|id| self.sides[1].node(problem, *id));
        let nodes = there.chain(onward).collect::<Option<_>>()?;
        Some(Path { nodes, cost })
    }
}

impl<P: KnownGoal + ReverseGraph> LevelByLevel<P> {
    pub(super) fn new() -> Self {
        let forward = NodeTable::default();
        let mut backward = NodeTable::default();
        backward.hash_like(&forward);
        LevelByLevel {
            sides: [forward, backward],
            shared: Shared::new(),
            expanded: [0; 2],
            last: None,
            end: 0,
            meetings: Meetings::default(),
            is_found: false,
        }
    }

    /// The number of open nodes on a side.
    /// The id of the goal, which is on the start's side only if it is a start.
    fn goal_id(&self, problem: &P) -> Option<(Side, u32)> {
        let is_start = self.sides[1].is_empty();
        if is_start {
            self.id_of(problem, &problem.goal())
        } else {
            Some(GOAL)
        }
    }

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
        context.progress.is_backward = D::SIDE == Side::Backward;
        context.progress.generated += 1;
        let index = context.problem.index(&end);
        self.parts::<D>().reach(context, None, end, cost, index);
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
            direction: PhantomData,
        }
    }

    /// Ends the search unless it has failed. Returns `false`, because it is no longer running.
    #[cold]
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        self.is_found = self.meetings.end(context);
        false
    }

    /// The node of a side that was expanded last.
    fn last_expanded(&self, side: Side) -> Option<u32> {
        Some(record_id(self.expanded[side as usize].checked_sub(1)?))
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

    /// Reaches a successor. The common cases, a known successor and a new one without complications, are inlined.
    #[inline]
    fn meet_successor<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        (id, parent): (u32, &P::Node),
        node: P::Node,
        cost: P::Cost,
    ) {
        let index = context.problem.index(&node);
        match index.and_then(|index| self.shared.entry(index)) {
            Some(Ok(side)) if side == D::SIDE as u32 => {}
            Some(Err(vacant)) if context.progress.status.is_running() => {
                D::prefetch(context.problem, &node);
                let link = Link::new(Some(id), true);
                if let Some(id) = self.own.append(node, cost, link, (), &mut context.progress.memory) {
                    vacant.set(D::SIDE as u32, id);
                    self.announce(context, id, Some(parent));
                }
            }
            _ => self.reach(context, Some((id, parent)), node, cost, index),
        }
    }

    /// Reaches a node by a path of this cost, through a parent unless the node is an end of the paths.
    #[inline(never)]
    fn reach<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        parent: Option<(u32, &P::Node)>,
        node: P::Node,
        cost: P::Cost,
        index: Option<usize>,
    ) {
        let Context { problem, progress, .. } = context;
        let offer = |meetings: &mut Meetings<P::Cost>, known_there: u32| {
            let own = parent.map_or(NO_ID, |(parent, _)| parent);
            meetings.offer(D::SIDE, (own, cost), (known_there, self.other.cost(known_there)));
        };
        let link = Link::new(parent.map(|(id, _)| id), true);
        let stored = if let Some(index) = index {
            let (shared, memory) = (&mut self.shared, &mut progress.memory);
            if !shared.has(index) && shared.grow_for(index, problem.index_bound(), memory).is_none() {
                return;
            }
            match self.shared.get(index) {
                Some((side, _)) if side == D::SIDE as usize => return,
                Some((_, known_there)) => return offer(self.meetings, known_there),
                None if !progress.status.is_running() => return,
                None => {}
            }
            D::prefetch(problem, &node);
            let stored = self.own.append(node, cost, link, (), &mut progress.memory);
            if let Some(id) = stored {
                self.shared.set(index, D::SIDE as u32, id);
            }
            stored
        } else {
            let key = Key::Hash(self.own.prefetch(&node));
            if let Some(known_there) = self.other.get(key, &node) {
                return offer(self.meetings, known_there);
            }
            let is_known = self.own.get(key, &node).is_some();
            if is_known || !progress.status.is_running() {
                return;
            }
            let memory = &mut progress.memory;
            self.own.insert(*problem, key, node, cost, link, (), memory, |_| ())
        };
        if let Some(id) = stored {
            self.announce(context, id, parent.map(|(_, parent)| parent));
        }
    }

    /// Counts a node that has been opened, and notifies the observer.
    #[inline]
    fn announce<W: Observer<P::Node, P::Cost>>(
        &self,
        context: &mut Context<'_, P, W>,
        id: u32,
        parent: Option<&P::Node>,
    ) {
        context.progress.open += 1;
        if !context.observer.is_silent()
            && let Some(node) = self.own.recorded(id)
        {
            context.observer.opened(NodeEvent {
                is_backward: D::SIDE == Side::Backward,
                ..NodeEvent::new(node, parent, self.own.cost(id), None)
            });
        }
    }
}

impl<P: KnownGoal + ReverseGraph> fmt::Debug for LevelByLevel<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LevelByLevel")
    }
}
