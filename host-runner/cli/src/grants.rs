//! What a command may see and take, from the command line.

use crate::output::tell;
use crate::permission::{Asking, Permissions};
use anyhow::Result;
use clap::Args;
use readroom::audit::OnFailure;
use readroom::{Audit, Limits, Room};
use std::path::PathBuf;

/// What a command may see.
#[derive(Args)]
pub(crate) struct Grants {
    /// The project root: the directory that can be read.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: PathBuf,
    /// The agent's working directory inside the root, where relative paths start [default: the root].
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// A further directory that can be read, by its absolute name. May be given more than once.
    #[arg(long, value_name = "DIR")]
    pub(crate) grant: Vec<PathBuf>,
    /// The agent's home directory: what `~` stands for in the dialects that know it. It is not granted thereby.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<String>,
    #[command(flatten)]
    permissions: Permissions,
    /// What a call may take, such as time=5s, memory=64MiB or concurrency=8. May be given more than once. The limits:
    /// memory (128MiB), instances (10), tables (4), table-elements (10000), open (64), entries (4000000), transfer
    /// (64MiB), output (64MiB), arguments (65544), cpu (10s), time (30s), concurrency (64), queue (how long a call waits
    /// for a slot), threads (auto, caller, own).
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) limit: Vec<String>,
    /// A file that every read is recorded in: one JSON object a line, appended.
    #[arg(long, value_name = "FILE")]
    pub(crate) audit: Option<PathBuf>,
    /// Answer no call whose record cannot be written. Else it is answered, and what is missing is told on standard error
    /// and in the file.
    #[arg(long, requires = "audit")]
    pub(crate) audit_or_stop: bool,
}

impl Grants {
    /// Builds the room that the options describe.
    pub(crate) fn room(&self, asking: Asking) -> Result<Room> {
        let mut builder = Room::builder(&self.root);
        for directory in &self.grant {
            builder = builder.grant(directory);
        }
        if let Some(cwd) = &self.cwd {
            builder = builder.cwd(cwd);
        }
        if let Some(home) = &self.home {
            builder = builder.home(home);
        }
        builder = builder.policy(self.permissions.policy(asking)?);
        if let Some(file) = &self.audit {
            let on_failure = if self.audit_or_stop { OnFailure::Stop } else { OnFailure::Continue };
            let name = file.display().to_string();
            let lost =
                move |reason: &str| tell(&format!("records for '{name}' are lost: {reason}"));
            builder = builder.audit(Audit::open_with(file, on_failure, lost)?);
        }
        let mut limits = Limits::default();
        for setting in &self.limit {
            limits.set(setting)?;
        }
        let room = builder.limits(limits).build()?;
        for problem in room.agentignore_problems() {
            tell(&problem);
        }
        Ok(room)
    }
}
