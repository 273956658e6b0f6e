//! Prints the answers about files: drawn for a person, or plain for a program.

use super::draw::draw;
use super::notes;
use super::print;
use crate::display_options::Display;
use crate::output::print_message;
use crate::pager;
use anyhow::Result;
use readroom::terminal::{escaped, one_line};
use readroom::{Document, ReadError};
use std::io::{self, Write};

/// How files are printed.
pub(super) struct Printer<'a> {
    /// How to draw, if the output is for a person.
    pub(super) display: Option<&'a Display>,
    /// Whether only text is printed.
    pub(super) is_plain: bool,
    /// Whether there are several files.
    pub(super) are_several: bool,
}

impl Printer<'_> {
    /// Returns whether files are drawn in a grid, with their notes.
    pub(super) fn is_drawn(&self) -> bool {
        self.display.is_some() && !self.is_plain
    }

    /// Prints a page of a file. Lines without numbers are counted from the end, starting at `tail`.
    pub(super) fn print(
        &self,
        path: &str,
        page: &Document,
        tail: Option<u32>,
        is_first: bool,
    ) -> Result<()> {
        let mut output = io::BufWriter::new(pager::Output);
        match self.display {
            Some(_) if self.is_plain => output.write_all(plain(page, tail)?.as_bytes())?,
            Some(display) => output.write_all(draw(display, path, page, tail).as_bytes())?,
            None if self.is_plain => print::write_plain(&mut output, page, tail)?,
            None => {
                if self.are_several && is_first {
                    writeln!(output, "==> {} <==", one_line(path))?;
                }
                print::write(&mut output, page, tail)?;
            }
        }
        Ok(output.flush()?)
    }

    /// Prints the notes about a file on standard error, unless they are drawn with it.
    pub(super) fn print_notes(&self, path: &str, document: &Document, tail: Option<u32>) {
        if self.is_drawn() {
            return;
        }
        let prefix = if self.are_several { format!("{}: ", one_line(path)) } else { String::new() };
        for note in notes::of(document, tail) {
            print_message(&format!("{prefix}{}", note.text));
        }
    }
}

/// Returns a document as text without decoration, safe for a terminal.
fn plain(document: &Document, tail: Option<u32>) -> Result<String> {
    let mut text = Vec::new();
    print::write_plain(&mut text, document, tail)?;
    let text = String::from_utf8(text)?.replace("\r\n", "\n");
    // A byte-order mark is not a character of the text.
    Ok(escaped(text.strip_prefix('\u{feff}').unwrap_or(&text)).into_owned())
}

pub(super) fn print_read_error(error: &ReadError) {
    print_message(&format!("{}. {}", error.message, error.hint));
}
