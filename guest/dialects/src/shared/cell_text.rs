//! A notebook cell as text for a model.

use readroom_read::{Notebook, NotebookCell, Output};
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
        writeln!(f, "[{}, {} bytes]", media.mime, media.bytes)?;
    }
    Ok(())
}

/// Writes text, and a line feed if it does not end with one. Empty text stays empty.
fn on_lines(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(text)?;
    if text.is_empty() || text.ends_with('\n') { Ok(()) } else { f.write_str("\n") }
}
