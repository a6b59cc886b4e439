//! [`Climb`]: the engine of searches through a hierarchy.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use astride::engine::{Allowance, Context, Engine, Link, Meetings, Memory, PathOf, Progress, Side, ViewOf};
use astride::{Cost, KnownGoal, Observer, Path, SearchNode};

use super::Hierarchy;
use super::side::{Climbers, Reach, Step, Waiting};

/// The engine of [`HierarchySearch`](crate::HierarchySearch): each side climbs until its costs reach that of the best
/// path.
///
/// Nodes are represented by their indices, and their state is stored in arrays. The nodes that every search reaches are
/// adjacent in these arrays if their indices are close together.
#[doc(hidden)]
#[derive(Clone)]
pub struct Climb<P: KnownGoal + Hierarchy> {
    forward: Climbers<P::Cost>,
    backward: Climbers<P::Cost>,
    /// The best node that both sides know, by its index.
    meetings: Meetings<P::Cost>,
    /// The side whose chosen node is expanded next. `None` before the search begins and after it has ended.
    next: Option<Side>,
    /// The side whose node was expanded last.
    last: Option<Side>,
    is_found: bool,
    /// Whether nodes are expanded in the order of their indices.
    by_index: bool,
}

impl<P: KnownGoal + Hierarchy> Engine for Climb<P> {
    type Problem = P;
    type Id = (Side, u32);

