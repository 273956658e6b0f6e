//! Creates symbolic links, where the system lets this user: Windows needs a privilege, and Wine
//! creates none, although it reports success.

use std::io;
use std::path::Path;

/// Creates a symbolic link. Returns whether it exists afterwards, which can fail only on Windows.
pub fn symlink(target: impl AsRef<Path>, link: impl AsRef<Path>) -> bool {
    let (target, link) = (target.as_ref(), link.as_ref());
    let made = make(target, link);
    assert!(cfg!(windows) || made.is_ok(), "{}: {made:?}", link.display());
    link.is_symlink()
}

#[cfg(unix)]
fn make(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Windows distinguishes links to directories.
#[cfg(windows)]
fn make(target: &Path, link: &Path) -> io::Result<()> {
    use std::os::windows::fs::{symlink_dir, symlink_file};
    let leads_to = link.parent().map_or(target.into(), |directory| directory.join(target));
    if leads_to.is_dir() { symlink_dir(target, link) } else { symlink_file(target, link) }
}
