//! Limits on the resources of a conversion.

use std::fmt;

/// The limits of a conversion. With the defaults, memory stays below 100 MiB on any input,
/// including the bytes of the file.
///
/// No allocation is sized by a number that a file declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum size of a file in bytes.
    pub file: usize,
    /// The maximum size of one decoded stream in bytes, and of all that are in memory at a time.
    pub stream: usize,
    /// The maximum number of bytes decoded from all streams.
    pub decoded: usize,
    /// The maximum number of objects in a file.
    pub objects: usize,
    /// The maximum number of values parsed outside of content streams. Each reference followed
    /// parses its object again. Manuals of some hundred pages have less than 100,000.
    pub values: usize,
    /// The maximum number of operators in all content streams.
    pub operators: usize,
    /// The maximum number of glyphs on one page.
    pub glyphs: usize,
    /// The maximum number of forms drawn on all pages.
    pub forms: usize,
    /// The maximum nesting depth of forms. Deeper ones are skipped.
    pub form_depth: usize,
    /// The maximum number of saved graphics states. Further ones are not restored.
    pub states: usize,
    /// The maximum number of pages.
    pub pages: usize,
    /// The maximum number of mappings in a font's CMap. Further ones are ignored.
    pub mappings: usize,
    /// The maximum size of the text in bytes.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
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
        }
    }
}

/// The maximum size of a font program that is read, in bytes.
pub(crate) const MAX_PROGRAM: usize = 8 << 20;

/// The maximum nesting depth of arrays and dictionaries.
pub(crate) const MAX_NESTING: usize = 64;
/// The maximum number of values in one object, or in all operands of an operator.
pub(crate) const MAX_OBJECT_VALUES: usize = 65_536;
/// The maximum size of a name or a string in bytes. Longer ones are cut.
pub(crate) const MAX_NAME: usize = 256;
pub(crate) const MAX_STRING: usize = 1 << 20;
/// The maximum size of an object stream or a cross-reference stream in bytes.
pub(crate) const MAX_OBJECT_STREAM: usize = 8 << 20;
/// The maximum length of a chain of references.
pub(crate) const MAX_REFERENCES: usize = 16;
/// The maximum number of filters per stream.
pub(crate) const MAX_FILTERS: usize = 6;
/// The maximum number of cross-reference sections: updates of a file.
pub(crate) const MAX_UPDATES: usize = 1024;
/// The maximum number of page tree nodes between the root and a page.
pub(crate) const MAX_PAGE_DEPTH: usize = 128;
/// The maximum number of operands of an operator.
pub(crate) const MAX_OPERANDS: usize = 64;
/// The maximum number of UTF-16 units a CMap has per code, and of bytes in an `ActualText`.
pub(crate) const MAX_UNITS: usize = 64;
pub(crate) const MAX_ACTUAL_TEXT: usize = 64 << 10;
/// The number of waiting annotations of a page that are compared with its lines.
pub(crate) const MAX_PLACED: usize = 128;
/// The maximum number of cached fonts, and their maximum total memory in units of 16 bytes.
pub(crate) const MAX_FONTS: usize = 256;
pub(crate) const MAX_FONT_WEIGHT: usize = 400_000;

/// A limit that a file exceeds.
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
    /// Returns the subject that exceeds it.
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
