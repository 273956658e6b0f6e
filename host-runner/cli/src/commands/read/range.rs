//! Ranges of lines.

use anyhow::{Result, bail};

/// The maximum number of lines of one read.
const MAX_LINES: u32 = 10_000;

/// A range of lines, as it is written after `--line-range`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineRange {
    pub(super) first: u32,
    /// The last line. `None` if the range goes on to the end.
    pub(super) last: Option<u32>,
}

impl LineRange {
    /// Parses `12:15`, `12:`, `:15`, `12:+3` or `12`. Fails with what to write instead.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let line = |text: &str| match text.parse() {
            Ok(line @ 1..) if text.starts_with(|first: char| first.is_ascii_digit()) => Ok(line),
            _ => Err("write the first and the last line, counted from 1, such as 12:15"),
        };
        let Some((first, last)) = text.split_once(':') else {
            let only = line(text)?;
            return Ok(Self { first: only, last: Some(only) });
        };
        let first = if first.is_empty() && !last.is_empty() { 1 } else { line(first)? };
        let last = match last.strip_prefix('+') {
            _ if last.is_empty() => None,
            Some(more) => Some(first.saturating_add(line(more)?)),
            None => Some(line(last)?),
        };
        // Checked here, too, so that the message names the option.
        last.map_or(Ok(1), |last| lines(first, last)).map_err(|error| error.to_string())?;
        Ok(Self { first, last })
    }
}

/// Returns the number of lines in a range, or as many as can be read at once.
pub(super) fn lines(first: u32, last: u32) -> Result<u32> {
    match last.checked_sub(first) {
        Some(more) => Ok(more.saturating_add(1).min(MAX_LINES)),
        None => bail!("the last line, {last}, is before the first, {first}; write the lower first"),
    }
}

#[cfg(test)]
mod tests {
    use super::{LineRange, lines};

    #[test]
    fn ranges_are_written_as_in_other_programs() {
        for (text, first, last) in [
            ("12:15", 12, Some(15)),
            ("12:12", 12, Some(12)),
            ("12:", 12, None),
            (":15", 1, Some(15)),
            ("12:+3", 12, Some(15)),
            ("4294967295:+3", u32::MAX, Some(u32::MAX)),
            ("12", 12, Some(12)),
        ] {
            assert_eq!(LineRange::parse(text), Ok(LineRange { first, last }), "{text}");
        }
        for text in
            ["", ":", "0:5", "5:0", "5:+", "5:+0", "+5", "5:++1", "-5:", "5-7", "a:b", "1:2:3"]
        {
            let error = LineRange::parse(text).unwrap_err();
            assert!(error.contains("such as 12:15"), "{text}: {error}");
        }
        assert!(LineRange::parse("15:12").unwrap_err().contains("15"));
    }

    #[test]
    fn a_range_has_a_bounded_number_of_lines() {
        assert_eq!(lines(12, 15).expect("in order"), 4);
        assert_eq!(lines(1, u32::MAX).expect("in order"), 10_000);
        assert!(lines(15, 12).is_err());
    }
}
