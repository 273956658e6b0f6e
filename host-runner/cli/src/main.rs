//! The program `readroom`: one file per command.

mod commands;
#[cfg(feature = "otel")]
mod otel;
mod output;
mod policy_options;
mod room_options;

use anyhow::Result;
use clap::{Parser, Subcommand};
use output::print_message;
use readroom::Outcome;
use std::io;
use std::process::ExitCode;

/// Reads files below one directory and nowhere else: the file-reading tool of an AI agent, in a
/// sandbox.
///
/// Exit status: 0 answered, 1 the tool returned an error, 2 wrong usage or a failure of the host.
#[derive(Parser)]
#[command(name = "readroom", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Read(commands::read::Read),
    Call(commands::call::Call),
    Tools(commands::tools::Tools),
    Mcp(commands::mcp::Mcp),
    Serve(commands::serve::Serve),
    Component(commands::component::WriteComponent),
}

fn main() -> ExitCode {
    match run(CommandLine::parse().command) {
        Ok(Outcome::Answered) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::from(1),
        Err(error) if is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&described(&error));
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<Outcome> {
    #[cfg(feature = "otel")]
    let _spans = otel::SpanExport::begin()?;
    match command {
        Command::Read(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Tools(command) => command.run(),
        Command::Mcp(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Component(command) => command.run(),
    }
}

/// Returns what happened and, if a call reached a limit, what to do next. Other errors say it.
fn described(error: &anyhow::Error) -> String {
    match error.downcast_ref::<readroom::Error>() {
        Some(error) if error.limit().is_some() => format!("{error}. {}", error.hint()),
        _ => format!("{error:#}"),
    }
}

/// Returns whether a command failed because the reader of its output has closed it, as `head` does.
fn is_closed_output(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
