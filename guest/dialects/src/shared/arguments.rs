//! Strict parsing of the arguments that a model wrote.
//!
//! One JSON object without duplicate names, within limits on size and depth. Nothing is coerced or
//! guessed here, so that a policy that checked the arguments earlier saw the same ones. A dialect
//! whose tool accepts more does that itself, with [`super::numbers`].

use super::clip::clipped;
use super::json::{Json, Members, members};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// The maximum size of the JSON text in bytes.
pub(crate) const MAX_BYTES: usize = 64 * 1024;

/// The maximum depth of nested objects and arrays.
pub(crate) const MAX_DEPTH: usize = 64;

/// The maximum length of a number in characters. Python parses no integer of more than 4300 digits,
/// and a response repeats the request.
const MAX_NUMBER: usize = 1000;

/// The arguments of a call.
pub(crate) struct Arguments<'a>(pub(crate) Members<'a>);

/// Why arguments are invalid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ArgumentsError {
    TooLarge,
    TooDeep,
    NotText,
    LongNumber,
    NotJson(String),
    NotAnObject(&'static str),
    Duplicate(String),
}

/// Writes what would be valid.
impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "arguments must have at most {MAX_BYTES} bytes"),
            Self::TooDeep => write!(f, "arguments must be nested at most {MAX_DEPTH} levels deep"),
            Self::NotText => f.write_str("arguments must be UTF-8 and hold no NUL"),
            Self::LongNumber => {
                write!(f, "arguments must have no number of more than {MAX_NUMBER} characters")
            }
            Self::NotJson(why) => write!(f, "arguments must be one JSON object: {why}"),
            Self::NotAnObject(kind) => write!(f, "arguments must be one JSON object, not {kind}"),
            Self::Duplicate(name) => write!(f, "argument '{}' is given twice", clipped(name)),
        }
    }
}

impl<'a> Arguments<'a> {
    /// Parses the arguments.
    pub(crate) fn parse(text: &'a str) -> Result<Self, ArgumentsError> {
        if text.len() > MAX_BYTES {
            return Err(ArgumentsError::TooLarge);
        }
        // A host replaces ill-formed bytes with NULs.
        if text.contains('\0') {
            return Err(ArgumentsError::NotText);
        }
        let raw: &RawValue = serde_json::from_str(text)
            .map_err(|error| ArgumentsError::NotJson(format!("{error}")))?;
        match value(raw, 0)? {
            Json::Object(members) => Ok(Self(members)),
            other => Err(ArgumentsError::NotAnObject(other.kind())),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Json<'a>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the first argument whose name is not one of these.
    pub(crate) fn unknown(&self, names: &[&str]) -> Option<Cow<'_, str>> {
        self.0
            .iter()
            .map(|(name, _)| name)
            .find(|name| !names.contains(&&***name))
            .map(|name| clipped(name))
    }
}

/// Parses JSON text within the limits of arguments. `None` if it is not valid.
pub(crate) fn parse_value<'a>(text: &str) -> Option<Json<'a>> {
    value(serde_json::from_str(text).ok()?, 0).ok()
}

/// Parses a value of valid JSON, `depth` levels down.
fn value<'a>(raw: &RawValue, depth: usize) -> Result<Json<'a>, ArgumentsError> {
    let text = raw.get();
    let not_json = |error: serde_json::Error| ArgumentsError::NotJson(format!("{error}"));
    let nested = || if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(ArgumentsError::TooDeep) };
    Ok(match text.as_bytes().first() {
        Some(b'{') => {
            let depth = nested()?;
            let members = members(text).map_err(not_json)?;
            let mut seen = BTreeSet::new();
            if let Some((twice, _)) = members.iter().find(|(name, _)| !seen.insert(name)) {
                return Err(ArgumentsError::Duplicate(twice.clone()));
            }
            let read =
                |(name, raw): (String, &RawValue)| Ok((Cow::Owned(name), value(raw, depth)?));
            Json::Object(members.into_iter().map(read).collect::<Result<_, _>>()?)
        }
        Some(b'[') => {
            let depth = nested()?;
            let values: Vec<&RawValue> = serde_json::from_str(text).map_err(not_json)?;
            Json::List(values.into_iter().map(|raw| value(raw, depth)).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Json::Text(Cow::Owned(serde_json::from_str(text).map_err(not_json)?)),
        Some(b't') => Json::Bool(true),
        Some(b'f') => Json::Bool(false),
        Some(b'n') => Json::Null,
        _ if text.len() > MAX_NUMBER => return Err(ArgumentsError::LongNumber),
        _ => Json::Number(text.to_string().into()),
    })
}

#[cfg(test)]
mod tests;
