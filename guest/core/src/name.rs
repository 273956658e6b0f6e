//! The names of entries, before anything looks at a file system.

/// The longest name in a path, in bytes. The limit of nearly every file system.
pub const MAX_NAME_BYTES: usize = 255;

/// The name of one entry of a directory: not empty, not `.` or `..`, without `/` and NUL, at most
/// [`MAX_NAME_BYTES`] long.
///
/// A [`crate::Tree`] is asked about nothing else, so no path that could lead anywhere ever reaches a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a>(&'a str);

impl<'a> Name<'a> {
    /// The text as a name, if it is one.
    pub fn new(text: &'a str) -> Option<Self> {
        let plain = !text.is_empty() && text != "." && text != ".." && text.len() <= MAX_NAME_BYTES;
        (plain && memchr::memchr2(b'/', 0, text.as_bytes()).is_none()).then_some(Self(text))
    }

    /// The name as text.
    pub fn as_str(self) -> &'a str {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn a_name_is_one_plain_component() {
        for name in ["a", "...", ".hidden", "a b", "~", "\\", "é", &"x".repeat(255)] {
            assert!(Name::new(name).is_some(), "{name}");
        }
        for other in ["", ".", "..", "a/b", "/", "a\0", &"x".repeat(256)] {
            assert!(Name::new(other).is_none(), "{other}");
        }
    }
}
