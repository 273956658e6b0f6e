//! Entries that trade places, as another process may have them do at any moment.

use std::path::Path;

/// Exchanges two entries at once.
#[cfg(target_os = "linux")]
pub fn exchange(one: &Path, other: &Path) {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
}

/// Without an exchange in one step a scene would miss a file now and then.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_: &Path, _: &Path) {}
