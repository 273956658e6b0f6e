//! Makes an image fit for a model: bytes in, bytes out.
//!
//! A model takes images up to a size. [`fit()`] decides whether an image is within it, and if not
//! decodes the image, turns it upright, shrinks it, and encodes it again. [`Format::of`] and
//! [`header()`] return the kind and the size of an image without decoding it.
//!
//! The input is untrusted. Size is checked and memory is reckoned before decoding begins: see
//! [`Limits`]. One kind of file can take more, a lossless WebP with far more prefix codes than it
//! needs; the limit on the component's memory ends that.

#![cfg_attr(
    not(feature = "decode"),
    expect(dead_code, reason = "what decoding has to know of a file")
)]

mod bmp;
mod bytes;
#[cfg(feature = "decode")]
mod decode;
#[cfg(feature = "decode")]
mod encode;
#[cfg(feature = "decode")]
mod extent;
mod fit;
mod format;
mod gif;
mod header;
mod jpeg;
mod limits;
mod orientation;
#[cfg(feature = "decode")]
mod picture;
mod png;
mod read_header;
#[cfg(feature = "decode")]
mod resize;
#[cfg(feature = "decode")]
mod scans;
#[cfg(feature = "decode")]
mod shrink;
#[cfg(test)]
#[cfg(feature = "decode")]
mod tests;
#[cfg(feature = "decode")]
mod turn;
mod webp;

pub use bmp::{bmp_size, bmp_to_png};
pub use fit::{Fit, Refusal, fit};
pub use format::{Format, SNIFFED_BYTES};
pub use header::Header;
pub use limits::{Effort, Limits, Opacity, Originals, Steps};
pub use orientation::Orientation;
pub use read_header::header;
