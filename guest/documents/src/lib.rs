//! Converts office documents to text: the bytes of a file in, Markdown and facts out.
//!
//! [`recognize`] says by its bytes what a file is, and [`convert`] reads it: texts, workbooks and
//! presentations of Office and of OpenDocument, and books in EPUB.
//!
//! # Form
//!
//! Texts have the headings of the document, lists with the labels that are shown, tables, links,
//! images by name, notes (`[^1]`), and comments (`[^c1]`) at the end. Sheets, slides, and chapters
//! without a heading are units, with a heading of level 2: `## Sheet: Budget`, `## Slide 3: Aims`,
//! `## Chapter 4`. A line of the document's own that could be taken for a heading or a fence begins
//! with a `\`, so that a document cannot forge a unit.
//!
//! Tracked changes are accepted. What is hidden is in the text, marked `(hidden)` or
//! `[hidden: …]`, and counted in [`Facts`]: a person who looks at the document does not see it.
//! Page headers and footers are left out and counted.
//!
//! # Hostile input
//!
//! The input is untrusted. No input makes [`convert`] panic, and memory is bounded by [`Limits`],
//! whatever the size of the file. Nothing in a document is run, and nothing is fetched.

#![forbid(unsafe_code)]

mod compound;
mod entities;
mod epub;
mod error;
mod facts;
mod format;
mod html;
mod inflate;
mod limits;
mod markdown;
mod numerals;
mod odf;
mod ooxml;
mod sheet;
mod source;
mod utf8;
mod writer;
mod xml;
mod zip;

pub use error::Error;
pub use facts::{Document, Facts, LeftOut, MAX_UNITS, Unit, Unseen};
pub use format::{Format, SNIFFED_BYTES, may_be_document, recognize};
pub use limits::{Limit, Limits};
pub use source::Source;

use error::Fault;
use writer::Writer;

/// Converts a document of a format that [`recognize`] returned.
///
/// If a limit ends the text, what was read before it is returned, its last line names the limit,
/// and [`Facts::cut`] has it.
///
/// # Errors
///
/// [`Error::Unsupported`] for formats that are only recognized; [`Error::Encrypted`];
/// [`Error::Damaged`] if the document is malformed; [`Error::TooLarge`] if a limit is reached before
/// there is any text; [`Error::Source`] when the bytes cannot be read.
pub fn convert<S: Source>(
    source: &mut S,
    format: Format,
    limits: &Limits,
) -> Result<Document, Error<S::Error>> {
    type Convert = fn(&mut zip::Archive<'_>, &mut Writer) -> error::Outcome;
    let read: Convert = match format {
        Format::Docx => ooxml::convert_docx,
        Format::Xlsx => ooxml::convert_xlsx,
        Format::Pptx => ooxml::convert_pptx,
        Format::Odt | Format::Odp => odf::convert_text,
        Format::Ods => odf::convert_sheets,
        Format::Epub => epub::convert,
        Format::EncryptedOffice => return Err(Error::Encrypted),
        Format::Doc | Format::Xls | Format::Ppt | Format::Xlsb => {
            return Err(Error::Unsupported(format));
        }
    };
    source::with_input(source, |input| {
        let mut archive = zip::Archive::open(input, *limits)?;
        let mut writer = Writer::new(format, limits.text);
        ooxml::count_parts(&archive, &mut writer);
        let cut = match read(&mut archive, &mut writer) {
            Ok(()) => None,
            Err(Fault::TooLarge(limit)) if writer.written() > 0 => Some(limit),
            Err(fault) => return Err(fault),
        };
        let (text, facts) = writer.finish(cut);
        Ok(Document { text, facts })
    })
}
