//! Broken files and bombs: nothing panics.

use super::files::{corners, jpeg, png_of_chunks};
use super::fixtures;
use crate::{Fit, Limits, fit};

/// Small enough that every fixture is decoded.
const SMALL: Limits = Limits {
    width: 9,
    height: 9,
    bytes: Limits::BYTES,
    pixels: 1_000_000,
    side: 5000,
    memory: 16 << 20,
};

fn every_file() -> Vec<Vec<u8>> {
    [
        fixtures::JPEG,
        fixtures::JPEG_PROGRESSIVE,
        fixtures::JPEG_GRAY,
        fixtures::JPEG_CMYK,
        fixtures::GIF,
        fixtures::PNG,
        fixtures::WEBP_LOSSLESS,
        fixtures::WEBP_PALETTE,
        fixtures::WEBP_LOSSY,
        fixtures::WEBP_LOSSY_ALPHA,
        fixtures::WEBP_TURNED,
        fixtures::WEBP_ANIMATED,
        fixtures::WEBP_NOISE,
        fixtures::WEBP_NOISE_SIMPLE,
        fixtures::WEBP_PHOTO,
    ]
    .map(fixtures::bytes)
    .to_vec()
}

#[test]
fn every_beginning_of_a_file_is_survived() {
    for file in every_file() {
        for length in 0..file.len() {
            let _ = fit(&file[..length], &SMALL);
        }
    }
}

#[test]
fn every_wrong_byte_is_survived() {
    for file in every_file() {
        for at in 0..file.len() {
            for change in [0x01, 0x80, 0xff, 0x10] {
                let mut broken = file.clone();
                broken[at] ^= change;
                let _ = fit(&broken, &SMALL);
            }
        }
    }
}

#[test]
fn wrong_bytes_in_many_places_are_survived() {
    let mut state = 3_u32;
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    for file in every_file() {
        for _ in 0..400 {
            let mut broken = file.clone();
            for _ in 0..1 + next() % 12 {
                let at = next() % broken.len();
                broken[at] = next() as u8;
            }
            let _ = fit(&broken, &SMALL);
        }
    }
}

#[test]
fn a_frame_of_a_gif_that_is_larger_than_its_screen_is_cut() {
    // 65535 by 65535 pixels on a screen of 3000 by 2, without data.
    for flags in [0, 0x40] {
        let mut file =
            b"GIF89a\xb8\x0b\x02\0\x80\0\0\xff\0\0\0\0\xff\x2c\0\0\0\0\xff\xff\xff\xff".to_vec();
        file.extend([flags, 2, 0, 0x3b]);
        assert_eq!(fit(&file, &Limits::default()), Ok(Fit::Undecodable));
    }
}

#[test]
fn a_jpeg_with_many_pixels_and_little_data_takes_no_time_for_each() {
    let mut file = jpeg((16, 16), &corners((16, 16)), 1);
    let frame = file.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    file[frame + 5..frame + 9].copy_from_slice(&[0x1b, 0x58, 0x1b, 0x58]);
    // 7000 by 7000 in colour is more than there is memory for.
    assert_eq!(fit(&file, &Limits::default()), Ok(Fit::Undecodable));
}

#[test]
fn compressed_nothing_is_no_picture() {
    for data in [&[][..], &[0x78], &[0x78, 0x9c], &[0xff; 40]] {
        let file =
            png_of_chunks((7000, 7000), [8, 2, 0, 0, 0], &[(b"IDAT", data), (b"IDAT", data)]);
        assert_eq!(fit(&file, &Limits::default()), Ok(Fit::Undecodable));
    }
}
