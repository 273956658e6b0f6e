//! Pixels equal those of another decoder.

use super::files::{png, png_of_chunks};
use super::fixtures;
use crate::decode::Image;
use crate::header::Header;
use crate::orientation::Orientation;
use crate::picture::{Layout, Picture, Source};
use crate::read_header::header;

/// Decodes a whole file.
fn decoded(bytes: &[u8]) -> Option<Picture> {
    let image = Image::open(bytes)?;
    let (layout, mut samples) = (image.layout(), Vec::new());
    image.decode(&mut |row| samples.extend_from_slice(row))?;
    let Header { width, height, .. } = header(bytes)?;
    assert_eq!(samples.len(), width as usize * height as usize * layout.channels());
    Some(Picture { width, height, layout, samples })
}

/// Returns the pixels as RGBA.
fn rgba(picture: &Picture) -> Vec<u8> {
    match picture.layout {
        Layout::Gray => {
            picture.samples.iter().flat_map(|gray| [*gray, *gray, *gray, 0xff]).collect()
        }
        Layout::Rgb => {
            picture.samples.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 0xff]).collect()
        }
        Layout::Rgba => picture.samples.clone(),
    }
}

/// The largest difference of two samples.
fn difference(ours: &[u8], theirs: &[u8]) -> u8 {
    assert_eq!(ours.len(), theirs.len());
    ours.iter().zip(theirs).map(|(ours, theirs)| ours.abs_diff(*theirs)).max().unwrap()
}

fn pattern() -> Vec<u8> {
    let pixels = (0..fixtures::HEIGHT)
        .flat_map(|y| (0..fixtures::WIDTH).map(move |x| fixtures::pattern(x, y)));
    pixels.flat_map(|[red, green, blue]| [red, green, blue, 0xff]).collect()
}

#[test]
fn jpeg_is_decoded_in_all_its_kinds() {
    for (fixture, tolerance) in
        [(fixtures::JPEG, 24), (fixtures::JPEG_PROGRESSIVE, 6), (fixtures::JPEG_CMYK, 8)]
    {
        let picture = decoded(fixture).unwrap();
        assert_eq!(picture.layout, Layout::Rgb);
        let difference = difference(&rgba(&picture), &pattern());
        assert!(difference <= tolerance, "{difference}");
    }
    let gray = decoded(fixtures::JPEG_GRAY).unwrap();
    assert_eq!(gray.layout, Layout::Gray);
    for (ours, pixel) in gray.samples.iter().zip(pattern().chunks_exact(4)) {
        let lightness =
            0.299 * f32::from(pixel[0]) + 0.587 * f32::from(pixel[1]) + 0.114 * f32::from(pixel[2]);
        assert!((f32::from(*ours) - lightness).abs() < 5.0);
    }
}

#[test]
fn other_files_have_the_pixels_that_another_decoder_finds() {
    for (file, pixels) in fixtures::EXACT {
        assert_eq!(rgba(&decoded(file).unwrap()), pixels);
    }
}

/// Rows of pseudorandom bits, for every row length.
fn noise(width: usize, height: usize, bits: usize) -> Vec<Vec<u8>> {
    let mut state = (width * 31 + bits) as u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..height).map(|_| (0..(width * bits).div_ceil(8)).map(|_| next()).collect()).collect()
}

/// The depth, color type, and samples per pixel of all combinations that PNG allows.
const PNG_KINDS: [(u8, u8, usize); 15] = [
    (1, 0, 1),
    (2, 0, 1),
    (4, 0, 1),
    (8, 0, 1),
    (16, 0, 1),
    (8, 2, 3),
    (16, 2, 3),
    (1, 3, 1),
    (2, 3, 1),
    (4, 3, 1),
    (8, 3, 1),
    (8, 4, 2),
    (16, 4, 2),
    (8, 6, 4),
    (16, 6, 4),
];

