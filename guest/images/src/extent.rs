//! How much of a file is present, by its structure.

/// How much of a file is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it, as far as can be determined without decoding.
    Whole,
    /// All pixels of the image, or of the first frame, but not the end of the file.
    WithoutEnd,
    /// Pixels are missing.
    Cut,
}

impl Extent {
    /// Returns the extent of a file whose pixels are present, or whose missing pixels the decoder
    /// notices.
    pub(crate) fn ended(has_end: bool) -> Self {
        if has_end { Self::Whole } else { Self::WithoutEnd }
    }
}
