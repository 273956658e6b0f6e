//! How each agent asks for a file, and how it is told what was found.
//!
//! A tool of a dialect is one file with three jobs: it reads its agent's arguments into a request and rules for
//! [`readroom_core`], it words the facts that come back as its agent's own tool does, and it presents the tool to a model.
//! Dialects do not know each other. What they share is in files of its own: arguments and JSON, numbers and paths as text,
//! similar names, errors that are thrown, schemas, and how a call and its result are drawn.
//!
//! [`neutral`] is no dialect but the read that the component offers to hosts that want facts; the tool
//! [`Tool::Readroom`] is the same read for a model.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod arguments;
mod content;
mod cursor;
mod decomposed;
mod dm_cc;
mod facts;
mod file_type;
mod index;
mod json;
mod kimi_cli;
mod line_numbers;
mod meant;
mod mycodeagent;
pub mod neutral;
mod numbers;
mod opencode;
mod paths;
mod pi;
mod readroom;
mod render;
mod schema;
mod similar;
mod thrown;
mod tool;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use json::Json;
use neutral::Begin;
use readroom_core::{File, FileError, LineNumber, Place, Rules, Text, Tree};
use tool::tools;

pub use content::{Content, EncodedMedia};
pub use facts::{Facts, version};
pub use index::Index;
pub use readroom::{outline_file, read_file};
pub use render::Fold;
pub use tool::{Definition, Identity};

tools! {
    Readroom = readroom,
    Mycodeagent = mycodeagent,
    DmCc = dm_cc,
    Opencode = opencode,
    KimiCli = kimi_cli,
    Pi = pi,
}

/// What a call can see of the world.
pub struct Scene<'a, T> {
    /// The files.
    pub tree: &'a T,
    /// The agent's working directory, an absolute name. None means the root.
    pub cwd: Option<&'a str>,
    /// The name of the home directory, if there is one. Asked for only where a path begins with `~`.
    pub home: &'a dyn Fn() -> Option<String>,
    /// A clock in milliseconds. Only differences are used.
    pub clock: &'a dyn Fn() -> u64,
    /// What is known of the lines of the file from earlier calls.
    pub index: &'a Index<'a>,
}

impl<T: Tree> Scene<'_, T> {
    /// The absolute name of the project root.
    fn root(&self) -> &str {
        self.tree
            .grants()
            .iter()
            .find(|grant| grant.place == Place::Root)
            .map_or("/", |grant| &grant.name)
    }

    /// A path with the home directory in the place of a `~` at its beginning, if there is one.
    fn at_home<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let rest = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let home = || (self.home)().filter(|home| home.starts_with('/'));
        let Some((rest, home)) = rest.and_then(|rest| Some((rest, home()?))) else {
            return Cow::Borrowed(path);
        };
        match (home.trim_end_matches('/'), rest) {
            ("", "") => Cow::Borrowed("/"),
            (home, rest) => Cow::Owned(format!("{home}{rest}")),
        }
    }

    /// At most `lines` lines of a file from `first` on.
    fn text(
        &self,
        file: &File<'_, T>,
        first: LineNumber,
        lines: u64,
        rules: &Rules,
    ) -> Result<Text, FileError> {
        self.index.with(file, rules, |index| file.text(first, lines, rules, index))
    }

    /// The absolute name of the working directory.
    fn working_directory(&self) -> &str {
        self.cwd.unwrap_or_else(|| self.root())
    }
}

/// What a tool returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the tool did what it was asked.
    pub outcome: Outcome,
    /// The native result object, on one line.
    pub json: String,
    /// The result as the agent puts it before its model.
    pub content: Vec<Content>,
    /// What was read, an item for each file or directory.
    pub facts: Vec<Facts>,
}

/// Whether a tool did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It answered, if only in part.
    Answered,
    /// It reports an error.
    Refused,
}

/// A read that every tool can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct BasicRequest<'a> {
    /// The file, as the agent names it.
    pub path: &'a str,
    /// Where to start.
    pub start: Option<Begin<'a>>,
    /// The most lines.
    pub lines: Option<u64>,
}

impl BasicRequest<'_> {
    /// The first line, for dialects that know no other way to start: none if the request does.
    fn line(&self) -> Option<Option<u64>> {
        match self.start {
            None => Some(None),
            Some(Begin::Line(line)) => Some(Some(line)),
            Some(Begin::End(_) | Begin::Cursor(_) | Begin::Block(_)) => None,
        }
    }

    /// The request as JSON, with the names of a tool.
    fn spelled(&self, path: &str, numbers: [(&str, Option<u64>); 2]) -> String {
        let mut members = vec![(path.into(), Json::text(self.path))];
        let given = numbers.into_iter().filter_map(|(name, number)| Some((name, number?)));
        members.extend(given.map(|(name, number)| (name.into(), Json::number(number))));
        Json::Object(members).write()
    }
}
