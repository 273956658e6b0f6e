//! Shrinks an image: decodes, resizes, rotates and encodes it.

use crate::decode::Image;
use crate::encode::{Encoded, jpeg, smaller};
use crate::format::Format;
use crate::header::Header;
use crate::limits::{Limits, Steps};
use crate::picture::{Picture, Source};
use crate::resize::Resizer;

/// The JPEG qualities tried in order at the first size.
const FIRST_QUALITIES: [u8; 5] = [80, 85, 70, 55, 40];

/// The JPEG qualities tried at every other size.
const QUALITIES: [u8; 4] = [85, 70, 55, 40];

/// The factors of the first size that are tried after it.
const SCALES: [f64; 4] = [0.75, 0.5, 0.35, 0.25];

/// The minimum side length in pixels when shrinking for file size.
const SHORTEST_SIDE: u32 = 100;

/// The first size to try.
pub(crate) fn target((mut width, mut height): (u32, u32), limits: &Limits) -> (u32, u32) {
    let scaled =
        |side: u32, to: u32, from: u32| round(f64::from(side) * f64::from(to) / f64::from(from));
    if width > limits.width {
        (height, width) = (scaled(height, limits.width, width), limits.width);
    }
    if height > limits.height {
        (width, height) = (scaled(width, limits.height, height), limits.height);
    }
    (width.max(1), height.max(1))
}

/// Rounds to the nearest integer, and halves up.
fn round(value: f64) -> u32 {
    (value + 0.5).floor() as u32
}

/// A file that is small enough, or the last attempt.
pub(crate) struct Small {
    pub(crate) file: Encoded,
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
}

/// Decodes an image, rotates it upright, and encodes it smaller. `None` if it cannot be decoded.
pub(crate) fn shrink(bytes: &[u8], header: &Header, limits: &Limits) -> Option<Small> {
    encode(decode(bytes, header, limits)?, Format::of(bytes), limits)
}

/// Decodes, shrinks and rotates an image.
fn decode(bytes: &[u8], header: &Header, limits: &Limits) -> Option<Picture> {
    // Rotation comes last because the small picture takes less memory.
    let to = header.orientation.turn_size(target(header.shown(), limits));
    let from = (header.width, header.height);
    let memory = limits.memory.saturating_sub(bytes.len() as u64);
    let picture = resize(Image::open(bytes)?, from, to, memory)?;
    Some(header.orientation.turn(picture.without_needless_alpha()))
}

/// Decodes and shrinks, if the memory limit allows.
fn resize(source: impl Source, from: (u32, u32), to: (u32, u32), memory: u64) -> Option<Picture> {
    let layout = source.layout();
    if source.memory().saturating_add(Resizer::memory(layout, from, to)) > memory {
        return None;
    }
    let mut resizer = Resizer::new(layout, from, to);
    source.decode(&mut |row| resizer.push(row))?;
    resizer.finish()
}

/// Returns the first file that is small enough. If none is, `None` or the last attempt.
fn encode(picture: Picture, from: Option<Format>, limits: &Limits) -> Option<Small> {
    let mut size = (picture.width, picture.height);
    let mut tried = try_qualities(&picture, from, &FIRST_QUALITIES, limits)?;
    match limits.steps {
        Steps::Four => {
            let first = size;
            for scale in SCALES {
                let scaled = |side: u32| round(f64::from(side) * scale);
                let (width, height) = (scaled(first.0), scaled(first.1));
                if tried.bytes.len() <= limits.bytes
                    || width < SHORTEST_SIDE
                    || height < SHORTEST_SIDE
                {
                    break;
                }
                size = (width, height);
                tried = try_qualities(&resize_again(&picture, size)?, from, &QUALITIES, limits)?;
            }
        }
        Steps::Quarters => {
            while tried.bytes.len() > limits.bytes {
                if size == (1, 1) {
                    return None;
                }
                let smaller = |side: u32| (side - side.div_ceil(4)).max(1);
                size = (smaller(size.0), smaller(size.1));
                tried =
                    try_qualities(&resize_again(&picture, size)?, from, &FIRST_QUALITIES, limits)?;
            }
        }
    }
    Some(Small { file: tried, size })
}

/// Returns the first file of one size that is small enough, or the last attempt.
fn try_qualities(
    picture: &Picture,
    from: Option<Format>,
    qualities: &[u8],
    limits: &Limits,
) -> Option<Encoded> {
    let (first, others) = qualities.split_first()?;
    let mut tried = smaller(picture, from, *first, limits)?;
    for quality in others {
        if tried.bytes.len() <= limits.bytes {
            break;
        }
        // The PNG was too large, and does not depend on the quality.
        drop(tried);
        tried = Encoded { bytes: jpeg(picture, *quality, limits.opacity)?, format: Format::Jpeg };
    }
    Some(tried)
}

/// Shrinks a picture further. The original is no longer in memory; the double resampling is hardly
/// visible.
fn resize_again(picture: &Picture, to: (u32, u32)) -> Option<Picture> {
    let mut resizer = Resizer::new(picture.layout, (picture.width, picture.height), to);
    picture.rows().for_each(|row| resizer.push(row));
    resizer.finish()
}
