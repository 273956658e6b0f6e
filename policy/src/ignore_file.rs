//! Files that exclude entries from a search, such as `.gitignore`.

use crate::patterns::Patterns;

/// The patterns of a file in the syntax of `.gitignore`, which is not a list of a policy: it hides
/// nothing, and invalid lines match nothing.
#[derive(Debug)]
pub struct IgnoreFile(Patterns);

impl IgnoreFile {
    /// Compiles the patterns in a file, one per line. `None` if it is larger than 16 MiB.
    ///
    /// ```
    /// use readroom_policy::IgnoreFile;
    ///
    /// let file = IgnoreFile::parse(b"*.log\n!keep.log\nbuild/\n").unwrap();
    /// assert_eq!(file.ignores("src/a.log", false), Some(true));
    /// assert_eq!(file.ignores("src/keep.log", false), Some(false));
    /// assert_eq!(file.ignores("build", true), Some(true));
    /// // A walk has left out the directory around it.
    /// assert_eq!(file.ignores("build/a.txt", false), None);
    /// ```
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        Patterns::without_errors(text.trim_start_matches('\u{feff}')).map(Self)
    }

    /// Same as [`IgnoreFile::parse`], for text in which every line must be a pattern.
    ///
    /// # Errors
    ///
    /// Returns why a line is not a pattern.
    pub fn new(text: &str) -> Result<Self, String> {
        Patterns::new(text, None).map(Self).map_err(|error| error.reason)
    }

    /// Returns whether a clean path, relative to the directory of the file, is ignored, by the last
    /// pattern that matches the path itself: `false` if that starts with `!`. `None` if none
    /// matches.
    pub fn ignores(&self, path: &str, is_directory: bool) -> Option<bool> {
        self.0.find_itself(path, is_directory).map(|found| !found.is_exception)
    }
}

#[cfg(test)]
mod tests {
    use super::IgnoreFile;

    #[test]
    fn lines_that_are_not_patterns_match_nothing() {
        let file = IgnoreFile::parse(b"\xef\xbb\xbfa\n[[:no:]]\nb\\\n!c[d\ne\r\n").unwrap();
        for (path, expected) in [("a", Some(true)), ("b", None), ("c[d", None), ("x/e", Some(true))]
        {
            assert_eq!(file.ignores(path, false), expected, "{path}");
        }
    }

    #[test]
    fn an_exception_for_a_directory_does_not_cover_its_contents() {
        let file = IgnoreFile::parse(b"*.log\n!keep/\ndocs/**/x\n").unwrap();
        assert_eq!(file.ignores("keep", true), Some(false));
        assert_eq!(file.ignores("keep/a.txt", false), None);
        assert_eq!(file.ignores("keep/a.log", false), Some(true));
        assert_eq!(file.ignores("docs/a/b/x", false), Some(true));
        assert_eq!(file.ignores("docs/x/y", false), None);
    }
}
