//! Puts errors about the past into words.

use super::InWords;
use crate::shared::{on_one_line, quotable};
use readroom_history::HistoryError;
use readroom_read::{ErrorCode, PathError, ReadError};
use readroom_types::ReadError as ErrorReport;

/// The number of digits of a hash in a sentence.
const DIGITS: usize = 12;

impl InWords for HistoryError {
    fn in_words(self) -> ErrorReport {
        let is_partial = matches!(self, Self::NotFetched(_));
        let (code, message, hint) = match self {
            Self::Search(error) => {
                let mut report = error.in_words();
                // Patterns for commits are always expressions.
                if let Some((hint, _)) = report.hint.split_once(", or set literal") {
                    report.hint = [hint, "."].concat();
                }
                return report;
            }
            Self::Conflict([one, other]) => (
                ErrorCode::InvalidArgument,
                format!("{one} and {other} exclude each other"),
                "Give one of them.".into(),
            ),
            Self::InvalidDate { argument, text } => (
                ErrorCode::InvalidArgument,
                format!("{argument} is not a date: '{}'", quotable(&text)),
                "Write it as 2026-11-28, 2026-11-28T09:30:00+01:00 or 2 weeks ago.".into(),
            ),
            Self::File { file, error } => {
                return ReadError::Path { path: file, error: PathError::File(error) }.in_words();
            }
            Self::NoRepository { path } => (
                ErrorCode::NoRepository,
                format!("'{}' is in no git repository", quotable(&path)),
                "There is no .git in it or above it, up to the granted directory: read what is \
                 there, or grant the directory that has it."
                    .into(),
            ),
            Self::UnknownRevision { revision, similar, branches, others } => (
                ErrorCode::UnknownRevision,
                format!("there is no revision '{}'", quotable(&revision)),
                match &similar[..] {
                    _ if revision == "index" => "What is staged is not a commit: diff, read, \
                                                 list, find and search take it."
                        .into(),
                    [] if branches.is_empty() => REVISIONS.into(),
                    [] => {
                        let more = match others {
                            0 => String::new(),
                            others => format!(" and {others} more"),
                        };
                        let branches = branches.join(", ");
                        format!("{REVISIONS} There are: {}{more}.", on_one_line(&branches))
                    }
                    similar => format!("Similar ones: {}.", on_one_line(&similar.join(", "))),
                },
            ),
            Self::AmbiguousRevision { revision, objects } => {
                let objects: Vec<_> = objects.iter().map(|id| format!("{id:.DIGITS$}")).collect();
                (
                    ErrorCode::UnknownRevision,
                    format!("several objects begin with '{}'", quotable(&revision)),
                    format!("Give more digits: {}.", objects.join(", ")),
                )
            }
            Self::Damaged { what, why } => (
                ErrorCode::DamagedRepository,
                format!("{} of the repository is damaged: {why}", quotable(&what)),
                "Another revision may be readable; files are, without at.".into(),
            ),
            Self::MissingObject(id) | Self::NotFetched(id) => (
                ErrorCode::MissingObject,
                format!("the object {id:.DIGITS$} is not in the repository"),
                if is_partial {
                    "The clone is partial: git would fetch the object, which is not done here. \
                     What is checked out can be read without at."
                } else {
                    "The clone is shallow or partial: nothing is fetched. Newer revisions may be \
                     whole."
                }
                .into(),
            ),
            Self::TooLarge { id, size } => (
                ErrorCode::TooLarge,
                format!("the object {id:.DIGITS$} has {size} bytes, which is too large"),
                "Read the file without at, if it is still there.".into(),
            ),
            Self::OutsideRoot { directory } => (
                ErrorCode::OutsideRoot,
                format!(
                    "the repository's git files name a directory outside the granted ones: '{}'",
                    quotable(&directory)
                ),
                if is_named_like_git(&directory) {
                    "Ask for it to be granted only if it is known as part of this repository."
                } else {
                    "It was not followed. Its name is not that of a git directory: do not ask for \
                     it."
                }
                .into(),
            ),
            Self::Unsupported { what } => (
                ErrorCode::Unsupported,
                format!("'{}' is not supported", quotable(&what)),
                instead_of(&what).into(),
            ),
            Self::RevisionPath { revision, path } => (
                ErrorCode::Unsupported,
                "a path in a revision is not supported".into(),
                format!(
                    "Give '{}' as the revision, and '{}' as path.",
                    quotable(&revision),
                    quotable(if path.is_empty() { "." } else { &path })
                ),
            ),
            Self::NoMergeBase([a, b]) => (
                ErrorCode::UnknownRevision,
                format!("'{}' and '{}' have no commit in common", quotable(&a), quotable(&b)),
                "Compare them with from and to. In a shallow clone, it may be missing.".into(),
            ),
            Self::TooMuch { what, max } => (
                ErrorCode::TooLarge,
                format!("there are more than {max} {what}"),
                "Narrow the call: give a path.".into(),
            ),
        };
        ErrorReport { code, message, hint, total: None, suggestions: Vec::new() }
    }
}

/// What to write instead of a form of git's revisions.
const INSTEAD: [(&str, &str); 9] = [
    (
        "blame of a file that is not stored as text",
        "log with its path lists the commits that changed it, and diff with one as at what it \
         changed.",
    ),
    ("REV^!", "Give the commit as at of diff."),
    ("REV^@", "Name a parent: REV^1 or REV^2."),
    ("^REV", "Give it to log as from, without ^."),
    ("A..B", "Give one revision. Only diff and log take a range, as from or at."),
    (
        "a split index",
        "Ask for `git update-index --no-split-index` to be run. Revisions can be compared.",
    ),
    (":/text", FIND),
    ("^{/text}", FIND),
    (
        "@{…}",
        "Give HEAD@{1}, a branch such as origin/main, or the hash of a commit that log finds.",
    ),
];

const REVISIONS: &str = "Give a branch, a tag, a hash, HEAD or HEAD~1.";

const FIND: &str = "Find the commit with log and message, and give its hash.";

/// Returns what to do in place of something that is not supported.
fn instead_of(what: &str) -> &'static str {
    let instead = INSTEAD.iter().find(|(form, _)| *form == what);
    instead.map_or("Files can be read as they are, without at.", |(_, instead)| instead)
}

/// Returns whether a directory has the name of one of git. A repository can name any directory, and
/// a grant covers all of its files.
fn is_named_like_git(directory: &str) -> bool {
    let mut names = directory.rsplit(['/', '\\']).take_while(|name| *name != "..").peekable();
    names.peek() == Some(&"objects") || names.any(|name| name.ends_with(".git"))
}

#[cfg(test)]
mod tests {
    use super::is_named_like_git;

    #[test]
    fn only_a_directory_with_a_name_of_git_is_asked_for() {
        for directory in [
            "/other/.git",
            "/srv/a.git",
            "/srv/a.git/objects",
            "/srv/mirror/objects",
            "/super/.git/modules/sub",
            "/p/.git/objects/../../../other/.git/objects",
            r"C:\other\.git\objects",
        ] {
            assert!(is_named_like_git(directory), "{directory}");
        }
        for directory in [
            "/home/a/.ssh",
            "/",
            "/etc",
            "/p/.git/objects/../../../home/a/.ssh",
            "/home/a/.git/..",
            r"C:\a.git\..\Users",
            "/objects/.ssh",
            "/home/a/.gitconfig",
        ] {
            assert!(!is_named_like_git(directory), "{directory}");
        }
    }
}
