//! Tests of the library as a host uses it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    unreachable_pub,
    reason = "tests"
)]

#[cfg(target_os = "linux")]
mod aftermath;
mod agentignore;
mod audit;
mod built_again;
mod cost;
mod crowd;
mod denied;
mod directories;
#[cfg(target_os = "linux")]
mod folding;
mod history;
mod imports;
mod indexes;
mod instructions;
mod limits;
mod list;
#[cfg(target_os = "linux")]
mod listing;
mod load;
mod look;
mod look_bounds;
mod masked;
mod memory;
mod policy;
mod repeats;
mod room;
mod sandbox;
mod shards;
#[cfg(target_os = "linux")]
mod stalled;
mod stock;
mod telemetry;
mod terminal;
mod tools;
mod tree;
mod versions;
mod windows_files;
mod windows_paths;
