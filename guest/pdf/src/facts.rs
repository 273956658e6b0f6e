//! What is known of a file beside its text.

use crate::Limit;

/// A PDF file as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfText {
    /// Markdown, in lines that end with a line feed.
    pub text: String,
    /// What is known beside it.
    pub facts: Facts,
}

/// What is known of a file beside its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The pages, in order.
    pub pages: Vec<PageFacts>,
    /// The number of characters that were shown, spaces left out.
    pub characters: u64,
    /// How many of the characters could not be decoded. The text has U+FFFD for each.
    pub undecoded: u64,
    /// The number of pieces of text that a person does not see: `[hidden: …]` in the text. Those
    /// behind images are not counted.
    pub hidden: u64,
    /// The limit that cut the text, whose last line names it. What follows is not counted.
    pub cut: Option<Limit>,
}

/// What is known of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFacts {
    /// The line of its heading, counted from 1.
    pub line: u64,
    /// The number of images that are drawn.
    pub images: u64,
    /// What text it has.
    pub text: PageText,
}

/// What text a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageText {
    /// None.
    None,
    /// Some that is shown.
    Shown,
    /// None that is shown, and some behind images, as programs add to scanned pages.
    BehindImages,
}

impl Facts {
    /// Returns the number of images that are drawn on all pages.
    #[must_use]
    pub fn images(&self) -> u64 {
        self.pages.iter().map(|page| page.images).sum()
    }
}
