//! Checks the documents: their commands run, their data parses, and their links lead somewhere.
//!
//! `tests/documents.json` lists the documents, and the commands that are not run, with the reason.
//! Commands run in a copy of `tests/documents/project`, which has a history for those with `HEAD`.
//! The other languages take their snippets from the same list: Rust as doctests of `readroom`,
//! Python in `tests/python/run.py`, JavaScript and TypeScript in `tests/js/run.mjs`. Where the
//! fence of a snippet names a framework, it runs in `tests/frameworks`; where it names a file, in
//! `tests/js/stock.test.mjs`.
//!
//! In a `console` block, `…` stands for any text. The commands of a block end with the status that
//! its fence names, as in `exit-1`, and otherwise with 0. `BLESS=1` writes the output of the
//! commands into the documents.

use readroom_testing::headings::headings;
use readroom_testing::test_components::built;
use serde::Deserialize;
use serde_json::Value;
use std::cell::{Cell, LazyCell};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

pub fn repository() -> &'static Path {
    let mut directories = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    directories.find(|directory| directory.join("Cargo.lock").exists()).unwrap()
}

#[derive(Deserialize)]
struct Data {
    documents: Vec<String>,
    /// The beginnings of commands that are not run, with the reasons.
    not_run: BTreeMap<String, String>,
    /// The file whose doctests are the Rust snippets.
    doctests: String,
    /// The manifests that contain the lines of TOML snippets.
    manifests: Vec<String>,
}

impl Data {
    fn read() -> Self {
        let text = fs::read_to_string(repository().join("tests/documents.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

/// A fenced block of a document.
struct Block {
    language: String,
    /// The exit status of the commands in it.
    status: i32,
    text: String,
}

fn read(document: &str) -> String {
    fs::read_to_string(repository().join(document)).unwrap_or_else(|_| panic!("no {document}"))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut parts = text.split("\n```");
    // The text between two fences is alternately inside and outside a block.
    while let Some(block) = { parts.next().and_then(|_| parts.next()) } {
        let (fence, text) = block.split_once('\n').expect("a fence ends its line");
        let (language, rest) = fence.split_once(' ').unwrap_or((fence, ""));
        let status = rest.strip_prefix("exit-").map_or(0, |status| status.parse().unwrap());
        blocks.push(Block { language: language.into(), status, text: format!("{text}\n") });
    }
    blocks
}

/// Returns the commands of a block, each with its output. The output of a script is not known.
fn commands(block: &Block) -> Vec<(String, Option<String>)> {
    let lines = block.text.replace("\\\n", "");
    if block.language == "sh" {
        let is_command = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        return lines.lines().filter(is_command).map(|line| (line.into(), None)).collect();
    }
    let mut commands: Vec<(String, Option<String>)> = Vec::new();
    for line in lines.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.into(), Some(String::new()))),
            (None, Some((_, Some(output)))) => *output += &format!("{line}\n"),
            (None, _) => panic!("a console begins with a command: {line}"),
        }
    }
    commands
}

/// Returns whether an output matches the expected one, where `…` stands for anything.
fn matches(expected: &str, text: &str) -> bool {
    let mut parts = expected.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

#[test]
fn an_ellipsis_stands_for_any_text() {
    for (expected, text, is_match) in [
        ("ab", "ab", true),
        ("ab", "abc", false),
        ("a…", "abc", true),
        ("…c", "abc", true),
        ("a…b…c", "a1b2c", true),
        ("a…b…c", "a1c2b", false),
        ("ab…bc", "abc", false),
    ] {
        assert_eq!(matches(expected, text), is_match, "{expected} {text}");
    }
}

/// Returns the directory of the programs of this build.
fn programs() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_readroom")).parent().unwrap()
}

