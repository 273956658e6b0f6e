//! How much of a file is there, by its structure.

/// How much of a file is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it, as far as can be told without decoding.
    Whole,
    /// All pixels of the picture, or of the first of several, but not the end of the file.
    WithoutEnd,
    /// Pixels are missing.
    Cut,
}

impl Extent {
    /// Returns the extent of a file whose pixels are there, or are missed by the decoder.
    pub(crate) fn ended(has_end: bool) -> Self {
        if has_end { Self::Whole } else { Self::WithoutEnd }
    }
}
