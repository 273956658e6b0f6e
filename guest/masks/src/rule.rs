//! What a rule is made of, and how it is matched at a place.

use crate::check::Check;
use crate::set::Set;

/// A format of secrets.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// What it is, as the sentinel says it.
    pub name: &'static str,
    /// How it begins: one of these. At least three characters, or two before a run.
    pub starts: &'static [&'static str],
    /// What is before that: a run of these characters, with its least and its greatest length.
    pub before: Option<(Set, usize, usize)>,
    /// What follows, in this order.
    pub parts: &'static [Part],
    /// Whether what it begins with is kept, because it is not part of the value.
    pub keeps_start: bool,
    /// What else it must be like.
    pub check: Check,
    /// How it is found.
    pub(crate) form: Form,
}

/// How a rule is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By its parts.
    Token,
    /// A name in any case, to which a literal is assigned.
    Assignment,
    /// The password of a URL.
    UrlPassword,
    /// The password before the address of a database.
    DsnPassword,
    /// The password of an argument of curl.
    CurlPassword,
    /// The lines of a key.
    KeyBlock,
    /// Not a secret: a line of a manifest that may have some.
    Manifest,
    /// Not a secret: what may be in one, so that its line is looked at.
    Colour,
}

/// A part of a format.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// These characters.
    Text(&'static str),
    /// One character of a set.
    One(Set),
    /// A run of characters of a set, with its least and its greatest length. No other of the set
    /// follows.
    Run(Set, usize, usize),
}

/// A run has no maximum.
pub const OPEN: usize = usize::MAX;

/// Returns a part of these characters.
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

/// Returns the rule of a token. The table also has where its vendor describes it, which no program
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
