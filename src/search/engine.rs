//! [`Engine`]: the part of a search that differs between algorithms. [`Search`] does the rest.

use alloc::boxed::Box;
use core::mem;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use super::Search;
use super::sums::{path_cost, plain_sum};
use crate::budget::{Left, Samples};
use crate::error::Origin;
use crate::memory::Memory;
use crate::{Budget, Cost, Graph, Observer, Path, Problem, SearchError, SearchNode, Status};

/// The part of a [`Search`](super::Search) that differs between algorithms: how it opens a start, how it expands a
/// node, and where it keeps its nodes. [`Search`](super::Search) does the rest.
///
/// The trait is sealed. Use its implementations through the aliases of `Search`: [`AStar`](crate::AStar),
/// [`Dijkstra`](crate::Dijkstra), [`Dfs`](crate::Dfs), [`IdaStar`](crate::IdaStar),
/// [`ThetaStar`](crate::search::ThetaStar) and so on.
pub trait Engine: sealed::Sealed + Sized {
    /// The problem to be searched.
    type Problem: Problem;

    /// The name of a node that the engine knows, or of a path that it keeps to such a node. It stays valid until the
    /// next call that changes the engine.
    #[doc(hidden)]
    type Id: Copy;

    /// The maximum number of expansions in one [`step`](super::Search::step): 1, except in parallel searches.
    #[doc(hidden)]
    const STEP: u64 = 1;

    /// The minimum batch size of [`advance`](Self::advance); 0 if it always makes exactly one expansion.
    #[doc(hidden)]
    const BATCH: u64 = 0;

    /// Whether all expanded nodes stay closed, with their costs from a start, so that a search that has ended can check
    /// which nodes have not been reached.
    #[doc(hidden)]
    const KEEPS_CLOSED: bool = false;

    /// Makes one expansion, or a batch. Called while the search is running and its start is open. Returns whether the
    /// search is still running.
    #[doc(hidden)]
    fn advance<W>(&mut self, context: Context<'_, Self::Problem, W>, allowance: Allowance<'_>) -> bool
    where
        W: Observer<NodeOf<Self>, CostOf<Self>>;

    /// Opens a start, whose cost has been checked.
    #[doc(hidden)]
    fn open_start<W>(&mut self, context: Context<'_, Self::Problem, W>, node: NodeOf<Self>, cost: CostOf<Self>)
    where
        W: Observer<NodeOf<Self>, CostOf<Self>>;

    /// The goal, if it is known, to check that the graph has it.
    #[doc(hidden)]
    fn goal(&self, problem: &Self::Problem) -> Option<NodeOf<Self>> {
        problem.only_goal()
    }

    /// Whether a path that was left out exceeds a cost limit, and so would not have been taken anyway.
    #[doc(hidden)]
    fn exceeds_limit(&self, overflow: &SearchError) -> bool {
        let _ = overflow;
        false
    }

    /// The node whose expansion has just left out a path that is too expensive for the cost type.
    #[doc(hidden)]
    fn overflow_node(&self, problem: &Self::Problem) -> Option<NodeOf<Self>> {
        Some(self.view(problem, self.last(problem)?)?.node)
    }

    /// Removes all nodes, and keeps the memory and the settings.
    #[doc(hidden)]
    fn clear(&mut self, memory: &mut Memory);

    /// Makes room for this many nodes in total, as far as the memory suffices.
    #[doc(hidden)]
    fn reserve(&mut self, problem: &Self::Problem, nodes: usize, memory: &mut Memory);

    /// The node that will be expanded next. The number of open nodes may change, since stale entries are dropped.
    #[doc(hidden)]
    fn next(&mut self, problem: &Self::Problem, progress: &mut Progress) -> Option<Self::Id>;

    /// The node that was expanded last, or the goal once it is found. Its [path](Self::path) is the path found.
    #[doc(hidden)]
    fn last(&self, problem: &Self::Problem) -> Option<Self::Id>;

    /// The end of the best-effort path.
    #[doc(hidden)]
    fn best(&self, problem: &Self::Problem) -> Option<Self::Id> {
        self.last(problem)
    }

    /// The nodes that will be open once the search has begun.
    #[doc(hidden)]
    fn ends(&self, problem: &Self::Problem) -> [Option<ViewOf<Self>>; 2] {
        [Some(SearchNode::end(problem.start(), None)), None]
    }

    /// The open nodes, or the closed ones.
    #[doc(hidden)]
    fn ids(&self, problem: &Self::Problem, is_open: bool) -> impl Iterator<Item = Self::Id>;

    /// The id of a node, if the search has generated it.
    #[doc(hidden)]
    fn id_of(&self, problem: &Self::Problem, node: &NodeOf<Self>) -> Option<Self::Id>;

    /// A node and its state. `None` only if the graph no longer has the node.
    #[doc(hidden)]
    fn view(&self, problem: &Self::Problem, id: Self::Id) -> Option<ViewOf<Self>>;

    /// The cost of the path to a node, or `None` if there is none from a start.
    #[doc(hidden)]
    fn cost(&self, problem: &Self::Problem, id: Self::Id) -> Option<CostOf<Self>> {
        self.view(problem, id)
            .filter(|view| !view.is_backward)
            .map(|view| view.g)
    }

    /// The path to a node, or `None` if there is none from a start.
    #[doc(hidden)]
    fn path(&self, problem: &Self::Problem, id: Self::Id) -> Option<PathOf<Self>>;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The node type of an engine's problem.
pub type NodeOf<E> = <<E as Engine>::Problem as Graph>::Node;

/// The cost type of an engine's problem.
pub type CostOf<E> = <<E as Engine>::Problem as Graph>::Cost;

/// A path through an engine's problem.
pub type PathOf<E> = Path<NodeOf<E>, CostOf<E>>;

/// A node of an engine's problem, with its state in the search.
pub type ViewOf<E> = SearchNode<NodeOf<E>, CostOf<E>>;

/// The parts of a [`Search`](super::Search) that its engine borrows.
#[derive(Debug)]
pub struct Context<'a, P, W> {
    pub(super) problem: &'a P,
    pub(super) observer: &'a mut W,
    pub(super) progress: &'a mut Progress,
}

impl<P, W> Context<'_, P, W> {
    /// Lends the same parts for a shorter time.
    pub(super) fn reborrow(&mut self) -> Context<'_, P, W> {
        Context {
            problem: self.problem,
            observer: self.observer,
            progress: self.progress,
        }
    }
}

