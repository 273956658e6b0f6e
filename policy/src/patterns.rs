//! Lookup tables of patterns: only few are compared with a path, regardless of their number.

use crate::git_pattern::{
    self, DEEP, DIRECTORY, FLOATING, Fold, GLUE, SET, SET_COUNT, STAR, without_trailing_spaces,
};
use std::borrow::Cow;
use std::ops::Range;

/// The patterns of a list, compiled.
///
/// Most patterns determine the last name or the one before, or a prefix or suffix of the last one.
/// They are found by the hash of that key.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    /// The codes of the patterns, concatenated.
    pub(crate) code: Cow<'static, [u8]>,
    /// The start of each pattern in the text and in the code, in the order of the list, and the end
    /// of both.
    pub(crate) starts: Cow<'static, [(u32, u32)]>,
    /// The hashes of the keys with the numbers of their patterns, sorted.
    pub(crate) keyed: Cow<'static, [(u32, u32)]>,
    /// The starts of the hashes with the same highest bits, and the end of the last ones.
    pub(crate) buckets: Cow<'static, [u32]>,
    /// The numbers of the patterns without a key.
    pub(crate) unkeyed: Cow<'static, [u32]>,
    /// The numbers of the patterns with [`git_pattern::NAMES`].
    pub(crate) deep: Cow<'static, [u32]>,
    /// The kinds of all keys.
    pub(crate) kinds: u8,
    /// The number of patterns up to the last one that matches every file, and every directory.
    pub(crate) all: [u32; 2],
}

/// Why text is not a list of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternError {
    /// The line number, from 1. `None` if the whole text is too long.
    pub(crate) line: Option<usize>,
    pub(crate) reason: String,
}

/// The maximum length of the text in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The maximum length of a key that is a prefix or suffix of a name.
pub(crate) const MAX_KEY: usize = 3;

// The kinds of keys. A whole name has no bit.
pub(crate) const NAME: u8 = 0;
/// The name before the last one.
pub(crate) const PARENT: u8 = 1;

/// The kind of a prefix key of this length.
pub(crate) fn beginning(length: usize) -> u8 {
    1 << length
}

/// The kind of a suffix key of this length.
pub(crate) fn end(length: usize) -> u8 {
    1 << (MAX_KEY + length)
}

/// The hash of an empty key.
pub(crate) const EMPTY: u32 = 0x811c_9dc5;

