//! Says what kind of document a file is, and reads it.

use crate::error::{Error, Fault, Outcome};
use crate::ooxml::{self, main_part};
use crate::source::{Input, Source, with_input};
use crate::writer::Writer;
use crate::zip::{Archive, SIGNATURE};
use crate::{Document, Format, Limits, compound, epub, odf};

/// The number of bytes at the beginning of a file that [`recognize`] looks at first.
const SNIFFED_BYTES: usize = 8;

/// Returns whether a file that begins with these bytes may be a document. 8 of them tell.
#[must_use]
pub fn may_be_document(start: &[u8]) -> bool {
    start.starts_with(&compound::SIGNATURE) || start.starts_with(&SIGNATURE) || is_pdf(start)
}

/// Returns whether a file that begins with these bytes is taken for a PDF file.
fn is_pdf(start: &[u8]) -> bool {
    cfg!(feature = "pdf") && start.starts_with(b"%PDF-")
}

/// Returns what kind of document a file is. `None` if it is not one, or is too damaged.
///
/// No other than the first 8 bytes are read, unless they are those of a ZIP or a compound file.
///
/// # Errors
///
/// [`Error::Source`] when the bytes cannot be read.
pub fn recognize<S: Source>(source: &mut S) -> Result<Option<Format>, Error<S::Error>> {
    with_input(source, |mut input| {
        let mut start = [0; SNIFFED_BYTES];
        let read = input.read(0, &mut start)?;
        let format = match start.get(..read).unwrap_or_default() {
            start if start.starts_with(&compound::SIGNATURE) => compound::format(&mut input),
            start if start.starts_with(&SIGNATURE) => zipped_format(input),
            start if is_pdf(start) => Ok(Some(Format::Pdf)),
            _ => Ok(None),
        };
        match format {
            Err(Fault::Source) => Err(Fault::Source),
            other => Ok(other.unwrap_or_default()),
        }
    })
}

fn zipped_format(input: Input<'_>) -> Outcome<Option<Format>> {
    /// Longer than any type that is known.
    const MAX_TYPE: usize = 128;
    let mut archive = Archive::open(input, Limits::default())?;
    if let Some(media_type) = archive.read_start("mimetype", MAX_TYPE)? {
        let media_type = String::from_utf8_lossy(&media_type);
        let media_type = media_type.trim_start_matches('\u{feff}').trim();
        if media_type == "application/epub+zip" {
            return Ok(Some(Format::Epub));
        }
        let kind = media_type.strip_prefix("application/vnd.oasis.opendocument.");
        return Ok(kind.and_then(|kind| match kind.trim_end_matches("-template") {
            "text" | "text-master" | "text-web" => Some(Format::Odt),
            "spreadsheet" => Some(Format::Ods),
            "presentation" => Some(Format::Odp),
            _ => None,
        }));
    }
    if archive.find("META-INF/container.xml").is_some() {
        return Ok(Some(Format::Epub));
    }
    Ok(main_part(&mut archive)?.map(|(format, _)| format))
}

/// Converts a document of a format that [`recognize`] returned.
///
/// If a limit ends the text, what was read before it is returned, its last line names the limit,
/// and [`Facts::cut`] has it.
///
/// # Errors
///
/// [`Error::Unsupported`] for formats that are only recognized; [`Error::Encrypted`];
/// [`Error::Damaged`] if the document is malformed; [`Error::TooLarge`] if a limit is reached
/// before there is any text; [`Error::Source`] when the bytes cannot be read.
pub fn convert<S: Source>(
    source: &mut S,
    format: Format,
    limits: &Limits,
) -> Result<Document, Error<S::Error>> {
    type Convert = fn(&mut Archive<'_>, &mut Writer) -> Outcome;
    let read: Convert = match format {
        Format::Docx => ooxml::convert_docx,
        Format::Xlsx => ooxml::convert_xlsx,
        Format::Pptx => ooxml::convert_pptx,
        Format::Odt | Format::Odp => odf::convert_text,
        Format::Ods => odf::convert_sheets,
        Format::Epub => epub::convert,
        #[cfg(feature = "pdf")]
        Format::Pdf => return with_input(source, |input| crate::pdf::convert(input, limits)),
        #[cfg(not(feature = "pdf"))]
        Format::Pdf => return Err(Error::Unsupported(format)),
        Format::EncryptedOffice => return Err(Error::Encrypted),
        Format::Doc | Format::Xls | Format::Ppt | Format::Xlsb => {
            return Err(Error::Unsupported(format));
        }
    };
    with_input(source, |input| {
        let mut archive = Archive::open(input, *limits)?;
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
