//! Reads the sheets of an OpenDocument workbook.
//!
//! Cells are stored with their displayed text, which is used except for dates, which are ISO, and
//! for `TRUE` and `FALSE`.

use super::equations::{self, Equation};
use super::forms::{Forms, ordered_id};
use super::layers::is_shape;
use super::styles::Styles;
use crate::error::Outcome;
use crate::formula::{of_open_document, with_formula};
use crate::limits::{LAST_COLUMN, LAST_ROW};
use crate::look::Look;
use crate::markdown::{cell_name, one_line};
use crate::ooxml::general_number;
use crate::sheet::Sheet;
use crate::symbols;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Visit};
use std::borrow::Cow;

/// The attributes with the size of the range that a formula fills.
const MATRIX: [&str; 2] = ["number-matrix-columns-spanned", "number-matrix-rows-spanned"];

/// The state of reading the sheets.
#[derive(Default)]
pub(super) struct Sheets {
    pub(super) writer: Writer,
    pub(super) styles: Styles,
    pub(super) equations: Vec<Equation>,
    forms: Forms,
    is_body: bool,
    sheet: Option<Sheet>,
    /// The row, counted from 1, its number of repetitions, and whether it is hidden.
    row: u64,
    row_repeats: u64,
    is_row_hidden: bool,
    /// The column, counted from 0, of the cell or the column definition.
    column: usize,
    defined_columns: usize,
    /// The looks that the columns from each of these, and the row, give to their cells.
    column_looks: Vec<(usize, Option<Look>)>,
    row_look: Option<Look>,
    /// The look of the cell, and of the open character styles in it.
    look: Look,
    spans: Vec<Look>,
    repeats: usize,
    value: String,
    formula: String,
    /// Whether the cell is covered by another.
    is_covered: bool,
    /// Whether the stored value is written instead of the displayed text.
    is_value: bool,
    is_cell: bool,
    /// Whether the value is a formula.
    is_formula: bool,
    /// The number of open tables in the cell, whose paragraphs are its own.
    tables: usize,
    /// The number of open paragraphs.
    paragraphs: usize,
    /// The number of open comments and shapes, and their text with its label.
    depth: usize,
    asides: Vec<(String, String)>,
}

impl Sheets {
    /// Ends the open sheet.
    pub(super) fn finish(&mut self) -> Outcome {
        let Some(mut sheet) = self.sheet.take() else { return Ok(()) };
        sheet.finish(&mut self.writer)?;
        self.writer.blank_line();
        for (label, text) in std::mem::take(&mut self.asides) {
            let text = one_line(&text);
            if !text.is_empty() || label.starts_with("Comment") {
                self.writer.push(&format!("{label}: {text}"))?;
                self.writer.end_paragraph(&Block::Plain)?;
            }
        }
        sheet.mark_empty(&mut self.writer)
    }

    /// Begins a comment or a shape, whose text follows the table.
    fn begin_aside(&mut self, label: &str, text: String) -> Outcome {
        let cell = format!("{label} {}", cell_name(self.column, self.row));
        let label = if self.is_cell { cell } else { label.to_owned() };
        self.writer.take(64 + text.len())?;
        self.asides.push((label, text));
        Ok(())
    }

    fn begin_cell(&mut self, element: &Element<'_>) {
        let number = |name| element.number(name).unwrap_or(1).max(1);
        self.repeats = number("number-columns-repeated").min(LAST_COLUMN as u64 + 1) as usize;
        self.is_covered = element.name() == "covered-table-cell";
        let look = self.cell_look(element, "style-name").or(self.row_look);
        let look = look.or_else(|| self.column_look());
        self.look = look.unwrap_or_else(|| self.styles.look("table-cell", ""));
        let kind = element.attr("value-type");
        self.is_value = kind.as_deref().is_some_and(|kind| matches!(kind, "date" | "boolean"));
        self.writer.take_paragraph();
        self.is_cell = true;
        let formula = element.attr("formula");
        self.formula = formula.map_or_else(String::new, |formula| of_open_document(&formula));
        // A formula that was not calculated, unless a paragraph follows.
        self.is_formula = kind.is_none() && !self.formula.is_empty() && !self.writer.has_all;
        self.value = match kind.as_deref() {
            None if self.is_formula => format!("={}", self.formula),
            None => String::new(),
            Some("date") => element.attr("date-value").unwrap_or_default().replace('T', " "),
            Some("string") => element.attr("string-value").unwrap_or_default().into_owned(),
            Some("time") => clock(&element.attr("time-value").unwrap_or_default()),
            Some("boolean") => {
                element.attr("boolean-value").unwrap_or_default().to_ascii_uppercase()
            }
            Some(kind) => displayed(kind, element),
        };
        let range = self.range(element, ["number-columns-spanned", "number-rows-spanned"]);
        if let Some((sheet, range)) = self.sheet.as_mut().zip(range) {
            sheet.merge(&range);
        }
        // Its other cells have no formula.
        if self.writer.has_all
            && !self.formula.is_empty()
            && let Some(range) = self.range(element, MATRIX)
        {
            self.formula += &format!(" in {range}");
        }
    }

