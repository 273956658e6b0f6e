//! The parts of two texts that differ, with the lines around them.

use crate::line_diff::{LineNumbers, Replaced};
use memchr::memchr_iter;
use std::ops::Range;

/// The maximum length of the line that names the function of a hunk, in bytes.
const MAX_HEADER: usize = 80;

/// A part of two texts that differs, as a patch shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'a> {
    /// The number of the first line before, from 1. The line before it if there are none.
    pub from_start: usize,
    /// The number of lines before.
    pub from_lines: usize,
    /// The number of the first line after, from 1. The line before it if there are none.
    pub to_start: usize,
    /// The number of lines after.
    pub to_lines: usize,
    /// The last line before the hunk that looks like the start of a function, or an empty string.
    pub header: &'a str,
    /// The lines, in their order.
    pub parts: Vec<HunkPart<'a>>,
}

/// Consecutive lines of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkPart<'a> {
    /// In which texts they are.
    pub kind: LineKind,
    /// The lines with their line feeds. The last line of a text may have none.
    pub lines: &'a str,
}

/// In which texts a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// In both.
    Context,
    /// In the one before.
    Removed,
    /// In the one after.
    Added,
}

impl LineKind {
    /// Returns the first character of such a line in a patch.
    pub fn sign(self) -> char {
        match self {
            Self::Context => ' ',
            Self::Removed => '-',
            Self::Added => '+',
        }
    }
}

/// Returns the hunks between two texts, with this number of lines around each change.
pub fn text_hunks<'a>(from: &'a str, to: &'a str, context: usize) -> Vec<Hunk<'a>> {
    let replaced = replaced(from, to, context);
    let (from, to) = (Lines::new(from), Lines::new(to));
    let is_near = |before: &Replaced, after: &Replaced| {
        after.from.start - before.from.end <= context.saturating_mul(2)
    };
    let (mut hunks, mut header, mut searched) = (Vec::new(), "", 0);
    for group in replaced.chunk_by(is_near) {
        let hunk = hunk(&from, &to, group, context);
        let start = hunk.from_start.saturating_sub(usize::from(hunk.from_lines > 0));
        let names = (searched..start).rev().map(|line| from.slice(line..line + 1));
        header = names.filter_map(function_name).next().unwrap_or(header);
        searched = start;
        hunks.push(Hunk { header, ..hunk });
    }
    hunks
}

/// Returns the number of removed and of added lines.
pub fn line_counts(from: &str, to: &str) -> (usize, usize) {
    replaced(from, to, usize::MAX).iter().fold((0, 0), |(removed, added), lines| {
        (removed + lines.from.len(), added + lines.to.len())
    })
}

fn replaced(from: &str, to: &str, context: usize) -> Vec<Replaced> {
    let mut numbers = LineNumbers::<&[u8]>::default();
    let (from, to) = (numbers.split(from.as_bytes()), numbers.split(to.as_bytes()));
    match context {
        0 => numbers.replaced_without_tail(&from, &to),
        _ => numbers.replaced(&from, &to),
    }
}

/// A text in lines.
struct Lines<'a> {
    text: &'a str,
    /// The offsets where lines end, each after its line feed.
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let mut ends: Vec<_> = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).collect();
        if ends.last().copied().unwrap_or_default() < text.len() {
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// Returns consecutive lines with their line feeds.
    fn slice(&self, lines: Range<usize>) -> &'a str {
        let offset = |line: usize| {
            line.checked_sub(1).map_or(0, |last| self.ends.get(last).copied().unwrap_or_default())
        };
        self.text.get(offset(lines.start)..offset(lines.end)).unwrap_or_default()
    }
}

fn hunk<'a>(from: &Lines<'a>, to: &Lines<'a>, group: &[Replaced], context: usize) -> Hunk<'a> {
    let (first, last) = (group.first(), group.last());
    let (first_from, first_to) = first.map_or((0, 0), |first| (first.from.start, first.to.start));
    let (last_from, last_to) = last.map_or((0, 0), |last| (last.from.end, last.to.end));
    let before = context.min(first_from).min(first_to);
    let after = context.min(from.ends.len() - last_from).min(to.ends.len() - last_to);
    let mut parts = Vec::new();
    let mut add = |kind, text: &Lines<'a>, lines: Range<usize>| {
        if !lines.is_empty() {
            parts.push(HunkPart { kind, lines: text.slice(lines) });
        }
    };
    let mut line = first_from - before;
    for replaced in group {
        add(LineKind::Context, from, line..replaced.from.start);
        add(LineKind::Removed, from, replaced.from.clone());
        add(LineKind::Added, to, replaced.to.clone());
        line = replaced.from.end;
    }
    add(LineKind::Context, from, line..last_from + after);
    let start = |first: usize, lines: usize| first - before + usize::from(lines > 0);
    let from_lines = last_from + after - (first_from - before);
    let to_lines = last_to + after - (first_to - before);
    let (from_start, to_start) = (start(first_from, from_lines), start(first_to, to_lines));
    Hunk { from_start, from_lines, to_start, to_lines, header: "", parts }
}

/// Returns the start of a line that begins with a letter, `_` or `$`.
fn function_name(line: &str) -> Option<&str> {
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    line.bytes().next().filter(|byte| is_name(*byte))?;
    let end = line.floor_char_boundary(MAX_HEADER);
    Some(line.get(..end)?.trim_end_matches([' ', '\t', '\n', '\r']))
}
