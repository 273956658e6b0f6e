//! Reports to the user what a command could not look at.

use crate::output::print_message;
use readroom::Unseen;

/// Nothing that could not be looked at.
pub(crate) const NOTHING: Unseen = Unseen { directories: 0, files: 0, names: 0, ignore_files: 0 };

/// Adds what a page could not look at.
pub(crate) fn add(all: &mut Unseen, page: Unseen) {
    all.directories += page.directories;
    all.files += page.files;
    all.names += page.names;
    all.ignore_files += page.ignore_files;
}

/// Prints what could not be looked at, on standard error.
pub(crate) fn report(path: &str, unseen: Unseen) {
    let Unseen { directories, files, names, ignore_files } = unseen;
    for (count, one, many) in [
        (directories, "directory cannot be listed", "directories cannot be listed"),
        (files, "file cannot be read", "files cannot be read"),
        (names, "name is not Unicode", "names are not Unicode"),
        (ignore_files, "ignore file is not applied", "ignore files are not applied"),
    ] {
        match count {
            0 => {}
            1 => print_message(&format!("in '{path}', 1 {one}")),
            count => print_message(&format!("in '{path}', {count} {many}")),
        }
    }
}
