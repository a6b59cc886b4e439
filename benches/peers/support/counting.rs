//! [`Counting`]: an allocator that tracks the memory in use and its peak.

#![expect(
    unsafe_code,
    reason = "an allocator cannot be written without; it hands everything on to the system's"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, counted.
///
/// A reallocation counts only its new size: the moment at which both the old and the new memory exist goes unnoticed.
pub(crate) struct Counting {
    now: AtomicUsize,
    peak: AtomicUsize,
}

impl Counting {
    pub(crate) const fn new() -> Self {
        Counting {
            now: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
        }
    }

    /// The peak of the bytes in use while `work` ran, beyond those in use before, and its result.
    pub(crate) fn peak_of<R>(&self, work: impl FnOnce() -> R) -> (usize, R) {
        let before = self.now.load(Relaxed);
        self.peak.store(before, Relaxed);
        let result = work();
        (self.peak.load(Relaxed) - before, result)
    }

    fn grow(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(now, Relaxed);
    }

    fn shrink(&self, bytes: usize) {
        self.now.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: every call goes unchanged to the system's allocator, which upholds the contract, and counting touches no
// other memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.grow(layout.size());
        // SAFETY: the caller upholds the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.grow(layout.size());
        // SAFETY: the caller upholds the same contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        self.shrink(layout.size());
        // SAFETY: the caller upholds the same contract.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.grow(size.saturating_sub(layout.size()));
        self.shrink(layout.size().saturating_sub(size));
        // SAFETY: the caller upholds the same contract.
        unsafe { System.realloc(memory, layout, size) }
    }
}
