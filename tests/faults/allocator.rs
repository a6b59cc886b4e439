//! An allocator that fails on request.
#![allow(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

thread_local! {
    /// The number of allocations of this thread that still succeed; `u64::MAX` if all do.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Whether all allocations fail after the first one that does.
    static LASTS: Cell<bool> = const { Cell::new(false) };
    /// Smaller allocations never fail.
    static LEAST: Cell<usize> = const { Cell::new(0) };
    /// The size of the last freed block, if nothing has been allocated since.
    static FREED: Cell<usize> = const { Cell::new(0) };
    static FAILED: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, except that it fails on threads that request this.
struct Failing;

/// Returns whether an allocation succeeds. If a block of the same size has just been freed, it is never the first one
/// to fail, because the crate tests for memory in this way before it calls `vec!`, which must not fail.
fn succeeds(bytes: usize) -> bool {
    // A thread that is ending no longer has a counter.
    let left = LEFT.try_with(Cell::get).unwrap_or(u64::MAX);
    if left == u64::MAX || bytes < LEAST.get() {
        return true;
    }
    if left > 0 {
        if FREED.replace(0) == bytes {
            return true;
        }
        LEFT.set(left - 1);
        if left > 1 {
            return true;
        }
    }
    if !LASTS.get() {
        LEFT.set(u64::MAX);
    }
    FAILED.set(FAILED.get() + 1);
    false
}

// SAFETY: every call is forwarded unchanged to the system's allocator, or returns null, which is always allowed.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if succeeds(layout.size()) {
            // SAFETY: the caller's guarantees are those that `System` requires.
            unsafe { System.alloc(layout) }
        } else {
            null_mut()
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if succeeds(layout.size()) {
            // SAFETY: as above.
            unsafe { System.alloc_zeroed(layout) }
        } else {
            null_mut()
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        let _ = FREED.try_with(|freed| freed.set(layout.size()));
        // SAFETY: as above; the memory came from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // No allocator refuses to shrink a block.
        if size <= layout.size() || succeeds(size) {
            // SAFETY: as above.
            unsafe { System.realloc(memory, layout, size) }
        } else {
            null_mut()
        }
    }
}

#[global_allocator]
static ALLOCATOR: Failing = Failing;

/// Runs `work` while allocation number `first` of this thread fails, starting at 1, and all later ones if `lasts`.
/// Returns its result, and whether any allocation failed.
pub(crate) fn failing<T>(first: u64, lasts: bool, least: usize, work: impl FnOnce() -> T) -> (T, bool) {
    FAILED.set(0);
    FREED.set(0);
    LASTS.set(lasts);
    LEAST.set(least);
    LEFT.set(first);
    let result = work();
    LEFT.set(u64::MAX);
    (result, FAILED.get() > 0)
}

/// Runs `work` without failing allocations.
pub(crate) fn spared<T>(work: impl FnOnce() -> T) -> T {
    let left = LEFT.replace(u64::MAX);
    let result = work();
    LEFT.set(left);
    result
}

/// Tries every way in which the allocations of `work` can fail: each one alone, and each one with all later ones.
/// `check` gets the result of `work`, and whether any allocation failed. Returns the number of allocations.
pub(crate) fn every_failure<T>(least: usize, mut work: impl FnMut() -> T, mut check: impl FnMut(T, bool)) -> u64 {
    let mut count = 0;
    for lasts in [false, true] {
        for first in 1.. {
            let (result, has_failed) = failing(first, lasts, least, &mut work);
            check(result, has_failed);
            if !has_failed {
                count = first - 1;
                break;
            }
        }
    }
    count
}
