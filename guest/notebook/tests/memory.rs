//! Allocations stay within the documented bound, for the worst files we could think of.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

#[path = "../../images/tests/support/counting.rs"]
mod counting;

use counting::measured;
use readroom_notebook::{NotebookLimits, notebook, notebook_in_pieces};

/// The maximum size of a notebook that is read, in bytes.
const NOTEBOOK: usize = 4 << 20;

/// A notebook of that size, made by repeating a part.
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
fn a_notebook_takes_no_more_memory_than_documented() {
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
fn a_notebook_of_any_size_takes_the_same() {
    let begin = r#"{"cells":[{"cell_type":"code","source":""#;
    let between = r#"","outputs":[{"output_type":"display_data","data":{"image/png":""#;
    let end = r#""}},{"output_type":"stream","text":"done\n"}]}]}"#;
    let part = "iVBORw0K".repeat(8192).into_bytes();
    // 64 MiB: a source, and a plot.
    let (sources, plots) = (64, 960);
    let mut pieces = [begin.into()]
        .into_iter()
        .chain(std::iter::repeat_n(part.clone(), sources))
        .chain([between.into()])
        .chain(std::iter::repeat_n(part, plots))
        .chain([end.into()]);
    let (read, taken) =
        measured(|| notebook_in_pieces(&mut || pieces.next(), &NotebookLimits::default()).unwrap());
    assert!(taken <= 32 << 20, "{taken} bytes");
    let [cell] = &*read.cells else { panic!("{} cells", read.cells.len()) };
    assert_eq!(cell.source_left_out, (sources << 16) as u64 - NotebookLimits::SOURCE as u64);
    assert_eq!(cell.outputs[0].media[0].bytes, (plots << 16) as u64 * 3 / 4);
    assert_eq!(cell.outputs[1].text, "done\n");
}
