//! [`Compact`]: A* over a [`CompactTable`], in blocks.

use alloc::vec::Vec;
use core::fmt;

use hashbrown::HashSet;

use super::stacks::{Rank, Stacks};
use super::table::{CompactTable, Found, Place, State};
use crate::engine::{Allowance, Context, Engine, Nearest, PathOf, Progress, ViewOf, checked_key, path_cost};
use crate::error::Origin;
use crate::memory::{MAX_RESERVED, Memory};
use crate::{Cost, Graph, Heuristic, NodeEvent, Observer, Path, ReverseGraph, SearchNode, Status};

/// The engine of [`CompactAStar`](crate::search::CompactAStar).
#[doc(hidden)]
#[derive(Clone)]
pub struct Compact<P: Graph> {
    table: CompactTable<P::Node, P::Cost>,
    open: Stacks<P::Node, P::Cost>,
    /// Open nodes that were taken from the stacks, with their places in the table. They are expanded next, even if
    /// better ones are pushed onto the stacks. The next node is at the end.
    block: Vec<(P::Node, Place)>,
    /// The rank of all nodes in the block. As they have the same cost, no path from one to another is cheaper than the
    /// known one.
    rank: Rank<P::Cost>,
    /// Whether the last node of the block is a goal.
    ends_with_goal: bool,
    /// The successors of the nodes that were last expanded together, with their hashes. Each entry of `ends` is the end
    /// of one node's successors.
    successors: Vec<(P::Node, P::Cost, u64)>,
    ends: Vec<usize>,
    starts: Vec<(P::Node, P::Cost)>,
    current: Option<P::Node>,
    /// The node with the least estimate so far and, among equal estimates, the least cost.
    nearest: Option<Nearest<P::Node, P::Cost>>,
}

/// The largest number of nodes in a block.
const BLOCK: usize = 16;

impl<P: Heuristic + ReverseGraph> Compact<P>
where
    P::Node: Copy,
{
    pub(super) fn new() -> Self {
        Compact {
            table: CompactTable::new(),
            open: Stacks::new(),
            block: Vec::new(),
            rank: Rank {
                f: P::Cost::ZERO,
                cost: P::Cost::ZERO,
                estimate: P::Cost::ZERO,
            },
            ends_with_goal: false,
            successors: Vec::new(),
            ends: Vec::new(),
            starts: Vec::new(),
            current: None,
            nearest: None,
        }
    }
}

