//! The program `readroom-check`, for authors of components.

mod commands;

use clap::{Parser, Subcommand};
use readroom::terminal::escaped;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs any component that implements Readroom's interfaces as `readroom` runs its own, and checks
/// its answers.
#[derive(Parser)]
#[command(name = "readroom-check", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Cases(commands::cases::Cases),
    Call(commands::call::Call),
    #[command(hide = true)]
    Compile(commands::compile::Compile),
}

fn main() -> ExitCode {
    let ended = match CommandLine::parse().command {
        Command::Cases(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Compile(command) => command.run(),
    };
    ended.unwrap_or_else(|error| {
        let is_closed_output = error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if is_closed_output {
            return ExitCode::SUCCESS;
        }
        // An error is ignored: standard error may be closed.
        let _ = writeln!(io::stderr().lock(), "readroom-check: {}", escaped(&format!("{error:#}")));
        ExitCode::from(2)
    })
}
