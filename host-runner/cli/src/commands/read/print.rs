//! Prints documents for programs: plain lines, the same wherever they go.

use super::names::{count, output_kind};
use super::notes::first_number;
use crate::commands::list::entry_line;
use readroom::{Body, CellOutput, Document, DocumentText, NotebookCell, Outline};
use std::io::{self, Write};

/// Writes the content of a document: lines with their numbers, the entries of an outline or of a
/// directory, or the cells of a notebook. Lines without numbers are counted from the end, starting
/// at `tail`.
pub(super) fn write(
    output: &mut impl Write,
    document: &Document,
    tail: Option<u32>,
) -> io::Result<()> {
    match &document.body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => {
            let lines = text.content.split_terminator('\n').take(text.lines as usize);
            for (number, line) in (first_number(text, tail)..).zip(lines) {
                writeln!(output, "{number}\t{line}")?;
            }
            Ok(())
        }
        Body::Unchanged | Body::Image(_) => Ok(()),
        Body::Outline(outline) => write_outline(output, outline),
        Body::Directory(page) => {
            page.entries.iter().try_for_each(|entry| writeln!(output, "{}", entry_line(entry)))
        }
        Body::Notebook(notebook) => {
            notebook.cells.iter().try_for_each(|cell| write_cell(output, cell))
        }
    }
}

/// Writes the content of a document without line numbers: that of a text as it is.
pub(super) fn write_plain(
    output: &mut impl Write,
    document: &Document,
    tail: Option<u32>,
) -> io::Result<()> {
    match &document.body {
        Body::Text(text) | Body::Document(DocumentText { text, .. }) => {
            output.write_all(text.content.as_bytes())
        }
        _ => write(output, document, tail),
    }
}

fn write_outline(output: &mut impl Write, outline: &Outline) -> io::Result<()> {
    for entry in &outline.entries {
        let lines = format!("{}-{}", entry.line, entry.last);
        let indent = 2 * entry.depth.min(32) as usize;
        writeln!(output, "{lines}\t{:indent$}{}", "", entry.text)?;
    }
    Ok(())
}

fn write_cell(output: &mut impl Write, cell: &NotebookCell) -> io::Result<()> {
    let kind = cell.kind.name();
    let run = cell.execution_count.map_or(String::new(), |run| format!(", run {run}"));
    writeln!(output, "[{}, {kind}{run}]", cell.number)?;
    write_part(output, &cell.source, cell.omitted_characters)?;
    for CellOutput { kind, text, omitted_characters, media } in &cell.outputs {
        let kind = output_kind(*kind);
        writeln!(output, "[{kind}]")?;
        write_part(output, text, *omitted_characters)?;
        for media in media {
            writeln!(output, "[{}, {}]", media.mime, count(media.bytes, "byte"))?;
        }
    }
    if cell.omitted_outputs > 0 {
        writeln!(output, "[{}]", count(cell.omitted_outputs, "more output"))?;
    }
    Ok(())
}

fn write_part(output: &mut impl Write, text: &str, left_out: u32) -> io::Result<()> {
    if !text.is_empty() {
        writeln!(output, "{}", text.strip_suffix('\n').unwrap_or(text))?;
    }
    if left_out > 0 {
        writeln!(output, "[{}]", count(left_out, "more character"))?;
    }
    Ok(())
}
