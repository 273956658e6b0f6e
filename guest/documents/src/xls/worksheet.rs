//! Reads the cells of a sheet of a binary workbook.

use super::records::{BEGIN, END, Records};
use super::workbook::Workbook;
use crate::error::{Fault, Outcome};
use crate::markdown::{cell_name, one_line};
use crate::ooxml::general_number;
use crate::sheet::Sheet;
use crate::table_budget::TableBudget;
use crate::writer::{Block, Writer};
use crate::zip::{u16_at, u16s, u32_at};
use std::collections::{BTreeMap, BTreeSet};

/// The last column, counted from 0: `IV`.
const LAST_COLUMN: u16 = 255;
/// The memory of a text or a note in addition to its text, in bytes.
const ENTRY: usize = 64;

/// The state of reading the cells of a sheet.
pub(super) struct Worksheet<'w> {
    writer: &'w mut Writer,
    sheet: &'w mut Sheet,
    workbook: &'w Workbook,
    row: Option<u16>,
    hidden_rows: BTreeSet<u16>,
    /// The cell whose formula has a text as value, which follows.
    formula: Option<Cell>,
    /// Whether a formula of the sheet has a value, once it is known.
    has_values: Option<bool>,
    /// The id of the last object, and its type.
    object: (u16, u16),
    /// The cell of the next object.
    anchor: Option<(u16, u16)>,
    /// The texts that follow the cells.
    pub(super) notes: Notes,
    /// The last cell, by row and column.
    last: Option<(u16, u16)>,
    /// The cells with their texts, if they are not in order.
    unordered: Option<Unordered>,
    budget: TableBudget,
}

type Unordered = BTreeMap<(u16, u16), String>;

/// The place of a cell, and its style.
#[derive(Clone, Copy)]
struct Cell {
    row: u16,
    column: u16,
    style: u16,
}

/// The texts of a sheet outside of its cells.
#[derive(Default)]
pub(super) struct Notes {
    /// The cells with comments, and the objects that have their texts.
    cells: Vec<(u16, u16, u16)>,
    texts: BTreeMap<u16, String>,
    /// The texts of other objects, with their kinds and cells.
    shapes: Vec<String>,
    /// Whether the cells are not in order, so that reading ended.
    pub(super) is_unordered: bool,
}

impl<'w> Worksheet<'w> {
    pub(super) fn new(
        writer: &'w mut Writer,
        sheet: &'w mut Sheet,
        workbook: &'w Workbook,
        budget: TableBudget,
    ) -> Self {
        Self {
            writer,
            sheet,
            workbook,
            row: None,
            hidden_rows: BTreeSet::new(),
            formula: None,
            has_values: None,
            object: (0, 0),
            anchor: None,
            notes: Notes::default(),
            last: None,
            unordered: None,
            budget,
        }
    }

    /// Reads the records after the one that begins the sheet. Its cells may not be in order.
    pub(super) fn read_in(&mut self, records: &mut Records<'_, '_>, is_unordered: bool) -> Outcome {
        self.unordered = is_unordered.then(Unordered::new);
        let read = self.read(records);
        for ((row, column), text) in self.unordered.take().unwrap_or_default() {
            self.write(row, column, &text)?;
        }
        self.end_row()?;
        read
    }

    fn read(&mut self, records: &mut Records<'_, '_>) -> Outcome {
        // Embedded charts begin and end like sheets.
        let mut depth = 1_u64;
        while let Some(kind) = records.next()? {
            match kind {
                BEGIN => {
                    depth += 1;
                    self.writer.facts.left_out.charts += 1;
                }
                END if depth == 1 => break,
                END => depth -= 1,
                kind if depth == 1 => self.record(kind, records)?,
                _ => {}
            }
        }
        self.end_row()
    }

