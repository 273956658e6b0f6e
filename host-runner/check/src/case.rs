//! A case as data.

use crate::call::Call;
use crate::entry::Entries;
use crate::repeat::repeated;
use crate::scene::{Scene, SceneError};
use readroom::Policy;
use readroom::policy::PolicyError;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

/// One answer of one tool, fixed to the last character. `tests/README.md` says what the members mean.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The tool and what is shown, as in `pi@0/empty-file`.
    #[serde(skip)]
    pub name: String,
    /// One sentence: what this shows.
    pub about: String,
    /// The requirement it comes from, or several, with spaces between them.
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
    /// Permissions that the host decides by.
    pub policy: Option<Value>,
    /// Whether the host serves the root from memory.
    #[serde(default)]
    pub in_memory: bool,
    /// What must hold where the case runs.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Whether the tool takes arguments that its schema does not allow.
    #[serde(default)]
    pub lenient: bool,
    /// The call.
    pub call: Call,
    /// Whether it is answered.
    pub outcome: Answer,
    /// What it returns.
    pub reply: Value,
    /// What a model is shown of it.
    pub content: Option<Value>,
    /// How call and reply are drawn.
    pub render: Option<Value>,
    /// What is told of the tool.
    pub tool: Option<Value>,
}

/// Whether a call is answered.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It is, if only in part.
    Answered,
    /// The tool's error is the answer.
    Refused,
}

impl Answer {
    /// The word for it in a case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Refused => "refused",
        }
    }
}

/// A condition under which a case runs.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// Links, pipes and modes.
    Unix,
    /// Somebody whom the system refuses to read some file.
    NonRoot,
    /// A host that decides by permissions.
    Policy,
    /// A host that serves files from memory.
    Memory,
}

impl Need {
    /// Why it is not met here. None if it is.
    pub fn is_missing(self) -> Option<&'static str> {
        match self {
            Self::Unix if !cfg!(unix) => Some("this system is no Unix"),
            Self::NonRoot if is_superuser() => {
                Some("the superuser may read everything; run it as another user")
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

/// Why a text is no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed(pub(crate) String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

/// The most bytes that all files of a case take together, also where they are sparse.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// The most entries of a case, files in `files` among them.
const MAX_ENTRIES: u64 = 20_000;

impl Case {
    /// The case of a name, such as `pi@0/empty-file`, that is written in a text.
    pub fn from_json(name: &str, text: &str) -> Result<Self, Malformed> {
        let mut case: Self =
            serde_json::from_str(text).map_err(|error| Malformed(error.to_string()))?;
        case.name = name.into();
        case.is_sound().map_err(Malformed)?;
        Ok(case)
    }

    /// What can be told to be wrong before the case runs.
    fn is_sound(&self) -> Result<(), String> {
        if self.about.is_empty() || self.source.is_empty() {
            return Err("a case says what it is about and where it comes from".into());
        }
        let folder = self.folder();
        if self.name.split_once('/').is_none_or(|(name, _)| name != folder) {
            return Err(format!(
                "it calls {}, and belongs into the directory '{folder}'",
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
        repeated(&self.reply)?;
        self.content.as_ref().map(repeated).transpose()?;
        Ok(())
    }

    /// Returns the directory that it belongs into: the id of its tool, without the tool's name where a revision has
    /// several.
    pub fn folder(&self) -> &str {
        self.call.tool.split_once(':').map_or(&*self.call.tool, |(folder, _)| folder)
    }

    /// What the host decides by: nothing is decided by name but in the cases that are about it.
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        match &self.policy {
            None => Ok(Policy::everything().without_agentignore()),
            Some(Value::String(name)) if name == "default" => Ok(Policy::default()),
            Some(policy) => Policy::from_json(&policy.to_string()),
        }
    }

    /// Why the case cannot run here. None if it can.
    pub fn is_missing(&self) -> Option<&'static str> {
        self.needs.iter().find_map(|need| need.is_missing())
    }

    /// Makes its files.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::new(&self.outside, &self.root)
    }
}
