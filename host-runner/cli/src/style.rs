//! Colours and other emphasis on a terminal.

use std::fmt;

/// How a piece of text is emphasized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Like all text.
    Plain,
    /// A heading.
    Bold,
    /// Everything around the text of a file: numbers, lines, notes.
    Dim,
    /// A warning.
    Yellow,
    /// A removed line.
    Red,
    /// An added line.
    Green,
}

/// Whether text is emphasized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Whether escape codes are written for it.
    pub(crate) is_colored: bool,
}

impl Style {
    /// Returns a string to be written with its emphasis. It must be escaped already.
    pub(crate) fn paint<T: fmt::Display>(self, tone: Tone, text: T) -> Painted<T> {
        Painted { code: if self.is_colored { code(tone) } else { None }, text }
    }
}

fn code(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Plain => None,
        Tone::Bold => Some("1"),
        Tone::Dim => Some("2"),
        Tone::Yellow => Some("33"),
        Tone::Red => Some("31"),
        Tone::Green => Some("32"),
    }
}

/// A text with its emphasis.
pub(crate) struct Painted<T> {
    code: Option<&'static str>,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(f, "\x1b[{code}m{}\x1b[0m", self.text),
            None => self.text.fmt(f),
        }
    }
}
