//! Draws the cells of a notebook.

use super::row::Row;
use super::text::without_cr;
use crate::commands::read::names::{count, output_kind};
use crate::size::size;
use crate::style::Tone;
use readroom::{CellOutput, Notebook, NotebookCell};

/// Returns the rows of all cells: for each a heading with its number, its text and its outputs.
pub(super) fn rows(notebook: &Notebook) -> Vec<Row> {
    let mut rows = Vec::new();
    for cell in &notebook.cells {
        if !rows.is_empty() {
            rows.push(Row::new("", ""));
        }
        cell_rows(cell, &mut rows);
    }
    rows
}

fn cell_rows(cell: &NotebookCell, rows: &mut Vec<Row>) {
    let run = cell.execution_count.map_or(String::new(), |run| format!(", run {run}"));
    let heading = format!("{}{run}", cell.kind.name());
    rows.push(Row::new(format_args!("[{}]", cell.number), &heading).tone(Tone::Bold));
    part(&cell.source, cell.omitted_characters, rows);
    for CellOutput { kind, text, omitted_characters, media } in &cell.outputs {
        rows.push(Row::new("", output_kind(*kind)).tone(Tone::Dim));
        part(text, *omitted_characters, rows);
        for media in media {
            note(&format!("{}, {}", media.mime, size(media.bytes.into())), rows);
        }
    }
    if cell.omitted_outputs > 0 {
        note(&count(cell.omitted_outputs, "more output"), rows);
    }
}

fn part(text: &str, omitted: u32, rows: &mut Vec<Row>) {
    rows.extend(text.split_terminator('\n').map(|line| Row::new("", without_cr(line))));
    if omitted > 0 {
        note(&count(omitted, "more character"), rows);
    }
}

/// Adds a row about omitted content.
fn note(text: &str, rows: &mut Vec<Row>) {
    rows.push(Row::new("", &format!("({})", text.replace('\n', " "))).tone(Tone::Dim));
}
