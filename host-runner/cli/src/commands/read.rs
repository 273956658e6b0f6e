//! `readroom read`: prints files for people.

mod answers;
mod blame;
mod draw;
mod names;
mod notes;
mod pages;
mod print;
mod stdin;
mod target;

use super::map::print_map;
use crate::display_options::{Display, DisplayOptions};
use crate::output::print_reply;
use crate::paging_options::PagingOptions;
use crate::policy_options::PromptMode;
use crate::room_options::RoomOptions;
use answers::{Printer, print_read_error};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use readroom::internal::{FlatReadRequest, OWN_TOOL};
use readroom::{
    BlameRequest, BlockSelector, Document, Error, FileKind, MapRequest, Outcome, ReadError,
    ReadRequest, Room, Scope, SharedLimits, Siblings, Start, View,
};
use serde_json::{Map, Value};
use std::ffi::OsString;
use target::Target;

/// Print files: numbered lines, cells of notebooks, text of documents, facts of images.
///
/// On a terminal, files are drawn in a grid with a header and a gutter. Anywhere else they are
/// plain lines, each with its number and a tab, and notes about them go to standard error: what was
/// left out, how to continue, and what is suspicious.
///
/// All of a file is printed, unless an option limits it. In a grid, with --json and with --tokens
/// it is one page: at most 2000 lines of 2000 characters, and 48000 bytes of all files together.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Read {
    /// The files, relative to the working directory or absolute.
    ///
    /// Lines may follow a path, as in src/main.rs:12-40. `-` is standard input, up to 64 MiB of it,
    /// which is read alone. A page has at most 16 files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,
    /// The first line, counted from 1.
    #[arg(long, value_name = "N", conflicts_with = "tail")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    start: Option<u32>,
    /// The maximum number of lines [default: all].
    ///
    /// One page has 2000 by default, and at most 10000. A notebook is counted in cells, and an
    /// outline in entries: 1000 by default and at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The last line.
    #[arg(long, value_name = "N", conflicts_with_all = ["lines", "tail", "block"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    end: Option<u32>,
    /// Start N lines before the end.
    ///
    /// Earlier lines of a file of more than 32 MiB are not read: its lines are then counted from
    /// the end, as -1, -2 and so on.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tail: Option<u32>,
    /// The block around a line, or a definition.
    ///
    /// A line selects the block around it, such as a function, by indentation: a line is the header
    /// of the more indented lines after it. A name, which may have those around it, such as
    /// Walk::next, selects its definition.
    #[arg(long, value_name = "LINE|NAME", conflicts_with_all = ["start", "tail"])]
    block: Option<String>,
    /// A sheet, slide, chapter or page of a document.
    ///
    /// Its title, in any case, its number, or a range of numbers, such as 3-4.
    #[arg(long, value_name = "UNIT", conflicts_with_all = ["start", "end", "tail", "block"])]
    unit: Option<String>,
    /// Start N headers further out.
    ///
    /// For example 1 for the type around a method. A large number means the outermost block.
    #[arg(long, value_name = "N", requires = "block", default_value_t = 0)]
    levels: u32,
    /// Also the lines next to the block.
    ///
    /// That is everything under the header around it.
    #[arg(long, requires = "block")]
    siblings: bool,
    /// The view: auto, text or outline.
    ///
    /// `auto` goes by what a file is. `text` prints a notebook as its JSON text. `outline` prints
    /// only the lines that declare something, with the range of lines that belongs to each; of a
    /// directory those that `readroom map` prints.
    #[arg(long, value_name = "VIEW", value_enum, default_value_t = ViewOption::Auto)]
    #[arg(hide_possible_values = true)]
    view: ViewOption,
    /// The files as they were at this git revision.
    ///
    /// HEAD, a branch, a tag or a hash, each with ~2 and ^2 after it, or `index`.
    #[arg(long, value_name = "REV")]
    at: Option<String>,
    /// Print the commits of the lines of a file.
    ///
    /// A line with the hash, the day and the author precedes the lines that come from a commit.
    /// With --json, each page is a line with a `blame-page`.
    #[arg(long, conflicts_with_all = ["tail", "block", "unit", "view", "tokens", "plain"])]
    blame: bool,
    /// The first character of each line, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    column: Option<u32>,
    /// The maximum length of a line [default: any].
    ///
    /// That is a number of characters: 2000 by default in one page. The rest of a longer line is
    /// left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    columns: Option<u32>,
    /// The maximum number of tokens in all.
    ///
    /// For all files together, as an estimate that depends on the kinds of characters.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens: Option<u32>,
    /// The encoding, such as gbk [default: detected].
    ///
    /// A name of the WHATWG Encoding Standard, or utf-32, utf-32le or utf-32be.
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Print nothing if it still has this version.
    ///
    /// It is the `version` of an earlier answer with --json.
    #[arg(long, value_name = "VERSION")]
    known_version: Option<String>,
    /// Print the answer as JSON.
    ///
    /// It is the object that the tool `readroom` returns.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    display: DisplayOptions,
    #[command(flatten)]
    paging: PagingOptions,
    #[command(flatten)]
    room: RoomOptions,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom read --start 40 --lines 20 src/main.rs    some lines
  readroom read --start 40 --end 59 src/main.rs      the same lines
  readroom read src/main.rs:40-59                    the same, as other tools name them
  readroom read --tail 20 build.log                  the last lines
  readroom read --block 40 src/main.rs               the function around a line
  readroom read --block Walk::next src/walk.rs       the definition of a name
  readroom read src/walk.rs#Walk::next               the same; a page: report.pdf#page=3
  readroom read --view outline src/main.rs           where to read
  readroom read --root ~/project --json src/main.rs  another root, and JSON
  readroom read --plain src/main.rs                  only the text
  readroom read --at HEAD~1 src/main.rs              as it was in git
  readroom read --blame src/main.rs                  and who wrote it";

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
}

