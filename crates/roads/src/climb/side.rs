//! [`Climbers`]: one side of a search through a hierarchy.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use astride::engine::{Context, Link, MAX_NODES, Meetings, Memory, Refusal, Side, plain_sum};
use astride::open::{DaryHeap, Entry};
use astride::{Cost, NodeEvent, Observer, SearchError};

use super::Hierarchy;

/// An edge of a path. On the goal's side, the path leads down the edge.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) edge: u32,
}

/// One side: the nodes that can be reached from its end by climbing.
#[derive(Clone)]
pub(super) struct Climbers<C> {
    /// By index, the cost of the path to the node, or infinity if the side has not reached it.
    pub(super) costs: Vec<C>,
    pub(super) known: Known<C>,
}

/// The rest of the state of one side. It is separate from the costs, which are read most often and are borrowed while
/// the rest changes.
#[derive(Clone)]
pub(super) struct Known<C> {
    /// By index, the parent and whether the node is open, and the number of the edge from the parent. These are tuples
    /// of numbers because `vec!` allocates zeroed arrays of them without writing to the memory.
    pub(super) links: Vec<(u32, u32)>,
    /// The indices of all nodes that the side has reached.
    pub(super) reached: Vec<u32>,
    pub(super) open: DaryHeap<Waiting<C>>,
    /// The open nodes, each once, if they are expanded in the order of their indices.
    pub(super) by_index: DaryHeap<Lowest>,
    /// In that case, the highest index that has been expanded.
    pub(super) highest: usize,
    /// The next open node, if it has been taken from the list.
    pub(super) chosen: Option<Waiting<C>>,
    /// The node that was expanded last.
    pub(super) current: Option<u32>,
    /// Whether a cheaper path to a closed node has been found, for example from a late start, so that the costs of
    /// nodes after it may be too large.
    pub(super) has_reopened: bool,
}

/// A node in the open list, with the cost with which it was pushed.
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

/// The index of an open node.
#[derive(Clone, Copy)]
pub(super) struct Lowest(pub(super) u32);

impl Entry for Lowest {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.0 < other.0
    }
}

impl<C: Cost> Climbers<C> {
    pub(super) fn new() -> Self {
        let known = Known {
            links: Vec::new(),
            reached: Vec::new(),
            open: DaryHeap::default(),
            by_index: DaryHeap::default(),
            highest: 0,
            chosen: None,
            current: None,
            has_reopened: false,
        };
        Climbers {
            costs: Vec::new(),
            known,
        }
    }

    pub(super) fn clear(&mut self) {
        for index in self.known.reached.drain(..) {
            if let Some(cost) = self.costs.get_mut(index as usize) {
                *cost = C::INFINITY;
            }
        }
        self.known.open.clear();
        self.known.by_index.clear();
        self.known.highest = 0;
        (self.known.chosen, self.known.current, self.known.has_reopened) = (None, None, false);
    }

    /// Allocates memory for indices below `bound`, or returns the reason why this failed.
    pub(super) fn grow(&mut self, bound: usize, memory: &mut Memory) -> Option<()> {
        let len = self.costs.len();
        if bound <= len {
            return Some(());
        }
        if bound > MAX_NODES {
            return memory.refuse(Refusal::IndexTooLarge(bound - 1));
        }
        let more = bound - len;
        memory.grow_by(&mut self.costs, more, more)?;
        // `vec!` aborts the program if there is not enough memory, so a fallible reservation comes first.
        let mut probe = Vec::<(u32, u32)>::new();
        memory.grow_by(&mut probe, bound, bound)?;
        drop(probe);
        let mut links = vec![(0, 0); bound];
        links[..len].copy_from_slice(&self.known.links);
        memory.release(self.known.links.len() * size_of::<(u32, u32)>());
        self.known.links = links;
        self.costs.resize(bound, C::INFINITY);
        Some(())
    }

    /// The cost of the path to the node at an index, if the side has reached it.
    #[inline]
    pub(super) fn cost(&self, index: usize) -> Option<C> {
        self.costs.get(index).copied().filter(|cost| cost.is_less(&C::INFINITY))
    }

    /// Takes the next open node from the list unless one has been taken.
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

    /// Takes the open node with the lowest index from the list unless one has been taken.
    #[inline]
    pub(super) fn choose_by_index(&mut self) -> Option<Waiting<C>> {
        if self.known.chosen.is_none()
            && let Some(Lowest(id)) = self.known.by_index.pop()
        {
            let cost = self.costs.get(id as usize).copied();
            self.known.chosen = cost.map(|cost| Waiting { cost, id });
        }
        self.known.chosen
    }
}

impl<C: Cost> Known<C> {
    /// Puts the chosen node back among the open ones.
    pub(super) fn put_back(&mut self, by_index: bool, memory: &mut Memory) {
        match self.chosen.take() {
            Some(entry) if by_index => _ = self.by_index.push(Lowest(entry.id), memory),
            Some(entry) => _ = self.open.push(entry, memory),
            None => {}
        }
    }

    #[inline]
    pub(super) fn link(&self, index: u32) -> Link {
        Link::from_bits(self.links.get(index as usize).map_or(0, |link| link.0))
    }

