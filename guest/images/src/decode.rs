//! Decodes an image of any format.

mod gif;
mod jpeg;
mod png;
mod webp;

use crate::extent::Extent;
use crate::format::Format;
use crate::picture::{Layout, Source};
use gif::Gif;
use jpeg::Jpeg;
pub(crate) use png::Checksums;
use png::Png;
use webp::WebP;

/// An image whose structure has been parsed, ready for decoding.
pub(crate) enum Image<'a> {
    Jpeg(Jpeg<'a>),
    Png(Png<'a>),
    Gif(Gif<'a>),
    WebP(WebP<'a>),
}

impl<'a> Image<'a> {
    /// Parses everything before the pixels. Allocates nothing.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Self> {
        Some(match Format::of(bytes)? {
            Format::Jpeg => Self::Jpeg(Jpeg::open(bytes)?),
            Format::Png => Self::Png(Png::open(bytes)?),
            Format::Gif => Self::Gif(Gif::open(bytes)?),
            Format::WebP => Self::WebP(WebP::open(bytes)?),
        })
    }

    /// Returns how much of the file is present.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Self::Jpeg(image) => image.extent(),
            Self::Png(image) => image.extent(),
            Self::Gif(image) => image.extent(),
            Self::WebP(image) => image.extent(),
        }
    }

    /// Returns whether the whole file, or the first frame of an animation, can be decoded with
    /// correct checksums.
    pub(crate) fn decodes(self, checksums: Checksums) -> bool {
        match self {
            Self::Png(image) => image.decodes(checksums),
            other => other.decode(&mut |_| {}).is_some(),
        }
    }
}

impl Source for Image<'_> {
    fn layout(&self) -> Layout {
        match self {
            Self::Jpeg(image) => image.layout(),
            Self::Png(image) => image.layout(),
            Self::Gif(image) => image.layout(),
            Self::WebP(image) => image.layout(),
        }
    }

    fn memory(&self) -> u64 {
        match self {
            Self::Jpeg(image) => image.memory(),
            Self::Png(image) => image.memory(),
            Self::Gif(image) => image.memory(),
            Self::WebP(image) => image.memory(),
        }
    }

    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()> {
        match self {
            Self::Jpeg(image) => image.decode(sink),
            Self::Png(image) => image.decode(sink),
            Self::Gif(image) => image.decode(sink),
            Self::WebP(image) => image.decode(sink),
        }
    }
}
