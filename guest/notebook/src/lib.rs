//! A Jupyter notebook as cells: bytes in, facts out.
//!
//! Formats 2, 3 (`worksheets`) and 4 are supported. If an object has several members with one name,
//! the last one counts, as in Python. Data that is not shown, such as images, is skipped and never
//! kept.
//!
//! The input is untrusted. No input makes [`notebook()`] panic; memory is bounded by
//! [`NotebookLimits`], regardless of the size of the file.

mod cell;
mod clip;
mod json;
mod limits;
mod output;

pub use cell::Cell;
pub use limits::{Mask, NotebookLimits};
pub use output::{Media, Output};
pub use readroom_types::{CellKind, OutputKind};

use json::{Json, NotJson, Parsed};
use output::short_text;
use std::fmt;

/// A notebook, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notebook {
    /// The format, its major and minor number. `None` if the file states none.
    pub format: Option<(u64, u64)>,
    /// The language of the code, as named by the kernel; at most 100 characters. `None` if the file
    /// states none.
    pub language: Option<String>,
    /// The requested cells, in order.
    pub cells: Vec<Cell>,
    /// The first requested cell that is left out because the previous ones reach the memory limit.
    pub next: Option<u64>,
    /// The number of cells in the file.
    pub cell_count: u64,
    /// The number of requested cells and outputs left out because they are malformed.
    pub unreadable: u64,
}

/// Why a file is not read as a notebook. It can still be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotebookError {
    /// It is not JSON, or not entirely.
    NotJson,
    /// It is JSON without a list of cells.
    NoCells,
}

impl fmt::Display for NotebookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotJson => "not JSON",
            Self::NoCells => "JSON without a list of cells",
        })
    }
}

impl std::error::Error for NotebookError {}

impl From<NotJson> for NotebookError {
    fn from(NotJson: NotJson) -> Self {
        Self::NotJson
    }
}

/// Parses a notebook from all its bytes, as [`notebook_in_pieces`] does.
///
/// # Errors
///
/// [`NotebookError`] if it is not a notebook.
pub fn notebook(bytes: &[u8], limits: &NotebookLimits<'_>) -> Result<Notebook, NotebookError> {
    let mut pieces = bytes.chunks(PIECE_BYTES).map(<[u8]>::to_vec);
    notebook_in_pieces(&mut || pieces.next(), limits)
}

const PIECE_BYTES: usize = 64 * 1024;

/// Parses a notebook from its bytes, which arrive in pieces up to the first `None`.
///
/// Time is linear in the number of bytes. A leading byte-order mark is skipped. Malformed cells and
/// outputs are left out and counted.
///
/// # Errors
///
/// [`NotebookError`] if it is not a notebook.
pub fn notebook_in_pieces(
    pieces: &mut dyn FnMut() -> Option<Vec<u8>>,
    limits: &NotebookLimits<'_>,
) -> Result<Notebook, NotebookError> {
    let mut json = Json::new(pieces);
    let (mut cells, mut worksheets, mut language) = (None, None, None);
    let (mut major, mut minor) = (None, None);
    let is_object = json.each_member(&mut |json, name| {
        match name {
            "cells" => {
                let mut list = CellList::new(limits);
                cells = list.read(json)?.then_some(list);
            }
            "worksheets" => {
                let mut list = CellList::new(limits);
                let is_array = json.each_element(&mut |json| list.read_sheet(json))?;
                worksheets = is_array.then_some(list);
            }
            "metadata" => language = language_of(json)?,
            "nbformat" => major = json.natural()?,
            "nbformat_minor" => minor = json.natural()?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    json.end()?;
    let list = cells.or(worksheets).filter(|_| is_object).ok_or(NotebookError::NoCells)?;
    Ok(Notebook {
        format: major.map(|major| (major, minor.unwrap_or_default())),
        language: language.or(list.language),
        cells: list.cells,
        next: list.next,
        cell_count: list.count,
        unreadable: list.unreadable,
    })
}

/// The requested cells of a notebook.
struct CellList<'l> {
    limits: &'l NotebookLimits<'l>,
    cells: Vec<Cell>,
    next: Option<u64>,
    count: u64,
    unreadable: u64,
    /// The memory of the cells in bytes.
    taken: usize,
    /// The language of the first cell that states one.
    language: Option<String>,
}

impl<'l> CellList<'l> {
    fn new(limits: &'l NotebookLimits<'l>) -> Self {
        Self {
            limits,
            cells: Vec::new(),
            next: None,
            count: 0,
            unreadable: 0,
            taken: 0,
            language: None,
        }
    }

    /// Reads a list of cells. Returns whether the value is one.
    fn read(&mut self, json: &mut Json<'_>) -> Parsed<bool> {
        json.each_element(&mut |json| self.read_cell(json))
    }

    fn read_sheet(&mut self, json: &mut Json<'_>) -> Parsed<()> {
        let mut has_cells = false;
        json.each_member(&mut |json, name| {
            if name == "cells" {
                has_cells = self.read(json)?;
                return Ok(());
            }
            json.skip()
        })?;
        self.unreadable += u64::from(!has_cells);
        Ok(())
    }

    fn read_cell(&mut self, json: &mut Json<'_>) -> Parsed<()> {
        self.count += 1;
        let number = self.count;
        let is_wanted = number >= self.limits.first_cell && self.cells.len() < self.limits.cells;
        if !is_wanted || self.next.is_some() {
            return json.skip();
        }
        if self.taken >= self.limits.memory {
            self.next = Some(number);
            return json.skip();
        }
        let Some(read) = cell::read(json, number, self.limits)? else {
            self.unreadable += 1;
            return Ok(());
        };
        self.unreadable += read.unreadable;
        if self.language.is_none() {
            self.language = read.language.filter(|language| !language.is_empty());
        }
        self.taken += memory(&read.cell);
        self.cells.push(read.cell);
        Ok(())
    }
}

/// Returns the approximate memory of a cell in bytes.
fn memory(cell: &Cell) -> usize {
    let outputs: usize = cell.outputs.iter().map(Output::memory).sum();
    size_of::<Cell>() + cell.source.len() + outputs
}

/// Returns the language stated in the metadata of a notebook.
fn language_of(json: &mut Json<'_>) -> Parsed<Option<String>> {
    let (mut info, mut kernel) = (None, None);
    json.each_member(&mut |json, name| {
        match name {
            "language_info" => info = member(json, "name")?,
            "kernelspec" => kernel = member(json, "language")?,
            _ => json.skip()?,
        }
        Ok(())
    })?;
    Ok(info.or(kernel))
}

/// Returns a member that is a non-empty string.
fn member(json: &mut Json<'_>, wanted: &str) -> Parsed<Option<String>> {
    let mut found = None;
    json.each_member(&mut |json, name| {
        if name == wanted {
            found = short_text(json)?.filter(|name| !name.is_empty());
            return Ok(());
        }
        json.skip()
    })?;
    Ok(found)
}
