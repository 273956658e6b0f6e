//! Allocations stay within the limit, for the largest pictures that it admits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "support/counting.rs"]
mod counting;

use jpeg_encoder::SamplingFactor;
use readroom_images::{Fit, Format, Limits, fit};

/// The result, and the peak allocation meanwhile, not counting the file.
fn measured(file: &[u8], limits: &Limits) -> (Fit, usize) {
    counting::measured(|| fit(file, limits).unwrap())
}

/// Samples that compress well, but not to nothing.
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
    let color = match channels {
        1 => image::ExtendedColorType::L8,
        3 => image::ExtendedColorType::Rgb8,
        _ => image::ExtendedColorType::Rgba8,
    };
    let samples = gradient(width, height, channels);
    image::write_buffer_with_format(&mut file, &samples, width, height, color, format).unwrap();
    file.into_inner()
}

/// Inserts a PNG chunk after the header.
fn with_chunk(png: &[u8], name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let (header, rest) = png.split_at(33);
    let length = (data.len() as u32).to_be_bytes();
    [header, &length, name, data, &[0; 4], rest].concat()
}

/// A black 16-bit PNG with alpha: its rows have the maximum length.
fn deep_png(width: u32, height: u32, is_interlaced: bool) -> Vec<u8> {
    let sizes = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let header = [&sizes[..], &[16, 6, 0, 0, is_interlaced.into()]].concat();
    // More than enough for the rows of all passes.
    let rows = vec![0; (8 * width as usize + 16) * height as usize];
    let data = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 1);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", &header), (b"IDAT", &data)] {
        let length = (data.len() as u32).to_be_bytes();
        file.extend([&length, &name[..], data, &[0; 4]].concat());
    }
    file
}

/// A GIF with this many bytes of metadata before its frame.
fn gif_with_metadata(bytes: usize) -> Vec<u8> {
    let file = encoded(2201, 301, 4, image::ImageFormat::Gif);
    let flags = file[10];
    let palette = if flags & 0x80 == 0 { 0 } else { 3 * (2 << (flags & 7)) };
    let (header, rest) = file.split_at(13 + palette);
    let block = [&[255][..], &[7; 255]].concat();
    let metadata = [b"\x21\xff\x0bXMP DataXMP", &block.repeat(bytes / 256)[..], &[0]].concat();
    [header, &metadata, rest].concat()
}

/// Checks that the image is refused by any limit below its allocations, and accepted by one
/// slightly above.
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
    // The prefix codes of a WebP may take far more than they do here.
    let for_codes = if Format::of(file) == Some(Format::WebP) { 16 << 20 } else { 0 };
    let (fit, _) = within(file.len() + most + most / 4 + (1 << 20) + for_codes);
    assert!(
        matches!(fit, Fit::Resized { .. }),
        "{name} is refused for nothing: it takes {most} bytes"
    );
}

#[test]
fn no_more_is_allocated_than_estimated() {
    use image::ImageFormat::{Gif, Png, WebP};
    check("baseline JPEG", &jpeg(2201, 801, false));
    check("wide JPEG", &jpeg(16_000, 33, false));
    check("progressive JPEG", &jpeg(2201, 801, true));
    for (name, sampling) in [
        ("JPEG with half the colors", SamplingFactor::F_2_1),
        ("JPEG with a quarter of the colors", SamplingFactor::F_2_2),
        ("JPEG with an eighth of the colors", SamplingFactor::F_4_2),
    ] {
        check(name, &jpeg_with(2201, 801, false, sampling));
        check(name, &jpeg_with(2201, 801, true, sampling));
        check(name, &jpeg_with(16_000, 33, false, sampling));
    }
    check("gray PNG", &encoded(2201, 801, 1, Png));
    check("PNG", &encoded(2201, 801, 3, Png));
    check("PNG with opacity", &encoded(2201, 801, 4, Png));
    check("wide PNG of 16 bits", &deep_png(16_000, 33, false));
    check("interlaced PNG of 16 bits", &deep_png(2201, 801, true));
    check("PNG with EXIF", &with_chunk(&encoded(2201, 801, 1, Png), b"eXIf", &[7; 3 << 20]));
    check("PNG with a profile", &with_chunk(&encoded(2201, 801, 1, Png), b"iCCP", &[7; 3 << 20]));
    check("GIF", &encoded(2201, 801, 4, Gif));
    // Just above where a buffer doubles.
    check("GIF with metadata", &gif_with_metadata((2 << 20) + (64 << 10)));
    check("lossless WebP of another encoder", &encoded(2201, 801, 3, WebP));
    for (name, file) in [
        ("lossy WebP", &include_bytes!("fixtures/large-lossy.webp")[..]),
        ("lossy WebP with opacity", include_bytes!("fixtures/large-lossy-alpha.webp")),
        ("lossless WebP", include_bytes!("fixtures/large-lossless.webp")),
        ("lossless WebP with opacity", include_bytes!("fixtures/large-lossless-alpha.webp")),
        ("lossy animation", include_bytes!("fixtures/large-animated-lossy.webp")),
        ("lossless animation", include_bytes!("fixtures/large-animated-lossless.webp")),
    ] {
        check(name, file);
    }
}

#[test]
fn the_largest_picture_takes_what_the_limit_allows() {
    let limits = Limits::default();
    // Three bytes per pixel, and the shrunk picture.
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
    // 7000 by 7000 in 14 bits each, minus one.
    let size = 6999_u32 << 14 | 6999;
    let at = file.windows(4).position(|name| name == b"VP8L").unwrap() + 9;
    file[at..at + 4].copy_from_slice(&size.to_le_bytes());
    assert_eq!(measured(&file, &Limits::default()), (Fit::Undecodable, 0));
}
