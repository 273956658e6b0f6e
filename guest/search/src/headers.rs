//! The headers of a line: the function, class, section or key around it.

use readroom_core::{File, FileError, LineNumber, Rules, Tree, sort_by};
use readroom_read::documents::Unit;
use readroom_structure::{Basis, Heading, OutlineEntry, Outliner, has_keys};
use std::borrow::Cow;

/// The maximum size of a file whose headers are found, in bytes: that takes about ten times as long
/// as counting lines.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The maximum number of declarations in a file.
const MAX_ENTRIES: usize = 10_000;

/// The maximum number of headers per line: the innermost ones.
const MAX_HEADERS: usize = 3;

/// The maximum size of a header's indentation in bytes.
const MAX_INDENTATION: usize = 64;

/// The declarations in a file, with their text.
#[derive(Default)]
pub(crate) struct Headers(Vec<OutlineEntry>);

impl Headers {
    /// Finds the declarations in a file. In a settings file without any, these are the keys of
    /// indented lines. A large file has none. Its text is read unless it is given.
    pub(crate) fn of<T: Tree>(
        file: &File<'_, T>,
        rules: &Rules,
        text: Option<&str>,
    ) -> Result<Self, FileError> {
        if file.text_bytes() > MAX_FILE_BYTES {
            return Ok(Self::default());
        }
        let name = file.text_name();
        let text = match text {
            Some(text) => Cow::Borrowed(text),
            None => file.whole_text(rules)?.into(),
        };
        let mut outliner = Outliner::with_members(&name, MAX_ENTRIES);
        outliner.push(&text);
        let outline = outliner.finish();
        let mut entries = match outline.basis {
            Basis::Declarations => outline.entries,
            Basis::Indentation if has_keys(&name) => outline.entries,
            Basis::Indentation => Vec::new(),
        };
        let mut unindented = entries.iter_mut().peekable();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(entry) = unindented.next_if(|entry| entry.line.get() == number) {
                let indentation = line.len() - line.trim_start().len();
                let end = line.floor_char_boundary(indentation.min(MAX_INDENTATION));
                entry.text.insert_str(0, line.get(..end).unwrap_or_default());
            }
        }
        Ok(Self(entries))
    }

    /// Returns the units of a document.
    pub(crate) fn of_units(text: &str, units: &[Unit]) -> Self {
        let ends = units.iter().skip(1).map(|next| next.line - 1).chain([u64::MAX]);
        let mut units = units.iter().zip(ends).peekable();
        let entry = |(number, text): (u64, &str)| {
            let (_, end) = units.next_if(|(unit, _)| unit.line == number)?;
            let (line, last) = LineNumber::new(number).zip(LineNumber::new(end))?;
            Some(OutlineEntry { line, last, depth: 0, text: text.into(), is_value: false })
        };
        Self((1..).zip(text.lines()).filter_map(entry).collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds headers below all others.
    pub(crate) fn add_innermost(&mut self, entries: Vec<OutlineEntry>) {
        self.0.extend(entries);
    }

    /// Returns the headers around a line, outermost first, excluding the line itself.
    pub(crate) fn around(&self, line: u64) -> Vec<Heading> {
        let is_around = |entry: &&OutlineEntry| entry.line.get() < line && line <= entry.last.get();
        let mut around: Vec<_> = self.0.iter().filter(is_around).collect();
        sort_by(&mut around, |a, b| a.depth.cmp(&b.depth));
        let outer = around.len().saturating_sub(MAX_HEADERS);
        let heading = |entry: &OutlineEntry| Heading { line: entry.line, text: entry.text.clone() };
        around.into_iter().skip(outer).map(heading).collect()
    }
}
