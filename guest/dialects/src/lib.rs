//! How each agent asks for a file, and how it is told what was found.
//!
//! A dialect is one file with three jobs: it reads its agent's arguments into a request and rules for [`readroom_core`],
//! it words the facts that come back as its agent's own tool does, and it presents the tool to a model. Dialects do not
//! know each other. What they share is in files of its own: arguments and JSON, numbers and paths as text, similar names,
//! errors that are thrown, schemas, and how a call and its result are drawn.
//!
//! [`neutral`] is no dialect but the read that the component offers to hosts that want facts; the dialect
//! [`Dialect::Readroom`] is the same read as a tool.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod arguments;
mod cursor;
mod decomposed;
mod dm_cc;
mod facts;
mod file_type;
mod index;
mod json;
mod kimi_cli;
mod margin;
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

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use json::Json;
use neutral::Begin;
use readroom_core::{File, LineNumber, Place, ReadError, Rules, Text, Tree};

pub use facts::{Facts, version};
pub use index::Index;
pub use render::Fold;

/// An agent whose tool is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our own.
    Readroom,
    /// MyCodeAgent's `Read`.
    Mycodeagent,
    /// dm_cc's `read`.
    DmCc,
    /// opencode's `read`.
    Opencode,
    /// kimi-cli's `ReadFile`.
    KimiCli,
    /// pi's `read`.
    Pi,
}

impl Dialect {
    /// All of them, in the order of the contract.
    pub const ALL: [Self; 6] =
        [Self::Readroom, Self::Mycodeagent, Self::DmCc, Self::Opencode, Self::KimiCli, Self::Pi];
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
        self.tree.grants().iter().find(|grant| grant.place == Place::Root).map_or("/", |grant| &grant.name)
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
    ) -> Result<Text, ReadError> {
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
    /// What was read, if anything was.
    pub facts: Option<Facts>,
}

/// Whether a tool did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It answered, if only in part.
    Answered,
    /// It reports an error.
    Refused,
}

/// How a tool is presented to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The name that the model calls.
    pub name: &'static str,
    /// What it does.
    pub description: String,
    /// The JSON Schema of the arguments.
    pub parameters: String,
    /// One line for a system prompt.
    pub snippet: &'static str,
    /// Advice for a system prompt.
    pub guidelines: Vec<String>,
}

/// A read that every dialect can ask for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The file, as the agent names it.
    pub path: &'a str,
    /// Where to start.
    pub start: Option<Begin<'a>>,
    /// The most lines.
    pub lines: Option<u64>,
}

impl Question<'_> {
    /// The first line, for dialects that know no other way to start: none if the question does.
    fn line(&self) -> Option<Option<u64>> {
        match self.start {
            None => Some(None),
            Some(Begin::Line(line)) => Some(Some(line)),
            Some(Begin::End(_) | Begin::Cursor(_) | Begin::Block(_)) => None,
        }
    }

    /// The question as JSON, with the dialect's names.
    fn spelled(&self, path: &str, numbers: [(&str, Option<u64>); 2]) -> String {
        let mut members = vec![(path.into(), Json::text(self.path))];
        let given = numbers.into_iter().filter_map(|(name, number)| Some((name, number?)));
        members.extend(given.map(|(name, number)| (name.into(), Json::number(number))));
        Json::Object(members).write()
    }
}

/// Calls a function that every dialect has, or names its constant.
macro_rules! speak {
    ($dialect:expr, $function:ident($($argument:expr),*)) => {
        match $dialect {
            Dialect::Readroom => readroom::$function($($argument),*),
            Dialect::Mycodeagent => mycodeagent::$function($($argument),*),
            Dialect::DmCc => dm_cc::$function($($argument),*),
            Dialect::Opencode => opencode::$function($($argument),*),
            Dialect::KimiCli => kimi_cli::$function($($argument),*),
            Dialect::Pi => pi::$function($($argument),*),
        }
    };
    ($dialect:expr, $constant:ident) => {
        match $dialect {
            Dialect::Readroom => &readroom::$constant,
            Dialect::Mycodeagent => &mycodeagent::$constant,
            Dialect::DmCc => &dm_cc::$constant,
            Dialect::Opencode => &opencode::$constant,
            Dialect::KimiCli => &kimi_cli::$constant,
            Dialect::Pi => &pi::$constant,
        }
    };
}

/// Calls a dialect's tool with the JSON text that a model wrote.
pub fn call<T: Tree>(dialect: Dialect, scene: &Scene<'_, T>, arguments: &str) -> Reply {
    speak!(dialect, call(scene, arguments))
}

/// A dialect's tool.
pub fn tool(dialect: Dialect) -> Tool {
    speak!(dialect, tool())
}

/// Puts a question into a dialect's arguments, if it has words for it.
pub fn phrase(dialect: Dialect, question: &Question<'_>) -> Option<String> {
    speak!(dialect, phrase(question))
}

/// The absolute name of what a call would read, without looking at it.
pub fn target<T: Tree>(dialect: Dialect, scene: &Scene<'_, T>, arguments: &str) -> Option<String> {
    speak!(dialect, target(scene, arguments))
}

/// A call as one line for a terminal.
pub fn render_call(dialect: Dialect, arguments: &str) -> String {
    render::call(speak!(dialect, SPELLING), arguments)
}

/// The result of a call for a terminal.
pub fn render_result(dialect: Dialect, arguments: &str, result: &str, fold: Fold) -> String {
    let picture = render::error(result).or_else(|| speak!(dialect, picture(arguments, result)));
    render::result(&picture.unwrap_or_default(), fold)
}
