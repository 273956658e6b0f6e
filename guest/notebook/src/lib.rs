//! A Jupyter notebook as cells: bytes in, facts out.
//!
//! Formats 2, 3 (`worksheets`) and 4 are read. If an object has several members of one name, the
//! last one counts, as in Python. What is not shown, such as the data of images, is passed over and
//! never kept.
//!
//! The input is untrusted. No input makes [`notebook()`] panic; what it keeps is bounded by
//! [`NotebookLimits`], whatever the size of the file.

mod cell;
mod clip;
mod json;
mod output;

pub use cell::{Cell, CellKind};
pub use output::{Media, Output, OutputKind};

use json::{Json, NotJson, Parsed};
use output::short_text;
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
    /// The first cell that was asked for and is left out, because those before it take as much
    /// memory as they may.
    pub next: Option<u64>,
    /// How many cells the file has.
    pub cell_count: u64,
    /// How many of the requested cells, or of their outputs, are left out because they are
    /// malformed.
    pub unreadable: u64,
}

/// Masks a text. The flag says that lines before it are not known.
pub type Mask<'m> = &'m dyn Fn(String, bool) -> String;

/// How much of a text is masked beyond what is kept: the length of a secret that may be cut.
const MASKED_BEYOND: usize = 4096;

/// Which cells are wanted, and how much of them.
///
/// Memory is bounded by these: with the defaults, a file of any size takes at most 32 MiB.
#[derive(Clone, Copy)]
pub struct NotebookLimits<'m> {
    /// What masks every text, before some of it is left out.
    pub mask: Option<Mask<'m>>,
    /// The first cell, counted from 1.
    pub first_cell: u64,
    /// The most cells.
    pub cells: usize,
    /// The most bytes of the source of a cell.
    pub source: usize,
    /// The most outputs of a cell.
    pub outputs: usize,
    /// The most characters of an output.
    pub characters: usize,
    /// The number of bytes of memory after which no other cell is kept.
    pub memory: usize,
}

impl NotebookLimits<'_> {
    /// 1000 cells: some times more than any notebook that people work in.
    pub const CELLS: usize = 1000;
    /// A little more than 1 MiB of the source of a cell: more than is shown of one.
    pub const SOURCE: usize = (1 << 20) + 4;
    /// 20 outputs of a cell.
    pub const OUTPUTS: usize = 20;
    /// 2000 characters of an output: some thirty lines.
    pub const CHARACTERS: usize = 2000;
    /// 16 MiB of all cells.
    pub const MEMORY: usize = 16 << 20;

    fn beyond(&self) -> usize {
        self.mask.map_or(0, |_| MASKED_BEYOND)
    }
}

impl Default for NotebookLimits<'_> {
    fn default() -> Self {
        Self {
            mask: None,
            first_cell: 1,
            cells: Self::CELLS,
            source: Self::SOURCE,
            outputs: Self::OUTPUTS,
            characters: Self::CHARACTERS,
            memory: Self::MEMORY,
        }
    }
}

/// Why a file is not read as a notebook. It can be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotebookError {
    /// It is not JSON, or not all of it.
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

/// Parses a notebook from its bytes, which come in pieces until there is none.
///
/// Time is linear in their number. A byte-order mark before them is skipped. Malformed cells and
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

/// The cells of a notebook, as far as they are wanted.
struct CellList<'l> {
    limits: &'l NotebookLimits<'l>,
    cells: Vec<Cell>,
    next: Option<u64>,
    count: u64,
    unreadable: u64,
    /// The number of bytes that the cells take.
    taken: usize,
    /// The language of the first cell that names one.
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

/// Returns about how many bytes of memory a cell takes.
fn memory(cell: &Cell) -> usize {
    let media = |output: &Output| -> usize {
        output.media.iter().map(|media| size_of::<Media>() + media.mime.len()).sum()
    };
    let outputs = cell.outputs.iter();
    let outputs: usize =
        outputs.map(|output| size_of::<Output>() + output.text.len() + media(output)).sum();
    size_of::<Cell>() + cell.source.len() + outputs
}

/// Returns the language that the metadata of a notebook names.
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

/// Returns a member that is a string and not empty.
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
