//! The parts of a file that a conversation already has, as text that a host keeps between calls.
//!
//! Opaque to hosts: `1 <version> <form> <first>-<last>,…`, a line feed, and the absolute name of
//! the file. `form` is the unit of the ranges, and the encoding in which the file was read.

use readroom_core::sort_by;
use std::cell::RefCell;
use std::fmt::Write;

/// The maximum length in bytes, when written and when parsed.
const MAX_TEXT_BYTES: usize = 4096;

/// The maximum number of ranges. The earliest lines are forgotten first.
const MAX_RANGES: usize = 64;

/// The memory given to a call, and the one for the next call.
#[derive(Default)]
pub struct Memory<'a> {
    given: Option<&'a str>,
    learned: RefCell<Option<String>>,
}

/// The subject of the ranges in a memory.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    pub(crate) version: &'a str,
    pub(crate) path: &'a str,
    /// One word.
    pub(crate) form: &'a str,
}

/// A range of lines or cells: the first and the last.
pub(crate) type Range = (u64, u64);

impl<'a> Memory<'a> {
    /// Returns the memory for a call, given what an earlier call returned. `None` disables it;
    /// empty means that nothing has been shown.
    pub fn new(given: Option<&'a str>) -> Self {
        Self { given, learned: RefCell::default() }
    }

    /// Returns the memory after the call, which replaces the given one.
    pub fn learned(self) -> Option<String> {
        self.learned.into_inner()
    }

    /// Returns the range shown before that contains this one.
    pub(crate) fn containing(&self, key: Key<'_>, (first, last): Range) -> Option<Range> {
        self.ranges(key).into_iter().find(|range| range.0 <= first && last <= range.1)
    }

    /// Records that a range is shown.
    pub(crate) fn add(&self, key: Key<'_>, (mut first, mut last): Range) {
        if self.given.is_none() {
            return;
        }
        let mut ranges = self.ranges(key);
        ranges.retain(|range| {
            let touches = range.0 <= last.saturating_add(1) && first <= range.1.saturating_add(1);
            if touches {
                (first, last) = (first.min(range.0), last.max(range.1));
            }
            !touches
        });
        ranges.push((first, last));
        sort_by(&mut ranges, Ord::cmp);
        ranges.drain(..ranges.len().saturating_sub(MAX_RANGES));
        let text = write(key, &ranges);
        *self.learned.borrow_mut() = (text.len() <= MAX_TEXT_BYTES).then_some(text);
    }

    /// Returns the shown ranges, which neither overlap nor touch.
    fn ranges(&self, key: Key<'_>) -> Vec<Range> {
        let given = self.given.filter(|given| given.len() <= MAX_TEXT_BYTES);
        given.and_then(|given| parse(key, given)).unwrap_or_default()
    }
}

fn write(Key { version, path, form }: Key<'_>, ranges: &[Range]) -> String {
    let mut text = format!("1 {version} {form} ");
    for (at, (first, last)) in ranges.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{first}-{last}", if at == 0 { "" } else { "," });
    }
    text.push('\n');
    text.push_str(path);
    text
}

/// Parses ranges, if they are for this version of this file in this form.
fn parse(key: Key<'_>, text: &str) -> Option<Vec<Range>> {
    let (head, path) = text.split_once('\n')?;
    let mut parts = head.splitn(4, ' ');
    let mut is_next = |expected: &str| parts.next() == Some(expected);
    if path != key.path || !is_next("1") || !is_next(key.version) || !is_next(key.form) {
        return None;
    }
    let range = |range: &str| {
        let (first, last) = range.split_once('-')?;
        Some((first.parse().ok()?, last.parse().ok()?))
    };
    parts.next()?.split(',').take(MAX_RANGES).map(range).collect()
}

#[cfg(test)]
mod tests;