/// The number of expansions that an engine may make at a time.
#[derive(Clone, Copy, Debug)]
pub struct Allowance<'a> {
    /// At least one.
    pub(super) expansions: u64,
    /// Whether `expansions` is a strict limit. Otherwise, the clock should be read again after this many expansions.
    pub(super) is_strict: bool,
    /// A flag that another thread may set. [`Search`](super::Search) checks it between two batches.
    pub(super) stop: Option<&'a AtomicBool>,
}

impl Allowance<'_> {
    pub(super) const UNLIMITED: Self = Allowance {
        expansions: u64::MAX,
        is_strict: false,
        stop: None,
    };

    pub(super) const fn strictly(expansions: u64) -> Self {
        Allowance {
            expansions,
            is_strict: true,
            stop: None,
        }
    }

    /// Whether another thread has set the flag.
    #[inline]
    pub(super) fn is_stopped(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether an engine may exceed this number in one batch. A budget without limits is not a limit either.
    pub(super) const fn may_leap(self) -> bool {
        !self.is_strict || self.expansions == u64::MAX
    }
}

impl Left<'_> {
    /// The expansions that an engine with a minimum batch size of `batch` may make before the next check.
    #[inline]
    pub(super) fn allowance(&mut self, expanded: u64, batch: u64) -> Allowance<'static> {
        let left = if self.expanded == u64::MAX {
            u64::MAX
        } else {
            self.expanded - expanded
        };
        match self.budget {
            _ if batch == 0 => Allowance::UNLIMITED,
            // Any expansion may exceed the limit.
            Budget { nodes: Some(_), .. } | Budget { memory: Some(_), .. } => Allowance::strictly(1),
            Budget { time: None, .. } => Allowance::strictly(left),
            Budget { time: Some(_), .. } => Allowance {
                expansions: left.min(self.stride.take().max(batch)),
                is_strict: left != u64::MAX,
                stop: None,
            },
        }
    }
}

/// The progress of a search.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they do not depend on each other")]
pub struct Progress {
    pub(super) status: Status,
    /// Why a path was left out that is too expensive for the cost type.
    pub(super) overflow: Option<Box<SearchError>>,
    /// Whether [`Search`](super::Search) still has to note the node at which it was left out.
    pub(super) has_news: bool,
    /// Whether the problem's start has been opened.
    pub(super) has_begun: bool,
    /// Whether code of the problem or the observer is being called. If this is still set afterwards, the code has
    /// panicked.
    pub(super) is_under_way: bool,
    /// Whether edges are followed backwards now, which errors then state.
    pub(super) is_backward: bool,
    pub(super) expanded: u64,
    // Separates two numbers that change with each expansion. If they were adjacent, the compiler would add to both at
    // once, which takes ten instructions.
    pub(super) reopened: u64,
    pub(super) generated: u64,
    pub(super) open: usize,
    pub(super) max_open: usize,
    pub(super) elapsed: Duration,
    pub(super) samples: Samples,
    pub(super) memory: Memory,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            status: Status::Running,
            overflow: None,
            has_news: false,
            has_begun: false,
            is_under_way: false,
            is_backward: false,
            expanded: 0,
            generated: 0,
            reopened: 0,
            open: 0,
            max_open: 0,
            elapsed: Duration::ZERO,
            samples: Samples::default(),
            memory: Memory::default(),
        }
    }
}

