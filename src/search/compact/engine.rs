//! [`Compact`]: A* over a [`CompactTable`], in blocks.

use alloc::vec::Vec;
use core::fmt;

use hashbrown::HashSet;

use super::stacks::{Rank, Stacks};
use super::table::{CompactTable, Found, Place, State};
use crate::error::Origin;
use crate::limits::{Limits, MAX_RESERVED, Refusal};
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::near::Near;
use crate::search::sums::{checked_key, path_cost};
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
    nearest: Option<Near<P::Node, P::Cost>>,
    limits: Limits,
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
            limits: Limits::default(),
        }
    }
}

impl<P: Graph> sealed::Sealed for Compact<P> {}

impl<P: Heuristic + ReverseGraph> Engine for Compact<P>
where
    P::Node: Copy,
{
    type Problem = P;

    const BATCH: u64 = BLOCK as u64;

    const KEEPS_CLOSED: bool = true;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, allowance: Allowance<'_>) -> bool {
        if !context.progress.is_within_memory(self.limits, || self.bytes()) {
            return false;
        }
        self.fill_block(context.problem);
        let Some((node, place)) = self.block.last().copied() else {
            context.progress.status = Status::Exhausted;
            return false;
        };
        if self.ends_with_goal {
            self.close_next(context.progress, node, place);
            self.block.pop();
            self.tell(context.problem, context.observer, &node, W::found);
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
        if let Err(refusal) = self.release_block() {
            return context.progress.fail(refusal.error(self.limits, self.stored()));
        }
        let hash = self.table.hash(&node);
        if let Some(found) = self.look_up(&node, cost, hash) {
            self.meet(&mut context, None, (node, cost, hash), 0, found);
        }
        context.progress.generated += 1;
        let nodes = self.stored();
        context.progress.add(&mut self.starts, (node, cost), nodes);
        context.progress.note_open();
    }

    fn stored(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.open.bytes()
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        let bound = problem.index_bound().unwrap_or(MAX_RESERVED);
        let nodes = nodes.min(bound).min(self.limits.nodes);
        self.table.reserve(problem.start(), nodes, self.room_left());
    }

    fn clear(&mut self) {
        self.table.clear();
        self.open.clear();
        self.block.clear();
        self.ends_with_goal = false;
        self.starts.clear();
        self.current = None;
        self.nearest = None;
    }

    fn current(&self, _: &P) -> Option<P::Node> {
        self.current
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        self.fill_block(problem);
        self.find(problem, &self.block.last()?.0)
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let start = problem.start();
        let h = Some(problem.estimate(&start));
        [Some(SearchNode::end(start, h)), None]
    }

    fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = ViewOf<Self>> {
        let wanted = self.table.iter().filter(move |(_, state)| state.is_open == is_open);
        wanted.map(|(node, state)| self.view(problem, node, state))
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        let (node, state) = self.table.stored(node)?;
        Some(self.view(problem, node, state))
    }

    fn cost_to(&self, _: &P, node: &P::Node) -> Option<P::Cost> {
        self.table.stored(node).map(|(_, state)| state.cost)
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
        self.path_to(problem, &self.current?)
    }

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        let nearest = self.nearest.map(|nearest| nearest.node);
        self.path_to(problem, &nearest.or(self.current)?)
    }

    /// Follows edges backwards from the node. On a cycle of edges that cost nothing, the first predecessor may lead
    /// nowhere, so the walk backtracks.
    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        let (node, state) = self.table.stored(node)?;
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
    fn fill_block(&mut self, problem: &P) {
        while self.block.is_empty() {
            let Some((rank, stack)) = self.open.least() else { return };
            self.rank = rank;
            let table = &self.table;
            let mut waiting = [const { None }; BLOCK];
            for (next, node) in waiting.iter_mut().zip(self.open.drain(stack)) {
                let hash = table.hash(&node);
                table.warm(hash);
                *next = Some((node, hash));
            }
            for (node, hash) in waiting.into_iter().rev().flatten() {
                // Otherwise, the node has been expanded since, or opened again at a lower cost.
                match table.find(hash, &node) {
                    Ok((place, state)) if state.is_open && state.cost.order(&rank.cost).is_eq() => {
                        self.block.push((node, place));
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
    fn release_block(&mut self) -> Result<(), Refusal> {
        self.ends_with_goal = false;
        let (table, rank, limits) = (&self.table, self.rank, self.limits);
        let room = |open: &Stacks<_, _>| limits.room(table.bytes() + open.bytes());
        let mut nodes = self.block.drain(..);
        nodes.try_for_each(|(node, _)| self.open.push(rank, node, room))
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
            let (table, successors) = (&self.table, &mut self.successors);
            context.problem.successors(node).for_each(|(child, edge)| {
                let hash = table.hash(&child);
                table.warm(hash);
                successors.push((child, edge, hash));
            });
            self.ends.push(self.successors.len());
        }
        let mut begin = 0;
        for number in 0..count {
            let (Some((node, place)), Some(end)) = (self.block.last().copied(), self.ends.get(number).copied()) else {
                break;
            };
            self.tell(context.problem, context.observer, &node, W::expanded);
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
                    self.meet(&mut context, Some(&node), (child, cost, hash), place, found);
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

    /// Meets a node along a path of this cost, which is less than the known cost. `parent` is the node being expanded,
    /// or `None` for a start.
    fn meet<W: Observer<P::Node, P::Cost>>(
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
        let stored = match found {
            Ok((place, old)) => {
                if f.is_some() {
                    observer.improved(NodeEvent::new(&node, parent, cost, Some(estimate)), old.cost);
                    progress.reopened += u64::from(!old.is_open);
                    progress.open += usize::from(!old.is_open);
                }
                self.table.replace(place, node, state);
                Ok(())
            }
            Err(_) if self.table.len() >= self.limits.nodes => Err(Refusal::NodeLimit),
            Err(place) => self.make_room(place, hash, &node).map(|place| {
                if f.is_some() {
                    observer.opened(NodeEvent::new(&node, parent, cost, Some(estimate)));
                    progress.open += 1;
                }
                self.table.insert(place, node, state);
            }),
        };
        if f.is_some() && stored.is_ok() {
            Near::note(&mut self.nearest, node, Some(estimate), cost);
        }
        let opened = stored.and_then(|()| {
            let Some(f) = f else { return Ok(()) };
            let (table, limits) = (&self.table, self.limits);
            let room = |open: &Stacks<_, _>| limits.room(table.bytes() + open.bytes());
            self.open.push(Rank { f, cost, estimate }, node, room)
        });
        if let Err(refusal) = opened {
            progress.fail(refusal.error(self.limits, self.table.len()));
        }
    }

    #[inline]
    fn make_room(&mut self, place: Place, hash: u64, node: &P::Node) -> Result<Place, Refusal> {
        if self.table.has_room(place) {
            return Ok(place);
        }
        let mut room = self.limits.room(self.bytes());
        let made = self.table.make_room(hash, node, &mut room);
        let place = made.ok_or_else(|| room.reason())?;
        // Nodes have been moved, perhaps including some of the block.
        for (node, place) in &mut self.block {
            if let Ok((moved, _)) = self.table.find(self.table.hash(node), node) {
                *place = moved;
            }
        }
        Ok(place)
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
    fn tell<W: Observer<P::Node, P::Cost>>(
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

    fn view(&self, problem: &P, node: P::Node, state: State<P::Cost>) -> ViewOf<Self> {
        SearchNode {
            g: state.cost,
            h: Some(problem.estimate(&node)),
            node,
            parent: self.parent(problem, &node, state.cost),
            is_open: state.is_open,
            is_backward: false,
        }
    }
}

impl<P: Graph> fmt::Debug for Compact<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Compact")
    }
}
