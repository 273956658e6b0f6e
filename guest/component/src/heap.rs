//! The allocator. The one of `std` asks the host for memory before it uses what the instance starts
//! with.

#![expect(unsafe_code, reason = "an allocator hands out pointers")]

use dlmalloc::Dlmalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

#[global_allocator]
static ALLOCATOR: Heap = Heap(UnsafeCell::new(Dlmalloc::new_with_allocator(Memory)));

/// The memory of the component, shared by all of its crates.
struct Heap(UnsafeCell<Dlmalloc<Memory>>);

// SAFETY: a component has one thread.
unsafe impl Sync for Heap {}

// SAFETY: dlmalloc's functions do what the trait asks of those of the same name. They call nothing
// back, so that no two of them ever hold the reference at once.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { (*self.0.get()).free(block, layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (*self.0.get()).realloc(block, layout.size(), layout.align(), size) }
    }
}

/// Where the heap gets its memory from: first what the instance starts with, as much as most calls
/// need, then more from the host. That costs the host a change of its page tables, and more than
/// the call itself if it happens often.
struct Memory;

const PAGE: usize = 64 * 1024;

/// The least that is asked of the host at once.
const LEAST: usize = 16 * PAGE;

static STARTED: AtomicBool = AtomicBool::new(false);

unsafe extern "C" {
    /// Where the linker's data end. Only its address says anything.
    static __heap_base: u8;
}

// SAFETY: each piece of memory is handed out once, and none is taken back.
unsafe impl dlmalloc::Allocator for Memory {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        if !STARTED.swap(true, Ordering::Relaxed) {
            let begin = &raw const __heap_base;
            let size_there = (memory_size(0) * PAGE).saturating_sub(begin.addr());
            if size_there >= size {
                return (begin.cast_mut(), size_there, 0);
            }
        }
        let (most, least) = (size.max(LEAST).div_ceil(PAGE), size.div_ceil(PAGE));
        for pages in [most, least] {
            let before = memory_grow(0, pages);
            // The last byte that there can be is left out: behind it, addresses start again.
            if let Some(begin) = before.checked_mul(PAGE)
                && begin.checked_add(pages * PAGE).is_some()
            {
                return (std::ptr::with_exposed_provenance_mut(begin), pages * PAGE, 0);
            }
        }
        (std::ptr::null_mut(), 0, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        std::ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}
