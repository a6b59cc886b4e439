//! [`Progress`]: the status, the counts and the memory of a search.

use alloc::boxed::Box;
use core::mem;
use core::time::Duration;

use super::sums::{path_cost, plain_sum};
use crate::budget::Samples;
use crate::error::Origin;
use crate::memory::Memory;
use crate::{Cost, SearchError, Status};

/// The progress of a search: its status, its counts and its memory.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they do not depend on each other")]
pub struct Progress {
    /// The status. An engine sets it to [`Found`](Status::Found) or [`Exhausted`](Status::Exhausted), and calls
    /// [`fail`](Self::fail) for failures.
    pub status: Status,
    /// Why a path was left out that is too expensive for the cost type.
    pub(crate) overflow: Option<Box<SearchError>>,
    /// Whether [`Search`](crate::search::Search) still has to note the node at which it was left out.
    pub(crate) has_news: bool,
    /// Whether the problem's start has been opened.
    pub(crate) has_begun: bool,
    /// Whether code of the problem or the observer is being called. If this is still set afterwards, the code has
    /// panicked.
    pub(crate) is_under_way: bool,
    /// Whether edges are followed backwards now, which errors then state.
    pub is_backward: bool,
    pub(crate) expanded: u64,
    // Separates two numbers that change with each expansion. If they were adjacent, the compiler would add to both at
    // once, which takes ten instructions.
    pub(crate) reopened: u64,
    pub(crate) generated: u64,
    /// The number of open nodes.
    pub open: usize,
    pub(crate) max_open: usize,
    pub(crate) elapsed: Duration,
    pub(crate) samples: Samples,
    /// The memory, through which every list of the search grows.
    pub memory: Memory,
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
    /// Returns the number of expansions so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Begins again in the same memory.
    pub(crate) fn restart(&mut self) {
        let mut memory = mem::take(&mut self.memory);
        memory.restart();
        *self = Progress {
            memory,
            ..Progress::default()
        };
    }

    /// Ends the search, unless the error only means that a path was left out because it is too expensive for the cost
    /// type: see [`CostOverflow`](SearchError::CostOverflow). Only the first error of each kind counts.
    // `EstimateOverflow` replaces `CostOverflow`, since only the latter may turn out not to matter.
    #[cold]
    pub fn fail(&mut self, error: SearchError) {
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

    /// Fails in a search that may have a cost limit: it would not have taken a path that is too expensive for the type.
    #[cold]
    pub(crate) fn fail_within(&mut self, has_cost_limit: bool, error: SearchError) {
        if !(has_cost_limit && error.is_overflow()) {
            self.fail(error);
        }
    }

    /// Ends the search because no node is open. A path that was left out does not matter if it is beyond the limit.
    pub(crate) fn exhaust<C: Cost>(&mut self, limit: C) {
        // Only the key of another evaluation than f = g + h can be too large for a path within the limit.
        if limit.is_less(&C::INFINITY) && matches!(self.overflow.as_deref(), Some(SearchError::CostOverflow { .. })) {
            self.overflow = None;
        }
        self.status = Status::Exhausted;
    }

    /// Returns whether an engine that makes expansions in batches can continue without returning to the search. It
    /// cannot if the search has ended, or has just [left out](Self::fail) a path.
    #[inline]
    pub fn continues(&self) -> bool {
        self.status.is_running() && !self.has_to_settle()
    }

    /// Whether the search has been refused memory, or has just left out a path.
    #[inline]
    pub(crate) fn has_to_settle(&self) -> bool {
        self.memory.refusal().is_some() || self.has_news
    }

    /// Returns whether the search is running and has not been refused memory.
    #[inline]
    pub fn can_expand(&self) -> bool {
        self.status.is_running() && self.memory.refusal().is_none()
    }

    /// Forgets that a path was left out. Returns whether this is news.
    #[cold]
    pub(crate) fn take_news(&mut self) -> bool {
        if self.has_news {
            self.overflow = None;
        }
        mem::take(&mut self.has_news)
    }

    /// Returns the cost of a path and one more edge, to successor number `place`. `None` if the edge costs infinity,
    /// which means that it does not exist. Also `None` if the cost is invalid or the sum too large: see
    /// [`fail`](Self::fail).
    #[inline]
    pub fn sum<C: Cost>(&mut self, cost: C, edge: C, place: usize) -> Option<C> {
        self.sum_unless(cost, edge, place, || false)
    }

    /// Like [`sum`](Self::sum), but does not count a path as left out if `is_known`: a cheaper path to the node has
    /// been found.
    #[inline]
    pub fn sum_unless<C: Cost>(
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

    /// Counts an expansion and the successors that it generated, including those already known. A failed expansion also
    /// counts. Returns whether there was enough memory for it.
    #[inline]
    pub fn count_expansion(&mut self, generated: usize) -> bool {
        self.expanded += 1;
        self.generated += generated as u64;
        self.memory.refusal().is_none()
    }

    /// Counts a start that was opened or left out.
    pub fn count_start(&mut self) {
        self.generated += 1;
        self.note_open();
    }

    /// Counts a closed node that is opened again.
    #[inline]
    pub fn count_reopened(&mut self) {
        self.reopened += 1;
    }

    /// Sets the number of open nodes, after an expansion or a start.
    #[inline]
    pub fn set_open(&mut self, open: usize) {
        self.open = open;
        self.note_open();
    }

    /// Updates the maximum number of open nodes, after [`open`](Self::open) was changed by an expansion or a start.
    #[inline]
    pub fn note_open(&mut self) {
        self.max_open = self.max_open.max(self.open);
    }
}
