//! [`Repair`]: the propagation of changed costs, as far as they matter for a path to the goal.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Course;
use super::effort::Effort;
use super::ends::Ends;
use super::known::{Known, Reach};
use super::open_nodes::{Key, OpenNodes, Overflow};
use crate::engine::{Context, Progress, checked_key, path_cost};
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::Link;
use crate::open::ByCost;
use crate::{Cost, KnownGoal, NodeEvent, Observer, Problem, ReverseGraph, SearchError, SearchNode};

/// The next action.
pub(super) enum Next<C> {
    Expansion(u32),
    /// The search has found a path of this cost, and has arrived at this node.
    Found(u32, C),
    Nothing,
}

/// The nodes of a search that can be repaired.
#[derive(Clone)]
pub(super) struct Repair<P: Problem, D> {
    pub(super) known: Known<P>,
    pub(super) open: OpenNodes<P::Cost>,
    pub(super) ends: Ends<P, D>,
    pub(super) effort: Effort,
    /// The node whose expansion was interrupted by a failure.
    unfinished: Option<u32>,
    /// The first sum that was too large for the cost type, and the node whose edge it included.
    pub(super) overflow: Option<(P::Node, Box<SearchError>)>,
    pub(super) current: Option<P::Node>,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Repair<P, D> {
    pub(super) fn new() -> Self {
        Repair {
            known: Known::new(),
            open: OpenNodes::new(),
            ends: Ends::new(),
            effort: Effort::default(),
            unfinished: None,
            overflow: None,
            current: None,
        }
    }

    /// Removes all nodes and keeps the memory.
    pub(super) fn clear(&mut self, memory: &mut Memory) {
        memory.remove_nodes(self.known.nodes.len());
        self.known.clear();
        self.open.clear(0);
        self.ends.clear();
        self.effort = Effort::default();
        (self.unfinished, self.overflow, self.current) = (None, None, None);
    }

    /// The number of open nodes during a repair.
    pub(super) fn count_open(&self) -> usize {
        self.open.len() + usize::from(self.unfinished.is_some())
    }

    /// Sets the number of open nodes, which A* counts itself.
    pub(super) fn note_open(&self, progress: &mut Progress) {
        if !self.effort.is_first() {
            progress.set_open(self.count_open());
        }
    }

    /// A stored node and its state.
    pub(super) fn view(&self, problem: &P, id: u32) -> Option<SearchNode<P::Node, P::Cost>> {
        let estimate = |node: &P::Node| Some(self.ends.estimate(problem, node));
        let view = self.known.nodes.view(problem, id, estimate)?;
        Some(SearchNode {
            is_backward: D::IS_BACKWARD,
            ..view
        })
    }

    /// Whether nothing has been expanded, so that no change matters.
    pub(super) fn is_fresh(&self) -> bool {
        self.effort.is_first() && !self.effort.is_unrepairable && self.known.nodes.current.is_none()
    }

    /// Ends the search from scratch.
    pub(super) fn begin(&mut self, progress: &Progress) {
        if self.effort.is_first() {
            self.effort.begin_repair(progress);
            self.open.listed = progress.open;
        }
    }

    /// Prepares for a change, after which keys may be less than those of expanded nodes.
    pub(super) fn begin_round<W>(&mut self, context: &mut Context<'_, P, W>) {
        let misplaced = self.open.begin_round();
        self.place_all(context, misplaced);
    }

    /// Computes the keys of all open nodes again.
    pub(super) fn order_again<W>(&mut self, context: &mut Context<'_, P, W>) {
        self.open.clear(self.open.len());
        let mut ids = Vec::new();
        for id in self.known.nodes.ids() {
            context.progress.memory.push(&mut ids, id);
        }
        self.place_all(context, ids);
        self.note_open(context.progress);
    }

    /// Puts nodes into the queue at their proper places if they are open, and otherwise removes them.
    fn place_all<W>(&mut self, context: &mut Context<'_, P, W>, ids: Vec<u32>) {
        let bytes = ids.capacity() * size_of::<u32>();
        for id in ids {
            match self.known.nodes.node(context.problem, id) {
                Some(node) => self.place(context, id, &node, Origin::Current),
                None => context.progress.fail(SearchError::NoNodeAt { index: id as usize }),
            }
        }
        context.progress.memory.release(bytes);
    }

    /// Puts a node into the queue at its proper place if it is open, and otherwise removes it.
    fn place<W>(&mut self, context: &mut Context<'_, P, W>, id: u32, node: &P::Node, origin: Origin) {
        if self.unfinished == Some(id) {
            return;
        }
        let key = match self.key(context, id, node, origin) {
            Ok(key) => key,
            // The new order also places this node.
            Err(Overflow) => return self.order_again(context),
        };
        let (is_open, memory) = (self.known.nodes.link(id).is_open(), &mut context.progress.memory);
        if let Some(key) = key {
            if self.open.insert(id, key, is_open, memory).is_some() && !is_open {
                self.known.nodes.set_open(id, true);
                let propagated = self.known.propagated(id, memory);
                context.progress.reopened += u64::from(propagated.is_some());
            }
        } else if is_open {
            self.open.remove(id);
            self.known.nodes.set_open(id, false);
        }
    }

    /// The key of a node, if it belongs in the queue.
    #[inline]
    fn key<W>(
        &mut self,
        context: &mut Context<'_, P, W>,
        id: u32,
        node: &P::Node,
        origin: Origin,
    ) -> Result<Option<Key<ByCost<P::Cost>>>, Overflow> {
        let memory = &mut context.progress.memory;
        let (reach, propagated) = (self.known.reach(id, memory), self.known.propagated(id, memory));
        let is_raised = match propagated.order(&reach) {
            Ordering::Equal => return Ok(None),
            order => order.is_lt(),
        };
        let cost = if is_raised { propagated.cost } else { reach.cost };
        let estimate = self.ends.estimate(context.problem, node);
        let bound = match checked_key(cost.plus(estimate), cost, Some(estimate), || origin) {
            Ok(Some(bound)) => self.open.raised(bound)?,
            out => {
                memory.push(&mut self.open.misplaced, id);
                if let Err(error) = out {
                    self.refuse(context.progress, node, error);
                }
                return Ok(None);
            }
        };
        let bound = self.open.at_least(bound, id, memory);
        Ok(Some(Key::new(bound, cost, is_raised)))
    }

    /// Chooses the node to be expanded next, and gives it its proper place first.
    pub(super) fn choose<W>(&mut self, context: &mut Context<'_, P, W>) -> Next<P::Cost> {
        if let Some(id) = self.unfinished {
            return Next::Expansion(id);
        }
        loop {
            let first = self.open.first(&self.known.nodes, &mut context.progress.memory);
            if let Some((id, cost)) = self.ends.arrival(context.problem, &self.known) {
                let limit = self.open.raised(cost).unwrap_or(P::Cost::INFINITY);
                let is_settled = first.is_none_or(|(_, key)| !key.bound().is_less(&limit));
                if is_settled && self.known.is_sound(id, &mut context.progress.memory) {
                    return Next::Found(id, cost);
                }
            }
            let Some((id, key)) = first else {
                return Next::Nothing;
            };
            if !self.open.has_moved {
                return Next::Expansion(id);
            }
            let Some(node) = self.known.nodes.node(context.problem, id) else {
                return Next::Expansion(id);
            };
            let now = self.key(context, id, &node, Origin::Current);
            if !context.progress.status.is_running() {
                // The node keeps its place, so that the error occurs again if this was only a query.
                self.open.misplaced.pop_if(|last| *last == id);
                return Next::Nothing;
            }
            if now.is_ok_and(|now| now == Some(key)) {
                return Next::Expansion(id);
            }
            self.place(context, id, &node, Origin::Current);
            // Without memory, the node keeps its place.
            if !context.progress.can_expand() {
                return Next::Nothing;
            }
        }
    }

    /// Propagates the cost of a node to its neighbours or, if it has risen, withdraws the old cost from them.
    pub(super) fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, id: u32) {
        let problem = context.problem;
        let Some(node) = self.known.nodes.node(problem, id) else {
            return context.progress.fail(SearchError::NoNodeAt { index: id as usize });
        };
        self.current = Some(node.clone());
        let memory = &mut context.progress.memory;
        let (reach, propagated) = (self.known.reach(id, memory), self.known.propagated(id, memory));
        let is_again = self.unfinished == Some(id);
        let is_raised = !is_again && propagated.is_less(&reach);
        if !context.observer.is_silent()
            && let Some(mut view) = self.view(problem, id)
        {
            if is_raised {
                view.g = propagated.cost;
            }
            context.observer.expanded(view.event());
        }
        self.known.nodes.set_open(id, false);
        if !is_again {
            self.open.take(id);
            self.unfinished = Some(id);
            let propagated = if is_raised { Reach::NONE } else { reach };
            self.known.set_propagated(id, propagated, &mut context.progress.memory);
        }
        let propagated = self.known.propagated(id, &mut context.progress.memory);
        let mut generated = 0;
        D::onward(problem, &node).for_each(|(next, edge)| {
            let origin = onward(D::IS_BACKWARD, generated);
            generated += 1;
            if !context.progress.status.is_running() {
                return;
            }
            if is_again {
                self.recompute(context, &next);
            } else if is_raised {
                if let Some(next_id) = self.known.nodes.find(problem, &next)
                    && self.known.nodes.link(next_id).parent() == Some(id)
                {
                    self.recompute(context, &next);
                }
            } else if let Some(sum) = self.sum(context.progress, &node, propagated, edge, origin) {
                self.offer(context, &next, sum, (id, &node), origin);
            }
        });
        if context.progress.status.is_running() {
            self.unfinished = None;
            self.place(context, id, &node, Origin::Current);
            context.progress.count_expansion(generated);
            self.effort.repair += generated as u64;
        } else {
            // The expansion is repeated after a change, and counts then.
            self.known.nodes.set_open(id, true);
        }
    }

