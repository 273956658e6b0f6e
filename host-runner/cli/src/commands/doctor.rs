//! `readroom doctor`: tries both walls and checks a root, or checks a client's configuration.

mod config;
mod entry;
mod launch;
mod report;
mod root;
mod shape;
mod start;
mod walls;
mod within;

use crate::commands::mcp::Mcp;
use crate::room_options::{RoomOptions, duration};
use anyhow::Result;
use clap::Args;
use readroom::Outcome;
use report::Report;
use std::path::PathBuf;
use std::time::Duration;

/// Check this machine and a root, or the configuration of an MCP client.
///
/// Tries both walls of the sandbox here, and prints a line for each fact: `ok`, `note`, `weak`
/// (safe, but protection could be stronger) or `problem` (must be fixed). Nothing is written except
/// a temporary directory for the trial, which is removed.
///
/// Exit status: 0 no problem, 1 a problem, 2 wrong usage.
#[derive(Args)]
pub(crate) struct Doctor {
    /// Check this configuration of an MCP client instead.
    ///
    /// An entry that starts this program, or the one on PATH, is started to see which tools it
    /// offers.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How long to wait for a file system or a program.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    wait: Duration,
    #[command(flatten)]
    room: RoomOptions,
}

impl Doctor {
    /// Runs the checks. `parse` parses the arguments of `readroom` in a configuration.
    pub(crate) fn run(self, parse: fn(&[String]) -> Result<Mcp, String>) -> Result<Outcome> {
        let mut report = Report::default();
        if let Some(file) = &self.config {
            let project = std::path::absolute(&self.room.root)?;
            config::check(&mut report, file, &entry::Check { parse, project, wait: self.wait })?;
        } else {
            walls::check(&mut report);
            root::check(&mut report, self.room, self.wait)?;
        }
        report.print()
    }
}
