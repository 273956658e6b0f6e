//! A notebook cell as text for a model.

use super::escape::escaped;
use readroom_read::{Notebook, NotebookCell, Output};
use readroom_types::OutputKind;
use std::fmt;

/// Returns the note about malformed cells and outputs, if there are any.
pub(crate) fn malformed(notebook: &Notebook) -> Option<String> {
    match notebook.malformed {
        0 => None,
        1 => Some("1 malformed cell or output is left out.".into()),
        more => Some(format!("{more} malformed cells or outputs are left out.")),
    }
}

/// A cell as text for a model.
pub(crate) struct CellText<'a>(pub(crate) &'a NotebookCell);

impl fmt::Display for CellText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotebookCell { cell, omitted_characters } = self.0;
        writeln!(f, "{}", cell.heading())?;
        on_lines(&cell.source, f)?;
        if *omitted_characters > 0 {
            writeln!(f, "[{omitted_characters} more characters]")?;
        }
        for output in &cell.outputs {
            put_out(output, f)?;
        }
        if cell.outputs_left_out > 0 {
            writeln!(f, "[{} more outputs]", cell.outputs_left_out)?;
        }
        Ok(())
    }
}

fn put_out(output: &Output, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "[{}]", output.kind.name())?;
    on_lines(&output.text, f)?;
    if output.clipped > 0 {
        writeln!(f, "[{} more characters]", output.clipped)?;
    }
    for media in &output.media {
        writeln!(f, "[{}, {} bytes]", escaped(&media.mime), media.bytes)?;
    }
    Ok(())
}

/// Writes text, and a line feed if it does not end with one. Empty text stays empty. A line like
/// one of the marks around it begins with a backslash.
fn on_lines(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = marked_line(rest) {
        let (before, mark) = rest.split_at_checked(at).unwrap_or_default();
        let (mark, after) = mark.split_at_checked(1).unwrap_or_default();
        write!(f, "{before}\\{mark}")?;
        rest = after;
    }
    f.write_str(rest)?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { f.write_str("\n") }
}

/// Returns where the first line begins that is like a mark: `[stdout]`, `[Cell 2, code]`.
fn marked_line(text: &str) -> Option<usize> {
    let mut lines = memchr::memchr_iter(b'[', text.as_bytes());
    lines.find(|&at| {
        let (before, line) = text.split_at_checked(at).unwrap_or_default();
        let line = line.split(['\n', '\r']).next().unwrap_or_default().trim_end();
        let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let is_mark = |inside: &str| {
            inside.starts_with("Cell ")
                || inside.starts_with("A notebook")
                || [" bytes", " characters", " outputs"].iter().any(|end| inside.ends_with(end))
                || OutputKind::ALL.iter().any(|kind| kind.name() == inside)
        };
        (before.is_empty() || before.ends_with(['\n', '\r'])) && inside.is_some_and(is_mark)
    })
}
