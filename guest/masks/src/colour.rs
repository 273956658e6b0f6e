//! Terminal color sequences: as bytes, escaped as in code and in JSON (`\x1b[0m`, `\u001b[0m`), or
//! without their first byte (`[31m`). Marks inside a word count as such: emphasis (`a**b**c`), the
//! marks of documents (`a[hidden: b]c`, `a[^c1]b`, `a^2`, `a^(2)3`) and characters without a width.
//!
//! Secrets are searched for in the text without the sequences, which stay where they were. A hyphen
//! that does not break is a hyphen there.

use crate::set::{ALNUM, Set, URL64};
use memchr::{memchr, memchr3};
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

/// Parts of sequences, by which lines with some are recognized.
#[rustfmt::skip]
pub(crate) const STARTS: &[&str] = &[
    "\x1b[0", "\x1b[1", "\x1b[2", "\x1b[3", "\x1b[4", "\x1b[5", "\x1b[7", "\x1b[9", "\x1b[m",
    "\x1b[K", "\x1b[;", "\x1b[?", "\x1b(B", "x1b[", "x1B[", "01b[", "01B[", "33[", "\\e[", "\\E[",
    "^[[", "1b}[", "1B}[", "27;[", "1b;[", "1B;[", "33;[", "[hidden: ", "[^1", "[^2", "[^c", "[^e",
    "\u{ad}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{200e}", "\u{200f}", "\u{2010}", "\u{2011}",
    "\u{2060}", "\u{feff}",
];
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

/// The mark of hidden text.
const HIDDEN: &[u8] = b"[hidden: ";
/// The maximum size of hidden text, in bytes.
const MAX_HIDDEN: usize = 256;

/// The class of the text at an offset.
enum Begins {
    Text,
    Sequence(usize),
    /// A sequence, text of this length, and a closing character.
    Around(usize, usize),
    /// Undecided: the text ends too early.
    More,
}

