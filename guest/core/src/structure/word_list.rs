//! Lists of words, which take less code than a match.

/// A list of words.
pub(super) struct WordList {
    /// The words, with blanks between them.
    words: &'static [u8],
    /// The marks of the words: most others have a mark that is not among them.
    marks: u128,
}

impl WordList {
    /// Returns a list, given the words with blanks between them.
    pub(super) const fn new(words: &'static str) -> Self {
        let words = words.as_bytes();
        let (mut rest, mut marks) = (words, 0);
        let (mut first, mut last, mut length) = (0, 0, 0);
        while let [byte, after @ ..] = rest {
            if *byte == b' ' {
                marks |= mark(first, last, length);
                length = 0;
            } else {
                if length == 0 {
                    first = *byte;
                }
                last = *byte;
                length += 1;
            }
            rest = after;
        }
        Self { words, marks: marks | mark(first, last, length) }
    }

    /// Returns whether it has a word.
    #[inline(never)]
    pub(super) fn has(&self, word: &str) -> bool {
        let word = word.as_bytes();
        let Some((first, last)) = word.first().zip(word.last()) else { return false };
        self.marks & mark(*first, *last, word.len()) != 0
            && self.words.split(|byte| *byte == b' ').any(|known| known == word)
    }
}

/// Returns a bit for a word with these letters at its ends and this length.
const fn mark(first: u8, last: u8, length: usize) -> u128 {
    1 << ((first as usize ^ (last as usize) << 2 ^ length << 5) % 128)
}

#[cfg(test)]
mod tests {
    use super::WordList;

    #[test]
    fn a_list_has_its_words_only() {
        let words = WordList::new("one two three");
        for word in ["one", "two", "three"] {
            assert!(words.has(word), "{word}");
        }
        for word in ["", "on", "ones", "one two", " ", "tzo", "twenty"] {
            assert!(!words.has(word), "{word}");
        }
    }
}
