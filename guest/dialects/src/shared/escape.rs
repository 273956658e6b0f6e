//! Names in sentences: on one line, with everything visible, and short.

use super::clip::clipped;
use super::json::Json;
use readroom_names::is_hidden;
use std::borrow::Cow;
use std::fmt::Write;

/// Returns a name, or another foreign text, for a line of the tool: without characters that start a
/// line, are invisible, or change how others are displayed, and clipped if it is long.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    match escaped(text) {
        Cow::Borrowed(text) => clipped(text),
        Cow::Owned(text) => Cow::Owned(clipped(&text).into_owned()),
    }
}

/// Returns the same for a quotation between `'` in a sentence, which no character of it ends.
pub(crate) fn quotable(text: &str) -> Cow<'_, str> {
    let text = on_one_line(text);
    match ends_quotation(&text) {
        false => text,
        true => text.replace('\'', "\\u0027").into(),
    }
}

/// Returns a line in quotation marks that it does not end.
pub(crate) fn quoted(text: &str) -> String {
    match ends_quotation(text) {
        false => format!("'{text}'"),
        true => Json::text(text).write(),
    }
}

/// Returns whether a text has a `'` other than an apostrophe in a word.
fn ends_quotation(text: &str) -> bool {
    let is_end = |(at, _)| {
        let after = text.get(at + 1..).unwrap_or_default();
        !after.starts_with(char::is_alphanumeric)
    };
    text.match_indices('\'').any(is_end)
}

/// Returns a name for a separate line. A name that could be misread there is written as a JSON
/// string: one with a blank or a quotation mark at an end, and one that looks like a separator, a
/// note, a heading, a numbered line or a link mark.
pub(crate) fn listed(name: &str) -> Cow<'_, str> {
    // Nearly all names have no character that matters.
    if name != "--" && name.bytes().all(|byte| matches!(byte, b'#'..=b'Z' | b'^'..=b'~')) {
        return Cow::Borrowed(name);
    }
    let is_at_end = |mark| name.starts_with(mark) || name.ends_with(mark);
    let is_odd = name == "--"
        || name.starts_with("-- ")
        || name.contains(": ")
        || is_at_end(' ')
        || is_at_end('"')
        || name.starts_with('[') && name.ends_with(']')
        || name.starts_with("==> ")
        || name.contains('\t')
        || name.ends_with(" (link)")
        || name.ends_with(" (special)");
    match is_odd {
        true => Cow::Owned(escaped(&Json::text(name).write()).into_owned()),
        // A name that looks like an escape is not one.
        false if name.contains('\\') => {
            Cow::Owned(escaped(&with_escaped_backslashes(name)).into_owned())
        }
        false => escaped(name),
    }
}

/// Returns a name in which a backslash before a letter of an escape is escaped.
fn with_escaped_backslashes(name: &str) -> String {
    ['n', 'r', 't', 'u'].iter().fold(name.into(), |name: String, letter| {
        name.replace(&format!("\\{letter}"), &format!("\\\\{letter}"))
    })
}

/// Replaces such characters by JSON escapes. A model that copies these into its arguments still
/// names the file, and JSON keeps its meaning.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let (mut escaped, mut before) = (String::with_capacity(text.len() + 16), ' ');
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            character if is_unsafe(character, before) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
            character => escaped.push(character),
        }
        before = character;
    }
    Cow::Owned(escaped)
}

/// Returns whether a character is deceptive in a sentence. Joiners and variation selectors are not,
/// where words of some languages and emoji need them.
fn is_unsafe(character: char, before: char) -> bool {
    match character {
        ' ' => false,
        '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' => {
            before.is_ascii() || before.is_control() || before.is_whitespace() || is_hidden(before)
        }
        _ => character.is_control() || character.is_whitespace() || is_hidden(character),
    }
}

#[cfg(test)]
mod tests;