    /// Takes a path to a node if it is better than the known one.
    #[inline]
    fn offer<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        node: &P::Node,
        reach: Reach<P::Cost>,
        parent: (u32, &P::Node),
        origin: Origin,
    ) {
        let known = self.known.nodes.find(context.problem, node);
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id, &mut context.progress.memory));
        // A path of the same cost is no better, unless it is the known one and has become shorter.
        let is_better = reach.cost.is_less(&before.cost)
            || reach.is_less(&before) && known.is_some_and(|id| self.known.nodes.link(id).parent() == Some(parent.0));
        if !is_better {
            return;
        }
        if let Some(id) = known {
            let (nodes, node) = (&mut self.known.nodes, node.clone());
            let link = Link::new(Some(parent.0), nodes.link(id).is_open());
            nodes.improve(id, node, reach.cost, link);
        }
        self.update(context, (known, node), Some(parent), (before, reach), origin);
    }

    /// Computes the cost of a node from those of its neighbours.
    pub(super) fn recompute<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, node: &P::Node) {
        let problem = context.problem;
        let known = self.known.nodes.find(problem, node);
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id, &mut context.progress.memory));
        let mut best = Reach {
            cost: known.and_then(|id| self.ends.root(id)).unwrap_or(P::Cost::INFINITY),
            edges: 0,
        };
        let (mut parent, mut inspected) = (None, 0);
        let was_parent = known.and_then(|id| self.known.nodes.link(id).parent());
        let mut holds = known.is_some() && best.order(&before).is_eq();
        for (place, (neighbour, edge)) in D::back(problem, node).enumerate() {
            inspected += 1;
            let Some(id) = self.known.nodes.find(problem, &neighbour) else {
                continue;
            };
            let propagated = self.known.propagated(id, &mut context.progress.memory);
            if propagated.is_some()
                && let Some(sum) = self.sum(context.progress, node, propagated, edge, onward(!D::IS_BACKWARD, place))
            {
                holds |= was_parent == Some(id) && sum.order(&before).is_eq();
                if sum.is_less(&best) {
                    best = sum;
                    parent = Some((id, neighbour));
                }
            }
        }
        if !context.progress.status.is_running() {
            return;
        }
        // A path of the same cost is no better.
        if best.cost.order(&before.cost).is_eq() && (holds || !best.is_some()) {
            self.effort.repair += if self.effort.is_first() { 0 } else { inspected };
            return;
        }
        self.begin(context.progress);
        self.effort.repair += inspected;
        let parent = parent.as_ref().map(|(id, node)| (*id, node));
        if let Some(id) = known {
            let link = Link::new(parent.map(|(id, _)| id), self.known.nodes.link(id).is_open());
            self.known.nodes.set_state(id, best.cost, link);
        }
        self.update(context, (known, node), parent, (before, best), Origin::Current);
    }

    /// Places a node whose cost has changed, or which is stored now, and notifies the observer of a lower cost.
    fn update<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        (known, node): (Option<u32>, &P::Node),
        parent: Option<(u32, &P::Node)>,
        (before, now): (Reach<P::Cost>, Reach<P::Cost>),
        origin: Origin,
    ) {
        let (problem, memory) = (context.problem, &mut context.progress.memory);
        let parent_id = parent.map(|(id, _)| id);
        let stored = known.or_else(|| self.known.store(problem, node.clone(), now, parent_id, memory));
        let Some(id) = stored else { return };
        if known.is_some() {
            self.known.set_edges(id, now.edges, memory);
        }
        self.place(context, id, node, origin);
        if !now.cost.is_less(&before.cost) || !self.known.nodes.link(id).is_open() {
            return;
        }
        let event = NodeEvent {
            node,
            parent: parent.map(|(_, node)| node),
            g: now.cost,
            h: (!context.observer.is_silent()).then(|| self.ends.estimate(problem, node)),
            is_backward: D::IS_BACKWARD,
        };
        if before.is_some() {
            context.observer.improved(event, before.cost);
        } else {
            if D::IS_BACKWARD {
                problem.prefetch_predecessors(node);
            } else {
                problem.prefetch(node);
            }
            context.observer.opened(event);
        }
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
        let sum = path_cost(path.cost, edge, || origin).unwrap_or_else(|error| {
            self.refuse(progress, node, error);
            None
        });
        let edges = path.edges.saturating_add(1);
        Some(Reach { cost: sum?, edges })
    }

    /// Records a sum that is too large, since it may belong to a path that is not needed. Any other error ends the
    /// search.
    #[cold]
    pub(super) fn refuse(&mut self, progress: &mut Progress, node: &P::Node, error: Box<SearchError>) {
        if error.is_overflow() {
            self.overflow.get_or_insert_with(|| (node.clone(), error));
        } else {
            self.current = Some(node.clone());
            progress.fail(*error);
        }
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
