//! The headers that lines are under: the function, class or section around a match.

use readroom_core::structure::{Basis, Heading, OutlineEntry, Outliner};
use readroom_core::{File, FileError, Rules, Tree, sort_by};
use std::ops::ControlFlow;

/// The largest file whose headers are looked for, in bytes: that takes about ten times as long as
/// counting lines.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The maximum number of lines of a file that declare something.
const MAX_ENTRIES: usize = 10_000;

/// The maximum number of headers of a line: the innermost ones.
const MAX_HEADERS: usize = 3;

/// The lines of a file that declare something.
pub(crate) struct Headers(Vec<OutlineEntry>);

impl Headers {
    /// Looks for them in a file. A large file has no headers.
    pub(crate) fn of<T: Tree>(file: &File<'_, T>, rules: &Rules) -> Result<Self, FileError> {
        if file.text_bytes() > MAX_FILE_BYTES {
            return Ok(Self(Vec::new()));
        }
        let name = file.text_name();
        let begin = || Outliner::new(&name, MAX_ENTRIES);
        let (outliner, _) = file.scan(rules, begin, |outliner, text| {
            outliner.push(text);
            ControlFlow::Continue(())
        })?;
        let outline = outliner.finish();
        Ok(Self(match outline.basis {
            Basis::Declarations => outline.entries,
            Basis::Indentation => Vec::new(),
        }))
    }

    /// Returns those that a line is under, outermost first, without itself.
    pub(crate) fn around(&self, line: u64) -> Vec<Heading> {
        let is_around = |entry: &&OutlineEntry| entry.line.get() < line && line <= entry.last.get();
        let mut around: Vec<_> = self.0.iter().filter(is_around).collect();
        sort_by(&mut around, |a, b| a.depth.cmp(&b.depth));
        let outer = around.len().saturating_sub(MAX_HEADERS);
        let heading = |entry: &OutlineEntry| Heading { line: entry.line, text: entry.text.clone() };
        around.into_iter().skip(outer).map(heading).collect()
    }
}
