//! Other languages: their packages, as `.ci/run` installs them. Each runs in a process that makes
//! the calls and measures them itself.

use crate::process::{Caller, READROOM};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The engines of the packages, and a reader without one. `stock` is the component in a host of
/// stock parts, without the package.
const PYTHON: [&str; 4] = ["program", "component", "stock", "plain"];
const JAVASCRIPT: [&str; 2] = ["program", "plain"];

/// A language and an engine: the interpreter, and a script and a snippet for the installed package.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    pub(crate) engine: &'static str,
    program: PathBuf,
    script: PathBuf,
}

/// The languages whose packages are installed.
pub(crate) fn installed() -> Vec<Language> {
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("packages");
    let mut languages = Vec::new();
    let python = packages.join("python/installed/bin/python");
    if python.exists() {
        let with = |engine| Language { program: python.clone(), ..python_with(engine) };
        languages.extend(PYTHON.map(with));
    }
    let node = packages.join("js/installed");
    if node.join("node_modules/readroom").exists() {
        // Packages are resolved relative to the script.
        let script = node.join("host.mjs");
        fs::copy(scripts().join("host.mjs"), &script).expect("it can be copied");
        let with = |engine| Language { script: script.clone(), ..node_with(engine) };
        languages.extend(JAVASCRIPT.map(with));
    }
    languages
}

/// Plain readers in the interpreters that are installed.
pub(crate) fn plain() -> Vec<Language> {
    let mut languages = vec![python_with("plain"), node_with("plain")];
    languages.retain(|language| {
        Command::new(&language.program)
            .arg("--version")
            .output()
            .is_ok_and(|it| it.status.success())
    });
    languages
}

fn python_with(engine: &'static str) -> Language {
    let script = scripts().join("host.py");
    Language { name: "Python", engine, program: "python3".into(), script }
}

fn node_with(engine: &'static str) -> Language {
    let script = scripts().join("host.mjs");
    Language { name: "JavaScript", engine, program: "node".into(), script }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/speed/hosts")
}

impl Language {
    pub(crate) fn name(&self) -> String {
        format!("{}, {}", self.name, self.engine)
    }

    fn arguments(&self, root: &Path) -> Vec<OsString> {
        vec![self.script.clone().into(), root.into(), self.engine.into()]
    }

    /// Returns a process that starts, reads 200 lines, and ends: the program and its arguments.
    pub(crate) fn cold(&self, root: &Path) -> (PathBuf, Vec<OsString>) {
        (self.program.clone(), [self.arguments(root), vec!["small.rs".into()]].concat())
    }
}

/// Returns the same for the command line.
pub(crate) fn cold(root: &Path) -> (PathBuf, Vec<OsString>) {
    (READROOM.into(), ["read".into(), "--root".into(), root.into(), "small.rs".into()].to_vec())
}

/// A process that makes calls.
pub(crate) struct Host(Caller);

/// Its report about a number of calls.
#[derive(Deserialize)]
struct Told {
    nanoseconds: u64,
    /// `None` from a reader that has no such call.
    answer: Option<String>,
}

impl Host {
    pub(crate) fn start(language: &Language, root: &Path) -> Self {
        Self::of(
            Command::new(&language.program)
                .args(language.arguments(root))
                .env("READROOM_PROGRAM", READROOM),
        )
    }

    /// Starts a process that makes calls on request.
    pub(crate) fn of(command: &mut Command) -> Self {
        Self(Caller::spawn(command))
    }

    /// Makes a call `times` times. Returns the total time and the answer.
    pub(crate) fn run(&mut self, what: &Value, runs: u32) -> (Duration, Option<String>) {
        let mut asked = what.clone();
        asked["runs"] = json!(runs);
        let told: Told =
            serde_json::from_str(&self.0.call(asked)).expect("it says how long it took");
        (Duration::from_nanos(told.nanoseconds), told.answer)
    }
}
