//! The policy itself, and who is asked.

use crate::policy::configuration::{self, PolicyError};
use crate::policy::entry::{Entry, Wildcard};
use crate::policy::list::{List, Spelling};
use crate::policy::names::lies_in;
use crate::policy::pattern;
use crate::policy::rule::{Action, POLICY, Permission, Rule};
use crate::policy::secrets;
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
    pub(super) rules: Vec<Entry>,
    pub(super) agentignore: bool,
    pub(super) callback: Option<Arc<Callback>>,
    /// The directories below which a permission was given for good.
    pub(super) given: Arc<Mutex<HashSet<(Permission, String)>>>,
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

    /// Names are compared here and not patterns: a directory may be called `*`.
    pub(super) fn is_given(&self, permission: Permission, path: &str) -> bool {
        self.given().iter().any(|(of, place)| *of == permission && lies_in(path, place))
    }

    pub(super) fn given(&self) -> std::sync::MutexGuard<'_, HashSet<(Permission, String)>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
