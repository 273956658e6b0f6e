//! Builds the components of the tests.

use readroom_embedded::build_command::Workspace;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Returns the target directory that this program was built in.
pub fn target() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let is_marked = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    program.ancestors().find(is_marked).expect("a target directory").into()
}

/// Builds a component of the tests.
pub fn built(package: &str) -> Vec<u8> {
    let workspace = Workspace {
        cargo: OsStr::new(env!("CARGO")),
        rustc: OsStr::new("rustc"),
        root: Path::new(env!("CARGO_MANIFEST_DIR")),
        // Where the build script builds the reader, so that common dependencies are built once.
        target_dir: &target().join("guest"),
    };
    workspace.build_test_component(package).unwrap()
}