    /// Returns the range that a cell is merged with, or that its formula fills, if there is one.
    fn range(&self, element: &Element<'_>, names: [&str; 2]) -> Option<String> {
        let [columns, rows] = names.map(|name| element.number(name).unwrap_or(1).max(1));
        if columns == 1 && rows == 1 {
            return None;
        }
        let columns = columns.min(LAST_COLUMN as u64 + 1) as usize;
        let last = (self.column + columns - 1).min(LAST_COLUMN);
        let last = cell_name(last, self.row + rows.min(LAST_ROW) - 1);
        Some(format!("{}:{last}", cell_name(self.column, self.row)))
    }

    /// Returns the look of the cell style that an element names, if it does.
    fn cell_look(&self, element: &Element<'_>, name: &str) -> Option<Look> {
        let style = element.short(name);
        (!style.is_empty()).then(|| self.styles.look("table-cell", &style))
    }

    fn column_look(&self) -> Option<Look> {
        let after = self.column_looks.partition_point(|(first, _)| *first <= self.column);
        self.column_looks.get(after.checked_sub(1)?)?.1
    }

    /// Appends text of the cell, with marks if it is raised or hidden.
    fn push_shown(&mut self, text: &str) -> Outcome {
        let look = self.spans.iter().rev().fold(Look::default(), |look, span| look.or(*span));
        let look = look.or(self.look);
        let text = &*symbols::shown(look.font.flatten(), text);
        let is_hidden = self.is_covered || look.hides_on(look.around);
        self.writer.set_marks(look.script.unwrap_or_default(), is_hidden, text)?;
        self.writer.push_collapsed(text)
    }

    fn end_cell(&mut self) -> Outcome {
        let shown = self.writer.take_paragraph();
        let has_formula = self.writer.has_all && !self.formula.is_empty();
        let is_empty = shown.is_empty() && self.value.is_empty() && !has_formula;
        let repeats = if is_empty { 0 } else { self.repeats };
        self.is_cell = false;
        self.spans.clear();
        if let Some(sheet) = self.sheet.as_mut().filter(|_| repeats > 0) {
            let is_hidden = self.is_covered
                || self.look.is_blank == Some(true)
                || self.look.hides_on(self.look.around);
            let text = if shown.is_empty() {
                self.writer.cell_text(&self.value, is_hidden)
            } else {
                Cow::Owned(Writer::own_text(&shown))
            };
            let formula = if self.is_formula { "" } else { &*self.formula };
            let text = with_formula(text, formula, &mut self.writer);
            let columns = self.column..=LAST_COLUMN;
            for column in columns.take(repeats) {
                sheet.cell(&mut self.writer, column, &text)?;
            }
        }
        self.column = (self.column + self.repeats).min(LAST_COLUMN + 1);
        Ok(())
    }

    /// Returns whether text belongs to the cell.
    fn is_shown(&self) -> bool {
        self.paragraphs > 0 && (self.depth > 0 || !self.is_value)
    }

    fn push(&mut self, text: &str) -> Outcome {
        if !self.is_shown() {
            return Ok(());
        }
        if self.depth == 0 {
            return self.writer.push(text);
        }
        self.writer.take(text.len())?;
        if let Some((_, aside)) = self.asides.last_mut() {
            aside.push_str(text);
        }
        Ok(())
    }
}

/// Returns a stored number as it is displayed by default: `50%`, `12.5 EUR`.
fn displayed(kind: &str, element: &Element<'_>) -> String {
    let stored = element.attr("value").unwrap_or_default();
    let Ok(number) = stored.parse::<f64>() else { return stored.into_owned() };
    let is_percentage = kind == "percentage";
    let mut text = general_number(if is_percentage { number * 100.0 } else { number });
    if let Some(unit) = element.attr("currency") {
        text.push(' ');
        text.push_str(&unit);
    }
    text.push_str(if is_percentage { "%" } else { "" });
    text
}

/// Returns a duration such as `PT08H30M00S` as `08:30:00`.
fn clock(duration: &str) -> String {
    let Some(clock) = duration.strip_prefix("PT").and_then(|rest| rest.strip_suffix('S')) else {
        return duration.to_owned();
    };
    clock.replace(['H', 'M'], ":")
}

