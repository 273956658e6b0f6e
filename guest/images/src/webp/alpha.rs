//! Decodes the opacity of lossy pictures.

use super::bits::Bits;
use super::lossless;

/// At most how many bytes decoding takes, the result included.
pub(crate) fn memory(pixels: u64) -> u64 {
    lossless::memory(pixels) + pixels
}

/// The opacity of every pixel.
pub(crate) fn decode(chunk: &[u8], width: usize, height: usize) -> Option<Vec<u8>> {
    let (flags, data) = chunk.split_first()?;
    let mut samples: Vec<u8> = match flags & 3 {
        0 => data.get(..width * height)?.to_vec(),
        // It is green of a picture without a header.
        1 => {
            let pixels = lossless::decode_pixels(&mut Bits::new(data), width, height)?;
            pixels.into_iter().map(|pixel| (pixel >> 8) as u8).collect()
        }
        _ => return None,
    };
    let filter = flags >> 2 & 3;
    if filter > 0 {
        let mut above: Vec<u8> = vec![];
        for row in samples.chunks_exact_mut(width) {
            unfilter(filter, row, &above);
            above.clear();
            above.extend_from_slice(row);
        }
    }
    Some(samples)
}

/// Adds to each sample what was predicted: 1 from the left, 2 from above, 3 from both. The first row has no row above.
fn unfilter(filter: u8, row: &mut [u8], above: &[u8]) {
    let (mut left, mut above_left) = (None, 0);
    let mut aboves = above.iter();
    for sample in row {
        let above = aboves.next().copied();
        let predicted = match (filter, left, above) {
            (_, None, None) => 0,
            (1, Some(left), _) | (_, Some(left), None) => left,
            (_, None, Some(above)) | (2, Some(_), Some(above)) => above,
            (_, Some(left), Some(above)) => {
                (i16::from(left) + i16::from(above) - i16::from(above_left)).clamp(0, 255) as u8
            }
        };
        *sample = sample.wrapping_add(predicted);
        left = Some(*sample);
        above_left = above.unwrap_or_default();
    }
}