#[test]
fn png_is_decoded_in_all_its_kinds() {
    let palette: Vec<u8> = (0..768_u32).map(|at| (at * 7 % 256) as u8).collect();
    for (depth, color, samples) in PNG_KINDS {
        let entries = if color == 3 { 3 << depth } else { 768 };
        let clear: &[u8] = match color {
            0 => &[0, 1],
            2 => &[0, 1, 0, 2, 0, 3],
            _ => &[0, 0x80],
        };
        for transparent in [false, true] {
            let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"PLTE", &palette[..entries])];
            if transparent && color < 4 {
                chunks.push((b"tRNS", clear));
            }
            let rows = noise(19, 9, usize::from(depth) * samples);
            let bytes = png((19, 9), [depth, color, 0, 0, 0], &chunks, &rows);
            let ours = rgba(&decoded(&bytes).unwrap());
            let clear = (transparent && color < 4).then_some(clear);
            let pixel = |row: &[u8], x: usize| {
                let sample = |index| sample(row, (x * samples + index) * usize::from(depth), depth);
                png_pixel(color, depth, &palette, clear, &sample)
            };
            let pixels = rows.iter().flat_map(|row| (0..19).flat_map(move |x| pixel(row, x)));
            assert_eq!(ours, pixels.collect::<Vec<u8>>(), "{depth} bits, color {color}");
        }
    }
}

/// The `depth`-bit sample at a bit offset.
fn sample(row: &[u8], at: usize, depth: u8) -> u16 {
    match depth {
        16 => u16::from_be_bytes([row[at / 8], row[at / 8 + 1]]),
        _ => u16::from(row[at / 8] << (at % 8) >> (8 - depth)),
    }
}

/// The pixel according to the standard, reduced to 8-bit samples.
fn png_pixel(
    color: u8,
    depth: u8,
    palette: &[u8],
    transparency: Option<&[u8]>,
    sample: &dyn Fn(usize) -> u16,
) -> [u8; 4] {
    let max = u32::from(u16::MAX >> (16 - depth));
    let byte = |index| match depth {
        16 => (sample(index) >> 8) as u8,
        _ => (u32::from(sample(index)) * 255 / max) as u8,
    };
    // One color, in two bytes a sample, is transparent.
    let opacity = |count: usize| {
        let is_clear = transparency.is_some_and(|clear| {
            let clear = clear.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]]));
            (0..count).map(sample).eq(clear)
        });
        if is_clear { 0 } else { 0xff }
    };
    match color {
        0 => [byte(0), byte(0), byte(0), opacity(1)],
        2 => [byte(0), byte(1), byte(2), opacity(3)],
        3 => {
            let entry = usize::from(sample(0));
            let opacity = transparency.and_then(|all| all.get(entry)).copied().unwrap_or(0xff);
            [palette[3 * entry], palette[3 * entry + 1], palette[3 * entry + 2], opacity]
        }
        4 => [byte(0), byte(0), byte(0), byte(1)],
        _ => [byte(0), byte(1), byte(2), byte(3)],
    }
}

#[test]
fn interlaced_png_is_the_same_picture() {
    for (width, height) in [(1, 1), (2, 3), (5, 5), (8, 8), (19, 9)] {
        let whole = noise(width, height, 24);
        let mut rows = Vec::new();
        for (left, top, across, down) in [
            (0, 0, 8, 8),
            (4, 0, 8, 8),
            (0, 4, 4, 8),
            (2, 0, 4, 4),
            (0, 2, 2, 4),
            (1, 0, 2, 2),
            (0, 1, 1, 2),
        ] {
            for row in whole.iter().skip(top).step_by(down) {
                let row: Vec<u8> =
                    row.chunks_exact(3).skip(left).step_by(across).flatten().copied().collect();
                if !row.is_empty() {
                    rows.push(row);
                }
            }
        }
        let bytes = png((width as u32, height as u32), [8, 2, 0, 0, 1], &[], &rows);
        assert_eq!(decoded(&bytes).unwrap().samples, whole.concat(), "{width} by {height}");
    }
}

#[test]
fn png_that_is_not_allowed_is_not_decoded() {
    let data: &[u8] = &[0x78, 0x9c, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 1];
    for kind in [
        [3, 0, 0, 0, 0],
        [4, 2, 0, 0, 0],
        [16, 3, 0, 0, 0],
        [8, 3, 0, 0, 0],
        [8, 1, 0, 0, 0],
        [8, 0, 0, 0, 2],
    ] {
        assert_eq!(decoded(&png_of_chunks((4, 4), kind, &[(b"IDAT", data)])), None, "{kind:?}");
    }
    // Too little data.
    assert_eq!(decoded(&png_of_chunks((4, 4), [8, 0, 0, 0, 0], &[(b"IDAT", data)])), None);
}

