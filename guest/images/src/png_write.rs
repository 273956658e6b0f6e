//! Writes PNG files.

use crate::format::PNG_SIGNATURE;
use crate::picture::{Layout, Picture};
use crate::png_filter::{Filter, filter};
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output};

/// How hard to compress, from 0 to 10.
const LEVEL: u8 = 6;

/// A picture as a PNG of at most `most` bytes. None if it would be larger; it is given up as soon as that is known.
pub(crate) fn encode(picture: &Picture, most: usize) -> Option<Vec<u8>> {
    let mut file = PNG_SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", |file| {
        file.extend(picture.width.to_be_bytes());
        file.extend(picture.height.to_be_bytes());
        let colour = match picture.layout {
            Layout::Gray => 0,
            Layout::Rgb => 2,
            Layout::Rgba => 6,
        };
        // Eight bits a sample, the only compression, the only filters, no interlacing.
        file.extend([8, colour, 0, 0, 0]);
        Some(())
    })?;
    chunk(&mut file, *b"IDAT", |file| compress_rows(picture, file, most))?;
    chunk(&mut file, *b"IEND", |_| Some(()))?;
    (file.len() <= most).then_some(file)
}

/// Filters and compresses the rows.
fn compress_rows(picture: &Picture, file: &mut Vec<u8>, most: usize) -> Option<()> {
    let mut compressor = Box::<CompressorOxide>::default();
    compressor.set_compression_level_raw(LEVEL);
    let channels = picture.layout.channels();
    let row_bytes = picture.width as usize * channels;
    let mut above = vec![0; row_bytes];
    let (mut best, mut tried) =
        (Vec::with_capacity(row_bytes + 1), Vec::with_capacity(row_bytes + 1));
    for row in picture.rows() {
        let mut least = u64::MAX;
        for kind in Filter::ALL {
            tried.clear();
            filter(kind, row, &above, channels, &mut tried);
            let effort =
                tried.iter().skip(1).map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum();
            if effort < least {
                least = effort;
                std::mem::swap(&mut best, &mut tried);
            }
        }
        write(&mut compressor, &best, TDEFLFlush::None, file, most)?;
        above.copy_from_slice(row);
    }
    write(&mut compressor, &[], TDEFLFlush::Finish, file, most)
}

/// Compresses bytes, unless the file gets too long.
fn write(
    compressor: &mut CompressorOxide,
    bytes: &[u8],
    flush: TDEFLFlush,
    file: &mut Vec<u8>,
    most: usize,
) -> Option<()> {
    let (status, _) = compress_to_output(compressor, bytes, flush, |compressed| {
        let fits = file.len() + compressed.len() <= most;
        if fits {
            file.extend_from_slice(compressed);
        }
        fits
    });
    matches!(status, TDEFLStatus::Okay | TDEFLStatus::Done).then_some(())
}

/// Writes a chunk whose data is written by `data`.
fn chunk(
    file: &mut Vec<u8>,
    name: [u8; 4],
    data: impl FnOnce(&mut Vec<u8>) -> Option<()>,
) -> Option<()> {
    let start = file.len();
    file.extend([0; 4]);
    file.extend(name);
    data(file)?;
    let length = u32::try_from(file.len() - start - 8).ok()?;
    *file.get_mut(start..)?.first_chunk_mut()? = length.to_be_bytes();
    let checksum = checksum(file.get(start + 4..)?);
    file.extend(checksum.to_be_bytes());
    Some(())
}

/// The CRC that ends a chunk.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    /// What four bits do to the polynomial 0xedb88320.
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut rest: &mut [u32] = &mut table;
        let mut index = 0;
        while let Some((entry, others)) = rest.split_first_mut() {
            *entry = index;
            let mut bit = 0;
            while bit < 4 {
                *entry = if *entry & 1 == 1 { *entry >> 1 ^ 0xedb8_8320 } else { *entry >> 1 };
                bit += 1;
            }
            rest = others;
            index += 1;
        }
        table
    };
    let half = |crc: u32| crc >> 4 ^ TABLE.get(crc as usize & 15).copied().unwrap_or_default();
    !bytes.iter().fold(!0, |crc, byte| half(half(crc ^ u32::from(*byte))))
}

#[cfg(test)]
mod tests {
    use super::{checksum, encode};
    use crate::picture::{Layout, Picture};

    fn picture(layout: Layout) -> Picture {
        let samples = (0..61 * 37 * layout.channels())
            .map(|at| (at * at / 91 % 256) as u8)
            .collect::<Vec<_>>();
        Picture { width: 61, height: 37, layout, samples }
    }

    #[test]
    fn another_decoder_reads_what_is_written() {
        for layout in [Layout::Gray, Layout::Rgb, Layout::Rgba] {
            let picture = picture(layout);
            let bytes = encode(&picture, usize::MAX).unwrap();
            let decoded = image::load_from_memory(&bytes).unwrap();
            assert_eq!((decoded.width(), decoded.height()), (61, 37));
            assert_eq!(decoded.as_bytes(), picture.samples);
        }
    }

    #[test]
    fn a_file_that_would_be_too_long_is_given_up() {
        let picture = picture(Layout::Rgb);
        let length = encode(&picture, usize::MAX).unwrap().len();
        assert!(encode(&picture, length).is_some());
        for most in [0, 1, 60, length - 13, length - 1] {
            assert!(encode(&picture, most).is_none());
        }
    }

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }
}
