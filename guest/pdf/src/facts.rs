//! Facts about a file other than its text.

use crate::Limit;

/// A PDF file as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfText {
    /// Markdown whose lines all end with a line feed.
    pub text: String,
    /// Facts other than the text.
    pub facts: Facts,
}

/// Facts about a file other than its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The pages, in order.
    pub pages: Vec<PageFacts>,
    /// The number of characters shown, not counting spaces.
    pub characters: u64,
    /// The number of characters that could not be decoded. The text has U+FFFD for each.
    pub undecoded: u64,
    /// The number of pieces of text that are not visible: `[hidden: …]` in the text. Text behind
    /// images is not counted.
    pub hidden: u64,
    /// The number of notes: lines such as `[^c1]: Ada: …` after the text of their page.
    pub notes: u64,
    /// The number of files in it.
    pub attachments: u64,
    /// Whether the file is encrypted, such that its owner restricts printing, copying or changes.
    pub is_restricted: bool,
    /// The limit that cut the text, whose last line names it. Nothing after it is counted.
    pub cut: Option<Limit>,
}

/// Facts about a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFacts {
    /// The line of its heading, counted from 1.
    pub line: u64,
    /// The number of images drawn.
    pub images: u64,
    /// The visibility of its text.
    pub text: PageText,
}

/// The visibility of a page's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageText {
    /// It has no text.
    None,
    /// It has other text.
    Shown,
    /// Most of its text is behind images that cover the page, as programs add to scanned pages.
    BehindImages,
}

impl Facts {
    /// Returns the number of images drawn on all pages.
    #[must_use]
    pub fn images(&self) -> u64 {
        self.pages.iter().map(|page| page.images).sum()
    }
}
