//! How each agent asks for a file, and how it is told what was found.
//!
//! A dialect is one file with three jobs: it reads its agent's arguments strictly into a request and rules for
//! [`readroom_core`], it words the facts that come back as its agent's own tool does, and it presents the tool to a
//! model. Dialects do not know each other. What they share is how arguments are read and JSON is written.
//!
//! [`neutral`] is no dialect but the read that the component offers to hosts that want facts; the dialect
//! [`Dialect::Readroom`] is the same read as a tool.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod arguments;
mod json;
mod mycodeagent;
pub mod neutral;
mod readroom;
mod schema;

use alloc::string::String;
use alloc::vec::Vec;
use neutral::Begin;
use readroom_core::Tree;

/// An agent whose tool is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our own.
    Readroom,
    /// MyCodeAgent's `Read`.
    Mycodeagent,
}

impl Dialect {
    /// All of them, in the order of the contract.
    pub const ALL: [Self; 2] = [Self::Readroom, Self::Mycodeagent];
}

/// What a call can see of the world.
pub struct Scene<'a, T> {
    /// The files.
    pub tree: &'a T,
    /// The agent's working directory, an absolute name. None means the root.
    pub cwd: Option<&'a str>,
    /// A clock in milliseconds. Only differences are used.
    pub clock: &'a dyn Fn() -> u64,
}

/// What a tool returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether the tool did what it was asked.
    pub outcome: Outcome,
    /// The native result object, on one line.
    pub json: String,
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
    pub start: Option<Begin>,
    /// The most lines.
    pub lines: Option<u64>,
}

/// Calls a dialect's tool with the JSON text that a model wrote.
pub fn call<T: Tree>(dialect: Dialect, scene: &Scene<'_, T>, arguments: &str) -> Reply {
    match dialect {
        Dialect::Readroom => readroom::call(scene, arguments),
        Dialect::Mycodeagent => mycodeagent::call(scene, arguments),
    }
}

/// A dialect's tool.
pub fn tool(dialect: Dialect) -> Tool {
    match dialect {
        Dialect::Readroom => readroom::tool(),
        Dialect::Mycodeagent => mycodeagent::tool(),
    }
}

/// Puts a question into a dialect's arguments, if it has words for it.
pub fn phrase(dialect: Dialect, question: &Question<'_>) -> Option<String> {
    match dialect {
        Dialect::Readroom => readroom::phrase(question),
        Dialect::Mycodeagent => mycodeagent::phrase(question),
    }
}
