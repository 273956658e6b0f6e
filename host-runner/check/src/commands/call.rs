//! `readroom-check call`: calls a tool of a component.

use crate::commands::component::{CompileOutcome, limits};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use readroom::terminal::{escaped, escaped_json};
use readroom::{CliLog, Outcome, Room};
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Call a tool of a component and print the JSON object that it returns.
///
/// What the component writes to its standard output and standard error goes to standard error.
///
/// Exit status: 0 answered, 1 the tool returned an error, 2 wrong usage or a failure of the host.
#[derive(Args)]
pub(crate) struct Call {
    /// The component: a WebAssembly component that exports the interfaces in `wit/`. It runs in the
    /// sandbox.
    component: PathBuf,
    /// The id of the tool, such as pi or pi@0.
    #[arg(value_name = "TOOL")]
    tool: String,
    /// The arguments, a JSON object.
    arguments: OsString,
    /// The project root: the directory that can be read.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Limit what compiling and the call may use, such as time=5s or compile=2min. May be given
    /// more than once.
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
}

impl Call {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let limits = limits(&self.limit)?;
        let component = match CompileOutcome::from_file(&self.component, &limits)? {
            CompileOutcome::Ready(component) => component,
            CompileOutcome::Refused(error) => {
                let reason = || format!("cannot run the component '{}'", self.component.display());
                return Err(anyhow!(error)).with_context(reason);
            }
        };
        let log = CliLog::default();
        let component = component.with_log(log.clone());
        let room = Room::builder(&self.root).component(component).limits(limits).build()?;
        let arguments = readroom::internal::arguments(self.arguments.as_encoded_bytes());
        let reply = room.call(&self.tool, &arguments);
        // An error is ignored: standard error may be closed.
        let _ = stderr().lock().write_all(escaped(&log.output()).as_bytes());
        let reply = reply?;
        let mut output = stdout().lock();
        if output.is_terminal() {
            writeln!(output, "{}", escaped_json(&reply.json))?;
        } else {
            writeln!(output, "{}", reply.json)?;
        }
        Ok(match reply.outcome {
            Outcome::Answered => ExitCode::SUCCESS,
            Outcome::Refused => ExitCode::from(1),
        })
    }
}
