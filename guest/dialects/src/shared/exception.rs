//! Errors of tools that throw exceptions: `{"error": {"type", "message"}}`.

use super::content::Content;
use super::json::Json;
use super::reply::{Outcome, Reply};

/// An exception of a tool.
#[derive(Debug)]
pub(crate) struct ToolException {
    /// Its class.
    pub(crate) class: &'static str,
    pub(crate) message: String,
}

impl ToolException {
    pub(crate) fn new(class: &'static str, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    /// Returns a plain `Error`, as tools in JavaScript throw.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self::new("Error", message)
    }
}

impl From<ToolException> for Reply {
    fn from(exception: ToolException) -> Self {
        let ToolException { class, message } = exception;
        let error = Json::object([("type", Json::text(class)), ("message", Json::text(&*message))]);
        let json = Json::object([("error", error)]).write();
        Self {
            outcome: Outcome::Refused,
            json,
            content: vec![Content::Text(message)],
            facts: Vec::new(),
        }
    }
}
