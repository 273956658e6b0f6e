//! Names of directory entries.

/// The maximum length of a name in bytes: the limit of nearly every file system.
pub const MAX_NAME_BYTES: usize = 255;

/// The name of a directory entry: not empty, not `.` or `..`, without `/` and NUL, at most
/// [`MAX_NAME_BYTES`] long.
///
/// A [`crate::Tree`] accepts only these, so a host never sees a path that could lead elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a>(&'a str);

impl<'a> Name<'a> {
    /// Returns `text` as a name, if it is valid.
    pub fn new(text: &'a str) -> Option<Self> {
        let plain = !text.is_empty() && text != "." && text != ".." && text.len() <= MAX_NAME_BYTES;
        (plain && memchr::memchr2(b'/', 0, text.as_bytes()).is_none()).then_some(Self(text))
    }

    /// Returns the name as a string.
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
