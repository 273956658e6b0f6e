//! Decomposed characters, as some file systems store names.

use readroom_core::sort_by;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Returns a text in Unicode normalization form NFD.
pub fn nfd(text: &str) -> String {
    if text.is_ascii() {
        return text.into();
    }
    let mut parts: Vec<char> = Vec::with_capacity(text.len());
    text.chars().for_each(|character| decompose_canonical(character, |part| parts.push(part)));
    // Combining marks are sorted between the characters that are not; the order of equal ones is
    // kept.
    for marks in parts.chunk_by_mut(|_, next| canonical_combining_class(*next) != 0) {
        let class = |mark: &char| canonical_combining_class(*mark);
        let mut sorted = marks.to_vec();
        sort_by(&mut sorted, |a, b| class(a).cmp(&class(b)));
        marks.copy_from_slice(&sorted);
    }
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::nfd;
    use unicode_normalization::UnicodeNormalization as _;

    #[test]
    fn it_is_what_unicode_says() {
        for text in [
            "",
            "plain",
            "Capture d’écran",
            "\u{1e69}",
            "s\u{307}\u{323}",
            "\u{ac01}",
            "\u{301}a\u{323}\u{307}",
            "ﬁ",
        ] {
            assert_eq!(nfd(text), text.nfd().collect::<String>(), "{text}");
        }
        let all: String = ('\u{80}'..='\u{30000}')
            .flat_map(|character| [character, '\u{307}', '\u{323}'])
            .collect();
        assert_eq!(nfd(&all), all.nfd().collect::<String>());
    }
}
