//! Which lines differ between two texts, as git finds them: by Myers' algorithm with the same
//! heuristics, so that patches and blame equal git's.

mod myers;
mod slide;

use memchr::memchr_iter;
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of lines of a text that is compared line by line.
const MAX_LINES: usize = 1_000_000;

/// The maximum number of steps of a comparison. Git takes as many as it needs.
const MAX_STEPS: u64 = 1 << 27;

/// The number of neighbours among which the lines without a counterpart are counted.
const PRUNE_WINDOW: usize = 100;

/// The maximum number of counterparts that a line needs to be taken for a frequent one.
const MAX_FREQUENT: usize = 1024;

/// A text in lines.
pub(crate) struct Lines<'a> {
    pub(crate) text: &'a str,
    /// The offsets where lines end, each after its line feed.
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut ends: Vec<_> = memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).collect();
        if ends.last().copied().unwrap_or_default() < text.len() {
            ends.push(text.len());
        }
        Self { text, ends }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns consecutive lines with their line feeds.
    pub(crate) fn slice(&self, lines: Range<usize>) -> &'a str {
        let offset = |line: usize| {
            line.checked_sub(1).map_or(0, |last| self.ends.get(last).copied().unwrap_or_default())
        };
        self.text.get(offset(lines.start)..offset(lines.end)).unwrap_or_default()
    }

    /// Returns a line with its line feed. Empty if there is none.
    pub(crate) fn line(&self, line: usize) -> &'a str {
        self.slice(line..line + 1)
    }
}

/// A text whose lines are numbers.
struct Side<'a> {
    lines: &'a Lines<'a>,
    /// The number of each line, which is the same for equal lines.
    ids: Vec<u32>,
    /// Whether each line has no counterpart.
    changed: Vec<bool>,
}

/// Lines of one text that others replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// The lines before, from zero.
    pub(crate) from: Range<usize>,
    /// The lines after.
    pub(crate) to: Range<usize>,
}

/// Returns the lines that differ, in order.
pub(crate) fn replaced_lines<'a>(from: &'a Lines<'a>, to: &'a Lines<'a>) -> Vec<Replaced> {
    if from.len().max(to.len()) > MAX_LINES {
        return vec![Replaced { from: 0..from.len(), to: 0..to.len() }];
    }
    let mut numbers = HashMap::new();
    let mut counts = Vec::new();
    let mut sides = [from, to].map(|lines| Side { lines, ids: Vec::new(), changed: Vec::new() });
    for (index, side) in sides.iter_mut().enumerate() {
        for line in 0..side.lines.len() {
            let next = u32::try_from(counts.len()).unwrap_or(u32::MAX);
            let id = *numbers.entry(side.lines.line(line)).or_insert(next);
            if id == next {
                counts.push([0_usize; 2]);
            }
            if let Some(count) = counts.get_mut(id as usize).and_then(|pair| pair.get_mut(index)) {
                *count += 1;
            }
            side.ids.push(id);
        }
        side.changed = vec![false; side.ids.len()];
    }
    let [mut from, mut to] = sides;
    let is_same = |(from, to): &(&u32, &u32)| from == to;
    let prefix = from.ids.iter().zip(&to.ids).take_while(is_same).count();
    let rest = from.ids.len().min(to.ids.len()) - prefix;
    let suffix = from.ids.iter().rev().zip(to.ids.iter().rev()).take(rest);
    let suffix = suffix.take_while(is_same).count();
    let occurrences = |id: u32, side: usize| {
        counts.get(id as usize).and_then(|pair| pair.get(side)).copied().unwrap_or_default()
    };
    let kept_from = prune(&mut from, prefix, suffix, |id| occurrences(id, 1));
    let kept_to = prune(&mut to, prefix, suffix, |id| occurrences(id, 0));
    let mut steps = MAX_STEPS;
    myers::mark_changed(&mut from, &kept_from, &mut to, &kept_to, &mut steps);
    slide::compact(&mut from, &to.changed, &mut steps);
    slide::compact(&mut to, &from.changed, &mut steps);
    paired(&from.changed, &to.changed)
}

/// How many counterparts a line has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counterparts {
    None,
    Some,
    Many,
}

/// Marks the lines between the common ones that have no counterpart, and frequent ones among them,
/// as changed. Returns the indices of the others.
fn prune(
    side: &mut Side<'_>,
    prefix: usize,
    suffix: usize,
    occurrences: impl Fn(u32) -> usize,
) -> Vec<usize> {
    let frequent = rough_root(side.ids.len()).min(MAX_FREQUENT);
    let middle = side.ids.get(prefix..side.ids.len() - suffix).unwrap_or_default();
    let counterparts = |id: &u32| match occurrences(*id) {
        0 => Counterparts::None,
        number if number >= frequent => Counterparts::Many,
        _ => Counterparts::Some,
    };
    let counterparts: Vec<_> = middle.iter().map(counterparts).collect();
    let mut kept = Vec::new();
    for (index, number) in counterparts.iter().enumerate() {
        let is_kept = match number {
            Counterparts::None => false,
            Counterparts::Some => true,
            Counterparts::Many => !is_among_unmatched(&counterparts, index),
        };
        if is_kept {
            kept.push(prefix + index);
        } else if let Some(changed) = side.changed.get_mut(prefix + index) {
            *changed = true;
        }
    }
    kept
}

/// Returns whether a frequent line is in a run of lines most of which have no counterpart.
fn is_among_unmatched(lines: &[Counterparts], index: usize) -> bool {
    let (before, after) = lines.split_at_checked(index).unwrap_or_default();
    let before = count_run(before.iter().rev().take(PRUNE_WINDOW));
    let after = count_run(after.iter().skip(1).take(PRUNE_WINDOW));
    let (unmatched, frequent) = (before.0 + after.0, before.1 + after.1 + 2);
    before.0 > 0 && after.0 > 0 && unmatched > 3 * frequent
}

fn count_run<'a>(lines: impl Iterator<Item = &'a Counterparts>) -> (usize, usize) {
    let run = lines.take_while(|line| **line != Counterparts::Some);
    run.fold((0, 0), |(unmatched, frequent), line| match line {
        Counterparts::None => (unmatched + 1, frequent),
        _ => (unmatched, frequent + 1),
    })
}

/// Returns a power of two near the square root.
fn rough_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}

/// Returns the runs of changed lines that are at the same position among the others.
fn paired(from: &[bool], to: &[bool]) -> Vec<Replaced> {
    let run = |changed: &[bool], start: usize| {
        let rest = changed.get(start..).unwrap_or_default();
        start..start + rest.iter().take_while(|changed| **changed).count()
    };
    let (mut start, mut other) = (0, 0);
    let mut found = Vec::new();
    while start < from.len() || other < to.len() {
        let replaced = Replaced { from: run(from, start), to: run(to, other) };
        (start, other) = (replaced.from.end + 1, replaced.to.end + 1);
        if !replaced.from.is_empty() || !replaced.to.is_empty() {
            found.push(replaced);
        }
    }
    found
}
