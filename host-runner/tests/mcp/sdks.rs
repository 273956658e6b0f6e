//! The official SDKs as clients: `tests/mcp/python/run.py` and `tests/mcp/js/run.mjs` install them below
//! `target/packages/mcp`, and do the rest. They are skipped where their language is missing.

use crate::common::language::{JAVASCRIPT, Language, PYTHON, packages, repository};
use std::process::Command;

pub fn python() {
    run(&PYTHON, "python", "run.py");
}

pub fn javascript() {
    run(&JAVASCRIPT, "js", "run.mjs");
}

fn run(language: &Language, directory: &str, script: &str) {
    if !language.is_there("the official MCP client").unwrap() {
        return;
    }
    let status = Command::new(language.program)
        .arg(repository().join("tests/mcp").join(directory).join(script))
        .arg("--target")
        .arg(packages().join("mcp").join(directory))
        .args(["--program", env!("CARGO_BIN_EXE_readroom")])
        .status()
        .unwrap();
    assert!(status.success(), "tests/mcp/{directory}/{script} failed; the reason stands above");
}
