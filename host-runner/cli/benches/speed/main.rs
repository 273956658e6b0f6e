//! Measures the speed of Readroom next to readers without a sandbox.
//!
//! `cargo bench` prints all tables; `cargo bench --bench speed -- paging` prints those whose titles
//! contain the word. Times are medians, and the contenders of a row take turns, so that ratios hold
//! on a busy machine too. Without `--bench`, as in `cargo test`, everything runs once on smaller
//! files, to check that it works and that all contenders give the same answer.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a benchmark"
)]
#![allow(clippy::print_stdout, reason = "its tables are its output")]

mod answer;
mod features;
mod files;
mod floor;
mod hosts;
mod languages;
mod looking;
mod measure;
mod names;
mod native;
mod peers;
mod pictures;
mod policies;
mod process;
mod rows;
mod table;
mod units;

/// The maximum size of an answer in bytes: the number of lines is to decide how much is read.
const MAX_BYTES: u32 = 1024 * 1024;

use answer::Answer;
use files::Size;
use measure::{Contender, Runner, Times, here, side_by_side};
use native::Native;
use process::{Caller, McpClient, READROOM};
use readroom::{BasicRequest, Body, Content, Outcome, Policy, ReadRequest, Room, Start, Totals};
use serde_json::{Value, json};
use std::cell::Cell;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use table::Table;
use units::{bytes, ratio, time};

struct Bench {
    size: Size,
    /// Words, at least one of which a title must contain. If empty, all tables are printed.
    wanted: Vec<String>,
    root: PathBuf,
    room: Room,
    native: Native,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measuring = arguments.iter().any(|argument| argument == "--bench");
    let size = if measuring { Size::Full } else { Size::Small };
    let root = files::make(size);
    let bench = Bench {
        size,
        wanted: arguments.into_iter().filter(|argument| !argument.starts_with('-')).collect(),
        // The contenders have no policy either.
        room: Room::builder(&root)
            .policy(Policy::everything().without_agentignore())
            .build()
            .expect("the root can be granted"),
        native: Native::open(&root),
        root,
    };
    bench.rows();
    bench.one_read();
    bench.parts();
    bench.policies();
    bench.features();
    bench.looking();
    bench.defined_names();
    bench.paging();
    bench.counting();
    bench.start();
    bench.lines();
    bench.peers();
    bench.throughput();
    bench.memory();
    bench.languages();
    bench.at_once();
    if !measuring {
        println!("speed: every contender answered the same; `cargo bench` measures them");
    }
}

/// Returns a request for lines, with all lines of the file counted.
fn counted_page(path: &str, first: u64, lines: u64) -> ReadRequest {
    ReadRequest::new(path)
        .start(Start::Line(first as u32))
        .lines(lines as u32)
        .bytes(MAX_BYTES)
        .totals(Totals::Always)
}

