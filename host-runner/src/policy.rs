//! What an agent may read of what it was granted, by name.
//!
//! A policy is an ordered list of rules: the last one that fits a name decides. A room asks it twice: about the name that
//! an agent asks for, before anything is looked at, and about the real name of every file that a component wants to
//! open, below the component and whatever that says. It is no sandbox all the same: the grants are, and hard links give
//! a file names that nobody knows of.
//!
//! ```
//! use readroom::policy::{Answer, Policy, Target};
//!
//! let policy = Policy::default()
//!     .deny("drafts/")?
//!     .on_ask(|ask| if ask.path.ends_with(".env") { Answer::Reject } else { Answer::Once });
//! let project = ["/project".to_string()];
//! let decide = |path| policy.decide(&Target::new(path, &project));
//! assert_eq!(decide("/project/src/main.rs").denied(), None);
//! assert_eq!(decide("/project/id_rsa").denied(), None);
//! let denied = decide("/project/.env").denied().map(ToString::to_string);
//! assert_eq!(denied.as_deref(), Some("denied by `.env` of secrets (ask; the answer was no)"));
//! let denied = decide("/project/drafts/one.md").denied().map(ToString::to_string);
//! assert_eq!(denied.as_deref(), Some("denied by `drafts/` of policy (deny)"));
//! # Ok::<(), readroom::policy::PolicyError>(())
//! ```

mod configuration;
pub(crate) mod list;
mod names;
mod pattern;
mod rule;
mod secrets;
#[cfg(test)]
mod tests;
mod verdict;

pub(crate) use names::{below, clean, lies_in};
pub(crate) use verdict::{Answers, Question, Subject, Verdict};

pub use configuration::PolicyError;
pub use rule::{Action, Because, Denied, Permission, Rule};

use list::{List, Spelling};
use rule::{Entry, POLICY, Wildcard};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A question to whoever may answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ask {
    /// What is asked for.
    pub permission: Permission,
    /// What exactly: the absolute name, or the directory and `/*`.
    pub pattern: String,
    /// The absolute name of what is to be read.
    pub path: String,
    /// The rule that asks.
    pub rule: Rule,
    /// The session that the agent works in, if the room was told.
    pub session: Option<Arc<str>>,
}

/// The answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This time.
    Once,
    /// From now on: for everything in that directory and below, or, asked about a read, for every read. What a rule
    /// denies stays denied.
    Always,
    /// No.
    Reject,
}

/// What is to be read, and from where.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Target<'a> {
    /// The absolute name that was asked for. `.`, `..` and needless `/` in it are resolved by the policy.
    pub path: &'a str,
    /// Other absolute names of the same file, where a directory was granted under several: what a rule denies under any
    /// of its names is denied.
    pub aliases: &'a [String],
    /// The absolute names of what is not external: the root, by all its names, and the working directory.
    pub places: &'a [String],
    /// The absolute names of what was granted, which lists of patterns start from.
    pub grants: &'a [String],
    /// The home directory, for patterns that begin with `~/` or `$HOME/`.
    pub home: Option<&'a str>,
    /// The session that the agent works in.
    pub session: Option<&'a str>,
}

impl<'a> Target<'a> {
    /// A file in a project that is known by these names, of which nothing else is known.
    pub fn new(path: &'a str, project: &'a [String]) -> Self {
        Self { path, aliases: &[], places: project, grants: project, home: None, session: None }
    }
}

/// What a policy says about a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Go on.
    Allowed,
    /// Do not look, not even whether it exists.
    Denied(Denied),
}

impl Decision {
    /// Why not, unless it is allowed.
    pub fn denied(&self) -> Option<&Denied> {
        match self {
            Self::Allowed => None,
            Self::Denied(denied) => Some(denied),
        }
    }
}

type Callback = dyn Fn(&Ask) -> Answer + Send + Sync;

/// Ordered rules, and somebody to ask.
///
/// The last rule that fits decides; where none does, somebody is asked. Without somebody to ask, that is a no. Clones
/// share what was answered with [`Answer::Always`]; it lasts as long as any of them.
///
/// After all rules comes the file `.agentignore` in the root of a project, in the syntax of `.gitignore`: what it names
/// is denied, whatever the rules say, unless [`Policy::without_agentignore`] says that it does not count.
#[derive(Clone)]
pub struct Policy {
    rules: Vec<Entry>,
    agentignore: bool,
    callback: Option<Arc<Callback>>,
    /// The directories below which a permission was given for good.
    given: Arc<Mutex<HashSet<(Permission, String)>>>,
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Policy");
        shown
            .field("rules", &self.rules)
            .field("agentignore", &self.agentignore)
            .finish_non_exhaustive()
    }
}

