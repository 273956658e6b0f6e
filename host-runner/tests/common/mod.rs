//! What several tests need: the data in `tests/`, hostile components, and what the system grants.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "tests"
)]

pub mod at_start;
pub mod attack;
pub mod built;
pub mod exchange;
pub mod hostile;
pub mod language;
pub mod needs;
pub mod openat2;

use std::path::{Path, PathBuf};

/// The repository's directory `tests`.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}