/// Returns a copy of the project that the documents read, in a separate directory that is also the
/// home.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        copy(&repository().join("tests/documents/project"), &home.path().join("project"));
        Self(home)
    }

    /// Returns a copy with two commits, if git is installed.
    fn with_history() -> Option<Self> {
        let project = Self::new();
        crate::history::change(&project.path()).map(|()| project)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("project")
    }

    /// Creates the files for the commands of `readroom-check`. Returns whether that program exists:
    /// testing one crate does not build the programs of others.
    fn has_readers(&self) -> bool {
        if !programs().join("readroom-check").exists() {
            let demanded = std::env::var("READROOM_DEMAND").unwrap_or_default();
            let is_demanded = demanded.split(',').any(|name| name == "readroom-check");
            assert!(!is_demanded, "readroom-check is not built; run `cargo test --workspace`");
            eprintln!("SKIPPED: commands of readroom-check, which is not built");
            return false;
        }
        if !self.path().join("my_reader.wasm").exists() {
            fs::write(self.path().join("my_reader.wasm"), built("readroom-wrong").unwrap())
                .unwrap();
            fs::create_dir(self.path().join("my_cases")).unwrap();
            let cases = "tests/cases/pi@0";
            copy(&repository().join(cases), &self.path().join("my_cases/pi@0"));
        }
        true
    }

    /// Runs a command, and returns its output and status.
    fn run(&self, command: &str) -> (String, i32) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = [programs().into()].into_iter().chain(std::env::split_paths(&path));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .current_dir(self.path())
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("HOME", self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        (printed, output.status.code().unwrap_or(-1))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

#[cfg(unix)]
#[test]
fn every_command_does_what_the_document_says() {
    let data = Data::read();
    let unused: BTreeMap<_, _> =
        data.not_run.keys().map(|start| (start, Cell::new(true))).collect();
    let mut problems = Vec::new();
    for document in &data.documents {
        let mut text = read(document);
        let (project, past) = (Project::new(), LazyCell::new(Project::with_history));
        for block in blocks(&text.clone()) {
            if !["sh", "console"].contains(&block.language.as_str()) {
                continue;
            }
            for (written, expected) in commands(&block) {
                if let Some(start) = data.not_run.keys().find(|start| written.starts_with(*start)) {
                    unused[start].set(false);
                    continue;
                }
                let command = written.replace("cargo run --release -- ", "readroom ");
                let words: Vec<_> = command.split_whitespace().collect();
                if !["readroom", "readroom-check", "echo", "printf"].contains(&words[0]) {
                    problems.push(format!("{document}: nothing is known of `{command}`"));
                    continue;
                }
                if words[0] == "readroom-check" && !project.has_readers() {
                    continue;
                }
                let in_the_past = command.contains("HEAD").then_some(past.as_ref());
                let Some(project) = in_the_past.unwrap_or(Some(&project)) else { continue };
                let (printed, status) = project.run(&command);
                if status != block.status {
                    problems.push(format!("{document}: `{command}` ends with {status}: {printed}"));
                }
                if let Some(expected) = expected.filter(|expected| !matches(expected, &printed)) {
                    problems.push(format!("{document}: `{command}` prints\n{printed}"));
                    let shown = |output| format!("$ {written}\n{output}");
                    text = text.replace(&shown(&expected), &shown(&printed));
                }
            }
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(repository().join(document), text).unwrap();
        }
    }
    assert!(problems.is_empty(), "BLESS=1 writes outputs\n\n{}", problems.join("\n"));
    let unused: Vec<_> = unused.iter().filter(|(_, unused)| unused.get()).collect();
    assert!(unused.is_empty(), "no command begins so: {unused:?}");
}

#[test]
fn every_block_is_of_a_language_that_is_tested() {
    let data = Data::read();
    let doctests = read(&data.doctests);
    let manifests: Vec<_> = data.manifests.iter().map(|file| read(file)).collect();
    for document in &data.documents {
        for Block { language, text, .. } in blocks(&read(document)) {
            match language.as_str() {
                // Other languages run elsewhere; `text` is not checked.
                "sh" | "console" | "python" | "js" | "ts" | "text" => {}
                // With a framework: tests/frameworks runs it.
                other if other.starts_with("python ") || other.starts_with("js ") => {}
                "rust" => {
                    let is_tested = doctests.contains(&format!("/{document}\")]"));
                    assert!(is_tested, "the library has no doctest of {document}");
                }
                // The site includes a file of the contract there.
                "wit" => {
                    let file = text.trim().strip_prefix("{{#include ../wit/");
                    let file = file.and_then(|file| file.strip_suffix("}}")).expect(&text);
                    assert!(read(&format!("wit/{file}")).contains("package readroom:read@"));
                }
                "json" => drop(serde_json::from_str::<Value>(&text).expect(document)),
                "toml" => {
                    for line in text.lines() {
                        let is_used = manifests.iter().any(|manifest| manifest.contains(line));
                        assert!(is_used, "{document}: no crate here says `{line}`");
                    }
                }
                other => panic!("{document}: nothing tests a block of `{other}`"),
            }
        }
    }
}

/// The doctor accepts every client configuration in the documents.
#[cfg(unix)]
#[test]
fn every_configuration_of_a_client_is_right() {
    let project = Project::new();
    let root = project.path();
    let mut seen = 0;
    for document in Data::read().documents {
        for Block { text, .. } in blocks(&read(&document)) {
            let is_toml = text.starts_with("[mcp_servers.");
            let is_json = text.starts_with('{') && text.contains("\"mcp\", \"--root\"");
            if !is_toml && !is_json {
                continue;
            }
            let text = text.replace("/path/to/project", root.to_str().unwrap());
            let text = text.replace("/the/project", root.to_str().unwrap());
            let file = if is_toml { "config.toml" } else { "mcp.json" };
            fs::write(root.join(file), text).unwrap();
            let (printed, status) = project.run(&format!("readroom doctor --config {file}"));
            assert_eq!(status, 0, "{document}: {printed}");
            seen += 1;
        }
    }
    assert!(seen >= 6, "only {seen} configurations were found");
}

#[test]
fn every_document_is_listed() {
    let mut found = Vec::new();
    let mut directories = vec![PathBuf::new()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(repository().join(&directory)).unwrap().map(Result::unwrap) {
            let path = directory.join(entry.file_name());
            let name = entry.file_name().into_string().unwrap();
            let is_ours = !["target", "node_modules", "dist"].contains(&name.as_str())
                && !name.starts_with('.')
                // Two projects that are read.
                && path != Path::new("tests/documents")
                && path != Path::new("packages/js/playground/example");
            if is_ours && entry.file_type().unwrap().is_dir() {
                directories.push(path);
            } else if is_ours && name.ends_with(".md") {
                found.push(path.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    assert_eq!(found, Data::read().documents);
}

#[test]
fn the_site_has_every_page() {
    let contents = read("docs/SUMMARY.md");
    for document in Data::read().documents {
        let page = document.strip_prefix("docs/").filter(|page| *page != "SUMMARY.md");
        let is_listed = page.is_none_or(|page| contents.contains(&format!("]({page})")));
        assert!(is_listed, "docs/SUMMARY.md has no line for {document}");
    }
}

#[test]
fn the_component_has_the_size_that_the_documents_name() {
    let text = read("docs/limits.md");
    let (_, rest) = text.split_once("the embedded one, which has ").unwrap();
    let (size, _) = rest.split_once(" MiB").unwrap();
    let size: f64 = size.parse().unwrap();
    let found = readroom::component().len() as f64 / f64::from(1 << 20);
    assert!((found / size - 1.0).abs() < 0.1, "{size} MiB in docs/limits.md, and it has {found}");
}

#[test]
fn every_link_leads_somewhere() {
    let data = Data::read();
    for document in &data.documents {
        let text = read(document);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let mut file = PathBuf::from(document);
            if !path.is_empty() {
                file.pop();
            }
            for name in path.split('/').filter(|name| !name.is_empty()) {
                match name {
                    ".." => assert!(file.pop(), "{document}: {target} leads out"),
                    name => file.push(name),
                }
            }
            assert!(repository().join(&file).exists(), "{document}: there is no {target}");
            // Pages of the site that consist of another file are empty in the repository.
            let is_page = file.extension().is_some_and(|extension| extension == "md")
                && read(file.to_str().unwrap()).starts_with("{{#include ");
            let is_in_site = document == "docs/SUMMARY.md";
            assert!(!is_page || is_in_site, "{document}: link to the file that is {target}");
            let is_there = |text: &str| headings(text).iter().any(|known| known == heading);
            assert!(
                heading.is_empty() || is_there(&read(file.to_str().unwrap())),
                "{document}: there is no heading for {target}"
            );
        }
    }
}

#[test]
fn the_readme_lists_every_tool() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 150, "it has {} lines", readme.lines().count());
    for tool in readroom::tools().unwrap() {
        let begin = format!("| `{}` | ", tool.release_id());
        let row = readme.lines().find(|line| line.starts_with(&begin)).unwrap_or_default();
        let says_it = row.contains(&format!("`{}`", tool.name)) && row.contains(&tool.release);
        assert!(says_it, "the README has no row of {}: `{row}`", tool.id);
        assert!(read("docs/dialects.md").contains(&format!("| `{}` | ", tool.id)), "{}", tool.id);
    }
}
