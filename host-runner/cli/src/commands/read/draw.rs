//! Draws documents for a person at a terminal: in a grid, with a gutter for line numbers.

mod grid;
mod notebook;
mod outline;
mod row;
mod text;

use super::names::count;
use super::notes::{self, Note};
use crate::display_options::Display;
use crate::progress::size;
use crate::style::Tone;
use grid::Grid;
use readroom::terminal::one_line;
use readroom::{Body, Document, ImageInfo, Notebook, Outline};
use row::Row;

/// Draws a document that was requested by this path. Lines without numbers are counted from the
/// end, starting at `tail`.
pub(super) fn draw(
    display: &Display,
    path: &str,
    document: &Document,
    tail: Option<u32>,
) -> String {
    let bytes = size(document.size);
    let (rows, mut facts, notes) = match &document.body {
        Body::Text(text) => {
            let first = notes::first_number(text, tail);
            (text::rows(text, first), text::facts(text), notes::of_text(text, first))
        }
        Body::Unchanged => (Vec::new(), Vec::new(), vec![notes::unchanged()]),
        Body::Outline(outline) => {
            (outline::rows(outline), outline_facts(outline), vec![notes::of_outline(outline)])
        }
        Body::Notebook(notebook) => {
            (notebook::rows(notebook), notebook_facts(notebook), notes::of_notebook(notebook))
        }
        Body::Image(image) => (image_rows(image, document.size), Vec::new(), Vec::new()),
    };
    facts.push(bytes);
    let mut grid = Grid::new(display.style, display.width, &rows);
    grid.header(&one_line(path), &facts.join(", "));
    for row in &rows {
        grid.row(row);
    }
    grid.footer();
    let mut drawn = grid.into_text();
    for Note { text, is_warning } in &notes {
        let tone = if *is_warning { Tone::Yellow } else { Tone::Dim };
        drawn += &format!("{}\n", display.style.paint(tone, one_line(text)));
    }
    drawn
}

fn outline_facts(outline: &Outline) -> Vec<String> {
    vec![format!("outline of {}", count(outline.total, "line"))]
}

fn notebook_facts(notebook: &Notebook) -> Vec<String> {
    let cells = count(notebook.total, "cell");
    vec![match &notebook.language {
        Some(language) => format!("{cells} of {}", one_line(language)),
        None => cells,
    }]
}

fn image_rows(ImageInfo { mime, width, height }: &ImageInfo, bytes: u64) -> Vec<Row> {
    vec![
        Row::new("type", mime),
        Row::new("size", &format!("{width} × {height} pixels")),
        Row::new("file", &count(bytes, "byte")),
    ]
}
