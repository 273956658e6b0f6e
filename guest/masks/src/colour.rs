//! Terminal color sequences: as bytes, escaped as in code and in JSON (`\x1b[0m`, `\u001b[0m`), or
//! without their first byte (`[31m`). Marks of emphasis inside a word (`a**b**c`) count as such.
//!
//! Secrets are searched for in the text without the sequences, which stay where they were.

use crate::set::{Set, URL64};
use memchr::memchr3;
use std::ops::Range;

/// A text without its sequences, and the sequences.
#[derive(Debug, Default)]
pub(crate) struct Colours {
    /// Each with its offset in the text, in order.
    sequences: Vec<(usize, Box<str>)>,
    /// Their size in bytes.
    bytes: usize,
    /// The end of the text, which may be the start of a sequence.
    begun: String,
    /// The number of sequences that were copied.
    copied: usize,
}

const ESCAPE: u8 = 0x1b;
/// Spellings of the first byte of a sequence: after backslashes, and without.
const ESCAPED: [&str; 9] =
    ["x1b", "033", "33", "0033", "e", "u001b", "u{1b}", "u{001b}", "u0000001b"];
const WRITTEN: [&str; 5] = ["^[", "%1b", "&#27;", "&#x1b;", "&#033;"];
const DIGITS: Set = Set::of("0-9;:?");
/// The maximum size of the numbers in a sequence, in bytes.
const MAX_NUMBERS: usize = 64;
/// The maximum size of the sequences kept at once, in bytes. Further ones count as text.
const MAX_BYTES: usize = 64 << 10;

/// The class of the text at an offset.
enum Begins {
    Text,
    Sequence(usize),
    /// Undecided: the text ends too early.
    More,
}

/// Classifies the text at an escape, at `[`, which is all that some logs leave of one, or at `*`.
/// `is_written` is whether a written escape is before it, or a letter before the `*`.
fn begins(bytes: &[u8], is_written: bool) -> Begins {
    let after = |set: Set, at: usize| {
        let end = at + set.run(bytes.get(at..).unwrap_or_default(), MAX_NUMBERS);
        (end, bytes.get(end))
    };
    let (length, is_sequence) = match (bytes.first(), bytes.get(1)) {
        (Some(b'*'), _) => match after(Set::of("*"), 1) {
            (_, None) => return Begins::More,
            (end, Some(next)) => (end, is_written && end <= 3 && URL64.has(*next)),
        },
        (Some(b'['), _) => match after(DIGITS, 1) {
            (_, None) => return Begins::More,
            (end, Some(last)) => {
                (end + 1, *last == b'm' && end > 1 || is_written && last.is_ascii_alphabetic())
            }
        },
        (_, None) => return Begins::More,
        (_, Some(b'[')) => match after(DIGITS.or(Set::of(" !<=>")), 2) {
            (_, None) => return Begins::More,
            (end, Some(last)) => (end + 1, (b'@'..=b'~').contains(last)),
        },
        (_, Some(b'(' | b')')) => match bytes.get(2) {
            None => return Begins::More,
            Some(last) => (3, last.is_ascii_alphanumeric()),
        },
        (_, Some(last)) => (2, b"78=>Mc".contains(last)),
    };
    if is_sequence { Begins::Sequence(length) } else { Begins::Text }
}

/// Returns the length of an escaped first byte at the end of the text.
fn written(text: &str) -> usize {
    let bytes = text.as_bytes();
    let before = |form: &&str| {
        let (before, end) = bytes.split_at(bytes.len().saturating_sub(form.len()));
        end.eq_ignore_ascii_case(form.as_bytes()).then_some(before)
    };
    let backslashes = |before: &[u8]| Set::of("\\").run_back(before, 8);
    let escaped = ESCAPED.iter().find_map(|form| {
        let count = before(form).map_or(0, backslashes);
        (count > 0).then_some(form.len() + count)
    });
    let plain = || WRITTEN.iter().find(|form| before(form).is_some()).map_or(0, |form| form.len());
    escaped.unwrap_or_else(plain)
}

/// Returns whether a text ends inside a word.
fn is_word(text: &str) -> bool {
    text.bytes().next_back().is_some_and(|byte| URL64.has(byte))
}

fn next(text: &str) -> Option<usize> {
    memchr3(ESCAPE, b'[', b'*', text.as_bytes())
}