    fn record(&mut self, kind: u16, records: &mut Records<'_, '_>) -> Outcome {
        let cell = Cell { row: records.u16(0), column: records.u16(2), style: records.u16(4) };
        match kind {
            // LABELSST
            0x00fd => self.text(cell, self.workbook.string(records.u32(6))?)?,
            // LABEL, RSTRING
            0x0204 | 0x00d6 => self.text(cell, &records.string_at(6, false)?)?,
            // NUMBER
            0x0203 => self.number(cell, records.f64(6))?,
            // RK
            0x027e => self.number(cell, compressed(records.u32(6)))?,
            // MULRK: several of these, and the last column.
            0x00bd => {
                let cells = records.data().len().saturating_sub(6) / 6;
                for at in 0..cells {
                    let column = cell.column.saturating_add(at as u16);
                    let style = records.u16(4 + 6 * at);
                    let number = compressed(records.u32(6 + 6 * at));
                    self.number(Cell { column, style, ..cell }, number)?;
                }
            }
            // BOOLERR
            0x0205 => self.fixed(cell, records.u8(7) != 0, records.u8(6))?,
            // FORMULA: its value is a number, or its last bytes say what else.
            0x0006 | 0x0206 | 0x0406 => {
                self.writer.facts.formulas += 1;
                match (records.u16(12), records.u8(6)) {
                    (0xffff, 0) => self.formula = Some(cell),
                    (0xffff, 1) => self.fixed(cell, false, records.u8(8))?,
                    (0xffff, 2) => self.fixed(cell, true, records.u8(8))?,
                    // Nothing, or a value that was never calculated.
                    (0xffff, _) if self.has_values(records)? => {}
                    (0xffff, _) => self.cell(cell, "=…", false)?,
                    _ => {
                        self.has_values = Some(true);
                        self.number(cell, records.f64(6))?;
                    }
                }
            }
            // STRING
            0x0207 => {
                if let Some(cell) = self.formula.take() {
                    self.text(cell, &records.string_at(0, false)?)?;
                }
            }
            // ROW
            0x0208 if records.u16(12) & 0x20 != 0 || records.u16(6) == 0 => {
                self.hidden_rows.insert(cell.row);
            }
            // COLINFO
            0x007d if records.u16(8) & 1 != 0 || records.u16(4) == 0 => {
                self.sheet.hide_columns(cell.row.into(), cell.column.into());
            }
            // MERGEDCELLS
            0x00e5 => self.merged(records),
            // HLINK
            0x01b8 => {
                let target = link_target(records.data()).unwrap_or_default();
                let [first, last] = [(0, 4), (2, 6)]
                    .map(|(row, column)| name(records.u16(row), records.u16(column)));
                let is_cell = first == last;
                let range = if is_cell { first } else { format!("{first}:{last}") };
                self.sheet.link(self.writer, &range, &target)?;
            }
            // HEADER, FOOTER
            0x0014 | 0x0015 if !records.data().is_empty() => {
                let code = records.string_at(0, false)?;
                self.writer.sheet_header(kind == 0x0015, &code, false)?;
            }
            // MSODRAWING
            0x00ec => self.anchor = anchor(records.data()).or(self.anchor),
            // OBJ, TXO, NOTE
            0x005d | 0x01b6 | 0x001c => self.object(kind, records)?,
            _ => {}
        }
        Ok(())
    }

    /// Returns whether a formula of the sheet has a value: some programs write none.
    fn has_values(&mut self, records: &mut Records<'_, '_>) -> Outcome<bool> {
        if let Some(known) = self.has_values {
            return Ok(known);
        }
        let next = records.offset();
        let mut has_values = false;
        while !has_values && let Some(kind) = records.next()?.filter(|kind| *kind != END) {
            has_values = matches!(kind, 0x0006 | 0x0206 | 0x0406)
                && (records.u16(12), records.u8(6)) != (0xffff, 3);
        }
        records.seek(next);
        self.has_values = Some(has_values);
        Ok(has_values)
    }

    fn object(&mut self, kind: u16, records: &mut Records<'_, '_>) -> Outcome {
        const PICTURE: u16 = 8;
        const NOTE: u16 = 0x19;
        match kind {
            0x005d => {
                self.object = (records.u16(6), records.u16(4));
                self.writer.facts.left_out.images += u64::from(self.object.1 == PICTURE);
            }
            0x001c => {
                self.budget.take(ENTRY)?;
                self.notes.cells.push((records.u16(0), records.u16(2), records.u16(6)));
            }
            _ => {
                let text = records.string_after(records.u16(10))?;
                self.budget.take(ENTRY + text.len())?;
                let kind = match self.object {
                    (id, NOTE) => {
                        self.notes.texts.insert(id, text);
                        return Ok(());
                    }
                    (_, 7 | 0x0b..=0x14) => "Control",
                    _ => "Shape",
                };
                let cell = self.anchor.map(|(row, column)| format!(" {}", name(row, column)));
                if !text.trim().is_empty() {
                    self.notes.shapes.push(format!("{kind}{}: {text}", cell.unwrap_or_default()));
                }
            }
        }
        Ok(())
    }

    fn merged(&mut self, records: &Records<'_, '_>) {
        let numbers: Vec<u16> = u16s(records.data().get(2..).unwrap_or_default()).collect();
        for [top, bottom, left, right] in numbers.as_chunks().0 {
            self.sheet.merge(&format!("{}:{}", name(*top, *left), name(*bottom, *right)));
        }
    }

    fn text(&mut self, cell: Cell, text: &str) -> Outcome {
        match self.workbook.format(cell.style) {
            Some(format) => self.cell(cell, &format.show_text(text.into()), format.hides_text),
            None => self.cell(cell, text, false),
        }
    }

    fn number(&mut self, cell: Cell, number: f64) -> Outcome {
        let stored = general_number(number);
        match self.workbook.format(cell.style) {
            Some(format) if format.hides(&stored) => self.cell(cell, &stored, true),
            Some(format) => self.cell(cell, &format.show(&stored, self.workbook.is_1904), false),
            None => self.cell(cell, &stored, false),
        }
    }

