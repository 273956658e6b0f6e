//! Broken files and bombs: nothing panics.

use super::files::{corners, jpeg, png_of_chunks};
use super::fixtures;
use crate::{Effort, Fit, Limits, Opacity, Originals, Steps, fit};

/// Small enough that every fixture is decoded.
const SMALL: Limits = Limits {
    width: 9,
    height: 9,
    bytes: Limits::BYTES,
    pixels: 1_000_000,
    side: 5000,
    memory: 16 << 20,
    steps: Steps::Four,
    effort: Effort::Balanced,
    originals: Originals::Whole,
    opacity: Opacity::OnWhite,
};

fn every_file() -> Vec<Vec<u8>> {
    let exact = fixtures::EXACT.iter().map(|(file, _)| file);
    exact.chain(&fixtures::OTHERS).map(|file| file.to_vec()).collect()
}

#[test]
fn every_prefix_of_a_file_is_survived() {
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
    // 7000 by 7000 in color is more than there is memory for.
    assert_eq!(fit(&file, &Limits::default()), Ok(Fit::Undecodable));
}

#[test]
fn an_empty_compressed_stream_is_not_a_picture() {
    for data in [&[][..], &[0x78], &[0x78, 0x9c], &[0xff; 40]] {
        let file =
            png_of_chunks((7000, 7000), [8, 2, 0, 0, 0], &[(b"IDAT", data), (b"IDAT", data)]);
        assert_eq!(fit(&file, &Limits::default()), Ok(Fit::Undecodable));
    }
}

/// A lossless WebP of 2001 by 1 pixels with this many groups of prefix codes. Each takes 82 bits in
/// the file: a code with 2048 symbols of 11 bits, and four with one symbol.
fn webp_with_codes(groups: u32) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut put = |value: u32, count| bits.extend((0..count).map(|bit| value >> bit & 1));
    // The size, no opacity, and the version.
    [(2000, 14), (0, 14), (0, 1), (0, 3)].into_iter().for_each(|(value, count)| put(value, count));
    // No transform; a cache of 2048 colors; groups for blocks of 4 by 4 pixels.
    [(0, 1), (1, 1), (11, 4), (1, 1), (0, 3)]
        .into_iter()
        .for_each(|(value, count)| put(value, count));
    // The map of the groups, without a cache: five codes of one symbol, which assign all blocks to
    // the last group.
    put(0, 1);
    for symbol in [(groups - 1) & 0xff, (groups - 1) >> 8, 0, 0, 0] {
        [(1, 1), (0, 1), (1, 1), (symbol, 8)]
            .into_iter()
            .for_each(|(value, count)| put(value, count));
    }
    for _ in 0..groups {
        // Code lengths, by a code of one symbol, 11, which takes no bits; 2048 of them.
        [(0, 1), (11, 4), (0, 21), (0, 21), (1, 3)]
            .into_iter()
            .for_each(|(value, count)| put(value, count));
        [(1, 1), (5, 3), (2046, 12)].into_iter().for_each(|(value, count)| put(value, count));
        for _ in 0..4 {
            [(1, 1), (0, 1), (0, 1), (0, 1)]
                .into_iter()
                .for_each(|(value, count)| put(value, count));
        }
    }
    // The pixels.
    put(0, 32);
    (0..2000).for_each(|_| put(0, 11));
    let bytes = bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |all, bit| all << 1 | bit));
    let data: Vec<u8> = [0x2f].into_iter().chain(bytes.map(|byte| byte as u8)).collect();
    let length = |bytes: usize| (bytes as u32).to_le_bytes();
    let chunk = [b"VP8L", &length(data.len())[..], &data, &vec![0; data.len() % 2]].concat();
    [b"RIFF", &length(4 + chunk.len())[..], b"WEBP", &chunk].concat()
}

#[test]
fn a_webp_may_have_many_prefix_codes() {
    // The library sets no bound. `tests/attacks` has a file with enough groups to exhaust the
    // component's memory.
    let file = webp_with_codes(300);
    assert!(file.len() < 8000);
    assert!(matches!(fit(&file, &Limits::default()), Ok(Fit::Resized { shown: (2000, 1), .. })));
}
