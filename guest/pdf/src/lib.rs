//! Converts PDF files to text: the bytes of a file in, Markdown and facts out.
//!
//! # Form
//!
//! Each page has a heading of level 2, `## Page 3`. Its text is in the order of the content stream,
//! which is not always the reading order. Words and lines are found by the positions of glyphs: a
//! line ends where the baseline changes, and a wide gap between lines becomes an empty line. Cells
//! that are drawn in turn on one baseline are in the order of their positions, and raised digits
//! after a number are marked: `10^2`. A line with right-to-left letters is in reading order. A page
//! without text says so: `[page 4 has no text, 1 image]`. File text that could be taken for a
//! heading, a fence or such a mark is escaped with a `\`, so that a file cannot forge a page.
//!
//! Text that a person does not see is marked: `[hidden: …]`. It is invisible, transparent, clipped
//! or tiny, off the page, or has the color of its background. If all text of a page is hidden and
//! the page has images, or most of it and images cover the page, it is the text of a scan, and one
//! line says so: `[page 4 has its text behind 1 image]`. Stamps along the edges do not count.
//!
//! The values of form fields are among the lines, and other notes after those of their page:
//! `[^c1]: Jane: Is this final?`.
//!
//! Graphics are not in the text: tables are lines of words, and images are only counted. Characters
//! whose code has no known character are U+FFFD, and counted in [`Facts`]: fonts without a map to
//! Unicode that their names, their programs and the predefined CMaps do not replace.
//!
//! # Hostile input
//!
//! The input is untrusted. No input makes [`text_of`] panic, and memory is bounded by [`Limits`].
//! Nothing in a file is executed, and nothing is fetched.

#![forbid(unsafe_code)]

mod attachments;
mod cipher;
mod cmap;
mod content;
mod encryption;
mod error;
mod facts;
mod file;
mod filter;
mod font;
mod layout;
mod lexer;
mod limits;
pub mod marks;
mod matrix;
mod object;
mod pages;
mod rectangle;
mod visibility;
mod writer;
mod xref;

pub use error::PdfError;
pub use facts::{Facts, PageFacts, PageText, PdfText};
pub use limits::{Limit, Limits};
pub use xref::{HEADER_BYTES, header};

use content::Interpreter;
use error::Outcome;
use pages::Pages;

/// Converts a PDF file.
///
/// If a limit ends the text, the text so far is returned, its last line names the limit, and
/// [`Facts::cut`] holds it.
///
/// # Errors
///
/// [`PdfError::Encrypted`]; [`PdfError::UnsupportedEncryption`]; [`PdfError::Damaged`] if no page
/// is found; [`PdfError::TooLarge`] if a limit is reached before there is any text.
pub fn text_of(bytes: &[u8], limits: &Limits) -> Result<PdfText, PdfError> {
    let mut file = xref::open(bytes, *limits)?;
    let pages = Pages::new(&mut file)?;
    let mut interpreter = Interpreter::new(&mut file);
    let mut outcome = read(&mut interpreter, pages);
    if outcome.is_ok() && interpreter.writer.facts.pages.is_empty() {
        outcome = Pages::search(interpreter.file).and_then(|pages| read(&mut interpreter, pages));
    }
    if outcome.is_ok() {
        let attachments = attachments::count(interpreter.file);
        interpreter.writer.facts.attachments += attachments.unwrap_or_default();
    }
    let cipher = interpreter.file.cipher.clone();
    let facts = &mut interpreter.writer.facts;
    facts.is_restricted = cipher.is_some_and(|cipher| cipher.is_restricted);
    let cut = match outcome {
        Ok(()) if facts.pages.is_empty() => return Err(PdfError::Damaged("it has no pages")),
        Ok(()) => None,
        Err(PdfError::TooLarge(limit)) if facts.characters > 0 => Some(limit),
        Err(error) => return Err(error),
    };
    Ok(interpreter.finish(cut))
}

fn read(interpreter: &mut Interpreter<'_, '_>, mut pages: Pages) -> Outcome {
    while let Some(page) = pages.next(interpreter.file)? {
        interpreter.page(&page)?;
    }
    Ok(())
}
