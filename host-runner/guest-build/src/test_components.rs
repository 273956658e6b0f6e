//! Builds the test components.

use super::Workspace;
use std::ffi::OsStr;
use std::path::Path;

/// Builds a test component: `readroom-hostile` or `readroom-wrong`. Without cargo,
/// `READROOM_TEST_COMPONENTS=DIRECTORY` has those that were built before.
///
/// # Errors
///
/// If it does not build: the compiler's message.
pub fn built(package: &str) -> Result<Vec<u8>, String> {
    if let Some(directory) = std::env::var_os("READROOM_TEST_COMPONENTS") {
        let file = Path::new(&directory).join(package).with_extension("wasm");
        return std::fs::read(&file)
            .map_err(|error| format!("cannot read {}: {error}", file.display()));
    }
    let program =
        std::env::current_exe().map_err(|error| format!("no path of this program: {error}"))?;
    let is_marked = |directory: &&Path| directory.join("CACHEDIR.TAG").exists();
    let target =
        program.ancestors().find(is_marked).ok_or("this program is in no target directory")?;
    let workspace = Workspace {
        cargo: OsStr::new(env!("CARGO")),
        rustc: OsStr::new("rustc"),
        root: Path::new(env!("CARGO_MANIFEST_DIR")),
        // In the reader's target directory, so that common dependencies are built once.
        target_dir: &target.join("guest"),
    };
    workspace.build_test_component(package)
}