impl Read {
    pub(crate) fn run(mut self) -> Result<Outcome> {
        if let Some(end) = self.end {
            let start = self.start.unwrap_or(1);
            let Some(more) = end.checked_sub(start) else {
                bail!("the last line, {end}, is before the first, {start}; write the lower first");
            };
            self.lines = Some(more.saturating_add(1));
        }
        let paths: Option<Vec<&str>> = self.paths.iter().map(|path| path.to_str()).collect();
        let Some(paths) = paths else {
            bail!("a path is not Unicode; only files with Unicode names can be read");
        };
        if paths.len() > 1 && paths.contains(&stdin::PATH) {
            bail!("standard input, `-`, is read alone; read the other files in a second command");
        }
        self.paging.start(self.json);
        if self.blame {
            let [path] = *paths else { bail!("--blame is of one file; give one path") };
            return self.print_blame(path);
        }
        if self.json {
            return self.print_json(&paths);
        }
        self.print(self.display.display().as_ref(), &paths)
    }

    fn print_blame(&self, path: &str) -> Result<Outcome> {
        let room = self.room()?;
        let Target { path, start, lines } = self.target(&room, path);
        let first = match start {
            None => None,
            Some(Start::Line(line)) => Some(line),
            Some(_) => bail!("--blame is of lines; name them, as in {path}:1-40"),
        };
        let request = BlameRequest { at: self.at.clone(), first, lines, ..BlameRequest::new(path) };
        blame::print(&room, &self.room, request, self.json)
    }

    /// Builds the room, for one call.
    fn room(&self) -> Result<Room> {
        if self.paths == [stdin::PATH] {
            self.room.build_from(stdin::builder()?, PromptMode::Never)
        } else {
            self.room.build(PromptMode::Terminal)
        }
    }

    fn start(&self) -> Option<Start> {
        let siblings = if self.siblings { Siblings::Included } else { Siblings::Excluded };
        let block = |block: &String| match block.parse() {
            Ok(line) => Start::Block(BlockSelector { line, levels: self.levels, siblings }),
            Err(_) => Start::Definition(block.clone()),
        };
        let unit = self.unit.clone().map(Start::Unit);
        let line = self.start.map(Start::Line).or(self.tail.map(Start::FromEnd));
        self.block.as_ref().map(block).or(line).or(unit)
    }

