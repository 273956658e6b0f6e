//! The same calls from other languages, through their packages, next to a program there that does
//! without one.

use crate::hosts::{self, Host};
use crate::measure::{self, Contender};
use crate::process::{self, Pipe};
use crate::table::Table;
use crate::units::{ratio, time};
use crate::{Bench, timeless};
use readroom::{Content, ReadRequest, Reply, Room, Start, Totals};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

/// The number of concurrent calls where there are several.
const AT_ONCE: u32 = 8;

impl Bench {
    pub(crate) fn languages(&self) {
        let title = "Languages: the same calls from Rust, Python and JavaScript";
        let languages = hosts::installed();
        if !self.wants(title) || languages.is_empty() {
            return;
        }
        let deep = self.size.deep();
        let page = json!({ "path": "large.log", "start_line": deep, "limit": 500 });
        let names: Vec<_> = languages.iter().map(|language| language.name()).collect();
        let head: Vec<_> = ["call", "Rust", "the pipe alone"]
            .into_iter()
            .chain(names.iter().map(String::as_str))
            .collect();
        let mut table = Table::new(&head);
        for (name, asked) in [
            ("200 lines, typed", read("small.rs", 1, 2000, "auto")),
            ("200 lines, numbered", call("readroom", json!({ "path": "small.rs" }))),
            ("200 lines as `pi`", call("pi", json!({ "path": "small.rs" }))),
            ("1 GiB, the first 500 lines", read("large.log", 1, 500, "never")),
            ("1 GiB, 500 lines in the middle, totals", read("large.log", deep, 500, "always")),
            ("the same as `mycodeagent`, again in a session", call("mycodeagent", page)),
        ] {
            let session = self.room.session("languages");
            let here = || self.asked(&session, &asked);
            let mut started: Vec<_> =
                languages.iter().map(|language| Host::start(language, &self.root)).collect();
            let mut are_able = Vec::new();
            for (host, language) in started.iter_mut().zip(&languages) {
                let answer = host.run(&asked, 1).1;
                if let Some(answer) = &answer {
                    assert_eq!(timeless(answer), timeless(&here()), "{}: {name}", language.name());
                }
                are_able.push(answer.is_some());
            }
            let mut pipe = Pipe::start(&self.root);
            let mut contenders = vec![
                measure::here(|| drop(black_box(here()))),
                measure::here(|| drop(black_box(pipe.run(&asked)))),
            ];
            for (host, is_able) in started.iter_mut().zip(&are_able) {
                if *is_able {
                    contenders.push(Box::new(|runs| host.run(&asked, runs).0));
                }
            }
            let mut times = self.times_of(contenders).into_iter();
            let first = times.next().expect("there is one");
            let pipe = compared(times.next().expect("there are two"), first);
            let others = are_able.iter().map(|is_able| match is_able {
                true => compared(times.next().expect("it was measured"), first),
                false => "-".into(),
            });
            table.row([name.into(), time(first), pipe].into_iter().chain(others).collect());
        }
        self.cold_start(&mut table, &languages);
        self.print(&table, title);
    }

    /// Adds the row of processes that start, read and end.
    fn cold_start(&self, table: &mut Table, languages: &[hosts::Language]) {
        let programs = [hosts::cold(&self.root)].into_iter();
        let programs = programs.chain(languages.iter().map(|language| language.cold(&self.root)));
        let contenders = programs.map(|(program, arguments)| -> Contender<'_> {
            Box::new(move || {
                process::run(&program, &arguments.iter().map(AsRef::as_ref).collect::<Vec<_>>());
            })
        });
        let times = self.times(contenders.collect());
        let others = times[1..].iter().map(|other| compared(*other, times[0]));
        let name = "a process that starts and reads 200 lines".to_string();
        table.row([name, time(times[0]), "-".into()].into_iter().chain(others).collect());
    }

    pub(crate) fn at_once(&self) {
        let title = "Eight at a time: 200 lines from Python and JavaScript, the time of each";
        if !self.wants(title) {
            return;
        }
        let mut table = Table::new(&["language", "one at a time", "eight at a time", "throughput"]);
        let one = call("readroom", json!({ "path": "small.rs" }));
        let mut tasks = one.clone();
        tasks["at_once"] = json!(AT_ONCE);
        let mut threads = tasks.clone();
        threads["threads"] = json!(true);
        let installed = hosts::installed();
        let programs = installed.iter().filter(|language| language.engine == "program");
        for (language, by, many) in programs.flat_map(|language| {
            let threads = (language.name == "Python").then_some((language, "threads", &threads));
            [(language, "tasks", &tasks)].into_iter().chain(threads)
        }) {
            let mut hosts = [Host::start(language, &self.root), Host::start(language, &self.root)];
            let [alone, together] = &mut hosts;
            assert_eq!(alone.run(&one, 1).1, together.run(many, 1).1);
            let times = self.times_of(vec![
                Box::new(|runs| alone.run(&one, runs).0),
                Box::new(|runs| together.run(many, runs).0),
            ]);
            let (each, name) = (times[1] / AT_ONCE, format!("{}, {by}", language.name()));
            table.row(vec![name, time(times[0]), time(each), ratio(times[0], each)]);
        }
        self.print(&table, title);
    }

    /// Returns the answer to a request that other hosts receive as JSON.
    fn asked(&self, session: &Room, asked: &Value) -> String {
        if let Some([tool, arguments]) = asked["call"].as_array().map(Vec::as_slice) {
            let (tool, arguments) =
                (tool.as_str().unwrap_or_default(), arguments.as_str().unwrap_or_default());
            return text_of(session.call(tool, arguments).expect("it answers"));
        }
        let asked = &asked["read"];
        let number = |name: &str| asked[name].as_u64().expect("a number") as u32;
        let totals = match asked["totals"].as_str() {
            Some("always") => Totals::Always,
            Some("never") => Totals::Never,
            _ => Totals::Auto,
        };
        let request = ReadRequest::new(asked["path"].as_str().expect("a path"));
        let request =
            request.start(Start::Line(number("start"))).lines(number("lines")).totals(totals);
        self.sandboxed(&request).content
    }
}

fn read(path: &str, start: u64, lines: u64, totals: &str) -> Value {
    json!({ "read": { "path": path, "start": start, "lines": lines, "totals": totals } })
}

fn call(tool: &str, arguments: Value) -> Value {
    json!({ "call": [tool, arguments.to_string()] })
}

fn compared(other: Duration, first: Duration) -> String {
    format!("{} ({})", time(other), ratio(other, first))
}

/// Returns the text that a model is shown.
fn text_of(reply: Reply) -> String {
    match reply.content.into_iter().next() {
        Some(Content::Text(text)) => text,
        _ => String::new(),
    }
}
