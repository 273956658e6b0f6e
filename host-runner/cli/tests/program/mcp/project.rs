//! The project that is served.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fs::{self, File};
use std::path::Path;
use tempfile::TempDir;

/// An image of one pixel, in base64.
pub const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+P8fAAUAAf+JmT0dAAAAAElFTkSuQmCC";

pub fn project() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::create_dir(root.join("src")).unwrap();
    fs::write(root.join("src/abc.txt"), "one\ntwo\nthree\n").unwrap();
    fs::write(root.join("README.md"), "# A project\n").unwrap();
    fs::write(root.join("a.png"), STANDARD.decode(PNG).unwrap()).unwrap();
    fs::write(root.join("ä b.pdf"), "%PDF-1.7").unwrap();
    fs::write(root.join("data.bin"), b"\0\x01\x02").unwrap();
    directory
}

/// Creates a sparse file that takes long to read and no space on disk: only NULs after a beginning
/// that makes it text.
pub fn endless(root: &Path, name: &str, gibibytes: u64) {
    fs::write(root.join(name), "text\n".repeat(4096)).unwrap();
    let file = File::options().write(true).open(root.join(name)).unwrap();
    file.set_len(gibibytes << 30).unwrap();
}
