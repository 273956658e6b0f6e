//! Finds characters that hide or forge text that people or models see. They stay in the text.

mod forged_markup;

use crate::{LineNumber, Text};
use forged_markup::forged_markup;
use readroom_names::is_needed;
use readroom_types::SuspiciousKind;

/// The maximum number of items per text.
const MAX_LINES: usize = 100;

/// Suspicious characters of one kind in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuspiciousLine {
    /// The number of the line in the file.
    pub line: LineNumber,
    /// Why they are suspicious.
    pub kind: SuspiciousKind,
    /// Their number.
    pub characters: u32,
}

impl Text {
    /// Returns the suspicious characters in `content`: one item per line and kind, in order, at
    /// most 100.
    pub fn suspicious(&self) -> Vec<SuspiciousLine> {
        let bytes = self.content.as_bytes();
        let mut collector = Collector { line: self.first, counts: [0; 4], found: Vec::new() };
        let mut counted = 0;
        let is_marked =
            self.encoding.bom && self.first == LineNumber::FIRST && self.columns_before == 0;
        for (at, kind, characters) in findings(&self.content) {
            if at == 0 && is_marked && self.content.starts_with('\u{feff}') {
                continue;
            }
            let breaks =
                memchr::memchr_iter(b'\n', bytes.get(counted..at).unwrap_or_default()).count();
            if breaks > 0 {
                collector.end_line();
                collector.line = collector.line.after(breaks as u64);
            }
            if collector.found.len() >= MAX_LINES {
                break;
            }
            counted = at;
            collector.add(kind, characters);
        }
        collector.end_line();
        collector.found.truncate(MAX_LINES);
        collector.found
    }
}

/// Returns why the first suspicious characters of a text are, if it has some.
pub fn first_suspicion(text: &str) -> Option<SuspiciousKind> {
    findings(text).next().map(|(_, kind, _)| kind)
}

struct Collector {
    line: LineNumber,
    /// In the order of [`SuspiciousKind::ALL`].
    counts: [u32; 4],
    found: Vec<SuspiciousLine>,
}

impl Collector {
    fn add(&mut self, kind: SuspiciousKind, characters: u32) {
        for (count, of) in self.counts.iter_mut().zip(SuspiciousKind::ALL) {
            *count = count.saturating_add(if *of == kind { characters } else { 0 });
        }
    }

    fn end_line(&mut self) {
        for (count, kind) in self.counts.iter_mut().zip(SuspiciousKind::ALL) {
            match std::mem::take(count) {
                0 => {}
                characters => {
                    self.found.push(SuspiciousLine { line: self.line, kind: *kind, characters })
                }
            }
        }
    }
}

/// Returns the suspicious spots in order: offset, kind, and number of characters.
fn findings(text: &str) -> impl Iterator<Item = (usize, SuspiciousKind, u32)> {
    let mut characters = suspicious_characters(text).peekable();
    let mut markup = forged_markup(text).peekable();
    std::iter::from_fn(move || match (characters.peek(), markup.peek()) {
        (Some((at, _)), Some((tag, _))) if at < tag => single(characters.next()),
        (_, Some(_)) => {
            markup.next().map(|(at, length)| (at, SuspiciousKind::ForgedMarkup, length))
        }
        (_, None) => single(characters.next()),
    })
}

fn single(found: Option<(usize, SuspiciousKind)>) -> Option<(usize, SuspiciousKind, u32)> {
    found.map(|(at, kind)| (at, kind, 1))
}

