//! `readroom doctor`: checks what the walls rest on here, or a client's configuration.

mod config;
mod entry;
mod launch;
mod machine;
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

/// Check this machine, or the configuration of an MCP client.
///
/// Reports what the sandbox relies on here, tries both of its walls, and prints a line for each
/// fact: `ok`, `note`, `weak` (safe, but protection could be stronger) or `problem` (must be
/// fixed). Nothing is written except a temporary directory for the trial, which is removed.
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
    /// Start every entry that starts readroom.
    ///
    /// Also by npx, uvx or docker or from another path, and with the environment of the entry. Only
    /// for a configuration that you trust.
    #[arg(long, requires = "config")]
    start: bool,
    /// How long to wait for a file system or a program.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    wait: Duration,
    /// Print the findings as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    room: RoomOptions,
}

impl Doctor {
    /// Checks. `parse` reads the arguments of `readroom` in a configuration.
    pub(crate) fn run(self, parse: fn(&[String]) -> Result<Mcp, String>) -> Result<Outcome> {
        let mut report = Report::default();
        if let Some(file) = &self.config {
            let check = entry::Check {
                parse,
                project: std::path::absolute(&self.room.root)?,
                start: self.start,
                wait: self.wait,
            };
            config::check(&mut report, file, &check)?;
        } else {
            let limits = self.room.limits()?;
            machine::check(&mut report, &limits);
            walls::check(&mut report);
            root::check(&mut report, self.room, &limits, self.wait)?;
        }
        report.print(self.json)
    }
}
