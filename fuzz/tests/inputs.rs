//! Runs every target on the inputs that once failed, and on some thousand random ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    unreachable_pub,
    missing_docs,
    reason = "tests"
)]

#[path = "../../guest/core/tests/support/seed.rs"]
mod seed;

use arbitrary::Unstructured;
use readroom_fuzz::policies::{Denials, compare};
use readroom_fuzz::{TARGETS, run};
use std::fs;
use std::path::Path;

/// Returns how many random inputs a target gets.
fn times(name: &str) -> u32 {
    match name {
        // These create files, decode pictures, list trees, or try many types of messages.
        "paths" => 150,
        // These start a program.
        "policies" => 300,
        "images" | "messages" | "walks" => 500,
        _ => 2000,
    }
}

#[test]
fn past_findings_stay_fixed() {
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
    let seed = seed::seed();
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for (name, _) in TARGETS.iter().skip(half).step_by(2) {
                    let mut random = Random(seed);
                    (0..times(name)).for_each(|_| random.run(name));
                }
            });
        }
    });
}

/// The targets for code that handles input from outside before any sandbox does.
#[test]
#[ignore = "long: a minute"]
fn many_more_random_inputs_find_nothing() {
    let seed = seed::seed();
    std::thread::scope(|scope| {
        for (name, inputs) in
            [("compile", 10_000), ("messages", 10_000), ("names", 10_000), ("policies", 1000)]
        {
            scope.spawn(move || {
                let mut random = Random(seed);
                (0..inputs).for_each(|_| random.run(name));
            });
        }
    });
}

/// People would stop using a list that denies too much.
#[test]
fn little_more_is_denied_than_git_ignores() {
    let mut random = Random(seed::seed());
    let (mut all, mut unusable) = (Denials::default(), 0);
    for _ in 0..300 {
        let input: Vec<u8> = (0..2000).map(|_| (random.next() >> 32) as u8).collect();
        let denials = compare(&mut Unstructured::new(&input)).unwrap();
        unusable += u32::from(denials.unusable);
        all.names += denials.names;
        all.by_git += denials.by_git;
        all.by_us += denials.by_us;
    }
    // git is not installed.
    if all.names == 0 {
        return;
    }
    assert!(all.by_git > all.names / 20, "{} of {} names", all.by_git, all.names);
    assert!(all.by_us < all.by_git * 3 / 2, "{} instead of {}", all.by_us, all.by_git);
    assert!(unusable < 100, "{unusable} lists are unusable");
}

/// Returns the same numbers in every run: those of SplitMix64.
struct Random(u64);

impl Random {
    /// Runs a target on a random input.
    fn run(&mut self, name: &str) {
        let length = self.next() % 1000;
        let input: Vec<u8> = (0..length).map(|_| (self.next() >> 32) as u8).collect();
        let ran = std::panic::catch_unwind(|| run(name, &input));
        assert!(ran.is_ok(), "{name}: {input:?}");
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
