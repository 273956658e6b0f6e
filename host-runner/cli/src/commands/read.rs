//! `readroom read`: files for people.

mod print;

use crate::grants::Grants;
use crate::output::{print_reply, tell, tell_denied};
use crate::permission::Asking;
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use print::print;
use readroom::terminal::escaped;
use readroom::{
    BasicRequest, BlockSelector, Error, Fold, OWN_TOOL, Outcome, ReadError, ReadRequest, Room,
    SharedLimits, Siblings, Start, View,
};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Print files with line numbers, an image's facts, or a notebook's cells.
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
    /// Print the block around this line by indentation, such as the function it is in.
    #[arg(long, value_name = "N", conflicts_with_all = ["start", "tail"], value_parser = clap::value_parser!(u32).range(1..))]
    block: Option<u32>,
    /// How many levels further out the block begins.
    #[arg(long, value_name = "N", requires = "block", default_value_t = 0)]
    levels: u32,
    /// Print what stands beside the block too.
    #[arg(long, requires = "block")]
    siblings: bool,
    /// How to read the file: text reads a notebook as it stands in the file, outline prints the lines that declare
    /// something, and which lines belong to them.
    #[arg(long, value_name = "VIEW", value_enum, default_value_t = Shape::Auto)]
    view: Shape,
    /// The most lines to print [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The most tokens to print, of all files together, by an estimate: one for every four characters of ASCII and one for every other.
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
    known_version: Option<String>,
    /// Call the tool of this id, such as pi or pi@0: on a terminal the call and its result are drawn, elsewhere the JSON
    /// object is printed that it returns.
    #[arg(long, value_name = "ID")]
    tool: Option<String>,
    /// On a terminal, draw no more than the beginning of the result.
    #[arg(long, conflicts_with = "json")]
    fold: bool,
    /// Print the answer as JSON: that of the tool `readroom`, unless another is named.
    #[arg(long)]
    json: bool,
    /// The files: relative to the working directory, or absolute. At most 16.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,
}

/// How to read a file.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    Auto,
    Text,
    Outline,
}

impl Shape {
    fn view(self) -> View {
        match self {
            Self::Auto => View::Auto,
            Self::Text => View::Text,
            Self::Outline => View::Outline,
        }
    }

    /// Its name, unless it is how files are read anyway.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::Text => Some("text"),
            Self::Outline => Some("outline"),
        }
    }
}

impl Read {
    pub(crate) fn run(self) -> Result<Outcome> {
        let paths: Option<Vec<&str>> = self.paths.iter().map(|path| path.to_str()).collect();
        let Some(paths) = paths else {
            bail!("a path is not Unicode; only files with Unicode names can be read");
        };
        let tool = self.tool.as_deref().unwrap_or(OWN_TOOL);
        if !self.json && io::stdout().is_terminal() {
            return self.drawn(&paths, tool);
        }
        match (&self.tool, self.json, &*paths) {
            (None, false, [path]) => self.numbered(path),
            (None, false, paths) => self.numbered_many(paths),
            _ => self.native(&paths, tool),
        }
    }

    /// The call and its result as a person at a terminal sees them.
    fn drawn(&self, paths: &[&str], tool: &str) -> Result<Outcome> {
        let room = self.grants.room(Asking::Person)?;
        let arguments = self.arguments(&room, paths, tool)?;
        let reply = room.call(tool, &arguments)?;
        let fold = if self.fold { Fold::Collapsed } else { Fold::Expanded };
        let call = room.render_call(tool, &arguments)?;
        let result = room.render_result(tool, &arguments, &reply.json, &reply.content, fold)?;
        let mut output = io::stdout().lock();
        writeln!(output, "\x1b[1m{}\x1b[0m", escaped(&call))?;
        writeln!(output, "{}", escaped(&result))?;
        tell_denied(&reply);
        Ok(reply.outcome)
    }

    fn start(&self) -> Option<Start> {
        let siblings = if self.siblings { Siblings::Included } else { Siblings::Excluded };
        let block = |line| Start::Block(BlockSelector { line, levels: self.levels, siblings });
        self.block.map(block).or(self.start.map(Start::Line)).or(self.tail.map(Start::FromEnd))
    }

