//! The findings, as lines for people. Names from files cannot control a terminal.

use crate::display_options::is_color_wanted;
use anyhow::Result;
use readroom::Outcome;
use readroom::terminal::one_line;
use std::io::{self, IsTerminal, Write};

/// The findings, in the order in which they were made.
#[derive(Default)]
pub(super) struct Report {
    lines: String,
    /// The number of findings that have to be fixed.
    problems: usize,
}

impl Report {
    /// Adds a finding that is as it should be.
    pub(super) fn ok(&mut self, about: &str, text: impl AsRef<str>) {
        self.add("✓ ok      ", 32, about, text.as_ref());
    }

    /// Adds a finding that is worth knowing.
    pub(super) fn note(&mut self, about: &str, text: impl AsRef<str>) {
        self.add("· note    ", 36, about, text.as_ref());
    }

    /// Adds a finding that is safe, but less than possible, and what to do.
    pub(super) fn weak(&mut self, about: &str, text: impl AsRef<str>, remedy: impl AsRef<str>) {
        self.add("! weak    ", 33, about, text.as_ref());
        self.line(&format!("          → {}", one_line(remedy.as_ref())));
    }

    /// Adds a finding that has to be fixed, and how.
    pub(super) fn problem(&mut self, about: &str, text: impl AsRef<str>, remedy: impl AsRef<str>) {
        self.problems += 1;
        self.add("✗ problem ", 31, about, text.as_ref());
        self.line(&format!("          → {}", one_line(remedy.as_ref())));
    }

    /// Adds the lines that the user should write for the last finding.
    pub(super) fn correct(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.line(&format!("            {}", one_line(line))));
    }

    /// Adds a finding. `color` is that of its word on a terminal.
    fn add(&mut self, word: &str, color: u8, about: &str, text: &str) {
        let plain = word.trim_end();
        let padding = word.strip_prefix(plain).unwrap_or_default();
        let word = match io::stdout().is_terminal() && is_color_wanted() {
            true => format!("\x1b[{color}m{plain}\x1b[0m"),
            false => plain.into(),
        };
        self.line(&format!("{word}{padding}{}: {}", one_line(about), one_line(text)));
    }

    fn line(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    /// Adds the findings of another report.
    pub(super) fn append(&mut self, other: &Self) {
        self.lines.push_str(&other.lines);
        self.problems += other.problems;
    }

    /// Returns how many findings have to be fixed.
    pub(super) fn problems(&self) -> usize {
        self.problems
    }

    /// Prints everything.
    pub(super) fn print(&self) -> Result<Outcome> {
        io::stdout().lock().write_all(self.lines.as_bytes())?;
        Ok(if self.problems > 0 { Outcome::Refused } else { Outcome::Answered })
    }
}
