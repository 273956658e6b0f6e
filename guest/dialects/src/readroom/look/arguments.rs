//! The arguments that the tools share.

use crate::readroom::Given;
use crate::readroom::given::MAX_INTEGER;
use crate::shared::schema::{self, Property, Range};
use readroom_search::{FindOrder, FoundOrder, Scope};
use readroom_types::ReadError as ErrorReport;

/// The names of the orders of entries.
pub(super) const FIND_ORDERS: [(&str, FindOrder); 4] = [
    ("path", FindOrder::Path),
    ("modified", FindOrder::Modified),
    ("size", FindOrder::Size),
    ("lines", FindOrder::Lines),
];

/// The names of the orders of searched files.
pub(super) const ORDERS: [(&str, FoundOrder); 2] =
    [("path", FoundOrder::Path), ("modified", FoundOrder::Modified)];

/// The arguments of `readroom:list`.
pub(super) const LIST_NAMES: [&str; 10] =
    ["path", "depth", "order", "ignored", "details", "entries", "cursor", "bytes", "tokens", "at"];

/// The arguments of `readroom:find`, besides those that say where to look.
pub(super) const FIND_NAMES: [&str; 5] = ["kind", "order", "details", "entries", "cursor"];

/// The arguments of `readroom:search`, besides those that say where to look.
pub(super) const SEARCH_NAMES: [&str; 16] = [
    "pattern",
    "literal",
    "case",
    "words",
    "what",
    "context",
    "before",
    "after",
    "binary",
    "order",
    "matches",
    "matches_per_file",
    "columns",
    "cursor",
    "bytes",
    "tokens",
];

/// What is left out of hidden files unless a glob names it: git writes what is in there.
pub(super) const GIT: &str = "!.git";

/// The arguments that say where to look.
pub(super) struct ScopeArguments<'a> {
    pub(super) path: &'a str,
    globs: Vec<&'a str>,
    hidden: bool,
    ignored: bool,
    depth: Option<u64>,
}

impl<'a> ScopeArguments<'a> {
    pub(super) const NAMES: [&'static str; 6] =
        ["path", "glob", "hidden", "ignored", "depth", "at"];

    pub(super) fn parse(given: Given<'a, '_>) -> Result<Self, ErrorReport> {
        let hidden = given.flag("hidden")?;
        let mut globs = given.texts("glob")?;
        let names_git =
            |glob: &&str| glob.trim_start_matches('!').split('/').any(|name| name == ".git");
        if (hidden || !globs.is_empty()) && !globs.iter().any(names_git) {
            globs.push(GIT);
        }
        Ok(Self {
            path: given.text("path")?.unwrap_or("."),
            globs,
            hidden,
            ignored: given.flag("ignored")?,
            depth: given.natural("depth")?,
        })
    }

    /// Returns them for a path.
    pub(super) fn at<'p>(&'p self, path: &'p str) -> Scope<'p> {
        let Self { globs, hidden, ignored, depth, .. } = self;
        Scope { path, globs, hidden: *hidden, ignored: *ignored, depth: *depth }
    }
}

/// Refuses arguments that a tool does not have.
pub(in crate::readroom) fn refuse_others(
    given: Given<'_, '_>,
    names: &[&str],
) -> Result<(), ErrorReport> {
    given.refuse_others(names, &format!("The arguments are {}.", names.join(", ")))
}

/// Returns the schemas of the arguments that say where to look.
pub(super) fn scope_properties() -> Vec<Property> {
    vec![
        path("The directory to look in, or a file. The root by default."),
        globs(),
        schema::boolean("hidden", "Whether to look at names that begin with a dot, except .git."),
        schema::boolean("ignored", "Whether to look at what .gitignore and .ignore leave out."),
        number("depth", None, "The maximum depth: 1 is the directory itself. Any by default."),
        at(),
    ]
}

pub(in crate::readroom) fn globs() -> Property {
    schema::text_or_texts(
        "glob",
        "Globs as in .gitignore, relative to path, such as *.rs, src/** or *.{ts,tsx}; !*.min.js \
         leaves out. The last one that matches decides.",
    )
}

pub(in crate::readroom) fn at() -> Property {
    schema::text(
        "at",
        "A revision of the git repository to look at, such as HEAD~1, a branch or a hash, instead \
         of the files as they are.",
    )
}

pub(in crate::readroom) fn path(description: &'static str) -> Property {
    schema::text("path", description)
}

/// Returns the schemas of the arguments that say how much to return.
pub(in crate::readroom) fn page_properties() -> Vec<Property> {
    vec![
        schema::text(
            "cursor",
            "The cursor of an earlier answer to the same call: continues there.",
        ),
        number(
            "bytes",
            Some(readroom_read::DEFAULT_BYTES),
            "The maximum number of bytes of the answer.",
        ),
        number("tokens", None, "The maximum number of tokens of the answer, as an estimate."),
    ]
}

/// Returns the schema of a number. 0 leaves it out.
pub(in crate::readroom) fn number(
    name: &'static str,
    default: Option<u64>,
    description: &'static str,
) -> Property {
    let range = Range { default, ..Range::at_least(0).at_most(MAX_INTEGER) };
    schema::integer(name, range, description)
}
