//! No bytes make the readers panic, read or keep more than they may.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod written;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use readroom_formats::{MAX_READ_BYTES, MAX_READS, NotebookLimits, Output, notebook, pdf};
use std::convert::Infallible;
use written::{Form, Written, document, linearized};

/// What both formats are made of, to be put anywhere.
const PIECES: [&str; 40] = [
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
    "<<",
    ">>",
    "(",
    ")",
    "/",
    "%",
    "%PDF-1.7",
    " 0 R",
    " 0 obj",
    "endobj",
    "stream\n",
    "endstream",
    "xref\n0 9\n",
    "trailer",
    "startxref\n",
    "/Type/Pages",
    "/Count 1",
    "/Prev 0",
    "/Length 9",
    "-1",
    "0",
    "4294967296",
    "18446744073709551615",
];

/// A change of some bytes: from where, how many are taken out, and what is put in.
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

/// Bytes of no format.
fn random() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat().into_bytes());
    prop_oneof![vec(any::<u8>(), 0..300), pieces]
}

fn notebooks() -> impl Strategy<Value = Vec<u8>> {
    let whole =
        [&include_bytes!("notebooks/plot.ipynb")[..], include_bytes!("notebooks/old.ipynb")];
    select(whole.to_vec()).prop_map(<[u8]>::to_vec)
}

fn pdfs() -> impl Strategy<Value = Vec<u8>> {
    let mut added = Written::again(document(Form::Table, 3));
    added.packed(7, &[(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")]);
    let mut files: Vec<_> = Form::ALL.map(|form| document(form, 3)).to_vec();
    files.extend([linearized(3), added.hybrid("/Root 1 0 R")]);
    select(files)
}

/// A notebook that was read keeps to what was asked for.
fn read_notebook(bytes: &[u8]) {
    let limits = NotebookLimits { first_cell: 2, cells: 3, outputs: 2, characters: 5 };
    let Ok(read) = notebook(bytes, &limits) else { return };
    assert!(
        read.cells.len() <= 3
            && read.cells.iter().all(|cell| (2..=read.cell_count).contains(&cell.number))
    );
    for cell in &read.cells {
        assert!(cell.outputs.len() <= 2);
        for output in &cell.outputs {
            let characters = output.text.chars().count();
            assert!(characters <= 5 && (output.clipped == 0 || characters == 5));
            assert!(output.media.len() <= Output::MAX_MEDIA);
        }
    }
}

/// A PDF is read within its bounds, however short the reads are.
fn read_pdf(bytes: &[u8], most: usize) {
    let mut reads = 0;
    let facts = pdf::<Infallible>(bytes.len() as u64, |at, length| {
        reads += 1;
        assert!(reads <= MAX_READS && (1..=MAX_READ_BYTES).contains(&length));
        assert!(at + u64::from(length) <= bytes.len() as u64);
        Ok(bytes[at as usize..][..most.min(length as usize)].to_vec())
    });
    if let Ok(facts) = facts {
        assert!(facts.pages.is_none_or(|pages| pages <= bytes.len() as u64 / 4));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_read_as_either(bytes in random(), most in 0usize..400) {
        read_notebook(&bytes);
        read_pdf(&bytes, most);
        read_pdf(&[b"%PDF-1.5\n", &*bytes].concat(), most);
    }

    #[test]
    fn changed_notebooks_are_read(bytes in notebooks(), changes in changes()) {
        read_notebook(&changed(bytes, &changes));
    }

    #[test]
    fn changed_pdfs_are_read(bytes in pdfs(), changes in changes(), most in prop_oneof![1usize..99, Just(usize::MAX)]) {
        read_pdf(&changed(bytes, &changes), most);
    }
}
