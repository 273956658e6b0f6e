//! Prints the answers about files: drawn for a person, or plain for a program.

use super::draw::draw;
use super::{notes, print};
use crate::display_options::Display;
use crate::output::print_message;
use anyhow::Result;
use readroom::terminal::{escaped, one_line};
use readroom::{Document, Outcome, ReadError};
use std::io::{self, Write};

/// The answer about one file.
type Answer = std::result::Result<Document, ReadError>;

/// Prints the answers about these paths. `display` is how to draw them, if the output is for a
/// person. Lines without numbers are counted from the end, starting at `tail`.
///
/// Either all paths have an answer, or one error is about all of them.
pub(super) fn print(
    answers: Vec<Answer>,
    paths: &[&str],
    display: Option<&Display>,
    is_plain: bool,
    tail: Option<u32>,
) -> Result<Outcome> {
    match display {
        None if !is_plain => return print_numbered(answers, paths, tail),
        None => {
            let mut output = io::BufWriter::new(io::stdout().lock());
            for document in answers.iter().flatten() {
                print::write_plain(&mut output, document, tail)?;
            }
            output.flush()?;
        }
        Some(display) => {
            let mut drawn = String::new();
            for (path, answer) in paths.iter().zip(&answers) {
                let Ok(document) = answer else { continue };
                drawn += &if is_plain {
                    plain(document, tail)?
                } else {
                    draw(display, path, document, tail)
                };
            }
            if !drawn.is_empty() {
                display.print(&drawn)?;
            }
        }
    }
    let mut outcome = Outcome::Answered;
    for (path, answer) in paths.iter().zip(&answers) {
        match answer {
            // What is drawn has its notes with it.
            Ok(document) if is_plain => print_notes(document, &prefix(path, paths), tail),
            Ok(_) => {}
            Err(error) => outcome = print_read_error(error),
        }
    }
    Ok(outcome)
}

/// Prints lines with numbers on standard output, each of several files after a line with its name,
/// and the notes on standard error.
fn print_numbered(answers: Vec<Answer>, paths: &[&str], tail: Option<u32>) -> Result<Outcome> {
    let mut outcome = Outcome::Answered;
    for (path, answer) in paths.iter().zip(answers) {
        match answer {
            Ok(document) => {
                let mut output = io::BufWriter::new(io::stdout().lock());
                if paths.len() > 1 {
                    writeln!(output, "==> {} <==", one_line(path))?;
                }
                print::write(&mut output, &document, tail)?;
                output.flush()?;
                print_notes(&document, &prefix(path, paths), tail);
            }
            Err(error) => outcome = print_read_error(&error),
        }
    }
    Ok(outcome)
}

/// Returns a document as text without decoration, safe for a terminal.
fn plain(document: &Document, tail: Option<u32>) -> Result<String> {
    let mut text = Vec::new();
    print::write_plain(&mut text, document, tail)?;
    let text = String::from_utf8(text)?.replace("\r\n", "\n");
    // A byte-order mark is not a character of the text.
    Ok(escaped(text.strip_prefix('\u{feff}').unwrap_or(&text)).into_owned())
}

/// Returns what stands before the notes about a file: its name, if there are several.
fn prefix(path: &str, paths: &[&str]) -> String {
    if paths.len() > 1 { format!("{}: ", one_line(path)) } else { String::new() }
}

fn print_notes(document: &Document, prefix: &str, tail: Option<u32>) {
    for note in notes::of(document, tail) {
        print_message(&format!("{prefix}{}", note.text));
    }
}

fn print_read_error(error: &ReadError) -> Outcome {
    print_message(&format!("{}. {}", error.message, error.hint));
    Outcome::Refused
}
