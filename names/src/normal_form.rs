//! Unicode normalization forms of names. The functions of `unicode-normalization` for whole texts
//! bring the tables of compatibility decomposition, which have 55,000 bytes.

use crate::sort_by;
use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};

/// Returns text in Unicode normalization form NFD.
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

/// Returns text in Unicode normalization form NFC.
pub fn nfc(text: &str) -> String {
    let mut parts: Vec<char> = Vec::with_capacity(text.len());
    // The offset of the last character that is not a combining mark, and the class after it.
    let (mut starter, mut last) = (None, 0);
    for part in nfd(text).chars() {
        let class = canonical_combining_class(part);
        // A mark of the same class, or of a higher one, is between them.
        let is_next = last == 0 || last < class;
        let composed = starter.and_then(|at| parts.get_mut(at)).filter(|_| is_next);
        if let Some(first) = composed
            && let Some(both) = compose(*first, part)
        {
            *first = both;
            continue;
        }
        if class == 0 {
            starter = Some(parts.len());
        }
        last = class;
        parts.push(part);
    }
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{nfc, nfd};
    use unicode_normalization::UnicodeNormalization as _;

    #[test]
    fn they_are_what_unicode_says() {
        let all = |marks: &[char]| -> String {
            let with_marks = |character| std::iter::once(character).chain(marks.iter().copied());
            ('\u{80}'..='\u{30000}').flat_map(with_marks).collect()
        };
        for text in [
            "",
            "plain",
            "Capture d’écran",
            "\u{1e69}",
            "s\u{307}\u{323}",
            "\u{ac01}",
            "\u{1100}\u{1161}\u{11a8}",
            "\u{301}a\u{323}\u{307}",
            "a\u{323}\u{323}\u{302}",
            "\u{9c7}\u{301}\u{9be}",
            "ﬁ",
            &all(&[]),
            &all(&['\u{307}', '\u{323}']),
            &all(&['\u{345}', '\u{301}', '\u{9be}', '\u{1161}']),
        ] {
            assert!(nfd(text) == text.nfd().collect::<String>(), "{text:.20}");
            assert!(nfc(text) == text.nfc().collect::<String>(), "{text:.20}");
        }
    }
}
