//! `readroom map`: prints what the files of a directory define.

use crate::output::{answered, print_message, shown, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::scope_options::ScopeOptions;
use crate::skipped;
use anyhow::Result;
use clap::Args;
use readroom::{MapRequest, Outcome, Room};
use std::io::{self, IsTerminal, Write};

/// Print what the files of a directory define, the most important first.
///
/// Each file is followed by lines: the first and the last line of a definition, and its text. What
/// other files may use comes first, and of that what is named in most files. Tests, generated files
/// and what does not fit are left out. A message says what, and how to continue.
#[derive(Args)]
pub(crate) struct Map {
    /// The directory [default: the root].
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    directory: String,
    /// At most this many definitions [default: 1000].
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// At most this many bytes [default: 12000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    bytes: Option<u32>,
    /// At most this many tokens, as an estimate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// Print the page as a line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    scope: ScopeOptions,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

impl Map {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        self.paging.start(self.json);
        let room = self.room.build(PromptMode::Never)?;
        let request = MapRequest {
            cursor: self.scope.cursor.take(),
            definitions: self.max,
            bytes: self.bytes,
            tokens: self.tokens,
            ..MapRequest::new(self.scope.at(&self.directory, None))
        };
        print_map(&room, &request, self.json)
    }
}

/// Prints a page of a map, and what it does not have on standard error.
pub(crate) fn print_map(room: &Room, request: &MapRequest, json: bool) -> Result<Outcome> {
    let Some(page) = answered(room.map(request))? else { return Ok(Outcome::Refused) };
    let is_terminal = io::stdout().is_terminal();
    let mut output = io::BufWriter::new(pager::Output);
    if json {
        write_json(&mut output, serde_json::to_string(&page)?)?;
        output.flush()?;
        return Ok(Outcome::Answered);
    }
    for file in &page.files {
        let unit = if file.lines == 1 { "line" } else { "lines" };
        writeln!(output, "{} ({} {unit})", shown(&file.path, is_terminal), file.lines)?;
        for entry in &file.definitions {
            let indent = 2 * usize::try_from(entry.depth)?;
            let text = shown(&entry.text, is_terminal);
            writeln!(output, "{}-{}\t{:indent$}{text}", entry.line, entry.last, "")?;
        }
    }
    for name in &page.names {
        writeln!(output, "{}", shown(name, is_terminal))?;
    }
    output.flush()?;
    let definitions: usize = page.files.iter().map(|file| file.definitions.len()).sum();
    let next = page.next.map_or_else(String::new, |next| format!("; next: --cursor {next}"));
    print_message(&format!(
        "{} of {} files and {definitions} of {} definitions{next}",
        page.files.len(),
        page.mapped,
        page.definitions
    ));
    if page.out_of_time {
        print_message("the time was up: files are missing");
    }
    skipped::report(&request.scope.path, &[page.skipped]);
    Ok(Outcome::Answered)
}
