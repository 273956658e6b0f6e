//! Which lines differ between two texts, as git finds them: by Myers' algorithm with the same
//! heuristics, so that patches and blame equal git's.

mod myers;
mod side;
mod slide;

use memchr::{memchr, memchr_iter};
use side::{Side, equal, rough_root};
use slide::run_at;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;

/// The maximum number of lines of a text that is compared line by line.
const MAX_LINES: usize = 1_000_000;

/// The maximum number of lines for which room is made before they are known: all may be equal.
const MAX_RESERVED: usize = 1 << 12;

/// The maximum number of steps of a comparison, about a second. After them, all lines that were not
/// compared differ. Git takes as many as it needs.
const MAX_STEPS: u64 = 1 << 26;

/// The number of neighbours among which the lines without a counterpart are counted.
const PRUNE_WINDOW: usize = 100;

/// The maximum number of counterparts that a line needs to be taken for a frequent one.
const MAX_FREQUENT: usize = 1024;

/// The size of the blocks in which equal ends are left out, in bytes.
const TAIL_BLOCK: usize = 1024;

/// The lines of texts as numbers: equal lines have the same.
pub(crate) struct LineNumbers<L> {
    numbers: HashMap<L, u32>,
    lines: Vec<L>,
    /// The number of the line that followed each one last: in another version, mostly the same one.
    following: Vec<u32>,
    /// The size of all lines in bytes.
    pub(crate) bytes: usize,
}

/// Lines of one text that others replace, from zero.
#[derive(Clone, Debug)]
pub(crate) struct Replaced {
    pub(crate) from: Range<usize>,
    pub(crate) to: Range<usize>,
}

impl<L> Default for LineNumbers<L> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), lines: Vec::new(), following: Vec::new(), bytes: 0 }
    }
}

impl<L: Clone + Eq + Hash + Borrow<[u8]>> LineNumbers<L> {
    /// Returns the lines of a text.
    pub(crate) fn split<'t>(&mut self, mut text: &'t [u8]) -> Rc<[u32]>
    where
        L: From<&'t [u8]>,
    {
        let mut ids: Vec<u32> = Vec::new();
        if self.lines.is_empty() {
            self.numbers.reserve(memchr_iter(b'\n', text).take(MAX_RESERVED).count());
        }
        while !text.is_empty() {
            let end = memchr(b'\n', text).map_or(text.len(), |end| end + 1);
            let (line, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
            let last = ids.last().map_or(usize::MAX, |last| *last as usize);
            let guess = self.following.get(last).copied();
            let known = guess.filter(|id| self.line(*id) == line);
            let known = known.or_else(|| self.numbers.get(line).copied());
            let id = known.unwrap_or_else(|| self.add(line.into()));
            if let Some(following) = self.following.get_mut(last) {
                *following = id;
            }
            ids.push(id);
            text = rest;
        }
        ids.into()
    }

    fn add(&mut self, line: L) -> u32 {
        let id = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        self.bytes += line.borrow().len();
        self.numbers.insert(line.clone(), id);
        self.lines.push(line);
        self.following.push(id);
        id
    }

    fn line(&self, id: u32) -> &[u8] {
        self.lines.get(id as usize).map_or(&[], Borrow::borrow)
    }

    /// Returns the lines that differ, in order.
    pub(crate) fn replaced(&self, from: &[u32], to: &[u32]) -> Vec<Replaced> {
        self.replaced_within(MAX_STEPS, from, to)
    }

    fn replaced_within(&self, mut steps: u64, from: &[u32], to: &[u32]) -> Vec<Replaced> {
        if from.len().max(to.len()) > MAX_LINES {
            return vec![Replaced { from: 0..from.len(), to: 0..to.len() }];
        }
        let prefix = equal(from.iter(), to.iter());
        let rest = from.len().min(to.len()) - prefix;
        let suffix = equal(from.iter().rev().take(rest), to.iter().rev());
        let (mut from, mut to) =
            (Side::new(from, to, prefix, suffix), Side::new(to, from, prefix, suffix));
        myers::mark_changed(&mut from, &mut to, &mut steps);
        let indent = |id: u32| slide::indent(self.line(id));
        slide::compact(&mut from, &to.changed, &indent, &mut steps);
        slide::compact(&mut to, &from.changed, &indent, &mut steps);
        paired(&from.changed, &to.changed)
    }

    /// Same without the equal ends of the texts, which git leaves out, in whole blocks and without
    /// the line that a block begins in, where it shows no lines around changes. That can change
    /// what is found.
    pub(crate) fn replaced_without_tail(&self, from: &[u32], to: &[u32]) -> Vec<Replaced> {
        let length = |id: &u32| self.line(*id).len();
        let lines = equal(from.iter().rev(), to.iter().rev());
        let mut bytes: usize = from.iter().rev().take(lines).map(length).sum();
        if let (Some(from), Some(to)) = (from.iter().nth_back(lines), to.iter().nth_back(lines)) {
            bytes += equal(self.line(*from).iter().rev(), self.line(*to).iter().rev());
        }
        let mut left = bytes / TAIL_BLOCK * TAIL_BLOCK;
        let fits = |id: &&u32| {
            left = left.saturating_sub(length(id));
            left > 0
        };
        let tail = from.iter().rev().take(lines).take_while(fits).count();
        let compared = |ids: &'_ [u32]| ids.len().saturating_sub(tail);
        self.replaced(
            from.get(..compared(from)).unwrap_or_default(),
            to.get(..compared(to)).unwrap_or_default(),
        )
    }
}

