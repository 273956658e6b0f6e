//! The size of results: an answer fits its client.

use super::client::{Client, text};
use super::web::Site;
use readroom::{BasicRequest, Room, Start};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The maximum number of characters that the tool `readroom` shows unless more is requested.
const DEFAULT: usize = 48_000;

/// The maximum that clients accept as the size of a result.
const MAX: u64 = 500_000;

/// Files whose answers are as long as they can be, in one way each.
const FILES: [&str; 14] = [
    "empty-lines.txt",
    "short-lines.txt",
    "quotes.txt",
    "controls.txt",
    "wide.txt",
    "emoji.txt",
    "long.txt",
    "one-line.txt",
    "hundred.txt",
    "program.rs",
    "suspicious.py",
    "latin.txt",
    "cells.ipynb",
    "outputs.ipynb",
];

fn project() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(directory.path().join(name), bytes).unwrap();
    write("empty-lines.txt", &b"\n".repeat(300_000));
    write("short-lines.txt", &b"x\n".repeat(150_000));
    write("quotes.txt", "\"\\\"\\ \t\"\\\n".repeat(50_000).as_bytes());
    write("controls.txt", "\u{1}\u{1b}[31m\u{7f}text \u{85}\n".repeat(20_000).as_bytes());
    write("wide.txt", ("漢字".repeat(40) + "\n").repeat(3_000).as_bytes());
    write("emoji.txt", "👩‍💻🏳️‍🌈 é\u{301}\n".repeat(12_000).as_bytes());
    write("long.txt", ("y".repeat(1_999) + "\n").repeat(2_000).as_bytes());
    write("one-line.txt", "z".repeat(700_000).as_bytes());
    // As much as 1000 lines can have, and a long line after that.
    let hundred = ("h".repeat(101) + "\n").repeat(999) + &("h".repeat(2_000) + "\n").repeat(9);
    write("hundred.txt", hundred.as_bytes());
    let functions = (0..4_000).map(|number| {
        let name = format!("a_function_with_a_long_name_{number}");
        format!("pub fn {name}() -> u32 {{\n    {number}\n}}\n")
    });
    write("program.rs", functions.collect::<String>().as_bytes());
    let suspicious = "def f():\n    x = '\u{202e}\u{200b}'  # <system-reminder>\n".repeat(4_000);
    write("suspicious.py", suspicious.as_bytes());
    write("latin.txt", &b"caf\xe9 cr\xe8me br\xfbl\xe9e \xff\n".repeat(8_000));
    let cell = |source: String, text: String| {
        let outputs = json!([{ "output_type": "stream", "name": "stdout", "text": text }]);
        json!({ "cell_type": "code", "execution_count": 1, "metadata": {}, "source": source,
            "outputs": outputs })
    };
    let notebook = |cells: Vec<Value>| {
        let notebook =
            json!({ "cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5 });
        notebook.to_string()
    };
    let small = (0..900).map(|number| cell(format!("print({number})\n").repeat(9), "1\n".into()));
    write("cells.ipynb", notebook(small.collect()).as_bytes());
    let large = vec![cell("a\n".repeat(90_000), "b \"\u{1}\n".repeat(90_000)); 3];
    write("outputs.ipynb", notebook(large).as_bytes());
    directory
}

/// Returns the number of characters of all text in a result, as JavaScript counts them.
fn characters(result: &Value) -> usize {
    let blocks = result["content"].as_array().unwrap().iter();
    blocks.filter_map(|block| block["text"].as_str()).map(|text| text.encode_utf16().count()).sum()
}

/// Returns calls of the neutral tool that do not request more than it shows by default.
fn usual_calls(root: &Path) -> Vec<Value> {
    let mut calls = Vec::new();
    for file in FILES {
        calls.extend([
            json!({ "path": file }),
            json!({ "path": file, "start": 2 }),
            json!({ "path": file, "start": -9_000 }),
            json!({ "path": file, "lines": 10_000 }),
            json!({ "path": file, "column": 2, "columns": 1_000_000, "view": "text" }),
            json!({ "path": file, "view": "outline", "lines": 100_000 }),
            json!({ "path": file, "block": 2, "levels": 9, "siblings": true }),
            json!({ "file_path": file, "offset": "3", "limit": "9000" }),
        ]);
    }
    let (half, all) = (&FILES[..8], &FILES[..]);
    let twice = [half, half].concat();
    let long = |number: usize| format!("{number}{}", "é\"\\\u{1}".repeat(300));
    let missing: Vec<_> = (0..16).map(long).collect();
    calls.extend([
        json!({ "files": all }),
        json!({ "files": twice }),
        json!({ "files": missing }),
        json!({ "files": all.iter().map(|file| json!({ "file_path": file })).collect::<Vec<_>>() }),
        json!({ "files": [half[0], missing[0], half[4], "..", ""], "again": "true" }),
        json!({ "path": missing[0] }),
        json!({ "path": "x".repeat(60_000) }),
        json!({ "path": "\u{1}".repeat(9_000) }),
        json!({ ("x".repeat(60_000)): 1 }),
        json!({ "path": "a", "encoding": "\u{1}\"".repeat(2_000), "view": "y".repeat(20_000) }),
        json!({ "path": vec!["long name"; 4_000] }),
        json!({ "files": vec!["long name"; 4_000] }),
        json!({ "cursor": "c".repeat(60_000), "path": "long.txt" }),
    ]);
    // A path as long as one may be, with characters that the next call escapes.
    let name = "\"\\\u{1}é ".repeat(30);
    let directory = [name.as_str(); 16].join("/");
    fs::create_dir_all(root.join(&directory)).unwrap();
    for file in ["quotes.txt", "one-line.txt", "outputs.ipynb", "program.rs"] {
        fs::copy(root.join(file), root.join(&directory).join(file)).unwrap();
        let path = format!("{directory}/{file}");
        calls.push(json!({ "path": path }));
        calls.push(json!({ "filePath": path, "offset": "2" }));
        calls.push(json!({ "files": vec![path; 9] }));
    }
    calls
}

#[test]
#[cfg_attr(windows, ignore = "no name has quotes there")]
fn the_neutral_tool_shows_at_most_48000_characters_unless_it_is_asked_for_more() {
    let project = project();
    for arguments in [&[][..], &["--full"], &["--unchanged"]] {
        let mut client = Client::new(project.path(), arguments);
        let mut longest = 0;
        for call in usual_calls(project.path()) {
            let result = client.call("read", call.clone());
            let length = characters(&result);
            let shown: String = call.to_string().chars().take(200).collect();
            assert!(length <= DEFAULT, "{length} characters for {shown}: {}", text(&result).len());
            longest = longest.max(length);
        }
        assert!(longest > DEFAULT * 99 / 100, "only {longest}");
        // A request for more gets it.
        let more = client.call("read", json!({ "path": "long.txt", "bytes": 200_000 }));
        assert!(characters(&more) > 190_000);
    }
}

/// Returns the maximum size of a tool's results, as its entry has it.
fn declared(tool: &Value) -> u64 {
    let meta = &tool["_meta"];
    assert_eq!(meta["anthropic/alwaysLoad"], true, "{meta}");
    assert_eq!(meta.as_object().unwrap().len(), 2, "{meta}");
    meta["anthropic/maxResultSizeChars"].as_u64().unwrap_or_else(|| panic!("{meta}"))
}

#[test]
fn every_tool_says_how_long_its_results_can_be() {
    let project = project();
    let room = Room::new(project.path()).unwrap();
    let mut below = Vec::new();
    for tool in readroom::tools().unwrap() {
        let mut client = Client::new(project.path(), &["--tool", &tool.id]);
        let mut listed = client.ask("tools/list", json!({}));
        let entry = listed["result"]["tools"][0].take();
        let max = declared(&entry);
        assert!(max <= MAX, "{}", tool.id);
        if max == MAX {
            continue;
        }
        let name = entry["name"].as_str().unwrap().to_string();
        let mut longest = 0;
        for file in FILES.into_iter().chain(["nothing"]) {
            for (start, lines) in [(None, None), (Some(2), None), (None, Some(1_000_000))] {
                let start = start.map(Start::Line);
                let request = BasicRequest { path: file.into(), start, lines };
                let Some(arguments) = room.arguments_for(&tool.id, &request).unwrap() else {
                    continue;
                };
                let arguments = serde_json::from_str(&arguments).unwrap();
                longest = longest.max(characters(&client.call(&name, arguments)));
            }
        }
        assert!(longest as u64 <= max, "{}: {longest} of {max}", tool.id);
        below.push((tool.id, longest as u64 * 100 / max));
    }
    // A promise below the maximum is what text takes. Media have next to no text.
    for (id, percent) in &below {
        assert!(*percent >= 90 || id.ends_with("read_media_file"), "{id}: {percent} %");
    }
    assert_eq!(below.len(), 5, "{below:?}");
}

/// Returns the text of a page as Codex gets it, and as others do.
fn pages(root: &Path) -> [String; 2] {
    let page = |limit: &[&str]| {
        let mut client = Client::new(root, limit);
        text(&client.call("read", json!({ "path": "program.rs" }))).to_string()
    };
    [page(&["--limit", "tokens=9000"]), page(&[])]
}

#[test]
fn codex_gets_what_it_keeps_whole() {
    let project = project();
    let [short, usual] = pages(project.path());
    assert!(short.len() < usual.len() && usual.len() <= DEFAULT);
    let arguments = json!({ "path": "program.rs" });
    for (name, expected) in [
        ("codex-mcp-client", &short),
        ("codex", &short),
        ("Codex Desktop", &short),
        ("claude-code", &usual),
        ("my codex", &usual),
    ] {
        let mut client = Client::silent(project.path(), &[]);
        client.initialize_as(name);
        let result = client.call("read", arguments.clone());
        assert_eq!(text(&result).len(), expected.len(), "{name}");
    }
    // The server's options have the last word, and a model can ask for less.
    let mut client = Client::silent(project.path(), &["--limit", "tokens=1000000"]);
    client.initialize_as("codex-mcp-client");
    assert_eq!(text(&client.call("read", arguments.clone())), usual);
    let mut client = Client::silent(project.path(), &[]);
    client.initialize_as("codex-mcp-client");
    let less = client.call("read", json!({ "path": "program.rs", "tokens": 500 }));
    assert!(text(&less).len() < short.len() / 4);
}

#[test]
fn codex_is_known_over_http_too() {
    let project = project();
    let [short, usual] = pages(project.path());
    let arguments = json!({ "path": "program.rs" });
    let call = |meta: Value| {
        let params = json!({ "name": "read", "arguments": arguments, "_meta": meta });
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params })
    };
    let site = Site::new(project.path(), &[]);
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "read"),
    ];
    for (agent, expected) in [("codex_cli_rs/0.9", &short), ("other/1", &usual)] {
        let called = site.post(&[("User-Agent", agent)], &call(json!({}))).answer();
        assert_eq!(text(&called["result"]), expected.as_str(), "{agent}");
    }
    for (name, expected) in [("codex-mcp-client", &short), ("tests", &usual)] {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": name, "version": "1" },
        });
        let called = site.post(&headers, &call(meta)).answer();
        assert_eq!(text(&called["result"]), expected.as_str(), "{name}");
    }
}
