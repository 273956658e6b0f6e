//! Facts about a document other than its text.

use crate::{Format, Limit};

/// A document as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Markdown whose lines all end with a line feed.
    pub text: String,
    /// Facts other than the text.
    pub facts: Facts,
}

/// Facts about a document other than its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The format of the document.
    pub format: Format,
    /// The sheets, slides, chapters or pages, in order. Empty for a document of one text.
    pub units: Vec<Unit>,
    /// The number of words in the text: sequences between white space with a letter or a digit.
    pub words: u64,
    /// The content that is left out of the text.
    pub left_out: LeftOut,
    /// The number of cells with a formula that the text does not have.
    pub formulas: u64,
    /// The number of page headers and footers in the text.
    pub page_headers: u64,
    /// Content of the file that is not visible to someone viewing the document.
    pub unseen: Unseen,
    /// How the text of a PDF file was extracted. `None` for other documents.
    pub extraction: Option<Extraction>,
    /// The limit that cut the text, whose last line names it. Nothing after it is counted.
    pub cut: Option<Limit>,
}

/// The maximum number of units in a response, and of pages in a list of them.
const MAX_UNITS: usize = 1000;

/// A part of a document that has a heading of level 2 in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name or title; at most 200 bytes.
    pub title: String,
    /// The line of its heading, counted from 1.
    pub line: u64,
    /// Whether an application hides it.
    pub hidden: bool,
    /// The range of cells with content, such as `A1:M60000`. `None` if there are none, and for
    /// other units.
    pub range: Option<String>,
}

/// Content of a document that its text lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number of image files; for PDF files, the number of times that images are drawn.
    pub images: u64,
    /// The names of the first 100 image files.
    pub image_names: Vec<String>,
    /// The number of charts whose values the text does not have in full. It has up to 64 series of
    /// 1000 points of each, except for OpenDocument and `xls`.
    pub charts: u64,
    /// The number of embedded files and objects.
    pub objects: u64,
    /// The number of equations that the text does not have. It has the others in a linear form.
    pub equations: u64,
    /// The number of page headers and footers that are not read: those after the first 1000.
    pub headers_and_footers: u64,
    /// The entry that holds macros, such as `word/vbaProject.bin`. They are never run.
    pub macros: Option<String>,
}

/// Content that someone viewing the document does not see. The text has all of it except the
/// deletions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// The number of hidden sheets and slides.
    pub units: u64,
    /// The number of hidden rows.
    pub rows: u64,
    /// The number of hidden columns with content.
    pub columns: u64,
    /// The number of pieces of text that are hidden, white or tiny: `[hidden: …]` in the text.
    pub texts: u64,
    /// The number of comments.
    pub comments: u64,
    /// The number of tracked insertions, which the text has.
    pub insertions: u64,
    /// The number of tracked deletions, which the text does not have.
    pub deletions: u64,
}

/// The result of extracting the text of a PDF file. A page without text, or with most of its text
/// behind images that cover it, has a line below its heading that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extraction {
    /// The numbers of the pages that have no text.
    pub pages_without_text: Vec<u64>,
    /// The numbers of the pages whose text is behind images, as after a scan.
    pub pages_behind_images: Vec<u64>,
    /// The number of characters, not counting spaces.
    pub characters: u64,
    /// The number of characters that could not be decoded. The text has U+FFFD for each.
    pub undecoded: u64,
    /// Whether the file is encrypted, such that its owner restricts printing, copying or changes.
    pub is_restricted: bool,
}

impl Extraction {
    /// Returns the percentage of characters that could not be decoded, rounded up; 0 if there are
    /// no characters.
    #[must_use]
    pub fn undecoded_percent(&self) -> u64 {
        let characters = self.characters.max(1);
        (self.undecoded * 100).div_ceil(characters)
    }

    /// Returns the first 1000 of a list of pages.
    #[must_use]
    pub fn first(pages: &[u64]) -> &[u64] {
        pages.get(..MAX_UNITS).unwrap_or(pages)
    }
}

impl Facts {
    /// Returns the first 1000 units, and the number of the rest.
    #[must_use]
    pub fn first_units(&self) -> (&[Unit], u64) {
        let (first, others) = self.units.split_at(self.units.len().min(MAX_UNITS));
        (first, others.len() as u64)
    }
}
