//! Prints a document: its content on standard output, notes about it on standard error.

use crate::output::print_message;
use anyhow::Result;
use readroom::{
    Body, CellKind, CellOutput, ClippedLine, Document, EncodingSource, ImageInfo, Notebook,
    NotebookCell, Outline, OutputKind, StopReason, SuspiciousKind, SuspiciousLine, Text,
};
use std::io::{self, Write};

/// The maximum number of suspicious lines to report.
const MAX_SUSPICIOUS_LINES: usize = 5;

/// Prints a document. Lines without numbers are counted from the end, starting at `tail`.
pub(super) fn print(document: &Document, tail: Option<u32>) -> Result<()> {
    print_with_prefix("", document, tail)
}

/// Prints a document, with `name` before each note.
pub(super) fn print_with_prefix(
    prefix: &str,
    document: &Document,
    tail: Option<u32>,
) -> Result<()> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    let notes = match &document.body {
        Body::Text(text) => {
            let first = text.first.map_or(-i64::from(tail.unwrap_or_default()), i64::from);
            let lines = text.content.split_terminator('\n').take(text.lines as usize);
            for (number, line) in (first..).zip(lines) {
                writeln!(output, "{number}\t{line}")?;
            }
            notes(text, first)
        }
        Body::Unchanged => vec!["unchanged: the file still has this version".into()],
        Body::Outline(outline) => print_outline(&mut output, outline)?,
        Body::Notebook(notebook) => print_notebook(&mut output, notebook)?,
        Body::Image(image) => vec![image_facts(image)],
    };
    output.flush()?;
    for note in notes {
        print_message(&format!("{prefix}{note}"));
    }
    Ok(())
}

/// Returns a number and the word for what is counted, in the plural unless it is 1.
fn counted(number: u32, unit: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{s}")
}

fn print_outline(output: &mut impl Write, outline: &Outline) -> io::Result<Vec<String>> {
    for entry in &outline.entries {
        let lines = format!("{}-{}", entry.line, entry.last);
        writeln!(
            output,
            "{lines}\t{:indent$}{}",
            "",
            entry.text,
            indent = 2 * entry.depth.min(32) as usize
        )?;
    }
    let left_out = match outline.omitted {
        0 => String::new(),
        1 => ", without 1 more entry".into(),
        more => format!(", without {more} more entries"),
    };
    Ok(vec![format!(
        "an outline of {}{left_out}; read a part with --start and --lines",
        counted(outline.total, "line")
    )])
}

fn print_notebook(output: &mut impl Write, notebook: &Notebook) -> io::Result<Vec<String>> {
    for cell in &notebook.cells {
        print_cell(output, cell)?;
    }
    let range = match (notebook.cells.first(), notebook.cells.last()) {
        (Some(first), Some(last)) => {
            format!("cells {}-{} of {}", first.number, last.number, notebook.total)
        }
        _ => "a notebook without cells".into(),
    };
    let go_on =
        notebook.next_cell.map_or(String::new(), |next| format!("; continue with --start {next}"));
    let mut notes = vec![range + &go_on];
    if notebook.malformed > 0 {
        notes.push(format!("{} malformed cells or outputs were left out", notebook.malformed));
    }
    Ok(notes)
}

fn print_cell(output: &mut impl Write, cell: &NotebookCell) -> io::Result<()> {
    let kind = match cell.kind {
        CellKind::Code => "code",
        CellKind::Markdown => "markdown",
        CellKind::Raw => "raw",
    };
    let run = cell.execution_count.map_or(String::new(), |run| format!(", run {run}"));
    writeln!(output, "[{}, {kind}{run}]", cell.number)?;
    print_part(output, &cell.source, cell.omitted_characters)?;
    for CellOutput { kind, text, omitted_characters, media } in &cell.outputs {
        let kind = match kind {
            OutputKind::Stdout => "stdout",
            OutputKind::Stderr => "stderr",
            OutputKind::ExecuteResult => "result",
            OutputKind::DisplayData => "display",
            OutputKind::Error => "error",
        };
        writeln!(output, "[{kind}]")?;
        print_part(output, text, *omitted_characters)?;
        for media in media {
            writeln!(output, "[{}, {}]", media.mime, counted(media.bytes, "byte"))?;
        }
    }
    if cell.omitted_outputs > 0 {
        writeln!(output, "[{}]", counted(cell.omitted_outputs, "more output"))?;
    }
    Ok(())
}

fn print_part(output: &mut impl Write, text: &str, left_out: u32) -> io::Result<()> {
    if !text.is_empty() {
        writeln!(output, "{}", text.strip_suffix('\n').unwrap_or(text))?;
    }
    if left_out > 0 {
        writeln!(output, "[{}]", counted(left_out, "more character"))?;
    }
    Ok(())
}

fn image_facts(ImageInfo { mime, width, height }: &ImageInfo) -> String {
    format!("{mime}, {width} x {height} pixels")
}

fn notes(text: &Text, first: i64) -> Vec<String> {
    let mut notes = Vec::new();
    if text.lines == 0 {
        notes.push("the file is empty".into());
    }
    let next = first + i64::from(text.lines);
    let last = next - 1;
    match (text.first, text.stopped) {
        (Some(_), StopReason::End) => {}
        (Some(_), StopReason::BlockEnd) => {
            let of = text.total.map_or(String::new(), |total| format!(" of {total}"));
            notes.push(format!("lines {first}-{last}{of}, a block"));
        }
        (Some(_), _) => {
            let of = text.total.map_or("; more follow".into(), |total| format!(" of {total}"));
            notes.push(format!("lines {first}-{last}{of}; continue with --start {next}"));
        }
        (None, StopReason::End) => {
            notes.push("the file is large; its lines are counted from the end".into())
        }
        (None, _) => {
            notes.push(format!(
                "lines {first} to {last}, counted from the end; continue with --tail {}",
                -next
            ));
        }
    }
    // Lines of a text without numbers are counted within the text.
    let line_number =
        |line: u32| i64::from(line) + if text.first.is_none() { first - 1 } else { 0 };
    if let Some(ClippedLine { line, next_column: next, characters }) =
        text.clipped.iter().find(|clip| clip.next_column <= clip.characters)
    {
        let lines = match text.clipped.len() {
            1 => format!("line {} is", line_number(*line)),
            all => format!("{all} lines are cut, line {}", line_number(*line)),
        };
        notes.push(format!(
            "{lines} cut before character {next} of {characters}; \
             continue in it with --column {next}"
        ));
    }
    match (text.encoding.as_str(), text.encoding_source) {
        ("utf-8", _) => {}
        (name, EncodingSource::Content) => {
            notes.push(format!("read as {name}, by a guess; change it with --encoding"))
        }
        (name, EncodingSource::Request | EncodingSource::Bom) => {
            notes.push(format!("read as {name}"))
        }
    }
    for SuspiciousLine { line, kind, characters } in
        text.suspicious.iter().take(MAX_SUSPICIOUS_LINES)
    {
        let line = line_number(*line);
        let how = match kind {
            SuspiciousKind::Bidirectional => "that change the order in which it is shown",
            SuspiciousKind::Invisible => "that are not shown",
            SuspiciousKind::Terminal => "that control terminals",
            SuspiciousKind::ForgedMarkup => "that look like an agent's own markup",
        };
        notes.push(format!("suspicious: line {line} has characters {how} ({characters})"));
    }
    if text.lossy {
        let name = &text.encoding;
        notes.push(format!("the file is not valid {name}; invalid parts are shown as \u{fffd}"));
    }
    notes
}