impl Progress {
    /// Begins again in the same memory.
    pub(super) fn restart(&mut self) {
        let mut memory = mem::take(&mut self.memory);
        memory.restart();
        *self = Progress {
            memory,
            ..Progress::default()
        };
    }

    /// Ends the search, or only leaves out a path that is too expensive for the cost type: see
    /// [`CostOverflow`](SearchError::CostOverflow). Only the first error of each kind counts. `EstimateOverflow`
    /// replaces `CostOverflow`, since only the latter may turn out not to matter.
    #[cold]
    pub(super) fn fail(&mut self, error: SearchError) {
        let error = error.in_direction(self.is_backward);
        if error.is_overflow() {
            let is_of_cost = |error: &SearchError| matches!(error, SearchError::CostOverflow { .. });
            let known = self.overflow.as_deref();
            if known.is_none_or(|known| is_of_cost(known) && !is_of_cost(&error)) {
                self.overflow = Some(Box::new(error));
                self.has_news = true;
            }
        } else if self.status.is_running() {
            self.status = Status::Failed(error);
        }
    }

    /// Whether the engine can continue without returning to [`Search`](super::Search).
    #[inline]
    pub(super) fn continues(&self) -> bool {
        self.can_expand() && !self.has_news
    }

    /// Whether the search is running and has not been refused memory.
    #[inline]
    pub(super) fn can_expand(&self) -> bool {
        self.status.is_running() && self.memory.refusal().is_none()
    }

    /// Forgets that a path was left out. Returns whether this is news.
    #[cold]
    pub(super) fn take_news(&mut self) -> bool {
        if self.has_news {
            self.overflow = None;
        }
        mem::take(&mut self.has_news)
    }

    /// The cost of a path and one more edge, which is successor number `place`. `None` for a missing edge, a path to be
    /// left out, and after a failure.
    #[inline]
    pub(super) fn sum<C: Cost>(&mut self, cost: C, edge: C, place: usize) -> Option<C> {
        self.sum_unless(cost, edge, place, || false)
    }

    /// The same, but does not count a path as left out if `is_known`: a cheaper path to the node has been found.
    #[inline]
    pub(super) fn sum_unless<C: Cost>(
        &mut self,
        cost: C,
        edge: C,
        place: usize,
        is_known: impl FnOnce() -> bool,
    ) -> Option<C> {
        match plain_sum(cost, edge) {
            Some(sum) => Some(sum),
            None => self.refuse(cost, edge, place, is_known),
        }
    }

    #[cold]
    fn refuse<C: Cost>(&mut self, cost: C, edge: C, place: usize, is_known: impl FnOnce() -> bool) -> Option<C> {
        path_cost(cost, edge, || Origin::Successor(place)).unwrap_or_else(|error| {
            if !error.is_overflow() || !is_known() {
                self.fail(*error);
            }
            None
        })
    }

    /// Counts an expansion and the successors that it generated. A failed expansion also counts. Returns whether there
    /// was enough memory for it.
    #[inline]
    pub(super) fn count_expansion(&mut self, generated: usize) -> bool {
        self.expanded += 1;
        self.generated += generated as u64;
        self.memory.refusal().is_none()
    }

    /// Sets the number of open nodes.
    #[inline]
    pub(super) fn set_open(&mut self, open: usize) {
        self.open = open;
        self.note_open();
    }

    /// Updates the maximum number of open nodes, after an expansion or a start.
    #[inline]
    pub(super) fn note_open(&mut self) {
        self.max_open = self.max_open.max(self.open);
    }
}

/// The problem of the search `S` that a constructor returns: `P` itself.
///
/// If `P` lacks a trait that the search needs, the compiler names the trait where the search is created. The problem of
/// the search is then unknown, so the compiler does not name the trait again wherever the search is used. The kind of
/// search is always known, so methods can be called on it before `P` is inferred.
pub type Made<P, S> = <P as Makes<S>>::Problem;

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be searched, since it lacks a trait",
    label = "the other error names the missing trait"
)]
pub trait Makes<S> {
    type Problem;
}

impl<P: Problem, E: Engine<Problem = P>, W> Makes<Search<E, W>> for P {
    type Problem = P;
}

/// Applies to nothing. If there were only one implementation, the compiler would choose it before checking its bounds.
impl<P, S> Makes<S> for P
where
    Nothing<P>: Never,
{
    type Problem = P;
}

pub trait Never {}

#[derive(Debug)]
pub struct Nothing<P>(P);
