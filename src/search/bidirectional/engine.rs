//! [`Bidirectional`]: the engine behind all bidirectional searches except breadth-first search and hierarchy search.

use alloc::vec::Vec;
use core::fmt;

use super::direction::{Direction, Predecessors, Successors};
use super::method::{Meetings, Method, Side, Sides};
use crate::limits::{Limits, MAX_NODES, Refusal};
use crate::nodes::Meeting;
use crate::search::best_first::frontier::{Frontier, Generation, Parent, Taken};
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::sums::follow;
use crate::search::{Evaluation, Guidance, Search};
use crate::{Cost, KnownGoal, Observer, Path, ReverseGraph, SearchError, SearchNode};

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
    /// The limits of both sides together.
    limits: Limits,
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
            meetings: Meetings::new(),
            method,
            starts: Vec::new(),
            limits: Limits::default(),
        };
        Search::from_engine(problem, engine)
    }
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> sealed::Sealed for Bidirectional<P, M> {}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> Engine for Bidirectional<P, M> {
    type Problem = P;

    #[inline]
    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let Some(side) = self.sides.next else {
            return self.end(context);
        };
        self.sides.at_work = side;
        self.share_limits(side);
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

    fn goal(&self, problem: &P) -> Option<P::Node> {
        Some(problem.goal())
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let problem = context.problem;
        let goal = problem.goal();
        if !problem.is_goal(&goal) {
            return context.progress.fail(SearchError::GoalDenied);
        }
        let stored = self.stored();
        context.progress.add(&mut self.starts, (node, cost), stored);
        let mut opened = self.starts.len().saturating_sub(1);
        // Estimates from the problem's own start are wrong for paths from another one.
        let is_another = M::HAS_ESTIMATES && self.starts.len() > 1;
        if is_another && (M::leave_out_estimates(&mut self.backward.evaluation) || self.sides.last.is_some()) {
            self.forget();
            context.progress.open = 0;
            opened = 0;
        }
        // The start may have to come before the chosen node.
        self.forward.release(problem);
        self.method.welcome_start();
        self.sides.least[0] = P::Cost::ZERO;
        for side in [Side::Forward, Side::Backward] {
            self.sides.at_work = side;
            self.share_limits(side);
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
            if !context.progress.continues() {
                return;
            }
        }
        if !M::HAS_ESTIMATES {
            self.starts.clear();
        }
        // If there is nothing to choose, the first step ends the search, so that more starts can be added before that.
        self.choose(problem, context.progress);
    }

    fn is_backward(&self) -> bool {
        self.sides.at_work == Side::Backward
    }

    fn refusal(&mut self) -> Option<Refusal> {
        let sides = self.forward.refusal().or_else(|| self.backward.refusal());
        sides.or_else(|| self.method.refusal())
    }

    #[inline]
    fn stored(&self) -> usize {
        self.forward.nodes.len() + self.backward.nodes.len()
    }

    fn bytes(&self) -> usize {
        self.forward.bytes() + self.backward.bytes() + self.method.bytes()
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.forward.set_limits(limits);
        self.backward.set_limits(limits);
    }

    fn reserve(&mut self, problem: &P, nodes: usize) {
        self.forward
            .nodes
            .reserve(problem, &problem.start(), nodes, self.room_left());
        self.backward
            .nodes
            .reserve(problem, &problem.goal(), nodes, self.room_left());
    }

    fn clear(&mut self) {
        self.forget();
        self.backward.evaluation = M::Backward::default();
        self.starts.clear();
    }

    fn current(&self, problem: &P) -> Option<P::Node> {
        match self.sides.last {
            _ if self.sides.is_found => Some(problem.goal()),
            Some(Side::Forward) => self.forward.nodes.node(problem, self.forward.nodes.current?),
            Some(Side::Backward) => self.backward.nodes.node(problem, self.backward.nodes.current?),
            None => None,
        }
    }

    fn next_node(&mut self, problem: &P) -> Option<ViewOf<Self>> {
        match self.sides.next? {
            Side::Forward => self.forward.view(problem, self.forward.chosen?),
            Side::Backward => self.backward.view(problem, self.backward.chosen?),
        }
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let (start, goal) = (problem.start(), problem.goal());
        let forward = <M::Forward as Evaluation<P>>::Guidance::h(problem, &start);
        let backward = <M::Backward as Evaluation<P>>::Guidance::h(problem, &goal);
        let goal = SearchNode {
            is_backward: true,
            ..SearchNode::end(goal, backward)
        };
        [Some(SearchNode::end(start, forward)), Some(goal)]
    }

    fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = ViewOf<Self>> {
        let backward = self.backward.views(problem, is_open);
        self.forward.views(problem, is_open).chain(backward)
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        if let Some(id) = self.forward.nodes.find(problem, node) {
            return self.forward.view(problem, id);
        }
        let id = self.backward.nodes.find(problem, node)?;
        self.backward.view(problem, id)
    }

    fn cost_to(&self, problem: &P, node: &P::Node) -> Option<P::Cost> {
        let id = self.forward.nodes.find(problem, node)?;
        Some(self.forward.nodes.cost(id))
    }

    fn current_path(&self, problem: &P) -> Option<PathOf<Self>> {
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

    fn best_effort_path(&self, problem: &P) -> Option<PathOf<Self>> {
        match self.meetings.best {
            Some(_) => self.current_path(problem),
            None => self.forward.path_of(problem, self.forward.best_effort_node()?),
        }
    }

    fn path_to(&self, problem: &P, node: &P::Node) -> Option<PathOf<Self>> {
        self.forward.path_of(problem, self.forward.nodes.find(problem, node)?)
    }
}

impl<P: KnownGoal + ReverseGraph, M: Method<P>> Bidirectional<P, M> {
    /// Chooses the next node. Returns whether there is one.
    #[inline]
    fn choose(&mut self, problem: &P, progress: &mut Progress) -> bool {
        self.sides.next = None;
        // If one side has no open node left, there is no other path.
        if !self.sides.open.contains(&0) {
            if self.limits.has_memory_limit() {
                self.share_set_limits(Side::Forward);
                self.share_set_limits(Side::Backward);
            }
            self.sides.next = M::choose(self, problem, progress);
        }
        self.sides.next.is_some()
    }

    /// Ends the search unless it has failed. Returns `false`, because it is no longer running.
    #[cold]
    fn end<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) -> bool {
        if let Some(refusal) = self.refusal() {
            context.progress.fail(refusal.error(self.limits, self.stored()));
        }
        self.sides.is_found = self.meetings.end(context);
        false
    }

    /// Limits one side to the share that the other leaves.
    #[inline]
    fn share_limits(&mut self, side: Side) {
        if self.limits.nodes < MAX_NODES || self.limits.has_memory_limit() {
            self.share_set_limits(side);
        }
    }

    #[cold]
    fn share_set_limits(&mut self, side: Side) {
        let left = |nodes, bytes: usize| self.limits.less(nodes, bytes + self.method.bytes());
        match side {
            Side::Forward => {
                let left = left(self.backward.nodes.len(), self.backward.bytes());
                self.forward.set_limits(left);
            }
            Side::Backward => {
                let left = left(self.forward.nodes.len(), self.forward.bytes());
                self.backward.set_limits(left);
            }
        }
    }

    #[inline]
    fn count_open(&mut self, side: Side, before: usize, progress: &mut Progress) {
        let open = &mut self.sides.open[side as usize];
        *open = *open + progress.open - before;
        progress.note_open();
    }

    /// Forgets everything except the starts.
    fn forget(&mut self) {
        self.forward.clear();
        self.backward.clear();
        self.sides = Sides::new();
        self.meetings = Meetings::new();
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
    let is_known = own.nodes.get(problem, key, end).is_some();
    let mut generation = Generation {
        context: context.reborrow(),
        parent: None,
    };
    own.meet(&mut generation, end.clone(), cost, key, 0);
    if let Some(id) = own.nodes.get(problem, key, end) {
        // The goal is opened again with each start, but counted once.
        context.progress.generated += u64::from(!is_known || side == Side::Forward);
        if let Some(met) = other.nodes.get(problem, key, end) {
            meetings.offer(side, (id, own.nodes.cost(id)), (met, other.nodes.cost(met)));
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
    if !own.is_within_memory_limit(context.progress) {
        return false;
    }
    let Some(taken) = own.take_open(context.progress) else {
        return false;
    };
    let Taken { id, cost, .. } = taken;
    let Some(node) = own.taken_node(problem, context.progress, id) else {
        return true;
    };
    own.tell(problem, context.observer, taken, &node, W::expanded);
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
        let news = own.nodes.meet(problem, key, &child, &cost, true);
        if matches!(news, Meeting::Idle) {
            continue;
        }
        let met = other.nodes.get(problem, key, &child);
        if M::SHARES_CLOSED && met.is_some_and(|met| !other.nodes.link(met).is_open()) {
            continue;
        }
        let id = match news {
            Meeting::Better(id) => {
                own.improve(&mut generation, id, child, cost, place);
                Some(id)
            }
            _ => own.discover(&mut generation, child, cost, key, place),
        };
        if let (Some(id), Some(met)) = (id, met) {
            meetings.offer(D::SIDE, (id, own.nodes.cost(id)), (met, other.nodes.cost(met)));
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
