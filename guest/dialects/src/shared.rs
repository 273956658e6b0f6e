//! Code shared by dialects: arguments and JSON, numbers and paths as text, similar names,
//! exceptions, schemas, drawing for terminals, and the types that every tool takes and returns.

pub(crate) mod arguments;
pub(crate) mod basic_request;
pub(crate) mod cell_text;
pub(crate) mod clip;
pub(crate) mod collation;
pub(crate) mod content;
pub(crate) mod environment;
pub(crate) mod escape;
pub(crate) mod exception;
pub(crate) mod javascript;
pub(crate) mod json;
pub(crate) mod json_output;
pub(crate) mod line_numbers;
pub(crate) mod media_files;
pub(crate) mod memory;
pub(crate) mod mime_types;
pub(crate) mod node;
pub(crate) mod numbers;
pub(crate) mod paths;
pub(crate) mod python;
pub(crate) mod reply;
pub(crate) mod schema;
pub(crate) mod suggest;
pub(crate) mod tool;
pub(crate) mod uri;
