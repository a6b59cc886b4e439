//! [`Bidirectional`]: the engine behind all bidirectional searches except breadth-first search and hierarchy search.

use alloc::vec::Vec;
use core::fmt;

use super::direction::{Direction, Predecessors, Successors};
use super::method::{Method, Sides};
use crate::engine::{
    Allowance, Context, Engine, Frontier, Generation, Meetings, Parent, PathOf, Progress, Side, Taken, ViewOf, follow,
};
use crate::memory::Memory;
use crate::nodes::Comparison;
use crate::search::{Evaluation, Search};
use crate::{Cost, KnownGoal, Observer, Path, ReverseGraph};

/// The engine of bidirectional searches, with nodes and an open list on each side.
///
/// Use it through its aliases: [`BidirectionalDijkstra`](crate::BidirectionalDijkstra),
/// [`BidirectionalAStar`](crate::BidirectionalAStar), [`Nbs`](crate::search::Nbs). They differ in the [`Method`] `M`. A
/// node that both sides know is a meeting point. The search keeps the meeting point whose path is cheapest, and ends as
/// soon as this path is proven to be the cheapest of all.
#[doc(hidden)]
#[derive(Clone)]
pub struct Bidirectional<P: KnownGoal + ReverseGraph, M: Method<P>> {
    pub(super) forward: Frontier<P, M::Forward>,
    pub(super) backward: Frontier<P, M::Backward>,
    pub(super) sides: Sides<P::Cost>,
    pub(super) meetings: Meetings<P::Cost>,
    pub(super) method: M,
    /// All starts, if the search has to start again with another one; otherwise those that wait to be opened.
    starts: Vec<(P::Node, P::Cost)>,
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> Search<Bidirectional<P, M>> {
    pub(super) fn with_method(problem: P, method: M) -> Self {
        let forward = Frontier::new(M::Forward::default());
        let mut backward = Frontier::backward(M::Backward::default(), P::prefetch_predecessors);
        backward.nodes.hash_like(&forward.nodes);
        let engine = Bidirectional {
            forward,
            backward,
            sides: Sides::new(),
            meetings: Meetings::default(),
            method,
            starts: Vec::new(),
        };
        Search::with_engine(problem, engine)
    }
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> Engine for Bidirectional<P, M> {
    type Problem = P;
    type Id = (Side, u32);

    #[inline]
    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let Some(side) = self.sides.next else {
            return self.end(context);
        };
        context.progress.is_backward = side == Side::Backward;
        let before = context.progress.open;
        let (forward, backward, meetings) = (&mut self.forward, &mut self.backward, &mut self.meetings);
        let has_begun = match side {
            Side::Forward => expand::<Successors, M, _, _, _, _>(forward, backward, meetings, &mut context),
            Side::Backward => expand::<Predecessors, M, _, _, _, _>(backward, forward, meetings, &mut context),
        };
        if has_begun {
            self.sides.last = Some(side);
        }
        self.count_open(side, before, context.progress);
        context.progress.status.is_running() && (self.choose(context.problem, context.progress) || self.end(context))
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
        context.progress.memory.push(&mut self.starts, (node, cost));
        let mut opened = self.starts.len().saturating_sub(1);
        // Estimates from the problem's own start are wrong for paths from another one.
        let is_another = M::HAS_ESTIMATES && self.starts.len() > 1;
        if is_another && (M::leave_out_estimates(&mut self.backward.evaluation) || self.sides.last.is_some()) {
            let stored = self.forward.nodes.len() + self.backward.nodes.len();
            context.progress.memory.remove_nodes(stored);
            self.forget();
            context.progress.open = 0;
            opened = 0;
        }
        // The start may have to come before the chosen node.
        self.forward.release(problem, &mut context.progress.memory);
        self.method.prepare_for_start();
        self.sides.least[0] = P::Cost::ZERO;
        for side in [Side::Forward, Side::Backward] {
            context.progress.is_backward = side == Side::Backward;
            let before = context.progress.open;
            let (forward, backward, meetings) = (&mut self.forward, &mut self.backward, &mut self.meetings);
            match side {
                Side::Forward => {
                    for (start, cost) in &self.starts[opened..] {
                        open_end(side, forward, backward, meetings, &mut context, start, *cost);
                    }
                }
                Side::Backward => open_end(side, backward, forward, meetings, &mut context, &goal, P::Cost::ZERO),
            }
            self.count_open(side, before, context.progress);
            // A start that is left out does not prevent the search from the others.
            if !context.progress.can_expand() {
                return;
            }
        }
        if !M::HAS_ESTIMATES {
            self.starts.clear();
        }
        // If there is nothing to choose, the first step ends the search, so that more starts can be added before that.
        self.choose(problem, context.progress);
    }

    fn clear(&mut self, _: &mut Memory) {
        self.forget();
        self.backward.evaluation = M::Backward::default();
        self.starts.clear();
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.forward.nodes.reserve(problem, &problem.start(), nodes, memory);
        self.backward.nodes.reserve(problem, &problem.goal(), nodes, memory);
    }

    fn next(&mut self, _: &P, _: &mut Progress) -> Option<Self::Id> {
        let side = self.sides.next?;
        let chosen = match side {
            Side::Forward => self.forward.chosen,
            Side::Backward => self.backward.chosen,
        };
        Some((side, chosen?))
    }

    fn last(&self, problem: &P) -> Option<Self::Id> {
        if self.sides.is_found {
            return self.goal_id(problem);
        }
        let side = self.sides.last?;
        let last = match side {
            Side::Forward => self.forward.nodes.current,
            Side::Backward => self.backward.nodes.current,
        };
        Some((side, last?))
    }

    fn best(&self, problem: &P) -> Option<Self::Id> {
        match self.meetings.best {
            Some(_) => self.goal_id(problem),
            None => Some((Side::Forward, self.forward.best()?)),
        }
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Self::Id> {
        let forward = self.forward.ids(is_open).map(|id| (Side::Forward, id));
        let backward = self.backward.ids(is_open).map(|id| (Side::Backward, id));
        forward.chain(backward)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Self::Id> {
        match self.forward.nodes.find(problem, node) {
            Some(id) => Some((Side::Forward, id)),
            None => Some((Side::Backward, self.backward.nodes.find(problem, node)?)),
        }
    }

    fn view(&self, problem: &P, (side, id): Self::Id) -> Option<ViewOf<Self>> {
        match side {
            Side::Forward => self.forward.view(problem, id),
            Side::Backward => self.backward.view(problem, id),
        }
    }

    fn path(&self, problem: &P, (side, id): Self::Id) -> Option<PathOf<Self>> {
        match side {
            Side::Forward => self.forward.path(problem, id),
            Side::Backward if self.goal_id(problem) == Some((side, id)) => self.path_over_meeting(problem),
            Side::Backward => None,
        }
    }
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> Bidirectional<P, M> {
    /// Chooses the next node. Returns whether there is one.
    #[inline]
    fn choose(&mut self, problem: &P, progress: &mut Progress) -> bool {
        self.sides.next = None;
        // If one side has no open node left, there is no other path.
        if !self.sides.open.contains(&0) {
            self.sides.next = M::choose(self, problem, progress);
        }
        self.sides.next.is_some()
    }

    /// Ends the search unless it has failed. Returns `false`, because it is no longer running.
    #[cold]
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        self.sides.is_found = self.meetings.end(context);
        false
    }

    #[inline]
    fn count_open(&mut self, side: Side, before: usize, progress: &mut Progress) {
        let open = &mut self.sides.open[side as usize];
        *open = *open + progress.open - before;
        progress.note_open();
    }

    /// The id of the goal, whose path leads over the best meeting.
    fn goal_id(&self, problem: &P) -> Option<(Side, u32)> {
        let id = self.backward.nodes.find(problem, &problem.goal())?;
        Some((Side::Backward, id))
    }

    /// The best path from a start to the goal so far.
    fn path_over_meeting(&self, problem: &P) -> Option<PathOf<Self>> {
        let best = self.meetings.best?;
        let [first, second] = best.ids;
        let (there, onward) = (self.forward.nodes.chain(first), self.backward.nodes.chain(second));
        let first = there.iter().map(|id| self.forward.nodes.node(problem, *id));
        let second = onward.iter().rev().skip(1);
        let second = second.map(|id| self.backward.nodes.node(problem, *id));
        let mut nodes: Vec<_> = first.chain(second).collect::<Option<_>>()?;
        // As with a path on one side, a cheaper path to an inner node may have been found since.
        let cost = if self.forward.has_reopened || self.backward.has_reopened {
            follow(problem, self.forward.nodes.cost(there[0]), &mut nodes, best.cost)?
        } else {
            best.cost
        };
        Some(Path { nodes, cost })
    }

    /// Forgets everything except the starts.
    fn forget(&mut self) {
        self.forward.clear();
        self.backward.clear();
        self.sides = Sides::new();
        self.meetings = Meetings::default();
        self.method.clear();
    }
}

/// Opens an end of the paths: a start, or the goal.
fn open_end<P, V, O, W>(
    side: Side,
    own: &mut Frontier<P, V>,
    other: &Frontier<P, O>,
    meetings: &mut Meetings<P::Cost>,
    context: &mut Context<'_, P, W>,
    end: &P::Node,
    cost: P::Cost,
) where
    P: KnownGoal,
    V: Evaluation<P>,
    O: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
{
    let problem = context.problem;
    let key = own.nodes.key(problem, end);
    let is_known = own.nodes.get(key, end).is_some();
    let mut generation = Generation {
        context: context.reborrow(),
        parent: None,
    };
    own.reach(&mut generation, end.clone(), cost, key, 0);
    if let Some(id) = own.nodes.get(key, end) {
        // The goal is opened again with each start, but counted once.
        context.progress.generated += u64::from(!is_known || side == Side::Forward);
        if let Some(there) = other.nodes.get(key, end) {
            meetings.offer(side, (id, own.nodes.cost(id)), (there, other.nodes.cost(there)));
        }
    }
}

/// Expands the chosen node of one side. Returns whether a node was taken.
// Not inlined: in a separate function, the loop keeps its variables in registers.
#[inline(never)]
fn expand<D, M, P, V, O, W>(
    own: &mut Frontier<P, V>,
    other: &Frontier<P, O>,
    meetings: &mut Meetings<P::Cost>,
    context: &mut Context<'_, P, W>,
) -> bool
where
    D: Direction<P>,
    M: Method<P>,
    P: KnownGoal + ReverseGraph,
    V: Evaluation<P>,
    O: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
{
    let problem = context.problem;
    let Some(taken) = own.take_open(context.progress) else {
        return false;
    };
    let Taken { id, cost, .. } = taken;
    let Some(node) = own.taken_node(problem, context.progress, id) else {
        return true;
    };
    own.notify(problem, context.observer, taken, &node, W::expanded);
    let mut generation = Generation {
        parent: Some(Parent {
            id,
            node: &node,
            estimate: own.nodes.value(id),
        }),
        context: context.reborrow(),
    };
    let mut generated = 0;
    for (child, edge) in D::edges(problem, &node) {
        let place = generated;
        generated += 1;
        let is_known = || own.nodes.find(problem, &child).is_some();
        let Some(cost) = generation.context.progress.sum_unless(cost, edge, place, is_known) else {
            continue;
        };
        let key = own.nodes.key(problem, &child);
        let news = own.nodes.compare(key, &child, &cost, true);
        if matches!(news, Comparison::NoBetter) {
            continue;
        }
        let there = other.nodes.get(key, &child);
        if M::SHARES_CLOSED && there.is_some_and(|there| !other.nodes.link(there).is_open()) {
            continue;
        }
        let id = match news {
            Comparison::Better(id) => {
                own.improve(&mut generation, id, child, cost, place);
                Some(id)
            }
            _ => own.discover(&mut generation, child, cost, key, place),
        };
        if let (Some(id), Some(there)) = (id, there) {
            meetings.offer(D::SIDE, (id, own.nodes.cost(id)), (there, other.nodes.cost(there)));
        }
    }
    generation.context.progress.count_expansion(generated);
    true
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> fmt::Debug for Bidirectional<P, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<M>();
        let name = name.split('<').next().and_then(|name| name.rsplit("::").next());
        formatter
            .debug_tuple("Bidirectional")
            .field(&format_args!("{}", name.unwrap_or_default()))
            .finish()
    }
}
