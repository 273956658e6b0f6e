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
    /// How many of the characters are invisible, as the text behind a scanned page is.
    pub invisible: u64,
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
    /// Whether it has text.
    pub has_text: bool,
}

impl Facts {
    /// Returns the number of pages that have no text.
    #[must_use]
    pub fn pages_without_text(&self) -> u64 {
        self.pages.iter().filter(|page| !page.has_text).count() as u64
    }

    /// Returns the number of images that are drawn on all pages.
    #[must_use]
    pub fn images(&self) -> u64 {
        self.pages.iter().map(|page| page.images).sum()
    }

    /// Returns the percentage of the characters that could not be decoded, rounded up. 0 without
    /// characters.
    #[must_use]
    pub fn undecoded_percent(&self) -> u64 {
        (self.undecoded * 100)
            .checked_div(self.characters)
            .map_or(0, |_| (self.undecoded * 100).div_ceil(self.characters))
    }
}
