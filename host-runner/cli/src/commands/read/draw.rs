//! Draws documents for a person at a terminal: in a grid, with a gutter for line numbers.

mod grid;
mod layout;
mod notebook;
mod outline;
mod row;
mod text;

use super::names::count;
use super::notes::{self, Note, first_number};
use crate::commands::list::entry_line;
use crate::display_options::Display;
use crate::size::size;
use crate::style::Tone;
use grid::Grid;
use readroom::terminal::one_line;
use readroom::{Body, DirectoryPage, Document, DocumentText, ImageInfo, Notebook};
use row::Row;

/// Draws a document that was requested by this path. Lines without numbers are counted from the
/// end, starting at `tail`.
pub(super) fn draw(
    display: &Display,
    path: &str,
    document: &Document,
    tail: Option<u32>,
) -> String {
    let (mut rows, mut facts) = match &document.body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => {
            (text::rows(text, first_number(text, tail)), text::facts(text))
        }
        Body::Unchanged => (Vec::new(), Vec::new()),
        Body::Outline(outline) => {
            let total = count(outline.total, notes::outline_unit(document));
            (outline::rows(outline), vec![format!("outline of {total}")])
        }
        Body::Notebook(notebook) => (notebook::rows(notebook), notebook_facts(notebook)),
        Body::Image(image) => (image_rows(image, document.size), Vec::new()),
        Body::Directory(page) => (directory_rows(page), Vec::new()),
    };
    if !matches!(document.body, Body::Directory(_)) {
        facts.push(size(document.size));
    }
    // The rows of an image repeat its note.
    let is_image = matches!(document.body, Body::Image(_));
    let notes = if is_image { Vec::new() } else { notes::of(document, tail) };
    let mut grid = Grid::new(display.style, display.width, &rows);
    if matches!(document.body, Body::Document(_)) {
        layout::lay_out(&mut rows, grid.columns());
    }
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

fn notebook_facts(notebook: &Notebook) -> Vec<String> {
    let cells = count(notebook.total, "cell");
    vec![match &notebook.language {
        Some(language) => format!("{cells} of {}", one_line(language)),
        None => cells,
    }]
}

fn directory_rows(page: &DirectoryPage) -> Vec<Row> {
    let row = |entry| Row::new("", &one_line(&entry_line(entry)));
    page.entries.iter().map(row).collect()
}

fn image_rows(ImageInfo { mime, width, height }: &ImageInfo, bytes: u64) -> Vec<Row> {
    vec![
        Row::new("type", mime),
        Row::new("size", &format!("{width} × {height} pixels")),
        Row::new("file", &count(bytes, "byte")),
    ]
}
