//! The tool's note about the rows: how many they are, why they end, and how to continue.

use super::arguments::{MAX_CHARS, Request, Start};
use super::survey::{Style, Survey};
use crate::shared::{Json, Members, paths};
use std::fmt;

/// A partially shown line.
pub(super) struct Fragment {
    pub(super) line: u64,
    /// The shown columns.
    pub(super) begin: u64,
    pub(super) end: u64,
    /// The length of the line in columns.
    pub(super) length: u64,
}

/// A note about some rows.
pub(super) struct Note<'a> {
    pub(super) request: &'a Request,
    pub(super) survey: &'a Survey,
    /// The first and the last line of the requested range. Empty if the last is less.
    pub(super) range: (u64, u64),
    /// The first and the last shown line.
    pub(super) shown: Option<(u64, u64)>,
    pub(super) fragment: Option<Fragment>,
    /// Whether the end of the line is left out.
    pub(super) is_cut: bool,
}

impl Note<'_> {
    /// Returns whether the whole request is shown.
    pub(super) fn is_complete(&self) -> bool {
        let (first, last) = self.range;
        first > last || self.shown == Some(self.range) && !self.is_cut
    }

    fn is_at_end(&self) -> bool {
        match self.shown {
            Some((_, last)) => last == self.survey.lines && !self.is_cut,
            None => self.range.0 > self.survey.lines,
        }
    }

    /// Returns the arguments of the next call.
    fn next_read(&self) -> Json<'_> {
        let path = paths::for_message(&self.request.path);
        let mut members: Members<'_> = vec![("path".into(), Json::Text(path))];
        let (begin, end) = self.range;
        let mut add = |name: &'static str, number: u64| {
            members.push((name.into(), Json::number(number)));
        };
        match self.request.start {
            Start::FromEnd(_) => {
                let first = self.shown.map_or(end + 1, |(first, _)| first);
                add("line_offset", begin);
                add("n_lines", first - begin);
            }
            Start::Line(_) => {
                let next = self.shown.map_or(begin, |(_, last)| last + u64::from(!self.is_cut));
                add("line_offset", next);
                if let Some(fragment) = self.fragment.as_ref().filter(|_| self.is_cut) {
                    add("column_offset", fragment.end);
                }
                if self.request.n_lines.is_some() {
                    add("n_lines", end + 1 - next);
                }
            }
        }
        add("max_chars", self.request.max_chars);
        Json::Object(members)
    }
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<system>")?;
        match self.shown {
            None => f.write_str("No lines read from file.")?,
            Some((first, last)) => {
                let lines = last - first + 1;
                let s = if lines == 1 { "" } else { "s" };
                write!(f, "{lines} line{s} read from file starting from line {first}.")?;
            }
        }
        write!(f, " Total lines in file: {}.", self.survey.lines)?;
        f.write_str(if self.is_complete() {
            " Requested range complete."
        } else {
            " Character limit reached."
        })?;
        write!(f, " Effective max_chars: {}.", self.request.max_chars)?;
        if self.is_at_end() {
            f.write_str(" End of file reached.")?;
        }
        if let Some(Fragment { line, begin, end, length }) = &self.fragment {
            let state = if self.is_cut { "continues" } else { "complete" };
            write!(
                f,
                " Line {line} fragment: columns [{begin}, {end}) of {length}. Line {state}."
            )?;
        }
        if let Some(given) = self.request.capped {
            write!(
                f,
                " Requested max_chars={given} was capped at the configured maximum {MAX_CHARS}."
            )?;
        }
        if !self.is_complete() {
            write!(f, " Next Read: {}", self.next_read().write())?;
        }
        if self.survey.style == Style::Mixed {
            f.write_str(
                " Mixed or lone carriage-return line endings are shown as \\r. Use exact \\r\\n or \
                 \\r escapes in Edit.old_string for those lines.",
            )?;
        }
        if let Some(encoding) = self.survey.encoding.name() {
            write!(
                f,
                " Detected file encoding: {encoding}; content transcoded to UTF-8 for display. \
                 Edit and Write expect UTF-8 — convert the file's encoding first (e.g. `iconv` \
                 via Bash)."
            )?;
        }
        if self.survey.lossy {
            f.write_str(
                " Lossy UTF-16 decoding: malformed sequences were replaced with U+FFFD. The \
                 decoded text may differ from the original file.",
            )?;
        }
        f.write_str("</system>")
    }
}
