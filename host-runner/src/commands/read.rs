//! `readroom read`: a file for people.

use crate::terminal::escaped;
use crate::{End, Failure, Grants, answer, tell};
use clap::Args;
use readroom::{Body, Dialect, Document, Error, Presence, Question, Request, Start, Stopped, Text};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Print a file with line numbers.
///
/// At most 10000 lines, 256 KiB and 2000 characters a line at once; what was left out is told on standard error.
#[derive(Args)]
pub(crate) struct Read {
    #[command(flatten)]
    grants: Grants,
    /// The first line, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "tail", value_parser = clap::value_parser!(u32).range(1..))]
    start: Option<u32>,
    /// Start so many lines before the end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tail: Option<u32>,
    /// The most lines to print [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// Ask in this dialect, and print the JSON object that its tool returns.
    #[arg(long, value_name = "NAME")]
    dialect: Option<Dialect>,
    /// Print the answer as JSON: that of the dialect `readroom`, unless another is named.
    #[arg(long)]
    json: bool,
    /// The file: relative to the working directory, or absolute.
    path: OsString,
}

impl Read {
    pub(crate) fn run(self) -> Result<End, Failure> {
        let Some(path) = self.path.to_str() else {
            return Err(Failure::Message(
                "the path is not Unicode; only files with Unicode names can be read".into(),
            ));
        };
        let start = self.start.map(Start::Line).or(self.tail.map(Start::FromEnd));
        match (self.dialect, self.json) {
            (None, false) => self.numbered(path, start),
            (dialect, _) => self.native(path, start, dialect.unwrap_or(Dialect::Readroom)),
        }
    }

    fn numbered(&self, path: &str, start: Option<Start>) -> Result<End, Failure> {
        let mut request = Request::new(path);
        request.start = start;
        request.lines = self.lines;
        match self.grants.room()?.read(&request) {
            Ok(document) => {
                print(&document)?;
                Ok(End::Answered)
            }
            Err(Error::Read(error)) => {
                tell(&format!("{}. {}", error.message, error.hint));
                Ok(End::Refused)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn native(&self, path: &str, start: Option<Start>, dialect: Dialect) -> Result<End, Failure> {
        let room = self.grants.room()?;
        let question = Question { path: path.into(), start, lines: self.lines };
        let Some(arguments) = room.phrase(dialect, &question)? else {
            return Err(Failure::Message(format!(
                "the dialect '{dialect}' has no words for --tail; use --start"
            )));
        };
        answer(&room.call(dialect, &arguments)?)
    }
}

/// Prints the lines on standard output, and what else is to say on standard error.
fn print(document: &Document) -> Result<(), Failure> {
    let Body::Text(text) = &document.body;
    let stdout = io::stdout();
    let on_terminal = stdout.is_terminal();
    let mut output = io::BufWriter::new(stdout.lock());
    let lines = text.content.split_terminator('\n').take(text.lines as usize);
    for (number, line) in (text.first..).zip(lines) {
        if on_terminal {
            // The CR of a CR LF is no news to a terminal, any other would overwrite the line.
            writeln!(output, "{number:6}\t{}", escaped(line.strip_suffix('\r').unwrap_or(line)))?;
        } else {
            writeln!(output, "{number:6}\t{line}")?;
        }
    }
    output.flush()?;
    for note in notes(text) {
        tell(&note);
    }
    Ok(())
}

fn notes(text: &Text) -> Vec<String> {
    let mut notes = Vec::new();
    if text.lines == 0 {
        notes.push("the file is empty".into());
    }
    if text.stopped != Stopped::AtEnd {
        let last = text.first + text.lines.saturating_sub(1);
        let of = text.total.map_or("; more follow".into(), |total| format!(" of {total}"));
        notes.push(format!("lines {}-{last}{of}; continue with --start {}", text.first, last + 1));
    }
    if !text.clipped.is_empty() {
        let lines = if text.clipped.len() == 1 { "line is" } else { "lines are" };
        notes.push(format!("{} {lines} too long; only the beginning is shown", text.clipped.len()));
    }
    if text.replacements == Presence::Present {
        notes.push("the file is not UTF-8; what could not be read is shown as \u{fffd}".into());
    }
    notes
}
