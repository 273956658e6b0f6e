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
mod tests {
    use super::{Key, Memory, Range};

    const KEY: Key<'_> = Key { version: "1-2-3", path: "/p/a b", form: "lines/utf-8" };

    fn after(given: &str, key: Key<'_>, range: Range) -> String {
        let memory = Memory::new(Some(given));
        memory.add(key, range);
        memory.learned().unwrap()
    }

    #[test]
    fn shown_ranges_are_known_in_the_next_call() {
        let first = after("", KEY, (1, 200));
        let second = after(&first, KEY, (301, 400));
        let both = Memory::new(Some(&second));
        for (range, known) in [
            ((1, 200), Some((1, 200))),
            ((10, 20), Some((1, 200))),
            ((200, 201), None),
            ((350, 400), Some((301, 400))),
            ((301, 401), None),
        ] {
            assert_eq!(both.containing(KEY, range), known, "{range:?}");
        }
        let joined = after(&second, KEY, (201, 300));
        assert_eq!(Memory::new(Some(&joined)).containing(KEY, (1, 400)), Some((1, 400)));
    }

    #[test]
    fn another_version_file_or_form_is_not_known() {
        let shown = after("", KEY, (1, 9));
        for key in [
            Key { version: "1-2-4", ..KEY },
            Key { path: "/p/a", ..KEY },
            Key { form: "lines/gbk", ..KEY },
        ] {
            assert_eq!(Memory::new(Some(&shown)).containing(key, (1, 9)), None);
        }
        for broken in ["", "1", "2 1-2-3 lines/utf-8 1-9\n/p/a b", "1 1-2-3 lines/utf-8 x\n/p/a b"]
        {
            assert_eq!(Memory::new(Some(broken)).containing(KEY, (1, 9)), None, "{broken}");
        }
    }

    #[test]
    fn it_is_bounded_and_nothing_is_kept_unless_asked() {
        let mut text = String::new();
        for number in 0..200 {
            text = after(&text, KEY, (number * 10 + 1, number * 10 + 2));
            assert!(text.len() <= super::MAX_TEXT_BYTES);
        }
        assert_eq!(Memory::new(Some(&text)).containing(KEY, (1, 2)), None);
        assert!(Memory::new(Some(&text)).containing(KEY, (1991, 1992)).is_some());
        let memory = Memory::new(None);
        memory.add(KEY, (1, 2));
        assert_eq!(memory.learned(), None);
    }
}
