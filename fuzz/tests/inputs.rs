//! Runs every target on the inputs that once failed, and on some thousand random ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use readroom_fuzz::{TARGETS, run};
use std::fs;
use std::path::Path;

/// Returns how many random inputs a target gets.
fn times(name: &str) -> u32 {
    match name {
        // These make files, or decode pictures.
        "paths" => 150,
        "images" => 500,
        _ => 2000,
    }
}

#[test]
fn what_was_found_stays_mended() {
    let findings = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings");
    for (name, _) in TARGETS {
        let Ok(entries) = fs::read_dir(findings.join(name)) else { continue };
        for entry in entries {
            run(name, &fs::read(entry.unwrap().path()).unwrap());
        }
    }
}

#[test]
fn random_inputs_find_nothing() {
    let mut random = Random(7);
    for (name, _) in TARGETS {
        for number in 0..times(name) {
            let length = random.next() % 1000;
            let input: Vec<u8> = (0..length).map(|_| (random.next() >> 32) as u8).collect();
            let ran = std::panic::catch_unwind(|| run(name, &input));
            assert!(ran.is_ok(), "{name}, input {number}: {input:?}");
        }
    }
}

/// Returns the same numbers in every run: those of SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
