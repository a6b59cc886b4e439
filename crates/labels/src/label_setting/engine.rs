//! [`LabelSetting`]: the engine of [`LabelSearch`](super::LabelSearch).

use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use astride::engine::{Allowance, Context, Engine, Memory, Nearest, PathOf, Progress, ViewOf, checked_key};
use astride::open::{DaryHeap, Entry};
use astride::search::{Onward, Origin};
use astride::{Cost, Graph, NodeEvent, Observer, Path, SearchError, SearchNode, Status};

use super::Labels;
use super::store::{Best, Places, Store};

/// The maximum number of dominated labels that one step drops before it leaves the expansion to the next.
const DROPPED: usize = 256;

/// The engine of [`LabelSearch`](super::LabelSearch). Labels are expanded in the order of cost plus estimate and then
/// of rank, and each place keeps those that no other label dominates.
#[doc(hidden)]
#[derive(Clone)]
pub struct LabelSetting<P: Labels> {
    store: Store<P::Node, P::Cost>,
    open: DaryHeap<Waiting<P::Cost, P::Rank>>,
    places: Places<P::Place>,
    /// The labels with which goals were found.
    found: Best,
    current: Option<u32>,
    /// The closed label with the least estimate so far and, among equal estimates, the least cost.
    nearest: Option<Nearest<u32, P::Cost>>,
}

/// An open label. Among equal labels, the oldest comes first.
#[derive(Clone, Copy)]
struct Waiting<C, R> {
    key: Key<C, R>,
    id: u32,
}

/// Cost plus estimate, and then the rank.
#[derive(Clone, Copy)]
struct Key<C, R> {
    f: C,
    rank: R,
}

type KeyOf<P> = Key<<P as Graph>::Cost, <P as Labels>::Rank>;

impl<C: Cost, R: fmt::Debug + Ord> Key<C, R> {
    #[inline]
    fn order(&self, other: &Self) -> Ordering {
        self.f.order(&other.f).then_with(|| self.rank.cmp(&other.rank))
    }
}

impl<C: Cost, R: Copy + fmt::Debug + Ord> Entry for Waiting<C, R> {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.key.order(&other.key).then(self.id.cmp(&other.id)).is_lt()
    }
}

impl<P: Labels> Default for LabelSetting<P> {
    fn default() -> Self {
        LabelSetting {
            store: Store::default(),
            open: DaryHeap::default(),
            places: Places::default(),
            found: Best::NONE,
            current: None,
            nearest: None,
        }
    }
}

impl<P: Labels> Engine for LabelSetting<P> {
    type Problem = P;
    type Id = u32;

