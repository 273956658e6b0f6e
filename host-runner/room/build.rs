//! Builds the component and compiles it for this machine, so that one cargo command builds and
//! tests everything.
//!
//! `READROOM_COMPONENT=FILE` takes a component that was built before. Otherwise a second cargo
//! builds the guest crates, in `guest/` below the target directory: in the outer one it would wait
//! for the outer cargo's lock for ever. That directory serves every profile, so that a debug and a
//! release build make the component once.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is how a build script talks to cargo"
)]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

#[path = "src/sandbox/config.rs"]
mod config;
mod guest;

use guest::{TARGET, Variant};

/// The sources of the component. Cargo searches directories.
const SOURCES: [&str; 5] = ["wit", "guest", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={}", message.replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=guest.rs");
    println!("cargo::rerun-if-changed=src/sandbox/config.rs");
    println!("cargo::rerun-if-env-changed=READROOM_COMPONENT");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let wasm = match env::var_os("READROOM_COMPONENT") {
        Some(given) => {
            println!("cargo::rerun-if-changed={}", Path::new(&given).display());
            println!("cargo::warning=embedding the component {}", Path::new(&given).display());
            PathBuf::from(given)
        }
        None => build_component(&out)?,
    };
    let bytes =
        fs::read(&wasm).map_err(|error| format!("cannot read {}: {error}", wasm.display()))?;
    let compiled = compiled(&bytes, &out)
        .map_err(|error| format!("cannot compile {}: {error:#}", wasm.display()))?;
    // Copies, so that what this build embeds cannot change meanwhile.
    for (name, bytes) in [("readroom.wasm", &bytes), ("readroom.cwasm", &compiled)] {
        fs::write(out.join(name), bytes)
            .map_err(|error| format!("cannot write {name}: {error}"))?;
    }
    Ok(())
}

/// Compiles the component, unless the last run of this script compiled the same one.
fn compiled(component: &[u8], out: &Path) -> wasmtime::Result<Vec<u8>> {
    // Another version of the compiler, or other settings, make another script.
    let script = fs::metadata(env::current_exe()?)?.modified()?;
    let mut fingerprint = DefaultHasher::new();
    (component, script, env::var_os("TARGET")).hash(&mut fingerprint);
    let (fingerprint, stamp) =
        (fingerprint.finish().to_string(), out.join("readroom.cwasm.made-of"));
    if fs::read_to_string(&stamp).is_ok_and(|last| last == fingerprint) {
        return Ok(fs::read(out.join("readroom.cwasm"))?);
    }
    let compiled = compile(component)?;
    fs::write(out.join("readroom.cwasm"), &compiled)?;
    fs::write(stamp, fingerprint)?;
    Ok(compiled)
}

fn compile(component: &[u8]) -> wasmtime::Result<Vec<u8>> {
    let mut config = config::config();
    if env::var("HOST") != env::var("TARGET") {
        config.target(&env::var("TARGET")?)?;
    }
    wasmtime::Engine::new(&config)?.precompile_component(component)
}

fn build_component(out: &Path) -> Result<PathBuf, String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../..");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    provide_target(&root)?;
    // OUT_DIR is <target directory>/<profile>/build/<package>/out.
    let target_dir = out.ancestors().nth(4).unwrap_or(out).join("guest");
    let (mut cargo, built) = guest::build_command(
        &variable("CARGO")?,
        &variable("RUSTC")?,
        &root,
        &target_dir,
        Variant::Full,
    )?;
    let output = cargo.output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err("the component did not build; see the errors above".into());
    }
    let described = out.join("described.wasm");
    describe(&root, &built, &described)
        .map_err(|error| format!("cannot describe {}: {error}", built.display()))?;
    Ok(described)
}

/// Copies a component, and adds what people and hosts want to know about it: the sections that
/// tools of registries read, and the documentation of the functions that hosts list as tools.
fn describe(root: &Path, built: &Path, described: &Path) -> std::io::Result<()> {
    let mut component = fs::read(built)?;
    let mut docs = vec![PACKAGE_DOCS_VERSION];
    docs.extend(fs::read(root.join("guest/component/package-docs.json"))?);
    for (name, content) in [
        ("package-docs", docs),
        ("description", DESCRIPTION.into()),
        ("licenses", env!("CARGO_PKG_LICENSE").into()),
        ("source", env!("CARGO_PKG_REPOSITORY").into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
    ] {
        // Not every package names its source.
        if !content.is_empty() {
            push_section(&mut component, name, &content);
        }
    }
    fs::write(described, component)
}

/// The description of the component, for registries.
const DESCRIPTION: &str =
    "The file-read tool of an AI agent: reads files below granted directories and nowhere else";

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
/// rustup installs what rust-toolchain.toml names, unless its automatic installation is turned off:
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
