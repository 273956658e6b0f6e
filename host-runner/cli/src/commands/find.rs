//! `readroom find`: prints the paths of files.

use crate::entry_options::EntryOptions;
use crate::output::{answered, print_message, shown, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::patience::Patience;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::scope_options::{ScopeOptions, paths};
use crate::skipped;
use anyhow::Result;
use clap::{Args, ValueEnum};
use readroom::{FileKind, FindRequest, Outcome};
use std::io::{self, IsTerminal, Write};

/// Find files by their names, one path a line.
///
/// Files that .gitignore leaves out, and names that begin with a dot, are not searched. The exit
/// status is 0 if nothing is found, too, and 1 after an error.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Find {
    /// A glob as in .gitignore; without a slash it matches whole names at any depth.
    glob: Option<String>,
    /// The directories to look in [default: the root].
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// The kind of entries.
    #[arg(long, value_enum, default_value_t = Kind::File)]
    kind: Kind,
    #[command(flatten)]
    entries: EntryOptions,
    /// At most this many of each PATH.
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// Print each page as a line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    scope: ScopeOptions,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

/// The kinds of entries to find.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Regular files.
    File,
    /// Directories.
    Directory,
    /// Symbolic links.
    Link,
    /// Everything.
    Any,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom find '*.rs'
  readroom find '*.{ts,tsx}' src --sort modified -m 20";

impl Find {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        self.paging.start(self.json);
        let room = self.room.build(PromptMode::Terminal)?;
        let (kinds, nothing) = match self.kind {
            Kind::File => (&[FileKind::File][..], "no file"),
            Kind::Directory => (&[FileKind::Directory][..], "no directory"),
            Kind::Link => (&[FileKind::Link][..], "no link"),
            Kind::Any => (FileKind::ALL, "nothing"),
        };
        let is_terminal = io::stdout().is_terminal();
        // A page is written at once.
        let mut output = io::BufWriter::new(pager::Output);
        let mut patience = Patience::new();
        let (mut is_found, mut outcome, mut all) = (false, Outcome::Answered, Vec::new());
        for path in paths(&self.paths) {
            let scope = self.scope.at(path, self.glob.as_deref());
            let mut request = self.entries.apply(FindRequest::new(scope).kinds(kinds));
            request.cursor = self.scope.cursor.take();
            let mut left = self.max.unwrap_or(u32::MAX);
            let mut skipped = Vec::new();
            loop {
                request.entries = Some(left.min(100_000));
                let Some(found) = answered(room.find(&request))? else {
                    // The other paths are still searched.
                    outcome = Outcome::Refused;
                    break;
                };
                let has_result = !found.entries.is_empty();
                is_found |= has_result;
                left = left.saturating_sub(u32::try_from(found.entries.len()).unwrap_or(u32::MAX));
                if self.json {
                    write_json(&mut output, serde_json::to_string(&found)?)?;
                } else {
                    for entry in &found.entries {
                        let path = shown(&entry.path, is_terminal);
                        writeln!(output, "{}", self.entries.line(entry, &path))?;
                    }
                }
                output.flush()?;
                skipped.push(found.skipped);
                request.cursor = found.next;
                patience.check(has_result, request.cursor.as_deref())?;
                if request.cursor.is_none() || left == 0 {
                    skipped::report(path, &skipped);
                    all.append(&mut skipped);
                    break;
                }
            }
        }
        if !is_found && outcome == Outcome::Answered {
            let message = match &self.glob {
                None => format!("{nothing} is found"),
                Some(glob) if glob.contains(['*', '?', '[', '{', '/']) => {
                    format!("{nothing} matches '{glob}'")
                }
                Some(word) => {
                    format!("{nothing} is named '{word}'; names with it: find '*{word}*'")
                }
            };
            print_message(&[message, skipped::left_out(&all)].concat());
        }
        Ok(outcome)
    }
}
