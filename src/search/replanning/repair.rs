//! The repair, in which a replanning search propagates changed costs as far as they matter for a path to the goal.

use alloc::boxed::Box;

use super::Course;
use super::engine::{Replanning, Spot};
use super::first::Task;
use super::known::Reach;
use crate::engine::{Context, Engine, Progress, path_cost, plain_sum};
use crate::error::Origin;
use crate::nodes::Link;
use crate::{Cost, KnownGoal, NodeEvent, Observer, ReverseGraph, SearchError};

/// The next action.
pub(super) enum Next<C> {
    Expansion(u32),
    /// The search has found a path of this cost.
    Found(C),
    Nothing,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// Recomputes the costs of these nodes, whose edges have changed.
    pub(super) fn revise<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        nodes: impl IntoIterator<Item = P::Node>,
    ) {
        if self.is_fresh() {
            return;
        }
        if !self.can_be_repaired(context.progress) {
            return self.begin_again(context, false);
        }
        for node in nodes {
            context.progress.memory.push(&mut self.waiting, node);
        }
        self.begin_round(context);
        self.catch_up(context);
        if self.is_first() && self.overflow.is_none() {
            // Nothing has changed, and A* continues without labels.
            self.known.clear_labels();
        } else {
            self.begin_repair(context.progress);
        }
        self.note_open(context.progress);
    }

    /// Recomputes the costs of the waiting nodes. Returns whether the search is still running.
    #[inline]
    pub(super) fn catch_up<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) -> bool {
        while context.progress.can_expand()
            && let Some(node) = self.waiting.pop()
        {
            if self.gives_up(context.progress) {
                self.begin_again(context, false);
                break;
            }
            self.compute(context, &node);
            if !context.progress.status.is_running() {
                self.waiting.push(node);
            }
        }
        context.progress.can_expand()
    }

    pub(super) fn choose<W>(&mut self, context: &mut Context<'_, P, W>) -> Next<P::Cost> {
        if let Some(id) = self.unfinished {
            return Next::Expansion(id);
        }
        loop {
            let first = self.first(&mut context.progress.memory);
            if let Some((id, cost)) = self.arrival(context.problem) {
                let limit = cost.plus(self.offset).unwrap_or(P::Cost::INFINITY);
                let is_settled = first.is_none_or(|(_, key)| !key.bound.is_less(&limit));
                if is_settled && self.known.is_sound(id, &mut context.progress.memory) {
                    return Next::Found(cost);
                }
            }
            let Some((id, key)) = first else {
                return Next::Nothing;
            };
            if !self.has_moved {
                return Next::Expansion(id);
            }
            let Some(node) = self.known.nodes.node(context.problem, id) else {
                return Next::Expansion(id);
            };
            let now = self.key(context, id, &node, Origin::Current);
            if !context.progress.status.is_running() {
                // The node keeps its place, so that the error occurs again after a mere look.
                self.misplaced.pop_if(|last| *last == id);
                return Next::Nothing;
            }
            if now.is_ok_and(|now| now == Some(key)) {
                return Next::Expansion(id);
            }
            self.place_node(context, id, &node, Origin::Current);
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
        let (reach, told) = (
            self.known.reach(id, &mut context.progress.memory),
            self.known.told(id, &mut context.progress.memory),
        );
        let is_again = self.unfinished == Some(id);
        let is_raised = !is_again && told.is_less(&reach);
        if !context.observer.is_silent()
            && let Some(mut view) = self.view(problem, Spot::Node(id))
        {
            if is_raised {
                view.g = told.cost;
            }
            context.observer.expanded(view.event());
        }
        self.known.nodes.set_open(id, false);
        if !is_again {
            match self.queue.remove(&id) {
                Some((_, key)) if self.floor.is_less(&key.bound) => self.floor = key.bound,
                Some(_) => {}
                None => self.in_list -= 1,
            }
            self.unfinished = Some(id);
            let memory = &mut context.progress.memory;
            self.known
                .set_told(id, if is_raised { Reach::NONE } else { reach }, memory);
        }
        let told = self.known.told(id, &mut context.progress.memory);
        let mut generated = 0;
        D::onward(problem, &node).for_each(|(next, edge)| {
            let origin = onward(D::IS_BACKWARD, generated);
            generated += 1;
            if !context.progress.status.is_running() {
                return;
            }
            if is_again {
                self.compute(context, &next);
            } else if is_raised {
                if let Some(next_id) = self.known.nodes.find(problem, &next)
                    && self.known.nodes.link(next_id).parent() == Some(id)
                {
                    self.compute(context, &next);
                }
            } else if let Some(sum) = self.sum(context.progress, &node, told, edge, origin) {
                self.offer(context, &next, sum, (id, &node), origin);
            }
        });
        if context.progress.status.is_running() {
            self.unfinished = None;
            self.place(context, id);
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
        (parent, parent_node): (u32, &P::Node),
        origin: Origin,
    ) {
        let known = self.known.nodes.find(context.problem, node);
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id, &mut context.progress.memory));
        // A path of the same cost is no better, unless it is the known one and has become shorter.
        let is_better = reach.cost.is_less(&before.cost)
            || reach.is_less(&before) && known.is_some_and(|id| self.known.nodes.link(id).parent() == Some(parent));
        if !is_better {
            return;
        }
        let id = match known {
            Some(id) => {
                let link = Link::new(Some(parent), self.known.nodes.link(id).is_open());
                self.known
                    .nodes
                    .improve(context.problem, id, node.clone(), reach.cost, link);
                self.known.set_edges(id, reach.edges, &mut context.progress.memory);
                id
            }
            None => match self.store(context, node.clone(), reach, Some(parent)) {
                Some(id) => id,
                None => return,
            },
        };
        self.place_node(context, id, node, origin);
        self.announce(context, id, node, Some(parent_node), before, reach);
    }

    /// Computes the cost of a node from those of its neighbours.
    fn compute<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, node: &P::Node) {
        let problem = context.problem;
        let known = self.known.nodes.find(problem, node);
        let before = known.map_or(Reach::NONE, |id| self.known.reach(id, &mut context.progress.memory));
        let mut best = Reach {
            cost: known.and_then(|id| self.root(id)).unwrap_or(P::Cost::INFINITY),
            edges: 0,
        };
        let (mut parent, mut looked_at) = (None, 0);
        let (was_parent, mut holds) = match known {
            Some(id) => (self.known.nodes.link(id).parent(), best.order(&before).is_eq()),
            None => (None, false),
        };
        for (place, (neighbour, edge)) in D::back(problem, node).enumerate() {
            looked_at += 1;
            let Some(id) = self.known.nodes.find(problem, &neighbour) else {
                continue;
            };
            let told = self.known.told(id, &mut context.progress.memory);
            if told.is_some()
                && let Some(sum) = self.sum(context.progress, node, told, edge, onward(!D::IS_BACKWARD, place))
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
        let is_same =
            known.is_some_and(|id| self.known.nodes.cost(id).order(&best.cost).is_eq()) && (holds || !best.is_some());
        if is_same || known.is_none() && !best.is_some() {
            self.effort.repair += if self.is_first() { 0 } else { looked_at };
            return;
        }
        self.begin_repair(context.progress);
        self.effort.repair += looked_at;
        let parent_id = parent.as_ref().map(|(id, _)| *id);
        let id = match known {
            Some(id) => {
                let link = Link::new(parent_id, self.known.nodes.link(id).is_open());
                self.known.nodes.set_state(id, best.cost, link);
                self.known.set_edges(id, best.edges, &mut context.progress.memory);
                id
            }
            None => match self.store(context, node.clone(), best, parent_id) {
                Some(id) => id,
                None => return,
            },
        };
        self.place_node(context, id, node, Origin::Current);
        let parent = parent.as_ref().map(|(_, node)| node);
        self.announce(context, id, node, parent, before, best);
    }

    fn announce<W: Observer<P::Node, P::Cost>>(
        &self,
        context: &mut Context<'_, P, W>,
        id: u32,
        node: &P::Node,
        parent: Option<&P::Node>,
        before: Reach<P::Cost>,
        now: Reach<P::Cost>,
    ) {
        if !now.cost.is_less(&before.cost) || !self.known.nodes.link(id).is_open() {
            return;
        }
        let event = NodeEvent {
            node,
            parent,
            g: now.cost,
            h: (!context.observer.is_silent()).then(|| self.estimate(context.problem, node)),
            is_backward: D::IS_BACKWARD,
        };
        if before.is_some() {
            context.observer.improved(event, before.cost);
        } else {
            if D::IS_BACKWARD {
                context.problem.prefetch_predecessors(node);
            } else {
                context.problem.prefetch(node);
            }
            context.observer.opened(event);
        }
    }

    /// Stores a node that is not stored yet.
    pub(super) fn store<W>(
        &mut self,
        context: &mut Context<'_, P, W>,
        node: P::Node,
        reach: Reach<P::Cost>,
        parent: Option<u32>,
    ) -> Option<u32> {
        self.known
            .store(context.problem, node, reach, parent, &mut context.progress.memory)
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
        let cost = match plain_sum(path.cost, edge) {
            Some(cost) => cost,
            None => match path_cost(path.cost, edge, || origin) {
                Ok(sum) => sum?,
                Err(error) => {
                    self.refuse(progress, node, error);
                    return None;
                }
            },
        };
        Some(Reach {
            cost,
            edges: path.edges.saturating_add(1),
        })
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

    pub(super) fn add_root<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        (node, cost): (P::Node, P::Cost),
    ) {
        let mut known = self.known.nodes.find(context.problem, &node);
        if self.is_first() {
            self.go_on(context, Task::Open(node.clone(), cost));
            known = self.known.nodes.find(context.problem, &node);
        } else {
            context.progress.generated += 1;
        }
        let Some(id) = known.or_else(|| self.store(context, node.clone(), Reach::NONE, None)) else {
            return;
        };
        match self.roots.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(place) if cost.is_less(&self.roots[place].1) => self.roots[place].1 = cost,
            Ok(_) => {}
            Err(place) => {
                if context.progress.memory.grow(&mut self.roots, 1).is_some() {
                    self.roots.insert(place, (id, cost));
                }
            }
        }
        if !self.is_first() {
            self.revise(context, [node]);
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
