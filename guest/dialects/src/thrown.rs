//! The errors of tools that throw: `{"error": {"type", "message"}}`.

use crate::json::Json;
use crate::{Outcome, Reply};
use alloc::borrow::Cow;
use alloc::string::String;

/// What a tool throws.
#[derive(Debug)]
pub(crate) struct Thrown {
    /// The class of the exception.
    pub(crate) class: &'static str,
    pub(crate) message: String,
}

impl Thrown {
    pub(crate) fn new(class: &'static str, message: impl Into<String>) -> Self {
        Self { class, message: message.into() }
    }

    /// A plain `Error`, as JavaScript's tools throw them.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self::new("Error", message)
    }
}

impl From<Thrown> for Reply {
    fn from(thrown: Thrown) -> Self {
        let error = Json::object([
            ("type", Json::text(thrown.class)),
            ("message", Json::Text(Cow::Owned(thrown.message))),
        ]);
        Self { outcome: Outcome::Refused, json: Json::object([("error", error)]).write(), facts: None }
    }
}
