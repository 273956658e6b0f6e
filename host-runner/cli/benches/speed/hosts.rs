//! Measures the same component on other hosts: their packages, as `cargo test --test packages`
//! installs them. Each runs in a process that makes the calls and measures them itself.

use crate::process::{Caller, READROOM};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A language: its interpreter, and a script and a snippet for the installed package.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    program: PathBuf,
    script: PathBuf,
    snippet: [OsString; 2],
}

/// The languages whose packages are installed.
pub(crate) fn installed() -> Vec<Language> {
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("packages");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/speed/hosts");
    let mut languages = Vec::new();
    let python = packages.join("python/installed/bin/python");
    if python.exists() {
        let snippet = "from readroom import Room; import sys; print(Room(sys.argv[1]).read('small.rs').body.content)";
        languages.push(Language {
            name: "Python",
            program: python,
            script: scripts.join("host.py"),
            snippet: ["-c".into(), snippet.into()],
        });
    }
    let node = packages.join("js/installed");
    if node.join("node_modules/readroom").exists() {
        // Packages are resolved relative to the script.
        let [script, start] = ["host.mjs", "start.mjs"].map(|name| node.join(name));
        fs::copy(scripts.join("host.mjs"), &script).expect("it can be copied");
        let snippet = "import { Room } from 'readroom'; const room = new Room({ root: process.argv[2] });\n\
                       console.log((await room.read('small.rs')).body.content); await room.close();\n";
        fs::write(&start, snippet).expect("it can be written");
        let snippet = ["--no-warnings".into(), start.into()];
        languages.push(Language { name: "JavaScript", program: "node".into(), script, snippet });
    }
    languages
}

impl Language {
    /// Returns a process that starts, reads 200 lines, and ends: the program and its arguments.
    pub(crate) fn cold(&self, root: &Path) -> (PathBuf, Vec<OsString>) {
        (self.program.clone(), [self.snippet.to_vec(), vec![root.into()]].concat())
    }
}

/// Returns the same for the command line.
pub(crate) fn cold(root: &Path) -> (PathBuf, Vec<OsString>) {
    (READROOM.into(), ["read".into(), "--root".into(), root.into(), "small.rs".into()].to_vec())
}

/// A process that makes calls.
pub(crate) struct Host(Caller);

/// What it reports about a number of calls.
#[derive(Deserialize)]
struct Told {
    nanoseconds: u64,
    answer: String,
}

impl Host {
    pub(crate) fn start(language: &Language, root: &Path) -> Self {
        Self(Caller::spawn(Command::new(&language.program).arg(&language.script).arg(root)))
    }

    /// Makes a call `times` times. Returns the total time and the answer.
    pub(crate) fn run(&mut self, what: &Value, runs: u32) -> (Duration, String) {
        let mut asked = what.clone();
        asked["runs"] = json!(runs);
        let told: Told =
            serde_json::from_str(&self.0.call(asked)).expect("it says how long it took");
        (Duration::from_nanos(told.nanoseconds), told.answer)
    }
}
