//! Conformance cases as data.

use crate::call::Call;
use crate::entry::Entries;
use crate::fixture::{Fixture, FixtureError};
use crate::repeat::expand_repeats;
use readroom::Policy;
use readroom::policy::PolicyError;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// One exact answer of one tool. `tests/README.md` specifies the members.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The tool, and what the case shows, as in `pi@0/empty-file`.
    #[serde(skip)]
    pub name: String,
    /// The behavior that this shows, in one sentence.
    pub about: String,
    /// The requirements that it covers, separated by spaces.
    pub source: String,
    /// The entries of the root.
    #[serde(default)]
    pub root: Entries,
    /// The entries of the directory that holds the root.
    #[serde(default)]
    pub outside: Entries,
    /// The agent's working directory below the root.
    pub cwd: Option<String>,
    /// The name of the home directory.
    pub home: Option<String>,
    /// Further directories to grant, by their paths below the directory that holds the root.
    #[serde(default)]
    pub grants: Vec<String>,
    /// The permissions that the host decides by.
    pub policy: Option<Value>,
    /// Whether the host serves the root from memory.
    #[serde(default)]
    pub in_memory: bool,
    /// The features that the system must have for the case to run.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Whether the tool accepts arguments that its schema does not allow.
    #[serde(default)]
    pub lenient: bool,
    /// The request.
    pub call: Call,
    /// How the call ends.
    pub outcome: ExpectedOutcome,
    /// The JSON value that the call returns.
    pub reply: Value,
    /// The content that a model sees.
    pub content: Option<Value>,
    /// The prompt texts of the tool.
    pub tool: Option<Value>,
}

/// How a call ends.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectedOutcome {
    /// The tool answers, possibly only in part.
    Answered,
    /// The tool returns an error.
    Refused,
}

impl ExpectedOutcome {
    /// Returns the name of this variant in a case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
        }
    }
}

/// A condition for running a case.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// A Unix system: links, pipes and modes.
    Unix,
    /// A user whom the system can refuse to read a file.
    NonRoot,
    /// A host with a permission policy.
    Policy,
    /// A host that can serve files from memory.
    Memory,
}

impl Need {
    /// Returns why this condition is not met here, or `None` if it is.
    pub fn unmet_need(self) -> Option<&'static str> {
        match self {
            Self::Unix if !cfg!(unix) => Some("this system is not Unix"),
            Self::NonRoot if is_superuser() => {
                Some("the superuser may read everything; run this as another user")
            }
            Self::Unix | Self::NonRoot | Self::Policy | Self::Memory => None,
        }
    }
}

fn is_superuser() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}

/// Why cases cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError(pub(crate) String);

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CaseError {}

/// The maximum length in bytes of all files of a case together, sparse files included.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// The maximum number of entries of a case, including those of `files`.
const MAX_ENTRIES: u64 = 20_000;

impl Case {
    /// Parses the case with a name such as `pi@0/empty-file`.
    pub fn from_json(name: &str, text: &str) -> Result<Self, CaseError> {
        let mut case: Self =
            serde_json::from_str(text).map_err(|error| CaseError(error.to_string()))?;
        case.name = name.into();
        case.validate().map_err(CaseError)?;
        Ok(case)
    }

    /// Checks everything that can be checked before the case runs.
    fn validate(&self) -> Result<(), String> {
        if self.about.is_empty() || self.source.is_empty() {
            return Err("a case needs an 'about' and a 'source'".into());
        }
        let folder = self.folder();
        if self.name.split_once('/').is_none_or(|(name, _)| name != folder) {
            return Err(format!(
                "it calls {}, so it must be in the directory '{folder}'",
                self.call.tool
            ));
        }
        let both = [&self.outside, &self.root];
        if both.iter().map(|entries| entries.bytes()).fold(0, u64::saturating_add) > MAX_BYTES {
            return Err("its files are more than 256 MiB".into());
        }
        if both.iter().map(|entries| entries.count()).fold(0, u64::saturating_add) > MAX_ENTRIES {
            return Err(format!("it has more than {MAX_ENTRIES} files"));
        }
        self.policy().map_err(|error| format!("the policy: {error}"))?;
        expand_repeats(&self.reply)?;
        self.content.as_ref().map(expand_repeats).transpose()?;
        Ok(())
    }

    /// Returns the directory that the case must be in: the id of its tool, without the tool's name
    /// if the revision has several tools.
    pub fn folder(&self) -> &str {
        self.call.tool.split_once(':').map_or(&*self.call.tool, |(folder, _)| folder)
    }

    /// Returns the policy of the case. By default the host allows everything.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        match &self.policy {
            None => Ok(Policy::everything().without_agentignore()),
            Some(Value::String(name)) if name == "default" => Ok(Policy::default()),
            Some(Value::String(name)) if name == "mask-secrets" => {
                Ok(Policy::default().mask_secrets())
            }
            Some(policy) => Policy::from_json(&policy.to_string()),
        }
    }

    /// Returns why the case cannot run here, or `None` if it can.
    pub fn unmet_need(&self) -> Option<&'static str> {
        self.needs.iter().find_map(|need| need.unmet_need())
    }

    /// Creates the files of the case.
    pub fn fixture(&self) -> Result<Fixture, FixtureError> {
        Fixture::new(&self.outside, &self.root)
    }
}
