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

    /// Adds all words of a text.
    pub(crate) fn add_all(&mut self, text: &str) {
        words(text, |word| self.add(word));
    }

    /// Returns the number of files with a word.
    pub(crate) fn files(&self, word: u64) -> u32 {
        self.files.get(&word).map_or(0, |count| count.files)
    }
}

/// Passes the hashes of the words of a text: of letters, digits and underscores.
fn words(text: &str, mut take: impl FnMut(u64)) {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut hash = None;
    for byte in text.bytes() {
        if is_of_word(byte) {
            // FNV-1a.
            let before = hash.unwrap_or(0xcbf2_9ce4_8422_2325_u64);
            hash = Some((before ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        } else if let Some(word) = hash.take() {
            take(word);
        }
    }
    hash.into_iter().for_each(take);
}

/// Returns the hash of the last word of a name.
pub(crate) fn last_word(name: &str) -> u64 {
    let mut last = 0;
    words(name, |word| last = word);
    last
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
