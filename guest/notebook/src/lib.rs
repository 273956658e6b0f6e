//! A Jupyter notebook as cells: bytes in, facts out.
//!
//! Formats 2, 3 (`worksheets`) and 4 are read. If an object has several members of one name, the
//! last one counts, as in Python. What is not shown, such as the data of images, is skipped and
//! never built.
//!
//! The input is untrusted. No input makes [`notebook()`] panic; what it keeps is bounded by
//! [`NotebookLimits`].

mod cell;
mod clip;
mod json;
mod output;

pub use cell::{Cell, CellKind};
pub use output::{Media, Output, OutputKind};

use clip::Clip;
use json::{each_element, each_member, natural, text};
use output::MAX_NAME;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A notebook, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notebook {
    /// The format, its major and its minor number. None if the file names none.
    pub format: Option<(u64, u64)>,
    /// The language of the code, as the kernel calls it; at most 100 characters. `None` if the file
    /// names none.
    pub language: Option<String>,
    /// The cells that were asked for, in order.
    pub cells: Vec<Cell>,
    /// How many cells the file has.
    pub cell_count: u64,
    /// How many of the requested cells, or of their outputs, are left out because they are
    /// malformed.
    pub unreadable: u64,
    /// Whether invalid UTF-8 was replaced by U+FFFD anywhere in the file. Escapes of half a
    /// surrogate pair are replaced too, and do not count.
    pub replaced: bool,
}

/// Which cells are wanted, and how much of their outputs.
///
/// Memory is bounded by these and the size of the file: with the defaults, 4 MiB of any bytes take
/// at most 32 MiB more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotebookLimits {
    /// The first cell, counted from 1.
    pub first_cell: u64,
    /// The most cells.
    pub cells: usize,
    /// The most outputs of a cell.
    pub outputs: usize,
    /// The most characters of an output.
    pub characters: usize,
}

impl NotebookLimits {
    /// 1000 cells: some times more than any notebook that people work in.
    pub const CELLS: usize = 1000;
    /// 20 outputs of a cell.
    pub const OUTPUTS: usize = 20;
    /// 2000 characters of an output: some thirty lines.
    pub const CHARACTERS: usize = 2000;
}

impl Default for NotebookLimits {
    fn default() -> Self {
        Self {
            first_cell: 1,
            cells: Self::CELLS,
            outputs: Self::OUTPUTS,
            characters: Self::CHARACTERS,
        }
    }
}

/// Why a file is not read as a notebook. It can be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotebookError {
    /// It is not JSON, or not all of it.
    NotJson {
        /// The line where it ceases to be, counted from 1.
        line: u64,
        /// The byte in that line, counted from 1; 0 at the end of the line before.
        column: u64,
    },
    /// It is JSON without a list of cells.
    NoCells,
}

impl fmt::Display for NotebookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { line, column } => {
                write!(f, "no JSON from line {line}, byte {column} on")
            }
            Self::NoCells => f.write_str("JSON without a list of cells"),
        }
    }
}

impl std::error::Error for NotebookError {}

/// Parses a notebook from all its bytes.
///
/// Time is linear in their number. A byte-order mark before them is skipped. Malformed cells and
/// outputs are left out and counted.
///
/// # Errors
///
/// [`NotebookError`] if it is not a notebook.
pub fn notebook(bytes: &[u8], limits: &NotebookLimits) -> Result<Notebook, NotebookError> {
    let json = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let file: &RawValue = serde_json::from_str(&json).map_err(|error| NotebookError::NotJson {
        line: error.line() as u64,
        column: error.column() as u64,
    })?;
    let (mut cells, mut worksheets, mut metadata) = (None, None, None);
    let (mut major, mut minor) = (None, None);
    each_member(file, &mut |name, value| match name {
        "cells" => cells = Some(value),
        "worksheets" => worksheets = Some(value),
        "metadata" => metadata = Some(value),
        "nbformat" => major = natural(value),
        "nbformat_minor" => minor = natural(value),
        _ => {}
    })
    .ok_or(NotebookError::NoCells)?;

    let mut reader = Reader {
        limits,
        notebook: Notebook {
            format: major.map(|major| (major, minor.unwrap_or_default())),
            language: metadata.and_then(language),
            cells: Vec::new(),
            cell_count: 0,
            unreadable: 0,
            replaced: matches!(json, Cow::Owned(_)),
        },
    };
    match (cells, worksheets) {
        (Some(cells), _) => reader.read(cells),
        (None, Some(worksheets)) => each_element(worksheets, &mut |sheet| reader.read_sheet(sheet)),
        (None, None) => None,
    }
    .ok_or(NotebookError::NoCells)?;
    Ok(reader.notebook)
}

struct Reader<'l> {
    limits: &'l NotebookLimits,
    notebook: Notebook,
}

impl Reader<'_> {
    /// Reads a list of cells. None if it is no list.
    fn read(&mut self, cells: &RawValue) -> Option<()> {
        each_element(cells, &mut |cell| self.read_cell(cell))
    }

    fn read_sheet(&mut self, sheet: &RawValue) {
        let mut cells = None;
        each_member(sheet, &mut |name, value| {
            if name == "cells" {
                cells = Some(value);
            }
        });
        if cells.and_then(|cells| self.read(cells)).is_none() {
            self.notebook.unreadable += 1;
        }
    }

    fn read_cell(&mut self, cell: &RawValue) {
        let notebook = &mut self.notebook;
        notebook.cell_count += 1;
        let number = notebook.cell_count;
        if number < self.limits.first_cell || notebook.cells.len() >= self.limits.cells {
            return;
        }
        let Some(read) = cell::read(cell, number, self.limits) else {
            notebook.unreadable += 1;
            return;
        };
        notebook.unreadable += read.unreadable;
        if notebook.language.is_none() {
            notebook.language = read.language.and_then(name);
        }
        notebook.cells.push(read.cell);
    }
}

/// The language that the metadata of a notebook names.
fn language(metadata: &RawValue) -> Option<String> {
    let (mut info, mut kernel) = (None, None);
    each_member(metadata, &mut |name, value| match name {
        "language_info" => info = Some(value),
        "kernelspec" => kernel = Some(value),
        _ => {}
    });
    let of = |object: Option<&RawValue>, member: &str| {
        let mut found = None;
        each_member(object?, &mut |name, value| {
            if name == member {
                found = Some(value);
            }
        });
        found.and_then(self::name)
    };
    of(info, "name").or_else(|| of(kernel, "language"))
}

/// A name that is a string and not empty.
fn name(value: &RawValue) -> Option<String> {
    let mut clip = Clip::new(MAX_NAME);
    clip.push(&text(value)?);
    Some(clip.finish().0).filter(|name| !name.is_empty())
}
