//! [`Climbers`]: one side of a search through a hierarchy.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::method::{Meetings, Side};
use crate::limits::{Limits, MAX_NODES, Refusal, Room};
use crate::nodes::Link;
use crate::open::{DaryHeap, Entry};
use crate::search::engine::Context;
use crate::traits::Hierarchy;
use crate::{Cost, NodeEvent, Observer, SearchError};

/// An edge of a path. The path leads down it on the goal's side.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) edge: u32,
}

/// One side: the nodes that can be reached from its end by climbing.
#[derive(Clone)]
pub(super) struct Climbers<C> {
    /// For each index the cost of the path to the node: infinity if the side has not met it.
    pub(super) costs: Vec<C>,
    pub(super) known: Known<C>,
}

/// What else a side knows of its nodes. Costs are read most often: apart, they stay at hand while the rest changes.
#[derive(Clone)]
pub(super) struct Known<C> {
    /// For each index the parent and whether the node is open, and the number of the edge from the parent. Tuples of
    /// numbers, because `vec!` makes an array of such zeros without writing it.
    pub(super) links: Vec<(u32, u32)>,
    /// The indices of all nodes that the side has met.
    pub(super) met: Vec<u32>,
    pub(super) open: DaryHeap<Waiting<C>>,
    /// What the lists may still allocate.
    pub(super) room: Room,
    /// The open node that comes next, if it has been taken from the list.
    pub(super) chosen: Option<Waiting<C>>,
    /// The node that was expanded last.
    pub(super) current: Option<u32>,
}

/// A node in the open list, with the cost that it was pushed with.
#[derive(Clone, Copy)]
pub(super) struct Waiting<C> {
    pub(super) cost: C,
    pub(super) id: u32,
}

impl<C: Cost> Entry for Waiting<C> {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.cost.is_less(&other.cost)
    }
}

impl<C: Cost> Climbers<C> {
    pub(super) fn new() -> Self {
        let known = Known {
            links: Vec::new(),
            met: Vec::new(),
            open: DaryHeap::default(),
            room: Room::default(),
            chosen: None,
            current: None,
        };
        Climbers {
            costs: Vec::new(),
            known,
        }
    }

    pub(super) fn clear(&mut self) {
        for index in self.known.met.drain(..) {
            if let Some(cost) = self.costs.get_mut(index as usize) {
                *cost = C::INFINITY;
            }
        }
        self.known.open.clear();
        self.known.room = Room::default();
        (self.known.chosen, self.known.current) = (None, None);
    }

    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<C>() + size_of::<(u32, u32)>();
        self.costs.len() * each + self.known.met.capacity() * size_of::<u32>() + self.known.open.bytes()
    }

    /// Makes room for indices below `bound`. Returns why there is none.
    pub(super) fn grow(&mut self, bound: usize, limits: Limits) -> Result<(), Refusal> {
        let len = self.costs.len();
        if bound <= len {
            return Ok(());
        }
        if bound > MAX_NODES {
            return Err(Refusal::IndexTooLarge(bound - 1));
        }
        let mut room = limits.room(self.bytes());
        let more = bound - len;
        room.grow_by(&mut self.costs, more, more).ok_or(room.reason())?;
        // `vec!` ends the program if there is no memory. So a reservation that may fail comes first.
        let mut probe = Vec::<(u32, u32)>::new();
        room.grow_by(&mut probe, bound, bound).ok_or(room.reason())?;
        drop(probe);
        let mut links = vec![(0, 0); bound];
        links[..len].copy_from_slice(&self.known.links);
        self.known.links = links;
        self.costs.resize(bound, C::INFINITY);
        Ok(())
    }

    /// The cost of the path to the node at an index, if the side has met it.
    #[inline]
    pub(super) fn cost(&self, index: usize) -> Option<C> {
        self.costs.get(index).copied().filter(|cost| cost.is_less(&C::INFINITY))
    }

    /// Takes the open node that comes next from the list, unless one has been taken.
    #[inline]
    pub(super) fn choose(&mut self) -> Option<Waiting<C>> {
        // A stale entry has a higher cost than the one that replaced it.
        let is_fresh = |entry: &Waiting<C>| {
            let cost = self.costs.get(entry.id as usize);
            cost.is_some_and(|cost| entry.cost.order(cost).is_eq())
        };
        while self.known.chosen.is_none()
            && let Some(entry) = self.known.open.pop()
        {
            self.known.chosen = Some(entry).filter(is_fresh);
        }
        self.known.chosen
    }
}

