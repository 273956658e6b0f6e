//! A call and its result as a terminal shows them: one line for the call, and the result folded to its beginning.
//!
//! Every dialect is drawn the same way, the one of pi; what differs is where the text stands in a result.

use crate::arguments::Arguments;
use crate::json::{Json, members};
use crate::numbers;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use serde_json::value::RawValue;

/// How many lines of a folded result are drawn.
const FOLDED_LINES: usize = 10;

/// How much of a result is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Its first ten lines.
    Collapsed,
    /// All of it.
    Expanded,
}

/// The names in a dialect's arguments.
pub(crate) struct Names {
    pub(crate) tool: &'static str,
    pub(crate) path: &'static str,
    pub(crate) first: &'static str,
    pub(crate) lines: &'static str,
    /// The number that the first line of a file has in the arguments.
    pub(crate) base: i64,
}

/// What there is to draw of a result.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Picture<'a> {
    /// Text of the file.
    pub(crate) text: Cow<'a, str>,
    /// The number of its first line, if the text has no numbers of its own.
    pub(crate) numbered_from: Option<i64>,
    /// What the tool says of it, which is never folded.
    pub(crate) notes: Vec<Cow<'a, str>>,
}

/// A call on one line: the tool, the path, and the lines that are asked for.
pub(crate) fn call(names: &Names, arguments: &str) -> String {
    let arguments = Arguments::read(arguments);
    let arguments = arguments.as_ref().ok();
    let path = match arguments.and_then(|arguments| arguments.get(names.path)) {
        Some(Json::Text(path)) if !path.is_empty() => &**path,
        // Not written yet, or never.
        _ => "...",
    };
    let number = |name| arguments.and_then(|arguments| whole(arguments.get(name)?));
    let (first, lines) = (number(names.first), number(names.lines));
    let mut line = format!("{} {path}", names.tool);
    if first.is_some() || lines.is_some() {
        let first = first.map_or(1, |first| first.saturating_add(1 - names.base));
        // Writing into memory does not fail.
        let _ = write!(line, ":{first}");
        if let Some(lines) = lines.filter(|_| first > 0) {
            let _ = write!(line, "-{}", first.saturating_add(lines - 1));
        }
    }
    escaped(&line.replace('\n', "\\n"))
}

/// The number of the first line that is asked for.
pub(crate) fn first_line(names: &Names, arguments: &str) -> i64 {
    let arguments = Arguments::read(arguments).ok();
    let first = arguments.and_then(|arguments| whole(arguments.get(names.first)?));
    first.map_or(1, |first| first.saturating_add(1 - names.base)).max(1)
}

fn whole(value: &Json<'_>) -> Option<i64> {
    match value {
        Json::Null => None,
        value => numbers::javascript(value).map(numbers::truncated),
    }
}

/// A result as lines.
pub(crate) fn result(picture: &Picture<'_>, fold: Fold) -> String {
    let all = picture.text.strip_suffix('\n').unwrap_or(&picture.text);
    let count = if picture.text.is_empty() { 0 } else { all.split('\n').count() };
    let shown = match fold {
        Fold::Collapsed => count.min(FOLDED_LINES),
        Fold::Expanded => count,
    };
    let mut lines: Vec<String> = Vec::with_capacity(shown + 1 + picture.notes.len());
    for (index, line) in all.split('\n').take(shown).enumerate() {
        let line = escaped(line.strip_suffix('\r').unwrap_or(line));
        lines.push(match picture.numbered_from {
            Some(first) => format!("{}  {line}", first.saturating_add_unsigned(index as u64)),
            None => line,
        });
    }
    if count > shown {
        lines.push(format!("... ({} more lines, ctrl+e to expand)", count - shown));
    }
    lines.extend(picture.notes.iter().map(|note| escaped(note)));
    lines.join("\n")
}

/// The error in a result, `{"error": {…, "message"}}`.
pub(crate) fn error(result: &str) -> Option<Picture<'static>> {
    let error = member(result, "error")?;
    Some(Picture { notes: alloc::vec![text(error, "message")?.into()], ..Picture::default() })
}

/// The text that a member of an object is.
pub(crate) fn text(object: &str, name: &str) -> Option<String> {
    serde_json::from_str(member(object, name)?).ok()
}

/// A member of an object, as JSON.
pub(crate) fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    members(object).ok()?.into_iter().find(|(known, _)| known == name).map(|(_, value)| value.get())
}

/// The elements of an array, as JSON.
pub(crate) fn elements(array: &str) -> Vec<&str> {
    let elements: Vec<&RawValue> = serde_json::from_str(array).unwrap_or_default();
    elements.into_iter().map(RawValue::get).collect()
}

/// What is said of bytes that no terminal shows: their type, and how many there are. They have so many characters in
/// base64 without padding.
pub(crate) fn attachment(mime: &str, base64: usize) -> String {
    format!("[{mime}, {} bytes]", base64 / 4 * 3 + base64 % 4 * 3 / 4)
}

/// Text with its control characters spelled out, but for tabs and line feeds.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() && !matches!(character, '\t' | '\n') {
            let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
        } else {
            safe.push(character);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{Fold, Names, Picture, call, result};
    use alloc::string::String;
    use std::format;

    const NAMES: Names = Names { tool: "read", path: "path", first: "offset", lines: "limit", base: 1 };

    #[test]
    fn a_call_is_one_line() {
        for (arguments, expected) in [
            (r#"{"path":"main.ts"}"#, "read main.ts"),
            (r#"{"path":"f","offset":10,"limit":41}"#, "read f:10-50"),
            (r#"{"path":"f","limit":5}"#, "read f:1-5"),
            (r#"{"path":"f","offset":7,"limit":null}"#, "read f:7"),
            (r#"{"path":"f","offset":-20,"limit":5}"#, "read f:-20"),
            (r#"{"pa"#, "read ..."),
            (r#"{"path":5}"#, "read ..."),
            (r#"{"path":"a\nb\u001b[2J"}"#, "read a\\nb\\u{1b}[2J"),
        ] {
            assert_eq!(call(&NAMES, arguments), expected);
        }
        let from_zero = Names { base: 0, ..NAMES };
        assert_eq!(call(&from_zero, r#"{"path":"f","offset":0,"limit":10}"#), "read f:1-10");
    }

    #[test]
    fn a_result_is_folded_to_ten_lines() {
        let text: String = (1..=60).map(|line| format!("line {line}\n")).collect();
        let picture =
            Picture { text: text.into(), numbered_from: Some(5), notes: alloc::vec!["[more]".into()] };
        let drawn = result(&picture, Fold::Collapsed);
        assert!(drawn.starts_with("5  line 1\n6  line 2\n"), "{drawn}");
        assert!(drawn.ends_with("14  line 10\n... (50 more lines, ctrl+e to expand)\n[more]"), "{drawn}");
        assert!(result(&picture, Fold::Expanded).ends_with("64  line 60\n[more]"));
    }

    #[test]
    fn control_characters_are_spelled_out() {
        let picture = Picture { text: "a\r\n\u{1b}]0;\u{7}\u{9b}\tb".into(), ..Picture::default() };
        assert_eq!(result(&picture, Fold::Expanded), "a\n\\u{1b}]0;\\u{7}\\u{9b}\tb");
        assert_eq!(result(&Picture::default(), Fold::Collapsed), "");
    }
}
