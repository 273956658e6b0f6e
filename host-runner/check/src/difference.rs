//! Finds the first difference between two answers.

use serde_json::Value;
use std::fmt::Write;

/// The first difference between an answer and the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its location: a JSON Pointer (RFC 6901), such as `/reply/data/content`.
    pub at: String,
    /// The first character that differs, counted from 0, if both values are strings.
    pub character: Option<usize>,
    /// The expected value as JSON, cut to [`Difference::CHARACTERS`], or `None` if nothing is
    /// expected there.
    pub expected: Option<String>,
    /// The given value, in the same form.
    pub given: Option<String>,
}

impl Difference {
    /// The maximum length of a value in a report, in characters of JSON.
    pub const CHARACTERS: usize = 160;

    /// How many of these characters precede the first one that differs.
    const CONTEXT: usize = 40;

    /// Returns the first difference, in the order of the expected value, or `None` if the two are
    /// equal.
    pub fn first(expected: &Value, given: &Value) -> Option<Self> {
        let mut at = String::new();
        find_first(&mut at, Some(expected), Some(given)).map(|found| {
            let (expected, given, character) = match found {
                (Some(Value::String(expected)), Some(Value::String(given))) => {
                    let same = expected
                        .chars()
                        .zip(given.chars())
                        .take_while(|(one, other)| one == other)
                        .count();
                    (Some(around(expected, same)), Some(around(given, same)), Some(same))
                }
                (expected, given) => (expected.map(beginning), given.map(beginning), None),
            };
            Self { at, character, expected, given }
        })
    }
}

type DifferingValues<'a> = (Option<&'a Value>, Option<&'a Value>);

/// Returns the values at the first location that differs, and appends the location to `at`.
fn find_first<'a>(
    at: &mut String,
    expected: Option<&'a Value>,
    given: Option<&'a Value>,
) -> Option<DifferingValues<'a>> {
    match (expected, given) {
        (Some(Value::Object(expected)), Some(Value::Object(given))) => {
            let new = given.keys().filter(|name| !expected.contains_key(*name));
            expected.keys().chain(new).find_map(|name| {
                find_in_member(at, &escaped(name), expected.get(name), given.get(name))
            })
        }
        (Some(Value::Array(expected)), Some(Value::Array(given))) => {
            (0..expected.len().max(given.len())).find_map(|index| {
                find_in_member(at, &index.to_string(), expected.get(index), given.get(index))
            })
        }
        (expected, given) => (expected != given).then_some((expected, given)),
    }
}

fn find_in_member<'a>(
    at: &mut String,
    name: &str,
    expected: Option<&'a Value>,
    given: Option<&'a Value>,
) -> Option<DifferingValues<'a>> {
    let length = at.len();
    at.push('/');
    at.push_str(name);
    let found = find_first(at, expected, given);
    if found.is_none() {
        at.truncate(length);
    }
    found
}

/// Escapes a name for a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the start of a value as JSON.
fn beginning(value: &Value) -> String {
    match value {
        Value::String(text) => around(text, 0),
        value => cut(&value.to_string(), Difference::CHARACTERS),
    }
}

/// Returns the part of a string around a character as JSON, with `…` for omitted parts.
fn around(text: &str, character: usize) -> String {
    let skipped = character.saturating_sub(Difference::CONTEXT);
    let part: String = text.chars().skip(skipped).take(Difference::CHARACTERS + 1).collect();
    let json = Value::from(cut(&part, Difference::CHARACTERS)).to_string();
    if skipped == 0 { json } else { format!("…{json}") }
}

fn cut(text: &str, characters: usize) -> String {
    let mut kept: String = text.chars().take(characters).collect();
    if kept.len() < text.len() {
        // Writing to a string cannot fail.
        let _ = write!(kept, "…");
    }
    kept
}

#[cfg(test)]
mod tests;
