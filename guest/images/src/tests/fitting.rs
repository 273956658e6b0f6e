//! The result of fitting images.

use super::files::{corners, exif, jpeg, png_of_chunks};
use super::fixtures;
use crate::{Fit, Format, Limits, Orientation, Refusal, Steps, fit};
use image::RgbaImage;

/// Limits on width and height alone.
fn within(width: u32, height: u32) -> Limits {
    Limits { width, height, ..Limits::default() }
}

/// Returns the resized file's format, size, and pixels. Checks that the format and the size are
/// those that were reported.
fn resized(bytes: &[u8], limits: &Limits) -> (Format, (u32, u32), RgbaImage, usize) {
    let Ok(Fit::Resized { bytes, format, shown, .. }) = fit(bytes, limits) else {
        panic!("not resized")
    };
    assert_eq!(Format::of(&bytes), Some(format));
    let picture = image::load_from_memory(&bytes).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), shown);
    (format, shown, picture, bytes.len())
}

#[test]
fn an_image_within_the_limits_is_left_alone() {
    for bytes in [
        fixtures::JPEG,
        fixtures::PNG,
        fixtures::GIF,
        fixtures::WEBP_LOSSY,
        fixtures::WEBP_LOSSLESS,
    ] {
        assert_eq!(fit(bytes, &Limits::default()), Ok(Fit::Original));
        let exact = Limits { bytes: bytes.len(), ..within(fixtures::WIDTH, fixtures::HEIGHT) };
        assert_eq!(fit(bytes, &exact), Ok(Fit::Original));
        assert_ne!(fit(bytes, &Limits { bytes: bytes.len() - 1, ..exact }), Ok(Fit::Original));
    }
    // Even one with missing pixels.
    assert_eq!(
        fit(&png_of_chunks((2000, 2000), [8, 6, 0, 0, 0], &[]), &Limits::default()),
        Ok(Fit::Original)
    );
}

#[test]
fn sides_are_scaled_one_after_the_other() {
    for (from, to) in [
        ((2001, 2000), (2000, 1999)),
        ((2500, 40), (2000, 32)),
        ((40, 2500), (32, 2000)),
        ((4000, 3000), (2000, 1500)),
        ((3000, 4000), (1500, 2000)),
        ((2667, 3), (2000, 2)),
        ((16384, 1), (2000, 1)),
        // 2000 * 2501 / 4000 is 1250.5.
        ((4000, 2501), (2000, 1251)),
    ] {
        assert_eq!(crate::shrink::target(from, &Limits::default()), to, "{from:?}");
    }
}

#[test]
fn too_many_pixels_are_refused() {
    let of = |width, height| {
        fit(&png_of_chunks((width, height), [8, 0, 0, 0, 0], &[]), &Limits::default())
    };
    let refused = |width, height| Err(Refusal::TooManyPixels { width, height });
    assert_eq!(of(16385, 1), refused(16385, 1));
    assert_eq!(of(1, 16385), refused(1, 16385));
    assert_eq!(of(7143, 7000), refused(7143, 7000));
    assert_eq!(of(i32::MAX as u32, i32::MAX as u32), refused(i32::MAX as u32, i32::MAX as u32));
    // The maximum; there is no data.
    assert_eq!(of(7142, 7000), Ok(Fit::Undecodable));
    assert_eq!(of(16384, 3051), Ok(Fit::Undecodable));
    // Reported after rotation.
    let turned = png_of_chunks((16385, 2), [8, 0, 0, 0, 0], &[(b"eXIf", &exif(6))]);
    assert_eq!(fit(&turned, &Limits::default()), refused(2, 16385));
}

#[test]
fn other_files_are_undecodable() {
    for bytes in [&b""[..], b"text", b"GIF", b"\xff\xd8\xff"] {
        assert_eq!(fit(bytes, &Limits::default()), Ok(Fit::Undecodable));
    }
}

#[test]
fn memory_is_checked_before_decoding() {
    let bytes = jpeg((300, 200), &corners((300, 200)), 1);
    let limits = within(100, 100);
    assert!(matches!(fit(&bytes, &limits), Ok(Fit::Resized { .. })));
    // The decoded picture alone is larger.
    assert_eq!(fit(&bytes, &Limits { memory: 300 * 200 * 3, ..limits }), Ok(Fit::Undecodable));
}

