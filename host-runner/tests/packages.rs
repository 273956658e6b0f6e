//! The packages for other languages, around the component of this build: each is built, installed, and runs every case
//! and attack. `tests/python/run.py` and `tests/js/run.mjs` do the work; all that they make lies below `target/packages`.
//!
//! A package is skipped where its language is missing, and so is what it does in a browser. Where it must not be,
//! `READROOM_DEMAND=python,javascript,browser` makes that a failure.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::hostile;
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A language, and what runs the tests of its package.
struct Language {
    name: &'static str,
    program: &'static str,
    /// Fails, and says why, where the program is not the one that is needed.
    probe: &'static [&'static str],
    script: &'static str,
    directory: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        name: "python",
        program: "python3",
        probe: &[
            "-c",
            "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10) and 'it is older than 3.10')",
        ],
        script: "tests/python/run.py",
        directory: "python",
    },
    Language {
        name: "javascript",
        program: "node",
        probe: &["-e", "if (parseInt(process.versions.node) < 20) throw 'it is older than 20'"],
        script: "tests/js/run.mjs",
        directory: "js",
    },
];

fn main() -> ExitCode {
    // One after the other: their tests measure time.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let mut trials: Vec<_> =
        LANGUAGES.iter().map(|language| Trial::test(language.name, || run(language))).collect();
    trials.push(Trial::test("examples", examples));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Where the packages are made.
fn packages() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("packages")
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The same agent in every language that is there, with the packages as they were installed: all say the same.
fn examples() -> Result<(), Failed> {
    let examples = repository().join("examples");
    // Cargo builds examples for tests, beside the directory that this test is in.
    let rust = std::env::current_exe()?.ancestors().nth(2).unwrap().join("examples/agent");
    if !rust.exists() {
        return Err(
            "the example is not built; run `cargo build --example agent`, or all of `cargo test`".into()
        );
    }
    let expected = said(Command::new(rust))?;
    assert!(
        expected.contains("# Readroom") && expected.contains("outside the granted directories"),
        "{expected}"
    );
    let python = packages().join("python/installed/bin/python");
    if is_installed(&python, "python")? {
        let mut agent = Command::new(python);
        agent.arg(examples.join("agent.py"));
        assert_eq!(said(agent)?, expected, "Python");
    }
    let node = packages().join("js/installed");
    if is_installed(&node.join("node_modules/readroom"), "javascript")? {
        // Node looks for packages from where the script lies.
        for file in ["agent.mjs", "script.json"] {
            fs::copy(examples.join(file), node.join(file))?;
        }
        let mut agent = Command::new("node");
        agent.arg(node.join("agent.mjs"));
        assert_eq!(said(agent)?, expected, "JavaScript");
    }
    Ok(())
}

/// Whether a package is there. It has to be where it is demanded.
fn is_installed(what: &Path, language: &str) -> Result<bool, Failed> {
    match what.exists() {
        true => Ok(true),
        false if is_demanded(language) => Err(format!("{} is not there", what.display()).into()),
        false => {
            eprintln!("SKIPPED: the example in {language}; its package is not installed");
            Ok(false)
        }
    }
}

/// What a program prints when it looks at this repository.
fn said(mut program: Command) -> Result<String, Failed> {
    let output = program.current_dir(repository()).output()?;
    let (said, errors) = (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(said) } else { Err(format!("{program:?}: {errors}").into()) }
}

fn run(language: &Language) -> Result<(), Failed> {
    if let Err(reason) = probe(language) {
        let what = format!("{} is not there as it is needed: {reason}", language.program);
        if is_demanded(language.name) {
            return Err(what.into());
        }
        eprintln!("SKIPPED: the package for {} and its tests; {what}", language.name);
        return Ok(());
    }
    let (repository, packages) = (repository(), packages());
    let mut command = Command::new(language.program);
    command.arg(repository.join(language.script));
    if language.name == "javascript" {
        // Its package can drive the program too, and runs whatever has the component's name.
        command.args(["--runner", env!("CARGO_BIN_EXE_readroom"), "--hostile"]);
        command.arg(written(&packages, "hostile.wasm", hostile::bytes()));
        command.args(is_demanded("browser").then_some("--demand-browser"));
    }
    let status = command
        .arg("--target")
        .arg(packages.join(language.directory))
        .arg("--component")
        .arg(written(&packages, "readroom.wasm", readroom::component()))
        .current_dir(repository)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed; the reason stands above", language.script).into())
    }
}

fn probe(language: &Language) -> Result<(), String> {
    let output =
        Command::new(language.program).args(language.probe).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        Ok(())
    } else {
        Err(said.trim().lines().last().unwrap_or("it fails").into())
    }
}

fn is_demanded(what: &str) -> bool {
    std::env::var("READROOM_DEMAND").is_ok_and(|demanded| demanded.split(',').any(|name| name == what))
}

/// Writes a component to where the packages take it from.
fn written(packages: &Path, name: &str, component: &[u8]) -> PathBuf {
    fs::create_dir_all(packages).unwrap();
    let file = packages.join(name);
    fs::write(&file, component).unwrap();
    file
}