pub(crate) fn has(line: &str) -> bool {
    let mut at = 0;
    while let Some(length) = next(line.get(at..).unwrap_or_default()) {
        at += length;
        let before = line.get(..at).unwrap_or_default();
        let is_star = line.as_bytes().get(at) == Some(&b'*');
        let is_written = if is_star { is_word(before) } else { written(before) > 0 };
        let rest = line.as_bytes().get(at..).unwrap_or_default();
        if matches!(begins(rest, is_written), Begins::Sequence(_)) {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns a line without its sequences.
pub(crate) fn without(line: &str) -> String {
    let (mut colours, mut text) = (Colours::default(), String::new());
    colours.take(line, &mut text);
    text + &colours.begun
}

impl Colours {
    /// Appends a piece of a line to the text, without the sequences in it.
    pub(crate) fn take(&mut self, piece: &str, text: &mut String) {
        let joined;
        let mut rest = piece;
        if !self.begun.is_empty() {
            joined = std::mem::take(&mut self.begun) + piece;
            rest = &joined;
        }
        while let Some(at) = next(rest) {
            let (plain, sequence) = rest.split_at(at);
            text.push_str(plain);
            let floor = self.sequences.last().map_or(0, |(place, _)| *place);
            let written = match sequence.starts_with('[') {
                true => written(text.get(floor..).unwrap_or_default()),
                false => 0,
            };
            let is_inside = sequence.starts_with('*') && is_word(text);
            match begins(sequence.as_bytes(), written > 0 || is_inside) {
                Begins::Sequence(length) if self.bytes < MAX_BYTES => {
                    let start = text.len() - written;
                    let (sequence, after) = sequence.split_at(length);
                    let sequence = text.get(start..).unwrap_or_default().to_owned() + sequence;
                    text.truncate(start);
                    self.bytes += sequence.len();
                    self.sequences.push((start, sequence.into()));
                    rest = after;
                }
                Begins::More => {
                    self.begun = sequence.to_owned();
                    return;
                }
                Begins::Sequence(_) | Begins::Text => {
                    let (first, after) = sequence.split_at(1);
                    text.push_str(first);
                    rest = after;
                }
            }
        }
        text.push_str(rest);
    }

    /// Ends a line: an incomplete sequence is text.
    pub(crate) fn end(&mut self, text: &mut String) {
        text.push_str(&std::mem::take(&mut self.begun));
    }

    /// Returns the number of bytes of a line that are neither in its text nor copied.
    pub(crate) fn held(&self) -> usize {
        self.bytes + self.begun.len()
    }

    /// Returns whether there was a sequence at an offset of the text.
    pub(crate) fn is_at(&self, place: usize) -> bool {
        self.sequences.binary_search_by_key(&place, |(place, _)| *place).is_ok()
    }

    /// Returns the offset of the first sequence in a range.
    pub(crate) fn first_in(&self, range: Range<usize>) -> Option<usize> {
        let from = self.sequences.partition_point(|(place, _)| *place < range.start);
        self.sequences.get(from).map(|(place, _)| *place).filter(|place| range.contains(place))
    }

    /// Returns a part of the text with the asterisks inside of it, which may be part of a password.
    pub(crate) fn with_asterisks(&self, text: &[u8], part: Range<usize>) -> Vec<u8> {
        let from = self.sequences.partition_point(|(place, _)| *place <= part.start);
        let inside = self.sequences.iter().skip(from).take_while(|(place, _)| *place < part.end);
        let (mut all, mut at) = (Vec::new(), part.start);
        for (place, _) in inside.filter(|(_, sequence)| **sequence == *"*") {
            all.extend_from_slice(text.get(at..*place).unwrap_or_default());
            all.push(b'*');
            at = *place;
        }
        all.extend_from_slice(text.get(at..part.end).unwrap_or_default());
        all
    }

    /// Appends a part of the text with its sequences, those at its end only if `ends`. Sequences in
    /// omitted text before it are dropped.
    pub(crate) fn copy(&mut self, text: &str, part: Range<usize>, ends: bool, out: &mut String) {
        let mut at = part.start;
        while let Some((place, sequence)) = self.sequences.get(self.copied)
            && *place < part.end + usize::from(ends)
        {
            if *place >= at {
                out.push_str(text.get(at..*place).unwrap_or_default());
                out.push_str(sequence);
                at = *place;
            }
            self.copied += 1;
        }
        out.push_str(text.get(at..part.end).unwrap_or_default());
    }

    /// Drops the sequences that were copied, and the text before an offset.
    pub(crate) fn drop_before(&mut self, place: usize) {
        if self.sequences.is_empty() {
            return;
        }
        self.sequences.drain(..std::mem::take(&mut self.copied));
        self.sequences.iter_mut().for_each(|(at, _)| *at = at.saturating_sub(place));
        self.bytes = self.sequences.iter().map(|(_, sequence)| sequence.len()).sum();
    }
}
