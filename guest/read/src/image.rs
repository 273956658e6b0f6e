//! Images: facts about them, and how they fit a model.

use crate::error::ReadError;
use crate::request::{MAX_WHOLE_BYTES, Purpose};
use readroom_core::{File, FileError, MediaType, Tree};
use readroom_images::{Effort, Fit, Format, Limits, Originals, bmp_size, bmp_to_png, fit};

/// Facts about an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageInfo {
    /// What it is.
    pub media_type: MediaType,
    /// Its width in pixels, as displayed.
    pub width: u32,
    /// Its height in pixels, as displayed.
    pub height: u32,
    /// What a model can be shown of it, if it is to be shown.
    pub picture: Option<Picture>,
}

/// What a model can be shown of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A file that models take.
    Fitted {
        /// Its MIME type.
        mime: &'static str,
        /// The encoded file.
        bytes: Vec<u8>,
        /// Its width and height in pixels.
        size: (u32, u32),
    },
    /// Nothing: it is too large, and cannot be made smaller.
    TooLarge,
    /// Nothing: it is damaged, or of a kind that is not decoded.
    Unreadable,
}

/// The maximum size of a picture in base64, in bytes: what models take.
pub const MAX_BASE64_BYTES: usize = 9 << 19;

/// The maximum size of a file that a picture is made of, in bytes.
const MAX_IMAGE_BYTES: usize = 20 * 1024 * 1024;

pub(crate) fn image_info<T: Tree>(
    file: &File<'_, T>,
    media_type: MediaType,
    purpose: Purpose,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<ImageInfo, ReadError> {
    let size = |bytes: &[u8]| match media_type {
        MediaType::Bmp => bmp_size(bytes),
        _ => readroom_images::header(bytes).map(|header| header.shown()),
    };
    let is_read = matches!(
        media_type,
        MediaType::Png | MediaType::Jpeg | MediaType::Gif | MediaType::WebP | MediaType::Bmp
    );
    let shown = match size(file.head().map_err(failed)?) {
        Some(shown) => Some(shown),
        None if !is_read => None,
        // In some formats the size comes late in the file.
        None => file.bytes(MAX_WHOLE_BYTES).map_err(failed)?.and_then(|bytes| size(&bytes)),
    };
    // Of a kind that is not read, damaged, or its size comes later than in any sensible file.
    let Some((width, height)) = shown else { return Err(failed(FileError::Media(media_type))) };
    let picture = match purpose {
        Purpose::Facts => None,
        Purpose::Showing => Some(match file.bytes(MAX_IMAGE_BYTES).map_err(failed)? {
            Some(bytes) => picture(bytes, media_type, (width, height)),
            None => Picture::TooLarge,
        }),
    };
    Ok(ImageInfo { media_type, width, height, picture })
}

/// Makes an image fit. A damaged one is not shown even if it is small: it would break the
/// conversation that it gets into.
fn picture(original: Vec<u8>, media_type: MediaType, size: (u32, u32)) -> Picture {
    let bytes = MAX_BASE64_BYTES / 4 * 3;
    let limits =
        Limits { bytes, effort: Effort::Least, originals: Originals::Upright, ..Limits::default() };
    if media_type == MediaType::Bmp {
        return match bmp_to_png(&original, &limits) {
            Some(png) => fitted(png, Format::Png.mime(), size, &limits),
            None if u64::from(size.0) * u64::from(size.1) > limits.pixels => Picture::TooLarge,
            None => Picture::Unreadable,
        };
    }
    fitted(original, media_type.mime(), size, &limits)
}

fn fitted(original: Vec<u8>, mime: &'static str, size: (u32, u32), limits: &Limits) -> Picture {
    match fit(&original, limits) {
        Err(_) => Picture::TooLarge,
        Ok(Fit::Original) => Picture::Fitted { mime, bytes: original, size },
        Ok(Fit::Resized { bytes, format, shown, .. }) if bytes.len() <= limits.bytes => {
            Picture::Fitted { mime: format.mime(), bytes, size: shown }
        }
        Ok(Fit::Resized { .. }) => Picture::TooLarge,
        Ok(Fit::Undecodable) => Picture::Unreadable,
    }
}
