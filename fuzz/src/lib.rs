//! Invariants for any input: one function per target, which panics if they do not hold.
//!
//! `cargo fuzz` calls them with inputs that reach new code (`fuzz/targets`), `cargo test` with
//! random ones and with all past findings (`fuzz/findings`).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "oracles"
)]

use arbitrary::{Result, Unstructured};

mod arguments;
mod compile;
mod cursors;
mod decoding;
mod documents;
mod generated;
mod git_index;
mod git_objects;
mod git_packs;
mod git_references;
mod images;
mod lines;
mod masks;
mod messages;
#[cfg(unix)]
mod names;
mod notebook;
#[cfg(unix)]
mod paths;
mod patterns;
mod pdf;
pub mod policies;
mod repositories;
mod walks;

#[path = "../../guest/documents/tests/documents/compound_file.rs"]
mod compound_file;
#[path = "../../guest/documents/tests/documents/doc_writer.rs"]
#[allow(dead_code, reason = "the tests of documents use more of it")]
mod doc_writer;
#[path = "../../guest/documents/tests/documents/files.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests of documents use more of it")]
mod files;
#[path = "../../policy/tests/support/lists.rs"]
#[allow(unreachable_pub, reason = "the tests of the policy use it too")]
mod lists;
#[path = "../../guest/core/tests/support/mod.rs"]
mod support;
#[path = "../../guest/documents/tests/documents/xls_writer.rs"]
#[allow(dead_code, reason = "the tests of documents use more of it")]
mod xls_writer;
#[path = "../../guest/documents/tests/documents/zip_writer.rs"]
mod zip_writer;

#[cfg(unix)]
#[path = "../../host-runner/cli/benches/speed/native.rs"]
mod native;

/// A target's name and function, which fails if the input is too short for it.
pub type Target = (&'static str, fn(&mut Unstructured<'_>) -> Result<()>);

/// All targets.
pub const TARGETS: &[Target] = &[
    ("arguments", arguments::run),
    ("compile", compile::run),
    ("lines", lines::run),
    ("decoding", decoding::run),
    ("documents", documents::run),
    ("git_index", git_index::run),
    ("git_objects", git_objects::run),
    ("git_packs", git_packs::run),
    ("git_references", git_references::run),
    ("images", images::run),
    ("notebook", notebook::run),
    ("cursors", cursors::run),
    ("masks", masks::run),
    ("messages", messages::run),
    #[cfg(unix)]
    ("names", names::run),
    #[cfg(unix)]
    ("paths", paths::run),
    ("patterns", patterns::run),
    ("pdf", pdf::run),
    ("policies", policies::run),
    ("walks", walks::run),
];

/// Runs the target with this name.
pub fn run(name: &str, input: &[u8]) {
    let (_, target) =
        TARGETS.iter().find(|(known, _)| *known == name).expect("a target of this name");
    // An input that is too short proves nothing.
    let _ = target(&mut Unstructured::new(input));
}
