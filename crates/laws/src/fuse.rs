//! Panics on request, at a chosen call of the user's code.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The payload of a panic on request.
#[derive(PartialEq)]
struct Fuse;

thread_local! {
    /// The number of the call on this thread at which the user's code panics; 0 for never.
    static FUSE: Cell<u64> = const { Cell::new(0) };
}

/// Panics if this is the call at which [`panics`] wants this thread to panic.
///
/// All code of a [`World`](crate::World), of a [`Place`](crate::Place) and of a [`Log`](crate::Log) calls this
/// function. Call it in your own graph as well to test how a search gets over panics there.
pub fn burn() {
    let left = FUSE.get();
    FUSE.set(left.saturating_sub(1));
    if left == 1 {
        // Without the panic message.
        resume_unwind(Box::new(Fuse));
    }
}

/// Runs `work` and makes call number `at` of [`burn`] on this thread panic, counted from 1. Returns whether it did. Any
/// other panic continues.
pub fn panics(at: u64, work: impl FnOnce()) -> bool {
    FUSE.set(at);
    let result = catch_unwind(AssertUnwindSafe(work));
    FUSE.set(0);
    result.is_err_and(|payload| payload.downcast_ref() == Some(&Fuse) || resume_unwind(payload))
}
