//! What is said below an answer, in brackets: how much it is, what was not seen, the next call.

use super::spellings::Understood;
use crate::readroom::counted::counted;
use crate::readroom::sentences::Sentences;
use readroom_search::Unseen;

/// Returns sentences that begin with the arguments as they were understood, if they were written
/// otherwise.
pub(super) fn begin(arguments: &Understood<'_>) -> Sentences {
    let mut notes = Sentences::default();
    if let Some(taken_as) = arguments.taken_as() {
        notes.add(format_args!("Taken as {taken_as}."));
    }
    notes
}

/// Says what was not seen.
pub(super) fn unseen(unseen: Unseen, notes: &mut Sentences) {
    for (count, what, cannot) in [
        (unseen.directories, "directory", "cannot be listed"),
        (unseen.files, "file", "cannot be read"),
        (unseen.names, "entry", "without a Unicode name"),
        (unseen.ignore_files, "ignore file", "too large or unreadable: not applied"),
    ] {
        if count > 0 {
            notes.add(format_args!("{}: {cannot}.", counted(count, what)));
        }
    }
}

/// Says which files were left out, where nothing was found.
pub(super) fn left_out(hidden: bool, ignored: bool, notes: &mut Sentences) {
    match (hidden, ignored) {
        (true, true) => {}
        (true, false) => {
            notes.add(format_args!("Gitignored files were skipped: set ignored to include them."))
        }
        (false, true) => {
            notes.add(format_args!("Hidden files were skipped: set hidden to include them."));
        }
        (false, false) => notes.add(format_args!(
            "Hidden and gitignored files were skipped: set hidden or ignored to include them."
        )),
    }
}

/// Says how to go on.
pub(super) fn next(
    arguments: &Understood<'_>,
    next: Option<&str>,
    out_of_time: bool,
    notes: &mut Sentences,
) {
    if out_of_time {
        notes.add(format_args!("The time was up."));
    }
    if let Some(cursor) = next {
        notes.add(format_args!("Next: {}", arguments.next(cursor)));
    }
}
