//! Facts about files that are not text.

use crate::error::{PathError, ReadError};
use crate::request::MAX_WHOLE_BYTES;
use readroom_core::{File, FileError, MediaType, Tree};
use readroom_formats::{Pdf, PdfError, pdf};

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
    path: &str,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<ImageInfo, ReadError> {
    if media_type == MediaType::Pdf {
        let told = pdf(file.metadata.size, |offset, length| file.part(offset, length));
        return match told {
            Ok(Pdf { pages, encrypted, .. }) if pages.is_some() || encrypted == Some(true) => {
                let encrypted = encrypted == Some(true);
                Err(ReadError::about(path, PathError::Pdf { pages, encrypted }))
            }
            Err(PdfError::Read(error)) => Err(failed(error)),
            // It begins like a PDF but is not one.
            Ok(_) | Err(_) => Err(failed(FileError::Binary)),
        };
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