impl Handler for Sheets {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if !self.is_body {
            self.is_body = name == "body";
            return self.styles.open(element);
        }
        if self.forms.is_open {
            return self.forms.open(element, &mut self.writer);
        }
        let is_hidden = element.attr("visibility").is_some_and(|value| value != "visible")
            || matches!(name, "table-column" | "table-row")
                && self.styles.is_hidden(name, &element.short("style-name"));
        let repeats = |name, most: u64| element.number(name).unwrap_or(1).clamp(1, most);
        match name {
            "table" if self.is_cell => self.tables += 1,
            "table-column" | "table-row" | "table-cell" | "covered-table-cell"
                if self.tables > 0 => {}
            "table" => {
                self.finish()?;
                let style = element.short("style-name");
                let is_hidden = self.styles.is_hidden("table", &style);
                let name = element.attr("name").unwrap_or_default();
                self.sheet = Some(Sheet::begin(&mut self.writer, &name, is_hidden)?);
                (self.row, self.defined_columns) = (1, 0);
                self.column_looks.clear();
            }
            "table-column" => {
                let repeats = repeats("number-columns-repeated", LAST_COLUMN as u64 + 1) as usize;
                let first = self.defined_columns;
                if first <= LAST_COLUMN {
                    let look = self.cell_look(element, "default-cell-style-name");
                    self.column_looks.push((first, look));
                }
                self.defined_columns = (first + repeats).min(LAST_COLUMN + 1);
                if let Some(sheet) = self.sheet.as_mut().filter(|_| is_hidden) {
                    sheet.hide_columns(first, first + repeats - 1);
                }
            }
            "table-row" => {
                self.row_repeats = repeats("number-rows-repeated", LAST_ROW);
                self.is_row_hidden = is_hidden;
                self.column = 0;
                self.row_look = self.cell_look(element, "default-cell-style-name");
                let last = self.row + self.row_repeats - 1;
                if let Some(sheet) = &mut self.sheet {
                    sheet.begin_row(self.row, last, is_hidden);
                }
            }
            "table-cell" | "covered-table-cell" => self.begin_cell(element),
            "p" => {
                self.paragraphs += 1;
                if self.depth == 0 && std::mem::take(&mut self.is_formula) {
                    self.value.clear();
                }
                if self.depth > 0 || !self.writer.paragraph().is_empty() {
                    self.push("\n")?;
                }
            }
            "span" if self.is_shown() && self.depth == 0 => {
                self.spans.push(self.styles.look("text", &element.short("style-name")));
            }
            "s" => {
                let spaces = repeats("c", 256) as usize;
                self.push(&" ".repeat(spaces))?;
            }
            "tab" => self.push("\t")?,
            "line-break" => self.push("\n")?,
            "annotation" => {
                self.writer.facts.unseen.comments += 1;
                self.begin_aside("Comment", String::new())?;
                self.depth += 1;
            }
            name if is_shape(name) && name != "g" => {
                if self.depth == 0 {
                    self.begin_aside("Shape", String::new())?;
                }
                self.depth += 1;
            }
            "a" if self.is_cell && self.depth == 0 => {
                let target = element.attr("href").unwrap_or_default();
                let cell = cell_name(self.column, self.row);
                if let Some(sheet) = self.sheet.as_mut().filter(|_| !target.starts_with('#')) {
                    sheet.link(&mut self.writer, &cell, &target)?;
                }
            }
            "forms" => (self.forms.is_open, self.forms.is_ordered) = (true, true),
            // The author and the date of a comment. In a paragraph, they are fields.
            "creator" | "date" if self.paragraphs == 0 => return Ok(Visit::Skip),
            "object" => {
                let found = equations::take(&mut self.equations, element, &mut self.writer);
                match (found, self.asides.last_mut()) {
                    (Some((text, false)), Some((_, aside))) => aside.push_str(&text),
                    // The text of a shape has no marks.
                    (Some(_), _) => self.writer.facts.left_out.equations += 1,
                    _ => {}
                }
                return Ok(Visit::Skip);
            }
            // Names of drawings, and sources of other tables.
            "title"
            | "desc"
            | "content-validations"
            | "tracked-changes"
            | "named-expressions"
            | "dde-links" => {
                return Ok(Visit::Skip);
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "forms" => {
                self.forms.is_open = false;
                let mut number = 0;
                while let Some(text) = self.forms.take(&ordered_id(number)) {
                    self.begin_aside("Control", text)?;
                    number += 1;
                }
            }
            _ if self.forms.is_open => {}
            "p" => self.paragraphs = self.paragraphs.saturating_sub(1),
            "span" if self.is_shown() && self.depth == 0 => drop(self.spans.pop()),
            "annotation" => self.depth = self.depth.saturating_sub(1),
            name if is_shape(name) && name != "g" => self.depth = self.depth.saturating_sub(1),
            "table" if self.tables > 0 => self.tables -= 1,
            "table-cell" | "covered-table-cell" | "table-row" if self.tables > 0 => {}
            "table-cell" | "covered-table-cell" if self.is_body => self.end_cell()?,
            "table-row" if self.is_body => {
                if let Some(sheet) = &mut self.sheet {
                    sheet.end_row(&mut self.writer)?;
                }
                self.row = self.row.saturating_add(self.row_repeats);
            }
            "table" if self.is_body => self.finish()?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.forms.is_open {
            return self.forms.text(text, &mut self.writer);
        }
        if self.is_shown() && self.depth == 0 {
            return self.push_shown(text);
        }
        self.push(text)
    }
}
