//! Kinds of documents.

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
