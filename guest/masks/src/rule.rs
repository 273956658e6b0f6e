//! The components of a rule.

use crate::check::Check;
use crate::set::Set;

/// A format of secrets.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name in the sentinel.
    pub name: &'static str,
    /// Its prefixes, each of at least three characters, or two before a run.
    pub starts: &'static [&'static str],
    /// The run before the prefix: a set of characters, with its minimum and maximum length.
    pub before: Option<(Set, usize, usize)>,
    /// The parts after the prefix, in order.
    pub parts: &'static [Part],
    /// Whether the prefix is kept, because it is not part of the value.
    pub keeps_start: bool,
    /// The conditions on the value in addition to its shape.
    pub check: Check,
    /// How it is found.
    pub(crate) form: Form,
}

/// How a rule is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By its parts.
    Token,
    /// A name in any case, with a literal assigned to it.
    Assignment,
    /// The password of a URL.
    UrlPassword,
    /// The password before a database address.
    DsnPassword,
    /// The password in an argument of curl.
    CurlPassword,
    /// The password in the arguments of other commands.
    Command,
    /// The lines of a key.
    KeyBlock,
    /// Not a secret: a line of a manifest that may contain some.
    Manifest,
    /// Not a secret: a sequence that may be inside one, so that its line is examined.
    Colour,
}

/// A part of a format.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// These characters.
    Text(&'static str),
    /// One character of a set.
    One(Set),
    /// A maximal run of characters of a set, with its minimum and maximum length.
    Run(Set, usize, usize),
}

/// A run has no maximum.
pub const OPEN: usize = usize::MAX;

/// Returns a literal part.
pub(crate) const fn text(text: &'static str) -> Part {
    Part::Text(text)
}

/// Returns a part of exactly `length` characters.
pub(crate) const fn exactly(length: usize, set: Set) -> Part {
    Part::Run(set, length, length)
}

/// Returns a part of at least `length` characters.
pub(crate) const fn at_least(length: usize, set: Set) -> Part {
    Part::Run(set, length, OPEN)
}

/// Returns the rule of a token. The table also names its vendor's description, which no program
/// needs.
pub(crate) const fn token(
    name: &'static str,
    starts: &'static [&'static str],
    parts: &'static [Part],
    _source: &'static str,
) -> Rule {
    let (check, form) = (Check::Mixed, Form::Token);
    Rule { name, starts, before: None, parts, keeps_start: false, check, form }
}

impl Rule {
    pub(crate) const fn keeping_start(self) -> Self {
        Self { keeps_start: true, ..self }
    }

    pub(crate) const fn checked(self, check: Check) -> Self {
        Self { check, ..self }
    }

    pub(crate) const fn after(self, set: Set, min: usize, max: usize) -> Self {
        Self { before: Some((set, min, max)), ..self }
    }

    pub(crate) const fn found_by(self, form: Form) -> Self {
        Self { form, ..self }
    }
}
