//! Draws lines of text.

use super::row::Row;
use crate::commands::read::names::count;
use readroom::{LineEndings, Text};

/// Returns a row for each line, the first of which has the number `first`. Line endings and the
/// byte-order mark are not drawn.
pub(super) fn rows(text: &Text, first: i64) -> Vec<Row> {
    let is_marked = text.bom && text.first == Some(1);
    let content = if is_marked { text.content.strip_prefix('\u{feff}') } else { None };
    let lines = content.unwrap_or(&text.content).split_terminator('\n');
    let numbered = (first..).zip(lines.take(text.lines as usize));
    numbered.map(|(number, line)| Row::new(number, without_cr(line))).collect()
}

/// Returns a line without a final CR.
pub(super) fn without_cr(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// Returns the facts about a text for the header.
pub(super) fn facts(text: &Text) -> Vec<String> {
    let mut facts: Vec<String> = text.total.map(|total| count(total, "line")).into_iter().collect();
    match text.line_endings {
        LineEndings::Crlf => facts.push("CRLF".into()),
        LineEndings::Cr => facts.push("CR".into()),
        LineEndings::Mixed => facts.push("mixed line endings".into()),
        LineEndings::None | LineEndings::Lf => {}
    }
    if text.bom {
        facts.push("byte-order mark".into());
    }
    facts
}
