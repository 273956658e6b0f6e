//! The contract as a binary package of WIT, as registries of components have it.

use std::path::Path;

use anyhow::{Context, Result};
use wit_parser::Resolve;

/// Returns the package in a directory, with the packages that it uses.
pub(crate) fn encoded(wit: &Path) -> Result<Vec<u8>> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(wit).context("cannot read wit/")?;
    wit_component::encode(&resolve, package)
}
