//! Counts words.

use std::collections::BTreeMap;

/// A word, and how often it occurs.
pub struct Count {
    pub word: String,
    pub times: usize,
}

/// Counts the words of a text, the most frequent first.
pub fn words(text: &str) -> Vec<Count> {
    let mut times = BTreeMap::new();
    for word in text.split_whitespace() {
        *times.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    let mut counts: Vec<_> = times
        .into_iter()
        .map(|(word, times)| Count { word, times })
        .collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.times));
    counts
}

impl Count {
    /// Returns whether the word occurs once.
    pub fn is_single(&self) -> bool {
        self.times == 1
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn the_most_frequent_word_comes_first() {
        let counts = words("to be or not to be to");
        assert_eq!((counts[0].word.as_str(), counts[0].times), ("to", 3));
        assert!(counts[2].is_single());
    }
}
