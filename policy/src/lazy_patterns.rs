//! The patterns of a list that are compiled when they are needed.

use crate::git_pattern::Fold;
use crate::patterns::{Patterns, refuse};
use std::sync::OnceLock;

/// How many times some of the patterns are compiled before all are. A read compares the
/// directories around a file, each with one more end.
const PARTS: usize = 6;

/// The length in bytes from which a list is compiled whole.
const LONG: usize = 1 << 20;

/// The patterns in a text.
pub(crate) struct LazyPatterns {
    /// All of them. `None` if they do not compile.
    all: OnceLock<Option<Patterns>>,
    /// Those for paths with some ends, each with the ends of the ones before. In boxes, since lists
    /// are moved.
    parts: [OnceLock<Box<Part>>; PARTS],
    fold: Option<Fold>,
    /// The lines of the text. `None` if one may be malformed: then all are compiled, so that it is
    /// noticed.
    lines: OnceLock<Option<Vec<Line>>>,
}

/// The patterns for paths with some ends. `None` if they do not compile.
struct Part {
    ends: Ends,
    patterns: Option<Patterns>,
}

/// A line that is not empty.
struct Line {
    start: u32,
    /// The last bytes of the paths that it may match.
    ends: Ends,
}

/// The last bytes of the names in a path, which rule out most patterns: a bit for each letter, one
/// for all digits, and one that every path has.
#[derive(Clone, Copy, Default)]
struct Ends(u32);

impl Ends {
    const EVERY: Self = Self(1 << 31);
    const ALL: Self = Self(u32::MAX);

    /// Returns the ends of a path. `None` if it is not ASCII: then it may equal a pattern in other
    /// bytes.
    fn of_path(path: &str) -> Option<Self> {
        let names = path.split('/').filter_map(|name| name.bytes().next_back());
        let ends = || names.filter_map(Self::of_byte).fold(Self::EVERY, Self::with);
        path.is_ascii().then(ends)
    }

    /// Returns the ends of the paths that a pattern with this last byte may match.
    fn of_pattern(last: u8) -> Self {
        // Blanks and wildcards match other bytes, and `/` is malformed.
        Self::of_byte(last).unwrap_or(Self::ALL)
    }

    fn of_byte(byte: u8) -> Option<Self> {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Some(Self(1 << (byte & 0x1f))),
            b'0'..=b'9' => Some(Self(1)),
            _ => None,
        }
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn contain(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl LazyPatterns {
    pub(crate) fn new(fold: Option<Fold>) -> Self {
        let (all, lines) = (OnceLock::new(), OnceLock::new());
        Self { all, parts: Default::default(), fold, lines }
    }

    pub(crate) fn compiled(patterns: Patterns, fold: Option<Fold>) -> Self {
        Self { all: OnceLock::from(Some(patterns)), ..Self::new(fold) }
    }

    /// Returns all patterns. `None` if they do not compile.
    pub(crate) fn all(&self, text: &str) -> Option<&Patterns> {
        self.all.get_or_init(|| Patterns::new(text, self.fold).ok()).as_ref()
    }

    /// Returns patterns with all that match a path or a directory around it. `None` if they do not
    /// compile.
    pub(crate) fn for_path(&self, text: &str, path: &str) -> Option<&Patterns> {
        if self.all.get().is_some() {
            return self.all(text);
        }
        let lines = self.lines.get_or_init(|| lines_of(text));
        let (Some(lines), Some(ends)) = (lines, Ends::of_path(path)) else {
            return self.all(text);
        };
        let mut known = Ends::default();
        for part in &self.parts {
            let part = part.get_or_init(|| {
                let ends = known.with(ends);
                Box::new(Part { ends, patterns: self.with_ends(text, lines, ends) })
            });
            if part.ends.contain(ends) {
                return part.patterns.as_ref();
            }
            known = part.ends;
        }
        self.all(text)
    }

    fn with_ends(&self, text: &str, lines: &[Line], ends: Ends) -> Option<Patterns> {
        let wanted = lines.iter().filter(|line| line.ends.meet(ends)).map(|line| {
            let start = line.start as usize;
            let rest = text.get(start..).unwrap_or_default();
            (start, rest.split('\n').next().unwrap_or_default())
        });
        Patterns::of_lines(text, wanted, self.fold, refuse(text)).ok()
    }
}

/// Returns the lines of a text. `None` if it is long, or if it has sets or escapes, the only parts
/// of patterns that can be malformed.
fn lines_of(text: &str) -> Option<Vec<Line>> {
    let mut found = 0;
    // In this form the loop is vectorized.
    for byte in text.bytes() {
        found |= u8::from(byte == b'[') | u8::from(byte == b'\\');
    }
    if text.len() > LONG || found != 0 {
        return None;
    }
    let (mut lines, mut start) = (Vec::new(), 0);
    for line in text.as_bytes().split(|byte| *byte == b'\n') {
        if let [.., last, b'/'] | [.., last] = line {
            lines.push(Line { start, ends: Ends::of_pattern(*last) });
        }
        start += line.len() as u32 + 1;
    }
    Some(lines)
}