    fn advance<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, _: Allowance<'_>) -> bool {
        let progress = &mut *context.progress;
        for _ in 0..DROPPED {
            let Some(Waiting { key, id }) = self.open.pop() else {
                progress.open = 0;
                progress.status = Status::Exhausted;
                return false;
            };
            if !self.is_dominated(context.problem, id) {
                return self.expand(context, id, key);
            }
            self.store.drop_open(id, &mut progress.memory);
        }
        progress.set_open(self.open.len());
        true
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let mut starts = Vec::new();
        if self.current.is_some() {
            // A closed label may cost more than a label after this start, so the search begins again.
            let labels = self.store.ids().map(|id| self.store.get(id));
            let known = labels.filter(|label| label.parent().is_none());
            starts.extend(known.map(|label| (label.node.clone(), label.cost)));
            self.clear(&mut progress.memory);
        }
        for (node, cost) in starts.into_iter().chain([(node, cost)]) {
            let h = problem.estimate(&node);
            let key = match self::key(problem, &node, cost, h, Origin::Start) {
                Ok(Some(key)) => key,
                Ok(None) => continue,
                Err(error) => return progress.fail(error),
            };
            observer.opened(NodeEvent::new(&node, None, cost, Some(h)));
            if let Some(id) = self.store.insert(node, cost, None, &mut progress.memory) {
                self.open.push(Waiting { key, id }, &mut progress.memory);
            }
        }
        progress.open = self.open.len();
        progress.count_start();
    }

    fn clear(&mut self, memory: &mut Memory) {
        memory.remove_nodes(self.store.len());
        self.store.clear();
        self.open.clear();
        self.places.clear();
        self.found = Best::NONE;
        self.current = None;
        self.nearest = None;
    }

    fn reserve(&mut self, _: &P, nodes: usize, memory: &mut Memory) {
        self.store.reserve(nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<u32> {
        while let Some(id) = self.open.first().map(|first| first.id) {
            if !self.is_dominated(problem, id) {
                return Some(id);
            }
            self.open.pop();
            self.store.drop_open(id, &mut progress.memory);
            progress.set_open(self.open.len());
        }
        None
    }

    fn last(&self, _: &P) -> Option<u32> {
        self.current
    }

    fn best(&self, _: &P) -> Option<u32> {
        Some(self.nearest?.node)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = u32> {
        self.store
            .ids()
            .filter(move |id| self.store.get(*id).is_open() == is_open)
    }

    fn id_of(&self, _: &P, node: &P::Node) -> Option<u32> {
        let equal = self.store.ids().filter(|id| self.store.get(*id).node == *node);
        equal.min_by(|one, other| self.store.get(*one).cost.order(&self.store.get(*other).cost))
    }

    fn view(&self, problem: &P, id: u32) -> Option<ViewOf<Self>> {
        let label = self.store.get(id);
        Some(SearchNode::new(
            label.node.clone(),
            label.cost,
            Some(problem.estimate(&label.node)),
            label.parent().map(|parent| self.store.get(parent).node.clone()),
            label.is_open(),
        ))
    }

    fn path(&self, _: &P, id: u32) -> Option<PathOf<Self>> {
        let mut nodes: Vec<_> = self.store.chain(id).map(|id| self.store.get(id).node.clone()).collect();
        nodes.reverse();
        let cost = self.store.get(id).cost;
        Some(Path { nodes, cost })
    }
}

impl<P: Labels> Onward for LabelSetting<P> {
    fn go_on<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) {
        // The next label is still open.
        context.progress.note_open();
    }
}

impl<P: Labels> LabelSetting<P> {
    /// Whether this label is dominated by one with which a goal was found, or by a closed one at its place.
    #[inline]
    fn is_dominated(&self, problem: &P, id: u32) -> bool {
        let label = self.store.get(id);
        self.has_dominating(
            problem,
            &label.node,
            label.cost,
            problem.completed(&label.node).as_ref(),
        )
    }

    #[inline]
    fn has_dominating(&self, problem: &P, node: &P::Node, cost: P::Cost, completed: Option<&P::Node>) -> bool {
        let at_goal = completed.or_else(|| problem.is_goal(node).then_some(node));
        let is_beaten = |at_goal| {
            let beats = |found: &P::Node| problem.dominates(found, at_goal);
            self.store.has_dominating(self.found, cost, beats)
        };
        at_goal.is_some_and(is_beaten) || {
            let best = self.places.get(problem.place_index(node), || problem.place(node));
            let beats = |closed: &P::Node| problem.dominates(closed, node);
            self.store.has_dominating(best, cost, beats)
        }
    }

    /// Closes a label and, unless it is at a goal, opens its successors. Returns whether the search is still running.
    fn expand<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, id: u32, key: KeyOf<P>) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let label = self.store.get(id);
        let (node, cost) = (label.node.clone(), label.cost);
        self.current = Some(id);
        if problem.is_goal(&node) {
            Nearest::note(&mut self.nearest, id, Some(problem.estimate(&node)), cost);
            if P::Cost::IS_EXACT && !is_complete(problem, &node) {
                progress.fail(incomplete(&key, cost));
            } else {
                self.notify(problem, observer, id, W::found);
                self.found = self
                    .store
                    .close(id, self.found, |one, other| problem.dominates(one, other));
                progress.status = Status::Found;
            }
            progress.set_open(self.open.len());
            return false;
        }
        self.notify(problem, observer, id, W::expanded);
        let (index, place) = (problem.place_index(&node), || problem.place(&node));
        let best = self.places.get(index, place);
        let best = self.store.close(id, best, |one, other| problem.dominates(one, other));
        self.places.set(index, place, best, &mut progress.memory);
        let completed = problem.completed(&node);
        let mut generated = 0;
        problem.successors(&node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            if !progress.status.is_running() {
                return;
            }
            if let Some(child_cost) = progress.sum(cost, edge, place) {
                let parent = Parent {
                    id,
                    node: &node,
                    key,
                    completed: completed.as_ref(),
                };
                let memory = &mut progress.memory;
                if let Err(error) = self.reach(problem, observer, &parent, (child, child_cost, place), memory) {
                    progress.fail(error);
                }
            }
        });
        progress.count_expansion(generated);
        progress.set_open(self.open.len());
        Nearest::note(&mut self.nearest, id, Some(problem.estimate(&node)), cost);
        progress.status.is_running()
    }

    /// Opens a successor unless it is dominated. The contract is also checked for dominated successors, since a
    /// violation would show that the label that dominates them came too early.
    #[inline]
    fn reach<W: Observer<P::Node, P::Cost>>(
        &mut self,
        problem: &P,
        observer: &mut W,
        parent: &Parent<'_, P>,
        (child, cost, place): (P::Node, P::Cost, usize),
        memory: &mut Memory,
    ) -> Result<(), SearchError> {
        let h = problem.estimate(&child);
        let Some(key) = self::key(problem, &child, cost, h, Origin::Successor(place))? else {
            return Ok(());
        };
        let completed = problem.completed(&child);
        if P::Cost::IS_EXACT {
            let ends_better = match (parent.completed, &completed) {
                (Some(before), Some(after)) => !problem.dominates(before, after),
                _ => false,
            };
            if ends_better || key.order(&parent.key).is_lt() {
                return Err(breach(&parent.key, &key, place));
            }
        }
        if self.has_dominating(problem, &child, cost, completed.as_ref()) {
            return Ok(());
        }
        observer.opened(NodeEvent::new(&child, Some(parent.node), cost, Some(h)));
        if let Some(id) = self.store.insert(child, cost, Some(parent.id), memory) {
            self.open.push(Waiting { key, id }, memory);
        }
        Ok(())
    }

    /// Notifies an observer of a stored label. Costs nothing without an observer.
    fn notify<W: Observer<P::Node, P::Cost>>(
        &self,
        problem: &P,
        observer: &mut W,
        id: u32,
        receive: impl FnOnce(&mut W, NodeEvent<'_, P::Node, P::Cost>),
    ) {
        if !observer.is_silent()
            && let Some(view) = self.view(problem, id)
        {
            receive(observer, view.event());
        }
    }
}

