//! What a conversion may take.

use std::fmt;

/// The bounds of a conversion. With the defaults, memory stays below 100 MiB on any input, the
/// bytes of the file included.
///
/// Nothing is allocated by a number that a file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a file.
    pub file: usize,
    /// The most bytes of one decoded stream, and of all that are held at a time.
    pub stream: usize,
    /// The most bytes that are decoded from all streams.
    pub decoded: usize,
    /// The most objects that a file may have.
    pub objects: usize,
    /// The most values that are parsed outside of content streams. A reference that is followed
    /// parses its object again. Manuals of some hundred pages have less than 100,000.
    pub values: usize,
    /// The most operators of all content streams.
    pub operators: usize,
    /// The most glyphs of one page.
    pub glyphs: usize,
    /// The most forms that are drawn on all pages.
    pub forms: usize,
    /// How deep forms may be nested. One that is deeper is skipped.
    pub form_depth: usize,
    /// How deep graphics states may be saved. One that is deeper is not restored.
    pub states: usize,
    /// The most pages.
    pub pages: usize,
    /// The most mappings of the CMap of a font. Those that follow are ignored.
    pub mappings: usize,
    /// The most bytes of the text.
    pub text: usize,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Self = Self {
        file: 32 << 20,
        stream: 16 << 20,
        decoded: 256 << 20,
        objects: 300_000,
        values: 4_000_000,
        operators: 4_000_000,
        glyphs: 400_000,
        forms: 5000,
        form_depth: 10,
        states: 512,
        pages: 20_000,
        mappings: 65_536,
        text: 16 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How deep arrays and dictionaries may be nested.
pub(crate) const MAX_NESTING: usize = 64;
/// The most values of one object, or of all operands of an operator.
pub(crate) const MAX_OBJECT_VALUES: usize = 65_536;
/// The most bytes of a name and of a string. The rest of a longer one is dropped.
pub(crate) const MAX_NAME: usize = 256;
pub(crate) const MAX_STRING: usize = 1 << 20;
/// The most bytes of an object stream or a cross-reference stream.
pub(crate) const MAX_OBJECT_STREAM: usize = 8 << 20;
/// How many references may lead to each other.
pub(crate) const MAX_REFERENCES: usize = 16;
/// The most filters of a stream.
pub(crate) const MAX_FILTERS: usize = 6;
/// The most parts of the cross-reference table: updates of a file.
pub(crate) const MAX_UPDATES: usize = 1024;
/// The most nodes of the tree of pages between its root and a page.
pub(crate) const MAX_PAGE_DEPTH: usize = 128;
/// The most operands of an operator.
pub(crate) const MAX_OPERANDS: usize = 64;
/// The most UTF-16 units that a CMap has for a code, and the most bytes of an `ActualText`.
pub(crate) const MAX_UNITS: usize = 64;
pub(crate) const MAX_ACTUAL_TEXT: usize = 64 << 10;
/// The most fonts that are kept, and the most of what they hold together, in about 16 bytes.
pub(crate) const MAX_FONTS: usize = 256;
pub(crate) const MAX_FONT_WEIGHT: usize = 400_000;

/// A bound that a file exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::file`].
    File,
    /// [`Limits::stream`].
    Stream,
    /// [`Limits::decoded`].
    Decoded,
    /// [`Limits::objects`].
    Objects,
    /// [`Limits::values`].
    Values,
    /// [`Limits::operators`].
    Operators,
    /// [`Limits::glyphs`].
    Glyphs,
    /// [`Limits::forms`].
    Forms,
    /// [`Limits::pages`].
    Pages,
    /// [`Limits::text`].
    Text,
}

impl Limit {
    /// Returns what exceeds it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "size of the file",
            Self::Stream => "size of a stream",
            Self::Decoded => "size of all streams",
            Self::Objects => "number of objects",
            Self::Values => "number of parsed values",
            Self::Operators => "number of operators",
            Self::Glyphs => "number of glyphs of a page",
            Self::Forms => "number of forms",
            Self::Pages => "number of pages",
            Self::Text => "size of the text",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