/// Classifies the text at a character that may be the first of a sequence. `written` is the length
/// of an escape in letters before it, and `is_word` is whether a letter is.
fn begins(text: &str, written: usize, is_word: bool) -> Begins {
    let bytes = text.as_bytes();
    let after = |set: Set, at: usize| {
        let end = at + set.run(bytes.get(at..).unwrap_or_default(), MAX_NUMBERS);
        (end, bytes.get(end))
    };
    let (length, is_sequence) = match (bytes.first(), bytes.get(1)) {
        (Some(b'*'), _) => match after(Set::of("*"), 1) {
            (_, None) => return Begins::More,
            (end, Some(next)) => (end, is_word && end <= 3 && URL64.has(*next)),
        },
        (Some(b'^'), Some(b'(')) => match after(URL64, 2) {
            (_, None) => return Begins::More,
            (end, Some(b')')) if is_word && end > 2 => return Begins::Around(2, end - 2),
            _ => return Begins::Text,
        },
        (Some(b'^'), Some(next)) => (1, is_word && ALNUM.has(*next)),
        // The reference of a note or a comment.
        (Some(b'['), Some(b'^')) => match after(Set::of("0-9ce"), 2) {
            (_, None) => return Begins::More,
            (end, Some(last)) => (end + 1, is_word && *last == b']' && end > 2),
        },
        (Some(b'['), _) if bytes.starts_with(HIDDEN) || HIDDEN.starts_with(bytes) => {
            return hidden(bytes.get(HIDDEN.len()..).unwrap_or_default(), is_word);
        }
        (Some(b'['), _) => match after(DIGITS, 1) {
            (_, None) => return Begins::More,
            (end, Some(last)) => {
                (end + 1, *last == b'm' && end > 1 || written > 0 && last.is_ascii_alphabetic())
            }
        },
        (Some(128..), _) => {
            let first = text.chars().next().unwrap_or_default();
            (first.len_utf8(), is_hyphen(first) || has_no_width(first))
        }
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

/// Classifies the text after the mark of hidden text. Words inside another one are not part of it.
fn hidden(text: &[u8], is_word: bool) -> Begins {
    const WORDS: Set = Set::of(" '-.0-9A-Za-z");
    let Some(inner) = text.iter().take(MAX_HIDDEN).position(|byte| *byte == b']') else {
        return if text.len() < MAX_HIDDEN { Begins::More } else { Begins::Text };
    };
    let inner = text.get(..inner).unwrap_or_default();
    let is_plain = || WORDS.run(inner, MAX_HIDDEN) == inner.len();
    if !inner.is_empty() && inner.iter().all(u8::is_ascii_graphic) {
        Begins::Around(HIDDEN.len(), inner.len())
    } else if is_word && is_plain() && inner.split(|byte| *byte == b' ').all(|w| w.len() < 16) {
        Begins::Sequence(HIDDEN.len() + inner.len() + 1)
    } else {
        Begins::Text
    }
}

fn is_hyphen(character: char) -> bool {
    matches!(character, '\u{2010}' | '\u{2011}')
}

fn has_no_width(character: char) -> bool {
    let is_other = || matches!(character, '\u{2060}'..='\u{2064}' | '\u{feff}');
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}') || is_other()
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

/// Returns whether a text may have the marks of documents, which few have.
fn may_have_marks(text: &str) -> bool {
    !text.is_ascii() || memchr(b'^', text.as_bytes()).is_some()
}

fn next(text: &str, has_marks: bool) -> Option<usize> {
    let is_first = |byte: u8| matches!(byte, ESCAPE | b'[' | b'*' | b'^' | 0xc2 | 0xe2 | 0xef);
    match has_marks {
        true => text.bytes().position(is_first),
        false => memchr3(ESCAPE, b'[', b'*', text.as_bytes()),
    }
}

/// Returns the length of an escape in letters before a text, at or after `floor`, and what the text
/// begins with.
fn classified(before: &str, floor: usize, text: &str) -> (usize, Begins) {
    let last = before.get(floor..).unwrap_or_default();
    let written = if text.starts_with('[') { written(last) } else { 0 };
    (written, begins(text, written, is_word(before)))
}

pub(crate) fn has(line: &str) -> bool {
    let (mut at, has_marks) = (0, may_have_marks(line));
    while let Some(length) = next(line.get(at..).unwrap_or_default(), has_marks) {
        let (before, rest) = line.split_at(at + length);
        match classified(before, 0, rest).1 {
            Begins::Sequence(_) | Begins::Around(..) => return true,
            _ => at = before.len() + rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    false
}

/// Returns a line without its sequences.
pub(crate) fn without(line: &str) -> String {
    let (mut colours, mut text) = (Colours::default(), String::new());
    colours.take(line, &mut text);
    colours.end(&mut text);
    text
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
        let has_marks = may_have_marks(rest);
        while let Some(at) = next(rest, has_marks) {
            let (plain, sequence) = rest.split_at(at);
            text.push_str(plain);
            let floor = self.sequences.last().map_or(0, |(place, _)| *place);
            let (written, begins) = classified(text, floor, sequence);
            match begins {
                Begins::Sequence(length) if self.bytes < MAX_BYTES => {
                    let start = text.len() - written;
                    let (sequence, after) = sequence.split_at(length);
                    let sequence = text.get(start..).unwrap_or_default().to_owned() + sequence;
                    text.truncate(start);
                    self.push(start, &sequence);
                    if sequence.starts_with(is_hyphen) {
                        text.push('-');
                    }
                    rest = after;
                }
                Begins::Around(open, inner) if self.bytes < MAX_BYTES => {
                    let (open, after) = sequence.split_at(open);
                    let (inner, after) = after.split_at(inner);
                    self.push(text.len(), open);
                    text.push_str(inner);
                    let (close, after) = after.split_at(1);
                    self.push(text.len(), close);
                    rest = after;
                }
                Begins::More => {
                    self.begun = sequence.to_owned();
                    return;
                }
                _ => {
                    let first = sequence.chars().next().map_or(1, char::len_utf8);
                    let (first, after) = sequence.split_at(first);
                    text.push_str(first);
                    rest = after;
                }
            }
        }
        text.push_str(rest);
    }

    fn push(&mut self, place: usize, sequence: &str) {
        self.bytes += sequence.len();
        self.sequences.push((place, sequence.into()));
    }

    /// Ends a line: an incomplete sequence is text.
    pub(crate) fn end(&mut self, text: &mut String) {
        let begun = std::mem::take(&mut self.begun);
        if let Some(first) = begun.chars().next() {
            text.push(first);
            self.take(begun.get(first.len_utf8()..).unwrap_or_default(), text);
            self.end(text);
        }
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

    /// Returns a part of the text with the signs inside of it, which may be part of a password.
    pub(crate) fn with_signs(&self, text: &[u8], part: Range<usize>) -> Vec<u8> {
        let from = self.sequences.partition_point(|(place, _)| *place <= part.start);
        let inside = self.sequences.iter().skip(from).take_while(|(place, _)| *place < part.end);
        let (mut all, mut at) = (Vec::new(), part.start);
        for (place, sign) in inside.filter(|(_, sequence)| ["*", "^"].contains(&&**sequence)) {
            all.extend_from_slice(text.get(at..*place).unwrap_or_default());
            all.extend_from_slice(sign.as_bytes());
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
            && *place < part.end + usize::from(ends && !sequence.starts_with(is_hyphen))
        {
            if *place >= at {
                out.push_str(text.get(at..*place).unwrap_or_default());
                out.push_str(sequence);
                at = place + usize::from(sequence.starts_with(is_hyphen));
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
