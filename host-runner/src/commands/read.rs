//! `readroom read`: a file for people.

use crate::permission::Asking;
use crate::terminal::escaped;
use crate::{End, Failure, Grants, answer, tell, tell_denied};
use clap::Args;
use readroom::{
    Body, Clip, Deceit, Dialect, Document, Error, Evidence, Finding, Fold, Presence, Question, Request, Room,
    Start, Stopped, Text,
};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// The most suspicious lines that are told.
const MOST_FINDINGS: usize = 5;

/// Print a file with line numbers.
///
/// At most 10000 lines and 256 KiB at once, and 2000 characters of a line unless told otherwise; what was left out is told on standard error.
#[derive(Args)]
pub(crate) struct Read {
    #[command(flatten)]
    grants: Grants,
    /// The first line, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "tail", value_parser = clap::value_parser!(u32).range(1..))]
    start: Option<u32>,
    /// Start so many lines before the end. In a file of over 32 MiB, lines are then counted from the end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tail: Option<u32>,
    /// The most lines to print [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The most tokens to print, by an estimate: one for every four characters of ASCII and one for every other.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// The first character to print of each line, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    column: Option<u32>,
    /// The most characters to print of each line [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    columns: Option<u32>,
    /// The encoding of the file, such as gb18030 or windows-1252 [default: found out].
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// A version of an earlier answer: if the file still has it, say so and print nothing.
    #[arg(long, value_name = "VERSION")]
    known: Option<String>,
    /// Ask in this dialect: on a terminal the call and its result are drawn, elsewhere the JSON object is printed that
    /// its tool returns.
    #[arg(long, value_name = "NAME")]
    dialect: Option<Dialect>,
    /// On a terminal, draw no more than the beginning of the result.
    #[arg(long, conflicts_with = "json")]
    fold: bool,
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
        let dialect = self.dialect.unwrap_or(Dialect::Readroom);
        if !self.json && io::stdout().is_terminal() {
            return self.drawn(path, start, dialect);
        }
        match (self.dialect, self.json) {
            (None, false) => self.numbered(path, start),
            _ => self.native(path, start, dialect),
        }
    }

    /// The call and its result as a person at a terminal sees them.
    fn drawn(&self, path: &str, start: Option<Start>, dialect: Dialect) -> Result<End, Failure> {
        let room = self.grants.room(Asking::Person)?;
        let arguments = self.arguments(&room, path, start, dialect)?;
        let reply = room.call(dialect, &arguments)?;
        let fold = if self.fold { Fold::Collapsed } else { Fold::Expanded };
        let call = room.render_call(dialect, &arguments)?;
        let result = room.render_result(dialect, &arguments, &reply.json, fold)?;
        let mut output = io::stdout().lock();
        writeln!(output, "\x1b[1m{}\x1b[0m", escaped(&call))?;
        writeln!(output, "{}", escaped(&result))?;
        tell_denied(&reply);
        Ok(End::from(reply.outcome))
    }

    fn numbered(&self, path: &str, start: Option<Start>) -> Result<End, Failure> {
        let mut request = Request::new(path);
        request.start = start;
        request.lines = self.lines;
        request.tokens = self.tokens;
        request.column = self.column;
        request.columns = self.columns;
        request.encoding.clone_from(&self.encoding);
        request.known.clone_from(&self.known);
        match self.grants.room(Asking::Person)?.read(&request) {
            Ok(document) => {
                print(&document, self.tail)?;
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
        let room = self.grants.room(Asking::Person)?;
        let arguments = self.arguments(&room, path, start, dialect)?;
        answer(room.call(dialect, &arguments)?)
    }

    /// What is asked for, in the words of the dialect.
    fn arguments(
        &self,
        room: &Room,
        path: &str,
        start: Option<Start>,
        dialect: Dialect,
    ) -> Result<String, Failure> {
        let question = Question { path: path.into(), start, lines: self.lines };
        let no_words =
            |what: &str| Failure::Message(format!("the dialect '{dialect}' has no words for {what}"));
        let arguments = room.phrase(dialect, &question)?.ok_or_else(|| no_words("--tail; use --start"))?;
        let more = [
            ("tokens", "--tokens", self.tokens.map(Value::from)),
            ("column", "--column", self.column.map(Value::from)),
            ("columns", "--columns", self.columns.map(Value::from)),
            ("encoding", "--encoding", self.encoding.as_deref().map(Value::from)),
            ("version", "--known", self.known.as_deref().map(Value::from)),
        ];
        let mut more =
            more.into_iter().filter_map(|(name, option, value)| Some((name, option, value?))).peekable();
        match more.peek() {
            None => return Ok(arguments),
            Some((_, option, _)) if dialect != Dialect::Readroom => return Err(no_words(option)),
            Some(_) => {}
        }
        let mut arguments: Map<String, Value> =
            serde_json::from_str(&arguments).map_err(|error| Failure::Message(error.to_string()))?;
        arguments.extend(more.map(|(name, _, value)| (name.into(), value)));
        Ok(Value::Object(arguments).to_string())
    }
}

/// Prints the lines on standard output, and what else is to say on standard error. Lines without numbers are counted from
/// the end, where they were found.
fn print(document: &Document, tail: Option<u32>) -> Result<(), Failure> {
    let Body::Text(text) = &document.body else {
        tell("unchanged: the file still has this version");
        return Ok(());
    };
    let first = text.first.map_or(-i64::from(tail.unwrap_or_default()), i64::from);
    let mut output = io::BufWriter::new(io::stdout().lock());
    let lines = text.content.split_terminator('\n').take(text.lines as usize);
    for (number, line) in (first..).zip(lines) {
        writeln!(output, "{number:6}\t{line}")?;
    }
    output.flush()?;
    for note in notes(text, first) {
        tell(&note);
    }
    Ok(())
}

fn notes(text: &Text, first: i64) -> Vec<String> {
    let mut notes = Vec::new();
    if text.lines == 0 {
        notes.push("the file is empty".into());
    }
    let next = first + i64::from(text.lines);
    let last = next - 1;
    match (text.first, text.stopped) {
        (Some(_), Stopped::AtEnd) => {}
        (Some(_), _) => {
            let of = text.total.map_or("; more follow".into(), |total| format!(" of {total}"));
            notes.push(format!("lines {first}-{last}{of}; continue with --start {next}"));
        }
        (None, Stopped::AtEnd) => notes.push("the file is large; its lines are counted from the end".into()),
        (None, _) => {
            notes.push(format!(
                "lines {first} to {last}, counted from the end; continue with --tail {}",
                -next
            ));
        }
    }
    // Lines of a text without numbers are counted in the text.
    let place = |line: u32| i64::from(line) + if text.first.is_none() { first - 1 } else { 0 };
    if let Some(Clip { line, next, characters }) =
        text.clipped.iter().find(|clip| clip.next <= clip.characters)
    {
        let lines = match text.clipped.len() {
            1 => format!("line {} is", place(*line)),
            all => format!("{all} lines are cut, line {}", place(*line)),
        };
        notes.push(format!(
            "{lines} cut before character {next} of {characters}; continue in it with --column {next}"
        ));
    }
    match (text.encoding.as_str(), text.evidence) {
        ("utf-8", _) => {}
        (name, Evidence::Content) => {
            notes.push(format!("read as {name}, by a guess; --encoding names another"))
        }
        (name, Evidence::Given | Evidence::Mark) => notes.push(format!("read as {name}")),
    }
    for Finding { line, kind, characters } in text.suspicious.iter().take(MOST_FINDINGS) {
        let line = place(*line);
        let how = match kind {
            Deceit::Bidirectional => "that change the order in which it is shown",
            Deceit::Invisible => "that are not shown",
            Deceit::Terminal => "that command terminals",
        };
        notes.push(format!("suspicious: line {line} has characters {how} ({characters})"));
    }
    if text.replacements == Presence::Present {
        let name = &text.encoding;
        notes.push(format!("the file is not all {name}; what could not be read is shown as \u{fffd}"));
    }
    notes
}