impl Bench {
    fn wants(&self, title: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|word| title.contains(word.as_str()))
    }

    /// Runs every contender once, and measures them if this is a benchmark.
    fn times(&self, contenders: Vec<Contender<'_>>) -> Vec<Duration> {
        self.times_of(contenders.into_iter().map(here).collect())
    }

    /// Does the same for contenders that measure themselves.
    fn times_of(&self, contenders: Vec<Runner<'_>>) -> Vec<Duration> {
        self.times_with_least(contenders).into_iter().map(|times| times.median).collect()
    }

    /// Also returns their fastest turns.
    fn times_with_least(&self, mut contenders: Vec<Runner<'_>>) -> Vec<Times> {
        match self.size {
            Size::Full => side_by_side(&mut contenders),
            Size::Small => contenders
                .iter_mut()
                .map(|contender| contender(1).max(Duration::from_nanos(1)))
                .map(|taken| Times { median: taken, least: taken })
                .collect(),
        }
    }

    fn sandboxed(&self, request: &ReadRequest) -> Answer {
        let Body::Text(text) = self.room.read(request).expect("it can be read").body else {
            panic!("it is text")
        };
        Answer { content: text.content, total: text.total.map(u64::from) }
    }

    fn natively(&self, path: &str, first: u64, lines: u64) -> Answer {
        let request = readroom_read::ReadRequest {
            start: Some(readroom_read::Start::Line(first)),
            lines: Some(lines),
            bytes: Some(MAX_BYTES.into()),
            totals: Totals::Always,
            ..readroom_read::ReadRequest::new(path)
        };
        let document =
            readroom_read::read(&self.native, None, &request, readroom_read::Purpose::Facts, None)
                .expect("it can be read");
        let readroom_read::Body::Text(page) = document.body else { panic!("it is text") };
        let text = page.page.text;
        Answer { content: text.content, total: text.total }
    }

    fn one_read(&self) {
        let title = "One read: in the sandbox, by the same core without one, and by the floor";
        if !self.wants(title) {
            return;
        }
        let mut table =
            Table::new(&["read", "sandbox", "core", "floor", "sandbox / core", "sandbox / floor"]);
        let deep = self.size.deep();
        for (name, path, first, lines) in [
            ("200 lines, whole", "small.rs", 1, 2000),
            ("200 lines, four directories down", "one/two/three/four/small.rs", 1, 2000),
            ("1 GiB, 500 lines in the middle, totals", "large.log", deep, 500),
        ] {
            let request = counted_page(path, first, lines);
            let file = self.root.join(path);
            let answer = self.sandboxed(&request);
            assert_eq!(answer, self.natively(path, first, lines), "{name}");
            assert_eq!(answer, floor::read(&file, first, lines), "{name}");
            let contenders: [Contender<'_>; 3] = [
                Box::new(|| drop(black_box(self.sandboxed(&request)))),
                Box::new(|| drop(black_box(self.natively(path, first, lines)))),
                Box::new(|| drop(black_box(floor::read(&file, first, lines)))),
            ];
            table.row(self.compared(name.into(), contenders));
        }
        self.print(&table, title);
        self.as_a_tool();
    }

    fn as_a_tool(&self) {
        let title = "One read as an agent's tool: 200 lines";
        let mut table =
            Table::new(&["tool", "sandbox", "core", "floor", "sandbox / core", "sandbox / floor"]);
        let file = self.root.join("small.rs");
        for (id, arguments) in [
            ("readroom", r#"{"path":"small.rs"}"#),
            ("mycodeagent", r#"{"path":"small.rs"}"#),
            ("dm-cc", r#"{"filePath":"small.rs"}"#),
            ("opencode", r#"{"path":"small.rs"}"#),
            ("kimi-cli", r#"{"path":"small.rs"}"#),
            ("pi", r#"{"path":"small.rs"}"#),
        ] {
            let sandboxed = || self.room.call(id, arguments).expect("it answers").json;
            let natively = || self.called_natively(id, arguments, false).json;
            assert_eq!(timeless(&sandboxed()), timeless(&natively()), "{id}");
            let contenders: [Contender<'_>; 3] = [
                Box::new(|| drop(black_box(sandboxed()))),
                Box::new(|| drop(black_box(natively()))),
                Box::new(|| drop(black_box(floor::read(&file, 1, 2000)))),
            ];
            table.row(self.compared(id.to_string(), contenders));
        }
        self.print(&table, title);
    }

    /// Adds a row for the sandbox, the core and the floor.
    fn compared(&self, name: String, contenders: [Contender<'_>; 3]) -> Vec<String> {
        let times = self.times(contenders.into());
        let [sandbox, core, floor] = times[..] else { unreachable!("three contenders") };
        let ratios = [ratio(sandbox, core), ratio(sandbox, floor)];
        [name, time(sandbox), time(core), time(floor)].into_iter().chain(ratios).collect()
    }

    /// Calls a tool without a sandbox.
    fn called_natively(
        &self,
        id: &str,
        arguments: &str,
        content_only: bool,
    ) -> readroom_dialects::Reply {
        let env = readroom_dialects::Environment {
            tree: &readroom_history::Timeline::now(&self.native),
            cwd: None,
            home: &|| None,
            clock: &|| 0,
            index: &readroom_read::Index::default(),
            memory: &readroom_dialects::Memory::default(),
            max_tokens: None,
            page_time: None,
            scans: "",
            content_only,
        };
        readroom_dialects::Tool::find(id).expect("a tool").call(&env, arguments)
    }

    fn parts(&self) {
        let title = "Where the time of one read goes";
        if !self.wants(title) {
            return;
        }
        let question = BasicRequest { path: "small.rs".into(), start: None, lines: None };
        let phrase = || self.room.arguments_for("pi", &question).expect("it answers");
        let look = |path: &str| self.room.stat(path).expect("it is there");
        let read = |request: &ReadRequest| self.room.read(request).expect("it can be read");
        let (line, whole) = (
            ReadRequest::new("small.rs").lines(1).totals(Totals::Never),
            ReadRequest::new("small.rs"),
        );
        let contenders: [(&str, Contender<'_>); 5] = [
            ("an instance that looks at nothing", Box::new(|| drop(black_box(phrase())))),
            ("and finds a file", Box::new(|| drop(black_box(look("small.rs"))))),
            (
                "four directories down",
                Box::new(|| drop(black_box(look("one/two/three/four/small.rs")))),
            ),
            ("and reads one line", Box::new(|| drop(black_box(read(&line))))),
            ("and reads 200 lines", Box::new(|| drop(black_box(read(&whole))))),
        ];
        let (names, contenders): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
        let mut table = Table::new(&["call", "time"]);
        for (name, duration) in names.into_iter().zip(self.times(contenders)) {
            table.row(vec![name.into(), time(duration)]);
        }
        self.print(&table, title);
    }

    fn paging(&self) {
        let title = "Paging in 1 GiB: 500 lines each";
        if !self.wants(title) {
            return;
        }
        let page =
            || ReadRequest::new("large.log").lines(500).bytes(MAX_BYTES).totals(Totals::Never);
        let deep = Start::Line(self.size.deep() as u32);
        let Body::Text(text) = self.room.read(&page().start(deep)).expect("it can be read").body
        else {
            panic!("it is text")
        };
        let cursor = Start::Cursor(text.next.expect("it is not the last page").cursor);
        let by_number = Start::Line(self.size.deep() as u32 + 500);
        let [first, by_cursor, by_number, tail] =
            [Start::Line(1), cursor, by_number, Start::FromEnd(500)]
                .map(|start| page().start(start));
        assert_eq!(self.sandboxed(&by_cursor), self.sandboxed(&by_number));
        let contenders: [(&str, Contender<'_>); 4] = [
            ("the first", Box::new(|| drop(black_box(self.sandboxed(&first))))),
            ("in the middle, by cursor", Box::new(|| drop(black_box(self.sandboxed(&by_cursor))))),
            (
                "in the middle, by line number",
                Box::new(|| drop(black_box(self.sandboxed(&by_number)))),
            ),
            ("the last, from the end", Box::new(|| drop(black_box(self.sandboxed(&tail))))),
        ];
        self.pages(title, "to the first page", 0, contenders);
    }

    /// Measures paging by line number with a tool that counts lines, as agents' tools do.
    fn counting(&self) {
        let title = "Paging in 1 GiB as a tool that counts lines: 500 lines each by mycodeagent";
        if !self.wants(title) {
            return;
        }
        let call = |room: &Room, first: u64| {
            let arguments = format!(r#"{{"path":"large.log","start_line":{first},"limit":500}}"#);
            let reply = room.call("mycodeagent", &arguments).expect("it answers");
            assert_eq!(reply.outcome, Outcome::Answered);
            reply.json
        };
        let (deep, page) = (self.size.deep(), Cell::new(0));
        let new = || self.room.session("new");
        let session = self.room.session("one");
        let next = || {
            page.set(page.get() % 5000 + 1);
            call(&session, deep + 500 * page.get())
        };
        assert_eq!(timeless(&call(&session, deep)), timeless(&call(&new(), deep)));
        assert_eq!(timeless(&next()), timeless(&call(&new(), deep + 500)));
        let contenders: [(&str, Contender<'_>); 4] = [
            ("the first, in a new session", Box::new(|| drop(black_box(call(&new(), 1))))),
            ("the first, once more", Box::new(|| drop(black_box(call(&session, 1))))),
            ("in the middle, the next one", Box::new(|| drop(black_box(next())))),
            ("in the middle, another one", Box::new(|| drop(black_box(call(&session, deep / 2))))),
        ];
        self.pages(title, "to the first page once more", 1, contenders);
    }

    /// Returns a table of pages, each compared with one of them.
    fn pages(
        &self,
        title: &str,
        to: &str,
        compared: usize,
        contenders: [(&str, Contender<'_>); 4],
    ) {
        let (names, contenders): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
        let times = self.times(contenders);
        let mut table = Table::new(&["page", "time", to]);
        for (name, duration) in names.into_iter().zip(&times) {
            table.row(vec![name.into(), time(*duration), ratio(*duration, times[compared])]);
        }
        self.print(&table, title);
    }

    fn start(&self) {
        let title = "Cold start: a process that reads 200 lines";
        if !self.wants(title) {
            return;
        }
        let file = self.root.join("small.rs");
        let (root, file) = (self.root.as_os_str(), file.as_os_str());
        let read = ["read".as_ref(), "--root".as_ref(), root, "small.rs".as_ref()];
        let (cat, arguments) = match cfg!(windows) {
            true => ("cmd", &["/c".as_ref(), "type".as_ref(), file][..]),
            false => ("cat", &[file][..]),
        };
        let times = self.times(vec![
            Box::new(|| process::run(cat, arguments)),
            Box::new(|| process::run(READROOM, &read)),
        ]);
        let mut table = Table::new(&["program", "time", "more than cat"]);
        table.row(vec!["cat".into(), time(times[0]), String::new()]);
        table.row(vec![
            "readroom read".into(),
            time(times[1]),
            time(times[1].saturating_sub(times[0])),
        ]);
        self.print(&table, title);
    }

    /// Measures a process that answers one line at a time, from the question to the whole answer.
    fn lines(&self) {
        let title = "One read by a running process: 200 lines over standard input and output";
        if !self.wants(title) {
            return;
        }
        let arguments = json!({ "path": "small.rs" });
        let (mut caller, mut client) =
            (Caller::start(&self.root, "readroom"), McpClient::start(&self.root));
        let answer: Value = serde_json::from_str(&client.read(&arguments)).expect("JSON");
        let text = answer["result"]["content"][0]["text"].as_str().expect("a text");
        let reply = self.room.call("readroom", &arguments.to_string()).expect("it answers");
        assert_eq!(reply.content, [Content::Text(text.to_string())]);
        assert_eq!(caller.call(&arguments).trim_end(), reply.json);
        let times = self.times(vec![
            Box::new(|| drop(black_box(caller.call(&arguments)))),
            Box::new(|| drop(black_box(client.read(&arguments)))),
        ]);
        let mut table = Table::new(&["process", "time", "to `readroom call`"]);
        for (name, duration) in ["readroom call readroom -", "readroom mcp"].into_iter().zip(&times)
        {
            table.row(vec![name.into(), time(*duration), ratio(*duration, times[0])]);
        }
        self.print(&table, title);
    }

    fn throughput(&self) {
        let title = "Throughput: 10,000 different files";
        if !self.wants(title) {
            return;
        }
        let paths: Vec<String> =
            (0..self.size.crowd()).map(|number| format!("crowd/{number}.rs")).collect();
        let files: Vec<PathBuf> = paths.iter().map(|path| self.root.join(path)).collect();
        let calls: Vec<String> =
            paths.iter().map(|path| format!(r#"{{"path":"{path}"}}"#)).collect();
        let mut table = Table::new(&["way", "calls a second", "to one thread"]);
        let mut one = None;
        let rounds = if self.size == Size::Full { 3 } else { 1 };
        let mut row = |name: &str, run: &dyn Fn()| {
            run();
            let best = (0..rounds)
                .map(|_| {
                    let begun = Instant::now();
                    run();
                    begun.elapsed()
                })
                .min()
                .expect("there was one");
            let first = *one.get_or_insert(best);
            let rate = paths.len() as f64 / best.as_secs_f64();
            table.row(vec![name.into(), format!("{rate:.0}"), ratio(first, best)]);
        };
        let read = |paths: &[String]| {
            for path in paths {
                black_box(self.room.read(&ReadRequest::new(path)).expect("it can be read"));
            }
        };
        row("the library, 1 thread", &|| read(&paths));
        row("the library, 2 threads", &|| {
            thread::scope(|scope| {
                paths.chunks(paths.len() / 2).for_each(|half| drop(scope.spawn(|| read(half))))
            });
        });
        row("readroom call mycodeagent -", &|| {
            let mut caller = Caller::start(&self.root, "mycodeagent");
            calls.iter().for_each(|call| drop(black_box(caller.call(call))));
        });
        let least = |files: &[PathBuf]| {
            files.iter().for_each(|file| drop(black_box(floor::read(file, 1, 2000))))
        };
        row("the floor, 1 thread", &|| least(&files));
        row("the floor, 2 threads", &|| {
            thread::scope(|scope| {
                files.chunks(files.len() / 2).for_each(|half| drop(scope.spawn(|| least(half))))
            });
        });
        self.print(&table, title);
    }

    fn memory(&self) {
        let title =
            "Memory of one call: what the component has, and a process that serves nothing else";
        if !self.wants(title) {
            return;
        }
        let taken = Arc::new(AtomicUsize::new(0));
        let told = taken.clone();
        let room =
            Room::builder(&self.root).observer(move |event| told.store(event.cost.memory, Relaxed));
        let room = room.build().expect("it can be granted");
        let mut table = Table::new(&["call", "component", "process, resident at most"]);
        let deep = self.size.deep();
        for (name, arguments) in [
            ("200 lines", r#"{"path":"small.rs"}"#.to_string()),
            (
                "1 GiB, 500 lines in the middle",
                format!(r#"{{"path":"large.log","start":{deep},"lines":500}}"#),
            ),
            ("1 GiB, the last 500 lines", r#"{"path":"large.log","start":-500}"#.to_string()),
            ("one line of 200 MB", r#"{"path":"line.txt"}"#.to_string()),
            (
                "the most text that can be asked for",
                r#"{"path":"large.log","bytes":1048576}"#.to_string(),
            ),
        ] {
            let mut caller = Caller::start(&self.root, "readroom");
            let answer = caller.call(&arguments);
            let reply = room.call("readroom", &arguments).expect("it answers");
            assert_eq!(
                (reply.outcome, answer.trim_end()),
                (Outcome::Answered, &*reply.json),
                "{name}"
            );
            let peak = caller.peak().map_or("not known".into(), bytes);
            table.row(vec![name.into(), bytes(taken.load(Relaxed) as u64), peak]);
        }
        self.print(&table, title);
    }

    fn print(&self, table: &Table, title: &str) {
        if self.size == Size::Full {
            table.print(title);
        }
    }
}

/// Returns an answer without its elapsed time.
fn timeless(json: &str) -> String {
    let without = |json: String, before: &str| match json.split_once(before) {
        Some((head, tail)) => {
            format!("{head}{}", tail.trim_start_matches(|digit: char| digit.is_ascii_digit()))
        }
        None => json,
    };
    without(without(json.into(), r#""time_ms":"#), "(Took ")
}
