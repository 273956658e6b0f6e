//! Errors of tools that throw exceptions: `{"error": {"type", "message"}}`, some without `type`.

use super::json::{Json, Members};
use super::reply::Reply;

#[derive(Debug)]
pub(crate) struct ToolException {
    /// Its class, if the error object names it.
    pub(crate) class: Option<&'static str>,
    pub(crate) message: String,
}

impl ToolException {
    pub(crate) fn new(class: &'static str, message: impl Into<String>) -> Self {
        Self { class: Some(class), message: message.into() }
    }

    /// Returns an error whose object has only a message.
    pub(crate) fn message(message: impl Into<String>) -> Self {
        Self { class: None, message: message.into() }
    }

    /// Returns a plain `Error`, as thrown by tools in JavaScript.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self::new("Error", message)
    }
}

impl From<ToolException> for Reply {
    fn from(exception: ToolException) -> Self {
        let ToolException { class, message } = exception;
        let mut error: Members<'_> = Vec::new();
        error.extend(class.map(|class| ("type".into(), Json::text(class))));
        error.push(("message".into(), Json::text(&*message)));
        Self::refused(Json::object([("error", Json::Object(error))]).write(), message)
    }
}
