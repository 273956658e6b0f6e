//! What is allocated stays within what is said, for the worst files that were thought of.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../images/tests/support/counting.rs"]
mod counting;

use counting::measured;
use readroom_notebook::{NotebookLimits, notebook};

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
        assert!(taken <= 16 << 20, "{what}: {taken} bytes");
    }
}