#[test]
fn every_orientation_is_applied() {
    let size = (60, 40);
    let upright = RgbaImage::from_fn(size.0, size.1, |x, y| {
        let at = ((y * size.0 + x) * 3) as usize;
        let samples = corners(size);
        image::Rgba([samples[at], samples[at + 1], samples[at + 2], 255])
    });
    use image::imageops::{flip_horizontal, flip_vertical, rotate90, rotate180, rotate270};
    let turned = [
        upright.clone(),
        flip_horizontal(&upright),
        rotate180(&upright),
        flip_vertical(&upright),
        flip_horizontal(&rotate90(&upright)),
        rotate90(&upright),
        flip_vertical(&rotate90(&upright)),
        rotate270(&upright),
    ];
    for (number, expected) in (1..).zip(turned) {
        let bytes = jpeg((60, 40), &corners(size), number);
        let half = if number < 5 { (30, 20) } else { (20, 30) };
        let (_, shown, picture, _) = resized(&bytes, &within(half.0, half.1));
        assert_eq!(shown, half);
        let full = Orientation::from_number(number.into()).unwrap().turn_size(size);
        let Ok(Fit::Resized { original, .. }) = fit(&bytes, &within(half.0, half.1)) else {
            panic!()
        };
        assert_eq!(original, full);
        for (x, y) in [(3, 3), (half.0 - 4, 3), (3, half.1 - 4), (half.0 - 4, half.1 - 4)] {
            let (ours, theirs) = (picture.get_pixel(x, y), expected.get_pixel(x * 2, y * 2));
            for (ours, theirs) in ours.0.iter().zip(theirs.0) {
                assert!(
                    ours.abs_diff(theirs) < 25,
                    "orientation {number} at {x}, {y}: {ours} for {theirs}"
                );
            }
        }
    }
}

#[test]
fn pixels_are_those_of_another_implementation() {
    // Decoded, shrunk and rotated by another library. Four colors in large areas, where it does not
    // matter that only one of the two weights colors by alpha.
    for bytes in [fixtures::JPEG, fixtures::GIF, fixtures::WEBP_PALETTE] {
        let (format, shown, ours, _) = resized(bytes, &within(20, 20));
        assert_eq!(shown, (20, 13));
        assert_eq!(format, Format::Png);
        let whole = image::load_from_memory(bytes).unwrap().to_rgba8();
        let theirs = image::imageops::resize(&whole, 20, 13, image::imageops::FilterType::Lanczos3);
        for (ours, theirs) in ours.as_raw().iter().zip(theirs.as_raw()) {
            assert!(ours.abs_diff(*theirs) <= 3, "{ours} for {theirs}");
        }
    }
}

#[test]
fn opacity_is_kept_in_png() {
    for fixture in [fixtures::PNG, fixtures::WEBP_LOSSLESS, fixtures::WEBP_LOSSY_ALPHA] {
        let limits = within(16, 16);
        let (format, _, picture, _) = resized(fixture, &limits);
        if format == Format::Png {
            assert!(picture.get_pixel(0, 5).0[3] < 20 && picture.get_pixel(15, 5).0[3] > 235);
        }
    }
    assert_eq!(resized(fixtures::PNG, &within(16, 16)).0, Format::Png);
}

/// A JPEG of noise, which does not compress well.
fn noise(width: u16, height: u16) -> Vec<u8> {
    let mut state = 7_u32;
    let samples: Vec<u8> = (0..u32::from(width) * u32::from(height) * 3)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    jpeg((width, height), &samples, 1)
}

#[test]
fn quality_falls_before_the_size_does() {
    let bytes = noise(420, 400);
    let at = |most| resized(&bytes, &Limits { bytes: most, ..Limits::default() });
    let (mut last_length, mut last_width) = (usize::MAX, u32::MAX);
    let mut sizes = Vec::new();
    // Each limit is just below the previous result.
    let mut most = bytes.len() - 1;
    for _ in 0..30 {
        let (format, shown, _, length) = at(most);
        assert_eq!(format, Format::Jpeg);
        assert!(shown.0 <= last_width);
        if length > most {
            break;
        }
        assert!(length < last_length);
        sizes.push(shown);
        (last_length, last_width, most) = (length, shown.0, length - 1);
    }
    sizes.dedup();
    assert_eq!(sizes, [(420, 400), (315, 300), (210, 200), (147, 140), (105, 100)]);
    // Nothing is small enough: the last attempt.
    let (_, shown, _, length) = at(1);
    assert_eq!((shown, length), ((105, 100), last_length));
}

#[test]
fn by_quarters_the_size_falls_until_a_file_fits() {
    let bytes = noise(420, 50);
    let within = |bytes| Limits { bytes, steps: Steps::Quarters, ..Limits::default() };
    let (_, shown, _, length) = resized(&bytes, &within(3000));
    assert!(length <= 3000);
    assert!([(315, 37), (236, 27), (177, 20), (132, 15)].contains(&shown), "{shown:?}");
    assert_eq!(fit(&bytes, &within(1)), Ok(Fit::Undecodable));
}

#[test]
fn no_side_gets_shorter_than_a_hundred() {
    let (_, shown, _, _) = resized(&noise(420, 150), &Limits { bytes: 1, ..Limits::default() });
    assert_eq!(shown, (315, 113));
    let (_, shown, _, _) = resized(&noise(420, 50), &Limits { bytes: 1, ..Limits::default() });
    assert_eq!(shown, (420, 50));
}
