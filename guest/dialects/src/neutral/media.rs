//! What is told of files that are no text.

use super::refusal::no_text_of_pdf;
use super::{Body, MOST_WHOLE_BYTES, Refusal};
use readroom_core::{File, MediaType, ReadError, Tree};
use readroom_formats::{PdfError, pdf};

/// Facts about an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// What it is.
    pub kind: MediaType,
    /// Its width and height in pixels, as it is to be shown, if it says so.
    pub shown: Option<(u32, u32)>,
}

pub(super) fn facts<T: Tree>(
    file: &File<'_, T>,
    kind: MediaType,
    path: &str,
    failed: &dyn Fn(ReadError) -> Refusal,
) -> Result<Body, Refusal> {
    if kind == MediaType::Pdf {
        let told = pdf(file.metadata.size, |offset, length| file.part(offset, length));
        return match told {
            Ok(pdf) => Err(no_text_of_pdf(path, Some(&pdf))),
            Err(PdfError::Read(error)) => Err(failed(error)),
            Err(_) => Err(no_text_of_pdf(path, None)),
        };
    }
    let size = |bytes: &[u8]| readroom_images::header(bytes).map(|header| header.shown());
    let shown = match size(file.head().map_err(failed)?) {
        Some(shown) => Some(shown),
        // In some, the size comes after much else.
        None => file.bytes(MOST_WHOLE_BYTES).map_err(failed)?.and_then(|bytes| size(&bytes)),
    };
    Ok(Body::Image(Image { kind, shown }))
}
