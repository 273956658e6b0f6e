//! Compiles the component for this machine, so that the program needs no compiler.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[path = "src/sandbox/config.rs"]
mod config;

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
    println!("cargo::rerun-if-changed=src/sandbox/config.rs");
    // From the build script of `readroom-embedded`.
    let wasm = PathBuf::from(variable("DEP_READROOM_COMPONENT_FILE")?);
    println!("cargo::rerun-if-changed={}", wasm.display());
    let bytes =
        fs::read(&wasm).map_err(|error| format!("cannot read {}: {error}", wasm.display()))?;
    compiled(&bytes, Path::new(&variable("OUT_DIR")?))
        .map_err(|error| format!("cannot compile {}: {error:#}", wasm.display()))
}

/// Compiles the component, unless the last run of this script compiled the same one.
fn compiled(component: &[u8], out: &Path) -> wasmtime::Result<()> {
    // Another version of the compiler, or other settings, make another script.
    let script = fs::metadata(env::current_exe()?)?.modified()?;
    let mut fingerprint = DefaultHasher::new();
    (component, script, env::var_os("TARGET")).hash(&mut fingerprint);
    let (fingerprint, stamp) =
        (fingerprint.finish().to_string(), out.join("readroom.cwasm.made-of"));
    if fs::read_to_string(&stamp).is_ok_and(|last| last == fingerprint) {
        return Ok(());
    }
    fs::write(out.join("readroom.cwasm"), compile(component)?)?;
    fs::write(stamp, fingerprint)?;
    Ok(())
}

fn compile(component: &[u8]) -> wasmtime::Result<Vec<u8>> {
    let mut config = config::config(env::var_os("CARGO_CFG_WINDOWS").is_some());
    if env::var("HOST") != env::var("TARGET") {
        config.target(&env::var("TARGET")?)?;
    }
    wasmtime::Engine::new(&config)?.precompile_component(component)
}

fn variable(name: &str) -> Result<OsString, String> {
    env::var_os(name).ok_or_else(|| format!("cargo did not set {name}"))
}
