//! The parts of two texts that differ, with the lines around them.

use crate::line_diff::{Lines, Replaced, replaced_lines};
use memchr::memchr;
use std::ops::Range;

/// The maximum length of the line that names the function of a hunk, in bytes.
const MAX_HEADER: usize = 80;

/// The size of the blocks in which equal ends are left out, in bytes.
const TAIL_BLOCK: usize = 1024;

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
    // Git compares without the equal end if it is not shown, which can change what is found.
    let tail = if context == 0 { equal_tail(from, to) } else { 0 };
    let lines = |text: &'a str| Lines::new(text.get(..text.len() - tail).unwrap_or(text));
    let (from, to) = (lines(from), lines(to));
    let replaced = replaced_lines(&from, &to);
    let is_near = |before: &Replaced, after: &Replaced| {
        after.from.start - before.from.end <= context.saturating_mul(2)
    };
    let (mut hunks, mut header, mut searched) = (Vec::new(), "", 0);
    for group in replaced.chunk_by(is_near) {
        let hunk = hunk(&from, &to, group, context);
        let start = hunk.from_start.saturating_sub(usize::from(hunk.from_lines > 0));
        let names = (searched..start).rev().map(|line| from.line(line));
        header = names.filter_map(function_name).next().unwrap_or(header);
        searched = start;
        hunks.push(Hunk { header, ..hunk });
    }
    hunks
}

/// Returns the number of removed and of added lines.
pub fn line_counts(from: &str, to: &str) -> (usize, usize) {
    let (from, to) = (Lines::new(from), Lines::new(to));
    let replaced = replaced_lines(&from, &to);
    replaced.iter().fold((0, 0), |(removed, added), lines| {
        (removed + lines.from.len(), added + lines.to.len())
    })
}

fn hunk<'a>(from: &Lines<'a>, to: &Lines<'a>, group: &[Replaced], context: usize) -> Hunk<'a> {
    let (first, last) = (group.first(), group.last());
    let (first_from, first_to) = first.map_or((0, 0), |first| (first.from.start, first.to.start));
    let (last_from, last_to) = last.map_or((0, 0), |last| (last.from.end, last.to.end));
    let before = context.min(first_from).min(first_to);
    let after = context.min(from.len() - last_from).min(to.len() - last_to);
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

/// Returns the length of the equal ends of two texts, in whole blocks, without the line that a
/// block begins in.
fn equal_tail(from: &str, to: &str) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let blocks = from.rchunks_exact(TAIL_BLOCK).zip(to.rchunks_exact(TAIL_BLOCK));
    let length = TAIL_BLOCK * blocks.take_while(|(from, to)| from == to).count();
    let tail = from.get(from.len() - length..).unwrap_or_default();
    memchr(b'\n', tail).map_or(0, |end| length - end - 1)
}