/// Adds a byte to an FNV-1a hash.
pub(crate) fn add(hash: u32, byte: &u8) -> u32 {
    (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
}

/// Returns the hash of a key, given that of its bytes. Its highest bits are well mixed.
pub(crate) fn key(kind: u8, hash: u32) -> u32 {
    hash.wrapping_add(u32::from(kind)).wrapping_mul(0x9e37_79b1)
}

/// Returns the kind and the bytes of a pattern's key, if it has one.
fn key_of(code: &[u8]) -> Option<(u8, &[u8])> {
    let mut names = code.rsplit(|&byte| byte == b'/');
    let name = names.next()?;
    let (before, after) = literals(name);
    if before.len() == name.len() {
        Some((NAME, name))
    } else if let Some(bytes) =
        before.get(..before.len().min(MAX_KEY)).filter(|key| !key.is_empty())
    {
        Some((beginning(bytes.len()), bytes))
    } else if let Some(bytes) = after.get(after.len().saturating_sub(MAX_KEY)..)
        && !bytes.is_empty()
    {
        Some((end(bytes.len()), bytes))
    } else {
        let parent = names.next()?;
        (literals(parent).0.len() == parent.len()).then_some((PARENT, parent))
    }
}

/// Returns the literal prefix and suffix of a name pattern.
fn literals(name: &[u8]) -> (&[u8], &[u8]) {
    let (mut at, mut before, mut after) = (0, None, 0);
    while let Some(&op) = name.get(at) {
        let start = at;
        at += match (op, name.get(at + 1)) {
            (SET, Some(count)) => 2 + 2 * (usize::from(count - SET_COUNT) + 1),
            _ => 1,
        };
        if op >= GLUE {
            before.get_or_insert(start);
            after = at;
        }
    }
    let before = before.unwrap_or(name.len());
    (name.get(..before).unwrap_or(name), name.get(after..).unwrap_or_default())
}

impl Patterns {
    /// Compiles patterns, one per line, case-insensitively if `fold` is given.
    ///
    /// # Errors
    ///
    /// Returns the first invalid line.
    pub(crate) fn new(text: &str, fold: Option<Fold>) -> Result<Self, PatternError> {
        Self::of_lines(text, lines(text), fold, refuse(text))
    }

    /// Compiles the valid lines. `None` if the text is too long.
    pub(crate) fn without_errors(text: &str) -> Option<Self> {
        Self::of_lines(text, lines(text), None, |_, _| Ok(())).ok()
    }

    /// Compiles the patterns in lines of a text, given with their offsets. `fail` decides about an
    /// invalid one.
    pub(crate) fn of_lines<'a>(
        text: &str,
        lines: impl Iterator<Item = (usize, &'a str)>,
        fold: Option<Fold>,
        fail: impl Fn(usize, String) -> Result<(), PatternError>,
    ) -> Result<Self, PatternError> {
        if text.len() > MAX_BYTES {
            let reason = "it is larger than 16 MiB".into();
            return Err(PatternError { line: None, reason });
        }
        let (mut code, mut starts) = (Vec::new(), Vec::new());
        for (start, line) in lines {
            let pattern = written(line);
            if pattern.is_empty() || pattern.starts_with('#') {
                continue;
            }
            let begin = code.len();
            match git_pattern::compile(pattern, fold, &mut code) {
                Ok(()) => starts.push((start as u32, begin as u32)),
                Err(reason) => {
                    code.truncate(begin);
                    fail(start, reason)?;
                }
            }
        }
        starts.push((text.len() as u32, code.len() as u32));
        Ok(Self::with_keys(code, starts))
    }

    fn with_keys(code: Vec<u8>, starts: Vec<(u32, u32)>) -> Self {
        let mut patterns = Self { code: code.into(), starts: starts.into(), ..Self::default() };
        let (mut keyed, mut unkeyed, mut deep) = (Vec::new(), Vec::new(), Vec::new());
        let (mut kinds, mut all) = (0, [0, 0]);
        for number in patterns.numbers() {
            let (flags, code) = patterns.code(number);
            if flags & DEEP != 0 {
                deep.push(number);
            } else if code == [STAR] && flags & FLOATING != 0 {
                let [files, directories] = all;
                let files = if flags & DIRECTORY == 0 { number + 1 } else { files };
                all = [files, directories.max(number + 1)];
            } else if let Some((kind, bytes)) = key_of(code) {
                keyed.push((key(kind, bytes.iter().fold(EMPTY, add)), number));
                kinds |= kind;
            } else {
                unkeyed.push(number);
            }
        }
        keyed.sort_unstable();
        // More buckets than keys, so that most are empty.
        let count = (keyed.len() + 1).next_power_of_two();
        let before = |bucket| keyed.partition_point(|&(hash, _)| bucket_of(hash, count) < bucket);
        patterns.buckets = (0..=count).map(|bucket| before(bucket) as u32).collect();
        let (unkeyed, deep) = (unkeyed.into(), deep.into());
        Self { keyed: keyed.into(), unkeyed, deep, kinds, all, ..patterns }
    }

    /// Returns the keys with a hash, and the numbers of their patterns in order.
    pub(crate) fn with_key(&self, hash: u32) -> &[(u32, u32)] {
        let bucket = bucket_of(hash, self.buckets.len().saturating_sub(1));
        let Some([start, end]) = self.buckets.get(bucket..bucket + 2) else { return &[] };
        if start == end {
            return &[];
        }
        let keys = self.keyed.get(*start as usize..*end as usize).unwrap_or_default();
        let from = keys.partition_point(|&(other, _)| other < hash);
        let to = keys.partition_point(|&(other, _)| other <= hash);
        keys.get(from..to).unwrap_or_default()
    }

    /// Returns the flags of a pattern, and its code without them.
    pub(crate) fn code(&self, number: u32) -> (u8, &[u8]) {
        let number = number as usize;
        let Some([(_, start), (_, end)]) = self.starts.get(number..number + 2) else {
            return (0, &[]);
        };
        match self.code.get(*start as usize..*end as usize) {
            Some([flags, code @ ..]) => (*flags, code),
            _ => (0, &[]),
        }
    }

    /// Returns the flags of each pattern.
    pub(crate) fn flags(&self) -> impl Iterator<Item = u8> {
        self.numbers().map(|number| self.code(number).0)
    }

    /// Returns the start of a pattern in the text.
    pub(crate) fn start(&self, number: u32) -> usize {
        self.starts.get(number as usize).map_or(0, |&(start, _)| start as usize)
    }

    pub(crate) fn numbers(&self) -> Range<u32> {
        0..self.starts.len().saturating_sub(1) as u32
    }

    /// Returns a pattern as written in the text.
    pub(crate) fn line<'a>(&self, number: u32, text: &'a str) -> &'a str {
        let rest = text.get(self.start(number)..).unwrap_or_default();
        written(rest.split('\n').next().unwrap_or_default())
    }
}

/// Decides that an invalid line of a text makes the whole list invalid.
pub(crate) fn refuse(text: &str) -> impl Fn(usize, String) -> Result<(), PatternError> {
    |start, reason| {
        let before = text.get(..start).unwrap_or_default();
        Err(PatternError { line: Some(before.split('\n').count()), reason })
    }
}

/// Returns lines with their offsets.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split('\n').map(move |line| {
        let start = next;
        next += line.len() + 1;
        (start, line)
    })
}

/// Returns the bucket of a hash; the number of buckets is a power of two.
fn bucket_of(hash: u32, buckets: usize) -> usize {
    ((u64::from(hash) * buckets as u64) >> 32) as usize
}

/// Strips the line end and the spaces before it.
fn written(line: &str) -> &str {
    without_trailing_spaces(line.strip_suffix('\r').unwrap_or(line))
}
