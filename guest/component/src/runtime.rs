//! What a program without `std` has to bring itself.

#![expect(unsafe_code, reason = "the canonical ABI asks for an exported allocation function")]

use alloc::alloc::{alloc, realloc};
use core::alloc::Layout;

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// A panic is a trap: the host drops the instance, and the caller gets the host's error.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Through this the host allocates the strings that it passes in. `std` would take C's function of this name.
///
/// # Safety
///
/// Only the canonical ABI calls this, with pointers and layouts that it got here.
#[unsafe(export_name = "cabi_realloc")]
unsafe extern "C" fn cabi_realloc(old: *mut u8, old_size: usize, align: usize, new_size: usize) -> *mut u8 {
    if new_size == 0 {
        return core::ptr::without_provenance_mut(align);
    }
    let layout =
        |size| Layout::from_size_align(size, align).unwrap_or_else(|_| core::arch::wasm32::unreachable());
    // SAFETY: sizes are not 0, and an old pointer with a size came from here with the same alignment.
    let new = unsafe {
        if old_size == 0 { alloc(layout(new_size)) } else { realloc(old, layout(old_size), new_size) }
    };
    if new.is_null() { core::arch::wasm32::unreachable() } else { new }
}

// The compiler calls `memcmp`, which on this target is C's. Nothing else of the C library is linked.
#[link(name = "c")]
unsafe extern "C" {}
