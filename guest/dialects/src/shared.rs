//! Code shared by dialects: arguments and JSON, numbers and paths as text, similar names,
//! exceptions, schemas, drawing for terminals, and the types that every tool takes and returns.

mod arguments;
mod basic_request;
pub(crate) mod cell_text;
mod clip;
mod collation;
pub(crate) mod content;
mod environment;
mod escape;
mod exception;
pub(crate) mod javascript;
mod json;
mod json_output;
mod line_numbers;
pub(crate) mod media_files;
pub(crate) mod memory;
pub(crate) mod mime_types;
mod node;
pub(crate) mod numbers;
pub(crate) mod paths;
pub(crate) mod python;
mod reply;
pub(crate) mod schema;
pub(crate) mod suggest;
pub(crate) mod titled;
mod tool;
pub(crate) mod uri;

pub(crate) use arguments::{Arguments, parse_value};
pub use basic_request::BasicRequest;
pub(crate) use basic_request::{arguments_of, first_line_of, lines_of};
pub(crate) use clip::{clipped, clipped_to};
pub(crate) use collation::Collation;
pub(crate) use content::encoded;
pub use environment::Environment;
pub(crate) use escape::{escaped, listed, on_one_line, quotable, quoted};
pub(crate) use exception::ToolException;
pub(crate) use json::{Integer, Json, Members};
pub(crate) use json_output::to_json;
pub(crate) use line_numbers::LineNumbers;
pub(crate) use node::NodeError;
pub(crate) use reply::MAX_ANSWER;
pub use reply::Reply;
pub use tool::{Definition, Identity};
