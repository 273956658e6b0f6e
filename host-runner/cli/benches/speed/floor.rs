//! The floor: the minimal work of any reader. It opens the path without checks, and slices out the
//! window.
//!
//! This is not a usable reader: it follows every link, waits for every pipe, and has no limits on
//! lines or bytes.

use crate::answer::Answer;
use std::fs::{self, File, FileType};
use std::io::Read;
use std::path::Path;

/// Reads `lines` lines starting at line `first`, and counts the lines of the file.
pub(crate) fn read(path: &Path, first: u64, lines: u64) -> Answer {
    let mut file = File::open(path).expect("the file can be opened");
    let size = file.metadata().expect("the file has metadata").len();
    let mut buffer = vec![0; usize::try_from(size).unwrap_or(usize::MAX).min(64 * 1024)];
    let (mut content, mut line, mut open) = (Vec::new(), 1, false);
    loop {
        let count = file.read(&mut buffer).expect("the file can be read");
        if count == 0 {
            break;
        }
        let bytes = &buffer[..count];
        let breaks = memchr::memchr_iter(b'\n', bytes).count() as u64;
        // Only pieces that overlap the window are searched for its ends.
        if line + breaks >= first && line < first + lines {
            let after = |nth: u64| match nth {
                0 => 0,
                nth if nth > breaks => bytes.len(),
                nth => memchr::memchr_iter(b'\n', bytes)
                    .nth(nth as usize - 1)
                    .map_or(bytes.len(), |at| at + 1),
            };
            content.extend_from_slice(
                &bytes[after(first.saturating_sub(line))..after(first + lines - line)],
            );
        }
        line += breaks;
        open = bytes.last() != Some(&b'\n');
    }
    let content = String::from_utf8(content).expect("the file is text");
    Answer { content, total: Some(if open { line } else { line - 1 }) }
}

/// Returns the start of a file, and counts its lines.
pub(crate) fn beginning(path: &Path, bytes: usize) -> (Vec<u8>, usize) {
    let mut file = File::open(path).expect("the file can be opened");
    let (mut buffer, mut content) = (vec![0; 64 * 1024], Vec::new());
    let (mut breaks, mut open) = (0, false);
    loop {
        let count = file.read(&mut buffer).expect("the file can be read");
        if count == 0 {
            return (content, breaks + usize::from(open));
        }
        let read = &buffer[..count];
        content.extend_from_slice(&read[..count.min(bytes - content.len())]);
        breaks += memchr::memchr_iter(b'\n', read).count();
        open = read.last() != Some(&b'\n');
    }
}

/// Lists a directory's entries with their kinds, and perhaps their sizes.
pub(crate) fn list(path: &Path, sizes: bool) -> Vec<(String, FileType, Option<u64>)> {
    let entries = fs::read_dir(path).expect("the directory can be read");
    let mut found: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("the directory can be read");
            let name = entry.file_name().into_string().expect("a name in Unicode");
            let kind = entry.file_type().expect("the file has a kind");
            (name, kind, sizes.then(|| entry.metadata().expect("the file has metadata").len()))
        })
        .collect();
    found.sort_unstable_by(|(one, ..), (other, ..)| one.cmp(other));
    found
}