impl<P: Heuristic + ReverseGraph> Engine for Compact<P>
where
    P::Node: Copy,
{
    type Problem = P;
    type Id = P::Node;

    const BATCH: u64 = BLOCK as u64;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, allowance: Allowance<'_>) -> bool {
        self.fill_block(context.problem, &mut context.progress.memory);
        let Some((node, place)) = self.block.last().copied() else {
            context.progress.status = Status::Exhausted;
            return false;
        };
        if self.ends_with_goal {
            self.close_next(context.progress, node, place);
            self.block.pop();
            self.notify(context.problem, context.observer, &node, W::found);
            context.progress.status = Status::Found;
            return false;
        }
        let count = usize::try_from(allowance.expansions).map_or(BLOCK, |count| count.min(self.block.len()));
        self.expand(context, count)
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        // The start may come before the nodes of the block.
        self.release_block(&mut context.progress.memory);
        let hash = self.table.hash(&node);
        if let Some(found) = self.look_up(&node, cost, hash) {
            self.reach(&mut context, None, (node, cost, hash), 0, found);
        }
        context.progress.memory.push(&mut self.starts, (node, cost));
        context.progress.count_start();
    }

    fn clear(&mut self, _: &mut Memory) {
        self.table.clear();
        self.open.clear();
        self.block.clear();
        self.ends_with_goal = false;
        self.starts.clear();
        self.current = None;
        self.nearest = None;
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        let bound = problem.index_bound().unwrap_or(MAX_RESERVED);
        let nodes = nodes.min(bound).min(memory.nodes_left());
        self.table.reserve(problem.start(), nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<P::Node> {
        self.fill_block(problem, &mut progress.memory);
        self.block.last().map(|(node, _)| *node)
    }

    fn last(&self, _: &P) -> Option<P::Node> {
        self.current
    }

    fn best(&self, _: &P) -> Option<P::Node> {
        self.nearest.map(|nearest| nearest.node).or(self.current)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = P::Node> {
        let wanted = self.table.iter().filter(move |(_, state)| state.is_open == is_open);
        wanted.map(|(node, _)| node)
    }

    fn id_of(&self, _: &P, node: &P::Node) -> Option<P::Node> {
        self.table.stored(node).map(|(node, _)| node)
    }

    fn view(&self, problem: &P, node: P::Node) -> Option<ViewOf<Self>> {
        let (node, state) = self.table.stored(&node)?;
        let (h, parent) = (problem.estimate(&node), self.parent(problem, &node, state.cost));
        Some(SearchNode::new(node, state.cost, Some(h), parent, state.is_open))
    }

    /// Follows edges backwards from the node. On a cycle of edges that cost nothing, the first predecessor may lead
    /// nowhere, so the walk backtracks.
    fn path(&self, problem: &P, node: P::Node) -> Option<PathOf<Self>> {
        let (node, state) = self.table.stored(&node)?;
        let mut seen: HashSet<_> = HashSet::from([node]);
        // Each node with its cost and the cost of its edge to the previous node of the list.
        let mut way = Vec::from([(node, state.cost, P::Cost::ZERO)]);
        loop {
            let (node, cost, _) = *way.last()?;
            if self.is_start(&node, cost) {
                break;
            }
            let ways = || self.ways_to(problem, &node, cost);
            let Some((before, cost_before, _)) = ways().find(|(before, ..)| seen.insert(*before)) else {
                way.pop();
                continue;
            };
            // The first of parallel edges may not be the cheapest one.
            let edges = ways().filter(|(other, ..)| *other == before).map(|(.., edge)| edge);
            way.push((before, cost_before, edges.min_by(P::Cost::order)?));
        }
        let (_, start_cost, _) = *way.last()?;
        let mut edges = way.iter().rev().map(|(.., edge)| *edge);
        Some(Path {
            cost: edges.try_fold(start_cost, P::Cost::plus)?,
            nodes: way.iter().rev().map(|(node, ..)| *node).collect(),
        })
    }
}

impl<P: Heuristic + ReverseGraph> Compact<P>
where
    P::Node: Copy,
{
    /// Fills the block with open nodes of the least rank if it is empty.
    fn fill_block(&mut self, problem: &P, memory: &mut Memory) {
        while self.block.is_empty() {
            let Some((rank, stack)) = self.open.least() else { return };
            self.rank = rank;
            let table = &self.table;
            let mut waiting = [const { None }; BLOCK];
            for (next, node) in waiting.iter_mut().zip(self.open.drain(stack)) {
                let hash = table.hash(&node);
                table.prefetch(hash);
                *next = Some((node, hash));
            }
            for (node, hash) in waiting.into_iter().rev().flatten() {
                // Otherwise, the node has been expanded since, or opened again at a lower cost.
                match table.find(hash, &node) {
                    Ok((place, state)) if state.is_open && state.cost.order(&rank.cost).is_eq() => {
                        memory.push(&mut self.block, (node, place));
                    }
                    _ => {}
                }
            }
            // Every goal of this rank is reached by a cheapest path, so one of them comes first.
            let goal = self.block.iter().position(|(node, _)| problem.is_goal(node));
            self.ends_with_goal = goal.is_some();
            if let Some(goal) = goal {
                let last = self.block.len() - 1;
                self.block.swap(goal, last);
            }
        }
    }

    /// Puts the nodes of the block back on the stacks.
    fn release_block(&mut self, memory: &mut Memory) {
        self.ends_with_goal = false;
        for (node, _) in self.block.drain(..) {
            let _ = self.open.push(self.rank, node, memory);
        }
    }

    #[inline]
    fn close_next(&mut self, progress: &mut Progress, node: P::Node, place: Place) {
        self.table.set_open(place, false);
        progress.open -= 1;
        self.current = Some(node);
    }

    /// Expands `count` nodes of the block and looks up their successors together. Returns whether the search is still
    /// running.
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, count: usize) -> bool {
        self.successors.clear();
        self.ends.clear();
        for (node, _) in self.block.iter().rev().take(count) {
            let (table, successors, memory) = (&self.table, &mut self.successors, &mut context.progress.memory);
            context.problem.successors(node).for_each(|(child, edge)| {
                let hash = table.hash(&child);
                table.prefetch(hash);
                memory.push(successors, (child, edge, hash));
            });
            context.progress.memory.push(&mut self.ends, self.successors.len());
        }
        let mut begin = 0;
        for number in 0..count {
            let (Some((node, place)), Some(end)) = (self.block.last().copied(), self.ends.get(number).copied()) else {
                break;
            };
            self.notify(context.problem, context.observer, &node, W::expanded);
            self.close_next(context.progress, node, place);
            for place in begin..end {
                let (child, edge, hash) = self.successors[place];
                let place = place - begin;
                let Some(cost) = context.progress.sum(self.rank.cost, edge, place) else {
                    continue;
                };
                if let Some(found) = self.look_up(&child, cost, hash)
                    && context.progress.status.is_running()
                {
                    self.reach(&mut context, Some(&node), (child, cost, hash), place, found);
                }
            }
            let progress = &mut *context.progress;
            progress.count_expansion(end - begin);
            self.block.pop();
            progress.note_open();
            if !progress.continues() {
                return progress.status.is_running();
            }
            begin = end;
        }
        true
    }

    /// The place where a node is or belongs, or `None` if it is known at no higher cost.
    #[inline]
    fn look_up(&self, node: &P::Node, cost: P::Cost, hash: u64) -> Option<Found<P::Cost>> {
        let found = self.table.find(hash, node);
        let is_news = found.as_ref().map_or(true, |(_, known)| cost.is_less(&known.cost));
        is_news.then_some(found)
    }

    /// Reaches a node along a path of this cost, which is less than the known cost. `parent` is the node being
    /// expanded, or `None` for a start.
    fn reach<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        parent: Option<&P::Node>,
        (node, cost, hash): (P::Node, P::Cost, u64),
        place: usize,
        found: Found<P::Cost>,
    ) {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let estimate = match parent {
            Some(parent) => problem.estimate_child(parent, self.rank.estimate, &node),
            None => problem.estimate(&node),
        };
        let origin = || parent.map_or(Origin::Start, |_| Origin::Successor(place));
        // `None` means a dead end, which is stored so that it is not estimated again, but never opened.
        let f = match checked_key(cost.plus(estimate), cost, Some(estimate), origin) {
            Ok(f) => f,
            Err(error) => return progress.fail(*error),
        };
        let state = State {
            cost,
            is_open: f.is_some(),
        };
        match found {
            Ok((place, old)) => {
                if f.is_some() {
                    observer.improved(NodeEvent::new(&node, parent, cost, Some(estimate)), old.cost);
                    progress.reopened += u64::from(!old.is_open);
                    progress.open += usize::from(!old.is_open);
                }
                self.table.replace(place, node, state);
            }
            Err(place) => {
                let made = self.grow_for(place, hash, &node, &mut progress.memory);
                let Some(place) = made.filter(|_| progress.memory.add_node().is_some()) else {
                    return;
                };
                if f.is_some() {
                    observer.opened(NodeEvent::new(&node, parent, cost, Some(estimate)));
                    progress.open += 1;
                }
                self.table.insert(place, node, state);
            }
        }
        if let Some(f) = f {
            Nearest::note(&mut self.nearest, node, Some(estimate), cost);
            self.open.push(Rank { f, cost, estimate }, node, &mut progress.memory);
        }
    }

    #[inline]
    fn grow_for(&mut self, place: Place, hash: u64, node: &P::Node, memory: &mut Memory) -> Option<Place> {
        if self.table.has_capacity(place) {
            return Some(place);
        }
        let place = self.table.grow_for(hash, node, memory)?;
        // Nodes have been moved, perhaps including some of the block.
        for (node, place) in &mut self.block {
            if let Ok((moved, _)) = self.table.find(self.table.hash(node), node) {
                *place = moved;
            }
        }
        Some(place)
    }

    fn is_start(&self, node: &P::Node, cost: P::Cost) -> bool {
        let mut starts = self.starts.iter();
        starts.any(|(start, start_cost)| start == node && start_cost.order(&cost).is_eq())
    }

    /// The stored predecessors through which a node is reached at its cost, or at a lower cost if they have been
    /// improved since. Each comes with its cost and that of the edge.
    fn ways_to<'a>(
        &'a self,
        problem: &'a P,
        node: &'a P::Node,
        cost: P::Cost,
    ) -> impl Iterator<Item = (P::Node, P::Cost, P::Cost)> + 'a {
        problem.predecessors(node).filter_map(move |(before, edge)| {
            let (before, state) = self.table.stored(&before)?;
            let sum = path_cost(state.cost, edge, || Origin::Start).ok()??;
            (!cost.is_less(&sum)).then_some((before, state.cost, edge))
        })
    }

    fn parent(&self, problem: &P, node: &P::Node, cost: P::Cost) -> Option<P::Node> {
        if self.is_start(node, cost) {
            return None;
        }
        let first = self.ways_to(problem, node, cost).next();
        first.map(|(before, ..)| before)
    }

    /// Notifies an observer of the next node. Costs nothing without an observer.
    fn notify<W: Observer<P::Node, P::Cost>>(
        &self,
        problem: &P,
        observer: &mut W,
        node: &P::Node,
        receive: impl FnOnce(&mut W, NodeEvent<'_, P::Node, P::Cost>),
    ) {
        if !observer.is_silent() {
            let parent = self.parent(problem, node, self.rank.cost);
            let Rank { cost, estimate, .. } = self.rank;
            receive(observer, NodeEvent::new(node, parent.as_ref(), cost, Some(estimate)));
        }
    }
}

impl<P: Graph> fmt::Debug for Compact<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Compact")
    }
}
