//! The program `readroom`: one file per command.

mod commands;
mod display_options;
mod entry_options;
mod history;
mod output;
mod pager;
mod pager_command;
mod paging_options;
mod patience;
mod policy_options;
mod room_options;
mod scope_options;
mod search_progress;
mod similar_names;
mod size;
mod skipped;
mod style;
mod suggest;

use anyhow::Result;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use output::print_message;
use readroom::Outcome;
use std::io;
use std::process::ExitCode;

/// Reads files below one directory and nowhere else.
///
/// What a read-only AI agent looks with, in a sandbox: it has no network, no processes, and no way
/// out of the directory. `readroom <COMMAND> --help` explains a command and its options.
#[derive(Parser)]
#[command(name = "readroom", version, after_long_help = AFTER_HELP)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// The end of the help.
const AFTER_HELP: &str = "\
Exit status:
  0  answered
  1  an error of the tool or of a file, or no match; the doctor found a problem
  2  wrong usage, or a failure of the host; any error of search and list

Variables:
  NO_COLOR                no colors, if it is not empty
  READROOM_PAGER, PAGER   the pager [default: less]; none, if it is empty
  READROOM_MCP_TOKEN      the token that HTTP clients of `readroom mcp` must send

Examples:
  readroom read src/main.rs        a file with line numbers
  readroom read --help             more ways to read
  readroom find '*.rs'             the paths of files
  readroom search 'fn main'        lines of files
  readroom map src                 what the files of a directory define
  readroom diff                    what is not committed
  readroom log src                 the commits that changed a directory
  readroom mcp --root ~/project    a server for MCP clients";

#[derive(Subcommand)]
enum Command {
    Read(commands::read::Read),
    List(commands::list::List),
    Find(commands::find::Find),
    Search(commands::search::Search),
    Map(commands::map::Map),
    Diff(commands::diff::Diff),
    Log(commands::log::Log),
    Call(commands::call::Call),
    Tools(commands::tools::Tools),
    Mcp(commands::mcp::Mcp),
    Serve(commands::serve::Serve),
    Component(commands::component::WriteComponent),
    Doctor(commands::doctor::Doctor),
    Generate(commands::generate::Generate),
}

fn main() -> ExitCode {
    let arguments = CommandLine::try_parse();
    let arguments =
        arguments.unwrap_or_else(|error| suggest::command(without_value_tip(error)).exit());
    let result = run(arguments.command);
    readroom::audit::flush_all();
    pager::finish();
    match result {
        Ok(status) => status,
        Err(error) if is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&described(&error));
            pager::finish();
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    let outcome = match command {
        Command::Read(command) => command.run(),
        Command::List(command) => command.run(),
        Command::Find(command) => command.run(),
        Command::Map(command) => command.run(),
        Command::Diff(command) => command.run(),
        Command::Log(command) => command.run(),
        Command::Search(command) => return command.run(),
        Command::Call(command) => command.run(),
        Command::Tools(command) => command.run(),
        Command::Mcp(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Component(command) => command.run(),
        Command::Generate(command) => command.run(CommandLine::command()),
        Command::Doctor(command) => command.run(parse_mcp),
    };
    Ok(match outcome? {
        Outcome::Answered => ExitCode::SUCCESS,
        Outcome::Refused => ExitCode::from(1),
    })
}

/// Removes the tip to pass an unknown option as a value: it is more likely a typo than a file.
fn without_value_tip(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::StyledStrs(mut tips)) = error.remove(ContextKind::Suggested) {
        tips.retain(|tip| !tip.to_string().contains("'-- "));
        if !tips.is_empty() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    error
}

/// Parses the arguments with which a client starts this program as its server. Fails with the
/// message that a person would get.
fn parse_mcp(arguments: &[String]) -> Result<commands::mcp::Mcp, String> {
    let words = ["readroom"].into_iter().chain(arguments.iter().map(String::as_str));
    match CommandLine::try_parse_from(words).map_err(|error| error.to_string())?.command {
        Command::Mcp(mcp) => Ok(mcp),
        _ => Err("only the command `mcp` serves MCP clients".into()),
    }
}

/// Returns what happened and, if a call reached a limit, what to do next. Other errors include it.
fn described(error: &anyhow::Error) -> String {
    match error.downcast_ref::<readroom::Error>() {
        Some(error) if error.limit().is_some() => format!("{error}. {}", error.hint()),
        Some(readroom::Error::UnknownTool(error)) => suggest::tool(error),
        _ => format!("{error:#}"),
    }
}

/// Returns whether a command failed because the reader of its output has closed it, as `head` does.
fn is_closed_output(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
