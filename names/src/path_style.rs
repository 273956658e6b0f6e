//! Path styles of operating systems.
//!
//! All names here use slashes. An absolute one starts with a slash, or on Windows with a drive:
//! `C:/project/src/main.rs`. Other spellings by a model or a link are converted to that:
//! backslashes, a lower-case drive, `\\?\C:\project`, `/C:/project`.

use std::borrow::Cow;
use std::path::Path;

/// The path style of an operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStyle {
    /// Only `/` is a separator.
    Posix,
    /// `/` and `\` are separators, and absolute paths start with a drive.
    Windows,
}

impl PathStyle {
    /// The style of the system that the program runs on.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Posix };

    /// Returns a path of this system as named in grants and responses: with slashes. `None` if it
    /// is not Unicode.
    pub fn native_name(path: &Path) -> Option<String> {
        Some(Self::NATIVE.with_slashes(path.to_str()?).into_owned())
    }

    /// Returns the style of an absolute name, such as that of a grant.
    pub fn of(absolute: &str) -> Self {
        if drive(absolute).is_some() { Self::Windows } else { Self::Posix }
    }

    /// Returns whether a character is a separator.
    pub fn is_separator(self, character: char) -> bool {
        character == '/' || self == Self::Windows && character == '\\'
    }

    /// Returns whether a path does not depend on a working directory.
    pub fn is_absolute(self, path: &str) -> bool {
        let path = self.with_slashes(path);
        path.starts_with('/') || self == Self::Windows && drive(&path).is_some()
    }

    /// Splits a path with slashes into its root, `/` or a drive with a slash, and the rest. The
    /// root of a relative path is empty.
    pub fn split_top(self, path: &str) -> (&str, &str) {
        let length = match drive(path) {
            Some(_) if self == Self::Windows => "C:/".len(),
            _ => usize::from(path.starts_with('/')),
        };
        path.split_at_checked(length).unwrap_or((path, ""))
    }

    /// Returns a path with slashes, and with its drive as in the names of grants. A path without a
    /// drive, such as a network or device path, starts with a slash and is in no grant.
    pub fn with_slashes(self, path: &str) -> Cow<'_, str> {
        if self == Self::Posix {
            return Cow::Borrowed(path);
        }
        let slashed = path.replace('\\', "/");
        let prefixes = ["//?/", "/", ""].into_iter();
        match prefixes.filter_map(|prefix| drive(slashed.strip_prefix(prefix)?)).next() {
            Some((letter, rest)) => {
                let rest = rest.trim_start_matches('/');
                Cow::Owned(format!("{}:/{rest}", letter.to_ascii_uppercase()))
            }
            None => Cow::Owned(slashed.replacen("//?/UNC/", "//", 1)),
        }
    }
}

/// Splits an absolute path with slashes after its drive. `None` if it has none.
pub fn drive(path: &str) -> Option<(char, &str)> {
    let mut characters = path.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let rest = characters.as_str().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with('/')).then_some((letter, rest))
}

#[cfg(test)]
mod tests;
