//! [`Abort`]: the one way in which a search fails.

use std::convert::identity;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use timely::worker::Worker;

use crate::error::{Error, Failure, guard};

/// The maximum time that a worker or a connection waits before it checks again whether the search has been aborted.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// Memory that stays free for the engine's messages, since the engine cannot report that there is none.
pub(crate) const RESERVE: usize = 64 << 20;

/// The state that the workers of a process share with the thread that started them.
#[derive(Debug)]
struct Shared {
    is_set: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

/// The state of a process's part of a search.
#[derive(Debug)]
pub(crate) struct State {
    /// The first failure of this process.
    pub(crate) error: Option<Error>,
    /// The number of workers that have not ended.
    pub(crate) running: usize,
}

/// Ends a search on all workers of all processes, with the same error.
///
/// A worker that fails calls [`fail`](Self::fail) and stops. All others stop when [`is_set`](Self::is_set).
#[derive(Clone, Debug)]
pub(crate) struct Abort {
    worker: usize,
    shared: Arc<Shared>,
}

impl Abort {
    /// Creates a handle for the first worker of a process in which this many workers run.
    pub(crate) fn new(worker: usize, running: usize) -> Self {
        let state = Mutex::new(State { error: None, running });
        let (is_set, changed) = (AtomicBool::new(false), Condvar::new());
        let shared = Arc::new(Shared { is_set, state, changed });
        Self { worker, shared }
    }

    /// Returns a handle for another worker.
    pub(crate) fn of(&self, worker: usize) -> Self {
        let shared = Arc::clone(&self.shared);
        Self { worker, shared }
    }

    /// Ends the search because this worker cannot continue. Only the first failure counts.
    pub(crate) fn fail(&self, failure: Failure) {
        let worker = self.worker;
        self.end(Some(Error::Failed { worker, failure }));
    }

    /// Runs code whose failure or panic ends the search.
    pub(crate) fn attempt<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
        let result = guard(work).and_then(identity);
        result.map_err(|failure| self.fail(failure)).ok()
    }

    /// Whether the search has been aborted, so that no further results are used.
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.shared.is_set.load(Ordering::Relaxed)
    }

    /// Ends the search and keeps the first error, which the process will report.
    pub(crate) fn end(&self, error: Option<Error>) {
        let mut state = self.state();
        if state.error.is_none() {
            state.error = error;
        }
        self.shared.is_set.store(true, Ordering::Relaxed);
        self.shared.changed.notify_all();
    }

    /// Counts a worker that has ended.
    pub(crate) fn leave(&self) {
        let mut state = self.state();
        state.running = state.running.saturating_sub(1);
        self.shared.changed.notify_all();
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a worker ends or fails, but at most for `pause`.
    pub(crate) fn wait(&self, pause: Duration) {
        let state = self.state();
        let (running, has_failed) = (state.running, state.error.is_some());
        let is_same = |state: &mut State| (state.running, state.error.is_some()) == (running, has_failed);
        drop(self.shared.changed.wait_timeout_while(state, pause, is_same));
    }

    /// Waits until all workers of this process have ended.
    pub(crate) fn wait_for_workers(&self) {
        drop(self.shared.changed.wait_while(self.state(), |state| state.running > 0));
    }

    /// Runs the worker's dataflows until they end. Returns `false` if the search has been aborted.
    pub(crate) fn drive(&self, worker: &mut Worker) -> bool {
        let mut checked = Instant::now();
        while worker.has_dataflows() && !self.is_set() {
            if checked.elapsed() > Duration::from_millis(10) {
                if let Err(failure) = check_memory(RESERVE) {
                    self.fail(failure);
                }
                checked = Instant::now();
            }
            worker.step_or_park(Some(PAUSE));
        }
        !self.is_set()
    }
}

/// Checks that this much memory is free.
pub(crate) fn check_memory(bytes: usize) -> Result<(), Failure> {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes);
    // This keeps the compiler from omitting the unused allocation.
    black_box(probe);
    reserved.map_err(|_| Failure::OutOfMemory { bytes: bytes as u64 })
}
