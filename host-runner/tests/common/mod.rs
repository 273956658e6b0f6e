//! Scenes: directories made from the data in `tests/`, as its README specifies.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

pub mod at_start;
pub mod attack;
pub mod case;
pub mod exchange;
pub mod hostile;
pub mod needs;
pub mod openat2;
pub mod scene;
pub mod without_time;

use std::path::{Path, PathBuf};

/// The repository's directory `tests`.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}
