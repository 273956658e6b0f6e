//! What this machine gives the two walls to stand on, for a program that reports it.
//!
//! Nothing here writes, and nothing changes how a room works. [`return_freed_memory`] changes how
//! the process returns memory, for programs that keep large answers.

mod cgroup;
mod kernel;
mod wall;

pub use crate::filesystem::mounts::{Mount, Mounts};
pub use cgroup::CgroupLimits;
pub use kernel::{SystemCall, address_space_limit, is_own_user, open_files_limit, openat2};
pub use wall::HostWall;

use crate::sandbox::engine;

/// Returns why calls run outside the pool of instances, where each takes longer. `None` if they run
/// in it.
pub fn pool_problem() -> Option<String> {
    engine::pool_problem()
}

/// Has glibc return the memory of large answers to the system when they are sent. It would keep it
/// after the first one, up to 64 MiB in each of its arenas.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// From `malloc.h`: the size in bytes from which each allocation is a mapping of its own.
        const M_MMAP_THRESHOLD: i32 = -3;
        #[expect(unsafe_code, reason = "there is no safe function for it")]
        // SAFETY: the signature is that of `malloc.h`, and the setting changes no allocation that
        // exists.
        unsafe {
            unsafe extern "C" {
                fn mallopt(parameter: i32, value: i32) -> i32;
            }
            mallopt(M_MMAP_THRESHOLD, 128 * 1024);
        }
    }
}
