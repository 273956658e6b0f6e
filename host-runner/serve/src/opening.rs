//! Opens rooms: what `open` is given.

use crate::current;
use crate::failure::Failure;
use crate::files::{self, File};
use crate::message::Id;
use crate::server::Server;
use readroom::audit::OnFailure;
use readroom::policy::PolicyError;
use readroom::{Audit, Builder, Limits, Policy, Room};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// A room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The directory to read in. Instead, there may be `files`.
    root: Option<PathBuf>,
    files: Option<Vec<File>>,
    /// The absolute path that agents know the files by.
    name: Option<String>,
    #[serde(default)]
    grants: Vec<PathBuf>,
    cwd: Option<PathBuf>,
    home: Option<String>,
    #[serde(default)]
    limits: Map<String, Value>,
    #[serde(default)]
    policy: PolicyOptions,
    audit: Option<PathBuf>,
    /// Whether calls whose record cannot be written fail.
    #[serde(default)]
    audit_or_stop: bool,
    /// Whether to tell of every read.
    #[serde(default)]
    events: bool,
}

/// What may be read of what is granted.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyOptions {
    /// `default`, `opencode`, `everything`, or permissions.
    rules: Option<Value>,
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    mask: Vec<String>,
    #[serde(default)]
    ask: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
    agentignore: Option<bool>,
    /// Whether the other side answers questions. They are denied otherwise.
    #[serde(default)]
    asks: bool,
}

/// What the client is sent about a read that it observes.
#[derive(Serialize)]
struct ReadEvent {
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Id>,
    room: u64,
    event: Box<RawValue>,
}

/// Records that were lost.
#[derive(Serialize)]
struct LostRecords<'a> {
    room: u64,
    reason: &'a str,
}

impl Server {
    /// Opens a room, whose number is known.
    pub(crate) fn open(&self, number: u64, given: Open) -> Result<Room, Failure> {
        let mut limits = Limits::default();
        for (name, value) in &given.limits {
            let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            if name.contains('-') {
                let reason = format_args!("the limit '{name}' has to be in snake_case");
                return Err(Failure::bad_params(reason));
            }
            let name = name.replace('_', "-");
            limits.set(&format!("{name}={value}")).map_err(Failure::room)?;
        }
        let mut builder = builder(given.root, given.files, given.name, &limits)?;
        for directory in given.grants {
            builder = builder.grant(directory);
        }
        if let Some(cwd) = given.cwd {
            builder = builder.cwd(cwd);
        }
        if let Some(home) = given.home {
            builder = builder.home(home);
        }
        if let Some(file) = given.audit {
            let on_failure =
                if given.audit_or_stop { OnFailure::Stop } else { OnFailure::Continue };
            let output = self.output.clone();
            let lost = move |reason: &str| {
                output.say("lost_records", &LostRecords { room: number, reason });
            };
            builder = builder.audit(Audit::open_with(file, on_failure, lost)?);
        }
        if given.events {
            let output = self.output.clone();
            builder = builder.observer(move |event| {
                if let Ok(event) = RawValue::from_string(event.to_json()) {
                    let request = current::id();
                    output.say("event", &ReadEvent { request, room: number, event });
                }
            });
        }
        let policy = self.policy(number, given.policy)?;
        Ok(builder.policy(policy).limits(limits).build()?)
    }

    fn policy(&self, room: u64, given: PolicyOptions) -> Result<Policy, Failure> {
        let mut policy = match given.rules {
            None => Policy::default(),
            Some(rules) => match rules.as_str() {
                Some("default") => Policy::default(),
                Some("opencode") => Policy::opencode(),
                Some("everything") => Policy::everything(),
                _ => Policy::from_json(&rules.to_string()).map_err(Failure::room)?,
            },
        };
        let allow: fn(Policy, &str) -> Result<Policy, PolicyError> = Policy::allow;
        for (patterns, add) in [
            (given.allow, allow),
            (given.mask, Policy::mask),
            (given.ask, Policy::ask),
            (given.deny, Policy::deny),
        ] {
            for pattern in patterns {
                policy = add(policy, &pattern).map_err(Failure::room)?;
            }
        }
        if given.agentignore == Some(false) {
            policy = policy.without_agentignore();
        }
        if given.asks {
            let questions = self.questions.clone();
            policy = policy.on_ask(move |question| questions.ask(room, question));
        }
        Ok(policy)
    }
}

/// Returns the builder of a room over a directory, or over files in memory.
fn builder(
    root: Option<PathBuf>,
    files: Option<Vec<File>>,
    name: Option<String>,
    limits: &Limits,
) -> Result<Builder, Failure> {
    match (root, files, name) {
        (Some(root), None, None) => Ok(Room::builder(root)),
        (None, Some(files), name) => {
            let name = name.unwrap_or_else(|| "/project".into());
            Ok(Room::builder_from_tree(name, files::tree(files, limits)?))
        }
        (None, None, _) => Err(Failure::bad_params("give root, a directory, or files")),
        (Some(_), Some(_), _) => Err(Failure::bad_params("give either root or files, not both")),
        (Some(_), None, Some(_)) => {
            Err(Failure::bad_params("name is that of files; a root has its own, so leave it out"))
        }
    }
}
