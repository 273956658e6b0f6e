//! A counting allocator for tests of memory use. Each test runs on its own thread.

#![expect(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// The number of bytes allocated now, and the peak.
    static ALLOCATED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

fn count(freed: usize, allocated: usize) {
    let _ = ALLOCATED.try_with(|counts| {
        let (now, most) = counts.get();
        let now = (now + allocated).saturating_sub(freed);
        counts.set((now, most.max(now)));
    });
}

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks exist while one is copied.
        count(0, size);
        count(layout.size(), 0);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result of a function, and the peak allocation meanwhile in bytes.
pub(crate) fn measured<R>(run: impl FnOnce() -> R) -> (R, usize) {
    let (before, _) = ALLOCATED.get();
    ALLOCATED.set((before, before));
    let result = run();
    (result, ALLOCATED.get().1 - before)
}
