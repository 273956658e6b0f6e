//! Prints the definitions in files: path, line, last line and name, separated by tabs.
//!
//! The paths are arguments, or lines of standard input.

#![expect(clippy::disallowed_methods, reason = "it reads files of this machine")]

use readroom_structure::definitions;
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut paths: Vec<_> = std::env::args().skip(1).collect();
    if paths.is_empty() {
        paths = io::stdin().lock().lines().collect::<Result<_, _>>()?;
    }
    let mut output = io::BufWriter::new(io::stdout().lock());
    for path in paths {
        let text = std::fs::read(&path)?;
        for definition in definitions(&path, &String::from_utf8_lossy(&text)) {
            let entry = &definition.entry;
            let (name, public) = (definition.name(), definition.is_public);
            writeln!(output, "{path}\t{}\t{}\t{name}\t{public}", entry.line, entry.last)?;
        }
    }
    output.flush()
}
