//! An outline of a text, or of a notebook.

use crate::check::CheckedRequest;
use crate::error::{PathError, ReadError, SizeLimit};
use crate::notebook::{MAX_FILE_BYTES as MAX_NOTEBOOK_BYTES, cells_of, is_notebook_name};
use readroom_core::{Encoding, EncodingSource, File, FileError, LineNumber, TextEncoding, Tree};
use readroom_notebook::{CellKind, NotebookLimits};
use readroom_structure::{Basis, OutlineEntry, Outliner};
use readroom_tokens as tokens;
use std::ops::ControlFlow;

/// An outline of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The lines that declare something, in order.
    pub entries: Vec<OutlineEntry>,
    /// What the entries are.
    pub basis: Basis,
    /// The number of entries left out.
    pub omitted: u64,
    /// The number of lines in the file.
    pub total: u64,
    /// The encoding that the bytes were decoded as.
    pub encoding: TextEncoding,
    /// Whether lines are numbers of cells of a notebook.
    pub counts_cells: bool,
}

impl Outline {
    /// Returns the size of its texts in bytes, with a line feed each.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.text.len() as u64 + 1).sum()
    }

    /// Returns the estimated number of tokens in its texts.
    pub fn tokens(&self) -> u64 {
        self.entries.iter().map(|entry| tokens::estimate(&entry.text)).sum()
    }

    /// Leaves out entries until the others fit.
    fn fit(&mut self, entries: usize, bytes: u64, tokens: Option<u64>) {
        while self.entries.len() > entries
            || self.bytes() > bytes
            || tokens.is_some_and(|max| self.tokens() > max)
        {
            self.leave_out();
        }
    }

    /// Leaves out values or, if there are none, the deepest entries or, if all have the same depth,
    /// the last tenth.
    pub fn leave_out(&mut self) {
        if !self.leave_out_deepest() {
            let before = self.entries.len();
            self.entries.truncate(before * 9 / 10);
            self.omitted += (before - self.entries.len()) as u64;
        }
    }

    /// Leaves out values or the deepest entries, unless all have the same depth. Returns whether it
    /// did.
    pub fn leave_out_deepest(&mut self) -> bool {
        let ranks = || self.entries.iter().map(OutlineEntry::rank);
        match (ranks().min(), ranks().max()) {
            (Some(shallowest), Some(deepest)) if shallowest < deepest => {
                self.retain(|entry| entry.rank() < deepest);
                true
            }
            _ => false,
        }
    }

    /// Leaves out the entries for which this is false.
    pub fn retain(&mut self, is_kept: impl FnMut(&OutlineEntry) -> bool) {
        let before = self.entries.len();
        self.entries.retain(is_kept);
        self.omitted += (before - self.entries.len()) as u64;
    }
}

/// The largest file that is outlined, in bytes: an outline takes about ten times as long as
/// counting lines.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// The maximum number of characters of an entry.
const MAX_CHARACTERS: usize = 160;

pub(crate) fn outline<T: Tree>(
    file: &File<'_, T>,
    path: &str,
    checked: &CheckedRequest<'_>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Outline, ReadError> {
    let max = usize::try_from(checked.lines).unwrap_or(usize::MAX);
    let mut outline = match outline_of_notebook(file, max).map_err(failed)? {
        Some(outline) => outline,
        None => outline_of_text(file, path, checked, failed)?,
    };
    outline.fit(max, checked.bytes, checked.tokens);
    Ok(outline)
}

/// Returns the cells of a notebook by their first lines, and what is declared in them. `None` if
/// the file is not a notebook.
fn outline_of_notebook<T: Tree>(
    file: &File<'_, T>,
    max: usize,
) -> Result<Option<Outline>, FileError> {
    if !is_notebook_name(&file.location.to_string()) || file.metadata.size > MAX_NOTEBOOK_BYTES {
        return Ok(None);
    }
    let limits = NotebookLimits { cells: usize::MAX, outputs: 0, ..NotebookLimits::default() };
    Ok(cells_of(file, &limits)?.map(|(read, _)| outline_of_cells(read, max)))
}

fn outline_of_cells(read: readroom_notebook::Notebook, max: usize) -> Outline {
    let mut entries = Vec::new();
    let missing = read.cell_count - read.cells.len() as u64;
    for cell in read.cells {
        let line = LineNumber::new(cell.number).unwrap_or(LineNumber::FIRST);
        let entry = |depth, text| OutlineEntry { line, last: line, depth, text, is_value: false };
        let is_code = cell.kind == CellKind::Code;
        // The cells of most notebooks are in Python.
        let mut outliner = Outliner::new(if is_code { "cells.py" } else { "cells.md" }, max);
        outliner.push(&cell.source);
        let found = outliner.finish();
        let first = cell.source.lines().map(str::trim).find(|line| !line.is_empty());
        let first = first.unwrap_or_default();
        let title = format!("[{}] {first}", cell.kind.name());
        entries.push(entry(0, title.trim_end().chars().take(MAX_CHARACTERS).collect()));
        if found.basis == Basis::Declarations {
            let others = found.entries.into_iter().filter(|found| !first.ends_with(&found.text));
            entries.extend(others.map(|found| entry(found.depth + 1, found.text)));
        }
    }
    Outline {
        entries,
        basis: Basis::Declarations,
        omitted: missing,
        total: read.cell_count,
        encoding: TextEncoding {
            encoding: Encoding::Utf8,
            source: EncodingSource::Content,
            bom: false,
        },
        counts_cells: true,
    }
}

fn outline_of_text<T: Tree>(
    file: &File<'_, T>,
    path: &str,
    checked: &CheckedRequest<'_>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Outline, ReadError> {
    if file.text_bytes() > MAX_FILE_BYTES {
        return Err(ReadError::about(
            path,
            PathError::TooLarge(SizeLimit::Outline(MAX_FILE_BYTES)),
        ));
    }
    let name = file.text_name();
    let max = usize::try_from(checked.lines).unwrap_or(usize::MAX);
    let scanned = file.scan(
        &checked.rules,
        || Outliner::with_constants(&name, max),
        |outliner, text| {
            outliner.push(text);
            ControlFlow::Continue(())
        },
    );
    let (outliner, encoding) = scanned.map_err(failed)?;
    let found = outliner.finish();
    Ok(Outline {
        entries: found.entries,
        basis: found.basis,
        omitted: found.omitted,
        total: found.total,
        encoding,
        counts_cells: false,
    })
}
