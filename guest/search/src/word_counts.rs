//! Counts in how many files words occur.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The maximum number of words: further ones are not counted. They take about 20 MiB.
const MAX_WORDS: usize = 500_000;

/// The number of files with each word, by the hash of the word.
#[derive(Default)]
pub(crate) struct WordCounts {
    files: HashMap<u64, Count, BuildHasherDefault<Hashed>>,
    file: u32,
}

struct Count {
    /// The last file with the word.
    last: u32,
    files: u32,
}

impl WordCounts {
    /// Counts words for another file from now on.
    pub(crate) fn begin_file(&mut self) {
        self.file = self.file.saturating_add(1);
    }

    pub(crate) fn add(&mut self, word: u64) {
        let (file, is_full) = (self.file, self.files.len() >= MAX_WORDS);
        match self.files.get_mut(&word) {
            Some(count) if count.last == file => {}
            Some(count) => *count = Count { last: file, files: count.files.saturating_add(1) },
            None if is_full => {}
            None => {
                self.files.insert(word, Count { last: file, files: 1 });
            }
        }
    }

    /// Adds the words of a program that may be names: those of several parts, such as `next_page`
    /// and `NextPage`, and those that stand in code, as far as the characters around them show it.
    pub(crate) fn add_names(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while let Some((before, word, after)) = next_word(rest) {
            if is_in_code(before, after) || has_parts(word) {
                self.add(hash(word));
            }
            rest = after;
        }
    }

    /// Returns the number of files with a word.
    pub(crate) fn files(&self, word: u64) -> u32 {
        self.files.get(&word).map_or(0, |count| count.files)
    }
}

/// Returns the next word of a text, of letters, digits and underscores, and the text around it.
fn next_word(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (before, rest) = text.split_at_checked(text.iter().position(is_of_word)?)?;
    let end = rest.iter().position(|byte| !is_of_word(byte)).unwrap_or(rest.len());
    let (word, after) = rest.split_at_checked(end)?;
    Some((before, word, after))
}

fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii()
}

/// Returns the FNV-1a digest of a word.
fn hash(word: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    word.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Returns whether the text around a word is that of code: in prose, blanks are.
fn is_in_code(before: &[u8], after: &[u8]) -> bool {
    let opens = match after {
        [b'(' | b'<' | b'[', ..] | [b':', b':', ..] => true,
        [b'.', next, ..] => next.is_ascii_alphabetic(),
        _ => false,
    };
    let follows = matches!(
        before,
        [.., b'(' | b'<' | b'[' | b'.' | b':' | b'&' | b'*' | b'@'] | [.., b':' | b'>', b' ']
    );
    let ends =
        matches!(after, [b')' | b'>' | b']' | b',' | b';' | b'{', ..] | [b' ', b'{' | b'=', ..]);
    opens || follows && ends
}

/// Returns whether a word has several parts.
fn has_parts(word: &[u8]) -> bool {
    let mut pairs = word.iter().zip(word.iter().skip(1));
    pairs.any(|(one, next)| {
        *one != b'_' && *next == b'_' || one.is_ascii_lowercase() && next.is_ascii_uppercase()
    })
}

/// Returns the hash of the last word of a name, and whether it is only lower-case letters, as words
/// of prose and names of methods are.
pub(crate) fn last_word(name: &str) -> (u64, bool) {
    let name = name.as_bytes();
    let end = name.iter().rposition(is_of_word).map_or(0, |last| last + 1);
    let name = name.get(..end).unwrap_or_default();
    let start = name.iter().rposition(|byte| !is_of_word(byte)).map_or(0, |gap| gap + 1);
    let word = name.get(start..).unwrap_or_default();
    (hash(word), word.iter().all(u8::is_ascii_lowercase))
}

/// A key that is a hash already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
