//! Rules, and what they say.

use std::fmt;

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It may be done.
    Allow,
    /// Somebody is asked.
    Ask,
    /// It may not be done, and nobody is asked.
    Deny,
}

impl Action {
    /// The name in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// To look outside the root and the working directory. Its pattern is the directory and `/*`.
    ExternalDirectory,
    /// To read. Its pattern is the absolute name.
    Read,
}

impl Permission {
    /// All of them, in the order in which they are asked for.
    pub const ALL: [Self; 2] = [Self::ExternalDirectory, Self::Read];

    /// The name in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::ExternalDirectory => "external_directory",
            Self::Read => "read",
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rule that decided, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Where it stands: `policy`, `.agentignore`, or the name of a list, such as `secrets`.
    pub origin: String,
    /// Its pattern. Empty if no rule fits, or if a whole list cannot be used.
    pub pattern: String,
    /// What it says.
    pub action: Action,
}

/// Where rules stand that are in no list.
pub(super) const POLICY: &str = "policy";

impl Rule {
    pub(crate) fn new(origin: &str, pattern: impl Into<String>, action: Action) -> Self {
        Self { origin: origin.into(), pattern: pattern.into(), action }
    }
}

/// Why something was denied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denied {
    /// The absolute name that was denied: of the file itself, where links led to it. Not for the model, which asked for
    /// another.
    pub path: String,
    /// The rule that decided.
    pub rule: Rule,
    /// How it came to a no.
    pub because: Because,
}

/// How it came to a no.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// The rule denies.
    Denied,
    /// It asks, and whoever was asked said no.
    Rejected,
    /// It asks, and there was nobody to answer.
    NobodyAnswered,
    /// The list that it would stand in cannot be used.
    Unusable(String),
}

/// The most characters of a pattern that are told: a repository may have written it.
const PATTERN_CHARACTERS: usize = 100;

/// `denied by …`, without the name.
impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { origin, pattern, action } = &self.rule;
        match &self.because {
            Because::Unusable(why) => {
                return write!(f, "denied because {origin} cannot be used: {why}");
            }
            _ if pattern.is_empty() => write!(f, "denied by {origin}, where no rule fits")?,
            _ => {
                let visible =
                    |character: char| if character.is_control() { '\u{fffd}' } else { character };
                let shown: String = pattern.chars().take(PATTERN_CHARACTERS).map(visible).collect();
                let rest = if shown.len() < pattern.len() { "…" } else { "" };
                write!(f, "denied by `{shown}{rest}` of {origin}")?;
            }
        }
        match &self.because {
            Because::Rejected => write!(f, " ({action}; the answer was no)"),
            Because::NobodyAnswered => write!(f, " ({action}; nobody answered)"),
            Because::Denied | Because::Unusable(_) => write!(f, " ({action})"),
        }
    }
}
