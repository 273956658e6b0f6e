//! The packages for other languages, around the component of this build: each is built, installed, and runs every case
//! and attack. `tests/python/run.py` and `tests/js/run.mjs` do the work; all that they make lies below `target/packages`.
//!
//! A package is skipped where its language is missing, and so is what it does in a browser. Where it must not be,
//! `READROOM_DEMAND=python,javascript,browser` makes that a failure.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr, reason = "tests")]

mod common;

use common::hostile;
use common::language::{JAVASCRIPT, Language, PYTHON, is_demanded, packages, repository};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// A language, and what runs the tests of its package.
struct Package {
    language: Language,
    script: &'static str,
    directory: &'static str,
}

const PACKAGES: [Package; 2] = [
    Package { language: PYTHON, script: "tests/python/run.py", directory: "python" },
    Package { language: JAVASCRIPT, script: "tests/js/run.mjs", directory: "js" },
];

fn main() -> ExitCode {
    // One after the other: their tests measure time.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let mut trials: Vec<_> = PACKAGES
        .iter()
        .map(|package| Trial::test(package.language.name, || run(package)))
        .collect();
    trials.push(Trial::test("examples", examples));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The same agent in every language that is there, with the packages as they were installed: all say the same.
fn examples() -> Result<(), Failed> {
    let examples = repository().join("examples");
    // Cargo builds examples for tests, beside the directory that this test is in.
    let rust = std::env::current_exe()?.ancestors().nth(2).unwrap().join("examples/agent");
    if !rust.exists() {
        return Err(
            "the example is not built; run `cargo build --example agent`, or all of `cargo test`"
                .into(),
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
    let (said, errors) =
        (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(said) } else { Err(format!("{program:?}: {errors}").into()) }
}

fn run(package: &Package) -> Result<(), Failed> {
    let Package { language, script, directory } = package;
    if !language.is_there("the package, and its tests,")? {
        return Ok(());
    }
    let (repository, packages) = (repository(), packages());
    let mut command = Command::new(language.program);
    command.arg(repository.join(script));
    if language.name == "javascript" {
        // Its package can drive the program too.
        command.args(["--runner", env!("CARGO_BIN_EXE_readroom")]);
        command.args(is_demanded("browser").then_some("--demand-browser"));
    }
    let status = command
        .arg("--target")
        .arg(packages.join(directory))
        .arg("--component")
        .arg(written(&packages, "readroom.wasm", readroom::component()))
        .arg("--hostile")
        .arg(written(&packages, "hostile.wasm", hostile::bytes()))
        .current_dir(repository)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{script} failed; the reason stands above").into())
    }
}

/// Writes a component to where the packages take it from.
fn written(packages: &Path, name: &str, component: &[u8]) -> PathBuf {
    fs::create_dir_all(packages).unwrap();
    let file = packages.join(name);
    fs::write(&file, component).unwrap();
    file
}
