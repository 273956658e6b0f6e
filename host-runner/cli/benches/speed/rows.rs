//! The rows that compare readers of files: each next to the least work that answers it, and next to
//! a reader without a library in Python and in Node.
//!
//! The ratios to the least work are recorded in `ratios.json`. A run reports which of them grew,
//! and `BLESS=1` records them again.

use crate::hosts::{self, Host};
use crate::measure::{Contender, Runner, here};
use crate::table::Table;
use crate::units::{ratio, time};
use crate::{Answer, Bench, MAX_BYTES, Size, counted_page, floor, pictures};
use readroom::{Content, ListRequest, ReadRequest, Totals};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How many times larger than the recorded one a ratio may be: the same program varies as much from
/// hour to hour.
const SLACK: f64 = 1.3;

/// The read to measure, and what its time is compared with.
struct Row<'a> {
    name: &'static str,
    readroom: Contender<'a>,
    least: Contender<'a>,
    /// The request to a plain reader. `None` if it needs a library for that.
    plain: Option<Value>,
    /// The number of concurrent reads of the row.
    each: u32,
}

impl Bench {
    pub(crate) fn rows(&self) {
        let title = "Rows: Readroom, the least work, and plain readers";
        if !self.wants(title) {
            return;
        }
        let recorded = recorded();
        let mut measured = BTreeMap::new();
        let mut behind = Vec::new();
        let mut table =
            Table::new(&["row", "Readroom", "least", "Python", "Node", "to the least", "recorded"]);
        for row in self.all_rows() {
            let Row { name, each, .. } = row;
            let [readroom, least, python, node] = self.row(row);
            let now = readroom.as_secs_f64() / least.as_secs_f64();
            let before = recorded.get(name).copied();
            if before.is_some_and(|before| now > before * SLACK) {
                behind.push(name);
            }
            measured.insert(name, (now * 100.0).round() / 100.0);
            let shown = |taken: Duration| match taken {
                Duration::ZERO => "-".into(),
                taken => time(taken / each),
            };
            table.row(vec![
                name.into(),
                shown(readroom),
                shown(least),
                shown(python),
                shown(node),
                ratio(readroom, least),
                before.map_or("-".into(), |before| format!("{before:.2}x")),
            ]);
        }
        if self.size == Size::Small {
            let names = |row: &str| row.to_string();
            let measured: Vec<_> = measured.keys().copied().map(names).collect();
            assert_eq!(recorded.into_keys().collect::<Vec<_>>(), measured, "BLESS=1 cargo bench");
            return;
        }
        self.print(&table, title);
        match behind[..] {
            [] => println!("\nno ratio grew"),
            _ => println!("\nfell behind: {}", behind.join("; ")),
        }
        if std::env::var_os("BLESS").is_some() {
            let text = serde_json::to_string_pretty(&measured).expect("JSON");
            fs::write(ratios(), text + "\n").expect("it can be written");
        }
    }

    /// Measures a row: Readroom, the least work, and the plain readers, zero where there is none.
    fn row(&self, row: Row<'_>) -> [Duration; 4] {
        let mut started = Vec::new();
        let mut contenders: Vec<Runner<'_>> = vec![here(row.readroom), here(row.least)];
        if let Some(asked) = &row.plain {
            for language in hosts::plain() {
                let mut host = Host::start(&language, &self.root);
                let answers = host.run(asked, 1).1.is_some();
                assert!(answers, "{} answers {}", language.name(), row.name);
                started.push((language.name, host));
            }
        }
        let mut places = Vec::new();
        for (language, host) in &mut started {
            places.push(*language);
            let asked = row.plain.as_ref().expect("it was started for that");
            contenders.push(Box::new(|runs| host.run(asked, runs).0));
        }
        let times = self.times_of(contenders);
        let of = |wanted: &str| {
            let at = places.iter().position(|language| *language == wanted);
            at.map_or(Duration::ZERO, |at| times[at + 2])
        };
        [times[0], times[1], of("Python"), of("JavaScript")]
    }

