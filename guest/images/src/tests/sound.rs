//! Truncated images are not shown unchanged, and shown images can be decoded.

use super::files::{corners, jpeg};
use super::fixtures;
use crate::extent::Extent;
use crate::{Fit, Format, Limits, Opacity, Originals, fit, scans};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

fn limits(originals: Originals) -> Limits {
    Limits { originals, ..Limits::INLINE }
}

fn strictly(bytes: &[u8]) -> Fit {
    fit(bytes, &limits(Originals::Whole)).unwrap()
}

/// Returns the pixels according to another decoder.
fn pixels(bytes: &[u8]) -> image::RgbaImage {
    image::load_from_memory(bytes).unwrap().to_rgba8()
}

/// The largest difference of two samples, and the largest of most.
fn differences(ours: &image::RgbaImage, theirs: &image::RgbaImage) -> (u8, u8) {
    assert_eq!(ours.dimensions(), theirs.dimensions());
    let pairs = ours.as_raw().iter().zip(theirs.as_raw());
    let mut all: Vec<u8> = pairs.map(|(ours, theirs)| ours.abs_diff(*theirs)).collect();
    all.sort_unstable();
    (all[all.len() - 1], all[all.len() * 9 / 10])
}

fn every_file() -> Vec<&'static [u8]> {
    fixtures::EXACT.iter().map(|(file, _)| *file).chain(fixtures::OTHERS).collect()
}

#[test]
fn whole_files_are_shown_as_they_are() {
    for file in every_file() {
        for originals in [Originals::All, Originals::Decodable, Originals::Whole] {
            assert_eq!(fit(file, &limits(originals)), Ok(Fit::Original));
        }
        // Data after the end is ignored.
        assert_eq!(strictly(&[file, &b"garbage \xff\xd8\xff"[..]].concat()), Fit::Original);
    }
}

#[test]
fn truncated_images_are_not_shown_or_encoded_again() {
    for file in every_file() {
        let mut again = 0;
        for length in 0..file.len() {
            match strictly(&file[..length]) {
                Fit::Original => panic!("{length} of {} bytes are shown", file.len()),
                Fit::Resized { bytes, shown, .. } => {
                    again += 1;
                    let picture = pixels(&bytes);
                    assert_eq!(picture.dimensions(), shown);
                }
                Fit::Undecodable => {}
            }
        }
        // The parts that may be missing: ends and checksums, frames after the first, and scans that
        // refine a picture.
        let most = match Format::of(file).unwrap() {
            _ if file == fixtures::WEBP_ANIMATED => file.len(),
            Format::Jpeg if file == fixtures::JPEG_PROGRESSIVE => 60,
            Format::Jpeg => 2,
            Format::Png => 20,
            Format::Gif => 6,
            Format::WebP => 100,
        };
        let format = Format::of(file);
        assert!(again <= most, "{format:?}: {again} cuts of {} bytes", file.len());
    }
}

/// JPEGs of all kinds that the encoder supports.
fn jpegs() -> Vec<Vec<u8>> {
    let samplings = [
        SamplingFactor::F_1_1,
        SamplingFactor::F_2_1,
        SamplingFactor::F_1_2,
        SamplingFactor::F_2_2,
        SamplingFactor::F_4_1,
        SamplingFactor::F_4_2,
    ];
    let mut files = Vec::new();
    for (width, height) in [(1, 1), (8, 8), (17, 9), (33, 50), (64, 40)] {
        for sampling in samplings {
            for (is_progressive, scans) in [(false, 0), (true, 2), (true, 4), (true, 9)] {
                // The encoder does not support optimized tables together with restarts.
                for (restart, is_optimized) in [(0, false), (0, true), (1, false), (3, false)] {
                    let samples = corners((width.into(), height.into()));
                    let mut file = Vec::new();
                    let mut encoder = Encoder::new(&mut file, 85);
                    encoder.set_sampling_factor(sampling);
                    encoder.set_progressive(is_progressive);
                    if is_progressive {
                        encoder.set_progressive_scans(scans);
                    }
                    encoder.set_optimized_huffman_tables(is_optimized);
                    if restart > 0 {
                        encoder.set_restart_interval(restart);
                    }
                    encoder.encode(&samples, width, height, ColorType::Rgb).unwrap();
                    files.push(file);
                }
            }
        }
    }
    files
}

#[test]
fn the_scans_of_every_kind_of_jpeg_are_walked_through() {
    for file in jpegs() {
        assert_eq!(scans::extent(&file), Extent::Whole);
        let end = file.len() - 2;
        assert_eq!(file[end..], [0xff, 0xd9]);
        for length in [end, end + 1] {
            assert_eq!(scans::extent(&file[..length]), Extent::WithoutEnd);
        }
        assert_eq!(scans::extent(&file[..end - 1]), Extent::Cut);
        // An end marker appended to the remainder does not make the file whole.
        let put = [&file[..end - 1], &[0xff, 0xd9]].concat();
        assert_eq!(scans::extent(&put), Extent::Cut);
    }
}