/// How many counterparts a line has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counterparts {
    None,
    Some,
    Many,
}

impl<'a> Side<'a> {
    /// Marks the lines between the common ones that have no counterpart in the other text, and
    /// frequent ones among them, as changed.
    fn new(ids: &'a [u32], other: &[u32], prefix: usize, suffix: usize) -> Self {
        let mut counts = vec![0; other.iter().max().map_or(0, |max| *max as usize + 1)];
        for id in other {
            if let Some(count) = counts.get_mut(*id as usize) {
                *count += 1;
            }
        }
        let frequent = rough_root(ids.len()).min(MAX_FREQUENT);
        let counterparts = |id: &u32| match counts.get(*id as usize) {
            None | Some(0) => Counterparts::None,
            Some(count) if *count >= frequent => Counterparts::Many,
            Some(_) => Counterparts::Some,
        };
        let middle = ids.get(prefix..ids.len() - suffix).unwrap_or_default();
        let counterparts: Vec<_> = middle.iter().map(counterparts).collect();
        let mut side = Self { ids, changed: vec![false; ids.len()], kept: Vec::new() };
        for (index, number) in counterparts.iter().enumerate() {
            let is_kept = match number {
                Counterparts::None => false,
                Counterparts::Some => true,
                Counterparts::Many => !is_among_unmatched(&counterparts, index),
            };
            if is_kept {
                side.kept.push(prefix + index);
            } else {
                side.mark(prefix + index);
            }
        }
        side
    }

    fn mark(&mut self, line: usize) {
        if let Some(changed) = self.changed.get_mut(line) {
            *changed = true;
        }
    }
}

/// Returns whether a frequent line is in a run of lines most of which have no counterpart.
fn is_among_unmatched(lines: &[Counterparts], index: usize) -> bool {
    let (before, after) = lines.split_at_checked(index).unwrap_or_default();
    let count = |run: &mut dyn Iterator<Item = &Counterparts>| {
        let run = run.take(PRUNE_WINDOW).take_while(|line| **line != Counterparts::Some);
        run.fold((0, 1), |(unmatched, frequent), line| match line {
            Counterparts::None => (unmatched + 1, frequent),
            _ => (unmatched, frequent + 1),
        })
    };
    let (before, after) = (count(&mut before.iter().rev()), count(&mut after.iter().skip(1)));
    before.0 > 0 && after.0 > 0 && before.0 + after.0 > 3 * (before.1 + after.1)
}

/// Returns the runs of changed lines that are at the same position among the others.
fn paired(from: &[bool], to: &[bool]) -> Vec<Replaced> {
    let (mut start, mut other) = (0, 0);
    let mut found = Vec::new();
    while start < from.len() || other < to.len() {
        let replaced = Replaced { from: run_at(from, start), to: run_at(to, other) };
        (start, other) = (replaced.from.end + 1, replaced.to.end + 1);
        if !replaced.from.is_empty() || !replaced.to.is_empty() {
            found.push(replaced);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{LineNumbers, equal};

    #[test]
    fn lines_are_right_when_the_steps_end() {
        const LINES: u32 = 400_000;
        let numbers = LineNumbers::<&[u8]>::default();
        let mut from: Vec<u32> = (0..LINES).map(|line| line.wrapping_mul(7919) % 99_991).collect();
        let mut to = from.clone();
        to.reverse();
        // Nothing is equal at the ends.
        (from[0], to[0], from[1], to[1]) = (LINES, LINES, LINES + 1, LINES + 2);
        for steps in [0, 1, 1000, 1_000_000] {
            let (mut line, mut other) = (0, 0);
            for replaced in numbers.replaced_within(steps, &from, &to) {
                let common = replaced.from.start - line;
                assert_eq!(common, replaced.to.start - other, "{steps}");
                assert_eq!(equal(from[line..].iter(), to[other..][..common].iter()), common);
                (line, other) = (replaced.from.end, replaced.to.end);
            }
            assert_eq!(from[line..], to[other..], "{steps}");
        }
    }
}
