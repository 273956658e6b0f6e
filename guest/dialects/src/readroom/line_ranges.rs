//! Lines from one to another, in the forms that models and other tools write.

use super::argument_aliases::{END, meaning};
use crate::shared::{Integer, Json};

/// Some lines. The first is 0 if it is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineRange {
    pub(super) first: Integer,
    /// `None` is the end of the file.
    pub(super) last: Option<u64>,
}

/// Returns the ranges that a value means: `[10, 12]`, `"10-12"`, `{"start": 10, "end": 12}`, a
/// single line, or several of these in a list or with commas between them.
/// `None` if it is not a range.
pub(super) fn line_ranges(value: &Json<'_>) -> Option<Vec<LineRange>> {
    match value {
        Json::Number(_) => one(Some(value), Some(value)).map(|range| vec![range]),
        Json::Text(text) => in_text(text),
        Json::List(values) => match &values[..] {
            [first, last]
                if integer(first).is_some() && (is_open(last) || integer(last).is_some()) =>
            {
                one(Some(first), Some(last)).map(|range| vec![range])
            }
            [] => None,
            _ => {
                let ranges: Option<Vec<_>> = values.iter().map(line_ranges).collect();
                ranges.map(|ranges| ranges.concat())
            }
        },
        Json::Object(members) => {
            let of = |wanted: &str| {
                let is_meant = |name: &str| match name {
                    "first" => wanted == "start",
                    "last" => wanted == END,
                    name => meaning(name, &["start", END]) == Some(wanted),
                };
                members.iter().find(|(name, _)| is_meant(name)).map(|(_, value)| value)
            };
            let (first, last) = (of("start"), of(END));
            let known = [first, last].iter().flatten().count();
            let range = one(first, last).filter(|_| known == members.len() && known > 0)?;
            Some(vec![range])
        }
        _ => None,
    }
}

/// Returns the ranges that are written in a text, such as `10-12`, `10:12`, `10,12`, `L10-L12`,
/// `10-`, `:12`, `10..12`, `lines 10 to 12` or `1-5, 10-12`.
fn in_text(text: &str) -> Option<Vec<LineRange>> {
    let text = text.trim().to_ascii_lowercase();
    let text = text.trim_start_matches(['#', '[', '(', '{']);
    let text = text.trim_end_matches([']', ')', '}']);
    let text = text.trim_start_matches("lines").trim_start_matches("line").trim();
    if let Some(range) = span(text) {
        return Some(vec![range]);
    }
    let parts: Option<Vec<_>> = text.split([',', ';']).map(|part| span(part.trim())).collect();
    // Two numbers are the ends of one range.
    match parts?[..] {
        [one, other] if one.last.map(Integer::Natural) == Some(one.first) => match other.first {
            Integer::Natural(last) if other.last == Some(last) => {
                Some(vec![LineRange { first: one.first, last: Some(last) }])
            }
            _ => Some(vec![one, other]),
        },
        ref parts => Some(parts.to_vec()),
    }
}

/// Returns the range that a text without commas means.
fn span(text: &str) -> Option<LineRange> {
    let end = |text: &str| {
        let text = text.trim().trim_start_matches(['l', '#']);
        Json::Text(text.to_string().into())
    };
    if integer(&end(text)).is_some() {
        return one(Some(&end(text)), Some(&end(text)));
    }
    let (first, last) = ["..=", "..", "-", "–", ":", " to "].into_iter().find_map(|between| {
        text.split_once(between).filter(|(first, _)| integer_or_empty(first))
    })?;
    let (first, last) = (end(first), end(last));
    let is_empty = |value: &Json<'_>| matches!(value, Json::Text(text) if text.is_empty());
    match (is_empty(&first), is_open(&last)) {
        (true, true) => None,
        (true, false) => one(None, Some(&last)),
        (false, _) => one(Some(&first), Some(&last)),
    }
}

fn integer_or_empty(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['l', '#']);
    text.is_empty() || Integer::in_any_form(text).is_some()
}

fn one(first: Option<&Json<'_>>, last: Option<&Json<'_>>) -> Option<LineRange> {
    let first = match first {
        None | Some(Json::Null) => Integer::Natural(0),
        Some(first) => integer(first)?,
    };
    let last = match last {
        None => None,
        Some(last) if is_open(last) => None,
        Some(last) => match (integer(last)?, first) {
            (Integer::Natural(last), _) => Some(last).filter(|last| *last > 0),
            // From the end, a single line is the first of the last lines.
            (last, first) if last == first => None,
            (Integer::Negative(_), _) => return None,
        },
    };
    Some(LineRange { first, last })
}

/// Whether a last line means the end of the file.
fn is_open(last: &Json<'_>) -> bool {
    match last {
        Json::Null => true,
        Json::Text(text) => {
            ["", "end", "eof", "$", "-1"].contains(&&*text.trim().to_ascii_lowercase())
        }
        _ => Integer::of(last) == Some(Integer::Negative(1)),
    }
}

fn integer(value: &Json<'_>) -> Option<Integer> {
    match value {
        Json::Number(text) | Json::Text(text) => Integer::in_any_form(text.trim()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
