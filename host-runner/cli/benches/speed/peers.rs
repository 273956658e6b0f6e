//! Measures tools of other servers and agents next to ours, where `bench/peers/install.mjs` has
//! installed them: the MCP server for files from `npm`, one in Rust, and the tools of pi.

use super::Bench;
use super::hosts::Host;
use super::measure::{Runner, Times, here};
use super::process::McpClient;
use super::table::Table;
use super::units::time;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The commands written by the script.
#[derive(Deserialize)]
struct Commands {
    server: Vec<PathBuf>,
    rust: Vec<PathBuf>,
    pi: Vec<PathBuf>,
}

/// A call of each: the name of its tool, and its arguments. `None` if it has no such tool.
struct Row {
    name: &'static str,
    readroom: (&'static str, Value),
    server: Option<(&'static str, Value)>,
    rust: Option<(&'static str, Value)>,
    pi: Option<(&'static str, Value)>,
    /// Every answer contains this.
    contains: String,
}

impl Bench {
    pub(super) fn peers(&self) {
        let title = "Peers: calls over MCP, and tools of an agent in its own process";
        if !self.wants(title) {
            return;
        }
        let installed = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("peers");
        let commands: Option<Commands> = fs::read_to_string(installed.join("commands.json"))
            .ok()
            .map(|text| serde_json::from_str(&text).expect("the commands"));
        let mut table = Table::new(&["row", "Readroom", "server", "rust", "pi"]);
        for row in self.calls() {
            let mut cells = vec![row.name.to_string()];
            cells.extend(self.measured(&row, commands.as_ref()).into_iter().map(|times| {
                times.map_or("-".into(), |times| {
                    format!("{} ({})", time(times.median), time(times.least))
                })
            }));
            table.row(cells);
        }
        self.print(&table, title);
        if commands.is_none() {
            println!("\nnone is installed: node bench/peers/install.mjs --target target/peers");
        }
    }

    /// Returns the times of Readroom, of the two servers, and of the agent.
    fn measured(&self, row: &Row, commands: Option<&Commands>) -> [Option<Times>; 4] {
        let mut clients = vec![(0, McpClient::start(&self.root), &row.readroom)];
        let mut agent = None;
        if let Some(commands) = commands {
            for (at, command, call) in
                [(1, &commands.server, &row.server), (2, &commands.rust, &row.rust)]
            {
                if let Some(call) = call {
                    clients.push((at, McpClient::of(&mut started(command, &self.root)), call));
                }
            }
            if let Some(call) = &row.pi {
                agent = Some((Host::of(&mut started(&commands.pi, &self.root)), call));
            }
        }
        let mut places = Vec::new();
        let mut contenders: Vec<Runner<'_>> = Vec::new();
        for (at, client, (tool, arguments)) in &mut clients {
            let answer = client.call(tool, arguments);
            assert!(answer.contains(&row.contains), "{}: {at}: {answer:.500}", row.name);
            places.push(*at);
            contenders.push(here(|| drop(client.call(tool, arguments))));
        }
        if let Some((agent, (tool, arguments))) = &mut agent {
            let call = json!({ "tool": tool, "arguments": arguments });
            let answer = agent.run(&call, 1).1.expect("an answer");
            assert!(answer.contains(&row.contains), "{}: {answer:.500}", row.name);
            places.push(3);
            contenders.push(Box::new(move |runs| agent.run(&call, runs).0));
        }
        let mut found = [None; 4];
        for (at, times) in places.into_iter().zip(self.times_with_least(contenders)) {
            found[at] = Some(times);
        }
        found
    }

    fn calls(&self) -> Vec<Row> {
        let path = |name: &str| self.root.join(name).to_str().expect("Unicode").to_string();
        let text = |name: &'static str, file: &str, lines: u32, contains: &str| Row {
            name,
            readroom: ("read", json!({ "path": file, "lines": lines, "bytes": super::MAX_BYTES })),
            server: Some(("read_text_file", json!({ "path": path(file), "head": lines }))),
            rust: Some((
                "read_file_lines",
                json!({ "path": path(file), "offset": 0, "limit": lines }),
            )),
            pi: Some(("read", json!({ "path": file, "limit": lines }))),
            contains: contains.into(),
        };
        let line = |number: u64| format!("request {number:>9}");
        let last = self.size.crowd() - 1;
        vec![
            text("200 lines", "small.rs", 200, "compute(199)"),
            // The agent truncates everything longer than 50 KB.
            Row { pi: None, ..text("500 lines of 10 MB", "medium.log", 500, &line(499)) },
            Row {
                name: "10,000 names, with kinds",
                readroom: (
                    "list",
                    json!({ "path": "crowd", "entries": 10_000, "bytes": super::MAX_BYTES }),
                ),
                server: Some(("list_directory", json!({ "path": path("crowd") }))),
                rust: Some(("list_directory", json!({ "path": path("crowd") }))),
                pi: Some(("ls", json!({ "path": "crowd", "limit": 10_000 }))),
                contains: format!("{}.rs", last.min(999)),
            },
        ]
    }
}

fn started(command: &[PathBuf], root: &Path) -> Command {
    let [program, arguments @ ..] = command else { panic!("a command has a program") };
    let mut command = Command::new(program);
    command.args(arguments).arg(root).stderr(Stdio::null());
    command
}
