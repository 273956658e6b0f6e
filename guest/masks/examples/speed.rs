//! Measures how fast files without secrets are masked: `speed FILE...`.

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program for people")]

use readroom_masks::{Masker, ValueFormat};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    for path in std::env::args().skip(1) {
        text.push_str(&String::from_utf8_lossy(&std::fs::read(path)?));
    }
    let lines: Vec<&str> = text.lines().collect();
    let one_line = [text.replace('\n', " ")];
    let one_line: Vec<&str> = one_line.iter().map(String::as_str).collect();
    for lines in [&lines, &lines, &lines, &one_line, &one_line, &one_line] {
        let (start, mut out) = (Instant::now(), String::new());
        let mut masker = Masker::new(ValueFormat::Plain);
        let changed = lines.iter().filter(|line| masker.line(line, &mut out)).count();
        let megabytes = text.len() as f64 / 1e6;
        let speed = megabytes / start.elapsed().as_secs_f64();
        println!("{megabytes:.1} MB, {} lines, {changed} masked, {speed:.0} MB/s", lines.len());
    }
    let (start, masker, mut at, mut given) =
        (Instant::now(), Masker::new(ValueFormat::Plain), 0, 0);
    while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = masker.skipped(rest);
        let line = rest.get(skipped..).unwrap_or_default();
        let length = line.iter().position(|byte| *byte == b'\n').map_or(line.len(), |end| end + 1);
        given += u64::from(length > 0);
        at += skipped + length;
    }
    let speed = text.len() as f64 / 1e6 / start.elapsed().as_secs_f64();
    println!("{given} lines have to be given to the masker; finding them: {speed:.0} MB/s");
    Ok(())
}
