//! Reads the structure of JPEG files up to the first scan.

use crate::bytes::u16_be;
use crate::header::Header;
use crate::orientation::Orientation;

/// Width, height and orientation.
pub(crate) fn header(bytes: &[u8]) -> Option<Header> {
    let Outline { width, height, orientation, .. } = Outline::read(bytes)?;
    Some(Header { width, height, orientation })
}

/// The structure before the first scan.
pub(crate) struct Outline {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) orientation: Orientation,
    /// The number of components: 1 is gray.
    pub(crate) components: u8,
    /// The number of samples of all components in a unit (MCU) of the image.
    pub(crate) block_samples: u64,
    /// The width and height of such a unit.
    pub(crate) block: (u32, u32),
    /// Whether the coefficients of the whole image precede its first complete pixel.
    pub(crate) several_scans: bool,
    /// The size of all segments in bytes, some of which are copied.
    pub(crate) segments: usize,
}

/// A marker and its data.
pub(crate) struct Segment<'a> {
    pub(crate) marker: u8,
    pub(crate) data: &'a [u8],
}

/// The segments of a file, ending with the end-of-image marker. Entropy-coded data between them is
/// skipped.
pub(crate) struct Segments<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Segments<'a> {
    type Item = Segment<'a>;

    fn next(&mut self) -> Option<Segment<'a>> {
        loop {
            // Bytes between markers are ignored, including 0xff used as fill.
            let start = self.0.iter().position(|byte| *byte == 0xff)?;
            let length = self.0.get(start..)?.iter().position(|byte| *byte != 0xff)?;
            let marker = self.0.get(start + length).copied()?;
            self.0 = self.0.get(start + length + 1..)?;
            match marker {
                // An escaped 0xff, or a marker without a segment.
                0x00 | 0x01 | 0xd0..=0xd8 => {}
                0xd9 => return Some(Segment { marker, data: &[] }),
                _ => {
                    let length = usize::from(u16_be(self.0, 0)?);
                    let data = self.0.get(2..length)?;
                    self.0 = self.0.get(length..)?;
                    return Some(Segment { marker, data });
                }
            }
        }
    }
}

impl Outline {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let (mut frame, mut orientation, mut segments) = (None, None, 0);
        for segment in Segments(bytes) {
            segments += segment.data.len();
            match segment.marker {
                // Frames of all kinds; the three left out are tables and an extension.
                0xc0..=0xcf if !matches!(segment.marker, 0xc4 | 0xc8 | 0xcc) && frame.is_none() => {
                    frame = Some(segment);
                }
                0xe1 if segment.data.starts_with(b"Exif\0\0") && orientation.is_none() => {
                    orientation = Some(Orientation::from_exif(segment.data));
                }
                0xda => {
                    let Segment { marker, data: frame } = frame?;
                    return Self::of_frame(
                        marker,
                        frame,
                        orientation,
                        segments,
                        segment.data.first().copied()?,
                    );
                }
                0xd9 => return None,
                _ => {}
            }
        }
        None
    }

    fn of_frame(
        marker: u8,
        frame: &[u8],
        orientation: Option<Orientation>,
        segments: usize,
        components_in_scan: u8,
    ) -> Option<Self> {
        let (height, width) = (u32::from(u16_be(frame, 1)?), u32::from(u16_be(frame, 3)?));
        let components = frame.get(5).copied()?;
        let factors = frame.get(6..6 + 3 * usize::from(components))?.chunks_exact(3);
        let factors = factors
            .filter_map(|component| component.get(1))
            .map(|factor| (factor >> 4, factor & 15));
        let (mut block_samples, mut across, mut down) = (0, 1, 1);
        for (horizontal, vertical) in factors {
            block_samples += 64 * u64::from(horizontal) * u64::from(vertical);
            across = across.max(horizontal.into());
            down = down.max(vertical.into());
        }
        let progressive = !matches!(marker, 0xc0 | 0xc1);
        (width > 0 && height > 0 && components > 0).then_some(Self {
            width,
            height,
            orientation: orientation.unwrap_or_default(),
            components,
            block_samples,
            block: (8 * across, 8 * down),
            several_scans: progressive || components_in_scan < components,
            segments,
        })
    }
}
