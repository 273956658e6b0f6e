//! The project that is served.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use readroom_testing::uri_of;
use std::fs::{self, File};
use std::path::Path;
use tempfile::TempDir;

/// An image of one pixel, in base64.
pub const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNwaDgAAAKEAYEYanSHAAAAAElFTkSuQmCC";

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

/// Returns the URI of a file, from the encoded rest of its path.
pub fn uri(root: &Path, rest: &str) -> String {
    uri_of(root.canonicalize().unwrap()) + rest
}

/// Returns a JPEG of one color, whose decoder needs three bytes of memory for each pixel: a one-bit
/// code repeats the block before.
pub fn jpeg(side: u16) -> Vec<u8> {
    let mut file = b"\xff\xd8".to_vec();
    let mut segment = |marker: u8, parts: &[&[u8]]| {
        let body = parts.concat();
        file.extend([0xff, marker]);
        file.extend((body.len() as u16 + 2).to_be_bytes());
        file.extend(body);
    };
    let side_bytes = side.to_be_bytes();
    segment(0xdb, &[&[0], &[16; 64]]);
    let components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    segment(0xc0, &[&[8], &side_bytes, &side_bytes, &[3], &components]);
    for table in [0x00, 0x10] {
        segment(0xc4, &[&[table, 1], &[0; 16]]);
    }
    segment(0xda, &[&[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]]);
    let blocks = 3 * usize::from(side).div_ceil(8).pow(2);
    file.resize(file.len() + (2 * blocks).div_ceil(8), 0);
    file.extend(b"\xff\xd9");
    file
}

/// Creates a sparse file that takes long to read and no space on disk: only NULs after a start that
/// makes it text.
pub fn endless(root: &Path, name: &str, gibibytes: u64) {
    fs::write(root.join(name), "text\n".repeat(4096)).unwrap();
    let file = File::options().write(true).open(root.join(name)).unwrap();
    file.set_len(gibibytes << 30).unwrap();
}
