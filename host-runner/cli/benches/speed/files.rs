//! Creates the files to read, once, in the directory that cargo keeps for benchmarks.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The number of lines of the small file.
pub(crate) const SMALL_LINES: u64 = 200;

/// The size of the large files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// A log of 1 GiB and a line of 200 MB.
    Full,
    /// A hundredth of that, to check correctness rather than speed.
    Small,
}

impl Size {
    /// The number of lines of the log. 1 GiB has some ten million.
    pub(crate) fn log_lines(self) -> u64 {
        match self {
            Self::Full => 10_700_000,
            Self::Small => 107_000,
        }
    }

    /// Returns a line in the middle of the log.
    pub(crate) fn deep(self) -> u64 {
        match self {
            Self::Full => 5_000_000,
            Self::Small => 50_000,
        }
    }

    /// Returns the number of small files.
    pub(crate) fn crowd(self) -> usize {
        match self {
            Self::Full => 10_000,
            Self::Small => 100,
        }
    }

    fn line_bytes(self) -> usize {
        match self {
            Self::Full => 200_000_000,
            Self::Small => 2_000_000,
        }
    }
}

/// Creates the files unless they exist, and returns their directory.
pub(crate) fn make(size: Size) -> PathBuf {
    let name = match size {
        Size::Full => "speed",
        Size::Small => "speed-small",
    };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let done = root.join("done-2");
    if !done.exists() {
        fs::create_dir_all(root.join("one/two/three/four")).expect("directories can be made");
        let [once, ten_times] = [1, 10].map(|times| small(times * SMALL_LINES));
        fs::write(root.join("small.rs"), &once).expect("a file can be written");
        fs::write(root.join("one/two/three/four/small.rs"), &once).expect("a file can be written");
        fs::write(root.join("medium.rs"), ten_times).expect("a file can be written");
        crowd(&root.join("crowd"), size.crowd());
        log(&root.join("large.log"), size.log_lines());
        log(&root.join("medium.log"), size.log_lines() / 100);
        fs::write(root.join("line.txt"), vec![b'x'; size.line_bytes()])
            .expect("a file can be written");
        fs::write(done, "").expect("a file can be written");
    }
    root.canonicalize().expect("the directory was just made")
}

/// Returns lines like those of source code, some 36 bytes each.
fn small(lines: u64) -> String {
    let mut text = String::new();
    for line in 1..=lines {
        let indent = ["", "    ", "        ", "    "][(line % 4) as usize];
        writeln!(text, "{indent}let value_{line} = compute({line});")
            .expect("memory can be written");
    }
    text
}

/// Creates many small files, all different.
fn crowd(directory: &Path, files: usize) {
    fs::create_dir_all(directory).expect("a directory can be made");
    for number in 0..files {
        let text = small(40 + number as u64 % 21);
        fs::write(directory.join(format!("{number}.rs")), text).expect("a file can be written");
    }
}

/// Creates a log with lines of some 100 bytes.
fn log(path: &Path, lines: u64) {
    let mut file =
        BufWriter::with_capacity(1 << 20, File::create(path).expect("a file can be made"));
    for line in 0..lines {
        let filler = "GET /api/v1/items?page=".repeat((line % 3) as usize);
        writeln!(
            file,
            "2026-01-01T00:00:00.{:09}Z INFO  request {line:>9} took {:>4} ms {filler} status=200",
            line * 7919 % 1_000_000_000,
            line * 31 % 2000
        )
        .expect("a file can be written");
    }
}
