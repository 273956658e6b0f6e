//! Generates types, decoders, tables and schemas for the guest, the host, the packages and the MCP
//! server from `wit/`, and the limits from `limits.toml`.
//!
//! `cargo run -p readroom-contract` writes the files; with `--check`, it fails if one differs; with
//! `--package FILE`, it writes the contract as a package of WIT.

mod guest;
mod json_schema;
mod limits;
mod model;
mod package_docs;
mod python;
mod requests;
mod rust;
#[cfg(test)]
mod tests;
mod text;
mod typescript;
mod wit_package;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use limits::Limits;
use model::Contract;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => write(),
        ["--check"] => check(),
        ["--package", file] => fs::write(file, wit_package::encoded(&repository().join("wit"))?)
            .with_context(|| format!("cannot write {file}")),
        _ => bail!("usage: readroom-contract [--check | --package FILE]"),
    }
}

/// The document with the table of the limits.
const LIMITS: &str = "docs/limits.md";

fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns the generated files and their content.
fn files() -> Result<Vec<(&'static str, String)>> {
    let wit = repository().join("wit");
    let contract = Contract::read(&wit).context("cannot read wit/")?;
    let of_hosts = Contract::of_hosts(&wit).context("cannot read wit/")?;
    let limits = Limits::read(&repository())?;
    Ok(vec![
        ("packages/python/src/readroom/contract.py", python::types(&contract)?),
        ("packages/python/src/readroom/generated/read_errors.py", python::read_errors(&contract)?),
        ("packages/python/src/readroom/generated/decode.py", python::decoders(&contract)),
        ("packages/js/src/contract.ts", typescript::types(&contract)?),
        ("packages/js/src/generated/decode.ts", typescript::decoders(&contract)),
        (
            "host-runner/mcp/src/output_schema.json",
            json_schema::results(&contract, &["read", "read-many", "map", "blame"])?,
        ),
        ("contract/types/src/generated/types.rs", rust::types(&of_hosts)),
        ("contract/types/src/generated/tables.rs", rust::tables(&of_hosts)),
        ("contract/schema.json", json_schema::complete(&contract)),
        ("guest/component/package-docs.json", package_docs::of_component(&contract)),
        ("guest/component/src/bindings.rs", guest::bindings(&wit)?),
        ("host-runner/room/src/generated/limits.rs", limits.rust()?),
        ("contract/types/src/generated/borrowed.rs", requests::borrowed::requests(&contract)?),
        ("contract/types/src/generated/requests.rs", requests::rust::requests(&contract)?),
        (
            "packages/python/src/readroom/generated/requests.py",
            requests::python::requests(&contract)?,
        ),
        (
            "packages/python/src/readroom/generated/methods.py",
            requests::python::methods(&contract)?,
        ),
        ("packages/js/src/generated/requests.ts", requests::typescript::requests(&contract)?),
        ("packages/python/src/readroom/generated/limits.py", limits.python()),
        ("packages/js/src/generated/limits.ts", limits.typescript()),
        (LIMITS, limits.document(&fs::read_to_string(repository().join(LIMITS))?)?),
    ])
}

/// Writes the files that differ, and prints their names.
fn write() -> Result<()> {
    for (path, text) in files()? {
        let file = repository().join(path);
        if fs::read_to_string(&file).is_ok_and(|current| current == text) {
            continue;
        }
        fs::write(&file, text).with_context(|| format!("cannot write {path}"))?;
        writeln!(io::stdout(), "{path}")?;
    }
    Ok(())
}

/// Fails with the names of the files that differ.
fn check() -> Result<()> {
    let is_current = |(path, text): &(&str, String)| {
        fs::read_to_string(repository().join(path)).is_ok_and(|current| current == *text)
    };
    let stale: Vec<_> =
        files()?.into_iter().filter(|file| !is_current(file)).map(|(path, _)| path).collect();
    ensure!(
        stale.is_empty(),
        "{} differs from its source: run `cargo run -p readroom-contract`",
        stale.join(", ")
    );
    Ok(())
}
