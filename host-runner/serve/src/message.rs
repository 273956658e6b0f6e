//! Messages: a line of JSON-RPC 2.0 each.

use crate::failure::Failure;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The maximum length of a line in bytes. The longest that is useful draws a result, which has up
/// to 64 MiB.
pub(crate) const MAX_BYTES: usize = 128 * 1024 * 1024;

/// What a line holds.
pub(crate) enum Message {
    /// It must be answered.
    Request(Request),
    /// It ends a request.
    Cancel(Id),
    /// The answer to a question.
    Answer {
        question: u64,
        /// The result as JSON. `None` if the question could not be answered.
        result: Option<Box<RawValue>>,
    },
    /// It is none of these, and the sender is told so.
    Invalid(Option<Id>, Failure),
}

pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) method: String,
    /// An object, as JSON.
    pub(crate) params: Box<RawValue>,
    /// The number of the room that it opens.
    pub(crate) new_room: Option<u64>,
}

/// The id of a request: the JSON text of a number or of a string, which an answer repeats.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Id(String);

impl Id {
    pub(crate) fn json(&self) -> &str {
        &self.0
    }

    fn new(json: &RawValue) -> Option<Self> {
        let text = json.get();
        text.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
            .then(|| Self(text.into()))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // It was JSON, and is so again.
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(to)
    }
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancelled<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
}

/// Parses a line that is not empty. Of one that is too long it gets the beginning, which is not
/// JSON.
pub(crate) fn parse(line: &[u8]) -> Message {
    let parsed: Line<'_> = match serde_json::from_slice(line) {
        Ok(parsed) => parsed,
        Err(error) => return Message::Invalid(None, Failure::not_json(&error)),
    };
    let id = parsed.id.and_then(Id::new);
    let Some(method) = parsed.method else {
        let question = parsed.id.and_then(|id| id.get().parse().ok());
        return match question {
            Some(question) if parsed.result.is_some() || parsed.error.is_some() => {
                Message::Answer { question, result: parsed.result.map(ToOwned::to_owned) }
            }
            _ => Message::Invalid(id, Failure::invalid("a request must have a method")),
        };
    };
    let params = parsed.params.map_or("{}", RawValue::get);
    if parsed.id.is_none() {
        let cancelled = serde_json::from_str::<Cancelled<'_>>(params);
        return match cancelled.ok().and_then(|cancelled| Id::new(cancelled.id)) {
            Some(id) if method == "cancel" => Message::Cancel(id),
            _ => {
                Message::Invalid(None, Failure::invalid("without an id, only 'cancel' can be sent"))
            }
        };
    }
    match (id, RawValue::from_string(params.into())) {
        (Some(id), Ok(params)) if params.get().starts_with('{') => {
            let method = method.into_owned();
            Message::Request(Request { id, method, params, new_room: None })
        }
        (Some(id), _) => Message::Invalid(Some(id), Failure::invalid("params must be an object")),
        (None, _) => Message::Invalid(None, Failure::invalid("id must be a number or a string")),
    }
}
