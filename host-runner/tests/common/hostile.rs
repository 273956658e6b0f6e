//! The hostile component, built once for all tests that want it.

use readroom::{Component, Limits};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

const TARGET: &str = "wasm32-wasip2";

/// The component in `tests/hostile`, compiled.
pub fn component() -> Component {
    static COMPILED: OnceLock<Component> = OnceLock::new();
    let compile = || Component::compile(bytes(), &Limits::default()).expect("a component");
    COMPILED.get_or_init(compile).clone()
}

/// The same as it was built.
pub fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        // Where the build script builds the real one, so that what both depend on is built once.
        let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("guest");
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["build", "--quiet", "--locked", "--package", "readroom-hostile", "--profile", "guest"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(&target_dir);
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"]
        {
            cargo.env_remove(name);
        }
        assert!(cargo.status().expect("cargo starts").success(), "the hostile component does not build");
        std::fs::read(target_dir.join(TARGET).join("guest/readroom_hostile.wasm")).expect("the component")
    })
}