/// Returns the offsets and kinds of suspicious characters, in order.
///
/// Ordinary text is scanned by searching for single bytes that are rare in it.
fn suspicious_characters(text: &str) -> impl Iterator<Item = (usize, SuspiciousKind)> {
    let bytes = text.as_bytes();
    let rest = if text.is_ascii() { &[][..] } else { bytes };
    // Most are before a line feed.
    let mut returns = memchr::memchr_iter(b'\r', bytes);
    let has_return = returns.any(|at| is_return(bytes.get(at..).unwrap_or_default()));
    let returning = if has_return { bytes } else { &[][..] };
    let mut searches = [
        (memchr::memchr3_iter(0, 0x0b, 0x0b, bytes).peekable(), 0),
        (memchr::memchr3_iter(b'\r', b'\r', b'\r', returning).peekable(), 0),
        (memchr::memchr3_iter(0x08, 0x1b, 0x7f, bytes).peekable(), 0),
        // First bytes of U+0080 to U+00BF, U+2000 to U+2FFF, U+F000 to U+FFFF, U+0340 to U+037F,
        // and U+10000 to U+3FFFF.
        (memchr::memchr3_iter(0xc2, 0xe2, 0xef, rest).peekable(), 0),
        (memchr::memchr3_iter(0xcd, 0xf0, 0xf0, rest).peekable(), 0),
        // Second bytes of the others: their first bytes start most letters of some scripts.
        (memchr::memchr3_iter(0x85, 0x9c, 0xa0, rest).peekable(), 1),
        (memchr::memchr3_iter(0x9e, 0x9e, 0x9e, rest).peekable(), 1),
    ];
    let mut end = 0;
    let candidates = std::iter::from_fn(move || {
        loop {
            let next = searches.iter_mut().filter_map(|(search, offset)| {
                Some((search.peek()?.saturating_sub(*offset), search))
            });
            let (at, search) = next.min_by_key(|(at, _)| *at)?;
            search.next();
            // Two searches may find the same character.
            if at >= end && is_candidate(bytes.get(at..)?) {
                end = at + 1;
                return Some(at);
            }
        }
    });
    candidates.filter_map(move |at| Some((at, kind(text, at)?)))
}

/// Returns whether the character at the start of these bytes may be suspicious, without decoding
/// it: many characters of ordinary text reach this function.
fn is_candidate(bytes: &[u8]) -> bool {
    matches!(
        *bytes,
        [0 | 0x08 | 0x0b | b'\r' | 0x1b | 0x7f, ..]
        | [0xc2, 0x80..=0x9f | 0xad, ..]
        | [0xcd, 0x8f, ..]
        | [0xd8, 0x9c, ..]
        | [0xe1, 0x85, 0x9f | 0xa0, ..]
        | [0xe1, 0x9e, 0xb4 | 0xb5, ..]
        | [0xe1, 0xa0, 0x8b..=0x8f, ..]
        | [0xe2, 0x80, 0x8b..=0x8f | 0xa8..=0xae, ..]
        | [0xe2, 0x81, 0xa0..=0xaf, ..]
        | [0xe3, 0x85, 0xa4, ..]
        | [0xef, 0xb8, 0x80..=0x8f, ..]
        | [0xef, 0xbb, 0xbf, ..]
        | [0xef, 0xbe, 0xa0, ..]
        | [0xef, 0xbf, 0xb0..=0xbb, ..]
        | [0xf0, 0x9b, 0xb2, ..]
        | [0xf0, 0x9d, 0x85, ..]
        | [0xf3, 0xa0, ..]
    )
}

/// Returns whether a text begins with a CR that ends no line: text after it is displayed over what
/// is before it.
fn is_return(bytes: &[u8]) -> bool {
    matches!(bytes, [b'\r', after, ..] if !matches!(after, b'\r' | b'\n'))
}

/// Returns why the character at this offset is suspicious, if it is.
fn kind(text: &str, at: usize) -> Option<SuspiciousKind> {
    let character = text.get(at..)?.chars().next()?;
    let unless_needed = |kind| (!is_needed(text, at, character)).then_some(kind);
    match character {
        '\r' => is_return(text.as_bytes().get(at..)?).then_some(SuspiciousKind::Terminal),
        '\u{8}' | '\u{b}' | '\u{1b}' | '\u{7f}'..='\u{9f}' => Some(SuspiciousKind::Terminal),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(SuspiciousKind::Bidirectional),
        '\u{61c}' | '\u{200e}' | '\u{200f}' => unless_needed(SuspiciousKind::Bidirectional),
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => {
            Some(SuspiciousKind::Invisible)
        }
        '\0'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{200b}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' => Some(SuspiciousKind::Invisible),
        '\u{34f}'
        | '\u{200c}'
        | '\u{200d}'
        | '\u{180b}'..='\u{180f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0000}'..='\u{e007f}'
        | '\u{e0100}'..='\u{e01ef}' => unless_needed(SuspiciousKind::Invisible),
        '\u{e0080}'..='\u{e0fff}' => Some(SuspiciousKind::Invisible),
        _ => None,
    }
}
