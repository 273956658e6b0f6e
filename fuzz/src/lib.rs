//! What must hold for any input: one function a target, which panics where it does not.
//!
//! `cargo fuzz` calls them with inputs that reach new code (`fuzz/targets`), `cargo test` with random ones and with all
//! that was ever found (`fuzz/findings`).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "oracles"
)]

use arbitrary::{Result, Unstructured};

mod arguments;
mod cursors;
mod decoding;
mod generated;
mod images;
mod lines;
mod notebook;
#[cfg(unix)]
mod paths;

#[path = "../../guest/core/tests/support/mod.rs"]
mod support;

#[cfg(unix)]
#[path = "../../host-runner/benches/speed/native.rs"]
mod native;

/// A target's name, and what it does with an input: an error if that is too short for it.
pub type Target = (&'static str, fn(&mut Unstructured<'_>) -> Result<()>);

/// All of them.
pub const TARGETS: &[Target] = &[
    ("arguments", arguments::run),
    ("lines", lines::run),
    ("decoding", decoding::run),
    ("images", images::run),
    ("notebook", notebook::run),
    ("cursors", cursors::run),
    #[cfg(unix)]
    ("paths", paths::run),
];

/// Runs the target of this name.
pub fn run(name: &str, input: &[u8]) {
    let (_, target) =
        TARGETS.iter().find(|(known, _)| *known == name).expect("a target of this name");
    // What is too short says nothing.
    let _ = target(&mut Unstructured::new(input));
}
