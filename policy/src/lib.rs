//! Decides by path what an agent may read in its grants.
//!
//! A policy is an ordered list of rules; the last matching one decides. The component applies it to
//! each name on the way to a file, and a host that has a gate applies it again, to the path that an
//! agent requests and to the real path of everything that the component tries to open. It is not a
//! sandbox: the grants are, and hard links give a file paths that no rule can know.
//!
//! The crate opens no files and knows no host. Its only state is the answers for always.
//!
//! ```
//! use readroom_policy::{Policy, PolicyAnswer, Target};
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
//! # Ok::<(), readroom_policy::PolicyError>(())
//! ```

pub mod agentignore;
mod configuration;
mod copies;
mod decision;
mod definition;
mod entry;
mod error;
mod find;
mod fold;
pub mod gate;
mod git_pattern;
pub mod handed;
mod ignore_file;
mod json;
mod lazy_patterns;
pub mod list;
mod names;
mod pattern;
mod pattern_names;
mod patterns;
mod rule;
mod secrets;
mod verdict;
mod wildmatch;

pub use decision::{Decision, Target};
pub use definition::{Policy, PolicyAnswer, PolicyQuestion};
pub use error::PolicyError;
pub use fold::folded;
pub use ignore_file::IgnoreFile;
pub use names::{below, clean, is_other_spelling, lies_in};
pub use readroom_names::PathStyle;
pub use rule::{Action, Because, Denied, Permission, Rule};
pub use secrets::secret_name;