#[test]
fn every_prefix_of_a_jpeg_is_cut_or_has_whole_scans() {
    for file in jpegs().iter().step_by(7) {
        for length in 0..file.len() - 2 {
            match scans::extent(&file[..length]) {
                Extent::Cut => {}
                Extent::WithoutEnd => {
                    // Only refinement scans may be missing.
                    let is_progressive = file.windows(2).any(|marker| marker == [0xff, 0xc2]);
                    assert!(is_progressive, "{length} of {}", file.len());
                }
                Extent::Whole => panic!("{length} of {}", file.len()),
            }
        }
    }
}

#[test]
fn a_jpeg_without_its_end_is_encoded_again() {
    for file in [fixtures::JPEG, fixtures::JPEG_PROGRESSIVE, fixtures::JPEG_GRAY] {
        let cut = &file[..file.len() - 2];
        let Fit::Resized { bytes, original, shown, .. } = strictly(cut) else { panic!() };
        assert_eq!((original, shown), ((33, 21), (33, 21)));
        let (most, nearly_all) = differences(&pixels(&bytes), &pixels(file));
        assert!(most < 60 && nearly_all < 12, "{most}, {nearly_all}");
        // Agents whose decoder refuses it do not show it.
        assert_eq!(fit(cut, &limits(Originals::Decodable)), Ok(Fit::Undecodable));
    }
}

#[test]
fn a_jpeg_that_is_too_large_and_cut_is_not_shown() {
    let file = jpeg((300, 200), &corners((300, 200)), 1);
    let limits = Limits { width: 100, height: 100, ..limits(Originals::Upright) };
    assert!(matches!(fit(&file, &limits), Ok(Fit::Resized { .. })));
    for percent in [2, 10, 50, 90, 99] {
        let cut = &file[..file.len() * percent / 100];
        assert_eq!(fit(cut, &limits), Ok(Fit::Undecodable), "{percent} percent");
    }
}

#[test]
fn a_png_with_a_wrong_checksum_is_encoded_again() {
    let file = fixtures::PNG;
    let end = file.len() - 12;
    // The checksums of the header, the pixels and the end, and the one within the pixels.
    for at in [29, end - 1, file.len() - 1] {
        let mut broken = file.to_vec();
        broken[at] ^= 1;
        let Fit::Resized { bytes, format, .. } = strictly(&broken) else { panic!("byte {at}") };
        assert_eq!(format, Format::Png);
        // Transparent pixels may have any color.
        let (ours, theirs) = (pixels(&bytes), pixels(file));
        let mut pairs = ours.pixels().zip(theirs.pixels());
        assert!(pairs.all(|(ours, theirs)| ours == theirs || (ours.0[3], theirs.0[3]) == (0, 0)));
    }
}

#[test]
fn every_orientation_is_applied_to_small_images() {
    let size = (60, 40);
    for number in 1..=8 {
        let file = jpeg((60, 40), &corners(size), number);
        let turned = fit(&file, &limits(Originals::Upright)).unwrap();
        assert_eq!(fit(&file, &limits(Originals::Whole)), Ok(Fit::Original));
        if number == 1 {
            assert_eq!(turned, Fit::Original);
            continue;
        }
        let Fit::Resized { bytes, original, shown, .. } = turned else { panic!("{number}") };
        let upright = if number < 5 { size } else { (size.1, size.0) };
        assert_eq!((original, shown), (upright, upright));
        assert_eq!(pixels(&bytes).dimensions(), upright);
        assert_eq!(crate::header(&bytes).unwrap().shown(), upright);
    }
}

#[test]
fn transparent_pixels_are_not_in_a_jpeg() {
    // Noise, so that a JPEG is smaller, with almost invisible loss.
    let mut state = 5_u32;
    let picture = image::RgbaImage::from_fn(120, 90, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [red, green, blue, _] = state.to_be_bytes();
        image::Rgba([red, green, blue, 1])
    });
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
    let file = file.into_inner();
    let of = |opacity| {
        let limits = Limits { width: 100, height: 100, opacity, ..Limits::INLINE };
        match fit(&file, &limits) {
            Ok(Fit::Resized { bytes, format: Format::Jpeg, .. }) => pixels(&bytes),
            other => panic!("{other:?}"),
        }
    };
    assert!(of(Opacity::OnWhite).pixels().all(|pixel| pixel.0.iter().all(|sample| *sample > 250)));
    assert!(of(Opacity::Dropped).pixels().any(|pixel| pixel.0.iter().any(|sample| *sample < 100)));
}