/// The label whose successors are being generated.
struct Parent<'a, P: Labels> {
    id: u32,
    node: &'a P::Node,
    key: KeyOf<P>,
    completed: Option<&'a P::Node>,
}

/// The key of a label, or `None` for a dead end.
#[inline]
fn key<P: Labels>(
    problem: &P,
    node: &P::Node,
    cost: P::Cost,
    h: P::Cost,
    origin: Origin,
) -> Result<Option<KeyOf<P>>, SearchError> {
    let f = checked_key(cost.plus(h), cost, Some(h), || origin).map_err(|error| *error)?;
    let Some(f) = f else { return Ok(None) };
    match problem.rank(node) {
        Some(rank) => Ok(Some(Key { f, rank })),
        None => Err(rank_overflow(origin)),
    }
}

#[cold]
fn rank_overflow(origin: Origin) -> SearchError {
    SearchError::Other {
        reason: format!("the rank of {origin} is too large for its type"),
    }
}

/// Whether a goal has a zero estimate and no better completion than itself.
fn is_complete<P: Labels>(problem: &P, node: &P::Node) -> bool {
    let is_zero = problem.estimate(node).order(&P::Cost::ZERO).is_eq();
    is_zero
        && problem
            .completed(node)
            .is_none_or(|completed| problem.dominates(node, &completed))
}

/// The error for an edge that violates the contract of [`Labels`]. If the keys do not fall, the completed label becomes
/// better.
#[cold]
fn breach<C: Cost, R: fmt::Debug + Ord>(before: &Key<C, R>, after: &Key<C, R>, place: usize) -> SearchError {
    if after.f.is_less(&before.f) {
        let (before, after) = (format!("{:?}", before.f), format!("{:?}", after.f));
        return SearchError::InconsistentEstimate { before, after };
    }
    if after.order(before).is_lt() {
        let (before, after) = (format!("{:?}", before.rank), format!("{:?}", after.rank));
        return SearchError::InconsistentRank { before, after };
    }
    let child = Origin::Successor(place);
    SearchError::Other {
        reason: format!("the completed label of {child} is better than that of the current node"),
    }
}

/// The error for a label at a goal whose estimate is not zero, or whose completed label is better than itself.
#[cold]
fn incomplete<C: Cost, R: fmt::Debug + Ord>(key: &Key<C, R>, cost: C) -> SearchError {
    if cost.is_less(&key.f) {
        let (before, after) = (format!("{:?}", key.f), format!("{cost:?} at a goal"));
        return SearchError::InconsistentEstimate { before, after };
    }
    SearchError::Other {
        reason: "the completed label of the current node, which is a goal, is better than itself".into(),
    }
}

impl<P: Labels> fmt::Debug for LabelSetting<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LabelSetting").finish_non_exhaustive()
    }
}
