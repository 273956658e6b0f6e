//! Exchanges two file system entries, as another process could at any moment.

use std::path::Path;

/// Exchanges two entries atomically.
#[cfg(target_os = "linux")]
pub fn exchange(one: &Path, other: &Path) {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
}

/// Does nothing: without an atomic exchange a file would be missing now and then.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_: &Path, _: &Path) {}
