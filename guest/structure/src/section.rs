//! Finds the section of a document around a line.

use super::block::BlockSpan;
use super::definitions::{Definition, definitions};
use super::heading::{Heading, MAX_HEADERS};
use super::language::{Language, Markup};
use super::named::{DefiningFile, first_line};
use readroom_core::LineNumber;
use readroom_types::Siblings;

/// Returns whether a file with this name is divided by headings. Elements of HTML are blocks.
pub fn has_sections(file_name: &str) -> bool {
    let language = Language::of(file_name);
    language.has_headings() && language != Language::Markup(Markup::Html)
}

/// Returns the section of a document that a line is in, `levels` headings further out. `None` if it
/// is in none.
pub fn section(
    file: DefiningFile<'_>,
    line: LineNumber,
    levels: u32,
    siblings: Siblings,
) -> Option<BlockSpan> {
    let lines: Vec<_> = file.text.lines().collect();
    let text = |number: u64| {
        let at = usize::try_from(number.saturating_sub(1)).ok();
        at.and_then(|at| lines.get(at)).copied().unwrap_or_default()
    };
    if line.get() > lines.len() as u64 {
        return None;
    }
    // A blank line belongs to the line before it.
    let line = (1..=line.get()).rev().find(|number| !text(*number).trim().is_empty())?;
    let all = definitions(file.path, file.text);
    let first = |section: &Definition| first_line(section, file.path, &text);
    let is_around =
        |section: &&Definition| first(section).get() <= line && line <= section.entry.last.get();
    let around: Vec<_> = all.iter().filter(is_around).collect();
    let levels = usize::try_from(levels).unwrap_or(usize::MAX);
    let at = around.len().checked_sub(1)?.saturating_sub(levels);
    let (outer, inner) = around.split_at_checked(at)?;
    let mut span = inner.first().map(|section| (first(section), section.entry.last))?;
    if siblings == Siblings::Included {
        let parent = outer.last().map(|parent| &parent.entry);
        let is_inside = |section: &&Definition| {
            parent.is_none_or(|parent| {
                parent.line < section.entry.line && section.entry.last <= parent.last
            })
        };
        let next = all.iter().find(is_inside)?;
        let last = all.iter().filter(is_inside).map(|section| section.entry.last).max()?;
        span = (first(next), last);
    }
    let heading = |section: &&Definition| Heading {
        line: section.entry.line,
        text: section.entry.text.clone(),
    };
    let headers = outer.iter().skip(outer.len().saturating_sub(MAX_HEADERS)).map(heading).collect();
    Some(BlockSpan { first: span.0, last: span.1, headers })
}
