//! What this machine gives the two walls to stand on, for a program that reports it.
//!
//! Nothing here writes, and nothing changes how a room works.

mod cgroup;
mod kernel;
mod wall;

pub use crate::filesystem::mounts::{Mount, Mounts};
pub use cgroup::CgroupLimits;
pub use kernel::{
    SystemCall, address_space_limit, is_own_user, landlock, open_files_limit, openat2,
};
pub use wall::HostWall;

use crate::sandbox::engine;

/// Returns why calls run outside the pool of instances, where each takes longer. `None` if they run
/// in it.
pub fn pool_problem() -> Option<String> {
    engine::pool_problem()
}
