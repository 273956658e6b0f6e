//! The names that a component may ask about.

use crate::limits;
use std::borrow::Cow;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

/// A single name in a directory: neither a path nor a way to another directory.
pub(super) struct PlainName<'a>(Cow<'a, str>);

impl<'a> PlainName<'a> {
    /// Checks a name. Fails with `not-permitted` if the text is anything but a plain name, and with
    /// `name-too-long` if it is too long.
    pub(super) fn new(text: impl Into<Cow<'a, str>>) -> Result<Self, ErrorCode> {
        let text = text.into();
        if !is_plain(&text) || (cfg!(windows) && is_other_spelling(&text)) {
            return Err(ErrorCode::NotPermitted);
        }
        if text.len() > limits::NAME_BYTES {
            return Err(ErrorCode::NameTooLong);
        }
        Ok(Self(text))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a text of any length is a name and not a path.
pub(super) fn is_plain(text: &str) -> bool {
    !matches!(text, "" | "." | "..") && !text.contains(['/', '\0'])
}

/// Returns whether Windows, and a file system made for it, takes a name for another one, or for
/// several: no rule about names could know it.
pub(super) fn is_other_spelling(name: &str) -> bool {
    name.contains(['\\', ':']) || name.ends_with(['.', ' ']) || is_short_name(name)
}

/// Returns whether a name may be the short form that Windows makes of a long one, such as `ENV~1`
/// of `.env`.
fn is_short_name(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let digits = stem.rsplit_once('~').map(|(_, digits)| digits);
    stem.len() <= 8
        && digits.is_some_and(|digits| digits.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{PlainName, is_other_spelling};
    use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;

    #[test]
    fn only_a_single_name_is_plain() {
        let long = "n".repeat(255);
        for name in ["a", ".a", "a.", "...", "a b", " ", "ä", "-", "~", &long] {
            let plain = PlainName::new(name);
            assert!(cfg!(windows) || plain.is_ok_and(|plain| plain.as_str() == name), "{name}");
        }
        for path in
            ["", ".", "..", "/", "a/", "/a", "a/b", "./a", "../a", "a\0", "\0", "/etc/passwd"]
        {
            assert!(matches!(PlainName::new(path), Err(ErrorCode::NotPermitted)), "{path}");
        }
        assert!(matches!(PlainName::new("n".repeat(256)), Err(ErrorCode::NameTooLong)));
    }

    #[test]
    fn windows_has_other_spellings_of_names() {
        for name in
            [".env.", ".env ", ".env::$DATA", "a\\.env", "C:", "ENV~1", "SECRET~1.YML", "EN1A2B~1"]
        {
            assert!(is_other_spelling(name), "{name}");
        }
        for name in ["a.b", ".env", "a b", "a~", "~a", "notes.txt~1~"] {
            assert!(!is_other_spelling(name), "{name}");
        }
    }
}
