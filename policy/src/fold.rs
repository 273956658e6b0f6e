//! Case folding of names, where a file system accepts several spellings of one name.

use readroom_names::{nfc, nfd};
use std::borrow::Cow;

/// Returns a name in one case and one normal form.
pub fn folded(text: &str) -> Cow<'_, str> {
    if is_folded(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    if text.is_ascii() {
        return Cow::Owned(text.to_ascii_lowercase());
    }
    // Through upper case, because two lower-case letters may share one, such as the long and the
    // round s. Decomposed first, because an accented letter may have no other case.
    let decomposed = nfd(text);
    let upper = decomposed.chars().flat_map(char::to_uppercase);
    // Each character separately: the small sigma has one form here.
    Cow::Owned(nfc(&upper.flat_map(char::to_lowercase).collect::<String>()))
}

/// Returns whether a name is ASCII without upper case.
fn is_folded(text: &[u8]) -> bool {
    // In each byte of a word, the highest bit marks a byte that is not.
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    let (words, rest) = text.as_chunks::<8>();
    let others = words.iter().fold(0, |others, word| {
        let word = u64::from_ne_bytes(*word);
        let low = word & (EACH * 0x7f);
        let from_a = low + EACH * u64::from(0x80 - b'A');
        let after_z = low + EACH * u64::from(0x7f - b'Z');
        others | word | (from_a & !after_z)
    });
    let is_plain = |byte: &u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    others & (EACH * 0x80) == 0 && rest.iter().all(is_plain)
}
