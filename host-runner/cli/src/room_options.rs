//! The options of a command that describe a room: what may be read, and within which limits.

use crate::output::print_message;
use crate::policy_options::{PolicyOptions, PromptMode};
use anyhow::Result;
use clap::Args;
use readroom::audit::OnFailure;
use readroom::{Audit, Builder, Limits, Room};
use std::path::PathBuf;
use std::time::Duration;

/// The heading of the options in help texts.
pub(crate) const HEADING: &str = "Files and limits";

/// The options that describe a room.
#[derive(Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct RoomOptions {
    /// The directory that can be read.
    ///
    /// This is the root of the project.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// Where relative paths start [default: the root].
    ///
    /// The agent's working directory, inside a granted directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Another directory that can be read.
    ///
    /// Its files are reached by absolute paths. May be given more than once.
    #[arg(long = "grant", value_name = "DIR")]
    pub(crate) grants: Vec<PathBuf>,
    /// What `~` stands for, in the tools that support it.
    ///
    /// This is the agent's home directory. Naming it does not allow reading it.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<String>,
    /// Limit what a call may use, such as time=5s.
    #[arg(long = "limit", value_name = "NAME=VALUE", long_help = limits_help())]
    limits: Vec<String>,
    /// Append a record of every read to a file.
    ///
    /// Each is one line of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) audit: Option<PathBuf>,
    /// Refuse calls whose record cannot be written.
    ///
    /// Without this option they are answered, and standard error and the file report the missing
    /// records.
    #[arg(long, requires = "audit")]
    pub(crate) audit_or_stop: bool,
    // Last, because its heading also stands above the options after it.
    #[command(flatten)]
    pub(crate) policy: PolicyOptions,
}

/// Returns the long help of `--limit`.
fn limits_help() -> String {
    let first = "Limit what a call may use, such as time=5s. May be given more than once.";
    format!("{first}\n\nThe limits and their defaults:\n\n{}", Limits::HELP)
}

/// Parses a time of an option.
pub(crate) fn duration(text: &str) -> Result<Duration, &'static str> {
    Limits::parse_time(text).ok_or("write a time in ms, s or min, such as 5s")
}

impl RoomOptions {
    /// Leaves out further directories that do not exist. Returns their absolute paths.
    pub(crate) fn take_missing_grants(&mut self) -> Result<Vec<PathBuf>> {
        let missing = self.grants.extract_if(.., |directory| !directory.exists());
        Ok(missing.map(std::path::absolute).collect::<Result<_, _>>()?)
    }

    /// Builds the room that the options describe.
    pub(crate) fn build(&self, prompt: PromptMode) -> Result<Room> {
        self.build_from(Room::builder(&self.root), prompt)
    }

    /// Builds the room that the options describe, with the root of this builder.
    pub(crate) fn build_from(&self, builder: Builder, prompt: PromptMode) -> Result<Room> {
        let mut builder = self.configured(builder, prompt)?;
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
    pub(crate) fn configured(&self, mut builder: Builder, prompt: PromptMode) -> Result<Builder> {
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