/// Everything is allowed, except that somebody is asked about names that look like secrets.
impl Default for Policy {
    fn default() -> Self {
        Self::everything().secrets()
    }
}

impl Policy {
    /// No rules: somebody is asked about every read, and where nobody can be, nothing is read.
    pub fn new() -> Self {
        Self { rules: Vec::new(), agentignore: true, callback: None, given: Arc::default() }
    }

    /// Whatever is granted may be read. To start from, or to switch the default off.
    pub fn everything() -> Self {
        let anywhere = Self::new().rule(Permission::ExternalDirectory, "*", Action::Allow);
        anywhere.rule(Permission::Read, "*", Action::Allow)
    }

    /// The rules that opencode starts with: files named `.env` are asked about, except for examples, and so are
    /// directories elsewhere; everything else is allowed.
    pub fn opencode() -> Self {
        Self::new()
            .rule(Permission::ExternalDirectory, "*", Action::Ask)
            .rule(Permission::Read, "*", Action::Allow)
            .rule(Permission::Read, "*.env", Action::Ask)
            .rule(Permission::Read, "*.env.*", Action::Ask)
            .rule(Permission::Read, "*.env.example", Action::Allow)
    }

    /// The rules of a configuration alone. See [`Policy::rules_from_json`].
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        Self::new().rules_from_json(text)
    }

    /// Adds a rule, which goes before all that are there.
    ///
    /// In the pattern, `*` is any text, `?` one character, and everything else itself; it has to fit the whole. A
    /// pattern that ends in ` *` also fits without that end. `~` or `$HOME` at its beginning, before a `/` or alone, is
    /// the home directory, if the room has one.
    #[must_use]
    pub fn rule(
        mut self,
        permission: Permission,
        pattern: impl Into<String>,
        action: Action,
    ) -> Self {
        self.rules.push(Entry::Wildcard(Wildcard { permission, pattern: pattern.into(), action }));
        self
    }

    /// Adds the rules of a configuration, in its order: an object of permissions, each with an action (`"allow"`,
    /// `"ask"`, `"deny"`) or an object of patterns and actions, as in
    /// `{"read": {"*": "allow", "*.env": "ask"}, "external_directory": "ask"}`. An action alone is one for everything.
    ///
    /// Permissions of the same configuration for other tools are passed over. Fails at a permission or an action that
    /// there is none of.
    pub fn rules_from_json(mut self, text: &str) -> Result<Self, PolicyError> {
        self.rules.extend(configuration::rules(text)?.into_iter().map(Entry::Wildcard));
        Ok(self)
    }

    /// Allows what a pattern in the syntax of `.gitignore` names. It goes before all rules that are there.
    ///
    /// Names are those below the directory that was granted, so that `/a.txt` is the one in the root. Capitals count where
    /// the file systems that this operating system has as a rule tell them apart. Fails at a pattern that names nothing:
    /// an empty one, a comment, an exception or a mistake.
    pub fn allow(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Allow)
    }

    /// Asks about what a pattern names, as [`Policy::allow`] allows it.
    pub fn ask(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Ask)
    }

    /// Denies what a pattern names, as [`Policy::allow`] allows it.
    pub fn deny(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Deny)
    }

    /// Adds a list of such patterns, one a line, as a `.gitignore` has them: what it names gets the action, and its
    /// exceptions, which begin with `!`, are allowed. The name is for people: a denial tells it.
    ///
    /// Fails at a line that is no pattern, and at more than can be compiled.
    pub fn list(mut self, name: &str, text: &str, action: Action) -> Result<Self, PolicyError> {
        let built = List::new(name, text, action, Spelling::Usual);
        let (list, broken) = built.map_err(|reason| PolicyError::BadList {
            list: name.into(),
            line: None,
            reason,
        })?;
        if let Some(broken) = broken.into_iter().next() {
            let reason = format!("'{}' is no pattern: {}", broken.text, broken.reason);
            return Err(PolicyError::BadList {
                list: name.into(),
                line: Some(broken.line),
                reason,
            });
        }
        self.rules.push(Entry::List(Arc::new(list)));
        Ok(self)
    }

    /// Asks about names that look like secrets: those of [`Policy::secrets_list`], whatever their case.
    #[must_use]
    pub fn secrets(mut self) -> Self {
        self.rules.push(match secrets::list() {
            Some(list) => Entry::List(list),
            None => Entry::Wildcard(Wildcard {
                permission: Permission::Read,
                pattern: "*".into(),
                action: Action::Ask,
            }),
        });
        self
    }

    /// The list of names that look like secrets, in the syntax of `.gitignore`: to be read, and to make another of.
    pub fn secrets_list() -> &'static str {
        secrets::TEXT
    }

    /// The file `.agentignore` does not count.
    #[must_use]
    pub fn without_agentignore(mut self) -> Self {
        self.agentignore = false;
        self
    }

    /// Names whom to ask. The call waits for the answer, on the thread it was made on; several may be asked at a time.
    #[must_use]
    pub fn on_ask(mut self, callback: impl Fn(&Ask) -> Answer + Send + Sync + 'static) -> Self {
        self.callback = Some(Arc::new(callback));
        self
    }

    /// Decides about one read, and asks if need be: first about the directory, if it is external, then about the file.
    ///
    /// The file `.agentignore` is not looked at: a room does that.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        let path = clean(target.path);
        let aliases: Vec<String> = target.aliases.iter().map(|alias| clean(alias)).collect();
        let places: Vec<String> = target.places.iter().map(|place| clean(place)).collect();
        let grants: Vec<String> = target.grants.iter().map(|grant| clean(grant)).collect();
        let subject = Subject {
            names: &std::iter::once(path).chain(aliases).collect::<Vec<_>>(),
            named: list::Named::Other,
            places: &places,
            grants: &grants,
            home: target.home,
            session: target.session,
        };
        let mut answers = Answers::default();
        loop {
            match self.verdict(&subject, &answers) {
                Verdict::Allowed => return Decision::Allowed,
                Verdict::Denied(denied) => return Decision::Denied(*denied),
                Verdict::Ask(question) => {
                    let answer = self.answer(&question);
                    answers.add(*question, answer);
                }
            }
        }
    }

    fn pattern(mut self, pattern: &str, action: Action) -> Result<Self, PolicyError> {
        let bad = |reason: &str| PolicyError::BadPattern {
            pattern: pattern.into(),
            reason: reason.into(),
        };
        if pattern.trim().is_empty() {
            return Err(bad("it names nothing"));
        }
        if pattern.contains(['\n', '\r']) {
            return Err(bad("it is more than one line"));
        }
        if pattern.starts_with('#') {
            return Err(bad("it is a comment; write '\\#' for a name that begins so"));
        }
        if pattern.starts_with('!') {
            return Err(bad(
                "an exception is a rule of its own here; write '\\!' for a name that begins so",
            ));
        }
        let (list, broken) =
            List::new(POLICY, pattern, action, Spelling::Usual).map_err(|reason| bad(&reason))?;
        if let Some(broken) = broken.first() {
            return Err(bad(&broken.reason));
        }
        self.rules.push(Entry::List(Arc::new(list)));
        Ok(self)
    }

    /// Whether a rule speaks of the home directory.
    pub(crate) fn names_home(&self) -> bool {
        let speaks = |rule: &Entry| matches!(rule, Entry::Wildcard(rule) if pattern::names_home(&rule.pattern));
        self.rules.iter().any(speaks)
    }

    /// Whether the file `.agentignore` counts.
    pub(crate) fn heeds_agentignore(&self) -> bool {
        self.agentignore
    }

    /// Asks whoever may answer.
    pub(crate) fn answer(&self, question: &Question) -> Answer {
        let answer =
            self.callback.as_ref().map_or(Answer::Reject, |callback| callback(&question.ask));
        if answer == Answer::Always {
            self.given().insert((question.ask.permission, question.place.clone()));
        }
        answer
    }

    /// Names are compared here and not patterns: a directory may be called `*`.
    fn is_given(&self, permission: Permission, path: &str) -> bool {
        self.given().iter().any(|(of, place)| *of == permission && lies_in(path, place))
    }

    fn given(&self) -> std::sync::MutexGuard<'_, HashSet<(Permission, String)>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