/// A GIF of 4 by 3 whose first frame, 2 by 2 pixels of red, transparent, transparent and blue,
/// starts at this corner.
fn gif_with_corner(x: u8, y: u8) -> Vec<u8> {
    let mut file = b"GIF89a\x04\0\x03\0\x80\0\0\xff\0\0\0\0\xff".to_vec();
    file.extend(b"\x21\xff\x03abc\0\x21\xf9\x04\x01\0\0\x02\0");
    file.extend([0x2c, x, 0, y, 0, 2, 0, 2, 0, 0, 2]);
    let codes = weezl::encode::Encoder::new(weezl::BitOrder::Lsb, 2).encode(&[0, 2, 2, 1]).unwrap();
    file.push(codes.len() as u8);
    file.extend(codes);
    file.extend([0, 0x3b]);
    file
}

#[test]
fn a_gif_frame_stands_on_its_screen() {
    let (red, blue, none) = ([255, 0, 0, 255], [0, 0, 255, 255], [0; 4]);
    let at = |x, y| decoded(&gif_with_corner(x, y)).unwrap().samples;
    assert_eq!(
        at(1, 1),
        [[none; 4], [none, red, none, none], [none, none, blue, none]]
            .as_flattened()
            .as_flattened()
    );
    assert_eq!(
        at(3, 2),
        [[none; 4], [none; 4], [none, none, none, red]].as_flattened().as_flattened()
    );
    assert_eq!(at(4, 3), [[none; 4]; 3].as_flattened().as_flattened());
    assert_eq!(at(200, 200), [[none; 4]; 3].as_flattened().as_flattened());
}

#[test]
fn a_gif_of_any_width_is_decoded() {
    for (width, height) in [(1_u16, 1_u16), (1, 300), (2, 99), (3, 40), (300, 1)] {
        let indices: Vec<u8> =
            (0..u32::from(width) * u32::from(height)).map(|at| (at * at / 3 % 2) as u8).collect();
        let mut file = b"GIF87a".to_vec();
        file.extend([width.to_le_bytes(), height.to_le_bytes()].concat());
        file.extend(b"\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0");
        file.extend([width.to_le_bytes(), height.to_le_bytes()].concat());
        file.extend([0, 2]);
        for block in
            weezl::encode::Encoder::new(weezl::BitOrder::Lsb, 2).encode(&indices).unwrap().chunks(5)
        {
            file.push(block.len() as u8);
            file.extend(block);
        }
        file.extend([0, 0x3b]);
        let expected: Vec<u8> =
            indices.iter().flat_map(|index| [index * 255, index * 255, index * 255, 255]).collect();
        assert_eq!(decoded(&file).unwrap().samples, expected, "{width} by {height}");
    }
}

#[test]
fn headers_say_size_and_orientation() {
    let (width, height) = (fixtures::WIDTH, fixtures::HEIGHT);
    let upright = Header { width, height, orientation: Orientation::Upright };
    for fixture in [
        fixtures::JPEG,
        fixtures::JPEG_PROGRESSIVE,
        fixtures::GIF,
        fixtures::PNG,
        fixtures::WEBP_LOSSLESS,
        fixtures::WEBP_LOSSY,
        fixtures::WEBP_LOSSY_ALPHA,
        fixtures::WEBP_ANIMATED,
    ] {
        assert_eq!(header(fixture), Some(upright));
    }
    let turned = header(fixtures::WEBP_TURNED).unwrap();
    assert_eq!(turned.orientation, Orientation::Clockwise);
    assert_eq!(turned.shown(), (height, width));
    // Before or after the pixels.
    let (exif, data) = (super::files::exif(8), [0; 3]);
    for chunks in [[(b"eXIf", &exif[..]), (b"IDAT", &data)], [(b"IDAT", &data), (b"eXIf", &exif)]] {
        let png = png_of_chunks((3, 4), [8, 0, 0, 0, 0], &chunks);
        assert_eq!(
            header(&png).unwrap(),
            Header { width: 3, height: 4, orientation: Orientation::Anticlockwise }
        );
    }
    for nothing in
        [&b""[..], b"GIF", b"GIF89a\0\0\x01\0", b"\xff\xd8\xff", b"RIFF    WEBP", b"text"]
    {
        assert_eq!(header(nothing), None);
    }
}
