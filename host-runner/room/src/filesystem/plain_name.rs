//! The names that a component may ask about.

use super::wasi::ErrorCode;
use crate::limits;
use readroom_policy::is_other_spelling;
use std::borrow::Cow;

/// A single name in a directory: neither a path nor a way to another directory.
pub(super) struct PlainName<'a>(Cow<'a, str>);

impl<'a> PlainName<'a> {
    /// Checks a name. Fails with `not-permitted` if the string is anything but a plain name, with
    /// `no-entry` if it could only be another spelling of one, and with `name-too-long` if it is
    /// too long.
    pub(super) fn new(text: impl Into<Cow<'a, str>>) -> Result<Self, ErrorCode> {
        let text = text.into();
        if !is_plain(&text) || cfg!(windows) && text.contains('\\') {
            return Err(ErrorCode::NotPermitted);
        }
        if cfg!(windows) && is_other_spelling(&text) {
            return Err(ErrorCode::NoEntry);
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

/// Returns whether a string of any length is a name and not a path.
pub(super) fn is_plain(text: &str) -> bool {
    !matches!(text, "" | "." | "..") && !text.contains(['/', '\0'])
}

#[cfg(test)]
mod tests {
    use super::{ErrorCode, PlainName};

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
}
