//! Formats of documents.

/// The format of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A Word document (docx, docm, dotx).
    #[default]
    Docx,
    /// An Excel workbook (xlsx, xlsm, xltx).
    Xlsx,
    /// A PowerPoint presentation (pptx, pptm, ppsx, potx).
    Pptx,
    /// An OpenDocument text.
    Odt,
    /// An OpenDocument spreadsheet.
    Ods,
    /// An OpenDocument presentation.
    Odp,
    /// An OpenDocument drawing.
    Odg,
    /// An EPUB book.
    Epub,
    /// A PDF file.
    Pdf,
    /// A Word document in the binary format used before 2007. Those before Word 97 are recognized,
    /// not converted.
    Doc,
    /// An Excel workbook in the binary format used before 2007. Those before Excel 97 are
    /// recognized, not converted.
    Xls,
    /// A PowerPoint presentation in the binary format used before 2007. Recognized, not converted.
    Ppt,
    /// A binary Excel workbook. Recognized, not converted.
    Xlsb,
    /// A Rich Text Format document.
    Rtf,
    /// An encrypted Office document. Recognized, not converted.
    EncryptedOffice,
    /// A WordPerfect document. Recognized, not converted.
    WordPerfect,
}

impl Format {
    /// Returns the usual file extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the name of the document's units. `None` if it has none.
    #[must_use]
    pub fn unit(self) -> Option<&'static str> {
        Some(self.names().1).filter(|unit| !unit.is_empty())
    }

    /// Returns the usual file extension, and the name of the units, if there are any.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Docx => ("docx", ""),
            Self::Xlsx => ("xlsx", "sheet"),
            Self::Pptx => ("pptx", "slide"),
            Self::Odt => ("odt", ""),
            Self::Ods => ("ods", "sheet"),
            Self::Odp => ("odp", "slide"),
            Self::Odg => ("odg", "page"),
            Self::Epub => ("epub", "chapter"),
            Self::Pdf => ("pdf", "page"),
            Self::Doc => ("doc", ""),
            Self::Xls => ("xls", "sheet"),
            Self::Ppt => ("ppt", "slide"),
            Self::Xlsb => ("xlsb", "sheet"),
            Self::Rtf => ("rtf", ""),
            Self::EncryptedOffice => ("encrypted office", ""),
            Self::WordPerfect => ("WordPerfect", ""),
        }
    }

    /// Returns the name of the format of a document that is not converted.
    #[must_use]
    pub fn unsupported_name(self) -> &'static str {
        match self {
            Self::Doc => "doc before Word 97",
            Self::Xls => "xls before Excel 97",
            other => other.name(),
        }
    }

    /// Returns the name of a supported format that an unsupported document can be saved in.
    #[must_use]
    pub fn successor(self) -> &'static str {
        match self {
            Self::Doc | Self::WordPerfect => Self::Docx.name(),
            Self::Xls | Self::Xlsb => Self::Xlsx.name(),
            Self::Ppt => Self::Pptx.name(),
            other => other.name(),
        }
    }
}

/// Returns the format of a file that is named like a document, by the bytes that it starts with, if
/// it is older than those that are read.
#[must_use]
pub fn old_format(start: &[u8]) -> Option<Format> {
    const STARTS: [(&[u8], Format); 9] = [
        // The first record of a workbook, in Excel 2, 3, 4, and in 5 without a container.
        (&[0x09, 0x00, 0x04, 0x00], Format::Xls),
        (&[0x09, 0x02, 0x06, 0x00], Format::Xls),
        (&[0x09, 0x04, 0x06, 0x00], Format::Xls),
        (&[0x09, 0x08, 0x08, 0x00], Format::Xls),
        // Word for DOS, Windows and Macintosh.
        (&[0x31, 0xbe, 0x00, 0x00], Format::Doc),
        (&[0xdb, 0xa5], Format::Doc),
        (&[0xfe, 0x37, 0x00], Format::Doc),
        (b"\xffWPC", Format::WordPerfect),
        // Version 4.2 has no header. Its files start with the choice of a font.
        (&[0xcb, 0x0a, 0x01], Format::WordPerfect),
    ];
    let found = STARTS.iter().find(|(bytes, _)| start.starts_with(bytes));
    found.map(|(_, format)| *format)
}

/// Returns whether a file name has the extension of a document.
#[must_use]
pub fn is_document_name(name: &str) -> bool {
    const EXTENSIONS: &str = "docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm potx potm \
                              ppsx ppsm odt ott ods ots odp otp odg otg epub pdf doc xls ppt wpd";
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    EXTENSIONS.split(' ').any(|known| extension.eq_ignore_ascii_case(known))
}
