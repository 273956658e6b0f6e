//! How a system writes paths.
//!
//! All names here have slashes. An absolute one begins with a slash, or on Windows with a drive:
//! `C:/project/src/main.rs`. What a model or a link writes there becomes that: backslashes, a small
//! letter, `\\?\C:\project`, `/C:/project`.

use std::borrow::Cow;
use std::path::Path;

/// How a system writes paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStyle {
    /// Only `/` stands between names.
    Posix,
    /// `/` and `\` do, and absolute paths begin with a drive.
    Windows,
}

impl PathStyle {
    /// That of the system that the program runs on.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Posix };

    /// Returns the name that a path of this system has in grants and answers: with slashes. `None`
    /// if it is not Unicode.
    pub fn native_name(path: &Path) -> Option<String> {
        Some(Self::NATIVE.with_slashes(path.to_str()?).into_owned())
    }

    /// Returns the style of an absolute name, such as that of a grant.
    pub fn of(absolute: &str) -> Self {
        if drive(absolute).is_some() { Self::Windows } else { Self::Posix }
    }

    /// Returns whether a character stands between names.
    pub fn is_separator(self, character: char) -> bool {
        character == '/' || self == Self::Windows && character == '\\'
    }

    /// Returns whether a path does not depend on a working directory.
    pub fn is_absolute(self, path: &str) -> bool {
        let path = self.with_slashes(path);
        path.starts_with('/') || self == Self::Windows && drive(&path).is_some()
    }

    /// Splits a path with slashes: returns where it begins, `/` or a drive with a slash, and the
    /// rest. The first is empty for a relative one.
    pub fn split_top(self, path: &str) -> (&str, &str) {
        let length = match drive(path) {
            Some(_) if self == Self::Windows => "C:/".len(),
            _ => usize::from(path.starts_with('/')),
        };
        path.split_at_checked(length).unwrap_or((path, ""))
    }

    /// Returns a path with slashes, and with its drive as in the names of grants. What has none,
    /// such as a path of a network or a device, begins with a slash and is in no grant.
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

/// Splits an absolute path with slashes behind its drive. `None` if it has none.
pub fn drive(path: &str) -> Option<(char, &str)> {
    let mut characters = path.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    let rest = characters.as_str().strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with('/')).then_some((letter, rest))
}

#[cfg(test)]
mod tests {
    use super::PathStyle;

    #[test]
    fn paths_of_windows_become_names_with_slashes() {
        for (path, expected, is_absolute) in [
            (r"src\a.txt", "src/a.txt", false),
            (r".\src/a.txt", "./src/a.txt", false),
            (r"C:\project\a", "C:/project/a", true),
            ("c:/project", "C:/project", true),
            ("/c:/project", "C:/project", true),
            (r"\\?\C:\project", "C:/project", true),
            ("C:", "C:/", true),
            (r"C:\\a", "C:/a", true),
            // In the current directory of the drive, which is not known.
            ("C:a", "C:a", false),
            (r"\project", "/project", true),
            (r"\\server\share\a", "//server/share/a", true),
            (r"\\.\C:\a", "//./C:/a", true),
            (r"\\?\UNC\server\share", "//server/share", true),
        ] {
            assert_eq!(PathStyle::Windows.with_slashes(path), expected, "{path}");
            assert_eq!(PathStyle::Windows.is_absolute(path), is_absolute, "{path}");
        }
        assert_eq!(PathStyle::Posix.with_slashes(r"C:\a"), r"C:\a");
        assert!(!PathStyle::Posix.is_absolute("C:/a"));
        assert_eq!(PathStyle::of("C:/a"), PathStyle::Windows);
        assert_eq!(PathStyle::of("/C:/a"), PathStyle::Posix);
    }
}
