//! Recognizes the format of a document, and converts it.

use crate::compound::Compound;
use crate::error::{Error, Fault, Outcome};
use crate::ooxml::{self, main_part};
use crate::source::{Input, Source, with_input};
use crate::writer::Writer;
use crate::zip::{Archive, LOCAL_BYTES, SIGNATURE};
use crate::{Document, Format, Limits, compound, doc, epub, odf, rtf, xls};

/// The number of leading bytes from which [`may_be_document`] recognizes a document.
pub const SNIFFED_BYTES: usize = readroom_pdf::HEADER_BYTES;

/// Returns whether a file that starts with these bytes is in Rich Text Format. White space or a
/// byte-order mark may be before it.
fn is_rtf(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    start.trim_ascii_start().starts_with(b"{\\rtf")
}

/// How much of a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The text with all changes, and the values of cells.
    Shown,
    /// Also the formulas of cells: `12 [=SUM(B2:B6)]`, and the tracked changes of `docx`:
    /// `{++new++}`, `{--old--}`. Formulas of `xls` are not read.
    All,
}

/// Returns whether a file that starts with these bytes may be a document. Needs [`SNIFFED_BYTES`].
#[must_use]
pub fn may_be_document(start: &[u8]) -> bool {
    let is_compound = start.starts_with(&compound::SIGNATURE);
    is_compound || zip_in(start).is_some() || is_rtf(start) || is_pdf(start)
}

/// Returns a ZIP file that these bytes begin, from its signature. Other bytes may be before it.
fn zip_in(start: &[u8]) -> Option<&[u8]> {
    let at = start.windows(SIGNATURE.len()).position(|window| window == SIGNATURE);
    start.get(at?..)
}

/// Returns whether a file that starts with these bytes is taken for a PDF file.
fn is_pdf(start: &[u8]) -> bool {
    readroom_pdf::header(start).is_some()
}

/// Returns the format of a document, or `None` for other files.
///
/// Reads only the first [`SNIFFED_BYTES`], unless they are those of a ZIP or a compound file.
///
/// # Errors
///
/// [`Error::Source`] if the bytes cannot be read. Also any defect of a ZIP or compound file that is
/// a document by its first bytes or its name, because its format is then unknown.
pub fn recognize<S: Source>(source: &mut S) -> Result<Option<Format>, Error<S::Error>> {
    let is_named = source.is_named();
    with_input(source, |mut input| {
        let mut start = [0; SNIFFED_BYTES];
        let read = input.read(0, &mut start)?;
        match start.get(..read).unwrap_or_default() {
            start if start.starts_with(&compound::SIGNATURE) => compound::format(input),
            start if let Some(zip) = zip_in(start) => {
                let is_likely = is_named || begins_with_a_part(zip);
                match zipped_format(input) {
                    Err(fault) if is_likely || fault == Fault::Source(()) => Err(fault),
                    Ok(None) if is_named => Err(Fault::Damaged("a ZIP file without a document")),
                    format => Ok(format.unwrap_or_default()),
                }
            }
            start if is_rtf(start) => Ok(Some(Format::Rtf)),
            start if is_pdf(start) => Ok(Some(Format::Pdf)),
            _ => Ok(None),
        }
    })
}

/// Returns whether the first entry of a ZIP file is typical of documents.
fn begins_with_a_part(start: &[u8]) -> bool {
    const PARTS: [&[u8]; 7] = [
        b"[Content_Types].xml",
        b"_rels/.rels",
        b"docProps/",
        b"word/",
        b"xl/",
        b"ppt/",
        b"mimetypeapplication/",
    ];
    let name = start.get(LOCAL_BYTES as usize..).unwrap_or_default();
    PARTS.iter().any(|part| name.starts_with(part))
}

fn zipped_format(input: Input<'_>) -> Outcome<Option<Format>> {
    /// Longer than any known type.
    const MAX_TYPE: usize = 128;
    let mut archive = Archive::open(input, Limits::default())?;
    let media_type = match archive.read_start("mimetype", MAX_TYPE)? {
        Some(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        None => odf::media_type(&mut archive)?,
    };
    if let Some(media_type) = media_type {
        let media_type = media_type.trim_start_matches('\u{feff}').trim();
        if media_type == "application/epub+zip" {
            return Ok(Some(Format::Epub));
        }
        let kind = media_type.strip_prefix("application/vnd.oasis.opendocument.");
        return Ok(kind.and_then(odf::format_of));
    }
    if archive.find("META-INF/container.xml").is_some() {
        return Ok(Some(Format::Epub));
    }
    match main_part(&mut archive)? {
        Some((format, _)) => Ok(Some(format)),
        None => odf::body_format(&mut archive),
    }
}

/// Converts a document of a format that [`recognize`] returned.
///
/// If a limit ends the text, the text so far is returned, its last line names the limit, and
/// [`Facts::cut`] holds it.
///
/// # Errors
///
/// [`Error::Unsupported`] for formats that are only recognized; [`Error::Encrypted`];
/// [`Error::UnsupportedEncryption`]; [`Error::Damaged`] if the document is malformed;
/// [`Error::TooLarge`] if a limit is reached before there is any text; [`Error::Source`] if the
/// bytes cannot be read.
pub fn convert<S: Source>(
    source: &mut S,
    format: Format,
    limits: &Limits,
    detail: Detail,
) -> Result<Document, Error<S::Error>> {
    with_input(source, |input| convert_input(input, format, limits, detail))
}

/// Returns the text, also if a limit ended it after its beginning.
fn convert_input(
    input: Input<'_>,
    format: Format,
    limits: &Limits,
    detail: Detail,
) -> Outcome<Document> {
    let mut writer = Writer::new(format, limits.text);
    writer.has_all = detail == Detail::All;
    let read = match format {
        Format::Pdf => return crate::pdf::convert(input, limits),
        Format::EncryptedOffice => return Err(Fault::Encrypted),
        Format::Ppt | Format::Xlsb | Format::WordPerfect => return Err(Fault::Unsupported(format)),
        Format::Rtf => rtf::convert(input, limits, &mut writer),
        Format::Doc | Format::Xls => convert_compound(input, limits, &mut writer),
        _ => convert_archive(input, limits, &mut writer),
    };
    let cut = match read {
        Ok(()) => None,
        Err(Fault::TooLarge(limit)) if writer.written() > 0 => Some(limit),
        Err(fault) => return Err(fault),
    };
    let (text, facts) = writer.finish(cut);
    Ok(Document { text, facts })
}

fn convert_compound(input: Input<'_>, limits: &Limits, writer: &mut Writer) -> Outcome {
    let mut compound = Compound::open(input, limits)?;
    compound.count_parts(writer);
    match writer.facts.format {
        Format::Doc => doc::convert(&mut compound, limits, writer),
        _ => xls::convert(&mut compound, limits, writer),
    }
}

fn convert_archive(input: Input<'_>, limits: &Limits, writer: &mut Writer) -> Outcome {
    let mut archive = Archive::open(input, *limits)?;
    ooxml::count_parts(&archive, writer);
    match writer.facts.format {
        Format::Docx => ooxml::convert_docx(&mut archive, writer),
        Format::Xlsx => ooxml::convert_xlsx(&mut archive, writer),
        Format::Pptx => ooxml::convert_pptx(&mut archive, writer),
        Format::Ods => odf::convert_sheets(&mut archive, writer),
        Format::Epub => epub::convert(&mut archive, writer),
        _ => odf::convert_text(&mut archive, writer),
    }
}
