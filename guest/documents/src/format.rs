//! What kind of document a file is, by its bytes.

use crate::Limits;
use crate::compound;
use crate::error::{Error, Fault, Outcome};
use crate::ooxml::main_part;
use crate::source::{Input, Source, with_input};
use crate::zip::{Archive, SIGNATURE};

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A text of Office (docx, docm, dotx).
    Docx,
    /// A workbook of Office (xlsx, xlsm, xltx).
    Xlsx,
    /// A presentation of Office (pptx, pptm, ppsx, potx).
    Pptx,
    /// A text in OpenDocument.
    Odt,
    /// A workbook in OpenDocument.
    Ods,
    /// A presentation in OpenDocument.
    Odp,
    /// A book.
    Epub,
    /// A text of Office before 2007. It is recognized, and not read.
    Doc,
    /// A workbook of Office before 2007. It is recognized, and not read.
    Xls,
    /// A presentation of Office before 2007. It is recognized, and not read.
    Ppt,
    /// A binary workbook. It is recognized, and not read.
    Xlsb,
    /// A document of Office that is encrypted. It is recognized, and not read.
    EncryptedOffice,
}

impl Format {
    /// Returns the extension of file names that is usual for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Pptx => "pptx",
            Self::Odt => "odt",
            Self::Ods => "ods",
            Self::Odp => "odp",
            Self::Epub => "epub",
            Self::Doc => "doc",
            Self::Xls => "xls",
            Self::Ppt => "ppt",
            Self::Xlsb => "xlsb",
            Self::EncryptedOffice => "encrypted office",
        }
    }

    /// Returns what the units of its documents are called. `None` if it has none.
    #[must_use]
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Xlsx | Self::Ods | Self::Xls | Self::Xlsb => Some("sheet"),
            Self::Pptx | Self::Odp | Self::Ppt => Some("slide"),
            Self::Epub => Some("chapter"),
            Self::Docx | Self::Odt | Self::Doc | Self::EncryptedOffice => None,
        }
    }

    /// Returns the name of the format that a document of a format that is not read can be saved in.
    #[must_use]
    pub fn successor(self) -> &'static str {
        match self {
            Self::Doc => Self::Docx.name(),
            Self::Xls | Self::Xlsb => Self::Xlsx.name(),
            Self::Ppt => Self::Pptx.name(),
            other => other.name(),
        }
    }
}

/// The number of bytes at the beginning of a file that [`recognize`] looks at first.
pub const SNIFFED_BYTES: usize = 8;

/// Returns whether a file that begins with these bytes may be a document. 8 of them tell.
#[must_use]
pub fn may_be_document(start: &[u8]) -> bool {
    start.starts_with(&compound::SIGNATURE) || start.starts_with(&SIGNATURE)
}

/// Returns what kind of document a file is. `None` if it is not one, or too damaged to tell.
///
/// If the first 8 bytes are neither those of a ZIP nor of a compound file, no other is read.
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
