//! Why a request has no result: the errors of JSON-RPC, and those of rooms.

use readroom::{Error, Limit, ReadError, UnknownToolError};
use serde::Serialize;
use std::fmt::Display;

/// The error of an answer.
#[derive(Serialize)]
pub(crate) struct Failure {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Box<Data>>,
}

/// What a program needs to know of an error of a room.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Data {
    /// Nothing was read.
    Read { error: ReadError },
    /// There is no tool with this id.
    UnknownTool { error: UnknownToolError },
    /// The call reached a limit, or other calls left too little of it.
    Limit {
        limit: &'static str,
        /// Whether other calls had used it up.
        busy: bool,
        hint: &'static str,
    },
    /// The request was cancelled.
    Cancelled,
    /// The component failed. The room can still be used.
    Call,
    /// The audit log cannot be written.
    Audit,
    /// A room cannot be made of what was given.
    Room,
    /// There is no room with this number.
    Closed,
}

/// The code of every error of a room. JSON-RPC leaves it to the server.
const OF_A_ROOM: i32 = -32000;

impl Failure {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    fn of_a_room(message: impl Into<String>, data: Data) -> Self {
        Self { data: Some(Box::new(data)), ..Self::new(OF_A_ROOM, message) }
    }

    pub(crate) fn not_json(error: &serde_json::Error) -> Self {
        Self::new(-32700, format!("the line is not a JSON object, or too long: {error}"))
    }

    pub(crate) fn invalid(what: &str) -> Self {
        Self::new(-32600, format!("the message is not valid: {what}"))
    }

    pub(crate) fn no_such_method(method: &str) -> Self {
        Self::new(-32601, format!("there is no method '{method}'; see docs/protocol.md"))
    }

    pub(crate) fn bad_params(reason: impl Display) -> Self {
        Self::new(-32602, format!("the params are not valid: {reason}"))
    }

    pub(crate) fn no_hello() -> Self {
        Self::new(-32600, "the first request must be hello")
    }

    pub(crate) fn internal(reason: &str) -> Self {
        Self::new(-32603, reason)
    }

    pub(crate) fn closed(room: u64) -> Self {
        Self::of_a_room(format!("there is no room {room}; open one"), Data::Closed)
    }

    /// The files of a room take more memory than all calls may.
    pub(crate) fn large_files(allowed: usize) -> Self {
        Self::of_a_room(
            format!("the files take more than the limit 'total-memory' ({allowed} bytes)"),
            Data::Limit {
                limit: Limit::TotalMemory.name(),
                busy: false,
                hint: "Give fewer files, or raise the limit.",
            },
        )
    }

    pub(crate) fn room(reason: impl Display) -> Self {
        Self::of_a_room(reason.to_string(), Data::Room)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        let data = match error {
            Error::Read(error) => Data::Read { error },
            Error::UnknownTool(error) => Data::UnknownTool { error },
            Error::Limit(reached) => Data::Limit {
                limit: reached.limit.name(),
                busy: reached.busy,
                hint: reached.hint(),
            },
            Error::Cancelled => Data::Cancelled,
            Error::Audit { .. } => Data::Audit,
            Error::Call(_) => Data::Call,
            _ => Data::Room,
        };
        Self::of_a_room(message, data)
    }
}
