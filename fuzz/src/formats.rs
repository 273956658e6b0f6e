//! Any bytes read as a notebook or a PDF give facts within bounds, the same in any pieces.

use crate::generated::several;
use arbitrary::{Result, Unstructured};
use readroom_formats::{
    Cell, MAX_READ_BYTES, MAX_READS, NotebookLimits, Output, Pdf, PdfError, notebook, pdf,
};
use serde_json::Value;
use std::convert::Infallible;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let made = input.arbitrary()?;
    let pieces = *input.choose(&[NOTEBOOK, PDF])?;
    let bytes = if made {
        several(input, 60, |input| input.choose(pieces).copied())?.concat().into_bytes()
    } else {
        input.bytes(input.len())?.to_vec()
    };
    read_notebook(&bytes);
    read_notebook(&[b"{\"cells\":[", &*bytes, b"]}"].concat());
    read_pdf(&bytes);
    read_pdf(&[b"%PDF-1.7\n", &*bytes].concat());
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

/// Fragments of PDFs.
const PDF: &[&str] = &[
    "\n1 0 obj\n",
    "\n2 0 obj\n",
    "<</Linearized 1/N 3/L 99>>",
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 3>>",
    "<</Type/Pages/Count 1 0 R>>",
    "<</Type/XRef/W[1 1 1]/Size 3/Root 1 0 R/Length 9>>stream\n",
    "<</Type/ObjStm/N 1/First 4/Length 9>>stream\n1 0 <</Type/Pages/Count 3>>",
    "endobj",
    "endstream",
    "<<",
    ">>",
    "(",
    "xref\n0 3\n0000000000 65535 f \n0000000010 00000 n \n0000000040 00000 n \n",
    "trailer<</Root 1 0 R/Prev 9>>",
    "trailer<</Root 1 0 R/XRefStm 9/Encrypt 1 0 R>>",
    "startxref\n9\n",
    "startxref\n50\n",
    "startxref\n120\n",
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
            let characters = output.text.chars().count();
            assert!(characters <= limits.characters && output.media.len() <= Output::MAX_MEDIA);
            assert!(output.clipped == 0 || characters == limits.characters);
        }
        // Alone it gives the same.
        let alone =
            notebook(bytes, &NotebookLimits { first_cell: cell.number, cells: 1, ..limits });
        assert_eq!(alone.expect("it is still a notebook").cells, std::slice::from_ref(cell));
    }
}

/// Checks that a cell has the text that a strict reader finds.
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

fn read_pdf(bytes: &[u8]) {
    let whole = in_pieces(bytes, usize::MAX);
    assert_eq!(whole, in_pieces(bytes, bytes.len().div_ceil(7).max(1)));
    if let Ok(facts) = whole {
        assert!(facts.pages.is_none_or(|pages| pages <= bytes.len() as u64), "{facts:?}");
    }
}

/// Reads a file that returns at most `most` bytes at a time.
fn in_pieces(bytes: &[u8], most: usize) -> std::result::Result<Pdf, PdfError<Infallible>> {
    let mut reads = 0;
    pdf(bytes.len() as u64, |at, length| {
        reads += 1;
        assert!(reads <= MAX_READS && (1..=MAX_READ_BYTES).contains(&length));
        Ok(bytes[at as usize..][..most.min(length as usize)].to_vec())
    })
}
