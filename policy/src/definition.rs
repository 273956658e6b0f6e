//! The policy, and the questions it asks.

use crate::configuration;
use crate::entry::{PolicyEntry, Wildcard};
use crate::error::PolicyError;
use crate::json::Json;
use crate::list::{List, ListError};
use crate::names::lies_in;
use crate::pattern;
use crate::rule::{Action, POLICY, Permission, Rule};
use crate::secrets;
use readroom_names::PathStyle;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A question about a read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyQuestion {
    /// The requested permission.
    pub permission: Permission,
    /// The subject of the permission: the absolute path, or the directory and `/*`.
    pub pattern: String,
    /// The absolute path to be read.
    pub path: String,
    /// The rule that asks.
    pub rule: Rule,
    /// The session that the agent works in, if the room has one.
    pub session: Option<Arc<str>>,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyAnswer {
    /// Yes, once.
    Once,
    /// Yes, from now on: for everything in and below that directory or, if the question is about a
    /// read, for every read. Denials by rules are unaffected.
    Always,
    /// No.
    Reject,
}

type Callback = dyn Fn(&PolicyQuestion) -> PolicyAnswer + Send + Sync;

/// Ordered rules, and the function that answers questions.
///
/// The last matching rule decides; without one, the question is asked. Without a function to answer
/// it, the read is denied. Clones share the answers [`PolicyAnswer::Always`], which last as long as
/// any of the clones.
///
/// After all rules comes the file `.agentignore` in the root of a project, in the syntax of
/// `.gitignore`: it denies the paths it lists regardless of the rules, unless
/// [`Policy::without_agentignore`] turns it off.
#[derive(Clone)]
pub struct Policy {
    pub(crate) rules: Vec<PolicyEntry>,
    pub(crate) agentignore: bool,
    pub(crate) callback: Option<Arc<Callback>>,
    /// Whether paths that would be asked about are allowed here, because the host asks.
    pub(crate) leaves_questions: bool,
    /// The directories below which a permission is always allowed.
    pub(crate) always_allowed: Arc<Mutex<Vec<(Permission, String)>>>,
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

/// Allows everything, but asks about paths that look like secrets.
impl Default for Policy {
    fn default() -> Self {
        Self::everything().secrets()
    }
}

impl Policy {
    /// Returns a policy without rules: it asks about every read, and denies it if there is no
    /// answer.
    pub fn new() -> Self {
        Self {
            rules: Vec::new(),
            agentignore: true,
            callback: None,
            leaves_questions: false,
            always_allowed: Arc::default(),
        }
    }

    /// Returns a policy that allows everything, to start from or to turn the default off.
    pub fn everything() -> Self {
        Self::new().everywhere()
    }

    /// Adds rules that allow everything.
    pub(crate) fn everywhere(self) -> Self {
        let anywhere = self.rule(Permission::ExternalDirectory, "*", Action::Allow);
        anywhere.rule(Permission::Read, "*", Action::Allow)
    }

    /// Adds the rules of another policy.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.rules.extend(other.rules);
        self
    }

    /// Returns the rules that opencode starts with: they ask about files named `.env`, except for
    /// examples, and about external directories; everything else is allowed.
    pub fn opencode() -> Self {
        Self::new()
            .rule(Permission::ExternalDirectory, "*", Action::Ask)
            .rule(Permission::Read, "*", Action::Allow)
            .rule(Permission::Read, "*.env", Action::Ask)
            .rule(Permission::Read, "*.env.*", Action::Ask)
            .rule(Permission::Read, "*.env.example", Action::Allow)
    }

    /// Adds a rule, which takes precedence over the existing ones.
    ///
    /// In the pattern, `*` matches any text, `?` one character, and everything else itself; it must
    /// match the whole. A pattern that ends in ` *` also matches without that suffix. A leading `~`
    /// or `$HOME`, before a `/` or alone, is the home directory, if the room has one.
    #[must_use]
    pub fn rule(
        mut self,
        permission: Permission,
        pattern: impl Into<String>,
        action: Action,
    ) -> Self {
        self.rules.push(PolicyEntry::Wildcard(Wildcard {
            permission,
            pattern: pattern.into(),
            action,
        }));
        self
    }

    /// Returns a policy with only the rules of a configuration. See [`Policy::rules_from_json`].
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        Self::new().rules_from_json(text)
    }

    /// Adds the rules of a configuration in JSON, in order.
    ///
    /// It is an object of permissions, each with an action (`"allow"`, `"mask"`, `"ask"`, `"deny"`)
    /// or an object of patterns and actions, as in `{"read": {"*": "allow", "*.env": "ask"},
    /// "external_directory": "ask"}`. An action alone applies to everything. Permissions of other
    /// tools are skipped. Fails at an unknown permission or action.
    pub fn rules_from_json(self, text: &str) -> Result<Self, PolicyError> {
        self.rules_from(&Json::parse(text)?)
    }

    pub(crate) fn rules_from(mut self, configuration: &Json<'_>) -> Result<Self, PolicyError> {
        self.rules
            .extend(configuration::rules(configuration)?.into_iter().map(PolicyEntry::Wildcard));
        Ok(self)
    }

    /// Allows the paths that a pattern in the syntax of `.gitignore` matches. It takes precedence
    /// over the existing rules.
    ///
    /// Paths are relative to the granted directory, so `/a.txt` is the file in its root. Case
    /// matters if it does in the directory. Fails if the pattern matches nothing: an empty one, a
    /// comment, an exception or a syntax error.
    pub fn allow(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Allow)
    }

    /// Allows the paths that a pattern matches, with secret values in the text replaced; otherwise
    /// like [`Policy::allow`]. `secrets` is [`Policy::mask_secrets`]; write `/secrets` for a file.
    pub fn mask(self, pattern: &str) -> Result<Self, PolicyError> {
        match pattern {
            "secrets" => Ok(self.mask_secrets()),
            pattern => self.pattern(pattern, Action::Mask),
        }
    }

    /// Masks secrets everywhere: files that the rules so far allow are masked, and so are those
    /// that [`Policy::secrets`] asks about. Later rules take precedence.
    #[must_use]
    pub fn mask_secrets(mut self) -> Self {
        self.rules.push(PolicyEntry::MaskSecrets);
        self
    }

    /// Asks about the paths that a pattern matches; otherwise like [`Policy::allow`].
    pub fn ask(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Ask)
    }

    /// Denies the paths that a pattern matches; otherwise like [`Policy::allow`].
    pub fn deny(self, pattern: &str) -> Result<Self, PolicyError> {
        self.pattern(pattern, Action::Deny)
    }

    /// Adds a list of such patterns, one per line, as in a `.gitignore`: its matches get the
    /// action, and its exceptions, which start with `!`, are allowed. A denial shows the name of
    /// the list.
    ///
    /// Fails at a line that is not a pattern, and if there are too many patterns to compile.
    pub fn list(self, name: &str, text: &str, action: Action) -> Result<Self, PolicyError> {
        let list = List::new(name, text, action);
        let list = list.map_err(|ListError { line, reason }| PolicyError::BadList {
            list: name.into(),
            line,
            reason,
        })?;
        Ok(self.with_list(list))
    }

    pub(crate) fn with_list(mut self, list: impl Into<Arc<List>>) -> Self {
        self.rules.push(PolicyEntry::List(list.into()));
        self
    }

    /// Asks about paths that look like secrets: those of [`Policy::secrets_list`], in any case.
    #[must_use]
    pub fn secrets(self) -> Self {
        self.with_list(secrets::list().clone())
    }

    /// Returns the list of names that look like secrets, in the syntax of `.gitignore`, for display
    /// or adaptation.
    pub fn secrets_list() -> &'static str {
        secrets::TEXT
    }

    /// Ignores the file `.agentignore`.
    #[must_use]
    pub fn without_agentignore(mut self) -> Self {
        self.agentignore = false;
        self
    }

    /// Sets the function that answers questions. The call waits for it, on the calling thread;
    /// several questions may be pending at a time.
    #[must_use]
    pub fn on_ask(
        mut self,
        callback: impl Fn(&PolicyQuestion) -> PolicyAnswer + Send + Sync + 'static,
    ) -> Self {
        self.callback = Some(Arc::new(callback));
        self
    }

    /// Leaves questions to the host: paths that would be asked about are allowed here.
    #[must_use]
    pub fn leaving_questions(mut self) -> Self {
        self.leaves_questions = true;
        self
    }

    /// Returns whether there is a function that answers questions.
    pub fn asks(&self) -> bool {
        self.callback.is_some()
    }

    /// Adds a rule for the paths that a pattern in the syntax of `.gitignore` matches.
    pub(crate) fn pattern(self, pattern: &str, action: Action) -> Result<Self, PolicyError> {
        let bad = |reason: &str| PolicyError::BadPattern {
            pattern: pattern.into(),
            reason: reason.into(),
        };
        if pattern.trim().is_empty() {
            return Err(bad("it matches nothing"));
        }
        if pattern.contains(['\n', '\r']) {
            return Err(bad("it is more than one line"));
        }
        if PathStyle::NATIVE == PathStyle::Windows && pattern.contains('\\') {
            return Err(bad("`\\` stands between no names in a pattern; write `/`"));
        }
        if pattern.starts_with('#') {
            return Err(bad("it is a comment; write '\\#' for a name that begins with '#'"));
        }
        if pattern.starts_with('!') {
            return Err(bad(
                "give an exception as a pattern to allow, or write '\\!' for a name that begins \
                 with '!'",
            ));
        }
        let list = List::new(POLICY, pattern, action).map_err(|error| bad(&error.reason))?;
        Ok(self.with_list(list))
    }

    /// Returns whether a rule refers to the home directory.
    pub fn names_home(&self) -> bool {
        let refers = |rule: &PolicyEntry| match rule {
            PolicyEntry::Wildcard(rule) => pattern::names_home(&rule.pattern),
            PolicyEntry::List(_) | PolicyEntry::MaskSecrets => false,
        };
        self.rules.iter().any(refers)
    }

    /// Returns whether `.agentignore` files apply.
    pub fn uses_agentignore(&self) -> bool {
        self.agentignore
    }

    /// Compares paths rather than patterns: a directory may be named `*`.
    pub(crate) fn is_always_allowed(&self, permission: Permission, path: &str) -> bool {
        self.always_allowed()
            .iter()
            .any(|(of, directory)| *of == permission && lies_in(path, directory))
    }

    pub(crate) fn always_allowed(&self) -> std::sync::MutexGuard<'_, Vec<(Permission, String)>> {
        self.always_allowed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
