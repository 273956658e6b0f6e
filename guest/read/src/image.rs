//! Facts about files that are not text.

use crate::error::ReadError;
use crate::request::MAX_WHOLE_BYTES;
use readroom_core::{File, FileError, MediaType, Tree};

/// Facts about an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageInfo {
    /// What it is.
    pub media_type: MediaType,
    /// Its width in pixels, as displayed.
    pub width: u32,
    /// Its height in pixels, as displayed.
    pub height: u32,
}

pub(crate) fn image_info<T: Tree>(
    file: &File<'_, T>,
    media_type: MediaType,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<ImageInfo, ReadError> {
    if media_type == MediaType::Pdf {
        return Err(failed(FileError::Media(media_type)));
    }
    let size = |bytes: &[u8]| readroom_images::header(bytes).map(|header| header.shown());
    let shown = match size(file.head().map_err(failed)?) {
        Some(shown) => Some(shown),
        // In some formats the size comes late in the file.
        None => file.bytes(MAX_WHOLE_BYTES).map_err(failed)?.and_then(|bytes| size(&bytes)),
    };
    match shown {
        Some((width, height)) => Ok(ImageInfo { media_type, width, height }),
        // Damaged, or its size comes later than in any sensible file.
        None => Err(failed(FileError::Media(media_type))),
    }
}
