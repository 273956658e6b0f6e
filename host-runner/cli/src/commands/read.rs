//! `readroom read`: prints files for people.

mod print;

use crate::output::{print_denied, print_message, print_reply};
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use print::print;
use readroom::terminal::{escaped, one_line};
use readroom::{
    BasicRequest, BlockSelector, Error, Fold, OWN_TOOL, Outcome, ReadError, ReadRequest, Room,
    SharedLimits, Siblings, Start, View,
};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Print files with line numbers, the facts about an image, or the cells of a notebook.
///
/// Prints at most 10000 lines and 256 KiB at once, and 2000 characters of each line unless
/// --columns changes that. Standard error reports what was left out.
#[derive(Args)]
pub(crate) struct Read {
    #[command(flatten)]
    room: RoomOptions,
    /// The first line to print, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "tail")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    start: Option<u32>,
    /// Start N lines before the end. In a file of more than 32 MiB, lines are then counted from the
    /// end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tail: Option<u32>,
    /// Print the block around this line, found by indentation, such as the function that contains
    /// it.
    #[arg(long, value_name = "N", conflicts_with_all = ["start", "tail"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    block: Option<u32>,
    /// How many levels further out the block starts.
    #[arg(long, value_name = "N", requires = "block", default_value_t = 0)]
    levels: u32,
    /// Also print what is beside the block.
    #[arg(long, requires = "block")]
    siblings: bool,
    /// How to read the file: text prints a notebook as its JSON text, outline prints only the lines
    /// that declare something, with the range of lines of each.
    #[arg(long, value_name = "VIEW", value_enum, default_value_t = ViewOption::Auto)]
    view: ViewOption,
    /// The maximum number of lines to print [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The maximum number of tokens to print, of all files together, by an estimate: one for every
    /// four characters of ASCII and one for every other character.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// The first character of each line to print, counted from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    column: Option<u32>,
    /// The maximum number of characters of each line to print [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    columns: Option<u32>,
    /// The encoding of the file, such as gb18030 or windows-1252 [default: detected].
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The version from an earlier answer: if the file still has it, report that and print nothing.
    #[arg(long, value_name = "VERSION")]
    known_version: Option<String>,
    /// Call the tool with this id, such as pi or pi@0. On a terminal, its call and result are drawn
    /// as its agent draws them; otherwise the JSON object that it returns is printed.
    #[arg(long, value_name = "ID")]
    tool: Option<String>,
    /// On a terminal, draw only the beginning of the result.
    #[arg(long, conflicts_with = "json")]
    fold: bool,
    /// Print the answer as JSON: that of the tool `readroom`, unless --tool names another.
    #[arg(long)]
    json: bool,
    /// The files, relative to the working directory or absolute. At most 16.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,
}

/// The values of `--view`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ViewOption {
    Auto,
    Text,
    Outline,
}

impl ViewOption {
    fn view(self) -> View {
        match self {
            Self::Auto => View::Auto,
            Self::Text => View::Text,
            Self::Outline => View::Outline,
        }
    }

    /// Returns the name that the tool has for it, or `None` for the default.
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
            return self.render(&paths, tool);
        }
        match (&self.tool, self.json, &*paths) {
            (None, false, [path]) => self.print_file(path),
            (None, false, paths) => self.print_files(paths),
            _ => self.print_json(&paths, tool),
        }
    }

    /// Draws the call and its result as the tool's agent draws them for a person at a terminal.
    fn render(&self, paths: &[&str], tool: &str) -> Result<Outcome> {
        let room = self.room.build(PromptMode::Terminal)?;
        let arguments = self.arguments(&room, paths, tool)?;
        let reply = room.call(tool, &arguments)?;
        let fold = if self.fold { Fold::Collapsed } else { Fold::Expanded };
        let call = room.render_call(tool, &arguments)?;
        let result = room.render_result(tool, &arguments, &reply.json, &reply.content, fold)?;
        let mut output = io::stdout().lock();
        writeln!(output, "\x1b[1m{}\x1b[0m", one_line(&call))?;
        writeln!(output, "{}", escaped(&result))?;
        print_denied(&reply);
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

    fn print_file(&self, path: &str) -> Result<Outcome> {
        let mut request = self.request(path);
        request.tokens = self.tokens;
        match self.room.build(PromptMode::Terminal)?.read(&request) {
            Ok(document) => {
                print(&document, self.tail)?;
                Ok(Outcome::Answered)
            }
            Err(Error::Read(error)) => Ok(print_read_error(&error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Prints each file after a line with its name. The notes on standard error start with the name
    /// as well.
    fn print_files(&self, paths: &[&str]) -> Result<Outcome> {
        let requests: Vec<ReadRequest> = paths.iter().map(|path| self.request(path)).collect();
        let limits = SharedLimits { bytes: None, tokens: self.tokens };
        let answers = match self.room.build(PromptMode::Terminal)?.read_many(&requests, limits) {
            Ok(answers) => answers,
            Err(Error::Read(error)) => return Ok(print_read_error(&error)),
            Err(error) => return Err(error.into()),
        };
        let mut outcome = Outcome::Answered;
        for (path, answer) in paths.iter().zip(answers) {
            let name = one_line(path);
            match answer {
                Ok(document) => {
                    writeln!(io::stdout().lock(), "==> {name} <==")?;
                    print::print_with_prefix(&format!("{name}: "), &document, self.tail)?;
                }
                Err(error) => outcome = print_read_error(&error),
            }
        }
        Ok(outcome)
    }

    fn print_json(&self, paths: &[&str], tool: &str) -> Result<Outcome> {
        let room = self.room.build(PromptMode::Terminal)?;
        let arguments = self.arguments(&room, paths, tool)?;
        print_reply(room.call(tool, &arguments)?)
    }

    /// Converts the request to the arguments of a tool.
    fn arguments(&self, room: &Room, paths: &[&str], tool: &str) -> Result<String> {
        if let [path] = paths {
            return Ok(Value::Object(self.arguments_of_one(room, path, tool)?).to_string());
        }
        if self.tool.is_some() {
            return Err(inexpressible(tool, "more than one file; read them one at a time"));
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
            room.arguments_for(tool, &request)?.ok_or_else(|| inexpressible(tool, start))?;
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
            return Err(inexpressible(tool, option));
        }
        let mut arguments: Map<String, Value> = serde_json::from_str(&arguments)?;
        arguments.extend(more.map(|(name, _, value)| (name.into(), value)));
        Ok(arguments)
    }
}

fn inexpressible(tool: &str, what: &str) -> anyhow::Error {
    anyhow!("the tool '{tool}' has no argument for {what}")
}

fn print_read_error(error: &ReadError) -> Outcome {
    print_message(&format!("{}. {}", error.message, error.hint));
    Outcome::Refused
}
