//! What the bytes of a PNG's rows mean.

use crate::bytes::u16_be;
use crate::picture::Layout;

/// The kinds of pixels that PNG has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Gray,
    Rgb,
    Indexed,
    GrayAlpha,
    Rgba,
}

impl Colour {
    /// The kind with this number in the header.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Gray,
            2 => Self::Rgb,
            3 => Self::Indexed,
            4 => Self::GrayAlpha,
            6 => Self::Rgba,
            _ => return None,
        })
    }

    fn samples(self) -> usize {
        match self {
            Self::Gray | Self::Indexed => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }

    /// Whether its samples can have so many bits.
    pub(crate) fn allows(self, depth: u8) -> bool {
        match self {
            Self::Gray => matches!(depth, 1 | 2 | 4 | 8 | 16),
            Self::Indexed => matches!(depth, 1 | 2 | 4 | 8),
            Self::Rgb | Self::GrayAlpha | Self::Rgba => matches!(depth, 8 | 16),
        }
    }
}

/// The bytes that so many pixels of so many bits take.
pub(crate) fn row_bytes(pixels: usize, bits: usize) -> usize {
    (pixels * bits).div_ceil(8)
}

/// The pixels of one file.
pub(crate) struct Pixels<'a> {
    colour: Colour,
    /// Bits of a sample.
    depth: u8,
    /// Three bytes for each entry.
    palette: &'a [u8],
    /// The opacity of each entry; or the one colour that is see-through, two bytes for each sample.
    transparency: Option<&'a [u8]>,
}

impl<'a> Pixels<'a> {
    /// None for what PNG does not allow.
    pub(crate) fn new(
        colour: Colour,
        depth: u8,
        palette: Option<&'a [u8]>,
        transparency: Option<&'a [u8]>,
    ) -> Option<Self> {
        let has_alpha = matches!(colour, Colour::GrayAlpha | Colour::Rgba);
        let needs_palette = colour == Colour::Indexed;
        (colour.allows(depth) && (palette.is_some() || !needs_palette)).then(|| Self {
            colour,
            depth,
            palette: palette.unwrap_or_default(),
            transparency: transparency.filter(|_| !has_alpha),
        })
    }

    /// The bits of a pixel.
    pub(crate) fn bits(&self) -> usize {
        self.colour.samples() * usize::from(self.depth)
    }

    /// What [`Pixels::convert`] makes.
    pub(crate) fn layout(&self) -> Layout {
        match (self.colour, self.transparency) {
            (Colour::Gray, None) => Layout::Gray,
            (Colour::Rgb | Colour::Indexed, None) => Layout::Rgb,
            _ => Layout::Rgba,
        }
    }

    /// Appends the pixels of a row, in the layout and with eight bits.
    pub(crate) fn convert(&self, row: &[u8], width: usize, out: &mut Vec<u8>) {
        match (self.colour, self.depth, self.transparency) {
            (Colour::Gray | Colour::Rgb, 8, None) | (Colour::Rgba, 8, _) => {
                out.extend_from_slice(row)
            }
            (_, 8, _) => self.convert_samples(row.iter().map(|sample| u16::from(*sample)), out),
            (_, 16, _) => {
                let pairs = row.chunks_exact(2);
                self.convert_samples(pairs.filter_map(|pair| u16_be(pair, 0)), out);
            }
            (_, depth, _) => {
                let (per_byte, most) = (8 / depth, (1 << depth) - 1);
                let samples = row.iter().flat_map(|byte| {
                    (1..=per_byte)
                        .map(move |place| u16::from(byte >> (8 - u32::from(place * depth)) & most))
                });
                self.convert_samples(samples.take(width), out);
            }
        }
    }

    fn convert_samples(&self, mut samples: impl Iterator<Item = u16>, out: &mut Vec<u8>) {
        let most = u32::MAX >> (32 - u32::from(self.depth));
        // Rounded: 16 bits become the nearest of 8.
        let eight = |sample: u16| ((u32::from(sample) * 255 + most / 2) / most) as u8;
        let clear = |sample: u16, at: usize| {
            self.transparency.and_then(|bytes| u16_be(bytes, at)) == Some(sample)
        };
        match self.colour {
            Colour::Gray if self.transparency.is_none() => out.extend(samples.map(eight)),
            Colour::Gray => samples.for_each(|gray| {
                let alpha = if clear(gray, 0) { 0 } else { 0xff };
                out.extend([eight(gray), eight(gray), eight(gray), alpha]);
            }),
            Colour::Indexed => samples.for_each(|index| {
                let index = usize::from(index);
                // Black for an entry that is not there.
                let colour = self
                    .palette
                    .get(index * 3..)
                    .and_then(|rest| rest.first_chunk())
                    .unwrap_or(&[0; 3]);
                out.extend_from_slice(colour);
                if let Some(alphas) = self.transparency {
                    out.push(alphas.get(index).copied().unwrap_or(0xff));
                }
            }),
            Colour::GrayAlpha => {
                while let (Some(gray), Some(alpha)) = (samples.next(), samples.next()) {
                    out.extend([eight(gray), eight(gray), eight(gray), eight(alpha)]);
                }
            }
            Colour::Rgb => {
                while let (Some(red), Some(green), Some(blue)) =
                    (samples.next(), samples.next(), samples.next())
                {
                    out.extend([red, green, blue].map(eight));
                    if self.transparency.is_some() {
                        out.push(if clear(red, 0) && clear(green, 2) && clear(blue, 4) {
                            0
                        } else {
                            0xff
                        });
                    }
                }
            }
            Colour::Rgba => out.extend(samples.map(eight)),
        }
    }
}
