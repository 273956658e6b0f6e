//! A grid of rows with a gutter.

use super::row::Row;
use crate::style::{Style, Tone};
use readroom::terminal::escaped;
use std::fmt::Write;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns of a gutter with short labels, without the space after them.
const MIN_GUTTER: usize = 5;

/// The columns between two tab stops.
const TAB: usize = 4;

/// The minimum number of columns that text is wrapped to: on a narrower terminal, lines exceed it.
const MIN_TEXT: usize = 20;

/// A grid that is being drawn.
pub(super) struct Grid {
    style: Style,
    /// The columns of the gutter, without the space after labels.
    gutter: usize,
    /// The columns for text.
    columns: usize,
    /// Whether it has rows.
    has_rows: bool,
    drawn: String,
}

impl Grid {
    /// Returns an empty grid for these rows, as wide as the terminal.
    pub(super) fn new(style: Style, width: usize, rows: &[Row]) -> Self {
        let labels = rows.iter().map(|row| row.label.width());
        let gutter = labels.max().unwrap_or_default().max(MIN_GUTTER);
        // The gutter, a space, a line and another space.
        let columns = width.saturating_sub(gutter + 3).max(MIN_TEXT);
        Self { style, gutter, columns, has_rows: !rows.is_empty(), drawn: String::new() }
    }

    /// Returns the columns for text.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Draws the name of a file and facts about it, on one line if they fit. Both are escaped
    /// already.
    pub(super) fn header(&mut self, name: &str, facts: &str) {
        self.rule('┬');
        if name.width() + 2 + facts.width() <= self.columns {
            let painted = self.style.paint(Tone::Dim, facts);
            let name = self.style.paint(Tone::Bold, name);
            self.line("", "", &format!("{name}  {painted}"), Tone::Plain);
        } else {
            for piece in wrapped(name, self.columns) {
                self.line("", "", piece, Tone::Bold);
            }
            for piece in wrapped(facts, self.columns) {
                self.line("", "", piece, Tone::Dim);
            }
        }
        if self.has_rows {
            self.rule('┼');
        }
    }

    /// Draws a row. Its text is escaped, and wrapped at the edge of the terminal and at line feeds.
    pub(super) fn row(&mut self, row: &Row) {
        let columns = self.columns.saturating_sub(row.lead.first.width()).max(MIN_TEXT);
        let (mut label, mut lead) = (&*row.label, &row.lead.first);
        for line in row.text.split('\n') {
            for piece in wrapped(&expanded(&escaped(line)), columns) {
                self.line(label, lead, piece, row.tone);
                (label, lead) = ("", &row.lead.next);
            }
        }
    }

    /// Draws the end of the grid.
    pub(super) fn footer(&mut self) {
        self.rule('┴');
    }

    pub(super) fn into_text(self) -> String {
        self.drawn
    }

    fn rule(&mut self, crossing: char) {
        let rule =
            format!("{}{crossing}{}", "─".repeat(self.gutter + 1), "─".repeat(self.columns + 1));
        self.push(format_args!("{}\n", self.style.paint(Tone::Dim, rule)));
    }

    fn line(&mut self, label: &str, lead: &str, text: &str, tone: Tone) {
        let padding = self.gutter.saturating_sub(label.width());
        let gutter = format!("{:padding$}{label} │", "");
        self.push(format_args!("{}", self.style.paint(Tone::Dim, gutter)));
        if !lead.is_empty() || !text.is_empty() {
            self.push(format_args!(" "));
        }
        if !lead.is_empty() {
            self.push(format_args!("{}", self.style.paint(Tone::Dim, lead)));
        }
        if !text.is_empty() {
            self.push(format_args!("{}", self.style.paint(tone, text)));
        }
        self.drawn.push('\n');
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.drawn.write_fmt(text);
    }
}

/// Returns a line with spaces for its tabs.
fn expanded(line: &str) -> String {
    let mut expanded = String::with_capacity(line.len());
    let mut column = 0;
    for (_, cluster) in clusters(line) {
        if cluster == "\t" {
            let spaces = TAB - column % TAB;
            expanded.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        } else {
            expanded.push_str(cluster);
            column += cluster.width();
        }
    }
    expanded
}

/// Cuts a line into pieces of at most `columns` columns: at least one piece.
pub(super) fn wrapped(line: &str, columns: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (position, cluster) in clusters(line) {
        let width = cluster.width();
        if used + width > columns && position > start {
            pieces.extend(line.get(start..position));
            (start, used) = (position, 0);
        }
        used += width;
    }
    pieces.extend(line.get(start..));
    pieces
}

/// The maximum length of a cluster in bytes: a line of nothing but combining marks is cut, too.
const MAX_CLUSTER: usize = 256;

/// Returns the grapheme clusters of a line, with their offsets: a character and what combines with
/// it, such as the other parts of an emoji.
fn clusters(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, mut last) = rest.next()?;
        let belongs = |last, at, next| at - start < MAX_CLUSTER && combines(last, next);
        while let Some((_, next)) = rest.next_if(|(at, next)| belongs(last, *at, *next)) {
            last = next;
        }
        let end = rest.peek().map_or(line.len(), |(at, _)| *at);
        Some((start, line.get(start..end)?))
    })
}

/// Returns whether a character is drawn with the one before it.
fn combines(last: char, next: char) -> bool {
    let is_emoji =
        |character| matches!(character, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    match next {
        // Skin tones.
        '\u{1f3fb}'..='\u{1f3ff}' => is_emoji(last),
        _ if last == '\u{200d}' => is_emoji(next),
        '\t' => false,
        _ => next.width() == Some(0),
    }
}

#[cfg(test)]
mod tests;
