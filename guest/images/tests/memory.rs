//! What is allocated stays within the limit, for the largest pictures that it admits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/counting.rs"]
mod counting;

use jpeg_encoder::SamplingFactor;
use readroom_images::{Fit, Format, Limits, fit};

/// What was made, and the most that was allocated meanwhile, the file not counted.
fn measured(file: &[u8], limits: &Limits) -> (Fit, usize) {
    counting::measured(|| fit(file, limits).unwrap())
}

/// Samples that are compressed well, but not to nothing.
fn gradient(width: u32, height: u32, channels: usize) -> Vec<u8> {
    (0..height)
        .flat_map(|y| {
            (0..width).flat_map(move |x| (0..channels).map(move |_| (x / 16 + y / 8) as u8))
        })
        .collect()
}

fn jpeg(width: u16, height: u16, is_progressive: bool) -> Vec<u8> {
    jpeg_with(width, height, is_progressive, SamplingFactor::F_1_1)
}

fn jpeg_with(width: u16, height: u16, is_progressive: bool, sampling: SamplingFactor) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut file, 60);
    encoder.set_progressive(is_progressive);
    encoder.set_sampling_factor(sampling);
    let samples = gradient(width.into(), height.into(), 3);
    encoder.encode(&samples, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
    file
}

fn encoded(width: u32, height: u32, channels: usize, format: image::ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    let colour = match channels {
        1 => image::ExtendedColorType::L8,
        3 => image::ExtendedColorType::Rgb8,
        _ => image::ExtendedColorType::Rgba8,
    };
    let samples = gradient(width, height, channels);
    image::write_buffer_with_format(&mut file, &samples, width, height, colour, format).unwrap();
    file.into_inner()
}

/// A lossy WebP of 2100 by 300 pixels of one colour: base64 of zlib.
const LOSSY_WEBP: &str = "\
    eNoL8nRza2BlYAh3dQoIC7BQKAGyNyxmmMuoZcKhw2j/99//+v27zTYpcDB/sO/MzHtYnij9+RcDyzY/5/s5c9r33bTkr91UJPc7\
    5Yntt5Mnqt9OnvD9trrie5zSQkpKkoKCgjwdHR1tLi4uzkpKSooTBQUFTgAFUoACRkr0UiDKMpC2jyoYVTCqYCgrYGB499+zZCfv\
    n497LjKAAVOJBgPDfqcDYE5TIwNJAAD4v4lc";

/// The same, with opacity.
const LOSSY_WEBP_WITH_OPACITY: &str = "\
    eNoL8nRzO8bKwBDu6hQQFmARwcXAwCAAxMYcDNqMDI4+AR7aQB4je8CBDg4Oj0n/3vP3vKg/Vv/v8/z/f57b//95HpX5X4kBaIpC\
    CdDEDYsZ5jJqmXDoMNr//fe/fv9us00KHMwf7Dsz8x6WJ0p//sXAss3P+X7OnPZ9Ny35azcVyf1OeWL77eSJ6reTJ3y/ra74Hqe0\
    kJKSpKCgIE9HR0ebi4uLs5KSkuJEQUGBE0CBFKCAkRK9FIiyDKTtowpGFYwqGMoKGBje/fcs2cn75+OeiwxgwFSiwcCw3+kAmNPU\
    yEASAACRMKln";

/// The file that such a text stands for.
fn unpacked(base64: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = base64.bytes().filter_map(|digit| DIGITS.iter().position(|known| *known == digit));
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0, 0);
    for digit in digits {
        bits = (bits << 6) | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap()
}

/// What decoding allocates must not be admitted by any smaller limit, and must be by one that is a little larger.
fn check(name: &str, file: &[u8]) {
    let within =
        |memory: usize| measured(file, &Limits { memory: memory as u64, ..Limits::default() });
    let (fit, most) = within(1 << 30);
    assert!(matches!(fit, Fit::Resized { .. }), "{name} is not decoded at all");
    assert_eq!(
        within(file.len() + most - 1),
        (Fit::Undecodable, 0),
        "{name} takes more than is admitted: {most} bytes"
    );
    // The codes of a WebP may take far more than they do here.
    let for_codes = if Format::of(file) == Some(Format::WebP) { 16 << 20 } else { 0 };
    let (fit, _) = within(file.len() + most + most / 4 + (1 << 20) + for_codes);
    assert!(
        matches!(fit, Fit::Resized { .. }),
        "{name} is refused for nothing: it takes {most} bytes"
    );
}

#[test]
fn no_more_is_allocated_than_was_reckoned() {
    use image::ImageFormat::{Gif, Png, WebP};
    check("baseline JPEG", &jpeg(2201, 801, false));
    check("wide JPEG", &jpeg(16_000, 33, false));
    check("progressive JPEG", &jpeg(2201, 801, true));
    for (name, sampling) in [
        ("JPEG with half the colours", SamplingFactor::F_2_1),
        ("JPEG with a quarter of the colours", SamplingFactor::F_2_2),
        ("JPEG with an eighth of the colours", SamplingFactor::F_4_2),
    ] {
        check(name, &jpeg_with(2201, 801, false, sampling));
        check(name, &jpeg_with(2201, 801, true, sampling));
        check(name, &jpeg_with(16_000, 33, false, sampling));
    }
    check("gray PNG", &encoded(2201, 801, 1, Png));
    check("PNG", &encoded(2201, 801, 3, Png));
    check("PNG with opacity", &encoded(2201, 801, 4, Png));
    check("GIF", &encoded(2201, 801, 4, Gif));
    check("lossless WebP", &encoded(2201, 801, 3, WebP));
    check("lossy WebP", &unpacked(LOSSY_WEBP));
    check("lossy WebP with opacity", &unpacked(LOSSY_WEBP_WITH_OPACITY));
}

#[test]
fn the_largest_picture_takes_what_the_limit_allows() {
    let limits = Limits::default();
    // Three bytes a pixel, and the shrunk picture.
    let file = jpeg(7000, 4400, false);
    let (fit, most) = measured(&file, &limits);
    assert!(matches!(fit, Fit::Resized { shown: (2000, 1257), .. }));
    assert!((most + file.len()) as u64 <= limits.memory);
    let (fit, most) = measured(&jpeg(8000, 5000, false), &limits);
    assert_eq!(fit, Fit::Undecodable);
    assert_eq!(most, 0, "nothing is allocated for what does not fit");
}

#[test]
fn bombs_allocate_nothing() {
    let mut file = jpeg(16, 16, true);
    let frame = file.windows(2).position(|marker| marker == [0xff, 0xc2]).unwrap();
    file[frame + 5..frame + 9].copy_from_slice(&[0x1b, 0x58, 0x1b, 0x58]);
    assert_eq!(measured(&file, &Limits::default()), (Fit::Undecodable, 0));
    let mut file = encoded(16, 16, 3, image::ImageFormat::WebP);
    // 7000 by 7000 in 14 bits each, less one.
    let size = 6999_u32 << 14 | 6999;
    let at = file.windows(4).position(|name| name == b"VP8L").unwrap() + 9;
    file[at..at + 4].copy_from_slice(&size.to_le_bytes());
    assert_eq!(measured(&file, &Limits::default()), (Fit::Undecodable, 0));
}
