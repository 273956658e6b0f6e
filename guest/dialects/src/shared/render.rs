//! Draws a call and its result for a terminal: one line for the call, and the result folded to its
//! beginning.
//!
//! Every dialect is drawn like pi; only the place of the text in a result differs.

use super::arguments::Arguments;
use super::json::{self, Integer, Json};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The number of lines drawn of a folded result.
const FOLDED_LINES: usize = 10;

/// The maximum number of bytes drawn. Tools return less, but escaped control characters are longer,
/// and the input is not trusted.
const MAX_DRAWN: usize = 16 * 1024 * 1024;

/// The maximum number of blocks, attachments or notes drawn.
pub(crate) const MAX_PARTS: usize = 16;

/// How much of a result is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Its first ten lines.
    Collapsed,
    /// All of it.
    Expanded,
}

/// The names of a dialect's arguments.
pub(crate) struct ArgumentNames {
    pub(crate) tool: &'static str,
    pub(crate) path: &'static str,
    pub(crate) first: &'static str,
    pub(crate) lines: &'static str,
    /// The number of the first line of a file in the arguments.
    pub(crate) base: i64,
}

/// What is drawn of a result.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ResultView<'a> {
    /// Text of the file.
    pub(crate) text: Cow<'a, str>,
    /// The number of its first line, if the text has no numbers of its own.
    pub(crate) numbered_from: Option<i64>,
    /// Messages of the tool, which are never folded.
    pub(crate) notes: Vec<Cow<'a, str>>,
}

/// Draws a call on one line: the tool, the path, and the requested lines.
pub(crate) fn call(names: &ArgumentNames, arguments: &str) -> String {
    let arguments = Arguments::parse(arguments);
    let arguments = arguments.as_ref().ok();
    let path = match arguments.and_then(|arguments| arguments.get(names.path)) {
        Some(Json::Text(path)) if !path.is_empty() => path.to_string(),
        Some(Json::List(paths)) => {
            let names = paths.iter().map(|path| match path {
                Json::Text(path) => &**path,
                _ => "...",
            });
            names.collect::<Vec<_>>().join(" ")
        }
        // Not yet written, or missing.
        _ => "...".into(),
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
    let mut drawn = String::new();
    push_escaped(&line.replace('\n', "\\n").replace('\t', "\\t"), &mut drawn);
    drawn
}

/// Returns the number of the first requested line.
pub(crate) fn first_line(names: &ArgumentNames, arguments: &str) -> i64 {
    let arguments = Arguments::parse(arguments).ok();
    let first = arguments.and_then(|arguments| whole(arguments.get(names.first)?));
    first.map_or(1, |first| first.saturating_add(1 - names.base)).max(1)
}

fn whole(value: &Json<'_>) -> Option<i64> {
    let (Json::Number(number) | Json::Text(number)) = value else { return None };
    Some(match Integer::in_any_form(number.trim())? {
        Integer::Natural(size) => 0_i64.saturating_add_unsigned(size),
        Integer::Negative(size) => 0_i64.saturating_sub_unsigned(size),
    })
}

/// Draws a result as lines.
pub(crate) fn result(view: &ResultView<'_>, fold: Fold) -> String {
    let all = view.text.strip_suffix('\n').unwrap_or(&view.text);
    let count = if view.text.is_empty() { 0 } else { all.split('\n').count() };
    let shown = match fold {
        Fold::Collapsed => count.min(FOLDED_LINES),
        Fold::Expanded => count,
    };
    let mut drawn = String::new();
    let mut lines = 0;
    for line in all.split('\n').take(shown) {
        if drawn.len() >= MAX_DRAWN {
            break;
        }
        if let Some(first) = view.numbered_from {
            // Writing into memory does not fail.
            let _ = write!(drawn, "{}  ", first.saturating_add_unsigned(lines as u64));
        }
        push_escaped(line.strip_suffix('\r').unwrap_or(line), &mut drawn);
        drawn.push('\n');
        lines += 1;
    }
    if count > lines {
        let _ = writeln!(drawn, "... ({} more lines, ctrl+e to expand)", count - lines);
    }
    for note in view.notes.iter().take(MAX_PARTS) {
        push_escaped(note, &mut drawn);
        drawn.push('\n');
    }
    drawn.pop();
    drawn
}

/// Returns the error in a result, `{"error": {…, "message"}}`.
pub(crate) fn error(result: &str) -> Option<ResultView<'static>> {
    let error = member(result, "error")?;
    Some(ResultView { notes: vec![text(error, "message")?.into()], ..ResultView::default() })
}

/// Returns a member of an object that is a text.
pub(crate) fn text(object: &str, name: &str) -> Option<String> {
    serde_json::from_str(member(object, name)?).ok()
}

/// Returns a member of an object, as JSON.
pub(crate) fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    json::member(object, name).map(RawValue::get)
}

/// Returns the first elements of an array, as JSON.
pub(crate) fn elements(array: &str) -> Vec<&str> {
    json::elements(array, MAX_PARTS).into_iter().map(RawValue::get).collect()
}

/// Describes bytes that terminals do not show: their type and number. `base64` is their length in
/// base64 without padding.
pub(crate) fn attachment(mime: &str, base64: usize) -> String {
    format!("[{mime}, {} bytes]", base64 / 4 * 3 + base64 % 4 * 3 / 4)
}

/// Appends text with control characters escaped, except tabs and line feeds, as far as it fits.
fn push_escaped(text: &str, drawn: &mut String) {
    for character in text.chars() {
        if drawn.len() >= MAX_DRAWN {
            return;
        }
        if character.is_control() && !matches!(character, '\t' | '\n') {
            let _ = write!(drawn, "\\u{{{:x}}}", u32::from(character));
        } else {
            drawn.push(character);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ArgumentNames, Fold, ResultView, call, result};

    const NAMES: ArgumentNames =
        ArgumentNames { tool: "read", path: "path", first: "offset", lines: "limit", base: 1 };

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
        let from_zero = ArgumentNames { base: 0, ..NAMES };
        assert_eq!(call(&from_zero, r#"{"path":"f","offset":0,"limit":10}"#), "read f:1-10");
    }

    #[test]
    fn a_result_is_folded_to_ten_lines() {
        let text: String = (1..=60).map(|line| format!("line {line}\n")).collect();
        let picture =
            ResultView { text: text.into(), numbered_from: Some(5), notes: vec!["[more]".into()] };
        let drawn = result(&picture, Fold::Collapsed);
        assert!(drawn.starts_with("5  line 1\n6  line 2\n"), "{drawn}");
        assert!(
            drawn.ends_with("14  line 10\n... (50 more lines, ctrl+e to expand)\n[more]"),
            "{drawn}"
        );
        assert!(result(&picture, Fold::Expanded).ends_with("64  line 60\n[more]"));
    }

    #[test]
    fn control_characters_are_spelled_out() {
        let picture =
            ResultView { text: "a\r\n\u{1b}]0;\u{7}\u{9b}\tb".into(), ..ResultView::default() };
        assert_eq!(result(&picture, Fold::Expanded), "a\n\\u{1b}]0;\\u{7}\\u{9b}\tb");
        assert_eq!(result(&ResultView::default(), Fold::Collapsed), "");
    }
}
