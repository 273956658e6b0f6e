//! What is allocated stays within what is said, for the worst files that were thought of.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../images/tests/support/counting.rs"]
mod counting;
mod written;

use counting::measured;
use readroom_formats::{NotebookLimits, notebook, pdf};
use std::convert::Infallible;
use written::{Form, Packing, Written, document};

/// The most bytes of a notebook that is read.
const NOTEBOOK: usize = 4 << 20;

/// A notebook of the size that is made of a text again and again.
fn of(begin: &str, part: &str, end: &str) -> Vec<u8> {
    let times = (NOTEBOOK - begin.len() - end.len()) / (part.len() + 1);
    let mut json = begin.to_owned();
    json.push_str(part);
    (1..times).for_each(|_| {
        json.push(',');
        json.push_str(part);
    });
    (json + end).into_bytes()
}

#[test]
fn a_notebook_takes_what_is_said() {
    let empty = "{\"output_type\":\"error\"}";
    let display = |data: &str| format!("{{\"output_type\":\"display_data\",\"data\":{{{data}}}}}");
    let outputs = |output: &str| {
        format!("{{\"cell_type\":\"code\",\"outputs\":[{}]}}", [output; 20].join(","))
    };
    let media: Vec<String> = (0..8).map(|number| format!("\"/{number}\":0")).collect();
    let cells = |cell: &str| of("{\"cells\":[", cell, "]}");
    let mut no_text = cells("{\"cell_type\":\"raw\",\"source\":\"?\"}");
    no_text.iter_mut().filter(|byte| **byte == b'?').for_each(|byte| *byte = 0xff);
    for (json, what) in [
        (cells("{}"), "what is no cell"),
        (cells("{\"cell_type\":\"raw\"}"), "empty cells"),
        (cells(&outputs(empty)), "empty outputs"),
        (cells(&outputs(&display(&media.join(",")))), "types"),
        (cells(&outputs(&display(&format!("\"text/plain\":\"{}\"", "x".repeat(180))))), "text"),
        (
            of("{\"cells\":[{\"cell_type\":\"raw\",\"source\":[", "\"\\u20ac\"", "]}]}"),
            "a long source",
        ),
        (
            of("{\"cells\":[{\"cell_type\":\"raw\",\"source\":\"", "\\u20ac", "\"}]}"),
            "a long string",
        ),
        (of("{\"cells\":[", "[", ""), "no JSON"),
        (no_text, "no text"),
        (vec![0xff; NOTEBOOK], "nothing"),
        ([vec![b'['; NOTEBOOK / 2], vec![b']'; NOTEBOOK / 2]].concat(), "depth"),
    ] {
        let ((), taken) = measured(|| drop(notebook(&json, &NotebookLimits::default())));
        assert!(taken <= 32 << 20, "{what}: {taken} bytes");
    }
}

#[test]
fn a_pdf_takes_what_is_said() {
    let mut long = Written::new("1.5");
    long.object(1, "<</Type/Catalog/Pages 2 0 R>>");
    let spaces = " ".repeat((4 << 20) - 2000);
    long.packed(7, &[(2, &format!("<</Type/Pages/Count 0>>{spaces}"))]);
    let mut older = document(Form::Stream, 10_000);
    for _ in 0..20 {
        let mut again = Written::again(older);
        (100_000..103_000).for_each(|number| again.object(number, "1"));
        older = again.stream("/Root 1 0 R", Packing::Bare);
    }
    let mut runs = document(Form::Table, 3);
    for _ in 0..63 {
        let at = runs.len();
        let older = Written::again(runs.clone()).older.unwrap_or_default();
        runs.extend(format!("xref\n{}", "9 0\n".repeat(4096)).bytes());
        runs.extend(format!("trailer<</Root 1 0 R/Prev {older}>>startxref\n{at}\n").bytes());
    }
    for (bytes, what) in [
        (runs, "many runs"),
        (document(Form::Stream, 20_000), "many pages"),
        (document(Form::Bare, 20_000), "many objects"),
        (
            long.stream("/Root 1 0 R", Packing::Predicted(7)),
            "a stream that is long when it is unpacked",
        ),
        (older, "many sections"),
        (
            [b"%PDF-1.5\n".to_vec(), vec![b'<'; 5 << 20], b"startxref 9".to_vec()].concat(),
            "nothing",
        ),
    ] {
        let ((), taken) = measured(|| {
            let facts = pdf::<Infallible>(bytes.len() as u64, |at, length| {
                Ok(bytes[at as usize..][..length as usize].to_vec())
            });
            assert!(facts.is_ok());
        });
        assert!(taken <= 16 << 20, "{what}: {taken} bytes");
    }
}
