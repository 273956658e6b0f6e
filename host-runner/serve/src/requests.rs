//! The params of requests, beside those of reads, which follow from the contract.

use crate::failure::Failure;
use readroom::internal::{CallOptions, parse_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// What every request about a room has.
pub(crate) struct Target {
    pub(crate) room: u64,
    /// Whether to tell how far the call is.
    pub(crate) progress: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stat {
    pub(crate) path: String,
}

/// A tool and its arguments: the text that a model wrote, or an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Call<'a> {
    pub(crate) room: u64,
    #[serde(default)]
    pub(crate) progress: bool,
    #[serde(default)]
    content_only: bool,
    pub(crate) tool: String,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

/// Reads the params of a request, all of whose members must be known.
pub(crate) fn params<'a, T: Deserialize<'a>>(params: &'a RawValue) -> Result<T, Failure> {
    serde_json::from_str(params.get()).map_err(Failure::bad_params)
}

/// Parses the params of a request, in whose objects no name may occur twice.
pub(crate) fn unique(given: &RawValue) -> Result<Value, Failure> {
    let parsed = parse_json(given.get().as_bytes()).map_err(Failure::bad_params)?;
    match parsed.duplicate {
        None => Ok(parsed.value),
        Some(name) => {
            let name: String = name.chars().take(100).collect();
            Err(Failure::bad_params(format_args!("the name '{name}' occurs twice in an object")))
        }
    }
}

/// Reads the params of a request about a room.
pub(crate) fn about_room<T: DeserializeOwned>(given: &RawValue) -> Result<(Target, T), Failure> {
    let (target, rest) = members_about_room(given)?;
    Ok((target, rest_of(rest)?))
}

/// Reads the same with one more member beside those of `T`.
pub(crate) fn about_room_with<M: DeserializeOwned, T: DeserializeOwned>(
    given: &RawValue,
    name: &str,
) -> Result<(Target, M, T), Failure> {
    let (target, mut rest) = members_about_room(given)?;
    let member = rest.shift_remove(name);
    let member =
        member.ok_or_else(|| Failure::bad_params(format_args!("missing field `{name}`")))?;
    let member = M::deserialize(member).map_err(Failure::bad_params)?;
    Ok((target, member, rest_of(rest)?))
}

fn rest_of<T: DeserializeOwned>(rest: Map<String, Value>) -> Result<T, Failure> {
    T::deserialize(Value::Object(rest)).map_err(Failure::bad_params)
}

fn members_about_room(given: &RawValue) -> Result<(Target, Map<String, Value>), Failure> {
    let Value::Object(mut members) = unique(given)? else {
        return Err(Failure::bad_params("they must be an object"));
    };
    let room = members.shift_remove("room").and_then(|room| room.as_u64());
    let room = room.ok_or_else(|| {
        Failure::bad_params("room must be a number that 'open' or 'session' returned")
    })?;
    let progress = match members.shift_remove("progress") {
        None => false,
        Some(Value::Bool(progress)) => progress,
        Some(_) => return Err(Failure::bad_params("progress must be true or false")),
    };
    Ok((Target { room, progress }, members))
}

impl Call<'_> {
    pub(crate) fn options(&self) -> CallOptions {
        CallOptions { content_only: self.content_only }
    }

    /// Returns the text of the arguments: that of a string, and that of anything else as it stands.
    pub(crate) fn arguments(&self) -> Result<String, Failure> {
        let given = self.arguments.get();
        if given.starts_with('"') { params(self.arguments) } else { Ok(given.into()) }
    }
}
