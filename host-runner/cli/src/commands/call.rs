//! `readroom call`: calls an agent's tool, once or for each line of standard input.

use crate::output::print_reply;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use clap::Args;
use readroom::{Error, MAX_ARGUMENTS, Outcome, Reply, Room};
use readroom_serve::lines::next_line;
use std::ffi::OsString;
use std::io::{self, Write};

/// Call an agent's tool, and print the JSON that it returns.
///
/// With `-` for the arguments, it answers a stream of calls: each line of standard input has the
/// arguments of one, and each is answered by one line, in order.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Call {
    /// The id of the tool, such as pi or pi@0.
    ///
    /// `readroom tools` lists the ids.
    #[arg(value_name = "TOOL")]
    tool: String,
    /// The arguments, a JSON object; `-` reads many.
    ///
    /// With `-`, each line of standard input is one such object. Errors of the tool are answers as
    /// well, and the exit status is 0 in spite of them.
    arguments: OsString,
    #[command(flatten)]
    room: RoomOptions,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom call opencode '{\"path\": \"src/main.rs\", \"limit\": 20}'
  echo '{\"path\": \"src/main.rs\"}' | readroom call readroom -";

impl Call {
    pub(crate) fn run(self) -> Result<Outcome> {
        if self.arguments == "-" {
            return answer_lines(&self.room.build(PromptMode::Never)?, &self.tool);
        }
        let room = self.room.build(PromptMode::Terminal)?;
        let arguments = readroom::internal::arguments(self.arguments.as_encoded_bytes());
        print_reply(room.call(&self.tool, &arguments)?)
    }
}

/// Answers standard input line by line. A call that fails in the host also gets an answer, in the
/// host's format instead of the tool's, so that answers and lines stay in step.
fn answer_lines(room: &Room, tool: &str) -> Result<Outcome> {
    // Fail at once if there is no such tool, instead of on every line.
    if let Err(error @ Error::UnknownTool(_)) = room.requested_path(tool, "{}") {
        return Err(error.into());
    }
    let mut input = io::stdin().lock();
    let mut failure = None;
    while let Some(line) = next_line(&mut input, MAX_ARGUMENTS)? {
        let line = line.bytes.strip_suffix(b"\r").unwrap_or(&line.bytes);
        let arguments = readroom::internal::arguments(line);
        let reply = room.call(tool, &arguments).unwrap_or_else(|error| {
            let json = error.to_json();
            // Reaching a limit concerns only that call.
            if error.limit().is_none() {
                failure = Some(error);
            }
            let (content, facts) = (Vec::new(), Vec::new());
            Reply { outcome: Outcome::Refused, json, content, facts, denied: None }
        });
        print_reply(reply)?;
        io::stdout().flush()?;
    }
    failure.map_or(Ok(Outcome::Answered), |error| Err(error.into()))
}
