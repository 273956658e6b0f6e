//! Notebooks of different programs become cells.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use readroom_notebook::{
    Cell, CellKind, Media, Notebook, NotebookError, NotebookLimits, Output, OutputKind, notebook,
    notebook_in_pieces,
};

fn read(json: &str) -> Notebook {
    notebook(json.as_bytes(), &NotebookLimits::default()).unwrap()
}

/// A clipped output: its beginning, the number of characters left out, and its end.
fn clipped(begin: &str, left_out: u64, end: &str) -> Output {
    let text = format!("{begin}\n[{left_out} characters left out]\n{end}");
    Output { left_out, ..plain(OutputKind::Stdout, &text) }
}

/// A notebook of these cells.
fn of_cells(cells: &str) -> String {
    format!(r#"{{"cells": [{cells}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}"#)
}

/// A notebook of one cell with these outputs.
fn of_outputs(outputs: &str) -> Cell {
    let json =
        of_cells(&format!(r#"{{"cell_type": "code", "source": "", "outputs": [{outputs}]}}"#));
    let mut read = read(&json);
    assert_eq!(read.unreadable, 0);
    read.cells.remove(0)
}

fn plain(kind: OutputKind, text: &str) -> Output {
    Output { kind, text: text.into(), left_out: 0, clipped: 0, media: vec![] }
}

fn media(mime: &str, bytes: u64) -> Media {
    Media { mime: mime.into(), bytes }
}

fn cell(number: u64, kind: CellKind, run: Option<u64>, source: &str, outputs: Vec<Output>) -> Cell {
    let source = source.into();
    Cell { number, kind, run, source, source_left_out: 0, outputs, outputs_left_out: 0 }
}

#[test]
fn a_notebook_of_format_4_is_its_cells() {
    let notebook = read(include_str!("notebooks/plot.ipynb"));
    assert_eq!(notebook.format, Some((4, 5)));
    assert_eq!(notebook.language.as_deref(), Some("python"));
    assert_eq!((notebook.cell_count, notebook.unreadable, notebook.next), (5, 0, None));
    let table = Output {
        media: vec![media("text/html", 36)],
        ..plain(OutputKind::ExecuteResult, "   rain\n0    54")
    };
    let figure = Output {
        media: vec![media("image/png", 70)],
        ..plain(OutputKind::DisplayData, "<Figure size 640x480 with 1 Axes>")
    };
    let error = "KeyError: 'snow'\n---------------\n\
                 KeyError        Traceback (most recent call last)\n\
                 Cell In[4], line 1\n----> 1 rain['snow']\nKeyError: 'snow'";
    assert_eq!(
        notebook.cells,
        [
            cell(
                1,
                CellKind::Markdown,
                None,
                "# Rainfall\n\nMillimetres a month, *not* corrected.",
                vec![]
            ),
            cell(
                2,
                CellKind::Code,
                Some(1),
                "rain = load('rain.csv')\nrain.head(1)",
                vec![
                    plain(OutputKind::Stdout, "reading rain.csv\n12 rows\n"),
                    plain(OutputKind::Stderr, "warning: no unit\n"),
                    table
                ]
            ),
            cell(3, CellKind::Code, Some(3), "rain.plot()", vec![figure]),
            cell(4, CellKind::Code, Some(4), "rain['snow']", vec![plain(OutputKind::Error, error)]),
            cell(5, CellKind::Raw, None, ".. note:: for print", vec![]),
        ]
    );
}

#[test]
fn a_notebook_of_format_3_is_its_cells() {
    let notebook = read(include_str!("notebooks/old.ipynb"));
    assert_eq!(notebook.format, Some((3, 0)));
    assert_eq!(notebook.language.as_deref(), Some("python"));
    let result =
        Output { media: vec![media("text/html", 8)], ..plain(OutputKind::ExecuteResult, "2") };
    let display =
        Output { media: vec![media("image/png", 3)], ..plain(OutputKind::DisplayData, "$2$") };
    let outputs = vec![
        plain(OutputKind::Stdout, "1\n"),
        result,
        display,
        plain(OutputKind::Error, "E\nat 1"),
    ];
    assert_eq!(
        notebook.cells,
        [
            cell(1, CellKind::Markdown, None, "## Sums", vec![]),
            cell(2, CellKind::Code, Some(2), "print 1\n1 + 1", outputs),
            cell(3, CellKind::Raw, None, "<hr>", vec![]),
        ]
    );
}

#[test]
fn a_heading_has_one_to_six_marks() {
    for (level, marks) in [("0", 1), ("1", 1), ("6", 6), ("1000000000", 6), ("-1", 1), ("null", 1)]
    {
        let heading = format!(r#"{{"cell_type": "heading", "source": "a", "level": {level}}}"#);
        let source = &read(&of_cells(&heading)).cells[0].source;
        assert_eq!(*source, format!("{} a", "#".repeat(marks)), "{level}");
    }
}

#[test]
fn members_come_in_any_order_and_the_last_of_a_name_counts() {
    let notebook = read(concat!(
        r#"{"nbformat_minor": 1, "nbformat": 4, "cells": 7, "cells": [
            {"source": "a", "outputs": "#,
        r#"[{"data": {"text/plain": "1"}, "output_type": "execute_result"}],
             "cell_type": "raw", "source": "b", "cell_type": "code"}]}"#,
    ));
    assert_eq!(
        notebook.cells,
        [cell(1, CellKind::Code, None, "b", vec![plain(OutputKind::ExecuteResult, "1")])]
    );
    assert_eq!((notebook.format, notebook.language), (Some((4, 1)), None));
}

#[test]
fn the_language_is_the_kernel_s_word() {
    let of = |metadata: &str| read(&format!(r#"{{"cells": [], "metadata": {metadata}}}"#)).language;
    assert_eq!(of(r#"{"kernelspec": {"language": "R"}}"#).as_deref(), Some("R"));
    assert_eq!(
        of(r#"{"kernelspec": {"language": "R"}, "language_info": {"name": ""}}"#).as_deref(),
        Some("R")
    );
    for none in ["{}", "7", r#"{"language_info": [], "kernelspec": {"language": 7}}"#] {
        assert_eq!(of(none), None, "{none}");
    }
    let long = of(&format!(r#"{{"language_info": {{"name": "{}"}}}}"#, "é".repeat(101)));
    assert_eq!(long.unwrap().chars().count(), 100);
}

#[test]
fn other_files_are_not_notebooks() {
    let refused = |bytes: &[u8]| notebook(bytes, &NotebookLimits::default()).unwrap_err();
    for json in ["{}", "[]", "7", r#""cells""#, "null", r#"{"cells": {}}"#, r#"{"worksheets": 1}"#]
    {
        assert_eq!(refused(json.as_bytes()), NotebookError::NoCells, "{json}");
    }
    for other in [&b""[..], b"{\n \"cells\": [nan]}", b"{\"cells\": []} x", b"{\"cells\": []"] {
        assert_eq!(refused(other), NotebookError::NotJson);
    }
    let whole = include_str!("notebooks/plot.ipynb").trim_end().as_bytes();
    for end in 0..whole.len() {
        assert_eq!(refused(&whole[..end]), NotebookError::NotJson, "{end}");
    }
}

#[test]
fn malformed_cells_and_outputs_are_left_out_and_counted() {
    let notebook = read(&of_cells(concat!(
        r#"7, null, [], {}, {"cell_type": 7}, {"cell_type": "code", "source": 7},
           {"cell_type": "code", "source": ["a", 7]}, {"cell_type": "new", "source": "s"},
           {"cell_type": "code", "execution_count": 1e99, "#,
        r#""outputs": [1, {}, {"output_type": "new"}]},
           {"cell_type": "code", "outputs": {}}"#,
    )));
    assert_eq!((notebook.cell_count, notebook.unreadable), (10, 7 + 3));
    assert_eq!(
        notebook.cells,
        [
            cell(8, CellKind::Raw, None, "s", vec![]),
            cell(9, CellKind::Code, None, "", vec![]),
            cell(10, CellKind::Code, None, "", vec![]),
        ]
    );
    let notebook = read(r#"{"worksheets": [7, {}, {"cells": 7}, {"cells": []}]}"#);
    assert_eq!((notebook.cell_count, notebook.unreadable), (0, 3));
}

#[test]
fn an_output_without_its_members_is_empty() {
    let cell = of_outputs(concat!(
        r#"{"output_type": "error"}, {"output_type": "stream", "text": 7}, "#,
        r#"{"output_type": "display_data"},
           {"output_type": "execute_result", "data": 7}, "#,
        r#"{"output_type": "error", "ename": "E", "traceback": 7},
           {"output_type": "error", "evalue": "only", "traceback": []}"#,
    ));
    assert_eq!(
        cell.outputs,
        [
            plain(OutputKind::Error, ""),
            plain(OutputKind::Stdout, ""),
            plain(OutputKind::DisplayData, ""),
            plain(OutputKind::ExecuteResult, ""),
            plain(OutputKind::Error, "E"),
            plain(OutputKind::Error, "only"),
        ]
    );
}

#[test]
fn pieces_of_one_stream_are_one_output() {
    let piece = |name: &str, text: &str| {
        format!(r#"{{"output_type": "stream", "name": "{name}", "text": "{text}"}}"#)
    };
    let pieces =
        [piece("stdout", "a"), piece("stdout", "b"), piece("stderr", "c"), piece("stdout", "d")]
            .join(",");
    let expected = [
        plain(OutputKind::Stdout, "ab"),
        plain(OutputKind::Stderr, "c"),
        plain(OutputKind::Stdout, "d"),
    ];
    assert_eq!(of_outputs(&pieces).outputs, expected);
    // Any number of pieces is clipped as one output.
    let many = vec![piece("stdout", &"x".repeat(30)); 100].join(",");
    let cell = of_outputs(&many);
    assert_eq!(cell.outputs_left_out, 0);
    assert_eq!(cell.outputs, [clipped(&"x".repeat(1000), 1000, &"x".repeat(1000))]);
}

#[test]
fn outputs_are_clipped() {
    let long = |length: usize| {
        of_outputs(&format!(
            r#"{{"output_type": "execute_result", "data": {{"text/plain": ["{}"]}}}}"#,
            "é".repeat(length)
        ))
        .outputs
        .remove(0)
    };
    assert_eq!((long(2000).text.chars().count(), long(2000).left_out), (2000, 0));
    assert_eq!((long(2001).text.matches('é').count(), long(2001).left_out), (2000, 1));
    let shown = r#"{"output_type": "display_data", "data": {}}"#;
    for (count, kept, left_out) in [(20, 20, 0), (21, 20, 1), (100, 20, 80)] {
        let cell = of_outputs(&vec![shown; count].join(","));
        assert_eq!((cell.outputs.len(), cell.outputs_left_out), (kept, left_out), "{count}");
    }
    let none = NotebookLimits { outputs: 0, characters: 0, ..NotebookLimits::default() };
    let read = notebook(include_bytes!("notebooks/plot.ipynb"), &none).unwrap();
    assert_eq!(
        read.cells.iter().map(|cell| cell.outputs_left_out).collect::<Vec<_>>(),
        [0, 3, 1, 1, 0]
    );
}

#[test]
fn the_best_text_is_read_and_the_rest_is_named() {
    let shown = |data: &str| {
        of_outputs(&format!(r#"{{"output_type": "display_data", "data": {data}}}"#))
            .outputs
            .remove(0)
    };
    for data in [
        r#"{"text/latex": "$x$", "text/markdown": "*x*", "text/plain": "x"}"#,
        r#"{"text/plain": "x", "text/markdown": "*x*", "text/latex": "$x$"}"#,
    ] {
        assert_eq!(shown(data).text, "x");
        assert_eq!(shown(data).media.len(), 2);
    }
    assert_eq!(shown(r#"{"text/latex": "$x$", "text/markdown": ["*", "x*"]}"#).text, "*x*");
    let twice = shown(r#"{"text/plain": "a", "text/plain": "b"}"#);
    assert_eq!((twice.text.as_str(), twice.media.len()), ("b", 0));
    let widget = shown(
        r#"{"application/vnd.plotly.v1+json": {"data": [1]}, "image/svg+xml": ["<svg>", "</svg>"],
            "image/jpeg": ["QUJD\n", "QQ==\n"], "text/html": "é", "application/x": null}"#,
    );
    assert_eq!(widget.text, "");
    assert_eq!(
        widget.media,
        [
            media("application/vnd.plotly.v1+json", 13),
            media("image/svg+xml", 11),
            media("image/jpeg", 4),
            media("text/html", 2),
            media("application/x", 4),
        ]
    );
    let many: Vec<String> = (0..20).map(|number| format!(r#""a/{number}": """#)).collect();
    assert_eq!(shown(&format!("{{{}}}", many.join(","))).media.len(), Output::MAX_MEDIA);
    let long = shown(&format!(r#"{{"a/{}": ""}}"#, "é".repeat(200)));
    assert_eq!(long.media[0].mime.chars().count(), 100);
}

#[test]
fn a_part_of_the_cells_keeps_their_numbers() {
    let cells: Vec<String> =
        (1..=9).map(|number| format!(r#"{{"cell_type": "raw", "source": "{number}"}}"#)).collect();
    let json = of_cells(&cells.join(","));
    let part = |first_cell, cells| {
        let limits = NotebookLimits { first_cell, cells, ..NotebookLimits::default() };
        let read = notebook(json.as_bytes(), &limits).unwrap();
        assert_eq!(read.cell_count, 9);
        read.cells
            .iter()
            .map(|cell| (cell.number, cell.source.parse().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(part(1, 2), [(1, 1), (2, 2)]);
    assert_eq!(part(8, 5), [(8, 8), (9, 9)]);
    assert_eq!(part(0, 1), [(1, 1)]);
    assert_eq!(part(10, 1), []);
    assert_eq!(part(1, 0), []);
    assert_eq!(part(u64::MAX, usize::MAX), []);
}

#[test]
fn ill_formed_bytes_and_half_characters_are_replaced() {
    let half = r#"{"cell_type": "raw", "source": ["a\ud800", "b\ude00"], "\udfff": "\udfff"}"#;
    let read_half = read(&of_cells(half));
    assert_eq!(read_half.cells[0].source, "a\u{fffd}b\u{fffd}");
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend_from_slice(of_cells(r#"{"cell_type": "raw", "source": "a?b"}"#).as_bytes());
    let at = bytes.iter().position(|byte| *byte == b'?').unwrap();
    bytes[at] = 0xff;
    let broken = notebook(&bytes, &NotebookLimits::default()).unwrap();
    assert_eq!(broken.cells[0].source, "a\u{fffd}b");
}

#[test]
fn values_that_only_python_writes_are_accepted() {
    let json = r#"{"metadata": {"papermill": {"x": NaN, "y": [Infinity, -Infinity]}}, "cells": [
        {"cell_type": "code", "source": "s", "execution_count": NaN, "outputs": [
            {"output_type": "display_data", "data": {"a/json": {"x": NaN}, "text/plain": "nan"}}]}],
        "nbformat": Infinity}"#;
    let shown =
        Output { media: vec![media("a/json", 10)], ..plain(OutputKind::DisplayData, "nan") };
    assert_eq!(read(json).cells, [cell(1, CellKind::Code, None, "s", vec![shown])]);
}

#[test]
fn a_stream_is_what_its_last_returns_left() {
    let stream =
        |text: &str| format!(r#"{{"output_type": "stream", "name": "stderr", "text": {text}}}"#);
    let bar: String = (0..400).map(|at| format!(r"\r {at}/400 [=======>......]")).collect();
    let bar = stream(&format!(r#"["{bar}", "\nFINAL accuracy: 0.93\n"]"#));
    let expected = " 399/400 [=======>......]\nFINAL accuracy: 0.93\n";
    assert_eq!(of_outputs(&bar).outputs, [plain(OutputKind::Stderr, expected)]);
    // Across several pieces of a stream.
    let pieces = [r#""a\n 1%""#, r#""\r 2%""#, r#""\r""#, r#""\r 3%\r""#, r#""\nb\r\n""#];
    let pieces = pieces.map(stream).join(",");
    assert_eq!(of_outputs(&pieces).outputs, [plain(OutputKind::Stderr, "a\n 3%\nb\n")]);
    // The value of a cell is not treated as a terminal stream.
    let value = r#"{"output_type": "execute_result", "data": {"text/plain": "a\rb"}}"#;
    assert_eq!(of_outputs(value).outputs, [plain(OutputKind::ExecuteResult, "a\rb")]);
}

#[test]
fn a_long_source_is_cut_and_cells_that_take_too_much_are_for_another_call() {
    let long = format!(r#"{{"cell_type": "raw", "source": ["{}", "é", "b"]}}"#, "a".repeat(9));
    let cells = [&*long, &long, &long].join(",");
    let limits = NotebookLimits { source: 10, memory: 1, ..NotebookLimits::default() };
    let first = notebook(of_cells(&cells).as_bytes(), &limits).unwrap();
    assert_eq!((first.cells.len(), first.next, first.cell_count), (1, Some(2), 3));
    assert_eq!((&*first.cells[0].source, first.cells[0].source_left_out), ("aaaaaaaaa", 2));
    let second = NotebookLimits { first_cell: 2, ..limits };
    let second = notebook(of_cells(&cells).as_bytes(), &second).unwrap();
    assert_eq!((second.cells[0].number, second.next), (2, Some(3)));
}

#[test]
fn it_is_the_same_in_pieces_of_any_size() {
    for bytes in
        [&include_bytes!("notebooks/plot.ipynb")[..], include_bytes!("notebooks/old.ipynb")]
    {
        let whole = notebook(bytes, &NotebookLimits::default());
        for size in [1, 2, 3, 7, 64, 1000] {
            let mut pieces = bytes.chunks(size).map(<[u8]>::to_vec);
            let read = notebook_in_pieces(&mut || pieces.next(), &NotebookLimits::default());
            assert_eq!(read, whole, "{size}");
        }
    }
}

#[test]
fn depth_is_no_matter() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let data = format!(r#"{{"text/plain": {deep}, "a/json": {deep}}}"#);
    let json = of_cells(&format!(
        r#"{deep}, {{"cell_type": "code", "source": "s", "metadata": {deep}, "outputs": [{deep},
           {{"output_type": "display_data", "data": {data}}}]}}"#
    ));
    let read = read(&json);
    assert_eq!((read.cell_count, read.unreadable, read.cells.len()), (2, 2, 1));
    assert_eq!(
        read.cells[0].outputs[0].media,
        [media("text/plain", 200_000), media("a/json", 200_000)]
    );
}