    const BATCH: u64 = 1;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let mut left = allowance.expansions();
        while left > 0 && !allowance.is_stopped() {
            left -= 1;
            let Some(side) = self.next else {
                return self.end(&mut context);
            };
            self.expand(side, &mut context);
            if !context.progress.can_expand() || !self.choose() && !self.end(&mut context) {
                return false;
            }
            if !context.progress.continues() {
                return true;
            }
        }
        true
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let problem = context.problem;
        let goal = problem.goal();
        if !context.accepts_goal(&goal) {
            return;
        }
        // The start may have to come before the chosen node.
        self.forward.known.put_back(self.by_index, &mut context.progress.memory);
        self.by_index = problem.prefers_index_order();
        self.open_end(Side::Forward, &mut context, &node, cost);
        self.open_end(Side::Backward, &mut context, &goal, P::Cost::ZERO);
        // If there is nothing to choose, the first step ends the search, so that more starts can be added before that.
        self.choose();
    }

    fn clear(&mut self, _: &mut Memory) {
        self.forward.clear();
        self.backward.clear();
        self.meetings = Meetings::default();
        (self.next, self.last, self.is_found) = (None, None, false);
    }

    fn reserve(&mut self, problem: &P, _: usize, memory: &mut Memory) {
        let _ = self.grow(problem, memory);
    }

    fn next(&mut self, _: &P, _: &mut Progress) -> Option<Self::Id> {
        let side = self.next?;
        Some((side, self.side(side).known.chosen?.id))
    }

    fn last(&self, problem: &P) -> Option<Self::Id> {
        if self.is_found {
            return self.goal_id(problem);
        }
        let side = self.last?;
        Some((side, self.side(side).known.current?))
    }

    fn best(&self, problem: &P) -> Option<Self::Id> {
        let current = || Some((Side::Forward, self.forward.known.current?));
        self.goal_id(problem).or_else(current)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Self::Id> {
        [Side::Forward, Side::Backward].into_iter().flat_map(move |side| {
            let own = &self.side(side).known;
            let wanted = own.reached.iter().filter(move |id| own.link(**id).is_open() == is_open);
            wanted.map(move |id| (side, *id))
        })
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Self::Id> {
        let index = problem.index(node)?;
        let mut sides = [Side::Forward, Side::Backward].into_iter();
        let side = sides.find(|side| self.side(*side).cost(index).is_some())?;
        Some((side, u32::try_from(index).ok()?))
    }

    fn view(&self, problem: &P, (side, id): Self::Id) -> Option<ViewOf<Self>> {
        let link = self.side(side).known.link(id);
        let node = problem.node_at(id as usize)?;
        let parent = link.parent().and_then(|parent| problem.node_at(parent as usize));
        let mut view = SearchNode::new(node, self.side(side).cost(id as usize)?, None, parent, link.is_open());
        view.is_backward = side == Side::Backward;
        Some(view)
    }

    fn path(&self, problem: &P, (side, id): Self::Id) -> Option<PathOf<Self>> {
        match side {
            Side::Forward => self.path_over(problem, id, false, self.forward.cost(id as usize)?),
            Side::Backward if self.goal_id(problem) == Some((side, id)) => {
                let best = self.meetings.best?;
                self.path_over(problem, best.ids[0], true, best.cost)
            }
            Side::Backward => None,
        }
    }
}

impl<P: KnownGoal + Hierarchy> Default for Climb<P> {
    fn default() -> Self {
        Climb {
            forward: Climbers::new(),
            backward: Climbers::new(),
            meetings: Meetings::default(),
            next: None,
            last: None,
            is_found: false,
            by_index: false,
        }
    }
}

impl<P: KnownGoal + Hierarchy> Climb<P> {
    /// The id of the goal if there is a path to it, which leads over the best meeting.
    fn goal_id(&self, problem: &P) -> Option<(Side, u32)> {
        self.meetings.best?;
        let index = problem.index(&problem.goal())?;
        Some((Side::Backward, u32::try_from(index).ok()?))
    }

    fn side(&self, side: Side) -> &Climbers<P::Cost> {
        match side {
            Side::Forward => &self.forward,
            Side::Backward => &self.backward,
        }
    }

    /// Allocates memory for all nodes on both sides.
    fn grow(&mut self, problem: &P, memory: &mut Memory) -> Option<()> {
        let bound = problem.index_bound().unwrap_or(0);
        self.forward.grow(bound, memory)?;
        self.backward.grow(bound, memory)
    }

    /// Opens an end of the paths: a start, or the goal.
    fn open_end<W: Observer<P::Node, P::Cost>>(
        &mut self,
        side: Side,
        context: &mut Context<'_, P, W>,
        end: &P::Node,
        cost: P::Cost,
    ) {
        if self.grow(context.problem, &mut context.progress.memory).is_none() {
            return;
        }
        context.progress.is_backward = side == Side::Backward;
        let index = context.problem.index(end);
        let is_known = index.is_some_and(|index| self.side(side).cost(index).is_some());
        if let Some(index) = index {
            let (mut place, costs) = self.reach(side);
            place.relax(costs, context, index, cost, 0);
        }
        // The goal is opened again with each start, but counted once.
        if !is_known || side == Side::Forward {
            context.progress.count_start();
        }
    }

    /// The data with which one side reaches nodes, and its costs.
    #[inline]
    fn reach(&mut self, side: Side) -> (Reach<'_, P::Cost>, &mut [P::Cost]) {
        let (own, other) = match side {
            Side::Forward => (&mut self.forward, &self.backward),
            Side::Backward => (&mut self.backward, &self.forward),
        };
        let place = Reach {
            side,
            link: Link::new(None, true),
            own: &mut own.known,
            other,
            meetings: &mut self.meetings,
            by_index: self.by_index,
        };
        (place, &mut own.costs)
    }

    /// Expands the chosen node of one side.
    #[inline]
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, side: Side, context: &mut Context<'_, P, W>) {
        let (problem, is_backward) = (context.problem, side == Side::Backward);
        (context.progress.is_backward, self.last) = (is_backward, Some(side));
        let (mut place, costs) = self.reach(side);
        let Some(Waiting { cost, id }) = place.own.chosen.take() else {
            return;
        };
        let index = id as usize;
        let link = place.own.link(id);
        place.own.links[index].0 = link.with_open(false).to_bits();
        place.own.current = Some(id);
        place.link = Link::new(Some(id), true);
        context.progress.open -= 1;
        place.notify(context, index, cost, link, W::expanded);

        let mut generated = 0;
        if place.by_index {
            place.own.highest = index.max(place.own.highest);
            place.offer(index, id, cost);
            if !place.meetings.are_proven(Some(cost)) {
                generated = place.relax_by_index(costs, context, cost, problem.edges_up(index, is_backward));
            }
        } else {
            // In reverse order, since the higher nodes are more likely to be known.
            let mut from_above = problem.edges_up(index, !is_backward).rev();
            let is_overtaken = from_above.any(|(above, edge, _)| {
                let sum = costs.get(above).and_then(|known| known.plus(edge));
                sum.is_some_and(|sum| sum.is_less(&cost))
            });
            if !is_overtaken {
                for (above, edge, number) in problem.edges_up(index, is_backward) {
                    let is_known = || costs.get(above).is_some_and(|known| known.is_less(&P::Cost::INFINITY));
                    if let Some(sum) = context.progress.sum_unless(cost, edge, generated, is_known) {
                        place.relax(costs, context, above, sum, number);
                    }
                    generated += 1;
                }
            }
        }
        context.progress.count_expansion(generated);
        context.progress.note_open();
    }

    /// Chooses the next node: the sides take turns, or the lower index comes first. Returns whether there is one.
    #[inline]
    fn choose(&mut self) -> bool {
        if self.by_index {
            let [forward, backward] = [&mut self.forward, &mut self.backward].map(Climbers::choose_by_index);
            self.next = match (forward, backward) {
                (Some(forward), Some(backward)) if backward.id < forward.id => Some(Side::Backward),
                (Some(_), _) => Some(Side::Forward),
                (None, Some(_)) => Some(Side::Backward),
                (None, None) => None,
            };
            return self.next.is_some();
        }
        let first = self.last.map_or(Side::Forward, Side::other);
        for side in [first, first.other()] {
            let own = match side {
                Side::Forward => &mut self.forward,
                Side::Backward => &mut self.backward,
            };
            let next = own.choose();
            if next.is_some_and(|next| !self.meetings.are_proven(Some(next.cost))) {
                self.next = Some(side);
                return true;
            }
        }
        self.next = None;
        false
    }

    /// Ends the search unless it has failed. Returns `false`, because it is no longer running.
    #[cold]
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) -> bool {
        if let Some(parts) = context.problem.left_out() {
            self.meetings.note_overflow(parts);
        }
        self.is_found = self.meetings.end(context.reborrow());
        false
    }

    /// The path from a start to the node with this id and, if `goes_on` is set, from there to the goal.
    fn path_over(&self, problem: &P, top: u32, goes_on: bool, cost: P::Cost) -> Option<PathOf<Self>> {
        let mut up: Vec<Step> = self.forward.known.steps_down(top).collect();
        up.reverse();
        let down = goes_on.then(|| self.backward.known.steps_down(top));
        let down = down.into_iter().flatten();
        let start = up.first().map_or(top, |step| step.low);
        let ends = up.iter().map(|step| (step.edge, step.high));
        let ends = ends.chain(down.clone().map(|step| (step.edge, step.low)));
        let edges: Vec<_> = ends
            .map(|(edge, end)| Some((edge, problem.node_at(end as usize)?)))
            .collect::<Option<_>>()?;
        let mut nodes = vec![problem.node_at(start as usize)?];
        problem.unpack(&edges, &mut nodes);

        // A cheaper path to a node may have been found since.
        let is_open = |side: Side| self.side(side).known.link(top).is_open();
        let is_stale = self.forward.known.has_reopened
            || self.backward.known.has_reopened
            || self.by_index && goes_on && (is_open(Side::Forward) || is_open(Side::Backward));
        let cost = if is_stale {
            let climbs = up.iter().copied().map(|step| (step, false));
            let mut edges = climbs.chain(down.map(|step| (step, true)));
            edges.try_fold(self.forward.costs[start as usize], |sum, (step, is_backward)| {
                let mut edges = problem.edges_up(step.low as usize, is_backward);
                let (_, edge, _) = edges.find(|(_, _, number)| *number == step.edge)?;
                sum.plus(edge)
            })?
        } else {
            cost
        };
        Some(Path { nodes, cost })
    }
}

impl<P: KnownGoal + Hierarchy> fmt::Debug for Climb<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Climb")
    }
}
