//! What is told of files that are no text.

use super::{Body, MOST_WHOLE_BYTES, Refusal};
use readroom_core::{File, MediaType, ReadError, Tree};

/// Facts about an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// What it is.
    pub kind: MediaType,
    /// Its width and height in pixels, as it is to be shown.
    pub shown: (u32, u32),
}

pub(super) fn facts<T: Tree>(
    file: &File<'_, T>,
    kind: MediaType,
    failed: &dyn Fn(ReadError) -> Refusal,
) -> Result<Body, Refusal> {
    if kind == MediaType::Pdf {
        return Err(failed(ReadError::Media(kind)));
    }
    let size = |bytes: &[u8]| readroom_images::header(bytes).map(|header| header.shown());
    let shown = match size(file.head().map_err(failed)?) {
        Some(shown) => Some(shown),
        // In some, the size comes after much else.
        None => file.bytes(MOST_WHOLE_BYTES).map_err(failed)?.and_then(|bytes| size(&bytes)),
    };
    match shown {
        Some(shown) => Ok(Body::Image(Image { kind, shown })),
        // Damaged, or of more bytes before its size than anybody needs.
        None => Err(failed(ReadError::Media(kind))),
    }
}
