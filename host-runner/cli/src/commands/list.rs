//! `readroom list`: prints the names in a directory.

use crate::entry_options::EntryOptions;
use crate::output::{print_message, shown, write_json};
use crate::pager;
use crate::paging_options::PagingOptions;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use crate::skipped;
use anyhow::Result;
use clap::Args;
use readroom::{DirectoryEntry, FileKind, FindRequest, ListRequest, Outcome, Room, Scope};
use std::io::{self, IsTerminal, Write};

/// List a directory, one name a line.
///
/// Names are in the order of their bytes, and those of directories end with a slash.
#[derive(Args)]
pub(crate) struct List {
    /// The directory [default: the root].
    #[arg(value_name = "DIR", default_value = ".", hide_default_value = true)]
    directory: String,
    /// At most this many levels of directories [default: 1].
    ///
    /// From 2 on, paths are printed, without what .gitignore leaves out. With `--sort`, all files
    /// below are by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The directory as it was at this git revision.
    ///
    /// HEAD, a branch, a tag or a hash, each with ~2 and ^2 after it, or `index`.
    #[arg(long, value_name = "REV")]
    at: Option<String>,
    #[command(flatten)]
    entries: EntryOptions,
    /// Print each page as a line of JSON, with sizes and times.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

impl List {
    pub(crate) fn run(self) -> Result<Outcome> {
        self.paging.start(self.json);
        let room = self.room.build(PromptMode::Terminal)?;
        // A page is written at once.
        let mut output = io::BufWriter::new(pager::Output);
        let is_by_path = self.entries.are_by_path();
        let depth = self.depth.or(is_by_path.then_some(1));
        // Pages of `find` hold more names, so a large directory is listed less often.
        if depth != Some(1) || !is_by_path || !self.json {
            return self.print_tree(&room, depth, &mut output);
        }
        let mut request = self.request().entries(100_000).details(true);
        loop {
            let listing = room.list(&request)?;
            write_json(&mut output, serde_json::to_string(&listing)?)?;
            output.flush()?;
            match listing.entries.last().filter(|_| listing.more) {
                Some(last) => request.after = Some(last.name.clone()),
                None => return Ok(Outcome::Answered),
            }
        }
    }

    fn request(&self) -> ListRequest {
        ListRequest { at: self.at.clone(), ..ListRequest::new(&*self.directory) }
    }

    /// Prints the entries of a directory and of those below it.
    fn print_tree(
        &self,
        room: &Room,
        depth: Option<u32>,
        output: &mut impl Write,
    ) -> Result<Outcome> {
        let is_terminal = io::stdout().is_terminal();
        // A file is an error, as it is at depth 1.
        room.list(&self.request().entries(1))?;
        let scope = Scope::new(&*self.directory).hidden(true);
        let scope = Scope { depth, at: self.at.clone(), ..scope };
        let scope = match depth {
            Some(1) => scope.ignored(true),
            _ => scope.globs(["!.git"]),
        };
        let kinds = match self.entries.are_by_path() {
            true => FileKind::ALL,
            false => &[FileKind::File],
        };
        let request = FindRequest::new(scope).kinds(kinds).entries(100_000);
        let mut request = self.entries.apply(request);
        request.details |= self.json;
        let (mut skipped, mut is_empty) = (Vec::new(), true);
        loop {
            let found = room.find(&request)?;
            if self.json {
                write_json(output, serde_json::to_string(&found)?)?;
            }
            for entry in found.entries.iter().filter(|_| !self.json) {
                let name = match entry.path.rsplit_once('/') {
                    Some((_, name)) if depth == Some(1) => name,
                    _ => &entry.path,
                };
                let line = line(name, entry.kind);
                let line = self.entries.line(entry, &shown(&line, is_terminal));
                writeln!(output, "{line}")?;
            }
            output.flush()?;
            skipped.push(found.skipped);
            request.cursor = found.next;
            is_empty &= found.entries.is_empty();
            if request.cursor.is_none() {
                skipped::report(&self.directory, &skipped);
                let left_out = skipped::left_out(&skipped);
                if is_empty && !left_out.is_empty() {
                    print_message(&format!("nothing is listed{left_out}"));
                }
                return Ok(Outcome::Answered);
            }
        }
    }
}

/// Returns the line of an entry.
pub(super) fn entry_line(entry: &DirectoryEntry) -> String {
    line(&entry.name, entry.kind)
}

fn line(name: &str, kind: FileKind) -> String {
    let slash = if kind == FileKind::Directory { "/" } else { "" };
    format!("{name}{slash}")
}
