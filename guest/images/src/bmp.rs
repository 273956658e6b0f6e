//! Converts BMP files, which models are not shown, into PNG.

#[cfg(feature = "decode")]
use crate::encode::png;
use crate::limits::Limits;
#[cfg(feature = "decode")]
use crate::picture::{Layout, Picture};
#[cfg(feature = "decode")]
use zune_bmp::BmpDecoder;
#[cfg(feature = "decode")]
use zune_core::{bit_depth::BitDepth, bytestream::ZCursor, options::DecoderOptions};

/// Decodes a BMP, and encodes it as a PNG. `None` if it is broken, has no pixels, or would exceed
/// the limits on what is decoded.
#[cfg(feature = "decode")]
pub fn bmp_to_png(bytes: &[u8], limits: &Limits) -> Option<Vec<u8>> {
    let side = limits.side as usize;
    let options = DecoderOptions::default().set_max_width(side).set_max_height(side);
    let mut decoder = BmpDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    let samples = decoder.output_buf_size()? as u64;
    let pixels = (width as u64).checked_mul(height as u64).filter(|pixels| *pixels > 0)?;
    // The PNG is at most a little larger than the samples, and its buffer doubles.
    let memory = 4 * samples + bytes.len() as u64;
    let is_eight_bits = matches!(decoder.depth(), BitDepth::Eight);
    if pixels > limits.pixels || memory > limits.memory || !is_eight_bits {
        return None;
    }
    let layout = match samples / pixels {
        1 => Layout::Gray,
        3 => Layout::Rgb,
        4 => Layout::Rgba,
        _ => return None,
    };
    let samples = decoder.decode().ok()?;
    let (width, height) = (width.try_into().ok()?, height.try_into().ok()?);
    png(&Picture { width, height, layout, samples }, usize::MAX, limits.effort)
}

/// Returns `None`: without the feature `decode` nothing is decoded.
#[cfg(not(feature = "decode"))]
pub fn bmp_to_png(_: &[u8], _: &Limits) -> Option<Vec<u8>> {
    None
}

#[cfg(test)]
#[cfg(feature = "decode")]
mod tests {
    use super::bmp_to_png;
    use crate::limits::Limits;

    /// A BMP of 24 bits a pixel, two columns and two rows, from the bottom.
    const BMP: &[u8] =
        b"BMF\0\0\0\0\0\0\x006\0\0\0(\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\0\0\x07\x08\x09\x0a\x0b\x0c\0\0";

    #[test]
    fn a_png_has_the_pixels_of_the_bmp() {
        let bytes = bmp_to_png(BMP, &Limits::default()).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut samples = vec![0; 12];
        reader.next_frame(&mut samples).unwrap();
        assert_eq!(samples, [9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4]);
    }

    #[test]
    fn what_is_broken_or_too_large_is_not_converted() {
        for length in 0..BMP.len() {
            let _ = bmp_to_png(BMP.get(..length).unwrap(), &Limits::default());
        }
        assert_eq!(bmp_to_png(BMP.get(..60).unwrap(), &Limits::default()), None);
        assert_eq!(bmp_to_png(BMP, &Limits { pixels: 3, ..Limits::default() }), None);
        assert_eq!(bmp_to_png(BMP, &Limits { side: 1, ..Limits::default() }), None);
        assert_eq!(bmp_to_png(BMP, &Limits { memory: 60, ..Limits::default() }), None);
    }
}
