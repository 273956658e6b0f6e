//! The findings, and how they are printed.

use crate::display_options::is_color_wanted;
use anyhow::Result;
use readroom::Outcome;
use readroom::terminal::{escaped_json, one_line};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};

/// What a finding means for the user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It is as it should be.
    Ok,
    /// It is worth knowing.
    Note,
    /// It is safe, but less than there could be.
    Weak,
    /// It has to be mended.
    Problem,
}

impl Mark {
    /// Returns the word, the sign, and the color of a terminal.
    fn style(self) -> (&'static str, char, u8) {
        match self {
            Self::Ok => ("ok", '✓', 32),
            Self::Note => ("note", '·', 36),
            Self::Weak => ("weak", '!', 33),
            Self::Problem => ("problem", '✗', 31),
        }
    }
}

struct Finding {
    /// What it is about, as one word or an entry's name.
    about: String,
    mark: Mark,
    text: String,
    /// What to do.
    remedy: Option<String>,
    /// The lines to write instead.
    correct: Option<String>,
}

/// The findings, in the order in which they were made.
#[derive(Default)]
pub(super) struct Report(Vec<Finding>);

impl Report {
    fn add(&mut self, mark: Mark, about: &str, text: impl Into<String>, remedy: Option<String>) {
        self.0.push(Finding { about: about.into(), mark, text: text.into(), remedy, correct: None });
    }

    pub(super) fn ok(&mut self, about: &str, text: impl Into<String>) {
        self.add(Mark::Ok, about, text, None);
    }

    pub(super) fn note(&mut self, about: &str, text: impl Into<String>) {
        self.add(Mark::Note, about, text, None);
    }

    /// Adds what is weak, and what to do.
    pub(super) fn weak(&mut self, about: &str, text: impl Into<String>, remedy: impl Into<String>) {
        self.add(Mark::Weak, about, text, Some(remedy.into()));
    }

    /// Adds a problem, and what to do.
    pub(super) fn problem(
        &mut self,
        about: &str,
        text: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.add(Mark::Problem, about, text, Some(remedy.into()));
    }

    /// Adds the lines that the last finding would have the user write.
    pub(super) fn correct(&mut self, lines: String) {
        if let Some(last) = self.0.last_mut() {
            last.correct = Some(lines);
        }
    }

    /// Adds the findings of another report.
    pub(super) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns how many findings there are so far.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether one of the findings since `start` has to be mended.
    pub(super) fn has_problem(&self, start: usize) -> bool {
        self.0.iter().skip(start).any(|finding| finding.mark == Mark::Problem)
    }

    /// Prints everything. Names from files and mounts cannot control a terminal.
    pub(super) fn print(&self, as_json: bool) -> Result<Outcome> {
        let mut output = io::stdout().lock();
        let text = if as_json {
            format!("{}\n", escaped_json(&format!("{:#}", self.json())))
        } else {
            self.text(output.is_terminal() && is_color_wanted())
        };
        output.write_all(text.as_bytes())?;
        Ok(if self.has_problem(0) { Outcome::Refused } else { Outcome::Answered })
    }

    /// Returns the lines for people.
    pub(super) fn text(&self, has_color: bool) -> String {
        let mut text = String::new();
        for finding in &self.0 {
            let (word, sign, color) = finding.mark.style();
            let padding = " ".repeat(8_usize.saturating_sub(word.len()));
            let (on, off) =
                if has_color { (format!("\x1b[{color}m"), "\x1b[0m") } else { Default::default() };
            let (about, said) = (one_line(&finding.about), one_line(&finding.text));
            text += &format!("{on}{sign} {word}{off}{padding}{about}: {said}\n");
            if let Some(remedy) = &finding.remedy {
                text += &format!("          → {}\n", one_line(remedy));
            }
            for line in finding.correct.iter().flat_map(|lines| lines.lines()) {
                text += &format!("            {}\n", one_line(line));
            }
        }
        text
    }

    fn json(&self) -> Value {
        let findings = self.0.iter().map(|finding| {
            json!({
                "about": finding.about,
                "mark": finding.mark.style().0,
                "text": finding.text,
                "remedy": finding.remedy,
                "correct": finding.correct,
            })
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "problems": self.0.iter().filter(|finding| finding.mark == Mark::Problem).count(),
            "findings": findings.collect::<Vec<_>>(),
        })
    }
}
