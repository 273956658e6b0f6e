//! Finds characters that hide or forge what people see. They stay in the text.

use crate::document::Text;
use crate::line_number::LineNumber;

/// The maximum number of items for one text.
const MAX_LINES: usize = 100;

/// Why characters are suspicious.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspiciousKind {
    /// They change the order in which text is displayed: embeddings, overrides and isolates of the
    /// bidirectional algorithm, such as U+202E.
    Bidirectional,
    /// They are not displayed: tag characters, zero-width spaces and joiners, a byte-order mark
    /// that is not at the beginning.
    Invisible,
    /// They can be commands to a terminal: ESC, C1 controls (U+0080 to U+009F), backspace, DEL.
    Terminal,
}

impl SuspiciousKind {
    const ALL: [Self; 3] = [Self::Bidirectional, Self::Invisible, Self::Terminal];
}

/// Suspicious characters of one kind in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuspiciousLine {
    /// The line.
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
        let mut collector = Collector { line: self.first, counts: [0; 3], found: Vec::new() };
        let mut counted = 0;
        for (at, kind) in suspicious_characters(&self.content) {
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
            collector.add(kind);
        }
        collector.end_line();
        collector.found.truncate(MAX_LINES);
        collector.found
    }
}

struct Collector {
    line: LineNumber,
    /// In the order of [`SuspiciousKind::ALL`].
    counts: [u32; 3],
    found: Vec<SuspiciousLine>,
}

impl Collector {
    fn add(&mut self, kind: SuspiciousKind) {
        for (count, of) in self.counts.iter_mut().zip(SuspiciousKind::ALL) {
            *count = count.saturating_add((of == kind).into());
        }
    }

    fn end_line(&mut self) {
        for (count, kind) in self.counts.iter_mut().zip(SuspiciousKind::ALL) {
            match std::mem::take(count) {
                0 => {}
                characters => self.found.push(SuspiciousLine { line: self.line, kind, characters }),
            }
        }
    }
}

/// Returns the suspicious characters of a text with their offsets, in order.
///
/// Ordinary text is scanned once: only the first bytes of these characters are searched for.
fn suspicious_characters(text: &str) -> impl Iterator<Item = (usize, SuspiciousKind)> {
    let bytes = text.as_bytes();
    let rest = if text.is_ascii() { &[][..] } else { bytes };
    let controls = memchr::memchr3_iter(0x08, 0x1b, 0x7f, bytes).peekable();
    // Lead bytes of U+0080 to U+00BF, of U+2000 to U+2FFF, and of tags.
    let leads = memchr::memchr3_iter(0xc2, 0xe2, 0xf3, rest).peekable();
    let marks = memchr::memchr_iter(0xef, rest).peekable();
    let mut places = [Places::Three(controls), Places::Three(leads), Places::One(marks)];
    std::iter::from_fn(move || {
        let next = places.iter_mut().filter_map(|places| Some((places.peek()?, places)));
        let (at, places) = next.min_by_key(|(at, _)| *at)?;
        places.next();
        Some(at)
    })
    .filter_map(move |at| Some((at, kind(text, at)?)))
}

enum Places<'t> {
    Three(std::iter::Peekable<memchr::Memchr3<'t>>),
    One(std::iter::Peekable<memchr::Memchr<'t>>),
}

impl Places<'_> {
    fn peek(&mut self) -> Option<usize> {
        match self {
            Self::Three(places) => places.peek().copied(),
            Self::One(places) => places.peek().copied(),
        }
    }

    fn next(&mut self) {
        match self {
            Self::Three(places) => places.next(),
            Self::One(places) => places.next(),
        };
    }
}

/// Returns why the character at this offset is suspicious, if it is.
fn kind(text: &str, at: usize) -> Option<SuspiciousKind> {
    let (before, from) = text.split_at_checked(at)?;
    match from.chars().next()? {
        '\u{8}' | '\u{1b}' | '\u{7f}'..='\u{9f}' => Some(SuspiciousKind::Terminal),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(SuspiciousKind::Bidirectional),
        '\u{200b}' | '\u{2060}'..='\u{2064}' => Some(SuspiciousKind::Invisible),
        // At the beginning it is a byte-order mark.
        '\u{feff}' if !before.is_empty() => Some(SuspiciousKind::Invisible),
        '\u{e0000}'..='\u{e007f}' if !is_flag(before) => Some(SuspiciousKind::Invisible),
        _ => None,
    }
}

/// The maximum number of tags of a flag: two letters of a country, three of a region, and the end.
const FLAG_TAGS: usize = 6;

/// Returns whether a tag here belongs to the flag of a region, such as that of Wales.
fn is_flag(before: &str) -> bool {
    let mut tags = before.chars().rev().take(FLAG_TAGS);
    tags.find(|character| !matches!(character, '\u{e0000}'..='\u{e007f}')) == Some('\u{1f3f4}')
}
