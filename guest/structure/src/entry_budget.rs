//! Keeps the shallowest entries of an outline when there are too many.

use super::indentation::MAX_TEXT_BYTES;
use super::outline_entry::{MAX_TEXT_CHARACTERS, OutlineEntry, rank};
use super::role::word;
use readroom_core::LineNumber;

/// The maximum number of values among the entries of an outline.
pub const MAX_VALUES: usize = 100;

/// Up to `max` entries, in line order.
///
/// If there are too many, values are dropped first, and then the deepest, a whole depth at a time;
/// if the smallest depth alone has too many, its later ones are dropped. So the result does not
/// depend on the order in which depths appear.
#[derive(Debug)]
pub(super) struct EntryBudget {
    max: usize,
    entries: Vec<OutlineEntry>,
    /// The number of values among them.
    values: usize,
    /// The smallest and the greatest rank of the entries: a depth, or that of values.
    depths: Option<(u32, u32)>,
    /// The greatest rank that is kept. `None` while all are kept.
    deepest: Option<u32>,
    omitted: u64,
}

impl EntryBudget {
    pub(super) fn new(max: usize) -> Self {
        Self { max, entries: Vec::new(), values: 0, depths: None, deepest: None, omitted: 0 }
    }

    /// Adds an entry for a line after the last one.
    pub(super) fn add(&mut self, line: LineNumber, depth: u32, text: &str) {
        self.add_entry(line, depth, text, false);
    }

    /// Adds an entry for a value.
    pub(super) fn add_value(&mut self, line: LineNumber, depth: u32, text: &str) {
        if self.values >= MAX_VALUES {
            self.omitted = self.omitted.saturating_add(1);
            return;
        }
        self.values += 1;
        self.add_entry(line, depth, text, true);
    }

    fn add_entry(&mut self, line: LineNumber, own_depth: u32, text: &str, is_value: bool) {
        let depth = rank(own_depth, is_value);
        while self.entries.len() >= self.max && self.keeps(depth) {
            let (min, deepest) = self.with(depth);
            if deepest == min {
                break;
            }
            self.leave_out(deepest);
        }
        if self.entries.len() < self.max && self.keeps(depth) {
            self.depths = Some(self.with(depth));
            let (depth, text) = (own_depth, clip(text));
            self.entries.push(OutlineEntry { line, last: line, depth, text, is_value });
        } else {
            self.omitted = self.omitted.saturating_add(1);
        }
    }

    fn keeps(&self, depth: u32) -> bool {
        self.deepest.is_none_or(|deepest| depth <= deepest)
    }

    /// Returns the smallest and the greatest depth with one more.
    fn with(&self, depth: u32) -> (u32, u32) {
        self.depths.map_or((depth, depth), |(min, greatest)| (min.min(depth), greatest.max(depth)))
    }

    /// Drops this depth, which is the greatest.
    fn leave_out(&mut self, depth: u32) {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.rank() < depth);
        self.omitted = self.omitted.saturating_add((before - self.entries.len()) as u64);
        self.deepest = Some(depth.saturating_sub(1));
        let greatest = self.entries.iter().map(OutlineEntry::rank).max();
        self.depths = self.depths.map(|(min, _)| min).zip(greatest);
    }

    /// Sets the last line of an entry, if it is kept.
    pub(super) fn end(&mut self, line: LineNumber, last: LineNumber) {
        if let Some(entry) = self.get_mut(line) {
            entry.last = last;
        }
    }

    /// Adds a further line, which has the name, to the text of an entry that begins with a word.
    pub(super) fn complete(&mut self, line: LineNumber, words: &[&str], end: &str) {
        let is_one = |entry: &&mut OutlineEntry| words.contains(&word(&entry.text).0);
        if let Some(entry) = self.get_mut(line).filter(is_one) {
            entry.text = clip(&format!("{} … {end}", entry.text));
        }
    }

    fn get_mut(&mut self, line: LineNumber) -> Option<&mut OutlineEntry> {
        let at = self.entries.binary_search_by_key(&line, |entry| entry.line).ok()?;
        self.entries.get_mut(at)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.omitted == 0
    }

    /// Returns the entries, the greatest depth that was kept if deeper ones were dropped, and the
    /// number of dropped entries.
    pub(super) fn finish(self) -> (Vec<OutlineEntry>, Option<u32>, u64) {
        (self.entries, self.deepest.filter(|rank| *rank < u32::MAX - 1), self.omitted)
    }
}

/// Returns a line as an entry shows it: the start of a long one.
fn clip(text: &str) -> String {
    let characters = text.chars().count();
    // A line with that many bytes may have been cut before, at the end of a character.
    if characters <= MAX_TEXT_CHARACTERS && text.len() < MAX_TEXT_BYTES - 3 {
        return text.into();
    }
    let kept = characters.min(MAX_TEXT_CHARACTERS) - 1;
    text.chars().take(kept).chain(['…']).collect()
}
