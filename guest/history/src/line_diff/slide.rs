//! Where changed lines are shown that could as well be shown above or below: where they follow the
//! structure that the indentation suggests.

use super::side::Side;
use std::cmp::Ordering;
use std::ops::{Add, Range};

/// The maximum number of positions that are compared.
const MAX_POSITIONS: usize = 100;

/// The maximum number of blank lines that are counted.
const MAX_BLANK: i32 = 20;

/// The maximum indentation.
const MAX_INDENT: i32 = 200;

/// The maximum number of bytes of a line that are looked at for its indentation.
const MAX_INDENT_BYTES: usize = 4096;

/// The indentation of a line. `None` if it is blank.
type Indent<'a> = &'a dyn Fn(u32) -> Option<i32>;

/// Slides the changed lines of a text.
pub(super) fn compact(side: &mut Side<'_>, other: &[bool], indent: Indent<'_>, steps: &mut u64) {
    let (group, other_group) = (run_at(&side.changed, 0), run_at(other, 0));
    let mut slider = Slider { side, other, indent, group, other_group, steps };
    loop {
        if !slider.group.is_empty() && *slider.steps > 0 {
            slider.place();
        }
        if slider.group.end >= slider.side.ids.len() {
            break;
        }
        slider.group = run_at(&slider.side.changed, slider.group.end + 1);
        slider.other_group = run_at(other, slider.other_group.end + 1);
    }
}

/// A group of changed lines, which may be empty, and the group of the other text that is at the
/// same position among the common lines.
struct Slider<'s, 't> {
    side: &'s mut Side<'t>,
    other: &'s [bool],
    indent: Indent<'s>,
    group: Range<usize>,
    other_group: Range<usize>,
    steps: &'s mut u64,
}

impl Slider<'_, '_> {
    /// Moves the group to where it is shown. Groups that it meets become part of it.
    fn place(&mut self) {
        let (mut highest, mut meets_other);
        loop {
            let size = self.group.len();
            while self.up() {}
            highest = self.group.end;
            meets_other = !self.other_group.is_empty();
            while self.down() {
                meets_other |= !self.other_group.is_empty();
            }
            if size == self.group.len() || *self.steps == 0 {
                break;
            }
        }
        if self.group.end == highest {
            return;
        }
        if meets_other {
            // Removed and added lines are shown together.
            while self.other_group.is_empty() && self.up() {}
        } else {
            let best = self.best_end(highest);
            while self.group.end > best && self.up() {}
        }
    }

    fn best_end(&self, highest: usize) -> usize {
        let (size, lowest) = (self.group.len(), self.group.end);
        let first = lowest.saturating_sub(MAX_POSITIONS.min(size + 1)).max(highest);
        let mut best = (lowest, None);
        for end in first..=lowest {
            let score = self.score(end) + self.score(end - size);
            if best.1.is_none_or(|best| score.is_as_good_as(best)) {
                best = (end, Some(score));
            }
        }
        best.0
    }

    fn up(&mut self) -> bool {
        let Some(above) = self.group.start.checked_sub(1) else { return false };
        let last = self.group.end - 1;
        if !self.swap(above, last, above) {
            return false;
        }
        self.group = run_start(&self.side.changed, above)..last;
        let end = self.other_group.start.saturating_sub(1);
        self.other_group = run_start(self.other, end)..end;
        true
    }

    fn down(&mut self) -> bool {
        let Range { start, end } = self.group;
        if !self.swap(start, end, end) {
            return false;
        }
        self.group = start + 1..run_at(&self.side.changed, end).end;
        self.other_group = run_at(self.other, self.other_group.end + 1);
        true
    }

    /// Marks one of two equal lines as changed instead of the other. `false` if they differ.
    fn swap(&mut self, first: usize, second: usize, changed: usize) -> bool {
        *self.steps = self.steps.saturating_sub(1 + self.other_group.len() as u64);
        let ids = &self.side.ids;
        if ids.get(second).is_none() || ids.get(first) != ids.get(second) {
            return false;
        }
        for line in [first, second] {
            if let Some(is_changed) = self.side.changed.get_mut(line) {
                *is_changed = line == changed;
            }
        }
        true
    }

    fn score(&self, line: usize) -> Score {
        let indent = |line: usize| (self.indent)(*self.side.ids.get(line)?);
        let own = indent(line);
        let (blank_before, before) = neighbour((0..line).rev().map(indent));
        let count = self.side.ids.len();
        let (blank_after, after) = neighbour((line + 1..count).map(indent));
        let mut penalty = 0;
        if before.is_none() && blank_before == 0 {
            penalty += 1;
        }
        if line >= count {
            penalty += 21;
        }
        let blank_after = if own.is_none() { blank_after + 1 } else { 0 };
        let blank = blank_before + blank_after;
        penalty += 6 * blank_after - 30 * blank;
        let indent = own.or(after);
        if let (Some(indent), Some(before)) = (indent, before) {
            let starts_block = after.is_some_and(|after| after > indent);
            penalty += match (indent.cmp(&before), blank > 0) {
                (Ordering::Equal, _) => 0,
                (Ordering::Greater, false) => -4,
                (Ordering::Greater, true) => 10,
                (Ordering::Less, true) => 17,
                (Ordering::Less, false) if starts_block => 24,
                (Ordering::Less, false) => 23,
            };
        }
        Score { indent: indent.unwrap_or(-1), penalty }
    }
}

/// Returns the run of changed lines that starts at a line. Empty if it is not changed.
pub(super) fn run_at(changed: &[bool], start: usize) -> Range<usize> {
    let rest = changed.get(start..).unwrap_or_default();
    start..start + rest.iter().take_while(|changed| **changed).count()
}

/// Returns the start of the run of changed lines before a line.
fn run_start(changed: &[bool], end: usize) -> usize {
    let before = changed.get(..end).unwrap_or_default();
    end - before.iter().rev().take_while(|changed| **changed).count()
}

/// How badly a group would begin or end before a line. Lower is better.
#[derive(Clone, Copy)]
struct Score {
    indent: i32,
    penalty: i32,
}

impl Score {
    fn is_as_good_as(self, other: Self) -> bool {
        60 * self.indent.cmp(&other.indent) as i32 + self.penalty - other.penalty <= 0
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { indent: self.indent + other.indent, penalty: self.penalty + other.penalty }
    }
}

/// Returns the number of blank lines, and the indentation of the line after them.
fn neighbour(lines: impl Iterator<Item = Option<i32>>) -> (i32, Option<i32>) {
    let mut blank = 0;
    for indent in lines {
        if indent.is_some() {
            return (blank, indent);
        }
        blank += 1;
        if blank == MAX_BLANK {
            return (blank, Some(0));
        }
    }
    (blank, None)
}

/// Returns the indentation of a line. `None` if it is blank.
pub(super) fn indent(line: &[u8]) -> Option<i32> {
    let mut indent = 0;
    for byte in line.iter().take(MAX_INDENT_BYTES) {
        match byte {
            b' ' => indent += 1,
            b'\t' => indent += 8 - indent % 8,
            b'\r' | b'\n' => {}
            _ => return Some(indent),
        }
        if indent >= MAX_INDENT {
            return Some(MAX_INDENT);
        }
    }
    None
}