    /// Adds a cell with an error or a Boolean.
    fn fixed(&mut self, cell: Cell, is_error: bool, value: u8) -> Outcome {
        let text = match (is_error, value) {
            (false, 0) => "FALSE",
            (false, _) => "TRUE",
            (true, 0x00) => "#NULL!",
            (true, 0x07) => "#DIV/0!",
            (true, 0x0f) => "#VALUE!",
            (true, 0x17) => "#REF!",
            (true, 0x1d) => "#NAME?",
            (true, 0x24) => "#NUM!",
            (true, _) => "#N/A",
        };
        self.cell(cell, text, false)
    }

    fn cell(&mut self, cell: Cell, text: &str, is_hidden: bool) -> Outcome {
        self.formula = None;
        let Cell { row, column, style } = cell;
        let is_hidden = is_hidden || self.sheet.under.covers(u64::from(row) + 1, column.into());
        let text = self.writer.cell_runs(text, &|font| {
            let (look, is_lost) = self.workbook.look(style, font);
            (look, is_hidden || is_lost)
        })?;
        if let Some(cells) = &mut self.unordered {
            self.budget.take(ENTRY + text.len())?;
            cells.insert((row, column), text.into_owned());
            return Ok(());
        }
        if self.last.replace((row, column)) >= Some((row, column)) {
            self.notes.is_unordered = true;
            return Err(Fault::Damaged("its cells are not in order"));
        }
        self.write(row, column, &text)
    }

    fn write(&mut self, row: u16, column: u16, text: &str) -> Outcome {
        if self.row != Some(row) {
            self.end_row()?;
            let number = u64::from(row) + 1;
            self.sheet.begin_row(number, number, self.hidden_rows.contains(&row));
            self.row = Some(row);
        }
        self.sheet.cell(self.writer, column.into(), text)
    }

    fn end_row(&mut self) -> Outcome {
        self.sheet.end_row(self.writer).map(drop)
    }
}

impl Notes {
    /// Writes the comments, each on a line, and the texts of other objects.
    pub(super) fn write(self, writer: &mut Writer) -> Outcome {
        for shape in &self.shapes {
            writer.push(shape)?;
            writer.end_paragraph(&Block::Plain)?;
        }
        for (row, column, object) in self.cells {
            let text = self.texts.get(&object).map(String::as_str).unwrap_or_default();
            let (text, cell) = (one_line(text), name(row, column));
            writer.facts.unseen.comments += 1;
            writer.push(&format!("Comment {cell}: {text}"))?;
            writer.end_paragraph(&Block::Plain)?;
        }
        Ok(())
    }
}

fn name(row: u16, column: u16) -> String {
    cell_name(column.into(), u64::from(row) + 1)
}

/// Returns the address in the link of a range of cells. `None` if it leads to cells.
fn link_target(record: &[u8]) -> Option<String> {
    const URL: [u8; 4] = [0xe0, 0xc9, 0xea, 0x79];
    const FILE: [u8; 4] = [0x03, 0x03, 0x00, 0x00];
    const ID: usize = 16;
    let (flags, mut rest) = (u32_at(record, 28)?, record.get(32..)?);
    // The texts before the address: that of the cell, and the name of a frame.
    for flag in [0x10, 0x80] {
        if flags & flag != 0 {
            rest = rest.get(4 + 2 * u32_at(rest, 0)? as usize..)?;
        }
    }
    if flags & 1 == 0 {
        return None;
    }
    let id: &[u8; 4] = rest.first_chunk()?;
    let units: Vec<u16> = match *id {
        _ if flags & 0x100 != 0 => u16s(rest.get(4..)?).take(u32_at(rest, 0)? as usize).collect(),
        URL => u16s(rest.get(ID + 4..)?).take(u32_at(rest, ID)? as usize / 2).collect(),
        // One byte for each character.
        FILE => rest
            .get(ID + 6..)?
            .iter()
            .take(u32_at(rest, ID + 2)? as usize)
            .map(|c| u16::from(*c))
            .collect(),
        _ => return None,
    };
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    Some(String::from_utf16_lossy(units.get(..end)?))
}

/// Returns the row and column of the last object in a part of a drawing.
fn anchor(drawing: &[u8]) -> Option<(u16, u16)> {
    const HEADER: [u8; 6] = [0x10, 0xf0, 18, 0, 0, 0];
    let at = drawing.windows(HEADER.len()).rposition(|window| window == HEADER)?;
    let column = u16_at(drawing, at + 8).filter(|column| *column <= LAST_COLUMN)?;
    Some((u16_at(drawing, at + 12)?, column))
}

/// Returns a number that is stored in four bytes: an integer, or the upper half of a double, which
/// may be in hundredths.
fn compressed(stored: u32) -> f64 {
    let number = if stored & 2 == 0 {
        f64::from_bits(u64::from(stored & !3) << 32)
    } else {
        f64::from(stored as i32 >> 2)
    };
    if stored & 1 == 0 { number } else { number / 100.0 }
}
