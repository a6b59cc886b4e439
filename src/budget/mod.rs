//! [`Budget`]: the limits on the work of a call.

mod clock;
mod left;

use core::time::Duration;

pub(crate) use clock::{Samples, Watch};
pub(crate) use left::Left;

/// A budget for one call to [`run_for`](crate::search::Search::run_for): any combination of limits. The call ends when
/// it reaches the first limit.
///
/// ```
/// use astride::Budget;
/// use std::time::Duration;
///
/// let frame = Budget::new().time(Duration::from_millis(2)).expansions(50_000);
/// # let _ = frame;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    pub(crate) expansions: Option<u64>,
    pub(crate) nodes: Option<usize>,
    pub(crate) memory: Option<usize>,
    pub(crate) time: Option<Duration>,
    pub(crate) clock: Option<Clock>,
}

/// Returns the time since a fixed moment.
pub(crate) type Clock = fn() -> Duration;

impl Budget {
    /// Creates a budget without limits.
    pub const fn new() -> Self {
        Budget {
            expansions: None,
            nodes: None,
            memory: None,
            time: None,
            clock: None,
        }
    }

    /// Returns the limit on expansions, if any, for your own [`Stepper`](crate::Stepper).
    pub const fn max_expansions(&self) -> Option<u64> {
        self.expansions
    }

    /// Returns the limit on stored nodes, if any.
    pub const fn max_nodes(&self) -> Option<usize> {
        self.nodes
    }

    /// Returns the limit on allocated bytes, if any.
    pub const fn max_memory(&self) -> Option<usize> {
        self.memory
    }

    /// Returns the time limit, if any.
    pub const fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the clock that was given to [`time_by`](Self::time_by), if any.
    pub const fn clock(&self) -> Option<fn() -> Duration> {
        self.clock
    }

    /// Returns whether the budget allows no expansion.
    pub(crate) fn is_empty(&self) -> bool {
        self.expansions == Some(0)
            || self.nodes == Some(0)
            || self.memory == Some(0)
            || self.time == Some(Duration::ZERO)
    }

    /// Allows at most this many expansions.
    pub const fn expansions(self, expansions: u64) -> Self {
        Budget {
            expansions: Some(expansions),
            ..self
        }
    }

    /// Stops after the expansion that brings the number of nodes stored during the call to at least `nodes`. The search
    /// can continue afterwards, unlike after a failure at the limit of `with_node_limit`.
    pub const fn nodes(self, nodes: usize) -> Self {
        Budget {
            nodes: Some(nodes),
            ..self
        }
    }

    /// Stops after the expansion that brings the number of bytes allocated during the call to at least `bytes`, as
    /// counted by [`Stats::bytes`](crate::Stats::bytes). Some lists grow by doubling, so the last expansion may
    /// allocate far more than `bytes` if the search is already large. The search can continue afterwards. With
    /// `with_memory_limit`, by contrast, the search fails instead of allocating more memory.
    ///
    /// ```
    /// use astride::{Budget, Dijkstra, FnGraph, Query, Status};
    ///
    /// let endless = FnGraph::new(|n: &u64| [(2 * n % 1_000_003, 1_u32), (n + 1, 1)]);
    /// let mut search = Dijkstra::new(Query::new(endless, 1, |_| false));
    /// assert_eq!(search.run_for(Budget::new().memory(1_000_000)), Status::Running);
    /// println!("{} nodes in {} bytes: is there memory for more?", search.stats().nodes, search.stats().bytes);
    /// # assert!((1_000_000..3_000_000).contains(&search.stats().bytes));
    /// ```
    pub const fn memory(self, bytes: usize) -> Self {
        Budget {
            memory: Some(bytes),
            ..self
        }
    }

    /// Stops soon after this much time. The clock is read between expansions, so an expansion is never interrupted. If
    /// expansions are fast, the clock is not read after every one.
    ///
    /// This method exists only if the standard library has a clock. Without the feature `std`, and on
    /// `wasm32-unknown-unknown`, use [`time_by`](Self::time_by) with your own clock.
    #[doc(alias("timeout", "time limit", "deadline"))]
    #[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub const fn time(self, time: Duration) -> Self {
        Budget {
            time: Some(time),
            clock: None,
            ..self
        }
    }

    /// Stops soon after this much time, measured by a clock that you supply. The clock returns the time since a fixed
    /// moment and never goes backwards, like `performance.now()` in a browser.
    /// [`Stats::elapsed`](crate::Stats::elapsed) then counts the time measured by this clock.
    ///
    /// ```
    /// use astride::{Budget, FnGraph, Dijkstra, Query, Status};
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::time::Duration;
    ///
    /// /// A millisecond later each time that it is read.
    /// fn clock() -> Duration {
    ///     static READ: AtomicU64 = AtomicU64::new(0);
    ///     Duration::from_millis(READ.fetch_add(1, Ordering::Relaxed))
    /// }
    ///
    /// let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u64)]);
    /// let mut search = Dijkstra::new(Query::new(endless, 0, |_| false));
    /// assert_eq!(search.run_for(Budget::new().time_by(Duration::from_millis(9), clock)), Status::Running);
    /// assert!(search.stats().expanded > 0 && search.stats().elapsed >= Duration::from_millis(9));
    /// ```
    #[doc(alias("timeout", "time limit", "deadline", "wasm"))]
    pub const fn time_by(self, time: Duration, clock: fn() -> Duration) -> Self {
        Budget {
            time: Some(time),
            clock: Some(clock),
            ..self
        }
    }
}
