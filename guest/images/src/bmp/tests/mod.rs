use super::{bmp_size, bmp_to_png, sample};
use crate::limits::{Limits, Originals};

/// A BMP of 24 bits per pixel, two columns and two rows, bottom-up.
const BMP: &[u8] =
    b"BMF\0\0\0\0\0\0\x006\0\0\0(\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\0\0\x07\x08\x09\x0a\x0b\x0c\0\0";

/// Converts a BMP, and returns the pixels of the PNG.
fn pixels(bmp: &[u8]) -> Option<image::RgbaImage> {
    let png = bmp_to_png(bmp, &Limits::default())?;
    Some(image::load_from_memory(&png).unwrap().to_rgba8())
}

#[test]
fn a_png_has_the_pixels_of_the_bmp() {
    assert_eq!(bmp_size(BMP), Some((2, 2)));
    let rows = [[9, 8, 7, 255], [12, 11, 10, 255], [3, 2, 1, 255], [6, 5, 4, 255]];
    assert_eq!(pixels(BMP).unwrap().into_raw(), rows.as_flattened());
}

#[test]
fn broken_or_oversized_images_are_not_converted() {
    for length in 0..BMP.len() - 2 {
        assert_eq!(bmp_to_png(&BMP[..length], &Limits::default()), None);
    }
    // Padding at the end may be missing.
    assert_eq!(pixels(&BMP[..BMP.len() - 2]), pixels(BMP));
    assert_eq!(bmp_to_png(BMP, &Limits { pixels: 3, ..Limits::default() }), None);
    assert_eq!(bmp_to_png(BMP, &Limits { side: 1, ..Limits::default() }), None);
    assert_eq!(bmp_to_png(BMP, &Limits { memory: 60, ..Limits::default() }), None);
    for at in 0..BMP.len() {
        for bit in 0..8 {
            let mut broken = BMP.to_vec();
            broken[at] ^= 1 << bit;
            let _ = bmp_to_png(&broken, &Limits::default());
        }
    }
}

#[test]
fn samples_of_any_width_fill_eight_bits() {
    for (pixel, mask, expected) in [
        (0x7fff, 0x7c00, 255),
        (0x0400, 0x7c00, 8),
        (0x0c00, 0x7c00, 25),
        (0x0020, 0x07e0, 4),
        (0xff00, 0xff00, 255),
        (1, 1, 255),
        (u32::MAX, u32::MAX, 255),
        (5, 0, 0),
    ] {
        assert_eq!(sample(pixel, mask), expected, "{pixel:x} {mask:x}");
    }
}

/// Returns a pseudorandom value for a column and a row.
fn value(x: usize, y: usize) -> u32 {
    let place = (x as u32).wrapping_mul(2_654_435_761) ^ (y as u32).wrapping_mul(2_246_822_519);
    place.wrapping_mul(3_266_489_917) >> 3
}

/// Makes a BMP of any depth the naive way, bit by bit.
fn bmp(width: usize, height: usize, depth: usize, is_top_down: bool, is_old: bool) -> Vec<u8> {
    let colors = if depth <= 8 { 1 << depth } else { 0 };
    let (header, color_bytes) = if is_old { (12, 3) } else { (40, 4) };
    let start = 14 + header + colors * color_bytes;
    let mut file = b"BM\0\0\0\0\0\0\0\0".to_vec();
    file.extend((start as u32).to_le_bytes());
    file.extend((header as u32).to_le_bytes());
    if is_old {
        let fields = [width as u16, height as u16, 1, depth as u16];
        file.extend(fields.map(u16::to_le_bytes).as_flattened());
    } else {
        let rows = if is_top_down { -(height as i32) } else { height as i32 };
        file.extend([(width as i32).to_le_bytes(), rows.to_le_bytes()].as_flattened());
        file.extend([1_u16.to_le_bytes(), (depth as u16).to_le_bytes()].as_flattened());
        file.resize(14 + header, 0);
    }
    for color in 0..colors {
        file.extend(palette(color).iter().rev());
        file.resize(file.len() + color_bytes - 3, 0);
    }
    for row in 0..height {
        let y = if is_top_down { row } else { height - 1 - row };
        let mut bits = Vec::new();
        for x in 0..width {
            let value = value(x, y);
            if depth < 8 {
                bits.extend((0..depth).rev().map(|bit| value >> bit & 1));
            } else {
                let bytes = (0..depth / 8)
                    .flat_map(|byte| (0..8).rev().map(move |bit| value >> (8 * byte) >> bit & 1));
                bits.extend(bytes);
            }
        }
        bits.resize(bits.len().next_multiple_of(32), 0);
        let byte = |bits: &[u32]| bits.iter().fold(0, |byte, bit| byte << 1 | *bit as u8);
        file.extend(bits.chunks(8).map(byte));
    }
    file
}

fn palette(index: usize) -> [u8; 3] {
    let [red, green, blue, _] = value(index, 1000).to_le_bytes();
    [red, green, blue]
}

