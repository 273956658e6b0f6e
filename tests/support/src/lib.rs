//! Shares code between the tests of several host crates: the data in `tests/`, hostile components,
//! and what the system supports.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    missing_docs,
    reason = "tests"
)]

pub mod alone;
pub mod at_start;
pub mod attack;
pub mod exchange;
pub mod headings;
pub mod hostile;
pub mod link;
pub mod needs;
pub mod openat2;
pub mod threads;
pub mod tools;
pub mod wait;

pub use readroom_guest_build::test_components;

use readroom::Limits;
use readroom_policy::PathStyle;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Returns the repository's directory `tests`.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the name of a file as answers have it, with slashes on every system.
pub fn name_of(path: impl AsRef<Path>) -> String {
    PathStyle::native_name(path.as_ref()).unwrap()
}

/// Returns the URI of a file. Nothing in its path is encoded.
pub fn uri_of(path: impl AsRef<Path>) -> String {
    let name = name_of(path);
    // A drive follows a slash.
    let slash = if name.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{name}")
}

/// Returns limits with enough time for an unoptimized host on a busy machine, which copies a
/// gigabyte byte by byte. Tests that limit time set their own.
pub fn patient() -> Limits {
    let compile = Duration::from_secs(60 * 60);
    let limits = Limits { compile, ..Limits::default() };
    limits.cpu(Duration::from_secs(2 * 60)).time(Duration::from_secs(10 * 60))
}

/// Returns limits with little processor time, to reach that limit soon. On a busy machine a call
/// may wait long for this time.
pub fn short_of_cpu() -> Limits {
    patient().cpu(Duration::from_millis(200))
}
