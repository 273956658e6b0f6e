//! The process and the host's wall, for programs: nothing here changes how a room works.

use crate::error::Error;
use crate::filesystem::Grant;
use crate::filesystem::grants::{Source, open};
use std::path::Path;

/// The maximum size of a file that is read, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// The host's wall alone, without a component in front of it: a directory as the host presents it
/// to a component, whatever that asks.
pub struct HostWall(Grant);

impl HostWall {
    /// Opens a directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let opened = open(&Source::Directory(directory.into()))?.into_iter().next();
        opened.map(Self).ok_or_else(|| Error::NotADirectory { path: directory.into() })
    }

    /// Opens and reads a name as a component would, as far as the wall permits. Fails with the name
    /// of the error that the component would get, such as `not-permitted`.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.0.bytes(name, MAX_BYTES) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err("too-large".into()),
            Err(code) => Err(code.name().into()),
        }
    }
}

/// Has glibc return the memory of large answers to the system when they are sent. It would keep it
/// after the first one, up to 64 MiB in each of its arenas.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// From `malloc.h`: the size in bytes from which each allocation gets its own mapping.
        const M_MMAP_THRESHOLD: i32 = -3;
        #[expect(unsafe_code, reason = "there is no safe function for it")]
        // SAFETY: the signature is that of `malloc.h`, and the setting affects no existing
        // allocation.
        unsafe {
            unsafe extern "C" {
                fn mallopt(parameter: i32, value: i32) -> i32;
            }
            mallopt(M_MMAP_THRESHOLD, 128 * 1024);
        }
    }
}