#[test]
fn every_width_and_depth_has_the_pixels_that_were_written() {
    for depth in [1, 4, 8, 16, 24, 32] {
        for width in 1..=40 {
            for (height, is_top_down, is_old) in
                [(1, false, false), (3, false, false), (3, true, false), (2, false, true)]
            {
                if is_old && matches!(depth, 16 | 32) {
                    continue;
                }
                let file = bmp(width, height, depth, is_top_down, is_old);
                let picture = pixels(&file).unwrap();
                let (width, height) = (width as u32, height as u32);
                assert_eq!(picture.dimensions(), (width, height));
                for (x, y, pixel) in picture.enumerate_pixels() {
                    let value = value(x as usize, y as usize);
                    let five = |shift: u32| ((value >> shift & 31) * 255 + 15) / 31;
                    let [red, green, blue] = match depth {
                        1 | 4 | 8 => palette((value & ((1 << depth) - 1)) as usize),
                        16 => [10, 5, 0].map(|shift| five(shift) as u8),
                        _ => [16, 8, 0].map(|shift| (value >> shift) as u8),
                    };
                    let expected = [red, green, blue, 255];
                    assert_eq!(pixel.0, expected, "{depth} bits, {width} wide, at {x}, {y}");
                }
            }
        }
    }
}

#[test]
fn runs_are_decoded() {
    // Four columns and three rows, bottom-up: a run and its end; a delta and a literal; a run
    // that is cut at the edge.
    let runs: [&[u8]; 2] = [
        b"\x03\x01\0\0\0\x02\x01\0\0\x03\x01\0\x01\0\0\0\x09\x01\0\x01",
        b"\x03\x11\0\0\0\x02\x01\0\0\x03\x10\x10\0\0\x09\x11\0\x01",
    ];
    for (depth, runs) in [8, 4].into_iter().zip(runs) {
        let mut file = bmp(4, 3, depth, false, false);
        let start = 54 + (4 << depth);
        file.truncate(start);
        file[30] = if depth == 8 { 1 } else { 2 };
        file.extend(runs);
        let picture = pixels(&file).unwrap();
        let rows: Vec<u32> =
            picture.pixels().map(|pixel| u32::from(pixel.0[..3] == palette(1))).collect();
        assert_eq!(rows, [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0], "{depth} bits");
        for length in start..file.len() - 2 {
            // The end marker may be missing only if all rows are complete.
            let _ = pixels(&file[..length]);
        }
        assert_eq!(pixels(&file[..start + 4]), None);
    }
}

#[test]
fn masks_say_where_samples_are() {
    // 5, 6 and 5 bits after a short header.
    let mut file = bmp(1, 1, 16, false, false);
    file[10] += 12;
    file[30] = 3;
    let at = file.len() - 4;
    file.splice(at..at, [0xf800_u32, 0x07e0, 0x001f].iter().flat_map(|mask| mask.to_le_bytes()));
    let at = file.len() - 4;
    file[at..at + 2].copy_from_slice(&(31_u16 << 11 | 1 << 5).to_le_bytes());
    assert_eq!(pixels(&file).unwrap().into_raw(), [255, 4, 0, 255]);
    // Alpha in a long header.
    let mut file = bmp(1, 1, 32, false, false);
    let at = file.len() - 4;
    file.splice(at..at, vec![0; 84]);
    (file[10], file[14], file[30]) = (138, 124, 3);
    let masks = [0xff_u32, 0xff00, 0xff_0000, 0xff00_0000].map(u32::to_le_bytes);
    file[54..70].copy_from_slice(masks.as_flattened());
    let at = file.len() - 4;
    file[at..].copy_from_slice(&[1, 2, 3, 4]);
    assert_eq!(pixels(&file).unwrap().into_raw(), [1, 2, 3, 4]);
}

#[test]
fn fewer_images_are_converted_if_others_must_decode_them() {
    let converts = |bmp: &[u8]| {
        let limits = Limits { originals: Originals::Decodable, ..Limits::default() };
        bmp_to_png(bmp, &limits).is_some()
    };
    assert!(converts(BMP));
    assert!(!converts(&BMP[..BMP.len() - 1]));
    for (masks, compression, expected) in [
        ([0xff_0000, 0xff00, 0xff], 3, true),
        ([0x8000_0000, 0xff00, 0xff], 3, true),
        ([0xf0_f000, 0xff0, 0xf], 3, false),
        ([0xff_0000, 0, 0xff], 3, false),
        ([0xff_0000, 0xff00, 0xff], 6, false),
    ] {
        let mut file = bmp(1, 1, 32, false, false);
        let at = file.len() - 4;
        file.splice(
            at..at,
            [masks.as_slice(), &[0]].concat().into_iter().flat_map(u32::to_le_bytes),
        );
        (file[10], file[30]) = (70, compression);
        assert_eq!(converts(&file), expected, "{masks:x?}, {compression}");
        assert!(pixels(&file).is_some());
    }
}
