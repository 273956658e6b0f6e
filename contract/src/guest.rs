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
    Ok(String::from_utf8(text.to_vec())?)
}
