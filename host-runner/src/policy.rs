//! What an agent may read of what it was granted, by name.
//!
//! A policy decides about a name before anything is looked at. It is no sandbox: the grants are, and a file has as many
//! names as links lead to it. It is for asking a person in time, and for keeping an agent's hands off what it need not
//! know.
//!
//! ```
//! use readroom::policy::{Action, Answer, Decision, Permission, Policy, Target};
//!
//! let policy = Policy::opencode()
//!     .rule(Permission::Read, "*/secrets/*", Action::Deny)
//!     .on_ask(|ask| if ask.path.ends_with(".env") { Answer::Reject } else { Answer::Once });
//! let places = ["/project".to_string()];
//! let target = |path| Target { path, aliases: &[], places: &places, home: None, session: None };
//! assert_eq!(policy.decide(&target("/project/src/main.rs")), Decision::Allowed);
//! assert_eq!(policy.decide(&target("/project/.env")), Decision::Denied);
//! assert_eq!(policy.decide(&target("/project/secrets/key")), Decision::Denied);
//! ```

mod configuration;
mod pattern;

pub use configuration::PolicyError;

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

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

/// One rule.
#[derive(Clone, Debug)]
struct Rule {
    permission: Permission,
    pattern: String,
    action: Action,
}

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
pub struct Target<'a> {
    /// The absolute name that was asked for. `.`, `..` and needless `/` in it are resolved by the policy.
    pub path: &'a str,
    /// Other absolute names of the same file, where a directory was granted under several: what a rule denies under any
    /// of its names is denied.
    pub aliases: &'a [String],
    /// The absolute names of what is not external: the root, by all its names, and the working directory.
    pub places: &'a [String],
    /// The home directory, for patterns that begin with `~/` or `$HOME/`.
    pub home: Option<&'a str>,
    /// The session that the agent works in.
    pub session: Option<&'a str>,
}

/// What a policy says about a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Go on.
    Allowed,
    /// Do not look, not even whether it exists.
    Denied,
}

type Callback = dyn Fn(&Ask) -> Answer + Send + Sync;

/// Ordered rules, and somebody to ask.
///
/// The last rule that fits decides; where none does, somebody is asked. Without somebody to ask, that is a no. Clones
/// share what was answered with [`Answer::Always`]; it lasts as long as any of them.
#[derive(Clone)]
pub struct Policy {
    rules: Vec<Rule>,
    callback: Option<Arc<Callback>>,
    /// The directories below which a permission was given for good.
    given: Arc<Mutex<HashSet<(Permission, String)>>>,
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::new()
    }
}

impl Policy {
    /// No rules: somebody is asked about every read, and where nobody can be, nothing is read. (A room without a
    /// policy allows whatever is in its grants.)
    pub fn new() -> Self {
        Self { rules: Vec::new(), callback: None, given: Arc::default() }
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
    pub fn rule(mut self, permission: Permission, pattern: impl Into<String>, action: Action) -> Self {
        self.rules.push(Rule { permission, pattern: pattern.into(), action });
        self
    }

    /// Adds the rules of a configuration, in its order: an object of permissions, each with an action (`"allow"`,
    /// `"ask"`, `"deny"`) or an object of patterns and actions, as in
    /// `{"read": {"*": "allow", "*.env": "ask"}, "external_directory": "ask"}`. An action alone is one for everything.
    ///
    /// Permissions of the same configuration for other tools are passed over. Fails at a permission or an action that
    /// there is none of.
    pub fn rules_from_json(mut self, text: &str) -> Result<Self, PolicyError> {
        self.rules.append(&mut configuration::rules(text)?);
        Ok(self)
    }

    /// Names whom to ask. The call waits for the answer, on the thread it was made on; several may be asked at a time.
    #[must_use]
    pub fn on_ask(mut self, callback: impl Fn(&Ask) -> Answer + Send + Sync + 'static) -> Self {
        self.callback = Some(Arc::new(callback));
        self
    }

    /// Whether a rule speaks of the home directory.
    pub(crate) fn names_home(&self) -> bool {
        self.rules.iter().any(|rule| pattern::names_home(&rule.pattern))
    }

    /// Decides about one read, and asks if need be: first about the directory, if it is external, then about the file.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        let path = clean(target.path);
        let aliases: Vec<String> = target.aliases.iter().map(|alias| clean(alias)).collect();
        let names = || std::iter::once(&path).chain(&aliases);
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let is_external = |name: &String| !target.places.iter().any(|place| lies_in(name, &clean(place)));
        let external = names().any(is_external);
        let directory_pattern = format!("{directory}/*");
        let questions = [
            (Permission::ExternalDirectory, directory_pattern.as_str(), directory),
            (Permission::Read, path.as_str(), ""),
        ];
        let asked =
            questions.into_iter().filter(|(permission, ..)| external || *permission == Permission::Read);
        for (permission, pattern, place) in asked {
            let action_for = |name: &String| {
                let around = name.rsplit_once('/').map_or("", |(directory, _)| directory);
                match permission {
                    // A name inside the project asks for no permission to look outside.
                    Permission::ExternalDirectory if !is_external(name) => Action::Allow,
                    Permission::ExternalDirectory => {
                        self.action(permission, &format!("{around}/*"), target.home)
                    }
                    Permission::Read => self.action(permission, name, target.home),
                }
            };
            match strictest(names().map(action_for)) {
                Action::Allow => {}
                Action::Deny => return Decision::Denied,
                Action::Ask if self.is_given(permission, &path) => {}
                Action::Ask => {
                    let ask = Ask {
                        permission,
                        pattern: pattern.into(),
                        path: path.clone(),
                        session: target.session.map(Arc::from),
                    };
                    match self.callback.as_ref().map_or(Answer::Reject, |callback| callback(&ask)) {
                        Answer::Once => {}
                        Answer::Always => self.give(permission, place),
                        Answer::Reject => return Decision::Denied,
                    }
                }
            }
        }
        Decision::Allowed
    }

    fn action(&self, permission: Permission, text: &str, home: Option<&str>) -> Action {
        let fits = |rule: &&Rule| {
            rule.permission == permission && pattern::fits(&pattern::at_home(&rule.pattern, home), text)
        };
        self.rules.iter().rev().find(fits).map_or(Action::Ask, |rule| rule.action)
    }

    /// Names are compared here and not patterns: a directory may be called `*`.
    fn is_given(&self, permission: Permission, path: &str) -> bool {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.iter().any(|(of, place)| *of == permission && lies_in(path, place))
    }

    fn give(&self, permission: Permission, place: &str) {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).insert((permission, place.into()));
    }
}

/// The action that allows least.
fn strictest(actions: impl Iterator<Item = Action>) -> Action {
    actions.fold(Action::Allow, |strictest, action| match (strictest, action) {
        (Action::Deny, _) | (_, Action::Deny) => Action::Deny,
        (Action::Ask, _) | (_, Action::Ask) => Action::Ask,
        (Action::Allow, Action::Allow) => Action::Allow,
    })
}

/// An absolute name without `.`, `..`, empty names and a final `/`. The top is empty.
pub(crate) fn clean(absolute: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in absolute.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.iter().flat_map(|name| ["/", name]).collect()
}

/// What of an absolute name lies below a directory, if it lies in it.
pub(crate) fn below(path: &str, directory: &str) -> Option<String> {
    let rest = clean(path).strip_prefix(&clean(directory))?.to_string();
    (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_start_matches('/').to_string())
}

/// Whether a clean name is that of a place or of something in it.
fn lies_in(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests;
