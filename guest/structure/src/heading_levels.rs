//! The open headings of a document.

use super::entry_budget::EntryBudget;
use super::indentation::Line;
use super::language::{Language, Markup};
use super::word_list::WordList;
use readroom_core::LineNumber;

/// The open headings by level, and the end of the text before the next one.
#[derive(Debug)]
pub(super) struct HeadingLevels {
    open: [Option<LineNumber>; LEVELS],
    /// The last lines that are neither blank nor labels, the last one first.
    last: [Option<LineNumber>; 3],
    /// The label after them: it belongs to the next heading, if one follows.
    label: Option<LineNumber>,
}

/// The number of heading levels.
pub(super) const LEVELS: usize = 8;

impl HeadingLevels {
    pub(super) fn new() -> Self {
        Self { open: [None; LEVELS], last: [None; 3], label: None }
    }

    /// Takes a line, after the heading that it is or ends was added.
    pub(super) fn pass(&mut self, line: &Line<'_>, language: Language) {
        if line.indentation == Some(0) && is_label(line.text, language) {
            self.label = Some(line.number);
        } else if line.indentation.is_some() {
            let [last, before, _] = self.last;
            self.last = [Some(line.number), last, before];
            self.label = None;
        }
    }

    /// Adds a heading, which ends those that are not above it. It started `lines` non-blank lines
    /// before the current one.
    pub(super) fn begin(
        &mut self,
        level: usize,
        (line, text): (LineNumber, &str),
        lines: usize,
        kept: &mut EntryBudget,
    ) {
        let end = self.last.get(lines).copied().flatten();
        for open in self.open.iter_mut().skip(level) {
            if let (Some(open), Some(end)) = (open.take(), end) {
                kept.end(open, end);
            }
        }
        if let Some(open) = self.open.get_mut(level) {
            *open = Some(line);
        }
        let above = self.open.iter().take(level).flatten().count();
        kept.add(line, above.try_into().unwrap_or(u32::MAX), text);
    }

    pub(super) fn end(&mut self, kept: &mut EntryBudget) {
        let [last, ..] = self.last;
        let end = self.label.or(last);
        for open in self.open.into_iter().flatten() {
            kept.end(open, end.unwrap_or(open));
        }
    }
}

/// The directives of reStructuredText that mark the heading after them, without content of their
/// own.
static MARKS: WordList = WordList::new(
    "sig event index state module signal control setting highlight fieldlookup templatetag \
    currentmodule templatefilter",
);

/// Returns whether a line labels the heading after it: `.. _x:`, `.. setting:: x`, `[[x]]`,
/// `<a id="x"></a>`, `(x)=`.
fn is_label(text: &str, language: Language) -> bool {
    match language {
        Language::Markup(Markup::Rst) => text.strip_prefix(".. ").is_some_and(|rest| {
            let directive = rest.split_once("::").map_or("", |(directive, _)| directive);
            rest.starts_with('_') && rest.ends_with(':') || MARKS.has(directive)
        }),
        Language::Markup(Markup::AsciiDoc) => text.starts_with('[') && text.ends_with(']'),
        _ => {
            let is_anchor = text.ends_with("></a>") || text.ends_with("/>");
            text.starts_with("<a ") && is_anchor && !text.contains(" href=")
                || text.starts_with('(') && text.ends_with(")=")
        }
    }
}

/// Returns the first line of a section: that of the labels above its heading, or of the line over
/// it.
pub(super) fn first_line_of_section<'t>(
    heading: LineNumber,
    language: Language,
    line: &dyn Fn(u64) -> &'t str,
) -> LineNumber {
    let mut first = heading.get();
    let over = line(first.saturating_sub(1)).trim_end();
    let is_rule = |text: &str| {
        let mark = text.chars().next().filter(char::is_ascii_punctuation);
        text.len() > 1 && text.chars().all(|other| Some(other) == mark)
    };
    if language == Language::Markup(Markup::Rst)
        && is_rule(over)
        && over == line(first + 1).trim_end()
    {
        first -= 1;
    }
    for above in (1..first).rev() {
        let text = line(above).trim_end();
        if is_label(text, language) {
            first = above;
        } else if !text.is_empty() {
            break;
        }
    }
    LineNumber::new(first).unwrap_or(heading)
}
