//! Opens rooms: what `open` is given.

use crate::current;
use crate::failure::Failure;
use crate::message::Id;
use crate::server::Server;
use readroom::audit::OnFailure;
use readroom::{Audit, Limits, Policy, Room};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// A room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    root: PathBuf,
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
    rules: Option<Box<RawValue>>,
    #[serde(default)]
    allow: Vec<String>,
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
        let mut builder = Room::builder(given.root);
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
        let mut limits = Limits::default();
        for (name, value) in &given.limits {
            let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            limits.set(&format!("{name}={value}")).map_err(Failure::room)?;
        }
        let policy = self.policy(number, given.policy)?;
        Ok(builder.policy(policy).limits(limits).build()?)
    }

    fn policy(&self, room: u64, given: PolicyOptions) -> Result<Policy, Failure> {
        let mut policy = match given.rules.as_deref().map(RawValue::get) {
            None | Some(r#""default""#) => Policy::default(),
            Some(r#""opencode""#) => Policy::opencode(),
            Some(r#""everything""#) => Policy::everything(),
            Some(rules) => Policy::from_json(rules).map_err(Failure::room)?,
        };
        for pattern in &given.allow {
            policy = policy.allow(pattern).map_err(Failure::room)?;
        }
        for pattern in &given.ask {
            policy = policy.ask(pattern).map_err(Failure::room)?;
        }
        for pattern in &given.deny {
            policy = policy.deny(pattern).map_err(Failure::room)?;
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
