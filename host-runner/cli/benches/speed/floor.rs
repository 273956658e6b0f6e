//! The floor: the minimal work of any reader. It opens the path without checks, and cuts out the
//! window.
//!
//! This is not a usable reader: it follows every link, waits for every pipe, and has no limits on
//! lines or bytes.

use crate::answer::Answer;
use std::fs::File;
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
