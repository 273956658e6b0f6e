//! Makes an image fit for a model: bytes in, bytes out.
//!
//! A model takes images up to a size. [`fit()`] says whether an image is within it, and if not decodes the image, turns
//! it upright, shrinks it, and encodes it again. [`Format::of`] and [`header()`] tell the kind and the size of an image
//! without decoding it.
//!
//! The bytes come from anybody. No input makes these functions panic, and time and memory have bounds that are checked
//! before decoding begins: see [`Limits`].

mod bytes;
mod decode;
mod encode;
mod fit;
mod format;
mod gif;
mod header;
mod jpeg;
mod limits;
mod orientation;
mod picture;
mod png;
mod resize;
#[cfg(test)]
mod tests;
mod webp;

pub use decode::header;
pub use fit::{Fit, Refusal, fit};
pub use format::{Format, SNIFFED_BYTES};
pub use header::Header;
pub use limits::Limits;
pub use orientation::Orientation;
