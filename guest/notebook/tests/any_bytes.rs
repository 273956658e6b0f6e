//! No input makes the reader panic or exceed its limits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../core/tests/support/random.rs"]
mod random;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use readroom_notebook::{NotebookLimits, Output, notebook};

/// Fragments of notebooks, inserted anywhere.
const PIECES: [&str; 21] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    "\\ud800",
    "\"cells\":[",
    "{\"cell_type\":\"code\",\"outputs\":[",
    "\"source\":",
    "{\"output_type\":\"stream\",\"text\":",
    "{\"output_type\":\"error\"}",
    "\"data\":{",
    "1e999",
    "null",
    "-1",
    "0",
    "4294967296",
    "18446744073709551615",
];

/// An edit of bytes: the position, the number removed, and the bytes inserted.
fn changes() -> impl Strategy<Value = Vec<(Index, usize, Vec<u8>)>> {
    let put = prop_oneof![
        select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        vec(any::<u8>(), 0..4),
    ];
    vec((any::<Index>(), 0usize..6, put), 0..6)
}

fn changed(mut bytes: Vec<u8>, changes: &[(Index, usize, Vec<u8>)]) -> Vec<u8> {
    for (at, out, put) in changes {
        let at = at.index(bytes.len() + 1);
        let end = (at + out).min(bytes.len());
        bytes.splice(at..end, put.iter().copied());
    }
    bytes
}

/// Bytes that are not a notebook.
fn random() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat().into_bytes());
    prop_oneof![vec(any::<u8>(), 0..300), pieces]
}

fn notebooks() -> impl Strategy<Value = Vec<u8>> {
    let whole =
        [&include_bytes!("notebooks/plot.ipynb")[..], include_bytes!("notebooks/old.ipynb")];
    select(whole.to_vec()).prop_map(<[u8]>::to_vec)
}

/// Checks that a notebook is within the requested limits.
fn read_notebook(bytes: &[u8]) {
    let limits = NotebookLimits::default();
    let limits = NotebookLimits { first_cell: 2, cells: 3, outputs: 2, characters: 5, ..limits };
    let Ok(read) = notebook(bytes, &limits) else { return };
    assert!(
        read.cells.len() <= 3
            && read.cells.iter().all(|cell| (2..=read.cell_count).contains(&cell.number))
    );
    for cell in &read.cells {
        assert!(cell.outputs.len() <= 2);
        for output in &cell.outputs {
            let note = format!("[{} characters left out]\n\n", output.left_out).len();
            let most = if output.left_out == 0 { 5 } else { 5 + note };
            assert!(output.text.chars().count() <= most, "{output:?}");
            assert!(output.media.len() <= Output::MAX_MEDIA);
        }
    }
}

proptest! {
    #![proptest_config(random::inputs(4000))]

    #[test]
    fn random_bytes_are_read(bytes in random()) {
        read_notebook(&bytes);
    }

    #[test]
    fn changed_notebooks_are_read(bytes in notebooks(), changes in changes()) {
        read_notebook(&changed(bytes, &changes));
    }
}
