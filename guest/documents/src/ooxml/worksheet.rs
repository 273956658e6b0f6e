//! Reads the cells of a sheet.

use super::Relationships;
use super::cell_styles::CellStyles;
use super::number_format::{NumberFormat, iso_date, unformatted};
use super::runs::Runs;
use super::shared_strings::{SharedStrings, unescape};
use crate::Limit;
use crate::color::Paint;
use crate::error::{Fault, Outcome};
use crate::formula::{moved, with_formula};
use crate::markdown::{cell_name, parse_cell_name};
use crate::sheet::Sheet;
use crate::table_budget::TableBudget;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Visit};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The maximum size of a cell in bytes: many times more than any application writes.
const MAX_CELL: usize = 1 << 20;

/// The memory of a shared formula in bytes.
const SHARED: usize = 96;

/// The data shared by all sheets of a workbook.
pub(super) struct Workbook {
    pub(super) strings: SharedStrings,
    pub(super) styles: CellStyles,
    pub(super) is_1904: bool,
}

/// The state of reading the cells of a sheet.
pub(super) struct Worksheet<'w> {
    pub(super) writer: &'w mut Writer,
    pub(super) sheet: &'w mut Sheet,
    workbook: &'w Workbook,
    relationships: &'w Relationships,
    /// Whether white text may have a background that its style does not mention.
    has_ground: bool,
    row: u64,
    /// The column of the cell being read, or the next one.
    column: usize,
    kind: CellKind,
    style: Option<usize>,
    is_cell: bool,
    /// Whether even pages, and the first one, have other headers.
    has_headers: [bool; 2],
    into: Into,
    has_value: bool,
    value: String,
    /// The runs of the texts that are not shared.
    runs: Runs,
    formula: String,
    /// The index of a shared formula, and the texts of those that have one, after their cells: in
    /// the other cells it is relative to theirs.
    shared: Option<u64>,
    shared_in: BTreeMap<String, String>,
    /// The range of an array formula.
    range: String,
    budget: TableBudget,
}

/// How the value of a cell is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Number,
    SharedString,
    Boolean,
    /// As literal text.
    Text,
    /// The same, from a formula. It may be empty.
    FormulaText,
    /// An ISO date, or an error, which no format hides.
    Date,
    Error,
}

/// The destination of text.
#[derive(Clone, Copy)]
enum Into {
    Nothing,
    Value,
    Formula,
}

impl<'w> Worksheet<'w> {
    pub(super) fn new(
        writer: &'w mut Writer,
        sheet: &'w mut Sheet,
        workbook: &'w Workbook,
        relationships: &'w Relationships,
        has_ground: bool,
        budget: TableBudget,
    ) -> Self {
        Self {
            writer,
            sheet,
            workbook,
            relationships,
            has_ground,
            row: 0,
            column: 0,
            kind: CellKind::Number,
            style: None,
            is_cell: false,
            has_headers: [false; 2],
            into: Into::Nothing,
            has_value: false,
            value: String::new(),
            runs: Runs::default(),
            formula: String::new(),
            shared: None,
            shared_in: BTreeMap::new(),
            range: String::new(),
            budget,
        }
    }

    /// Keeps a formula that other cells share, or gives the cell the one that it shares.
    fn share_formula(&mut self) {
        let Some(index) = self.shared.take() else { return };
        if !self.formula.is_empty() {
            if self.budget.take(SHARED + self.formula.len()).is_ok() {
                let cell = format!("{} {}", cell_name(self.column, self.row), self.formula);
                self.shared_in.insert(index.to_string(), cell);
            }
        } else if self.value.is_empty() || self.writer.has_all {
            let shared = self.shared_in.get(&index.to_string());
            let shared = shared.and_then(|shared| {
                let (cell, formula) = shared.split_once(' ')?;
                let (column, row) = parse_cell_name(cell)?;
                let columns = self.column as i64 - column as i64;
                Some(moved(formula, columns, self.row as i64 - row as i64))
            });
            self.formula = shared.unwrap_or_else(|| "…".into());
        } else {
            self.formula.push('…');
        }
    }

