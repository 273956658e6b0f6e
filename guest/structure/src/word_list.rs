//! Lists of words, which take less code than a match.

/// A list of words.
pub(super) struct WordList {
    /// The words by length, with blanks between them.
    words: &'static [u8],
    /// Where the words of each length begin, and where the longest end.
    starts: [u16; MAX_LENGTH + 2],
}

/// The maximum length of a word.
const MAX_LENGTH: usize = 15;

impl WordList {
    /// Returns a list, given the words by length with blanks between them.
    pub(super) const fn new(words: &'static str) -> Self {
        let words = words.as_bytes();
        let mut starts = [0; MAX_LENGTH + 2];
        let (mut rest, mut at, mut length, mut longest) = (words, 0, 0, 0);
        loop {
            let is_end = matches!(rest, [] | [b' ', ..]);
            length += !is_end as usize;
            at += 1;
            if is_end {
                assert!(longest <= length, "the words do not stand by length");
                longest = length;
                // A longer word begins after this one at the earliest.
                assert!(length <= MAX_LENGTH, "a word is too long");
                let (_, mut longer) = starts.split_at_mut(length + 1);
                while let [start, rest @ ..] = longer {
                    *start = at;
                    longer = rest;
                }
                length = 0;
            }
            match rest {
                [_, after @ ..] => rest = after,
                [] => return Self { words, starts },
            }
        }
    }

    /// Returns whether it has a word.
    #[inline(never)]
    pub(super) fn has(&self, word: &str) -> bool {
        let word = word.as_bytes();
        let start = self.starts.get(word.len()).copied().map(usize::from);
        let end = self.starts.get(word.len() + 1).copied().map(usize::from);
        let (Some(start), Some(end), Some(first)) = (start, end, word.first()) else {
            return false;
        };
        let same_length = self.words.get(start..self.words.len().min(end)).unwrap_or_default();
        let mut known = same_length.chunks(word.len() + 1);
        known.any(|known| known.first() == Some(first) && known.starts_with(word))
    }
}

#[cfg(test)]
mod tests {
    use super::WordList;

    #[test]
    fn a_list_has_its_words_only() {
        let words = WordList::new("a one two three fifteen_letters");
        for word in ["a", "one", "two", "three", "fifteen_letters"] {
            assert!(words.has(word), "{word}");
        }
        for word in ["", "o", "on", "ones", "a one", " ", "tzo", "twenty", "sixteen__letters"] {
            assert!(!words.has(word), "{word}");
        }
    }
}
