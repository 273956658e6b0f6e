//! Reports to the user what a command could not read.

use crate::output::print_message;
use readroom::Skipped;

/// A count of what was left out.
type Count = fn(&Skipped) -> u32;

/// Entries that could not be read, with words for one and for several. Entries left out by default,
/// such as hidden files, are not reported.
const REPORTED: [(Count, &str, &str); 7] = [
    (|all| all.documents, "document cannot be searched", "documents cannot be searched"),
    (|all| all.large, "document is too large", "documents are too large"),
    (|all| all.directories, "directory cannot be listed", "directories cannot be listed"),
    (|all| all.files, "file cannot be read", "files cannot be read"),
    (|all| all.names, "name is not Unicode", "names are not Unicode"),
    (|all| all.paths, "path is too long", "paths are too long"),
    (|all| all.ignore_files, "ignore file is not applied", "ignore files are not applied"),
];

/// Entries left out by default.
const LEFT_OUT: [(Count, &str); 3] =
    [(|all| all.hidden, "hidden"), (|all| all.ignored, "ignored"), (|all| all.links, "links")];

/// Returns what pages left out by default, for the end of a sentence about an empty result.
pub(crate) fn left_out(pages: &[Skipped]) -> String {
    let count = |(count, name): (Count, &str)| match pages
        .iter()
        .map(|page| u64::from(count(page)))
        .sum::<u64>()
    {
        0 => None,
        count => Some(format!("{count} {name}")),
    };
    let counts: Vec<_> = LEFT_OUT.into_iter().filter_map(count).collect();
    let words = if counts.is_empty() { "" } else { "; not looked at: " };
    [words, &counts.join(", ")].concat()
}

/// Prints what pages could not read, on standard error.
pub(crate) fn report(path: &str, pages: &[Skipped]) {
    for (count, one, many) in REPORTED {
        match pages.iter().map(|page| u64::from(count(page))).sum() {
            0 => {}
            1_u64 => print_message(&format!("in '{path}', 1 {one}")),
            count => print_message(&format!("in '{path}', {count} {many}")),
        }
    }
}