    fn request(&self, path: &str) -> ReadRequest {
        let mut request = ReadRequest::new(path).view(self.view.view());
        request.start = self.start();
        request.lines = self.lines;
        request.column = self.column;
        request.columns = self.columns;
        request.encoding.clone_from(&self.encoding);
        request.known_version.clone_from(&self.known_version);
        request
    }

    fn numbered(&self, path: &str) -> Result<Outcome> {
        let mut request = self.request(path);
        request.tokens = self.tokens;
        match self.grants.room(Asking::Person)?.read(&request) {
            Ok(document) => {
                print(&document, self.tail)?;
                Ok(Outcome::Answered)
            }
            Err(Error::Read(error)) => Ok(tell_error(&error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Each file after a line with its name. What is said of it comes on standard error, and its name before that.
    fn numbered_many(&self, paths: &[&str]) -> Result<Outcome> {
        let requests: Vec<ReadRequest> = paths.iter().map(|path| self.request(path)).collect();
        let limits = SharedLimits { bytes: None, tokens: self.tokens };
        let answers = match self.grants.room(Asking::Person)?.read_many(&requests, limits) {
            Ok(answers) => answers,
            Err(Error::Read(error)) => return Ok(tell_error(&error)),
            Err(error) => return Err(error.into()),
        };
        let mut end = Outcome::Answered;
        for (path, answer) in paths.iter().zip(answers) {
            let name = escaped(path);
            match answer {
                Ok(document) => {
                    writeln!(io::stdout().lock(), "==> {name} <==")?;
                    print::print_as(&format!("{name}: "), &document, self.tail)?;
                }
                Err(error) => end = tell_error(&error),
            }
        }
        Ok(end)
    }

    fn native(&self, paths: &[&str], tool: &str) -> Result<Outcome> {
        let room = self.grants.room(Asking::Person)?;
        let arguments = self.arguments(&room, paths, tool)?;
        print_reply(room.call(tool, &arguments)?)
    }

    /// The request as the arguments of a tool.
    fn arguments(&self, room: &Room, paths: &[&str], tool: &str) -> Result<String> {
        if let [path] = paths {
            return Ok(Value::Object(self.arguments_of_one(room, path, tool)?).to_string());
        }
        if self.tool.is_some() {
            return Err(not_expressible(tool, "more than one file"));
        }
        let files = paths.iter().map(|path| {
            let mut arguments = self.arguments_of_one(room, path, tool)?;
            arguments.remove("tokens");
            Ok(Value::Object(arguments))
        });
        let mut arguments = Map::new();
        arguments.insert("files".into(), Value::Array(files.collect::<Result<_>>()?));
        arguments.extend(self.tokens.map(|tokens| ("tokens".into(), tokens.into())));
        Ok(Value::Object(arguments).to_string())
    }

    fn arguments_of_one(&self, room: &Room, path: &str, tool: &str) -> Result<Map<String, Value>> {
        let request = BasicRequest { path: path.into(), start: self.start(), lines: self.lines };
        let start =
            if self.block.is_some() { "--block; use --start" } else { "--tail; use --start" };
        let arguments =
            room.arguments_for(tool, &request)?.ok_or_else(|| not_expressible(tool, start))?;
        let more = [
            ("tokens", "--tokens", self.tokens.map(Value::from)),
            ("column", "--column", self.column.map(Value::from)),
            ("columns", "--columns", self.columns.map(Value::from)),
            ("encoding", "--encoding", self.encoding.as_deref().map(Value::from)),
            ("view", "--view", self.view.name().map(Value::from)),
            ("known_version", "--known-version", self.known_version.as_deref().map(Value::from)),
        ];
        let mut more = more
            .into_iter()
            .filter_map(|(name, option, value)| Some((name, option, value?)))
            .peekable();
        if let Some((_, option, _)) = more.peek()
            && self.tool.is_some()
        {
            return Err(not_expressible(tool, option));
        }
        let mut arguments: Map<String, Value> = serde_json::from_str(&arguments)?;
        arguments.extend(more.map(|(name, _, value)| (name.into(), value)));
        Ok(arguments)
    }
}

fn not_expressible(tool: &str, what: &str) -> anyhow::Error {
    anyhow!("the tool '{tool}' cannot express {what}")
}

fn tell_error(error: &ReadError) -> Outcome {
    tell(&format!("{}. {}", error.message, error.hint));
    Outcome::Refused
}