    /// The steps down to the end of the side.
    pub(super) fn steps_down(&self, top: u32) -> impl Iterator<Item = Step> + Clone {
        let mut high = top;
        core::iter::from_fn(move || {
            let (link, edge) = *self.links.get(high as usize)?;
            let low = Link::from_bits(link).parent()?;
            Some(Step {
                low,
                high: mem::replace(&mut high, low),
                edge,
            })
        })
    }
}

/// The data, except the costs, with which one side reaches nodes.
pub(super) struct Reach<'a, C> {
    pub(super) side: Side,
    /// The link of the nodes reached.
    pub(super) link: Link,
    pub(super) own: &'a mut Known<C>,
    pub(super) other: &'a Climbers<C>,
    pub(super) meetings: &'a mut Meetings<C>,
    /// Whether nodes are expanded in the order of their indices.
    pub(super) by_index: bool,
}

impl<C: Cost> Reach<'_, C> {
    /// Relaxes the edge to the node at an index: a path of this cost, whose last edge has this number.
    #[expect(
        clippy::inline_always,
        reason = "usually the node is known by a path that is no worse"
    )]
    #[inline(always)]
    pub(super) fn relax<P, W>(
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

    /// Relaxes the edges from a node that is expanded in the order of indices. In this order, most paths are
    /// cheaper than the known one. Returns the number of edges. Meeting points are found when nodes are expanded: see
    /// [`offer`](Self::offer).
    #[inline]
    pub(super) fn relax_by_index<P, W>(
        &mut self,
        costs: &mut [C],
        context: &mut Context<'_, P, W>,
        from: C,
        mut edges: impl Iterator<Item = (usize, C, u32)>,
    ) -> usize
    where
        P: Hierarchy<Cost = C>,
        W: Observer<P::Node, C>,
    {
        let mut generated = 0;
        let (highest, link) = (self.own.highest, self.link.to_bits());
        let is_silent = context.observer.is_silent();
        'nodes: loop {
            // This inner loop runs in registers because it ends at any node that has to be opened.
            let links = &mut self.own.links[..];
            let (index, edge, number) = loop {
                let Some((index, edge, number)) = edges.next() else {
                    break 'nodes generated;
                };
                generated += 1;
                let (Some(known), Some(old)) = (costs.get_mut(index), links.get_mut(index)) else {
                    break (index, edge, number);
                };
                match plain_sum(from, edge) {
                    Some(cost) if !cost.is_less(known) => {}
                    // A known node above all expanded ones is open, so it is already in the list.
                    Some(cost) if is_silent && index > highest && known.is_less(&C::INFINITY) => {
                        (*known, *old) = (cost, (link, number));
                    }
                    None if !edge.is_less(&C::INFINITY) => {}
                    _ => break (index, edge, number),
                }
            };
            let is_known = || costs.get(index).is_some_and(|known| known.is_less(&C::INFINITY));
            let Some(cost) = context.progress.sum_unless(from, edge, generated - 1, is_known) else {
                continue;
            };
            match costs.get_mut(index) {
                Some(known) => {
                    if self.take(context, index, cost, *known, number) {
                        *known = cost;
                    }
                }
                None => context.progress.fail(SearchError::NoNodeAt { index }),
            }
        }
    }

    /// Offers a node as a meeting point if the other side knows it.
    #[inline]
    pub(super) fn offer(&mut self, index: usize, id: u32, cost: C) {
        if let Some(rest) = self.other.cost(index) {
            self.meetings.offer(self.side, (id, cost), (id, rest));
        }
    }

    /// Takes a path to a node that is cheaper than the known one. Returns whether there was enough memory for it.
    #[inline(never)]
    fn take<P, W>(&mut self, context: &mut Context<'_, P, W>, index: usize, cost: C, old: C, edge: u32) -> bool
    where
        P: Hierarchy<Cost = C>,
        W: Observer<P::Node, C>,
    {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ costs")]
        let id = index as u32;
        let mut is_waiting = false;
        if old.is_less(&C::INFINITY) {
            let is_closed = !self.own.link(id).is_open();
            if is_closed {
                context.progress.open += 1;
                context.progress.count_reopened();
            }
            self.own.has_reopened |= is_closed;
            is_waiting = !is_closed;
            self.notify(context, index, cost, self.link, |observer, event| {
                observer.improved(event, old);
            });
        } else {
            let memory = &mut context.progress.memory;
            if memory.grow(&mut self.own.reached, 1).is_none() || memory.add_node().is_none() {
                return false;
            }
            self.notify(context, index, cost, self.link, W::opened);
            self.own.reached.push(id);
            context.progress.open += 1;
        }
        self.own.links[index] = (self.link.to_bits(), edge);
        if !self.by_index {
            self.own.open.push(Waiting { cost, id }, &mut context.progress.memory);
            self.offer(index, id, cost);
        } else if !is_waiting {
            self.own.by_index.push(Lowest(id), &mut context.progress.memory);
        }
        true
    }

    /// Notifies an observer of a node. Costs nothing without an observer.
    #[inline]
    pub(super) fn notify<P, W>(
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
        let mut event = NodeEvent::new(&node, parent.as_ref(), cost, None);
        event.is_backward = self.side == Side::Backward;
        receive(context.observer, event);
    }
}
