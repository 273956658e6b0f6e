//! Any bytes read as a notebook give cells within bounds, or are not a notebook.

use crate::generated::several;
use arbitrary::{Result, Unstructured};
use readroom_notebook::{Cell, NotebookLimits, Output, notebook};
use serde_json::Value;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let made = input.arbitrary()?;
    let bytes = if made {
        several(input, 60, |input| input.choose(NOTEBOOK).copied())?.concat().into_bytes()
    } else {
        input.bytes(input.len())?.to_vec()
    };
    read_notebook(&bytes);
    read_notebook(&[b"{\"cells\":[", &*bytes, b"]}"].concat());
    Ok(())
}

/// Fragments of notebooks.
const NOTEBOOK: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"\\ud83d\"",
    "\"\\ud83d\\ude00\\n\"",
    "{\"cell_type\":\"code\",\"source\":",
    "{\"cell_type\":\"raw\",\"source\":\"a\"}",
    "{\"cell_type\":\"heading\",\"source\":[\"a\",\"b\"],\"level\":9}",
    "{\"cell_type\":\"code\",\"outputs\":[",
    "{\"output_type\":\"stream\",\"text\":\"\\u001b[31mlong text\"}",
    "{\"output_type\":\"pyout\",\"text\":",
    "{\"output_type\":\"error\",\"ename\":\"E\",\"traceback\":",
    "{\"output_type\":\"display_data\",\"data\":{\"image/png\":\"QUJD\",\"text/plain\":",
    "\"worksheets\":[",
    "\"metadata\":{\"language_info\":{\"name\":",
    "\"nbformat\":",
    "null",
    "1e999",
    "7",
];

fn read_notebook(bytes: &[u8]) {
    let limits = NotebookLimits { outputs: 2, characters: 5, ..NotebookLimits::default() };
    let strict: Option<Value> = serde_json::from_slice(bytes).ok();
    let listed = strict.as_ref().and_then(|file| file.get("cells")?.as_array());
    let Ok(read) = notebook(bytes, &limits) else {
        assert!(listed.is_none(), "what has cells is a notebook");
        return;
    };
    if let Some(listed) = listed {
        assert_eq!(read.cell_count, listed.len() as u64);
        read.cells.iter().for_each(|cell| is_the_same(cell, &listed[cell.number as usize - 1]));
    }
    for cell in &read.cells {
        assert!(cell.outputs.len() <= limits.outputs);
        for output in &cell.outputs {
            let note = format!("\n[{} characters left out]\n", output.left_out).len();
            let most = limits.characters + if output.left_out == 0 { 0 } else { note };
            assert!(output.text.chars().count() <= most);
            assert!(output.clipped == 0 && output.media.len() <= Output::MAX_MEDIA);
        }
        // Alone it gives the same.
        let alone =
            notebook(bytes, &NotebookLimits { first_cell: cell.number, cells: 1, ..limits });
        assert_eq!(alone.expect("it is still a notebook").cells, std::slice::from_ref(cell));
    }
}

/// Checks that a cell has the text that a strict parser finds.
fn is_the_same(cell: &Cell, strict: &Value) {
    let member = |name: &str| strict.get(name);
    let (Some(source), None) = (member("source"), member("input")) else { return };
    let text = match source {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().map(|line| line.as_str().expect("text")).collect(),
        other => panic!("{other} is not a source"),
    };
    assert!(cell.source.ends_with(&text), "{:?}, {text:?}", cell.source);
}
