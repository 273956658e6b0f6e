//! Decides whether an image is what it says it is.

#[cfg(feature = "decode")]
use crate::decode::Image;
use crate::limits::Limits;
#[cfg(feature = "decode")]
use crate::picture::Source;

/// Returns whether all of an image can be decoded; of an animation, its first frame. Without the
/// feature `decode` every image counts as readable.
#[cfg(feature = "decode")]
pub fn is_readable(bytes: &[u8], limits: &Limits) -> bool {
    let Some(image) = Image::open(bytes) else { return false };
    image.memory().saturating_add(bytes.len() as u64) <= limits.memory
        && image.decode(&mut |_| {}).is_some()
}

/// Returns whether all of an image can be decoded; of an animation, its first frame. Without the
/// feature `decode` every image counts as readable.
#[cfg(not(feature = "decode"))]
pub fn is_readable(_: &[u8], _: &Limits) -> bool {
    true
}
