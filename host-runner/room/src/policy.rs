//! Decides by path what an agent may read in its grants.
//!
//! A policy is an ordered list of rules; the last matching one decides. A room applies it twice: to
//! the path that an agent requests, before anything is looked at, and to the real path of every
//! file that a component tries to open, below the component and independent of its answers. It is
//! not a sandbox: the grants are, and hard links give a file paths that no rule can know.
//!
//! ```
//! use readroom::policy::{Policy, PolicyAnswer, Target};
//!
//! let policy = Policy::default()
//!     .deny("drafts/")?
//!     .on_ask(|question| match question.path.ends_with(".env") {
//!         true => PolicyAnswer::Reject,
//!         false => PolicyAnswer::Once,
//!     });
//! let project = ["/project".to_string()];
//! let decide = |path| policy.decide(&Target::new(path, &project));
//! assert_eq!(decide("/project/src/main.rs").denied(), None);
//! assert_eq!(decide("/project/id_rsa").denied(), None);
//! let denied = decide("/project/.env").denied().map(ToString::to_string);
//! let reason = "denied by the rule `.env` of 'secrets' (ask: the answer was no)";
//! assert_eq!(denied.as_deref(), Some(reason));
//! let denied = decide("/project/drafts/one.md").denied().map(ToString::to_string);
//! assert_eq!(denied.as_deref(), Some("denied by the rule `drafts/` of the policy"));
//! # Ok::<(), readroom::policy::PolicyError>(())
//! ```

mod configuration;
mod copies;
mod decision;
mod definition;
mod entry;
mod git_pattern;
pub(crate) mod list;
mod names;
mod pattern;
mod rule;
mod secrets;
#[cfg(test)]
mod tests;
mod verdict;

pub(crate) use names::{below, clean, lies_in};
pub(crate) use rule::POLICY;
pub(crate) use verdict::{Answers, Question, Subject, Verdict};

pub use configuration::PolicyError;
pub use decision::{Decision, Target};
pub use definition::{Policy, PolicyAnswer, PolicyQuestion};
pub use rule::{Action, Because, Denied, Permission, Rule};
