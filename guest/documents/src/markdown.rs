//! Low-level Markdown: links, cells, titles.

use crate::limits::{LAST_COLUMN, LAST_ROW, MAX_TITLE};
use std::borrow::Cow;

/// Returns the text with line feeds as its only line breaks, and tabs as its only other controls.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let is_odd = |character: char| match character {
        '\t' | '\n' => false,
        '\0'..' ' | '\x7f' | '\u{85}' | '\u{2028}' | '\u{2029}' => true,
        _ => false,
    };
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let cleaned = text.chars().filter_map(|character| match character {
        '\r' | '\x0b' | '\x0c' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        other if is_odd(other) => None,
        other => Some(other),
    });
    Cow::Owned(cleaned.collect())
}

/// Appends the text of a cell on one line, with its pipes escaped.
pub(crate) fn push_cell(out: &mut String, text: &str) {
    for part in text.trim().split_inclusive(['|', '\n']) {
        if let Some(before) = part.strip_suffix('|') {
            out.push_str(before);
            out.push_str("\\|");
        } else if let Some(before) = part.strip_suffix('\n') {
            out.push_str(before);
            out.push_str("<br>");
        } else {
            out.push_str(part);
        }
    }
}

/// Joins the text into one line.
pub(crate) fn one_line(text: &str) -> String {
    let text = clean(text);
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Joins the text into one line, cut to the maximum length of a title.
pub(crate) fn title(text: &str) -> String {
    let mut title = one_line(text);
    if title.len() > MAX_TITLE {
        title.truncate(title.floor_char_boundary(MAX_TITLE - '…'.len_utf8()));
        title.push('…');
    }
    title
}

/// Returns the end of a link whose text began with `[`.
pub(crate) fn link_end(target: &str) -> String {
    let target: String = clean(target).split_whitespace().collect::<Vec<_>>().join("%20");
    if target.contains(['(', ')']) { format!("](<{target}>)") } else { format!("]({target})") }
}

/// Returns the address of a fragment of a target, unless it has one.
pub(crate) fn with_fragment(target: &str, place: &str) -> String {
    let place = place.trim_start_matches('#');
    if place.is_empty() || target.is_empty() || target.contains('#') {
        return target.to_owned();
    }
    format!("{target}#{place}")
}

/// Returns an image with its alternative text and file name.
pub(crate) fn image(shows: &str, path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    format!("![{}{}", one_line(shows), link_end(name))
}

/// Returns the level of the headings whose style has this name in Word.
pub(crate) fn heading_level(name: &str) -> Option<u64> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    name.strip_prefix("heading ")?.parse().ok().filter(|level| (1..=9).contains(level))
}

/// Returns the name of a column, counted from 0: `A`, `Z`, `AA`.
pub(crate) fn column_name(column: usize) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    letters.iter().rev().collect()
}

/// Returns the name of a cell by its column, counted from 0, and its row: `B12`.
pub(crate) fn cell_name(column: usize, row: u64) -> String {
    format!("{}{row}", column_name(column))
}

/// Returns the column, counted from 0, and the row, counted from 1, of a cell name such as `B12`.
pub(crate) fn parse_cell_name(name: &str) -> Option<(usize, u64)> {
    let letters = name.trim_start_matches('$');
    let digits = letters.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = letters.get(..letters.len() - digits.len())?;
    if !(1..=3).contains(&letters.len()) {
        return None;
    }
    let column = letters.bytes().fold(0, |column, letter| {
        column * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1
    });
    let row: u64 = digits.trim_start_matches('$').parse().ok()?;
    let is_cell = column - 1 <= LAST_COLUMN && (1..=LAST_ROW).contains(&row);
    is_cell.then_some((column - 1, row))
}

/// Returns the number of words: sequences between white space with a letter or a digit.
pub(crate) fn words(text: &str) -> u64 {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count() as u64
}
