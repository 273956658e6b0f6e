//! A picture in memory, and the source of its rows.

/// The samples of a pixel, with eight bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Lightness.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, and straight (not premultiplied) alpha.
    Rgba,
}

impl Layout {
    /// The number of samples per pixel.
    pub(crate) fn channels(self) -> usize {
        match self {
            Self::Gray => 1,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }
}

/// A decoded picture, row by row from the top, without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) layout: Layout,
    pub(crate) samples: Vec<u8>,
}

impl Picture {
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.samples.chunks_exact(self.row_bytes())
    }

    /// The row with this number, counted from 0; empty if there is none.
    pub(crate) fn row(&self, number: usize) -> &[u8] {
        let start = number * self.row_bytes();
        self.samples.get(start..start + self.row_bytes()).unwrap_or_default()
    }

    fn row_bytes(&self) -> usize {
        (self.width as usize * self.layout.channels()).max(1)
    }

    /// Drops the alpha channel if all pixels are opaque.
    pub(crate) fn without_needless_alpha(mut self) -> Self {
        if self.layout != Layout::Rgba
            || self.samples.chunks_exact(4).any(|pixel| pixel.last() != Some(&0xff))
        {
            return self;
        }
        let mut position = 0_usize;
        self.samples.retain(|_| {
            position = position.wrapping_add(1);
            !position.is_multiple_of(4)
        });
        self.layout = Layout::Rgb;
        self
    }
}

/// A file whose structure has been parsed, ready for decoding.
pub(crate) trait Source {
    /// The layout of its rows.
    fn layout(&self) -> Layout;

    /// The maximum memory for decoding in bytes, not counting the file.
    fn memory(&self) -> u64;

    /// Decodes, and passes every row to `sink`, from the top. `None` if the file is broken; some
    /// rows may have been passed by then.
    fn decode(self, sink: &mut dyn FnMut(&[u8])) -> Option<()>;
}

#[cfg(test)]
mod tests {
    use super::{Layout, Picture};

    #[test]
    fn only_full_opacity_is_needless() {
        let opaque = Picture {
            width: 2,
            height: 1,
            layout: Layout::Rgba,
            samples: [1, 2, 3, 255, 4, 5, 6, 255].into(),
        };
        let plain = opaque.clone().without_needless_alpha();
        assert_eq!((plain.layout, &plain.samples[..]), (Layout::Rgb, &[1, 2, 3, 4, 5, 6][..]));
        let clear = Picture { samples: [1, 2, 3, 255, 4, 5, 6, 254].into(), ..opaque };
        assert_eq!(clear.clone().without_needless_alpha(), clear);
    }
}
