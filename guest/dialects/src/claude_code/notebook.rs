//! Shows the cells of a notebook.

use super::{error, native};
use crate::shared::cell_text::{self, CellText};
use crate::shared::{Environment, Json, Members, Reply, ToolException, paths};
use readroom_core::Tree;
use readroom_read::{Body, NotebookCell, Output, Purpose, ReadRequest, read};
use std::fmt::Write as _;

/// The limits on the text of cells in bytes and tokens: those of text files.
const MAX_BYTES: u64 = 256 * 1024;
const MAX_TOKENS: u64 = 20_000;

/// Returns the content for a notebook. `None` if the file is not one.
pub(super) fn show<T: Tree>(
    env: &Environment<'_, T>,
    path: &str,
) -> Result<Option<Reply>, ToolException> {
    let limited =
        ReadRequest { bytes: Some(MAX_BYTES), tokens: Some(MAX_TOKENS), ..ReadRequest::new(path) };
    let Ok(document) = read(env.tree, None, &limited, Purpose::Facts, Some(env.index)) else {
        return Ok(None);
    };
    let Body::Notebook(notebook) = &document.body else { return Ok(None) };
    let mut shown = String::new();
    for cell in &notebook.cells {
        // Writing to a string cannot fail.
        let _ = write!(shown, "{}", CellText(cell));
    }
    let total = notebook.total;
    match notebook.next_cell {
        _ if total == 0 => shown = format!("{} has no cells.", paths::for_message(path)),
        None => {}
        // A part of a notebook cannot be requested.
        Some(next) if next > 1 => {
            let _ = write!(
                shown,
                "[Partial view: cells 1-{} of {total}. The rest is text of the file.]",
                next - 1
            );
        }
        Some(_) => {
            let name = paths::for_message(path);
            return Err(error(format!("The first cell of {name} is too large to be shown.")));
        }
    }
    if let Some(malformed) = cell_text::malformed(notebook) {
        let _ = write!(shown, "[{malformed}]");
    }
    let cells = Json::List(notebook.cells.iter().map(cell).collect());
    let json = native("notebook", [("filePath", Json::text(path)), ("cells", cells)]);
    Ok(Some(Reply::text(json, shown, vec![document.facts()])))
}

fn cell(shown: &NotebookCell) -> Json<'_> {
    let cell = &shown.cell;
    let mut members: Members<'_> = vec![
        ("cellType".into(), Json::text(cell.kind.name())),
        ("source".into(), Json::text(&*cell.source)),
    ];
    members.extend(cell.run.map(|run| ("execution_count".into(), Json::number(run))));
    if !cell.outputs.is_empty() {
        let outputs = cell.outputs.iter().map(output).collect();
        members.push(("outputs".into(), Json::List(outputs)));
    }
    Json::Object(members)
}

fn output(output: &Output) -> Json<'_> {
    Json::object([
        ("output_type", Json::text(output.kind.name())),
        ("text", Json::text(&*output.text)),
    ])
}
