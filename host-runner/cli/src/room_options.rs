//! The options of a command that describe a room: what may be read, and within which limits.

use crate::output::print_message;
use crate::policy_options::{PolicyOptions, PromptMode};
use anyhow::Result;
use clap::Args;
use readroom::audit::OnFailure;
use readroom::{Audit, Builder, Limits, Room};
use std::path::PathBuf;

/// The options that describe a room.
#[derive(Args)]
pub(crate) struct RoomOptions {
    /// The project root: the directory that can be read.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// The agent's working directory inside the root, to which relative paths refer [default: the
    /// root].
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Another directory that can be read, as an absolute path. May be given more than once.
    #[arg(long = "grant", value_name = "DIR")]
    pub(crate) grants: Vec<PathBuf>,
    /// The agent's home directory: what `~` stands for in the dialects that support it. This does
    /// not allow reading it.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<String>,
    #[command(flatten)]
    pub(crate) policy: PolicyOptions,
    /// Limit what a call may use, such as time=5s, memory=64MiB or concurrency=8. May be given more
    /// than once. The limits and their defaults: memory (128MiB), total-memory (1GiB, of all calls
    /// together), instances (10), tables (4), table-elements (10000), open (64), entries (4000000),
    /// transfer (64MiB), output (64MiB), arguments (65544), cpu (10s), time (30s), concurrency (4
    /// for each processor, 8 to 64), queue (how long a call waits for a slot and for memory),
    /// threads (auto, caller, own).
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<String>,
    /// Append a record of every read to this file: one JSON object per line.
    #[arg(long, value_name = "FILE")]
    pub(crate) audit: Option<PathBuf>,
    /// Refuse calls whose record cannot be written. Without this option they are answered, and
    /// standard error and the file report the missing records.
    #[arg(long, requires = "audit")]
    pub(crate) audit_or_stop: bool,
}

impl RoomOptions {
    /// Builds the room that the options describe.
    pub(crate) fn build(&self, prompt: PromptMode) -> Result<Room> {
        let mut builder = self.builder(prompt)?;
        if let Some(file) = &self.audit {
            let on_failure = if self.audit_or_stop { OnFailure::Stop } else { OnFailure::Continue };
            let name = file.display().to_string();
            let lost = move |reason: &str| {
                print_message(&format!("records for '{name}' are lost: {reason}"))
            };
            builder = builder.audit(Audit::open_with(file, on_failure, lost)?);
        }
        let room = builder.build()?;
        if let Some(problem) = room.agentignore_problem() {
            print_message(&problem);
        }
        Ok(room)
    }

    /// Returns the builder of the room without its audit log: nothing is opened or written yet.
    pub(crate) fn builder(&self, prompt: PromptMode) -> Result<Builder> {
        let mut builder = Room::builder(&self.root);
        for directory in &self.grants {
            builder = builder.grant(directory);
        }
        if let Some(cwd) = &self.cwd {
            builder = builder.cwd(cwd);
        }
        if let Some(home) = &self.home {
            builder = builder.home(home);
        }
        Ok(builder.policy(self.policy.policy(prompt)?).limits(self.limits()?))
    }

    /// Returns the limits that the options set.
    pub(crate) fn limits(&self) -> Result<Limits> {
        let mut limits = Limits::default();
        for setting in &self.limits {
            limits.set(setting)?;
        }
        Ok(limits)
    }
}
