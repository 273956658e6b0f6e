//! Rules, and the reasons of denials.

use readroom_names::is_hidden;
use std::fmt::{self, Write};

/// The action of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The read is allowed.
    Allow,
    /// The read is allowed, and secret values in the text are replaced.
    Mask,
    /// A question is asked.
    Ask,
    /// The read is denied without a question.
    Deny,
}

impl Action {
    /// Returns the name in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Mask => "mask",
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

/// The subject of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Access outside the root and the working directory. Its pattern is the directory and `/*`.
    ExternalDirectory,
    /// Reading. Its pattern is the absolute path.
    Read,
}

impl Permission {
    /// All permissions, in the order in which they are asked for.
    pub const ALL: [Self; 2] = [Self::ExternalDirectory, Self::Read];

    /// Returns the name in a configuration.
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

/// The deciding rule, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Its origin: `policy`, `.agentignore`, or the name of a list, such as `secrets`.
    pub origin: String,
    /// Its pattern. Empty if no rule matches, or if a whole list cannot be used.
    pub pattern: String,
    /// The action for the paths that it matches.
    pub action: Action,
}

/// The origin of rules that are not in a list.
pub(crate) const POLICY: &str = "policy";

impl Rule {
    pub(crate) fn new(origin: &str, pattern: impl Into<String>, action: Action) -> Self {
        Self { origin: origin.into(), pattern: pattern.into(), action }
    }

    /// Returns the origin, for people.
    fn list(&self) -> String {
        match &*self.origin {
            POLICY => "the policy".to_string(),
            list => format!("'{}'", Visible(list)),
        }
    }
}

/// Writes `the rule … of …`, or `no rule of … matches`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = self.list();
        if self.pattern.is_empty() {
            return write!(f, "no rule of {list} matches");
        }
        let end = self.pattern.char_indices().nth(PATTERN_CHARACTERS).map(|(end, _)| end);
        let (shown, rest) = match end.and_then(|end| self.pattern.get(..end)) {
            Some(shown) => (shown, "…"),
            None => (&*self.pattern, ""),
        };
        write!(f, "the rule `{}{rest}` of {list}", Visible(shown))
    }
}

/// Why a read was denied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denied {
    /// The denied absolute path: that of the file itself if links led to it. Not for the model,
    /// which requested another.
    pub path: String,
    /// The rule that decided.
    pub rule: Rule,
    /// How the rule led to the denial.
    pub because: Because,
}

impl Denied {
    /// Returns the hint of an error, with the rule before it.
    pub fn before(&self, hint: &str) -> String {
        format!("It was {self}. {hint}")
    }
}

/// How a rule led to a denial.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// The rule denies.
    Denied,
    /// The rule asks, and the answer was no.
    Rejected,
    /// The rule asks, and there is no one to answer.
    NoAnswer,
    /// The list that may contain a rule cannot be used.
    Unusable(String),
}

/// The maximum number of characters shown of a pattern, which a repository may have written.
const PATTERN_CHARACTERS: usize = 100;

/// Writes `denied by …`, without the path.
impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = &self.rule;
        match &self.because {
            Because::Unusable(why) => {
                let list = rule.list();
                return write!(f, "denied because {list} cannot be used: {}", Visible(why));
            }
            _ if rule.pattern.is_empty() => write!(f, "denied because {rule}")?,
            _ => write!(f, "denied by {rule}")?,
        }
        match &self.because {
            Because::Rejected => f.write_str(" (ask: the answer was no)"),
            Because::NoAnswer => f.write_str(" (ask: there was no answer)"),
            Because::Denied | Because::Unusable(_) => Ok(()),
        }
    }
}

/// Foreign text in a sentence: characters that start a line, are invisible, or change how others
/// are displayed are JSON escapes, as in all messages of the component.
struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            let is_blank = character != ' ' && character.is_whitespace();
            if !is_blank && !character.is_control() && !is_hidden(character) {
                return f.write_char(character);
            }
            let mut units = [0; 2];
            character
                .encode_utf16(&mut units)
                .iter()
                .try_for_each(|unit| write!(f, "\\u{unit:04x}"))
        })
    }
}
