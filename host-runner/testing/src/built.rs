//! Builds the components of the tests, in the same way as the real one.

use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Returns the target directory that this program was built in.
pub fn target() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let is_marked = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    program.ancestors().find(is_marked).expect("a target directory").into()
}

/// Builds the component of a package of the workspace.
pub fn built(package: &str) -> Vec<u8> {
    // The build script builds the real component here too, so that common dependencies are built
    // once.
    let target_dir = target().join("guest");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--locked", "--package", package, "--profile", "guest"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", "-Clinker=wasm-component-ld");
    for name in ["RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"] {
        cargo.env_remove(name);
    }
    assert!(cargo.status().expect("cargo starts").success(), "{package} does not build");
    let file = format!("{}.wasm", package.replace('-', "_"));
    std::fs::read(target_dir.join(TARGET).join("guest").join(file)).expect("the component")
}
