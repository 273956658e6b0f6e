//! Builds the component, so that one cargo command builds and tests everything.
//!
//! `READROOM_COMPONENT=FILE` uses a component that was built before. Otherwise a second cargo
//! builds the guest crates, in `guest/` below the target directory: in the outer one it would wait
//! for the outer cargo's lock forever. That directory serves every profile and every system, so
//! that a debug and a release build make the component once.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use readroom_guest_build::{TARGET, Workspace};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The sources of the component. Cargo searches directories.
const SOURCES: [&str; 8] = [
    "wit",
    "contract/types",
    "guest",
    "names",
    "policy",
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            for line in message.lines() {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=READROOM_COMPONENT");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let component = match env::var_os("READROOM_COMPONENT") {
        Some(given) => {
            let shown = Path::new(&given).display();
            println!("cargo::rerun-if-changed={shown}");
            println!("cargo::warning=embedding the component {shown}");
            fs::read(&given).map_err(|error| format!("cannot read {shown}: {error}"))?
        }
        None => built_component(&out)?,
    };
    let file = out.join("readroom.wasm");
    println!("cargo::metadata=file={}", file.display());
    fs::write(&file, component).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

fn built_component(out: &Path) -> Result<Vec<u8>, String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../..");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    provide_target(&root)?;
    let workspace = Workspace {
        cargo: &variable("CARGO")?,
        rustc: &variable("RUSTC")?,
        root: &root,
        target_dir: &target_directory(out).join("guest"),
    };
    let mut component = workspace.build_reader()?;
    let docs = root.join("guest/component/package-docs.json");
    let docs =
        fs::read(&docs).map_err(|error| format!("cannot read {}: {error}", docs.display()))?;
    describe(&mut component, &docs);
    Ok(component)
}

/// Returns the target directory. `OUT_DIR` is `<profile>/build/<package>/out` in it, below the name
/// of the system if that was given.
fn target_directory(out: &Path) -> &Path {
    let directory = out.ancestors().nth(4).unwrap_or(out);
    match (env::var_os("TARGET"), directory.parent()) {
        (target, Some(parent)) if directory.file_name() == target.as_deref() => parent,
        _ => directory,
    }
}

/// Adds information for people and hosts: the sections that registry tools read, and the
/// documentation of the functions that hosts list as tools.
fn describe(component: &mut Vec<u8>, docs: &[u8]) {
    let docs = [&[PACKAGE_DOCS_VERSION], docs].concat();
    for (name, content) in [
        ("package-docs", docs),
        ("description", DESCRIPTION.into()),
        ("licenses", env!("CARGO_PKG_LICENSE").into()),
        ("source", env!("CARGO_PKG_REPOSITORY").into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
    ] {
        // Not every package names its source.
        if !content.is_empty() {
            push_section(component, name, &content);
        }
    }
}

/// The description of the component, for registries.
const DESCRIPTION: &str =
    "Reads, lists, finds and searches files below granted directories and nowhere else";

/// The version of the format of the section `package-docs`.
const PACKAGE_DOCS_VERSION: u8 = 1;

/// Adds a custom section: its id, its size, the length of its name, its name, and its content.
fn push_section(component: &mut Vec<u8>, name: &str, content: &[u8]) {
    let mut section = leb128(name.len());
    section.extend(name.as_bytes());
    section.extend(content);
    component.push(0);
    component.extend(leb128(section.len()));
    component.extend(section);
}

fn leb128(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// Makes sure that the toolchain can compile for the component's target.
///
/// rustup installs what rust-toolchain.toml names, unless automatic installation is turned off:
/// then there is no message, and the compiler fails much later for lack of a standard library.
fn provide_target(root: &Path) -> Result<(), String> {
    if has_target()? {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.current_dir(root).args(["target", "add", TARGET]);
    if let Ok(toolchain) = env::var("RUSTUP_TOOLCHAIN") {
        rustup.args(["--toolchain", &toolchain]);
    }
    let added = rustup.output().is_ok_and(|output| output.status.success());
    if added && has_target()? {
        return Ok(());
    }
    Err(format!(
        "the Rust target {TARGET} is not installed and could not be added; run \
         `rustup target add {TARGET}` in this directory and build again"
    ))
}

fn has_target() -> Result<bool, String> {
    let output = Command::new(variable("RUSTC")?)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|error| format!("cannot start rustc: {error}"))?;
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok(fs::read_dir(libraries).is_ok_and(|mut entries| entries.next().is_some()))
}

fn variable(name: &str) -> Result<OsString, String> {
    env::var_os(name).ok_or_else(|| format!("cargo did not set {name}"))
}
