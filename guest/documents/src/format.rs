//! Formats of documents.

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A Word document (docx, docm, dotx).
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
}

impl Format {
    /// Returns the usual file extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Pptx => "pptx",
            Self::Odt => "odt",
            Self::Ods => "ods",
            Self::Odp => "odp",
            Self::Odg => "odg",
            Self::Epub => "epub",
            Self::Pdf => "pdf",
            Self::Doc => "doc",
            Self::Xls => "xls",
            Self::Ppt => "ppt",
            Self::Xlsb => "xlsb",
            Self::Rtf => "rtf",
            Self::EncryptedOffice => "encrypted office",
        }
    }

    /// Returns the name of the document's units. `None` if it has none.
    #[must_use]
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Xlsx | Self::Ods | Self::Xls | Self::Xlsb => Some("sheet"),
            Self::Pptx | Self::Odp | Self::Ppt => Some("slide"),
            Self::Epub => Some("chapter"),
            Self::Odg | Self::Pdf => Some("page"),
            Self::Docx | Self::Odt | Self::Doc | Self::Rtf | Self::EncryptedOffice => None,
        }
    }

    /// Returns the name of a supported format that an unsupported document can be saved in.
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

/// Returns whether a file name has the extension of a document.
#[must_use]
pub fn is_document_name(name: &str) -> bool {
    const EXTENSIONS: &str = "docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm potx potm \
                              ppsx ppsm odt ott ods ots odp otp odg otg epub pdf doc xls ppt";
    let (_, extension) = name.rsplit_once('.').unwrap_or_default();
    EXTENSIONS.split(' ').any(|known| extension.eq_ignore_ascii_case(known))
}
