//! `readroom list`: prints the names in a directory.

use crate::output::shown;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::Result;
use clap::Args;
use readroom::{DirectoryEntry, FileKind, ListRequest, Outcome};
use std::io::{self, IsTerminal, Write};

/// List a directory, one name a line.
///
/// Names are in the order of their bytes, and those of directories end with a slash.
#[derive(Args)]
pub(crate) struct List {
    /// The directory [default: the root].
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    directory: String,
    /// Print each page as a line of JSON, with sizes and times.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    room: RoomOptions,
}

impl List {
    pub(crate) fn run(self) -> Result<Outcome> {
        let room = self.room.build(PromptMode::Terminal)?;
        let is_terminal = io::stdout().is_terminal();
        // A page is written at once.
        let mut output = io::BufWriter::new(io::stdout().lock());
        let mut request = ListRequest::new(&*self.directory).entries(100_000).details(self.json);
        loop {
            let listing = room.list(&request)?;
            if self.json {
                writeln!(output, "{}", serde_json::to_string(&listing)?)?;
            }
            for entry in listing.entries.iter().filter(|_| !self.json) {
                writeln!(output, "{}", shown(&entry_line(entry), is_terminal))?;
            }
            output.flush()?;
            match listing.entries.last().filter(|_| listing.more) {
                Some(last) => request.after = Some(last.name.clone()),
                None => return Ok(Outcome::Answered),
            }
        }
    }
}

/// Returns the line of an entry.
pub(super) fn entry_line(entry: &DirectoryEntry) -> String {
    let slash = if entry.kind == FileKind::Directory { "/" } else { "" };
    entry.name.clone() + slash
}
