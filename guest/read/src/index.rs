//! Remembers line positions of a large file from one call to the next, as text that a host keeps.
//!
//! Opaque to hosts: `1 <version> <rules> <total> <next> <landmark>…`, a line feed, and the absolute
//! name of the file. A place is `<offset>:<line>`, relative to the previous landmark for landmarks;
//! `-` stands for an unknown value. Numbers are hexadecimal.

use crate::facts::version;
use crate::office::LastText;
use readroom_core::{Breaks, File, FinalBreak, IncompleteEnd, LineIndex, LineStart, Rules, Tree};
use std::cell::RefCell;
use std::fmt::Write;

/// The smallest file that is indexed, in bytes: counting the lines of a smaller one takes no longer
/// than a call.
const MIN_FILE_BYTES: u64 = 1024 * 1024;

/// The maximum length of an index in bytes, written or parsed.
const MAX_TEXT_BYTES: usize = 32 * 1024;

/// The index that a call is given, and the one that it learns.
#[derive(Default)]
pub struct Index<'a> {
    given: Option<&'a str>,
    learned: RefCell<Option<String>>,
    /// The text of a document, which is made once in a call.
    pub(crate) text: LastText,
}

impl<'a> Index<'a> {
    /// Returns an index for a call, from what an earlier call learned.
    pub fn new(given: Option<&'a str>) -> Self {
        Self { given, ..Self::default() }
    }

    /// Returns what the call learned, to replace what it was given.
    pub fn learned(self) -> Option<String> {
        self.learned.into_inner()
    }

    /// Reads a file with its index, if it is large.
    pub fn with<T: Tree, R>(
        &self,
        file: &File<'_, T>,
        rules: &Rules,
        read: impl FnOnce(Option<&mut LineIndex>) -> R,
    ) -> R {
        let size = file.text_bytes();
        if size < MIN_FILE_BYTES {
            return read(None);
        }
        let (version, path) = (version(&file.metadata), file.location.absolute());
        let key = Key { version: &version, path: &path, lines: lines(rules) };
        let known = self.given.and_then(|given| key.parse(given, size));
        let known = known.unwrap_or_else(|| LineIndex::new(size));
        let mut index = known.clone();
        let result = read(Some(&mut index));
        if index != known {
            let text = key.write(&index);
            *self.learned.borrow_mut() = (text.len() <= MAX_TEXT_BYTES).then_some(text);
        }
        result
    }
}

/// Returns the name of the rules that decide where lines begin.
fn lines(rules: &Rules) -> &'static str {
    match (rules.breaks, rules.final_break, rules.incomplete_end) {
        (Breaks::Universal, FinalBreak::EndsLine, IncompleteEnd::Replaced) => "any-ends",
        (Breaks::Universal, FinalBreak::EndsLine, IncompleteEnd::Dropped) => "any-ends-whole",
        (Breaks::Universal, FinalBreak::OpensLine, _) => "any-opens",
        (_, FinalBreak::EndsLine, IncompleteEnd::Replaced) => "lf-ends",
        // The last line may have nothing but the dropped bytes.
        (_, FinalBreak::EndsLine, IncompleteEnd::Dropped) => "lf-ends-whole",
        (_, FinalBreak::OpensLine, _) => "lf-opens",
    }
}

/// What an index is valid for.
struct Key<'a> {
    version: &'a str,
    path: &'a str,
    lines: &'a str,
}

impl Key<'_> {
    fn write(&self, index: &LineIndex) -> String {
        let mut text = format!("1 {} {} ", self.version, self.lines);
        let _ = match index.total() {
            Some(total) => write!(text, "{total:x}"),
            None => write!(text, "-"),
        };
        match index.next() {
            Some(next) => write_place(&mut text, LineStart::FIRST, next),
            None => text.push_str(" -"),
        }
        let mut before = LineStart::FIRST;
        for &landmark in index.landmarks() {
            write_place(&mut text, before, landmark);
            before = landmark;
        }
        text.push('\n');
        text + self.path
    }

    /// Parses the index of this version of the file. `None` if it is malformed, or is for something
    /// else.
    fn parse(&self, text: &str, size: u64) -> Option<LineIndex> {
        let (words, path) = text.split_once('\n')?;
        if text.len() > MAX_TEXT_BYTES || path != self.path {
            return None;
        }
        let mut words = words.split(' ');
        if words.next()? != "1" || words.next()? != self.version || words.next()? != self.lines {
            return None;
        }
        let mut index = LineIndex::new(size);
        match words.next()? {
            "-" => {}
            total => index.set_total(u64::from_str_radix(total, 16).ok()?),
        }
        match words.next()? {
            "-" => {}
            next => index.set_next(parse_place(LineStart::FIRST, next)?),
        }
        let mut before = LineStart::FIRST;
        for word in words {
            before = parse_place(before, word)?;
            index.add(before);
        }
        Some(index)
    }
}

/// Writes a place relative to another.
fn write_place(text: &mut String, before: LineStart, place: LineStart) {
    let bytes = place.offset.saturating_sub(before.offset);
    let lines = place.line.get().saturating_sub(before.line.get());
    let _ = write!(text, " {bytes:x}:{lines:x}");
}

/// Parses a place relative to another.
fn parse_place(before: LineStart, place: &str) -> Option<LineStart> {
    let (bytes, lines) = place.split_once(':')?;
    let bytes = u64::from_str_radix(bytes, 16).ok()?;
    let lines = u64::from_str_radix(lines, 16).ok()?;
    Some(LineStart { offset: before.offset.checked_add(bytes)?, line: before.line.after(lines) })
}

#[cfg(test)]
mod tests;
