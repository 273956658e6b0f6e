//! Makes an image fit for a model: bytes in, bytes out.
//!
//! Models accept images up to a size. [`fit()`] decides whether an image is within it, and if not
//! decodes the image, rotates it upright, shrinks it, and encodes it again. [`Format::of`] and
//! [`header()`] return the format and the size of an image without decoding it.
//!
//! The input is untrusted. Size and memory are checked before decoding starts: see [`Limits`]. One
//! kind of file can take more, a lossless WebP with far more prefix codes than it needs; the
//! component's memory limit stops that.

mod bmp;
mod bytes;
mod decode;
mod encode;
mod extent;
mod fit;
mod format;
mod gif;
mod header;
mod jpeg;
mod limits;
mod orientation;
mod picture;
mod png;
mod read_header;
mod resize;
mod scans;
mod shrink;
#[cfg(test)]
mod tests;
mod turn;
mod webp;

pub use bmp::{bmp_size, bmp_to_png};
pub use fit::{Fit, Refusal, fit};
pub use format::{Format, SNIFFED_BYTES};
pub use header::Header;
pub use limits::{Effort, Limits, Opacity, Originals, Steps};
pub use orientation::Orientation;
pub use read_header::header;