    fn all_rows(&self) -> Vec<Row<'_>> {
        let mut rows = self.pages_of_text();
        rows.extend([false, true].map(|sizes| self.names(sizes)));
        rows.push(self.long_line());
        rows.extend(self.pictures());
        rows.extend([1, 2].map(|threads| self.each_file(threads)));
        rows
    }

    fn pages_of_text(&self) -> Vec<Row<'_>> {
        let deep = self.size.deep();
        let middle = self.size.log_lines() / 200;
        let typed = |name, path: &'static str, first: u64, lines: u64| {
            let request = counted_page(path, first, lines);
            let file = self.root.join(path);
            assert_eq!(self.sandboxed(&request), floor::read(&file, first, lines), "{name}");
            let asked = json!({ "read": {
                "path": path, "start": first, "lines": lines, "totals": "always",
            }});
            Row {
                name,
                readroom: Box::new(move || drop(black_box(self.sandboxed(&request)))),
                least: Box::new(move || drop(black_box(floor::read(&file, first, lines)))),
                // A plain reader has the whole text in memory.
                plain: (path != "large.log").then_some(asked),
                each: 1,
            }
        };
        let tool = |name, path: &'static str| {
            let room = self.room.content_only();
            let arguments = json!({ "path": path, "bytes": MAX_BYTES }).to_string();
            let asked = json!({ "call": ["readroom", arguments] });
            let file = self.root.join(path);
            let call = move || room.call("readroom", &arguments).expect("it answers").content;
            let numbered: String = (1..)
                .zip(floor::read(&file, 1, 2000).content.lines())
                .map(|(number, line)| format!("{number}\t{line}\n"))
                .collect();
            let content = call();
            let [Content::Text(text)] = &content[..] else { panic!("{content:?}") };
            assert!(text.starts_with(&numbered), "{text}");
            Row {
                name,
                readroom: Box::new(move || drop(black_box(call()))),
                least: Box::new(move || drop(black_box(floor::read(&file, 1, 2000)))),
                plain: Some(asked),
                each: 1,
            }
        };
        vec![
            typed("200 lines, typed", "small.rs", 1, 2000),
            tool("200 lines, as a tool", "small.rs"),
            typed("2,000 lines, typed", "medium.rs", 1, 2000),
            tool("2,000 lines, as a tool", "medium.rs"),
            typed("500 lines in a log of 10 MB, lines counted", "medium.log", middle, 500),
            typed("500 lines in the middle of 1 GiB, lines counted", "large.log", deep, 500),
        ]
    }

    fn names(&self, sizes: bool) -> Row<'_> {
        let request = ListRequest::new("crowd").entries(10_000).details(sizes);
        let directory = self.root.join("crowd");
        let listed = self.room.list(&request).expect("it can be listed");
        let found: Vec<_> =
            listed.entries.iter().map(|entry| (entry.name.as_str(), entry.size)).collect();
        let least = floor::list(&directory, sizes);
        let least: Vec<_> = least.iter().map(|(name, _, size)| (name.as_str(), *size)).collect();
        assert_eq!(found, least);
        Row {
            name: match sizes {
                false => "10,000 names, with kinds",
                true => "10,000 names, with kinds and sizes",
            },
            readroom: Box::new(move || drop(black_box(self.room.list(&request)))),
            least: Box::new(move || drop(black_box(floor::list(&directory, sizes)))),
            plain: sizes.then(|| json!({ "list": "crowd" })),
            each: 1,
        }
    }

    fn long_line(&self) -> Row<'_> {
        const BYTES: u32 = 50 * 1024;
        let request =
            ReadRequest::new("line.txt").columns(BYTES).bytes(BYTES).totals(Totals::Always);
        let file = self.root.join("line.txt");
        let Answer { content, total } = self.sandboxed(&request);
        assert_eq!((content.len(), total), (BYTES as usize, Some(1)));
        assert_eq!(floor::beginning(&file, BYTES as usize), (content.into_bytes(), 1));
        Row {
            name: "one line of 200 MB, its beginning, lines counted",
            readroom: Box::new(move || drop(black_box(self.sandboxed(&request)))),
            least: Box::new(move || drop(black_box(floor::beginning(&file, BYTES as usize)))),
            plain: Some(json!({ "beginning": { "path": "line.txt", "bytes": BYTES } })),
            each: 1,
        }
    }

    /// Pictures, next to the same code without a sandbox: there is no least work.
    fn pictures(&self) -> Vec<Row<'_>> {
        let rows = [
            ("a JPEG of 12 megapixels, made smaller", "picture.jpg"),
            ("a PNG of 12 megapixels, made smaller", "picture.png"),
        ];
        pictures::make(&self.root, self.size);
        let row = |(name, path): (&'static str, &'static str)| {
            let room = self.room.content_only();
            let arguments = json!({ "path": path }).to_string();
            let same = arguments.clone();
            let call = move || room.call("readroom", &arguments).expect("it answers").content;
            let natively = move || self.called_natively("readroom", &same, true).content;
            // The pictures may differ in last bits: sines do, between systems.
            let [Content::Text(shown), Content::Image(_)] = &call()[..] else { panic!("{name}") };
            let [Content::Text(same), Content::Image(_)] = &natively()[..] else {
                panic!("{name}")
            };
            assert_eq!(shown, same, "{name}");
            Row {
                name,
                readroom: Box::new(move || drop(black_box(call()))),
                least: Box::new(move || drop(black_box(natively()))),
                plain: None,
                each: 1,
            }
        };
        rows.map(row).into()
    }

    fn each_file(&self, threads: usize) -> Row<'_> {
        let paths: Vec<String> =
            (0..self.size.crowd()).map(|number| format!("crowd/{number}.rs")).collect();
        let files: Vec<PathBuf> = paths.iter().map(|path| self.root.join(path)).collect();
        let each = paths.len() as u32;
        let room = self.room.content_only();
        let call = move |path: &String| {
            let arguments = format!(r#"{{"path":"{path}"}}"#);
            drop(black_box(room.call("readroom", &arguments).expect("it answers")));
        };
        Row {
            name: match threads {
                1 => "10,000 small files as a tool, each",
                _ => "the same on two threads",
            },
            readroom: Box::new(move || on_threads(threads, &paths, &call)),
            least: Box::new(move || {
                on_threads(threads, &files, &|file: &PathBuf| {
                    drop(black_box(floor::read(file, 1, 2000)));
                });
            }),
            plain: (threads == 1).then(|| json!({ "each": { "path": "crowd", "files": each } })),
            each,
        }
    }
}

fn on_threads<T: Sync>(threads: usize, items: &[T], work: &(dyn Fn(&T) + Sync)) {
    thread::scope(|scope| {
        for part in items.chunks(items.len().div_ceil(threads)) {
            scope.spawn(|| part.iter().for_each(work));
        }
    });
}

fn ratios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/speed/ratios.json")
}

fn recorded() -> BTreeMap<String, f64> {
    let text = fs::read_to_string(ratios()).unwrap_or_else(|_| "{}".into());
    serde_json::from_str(&text).expect("a ratio for each row")
}