    /// Returns a file and its lines. Those from options take precedence.
    fn target<'a>(&self, room: &Room, path: &'a str) -> Target<'a> {
        match (self.start(), self.lines, self.view) {
            (None, None, ViewOption::Auto | ViewOption::Text) => Target::of(room, path),
            (start, lines, _) => Target { path, start, lines },
        }
    }

    fn request(&self, room: &Room, path: &str) -> ReadRequest {
        let Target { path, start, lines } = self.target(room, path);
        let mut request = ReadRequest::new(path).view(self.view.view());
        request.start = start;
        request.lines = lines;
        request.column = self.column;
        request.columns = self.columns;
        request.encoding.clone_from(&self.encoding);
        request.known_version.clone_from(&self.known_version);
        request.at.clone_from(&self.at);
        request
    }

    /// Reads and prints files: all of them, unless they are drawn or an option limits them.
    fn print(&self, display: Option<&Display>, paths: &[&str]) -> Result<Outcome> {
        let room = self.room()?;
        if let (&[path], ViewOption::Outline, None) = (paths, self.view, self.start())
            && room.stat(path).is_ok_and(|stat| stat.kind == FileKind::Directory)
        {
            let (definitions, tokens) = (self.lines, self.tokens);
            let scope = Scope { at: self.at.clone(), ..Scope::new(path) };
            let request = MapRequest { definitions, tokens, ..MapRequest::new(scope) };
            return print_map(&room, &request, false);
        }
        let are_several = paths.len() > 1;
        let printer = Printer { display, is_plain: self.display.plain, are_several };
        let requests = paths.iter().map(|path| self.request(&room, path));
        let mut answers = Vec::new();
        if printer.is_drawn() || self.tokens.is_some() {
            answers = self.first_pages(&room, requests.collect())?;
            for (path, answer) in paths.iter().zip(&answers) {
                let Ok(document) = answer else { continue };
                printer.print(path, document, self.tail, true)?;
            }
        } else {
            let bytes = self.room.limits()?.output / 2;
            for (path, request) in paths.iter().zip(requests) {
                let mut is_first = true;
                let answer = pages::read(&room, request, bytes, |page, tail| {
                    printer.print(path, page, tail, std::mem::take(&mut is_first))
                });
                answers.push(match answer.map_err(|error| error.downcast::<Error>()) {
                    Ok(document) => Ok(document),
                    Err(Ok(Error::Read(error))) => Err(error),
                    Err(error) => return Err(error?.into()),
                });
            }
        }
        // Errors and notes come last, where a person sees them.
        let mut outcome = Outcome::Answered;
        for (path, answer) in paths.iter().zip(answers) {
            match answer {
                Ok(document) => printer.print_notes(path, &document, self.tail),
                Err(error) => {
                    print_read_error(&error);
                    outcome = Outcome::Refused;
                }
            }
        }
        Ok(outcome)
    }

    /// Reads the first page of each file. Either all have an answer, or one error is about all.
    fn first_pages(
        &self,
        room: &Room,
        mut requests: Vec<ReadRequest>,
    ) -> Result<Vec<Result<Document, ReadError>>> {
        let answers = if let [request] = &mut *requests {
            request.tokens = self.tokens;
            room.read(request).map(|document| vec![Ok(document)])
        } else {
            room.read_many(&requests, SharedLimits { bytes: None, tokens: self.tokens })
        };
        match answers {
            Err(Error::Read(error)) => Ok(vec![Err(error)]),
            answers => Ok(answers?),
        }
    }

    fn print_json(&self, paths: &[&str]) -> Result<Outcome> {
        let room = self.room()?;
        let arguments = self.arguments(&room, paths)?;
        print_reply(room.call(OWN_TOOL, &arguments)?)
    }

    /// Converts the requests to the arguments of the tool.
    fn arguments(&self, room: &Room, paths: &[&str]) -> Result<String> {
        let mut arguments = match paths {
            [path] => self.arguments_of_one(room, path)?,
            paths => {
                let files = paths.iter().map(|path| self.arguments_of_one(room, path));
                let files: Vec<_> = files.collect::<Result<_>>()?;
                Map::from_iter([("files".into(), files.into())])
            }
        };
        arguments.extend(self.tokens.map(|tokens| ("tokens".into(), tokens.into())));
        Ok(Value::Object(arguments).to_string())
    }

    fn arguments_of_one(&self, room: &Room, path: &str) -> Result<Map<String, Value>> {
        let mut request = self.request(room, path);
        request.lines = request.lines.map(|lines| lines.min(pages::MAX_LINES));
        let request = serde_json::to_value(FlatReadRequest::from(&request))?;
        let mut arguments: Map<_, _> = serde_json::from_value(request)?;
        // The tool takes a name, like a line, as `block`.
        let name = arguments.remove("definition");
        arguments.extend(name.map(|name| ("block".into(), name)));
        Ok(arguments)
    }
}