    fn end_cell(&mut self) -> Outcome {
        self.share_formula();
        let format = self.workbook.styles.format(self.style);
        let mut is_hidden = self.sheet.under.covers(self.row, self.column);
        if matches!(self.kind, CellKind::SharedString | CellKind::Text | CellKind::FormulaText) {
            is_hidden |= format.is_some_and(|format| format.hides_text);
        }
        let value = match self.kind {
            CellKind::FormulaText if self.value.is_empty() && self.has_value => Cow::Borrowed(""),
            // A formula that was never calculated.
            _ if self.value.is_empty() && !self.formula.is_empty() && !self.writer.has_all => {
                Cow::Owned(format!("={}", std::mem::take(&mut self.formula)))
            }
            _ if self.value.is_empty() => Cow::Borrowed(""),
            CellKind::SharedString => match self.workbook.strings.get(&self.value)? {
                Some(text) => shown_text(format, unescape(text)),
                None => return Err(Fault::Damaged("a cell has a string that is missing")),
            },
            CellKind::Boolean => {
                let value = self.value.trim();
                let is_false = value == "0" || value.eq_ignore_ascii_case("false");
                Cow::Borrowed(if is_false { "FALSE" } else { "TRUE" })
            }
            CellKind::Text | CellKind::FormulaText => shown_text(format, unescape(&self.value)),
            CellKind::Date => Cow::Owned(iso_date(format, &self.value)),
            CellKind::Error => unescape(&self.value),
            CellKind::Number => match format {
                Some(format) if format.hides(&self.value) => {
                    is_hidden = true;
                    Cow::Borrowed(self.value.trim())
                }
                Some(format) => Cow::Owned(format.show(&self.value, self.workbook.is_1904)),
                None => Cow::Owned(unformatted(&self.value)),
            },
        };
        let is_shared = self.kind == CellKind::SharedString;
        let runs = if is_shared { &self.workbook.strings.runs } else { &self.runs };
        let (font, fill) = self.workbook.styles.look(self.style);
        let is_unknown = fill == Paint::Clear && self.has_ground;
        let ground = if is_unknown { Paint::Unknown } else { fill };
        let value = self.writer.cell_runs(&value, &|run| {
            let look = runs.look(run).or(font);
            (look, is_hidden || look.hides_on([ground]))
        })?;
        // Its other cells have no formula.
        if self.writer.has_all && self.range.contains(':') {
            self.formula += &format!(" in {}", self.range);
        }
        let value = with_formula(value, &self.formula, self.writer);
        self.sheet.cell(self.writer, self.column, &value)?;
        self.column += 1;
        Ok(())
    }
}

fn shown_text<'a>(format: Option<&NumberFormat>, text: Cow<'a, str>) -> Cow<'a, str> {
    match format {
        Some(format) => format.show_text(text),
        None => text,
    }
}

impl Handler for Worksheet<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            "v" | "t" if self.is_cell => {
                self.into = Into::Value;
                self.has_value = true;
            }
            "c" => {
                self.is_cell = true;
                self.has_value = false;
                self.runs.begin();
                self.value.clear();
                self.formula.clear();
                self.range.clear();
                let name = element.attr("r").and_then(|name| parse_cell_name(&name));
                self.column = name.map_or(self.column, |(column, _)| column);
                self.style = element.number("s").and_then(|style| style.try_into().ok());
                self.kind = match element.attr("t").as_deref() {
                    Some("s") => CellKind::SharedString,
                    Some("b") => CellKind::Boolean,
                    Some("str") => CellKind::FormulaText,
                    Some("inlineStr") => CellKind::Text,
                    Some("d") => CellKind::Date,
                    Some("e") => CellKind::Error,
                    _ => CellKind::Number,
                };
            }
            "f" if self.is_cell => {
                self.into = Into::Formula;
                self.shared = element.number("si");
                if element.attr("t").is_some_and(|kind| kind == "array") {
                    self.range = element.short("ref");
                }
            }
            "row" => {
                self.row = element.number("r").unwrap_or(self.row + 1);
                self.column = 0;
                let is_hidden = element.is_on("hidden") || element.decimal("ht") == Some(0.0);
                self.sheet.begin_row(self.row, self.row, is_hidden);
            }
            "col" if element.is_on("hidden") || element.decimal("width") == Some(0.0) => {
                let column = |name| element.number(name).unwrap_or(1).saturating_sub(1) as usize;
                self.sheet.hide_columns(column("min"), column("max"));
            }
            "headerFooter" => {
                self.has_headers =
                    ["differentOddEven", "differentFirst"].map(|is| element.is_on(is));
            }
            "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader"
            | "firstFooter" => {
                self.into = Into::Value;
                self.value.clear();
            }
            "mergeCell" => self.sheet.merge(&element.attr("ref").unwrap_or_default()),
            "hyperlink" => {
                let target = self.relationships.link(element, "location").unwrap_or_default();
                self.sheet.link(self.writer, &element.short("ref"), &target)?;
            }
            "rPh" | "phoneticPr" | "extLst" | "customSheetViews" => return Ok(Visit::Skip),
            _ if self.is_cell => self.runs.set(element),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "v" | "t" | "f" => self.into = Into::Nothing,
            "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader"
            | "firstFooter" => {
                self.into = Into::Nothing;
                let [has_even, has_first] = self.has_headers;
                let is_hidden =
                    !has_even && name.starts_with('e') || !has_first && name.starts_with("fi");
                self.writer.sheet_header(name.ends_with("Footer"), &self.value, is_hidden)?;
            }
            "c" => {
                self.is_cell = false;
                self.end_cell()?;
            }
            "row" => drop(self.sheet.end_row(self.writer)?),
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.value.len() + self.formula.len() + text.len() > MAX_CELL {
            return Err(Fault::TooLarge(Limit::Token));
        }
        match self.into {
            Into::Nothing => {}
            Into::Value => self.runs.push(&mut self.value, text),
            Into::Formula => self.formula.push_str(text),
        }
        Ok(())
    }
}
