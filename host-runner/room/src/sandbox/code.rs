//! Loading compiled code.
//!
//! Each function takes code from wasmtime's compiler: in this process, in the build script of this
//! program, or in a process whose program the host trusts, through its pipe. It was never in a file
//! that others could replace. The engine checks that version, settings and processor match.
#![allow(unsafe_code, reason = "the only way to load compiled code")]

use std::borrow::Cow;
use wasmtime::component::Component;
use wasmtime::{Config, Engine};

/// The embedded component, compiled for this machine by the build script.
pub(super) fn embedded() -> Cow<'static, [u8]> {
    Cow::Borrowed(&COMPILED.0)
}

/// Bytes that begin at a page on every Linux, so that they can be made executable in place. A
/// program for Windows cannot have them there.
#[repr(C)]
#[cfg_attr(target_os = "linux", repr(align(65536)))]
struct PageAligned<T: ?Sized>(T);

static COMPILED: &PageAligned<[u8]> =
    &PageAligned(*include_bytes!(concat!(env!("OUT_DIR"), "/readroom.cwasm")));

/// Loads a copy of the code.
pub(super) fn copied(engine: &Engine, code: &[u8]) -> wasmtime::Result<Component> {
    // SAFETY: see the module's documentation.
    unsafe { Component::deserialize(engine, code) }
}

#[cfg(not(target_os = "linux"))]
pub(super) use {copied as in_place, no_change as allow_in_place};

#[cfg(not(target_os = "linux"))]
pub(super) fn no_change(_: &mut Config) {}

#[cfg(target_os = "linux")]
pub(super) use linux::{allow_in_place, in_place};

/// On other systems, a signed program cannot make its own bytes executable.
#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use rustix::mm::{MprotectFlags, mprotect};
    use std::ptr::NonNull;
    use std::sync::Arc;
    use wasmtime::CustomCodeMemory;

    /// Loads code in place if it is part of the program, and other code as [`copied`] does. A copy
    /// takes almost half of the time that a program needs to start. The engine must allow it, and a
    /// process can load the same code once.
    #[expect(clippy::ptr_arg, reason = "code that is borrowed is part of the program")]
    pub(in super::super) fn in_place(
        engine: &Engine,
        code: &Cow<'static, [u8]>,
    ) -> wasmtime::Result<Component> {
        match code {
            // SAFETY: see the module's documentation. The program's bytes never change.
            Cow::Borrowed(code) => unsafe {
                Component::deserialize_raw(engine, NonNull::from(*code))
            },
            Cow::Owned(code) => copied(engine, code),
        }
    }

    /// Lets the engine run code in place.
    pub(in super::super) fn allow_in_place(config: &mut Config) {
        config.with_custom_code_memory(Some(Arc::new(Pages)));
    }

    /// Makes pages executable, as wasmtime does with its own memory.
    struct Pages;

    impl CustomCodeMemory for Pages {
        fn required_alignment(&self) -> usize {
            rustix::param::page_size()
        }

        fn publish_executable(&self, code: *const u8, len: usize) -> wasmtime::Result<()> {
            protect(code, len, MprotectFlags::READ | MprotectFlags::EXEC)
        }

        fn unpublish_executable(&self, code: *const u8, len: usize) -> wasmtime::Result<()> {
            protect(code, len, MprotectFlags::READ)
        }
    }

    fn protect(code: *const u8, len: usize, flags: MprotectFlags) -> wasmtime::Result<()> {
        // SAFETY: these pages hold nothing but compiled code, and are never written.
        Ok(unsafe { mprotect(code.cast_mut().cast(), len, flags) }?)
    }
}
