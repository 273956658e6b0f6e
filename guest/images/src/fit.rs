//! Decides whether an image must be made smaller.

use crate::format::Format;
use crate::limits::Limits;
use crate::read_header::header;
#[cfg(feature = "decode")]
use crate::shrink::shrink;

/// What can be shown of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The image as it is: it is within the limits.
    Original,
    /// The image made smaller.
    Resized {
        /// The new file. Larger than the limit only if nothing tried was within it.
        bytes: Vec<u8>,
        /// Its kind, PNG or JPEG.
        format: Format,
        /// Width and height of the original in pixels, after turning.
        original: (u32, u32),
        /// Width and height of the new file in pixels.
        shown: (u32, u32),
    },
    /// The image is too large to be shown as it is, and cannot be made smaller: it is broken, of a
    /// kind that is not decoded, or would take too much memory. Without the feature `decode`
    /// nothing is decoded.
    Undecodable,
}

/// Why nothing of an image can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has more pixels, in all or on a side, than is decoded.
    TooManyPixels {
        /// Columns of pixels, after turning.
        width: u32,
        /// Rows of pixels, after turning.
        height: u32,
    },
}

/// Makes an image fit for a model.
///
/// The header is compared with the limits before anything is decoded, and nothing that grows with
/// the picture is allocated unless all of it fits in [`Limits::memory`].
///
/// # Errors
///
/// If the image exceeds [`Limits::pixels`] or [`Limits::side`].
pub fn fit(bytes: &[u8], limits: &Limits) -> Result<Fit, Refusal> {
    let Some(header) = header(bytes) else { return Ok(Fit::Undecodable) };
    let (width, height) = header.shown();
    if width > limits.side
        || height > limits.side
        || u64::from(width) * u64::from(height) > limits.pixels
    {
        return Err(Refusal::TooManyPixels { width, height });
    }
    if width <= limits.width && height <= limits.height && bytes.len() <= limits.bytes {
        return Ok(Fit::Original);
    }
    #[cfg(feature = "decode")]
    if let Some(small) = shrink(bytes, &header, limits) {
        let (bytes, format, shown) = (small.file.bytes, small.file.format, small.size);
        return Ok(Fit::Resized { bytes, format, original: (width, height), shown });
    }
    Ok(Fit::Undecodable)
}
