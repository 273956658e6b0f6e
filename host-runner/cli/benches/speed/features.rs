//! Measures requests beyond plain lines, each against a plain read of the same text.

use super::files::Size;
use super::measure::Contender;
use super::table::Table;
use super::units::{ratio, time};
use super::{Bench, black_box};
use readroom::{Body, ReadRequest, Room, SharedLimits, Totals, View};
use serde_json::json;
use std::fs;

/// A line of Chinese in GBK, and the same in UTF-8.
const GBK: &[u8] =
    b"\xcc\xec\xb5\xd8\xd0\xfe\xbb\xc6\xa3\xac\xd3\xee\xd6\xe6\xba\xe9\xbb\xc4\xa1\xa3\n";
const CHINESE: &str = "天地玄黄，宇宙洪荒。\n";

impl Bench {
    pub(super) fn features(&self) {
        let title = "What is asked for beyond lines: beside a plain read of the same text";
        if !self.wants(title) {
            return;
        }
        self.make_texts();
        let mut table = Table::new(&["asked for", "plainly", "so", "so / plainly"]);
        let counted = |path: &str| {
            ReadRequest::new(path).lines(500).bytes(1024 * 1024).totals(Totals::Always)
        };
        let known =
            self.room.stat("small.rs").expect("it is there").version.expect("a file has one");
        let rows: [(&str, ReadRequest, ReadRequest); 10] = [
            (
                "200 lines that are known",
                ReadRequest::new("small.rs"),
                ReadRequest::new("small.rs").known_version(known),
            ),
            (
                "200 lines within 1000 tokens",
                ReadRequest::new("small.rs"),
                ReadRequest::new("small.rs").tokens(1000),
            ),
            (
                "200 lines from character 5 on",
                ReadRequest::new("small.rs"),
                ReadRequest::new("small.rs").column(5),
            ),
            (
                "a line of 1 MB, its last characters",
                counted("features/line.js"),
                counted("features/line.js").column(999_000),
            ),
            (
                "a function in 10,000 lines",
                counted("features/large.rs"),
                ReadRequest::new("features/large.rs").block(5002, 0),
            ),
            (
                "an outline of 10,000 lines",
                counted("features/large.rs"),
                ReadRequest::new("features/large.rs").view(View::Outline),
            ),
            (
                "1 MB of ASCII in UTF-16",
                counted("features/ascii.txt"),
                counted("features/ascii.utf16"),
            ),
            (
                "1 MB of Chinese in GBK",
                counted("features/chinese.txt"),
                counted("features/chinese.gbk"),
            ),
            (
                "a notebook of 200 cells",
                ReadRequest::new("features/cells.ipynb").view(View::Text),
                ReadRequest::new("features/cells.ipynb"),
            ),
            ("a name that is not there", ReadRequest::new("small.rs"), ReadRequest::new("smal.rs")),
        ];
        for (name, plain, so) in &rows {
            let read = |request: &ReadRequest| drop(black_box(self.room.read(request)));
            let answer = self.room.read(so);
            assert_eq!(answer.is_err(), so.path == "smal.rs", "{name}: {answer:?}");
            self.feature(&mut table, name, [Box::new(|| read(plain)), Box::new(|| read(so))]);
        }
        let paths: Vec<ReadRequest> =
            (0..8).map(|number| ReadRequest::new(format!("features/{number}.rs"))).collect();
        let limits = SharedLimits { bytes: Some(1024 * 1024), tokens: None };
        let each = |room: &Room| -> Vec<Body> {
            paths.iter().map(|request| room.read(request).expect("it can be read").body).collect()
        };
        let many = |room: &Room| -> Vec<Body> {
            let answers = room.read_many(&paths, limits).expect("they can be read");
            answers.into_iter().map(|answer| answer.expect("it can be read").body).collect()
        };
        assert_eq!(each(&self.room), many(&self.room));
        let contenders: [Contender<'_>; 2] = [
            Box::new(|| drop(black_box(each(&self.room)))),
            Box::new(|| drop(black_box(many(&self.room)))),
        ];
        self.feature(&mut table, "8 files of 200 lines in one call, not in 8", contenders);
        self.print(&table, title);
    }

    fn feature(&self, table: &mut Table, name: &str, contenders: [Contender<'_>; 2]) {
        let times = self.times(contenders.into());
        table.row(vec![name.into(), time(times[0]), time(times[1]), ratio(times[1], times[0])]);
    }

    /// Creates the texts that the rows are about.
    fn make_texts(&self) {
        let directory = self.root.join("features");
        fs::create_dir_all(&directory).expect("a directory");
        let write =
            |name: &str, bytes: &[u8]| fs::write(directory.join(name), bytes).expect("a file");
        let times = if self.size == Size::Full { 1 } else { 100 };
        let small = fs::read(self.root.join("small.rs")).expect("a file");
        (0..8).for_each(|number| write(&format!("{number}.rs"), &small));
        write("line.js", &b"0123456789".repeat(100_000));
        let function = |number: usize| {
            format!("fn f{number}() {{\n    let value = {number};\n    drop(value);\n}}\n\n")
        };
        write("large.rs", (0..2000).map(function).collect::<String>().as_bytes());
        let ascii = "a line of text, as there are many\n".repeat(30_000 / times);
        write("ascii.txt", ascii.as_bytes());
        let wide: Vec<u8> = ascii.encode_utf16().flat_map(u16::to_le_bytes).collect();
        write("ascii.utf16", &wide);
        write("chinese.txt", CHINESE.repeat(33_000 / times).as_bytes());
        write("chinese.gbk", &GBK.repeat(33_000 / times));
        let cell = |number: usize| {
            let text = [number.to_string()];
            let output = json!({ "output_type": "stream", "name": "stdout", "text": text });
            json!({
                "cell_type": "code", "execution_count": number, "metadata": {},
                "source": ["x = 1\n", "print(x)"], "outputs": [output]
            })
        };
        let cells: Vec<_> = (0..200).map(cell).collect();
        let notebook =
            json!({ "cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5 });
        write("cells.ipynb", serde_json::to_string_pretty(&notebook).expect("JSON").as_bytes());
    }
}
