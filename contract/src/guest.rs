//! The bindings of the component in Rust, as wit-bindgen generates them.
//!
//! Its macro would do the same in every build, and compiling that macro takes longer than the rest
//! of the guest's dependencies together.

use std::path::Path;

use anyhow::{Context, Result};
use wit_bindgen_core::{Files, WorldGenerator};
use wit_bindgen_rust::Opts;
use wit_parser::Resolve;

/// Writes the module.
pub(crate) fn bindings(wit: &Path) -> Result<String> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_path(wit)?;
    let world = resolve.select_world(&[package], Some("readroom"))?;
    let options = Opts { generate_all: true, ..Opts::default() };
    let mut files = Files::default();
    options.build().generate(&mut resolve, world, &mut files)?;
    let (_, text) = files.iter().next().context("there is one file")?;
    with_shared_types(&String::from_utf8(text.to_vec())?)
}

/// The line before the types of an interface.
const BEFORE_TYPES: &str = "use super::super::super::super::_rt;\n";

/// Replaces the types of exported interfaces by those of the crate `readroom-types`: the generator
/// has an option for that, but only for imports.
fn with_shared_types(text: &str) -> Result<String> {
    let mut shared = text.to_owned();
    for interface in ["types", "search", "history", "shards", "tools"] {
        let after = |start: usize, wanted: &str| {
            let found = shared[start..].find(wanted).map(|at| start + at);
            found.with_context(|| format!("{interface}: there is no '{wanted}'"))
        };
        let exports = after(0, "pub mod exports {")?;
        let module = after(exports, &format!("pub mod {interface} {{\n"))?;
        let start = after(module, BEFORE_TYPES)? + BEFORE_TYPES.len();
        // The first function, or the macro where there is none, and the attributes before it.
        let next = after(start, "_export_")?;
        let end = shared[..next].rfind("#[doc(hidden)]").context("it has no attribute")?;
        shared.replace_range(start..end, "pub use readroom_types::*;\n");
    }
    Ok(shared)
}