impl<C: Cost> Known<C> {
    #[inline]
    pub(super) fn link(&self, index: u32) -> Link {
        Link(self.links.get(index as usize).map_or(0, |link| link.0))
    }

    /// The steps down to the end of the side.
    pub(super) fn steps_down(&self, top: u32) -> impl Iterator<Item = Step> + Clone {
        let mut high = top;
        core::iter::from_fn(move || {
            let (link, edge) = *self.links.get(high as usize)?;
            let low = Link(link).parent()?;
            Some(Step {
                low,
                high: mem::replace(&mut high, low),
                edge,
            })
        })
    }
}
/// What one side needs to meet nodes, except for their costs.
pub(super) struct MeetingPlace<'a, C> {
    pub(super) side: Side,
    /// That of the nodes that are met.
    pub(super) link: Link,
    pub(super) own: &'a mut Known<C>,
    pub(super) other: &'a Climbers<C>,
    pub(super) meetings: &'a mut Meetings<C>,
    pub(super) limits: Limits,
}

impl<C: Cost> MeetingPlace<'_, C> {
    /// Meets the node at an index by a path of this cost, whose last edge has this number.
    #[expect(
        clippy::inline_always,
        reason = "mostly the node is known by a path that is no worse"
    )]
    #[inline(always)]
    pub(super) fn meet<P, W>(
        &mut self,
        costs: &mut [C],
        context: &mut Context<'_, P, W>,
        index: usize,
        cost: C,
        edge: u32,
    ) where
        P: Hierarchy<Cost = C>,
        W: Observer<P::Node, C>,
    {
        match costs.get_mut(index) {
            Some(known) if cost.is_less(known) => {
                if self.take(context, index, cost, *known, edge) {
                    *known = cost;
                }
            }
            Some(_) => {}
            None => context.progress.fail(SearchError::NoNodeAt { index }),
        }
    }

    /// Takes a path to a node that is cheaper than the one known. Returns whether there is room for it.
    #[inline(never)]
    fn take<P, W>(&mut self, context: &mut Context<'_, P, W>, index: usize, cost: C, old: C, edge: u32) -> bool
    where
        P: Hierarchy<Cost = C>,
        W: Observer<P::Node, C>,
    {
        #[expect(clippy::cast_possible_truncation, reason = "there are less than 2³⁰ costs")]
        let id = index as u32;
        if old.is_less(&C::INFINITY) {
            let is_closed = !self.own.link(id).is_open();
            context.progress.open += usize::from(is_closed);
            context.progress.reopened += u64::from(is_closed);
            self.tell(context, index, cost, self.link, |observer, event| {
                observer.improved(event, old);
            });
        } else {
            if let Some(refusal) = self.refusal() {
                let stored = self.own.met.len() + self.other.known.met.len();
                context.progress.fail(refusal.error(self.limits, stored));
                return false;
            }
            self.tell(context, index, cost, self.link, W::opened);
            self.own.met.push(id);
            context.progress.open += 1;
        }
        self.own.links[index] = (self.link.0, edge);
        self.own.open.push(Waiting { cost, id }, &mut self.own.room);
        if let Some(rest) = self.other.cost(index) {
            self.meetings.offer(self.side, (id, cost), (id, rest));
        }
        true
    }

    /// Why the own side may not store another node, if that is so.
    #[inline]
    fn refusal(&mut self) -> Option<Refusal> {
        if self.own.met.len() + self.other.known.met.len() >= self.limits.nodes {
            return Some(Refusal::NodeLimit);
        }
        let grown = self.own.room.grow(&mut self.own.met, 1);
        grown.is_none().then(|| self.own.room.reason())
    }

    /// Tells an observer of a node: costs nothing without one.
    #[inline]
    pub(super) fn tell<P, W>(
        &self,
        context: &mut Context<'_, P, W>,
        index: usize,
        cost: C,
        link: Link,
        receive: impl FnOnce(&mut W, NodeEvent<'_, P::Node, C>),
    ) where
        P: Hierarchy<Cost = C>,
        W: Observer<P::Node, C>,
    {
        if context.observer.is_silent() {
            return;
        }
        let Some(node) = context.problem.node_at(index) else {
            return;
        };
        let parent = link
            .parent()
            .and_then(|parent| context.problem.node_at(parent as usize));
        let event = NodeEvent {
            is_backward: self.side == Side::Backward,
            ..NodeEvent::new(&node, parent.as_ref(), cost, None)
        };
        receive(context.observer, event);
    }
}
