//! Decides whether an image can be shown unchanged, and otherwise makes it fit.

use crate::decode::{Checksums, Image};
use crate::extent::Extent;
use crate::format::Format;
use crate::header::Header;
use crate::limits::{Limits, Originals};
use crate::orientation::Orientation;
use crate::picture::Source;
use crate::read_header::header;
use crate::shrink::shrink;

/// The result of fitting an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The unchanged image, which is within the limits.
    Original,
    /// The image encoded again: smaller, rotated, or at its size.
    Resized {
        /// The new file. Larger than the limit only if no attempt was within it.
        bytes: Vec<u8>,
        /// Its format, PNG or JPEG.
        format: Format,
        /// Width and height of the original in pixels, after rotation.
        original: (u32, u32),
        /// Width and height of the new file in pixels.
        shown: (u32, u32),
    },
    /// The image cannot be shown unchanged and cannot be encoded again: it is broken, of a format
    /// that is not decoded, or would take too much memory. Without the feature `decode` nothing is
    /// decoded, and an image within the limits counts as sound.
    Undecodable,
}

/// Why no part of an image can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has too many pixels to be decoded, in total or per side.
    TooManyPixels {
        /// Width in pixels, after rotation.
        width: u32,
        /// Height in pixels, after rotation.
        height: u32,
    },
}

/// Makes an image fit for a model.
///
/// The header is checked against the limits before anything is decoded, and nothing that grows with
/// the image is allocated unless all of it fits in [`Limits::memory`].
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
    let is_within = width <= limits.width && height <= limits.height && bytes.len() <= limits.bytes;
    if is_within && (limits.originals == Originals::All) {
        return Ok(Fit::Original);
    }
    match action(bytes, &header, is_within, limits) {
        Some(Action::Keep) => return Ok(Fit::Original),
        Some(Action::Encode) => {
            if let Some(small) = shrink(bytes, &header, limits) {
                let (bytes, format, shown) = (small.file.bytes, small.file.format, small.size);
                return Ok(Fit::Resized { bytes, format, original: (width, height), shown });
            }
        }
        None => {}
    }
    Ok(Fit::Undecodable)
}

/// The treatment of an image.
enum Action {
    /// It is shown unchanged.
    Keep,
    /// It is decoded and encoded.
    Encode,
}

/// Decides the treatment of an image. `None` if no part of it may be shown.
fn action(bytes: &[u8], header: &Header, is_within: bool, limits: &Limits) -> Option<Action> {
    if limits.originals == Originals::All {
        return Some(Action::Encode);
    }
    let image = Image::open(bytes)?;
    if image.memory().saturating_add(bytes.len() as u64) > limits.memory {
        return None;
    }
    if limits.originals == Originals::Decodable {
        // In the other formats, defects that the decoder ignores do not count.
        let is_strict = matches!(image, Image::Jpeg(_) | Image::Png(_));
        let is_there = !is_strict || image.extent() == Extent::Whole;
        return match is_within {
            _ if !is_there => None,
            true => image.decodes(Checksums::Usual).then_some(Action::Keep),
            false => Some(Action::Encode),
        };
    }
    let is_upright = header.orientation == Orientation::Upright;
    let is_kept = is_within && (is_upright || limits.originals == Originals::Whole);
    match image.extent() {
        Extent::Cut => None,
        Extent::Whole if is_kept && image.decodes(Checksums::All) => Some(Action::Keep),
        Extent::Whole | Extent::WithoutEnd => Some(Action::Encode),
    }
}
