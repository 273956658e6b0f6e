//! The lines of ignore files, as in the crate `ignore`: with braces, unlike git.

use super::glob::{Fault, Glob, Unclosed};
use readroom_search::IgnorePatterns;

/// The maximum size of a file in bytes.
const MAX_BYTES: usize = 2 << 20;

/// The maximum number of invalid lines that are reported.
const MAX_FAULTS: usize = 100;

/// The patterns in a file.
pub(super) struct IgnoreLines {
    lines: Vec<Line>,
    faults: Vec<String>,
}

/// A pattern on a line.
pub(super) struct Line {
    glob: Glob,
    /// Whether it begins with `!`.
    pub(super) is_exception: bool,
    only_directories: bool,
}

impl IgnoreLines {
    /// Compiles the patterns in a file. Invalid lines are skipped.
    pub(super) fn parse(bytes: &[u8]) -> Option<Box<dyn IgnorePatterns>> {
        if bytes.len() > MAX_BYTES {
            return None;
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (mut lines, mut faults) = (Vec::new(), Vec::new());
        for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let Ok(line) = std::str::from_utf8(line) else {
                // The crate stops reading here, and does not report this alone.
                if !faults.is_empty() {
                    faults.push(format!("line {}: stream did not contain valid UTF-8", at + 1));
                }
                break;
            };
            let line = trimmed(line);
            match Line::parse(line, Unclosed::IsText) {
                Ok(line) => lines.extend(line),
                Err(why) if faults.len() < MAX_FAULTS => {
                    faults.push(format!("line {}: error parsing glob '{line}': {why}", at + 1));
                }
                Err(_) => {}
            }
        }
        Some(Box::new(Self { lines, faults }))
    }
}

impl IgnorePatterns for IgnoreLines {
    fn ignores(&self, path: &str, is_directory: bool) -> Option<bool> {
        let matches = |line: &Line| line.matches(path, is_directory);
        self.lines.iter().rev().find_map(matches).map(|is_exception| !is_exception)
    }

    fn faults(&self) -> &[String] {
        &self.faults
    }
}

impl Line {
    /// Parses a line. `None` if there is no pattern on it.
    pub(super) fn parse(line: &str, unclosed: Unclosed) -> Result<Option<Self>, Fault> {
        let line = trimmed(line);
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (mut is_exception, mut is_anchored) = (false, false);
        let mut pattern = line;
        if line.starts_with("\\!") || line.starts_with("\\#") {
            pattern = line.strip_prefix('\\').unwrap_or(line);
        } else {
            if let Some(rest) = pattern.strip_prefix('!') {
                (is_exception, pattern) = (true, rest);
            }
            if let Some(rest) = pattern.strip_prefix('/') {
                (is_anchored, pattern) = (true, rest);
            }
        }
        let mut only_directories = false;
        if let Some(rest) = pattern.strip_suffix('/') {
            only_directories = true;
            pattern = rest.strip_suffix('\\').unwrap_or(rest);
        }
        let mut pattern = pattern.to_string();
        if !is_anchored && !pattern.contains('/') {
            pattern.insert_str(0, "**/");
        }
        // It matches the contents of the directory.
        if pattern.ends_with("/**") {
            pattern.push_str("/*");
        }
        let glob = Glob::new(&pattern, unclosed)?;
        Ok(Some(Self { glob, is_exception, only_directories }))
    }

    /// Returns whether it is an exception, if it matches a path.
    pub(super) fn matches(&self, path: &str, is_directory: bool) -> Option<bool> {
        let is_match =
            (is_directory || !self.only_directories) && self.glob.matches(path.as_bytes());
        is_match.then_some(self.is_exception)
    }
}

/// Returns a line without white space at its end, unless that is escaped.
pub(super) fn trimmed(line: &str) -> &str {
    if line.ends_with("\\ ") { line } else { line.trim_end() }
}

#[cfg(test)]
mod tests;
