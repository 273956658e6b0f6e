//! Random repositories with two commits, and git's answers about them.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

#[path = "random.rs"]
mod random;

pub use random::Random;
use readroom_history::{HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The objects of a repository, as git reads them.
pub struct GitObjects {
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl GitObjects {
    pub fn new(directory: &Path) -> Self {
        let mut child = git(directory)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pipes = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, pipes: RefCell::new(pipes) }
    }
}

impl Drop for GitObjects {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Objects for GitObjects {
    fn find_prefix(&self, _: &str) -> Result<Vec<ObjectId>, HistoryError> {
        Ok(Vec::new())
    }

    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        let (input, output) = &mut *self.pipes.borrow_mut();
        writeln!(input, "{id}").unwrap();
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        let words: Vec<_> = header.split_whitespace().collect();
        let kind = match words[1] {
            "commit" => ObjectKind::Commit,
            "tree" => ObjectKind::Tree,
            "blob" => ObjectKind::Blob,
            "tag" => ObjectKind::Tag,
            _ => return Err(HistoryError::MissingObject(id)),
        };
        let mut data = vec![0; words[2].parse::<usize>().unwrap() + 1];
        output.read_exact(&mut data).unwrap();
        data.pop();
        Ok(Object { kind, data: data.into() })
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        self.object(id).map(|object| (object.kind, object.data.len() as u64))
    }
}

pub fn git(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(directory)
        .args(["-c", "core.quotePath=false"])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", "/nonexistent");
    command
}

pub fn run(directory: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    try_run(directory, arguments, input)
        .unwrap_or_else(|error| panic!("git {arguments:?}: {error}"))
}

pub fn try_run(directory: &Path, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = git(directory)
        .args(arguments)
        .env("GIT_INDEX_FILE", "index")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(output.stdout) } else { Err(error) }
}

pub fn id(directory: &Path, revision: &str) -> ObjectId {
    let output = run(directory, &["rev-parse", revision], b"");
    ObjectId::from_hex(ObjectFormat::Sha1, output.trim_ascii()).unwrap()
}

/// A file of a state: git's mode and the content.
pub type State = BTreeMap<String, (u32, Vec<u8>)>;

/// Writes the states as the commits `one` and `two` of a bare repository.
pub fn import(directory: &Path, states: [&State; 2]) {
    run(directory, &["init", "--quiet", "--bare", "."], b"");
    let mut stream = Vec::new();
    for (name, state) in ["one", "two"].iter().zip(states) {
        let head = format!(
            "commit refs/heads/{name}\ncommitter A <a@b> 1000000000 +0000\ndata 0\ndeleteall\n"
        );
        stream.extend_from_slice(head.as_bytes());
        for (path, (mode, content)) in state {
            let quoted = path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            if *mode == 0o160_000 {
                let id = content.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
                let line = format!("M 160000 {id:0>40} \"{quoted}\"\n");
                stream.extend_from_slice(line.as_bytes());
                continue;
            }
            let line = format!("M {mode:o} inline \"{quoted}\"\ndata {}\n", content.len());
            stream.extend_from_slice(line.as_bytes());
            stream.extend_from_slice(content);
            stream.push(b'\n');
        }
    }
    run(directory, &["fast-import", "--quiet"], &stream);
}

const DIRECTORIES: [&str; 10] =
    ["", "", "src/", "src/a/", "src/a-b/", "lib/", "lib/x.y/z/", "docs/", "a/", "\u{e9}t\u{e9}/"];
const NAMES: [&str; 20] = [
    "mod.rs",
    "mod.rs",
    "tab\tto",
    "two\nlines \u{fc}",
    "bell\x07\x7f",
    "cr\rto",
    "main.c",
    "a",
    "a.b",
    "a-b",
    "README.md",
    "index.js",
    "two words",
    "q\"uote",
    "back\\slash",
    "Makefile",
    "x",
    "y",
    "z.txt",
    "\u{fc}.txt",
];
const LINES: [&str; 24] = [
    "}",
    "}",
    "",
    "",
    "    }",
    "    return x;",
    "    if (a) {",
    "    x += 1;",
    "{",
    "    \tend",
    "        call(a, b);",
    "\tfor i in 0..n {",
    "\t}",
    "// note",
    "use std::fmt;",
    "    else {",
    "#include <x.h>",
    "        x",
    "    y = 2;",
    "end",
    " ",
    "a",
    "b",
    "    /* \u{e4} */",
];

fn line(random: &mut Random) -> String {
    match random.below(10) {
        0..6 => random.one_of(&LINES).into(),
        6 => format!("fn f{}(x: u32) -> u32 {{", random.below(40)),
        7 => format!("    let v{} = {};", random.below(20), random.below(1000)),
        8 => format!("{}// {}", " ".repeat(random.below(4) * 4), random.below(100_000)),
        _ => format!(
            "static int function_{}(const char *text, {}",
            random.below(50),
            "x".repeat(random.below(90))
        ),
    }
}

fn lines(random: &mut Random, number: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let functions = random.in_percent(60);
    while lines.len() < number {
        if functions {
            lines.push(format!("fn f{}() {{", random.below(60)));
            for _ in 0..random.below(8) {
                let indent = " ".repeat(4 + 4 * random.below(2));
                lines.push(format!("{indent}step{}();", random.below(12)));
            }
            lines.push("}".into());
            lines.push(String::new());
        } else {
            lines.push(line(random));
        }
    }
    lines
}

pub fn content(random: &mut Random) -> Vec<u8> {
    match random.below(20) {
        0 => Vec::new(),
        1 => (0..random.below(500)).map(|_| random.below(256) as u8).chain([0]).collect(),
        2 => vec![b'x'; random.below(300)],
        3 => {
            let number = random.below(3);
            join(random, &lines(&mut Random::new(7), number))
        }
        4 => {
            let number = random.below(900);
            let lines = lines(random, number);
            join(random, &lines)
        }
        _ => {
            let number = random.below(80);
            let lines = lines(random, number);
            join(random, &lines)
        }
    }
}

fn join(random: &mut Random, lines: &[String]) -> Vec<u8> {
    let end = if random.in_percent(10) { "\r\n" } else { "\n" };
    let mut text = lines.join(end);
    if random.in_percent(85) && !text.is_empty() {
        text += end;
    }
    text.into_bytes()
}

/// Returns content with some edits.
pub fn edited(random: &mut Random, content: &[u8]) -> Vec<u8> {
    let Ok(text) = str::from_utf8(content) else {
        let mut content = content.to_vec();
        content.truncate(random.below(content.len() + 1));
        return content;
    };
    let mut lines: Vec<_> = text.split('\n').map(String::from).collect();
    for _ in 0..=random.below(6) {
        let at = random.below(lines.len());
        let number = random.below(1 + lines.len().min(12)).min(lines.len() - at);
        let block: Vec<_> = lines[at..at + number].to_vec();
        match random.below(8) {
            0 | 1 => drop(lines.drain(at..at + number)),
            2 | 3 => {
                let number = random.below(6);
                let new: Vec<_> = (0..number).map(|_| line(random)).collect();
                lines.splice(at..at, new);
            }
            4 => drop(lines.splice(at..at, block)),
            5 => {
                lines.drain(at..at + number);
                let to = random.below(lines.len() + 1);
                lines.splice(to..to, block);
            }
            6 => lines[at..at + number].iter_mut().for_each(|line| line.insert_str(0, "    ")),
            _ => lines[at..at + number].iter_mut().for_each(|line| line.push('!')),
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n").into_bytes()
}

fn path(random: &mut Random) -> String {
    [random.one_of(&DIRECTORIES), random.one_of(&NAMES)].concat()
}

fn mode(random: &mut Random) -> u32 {
    [0o100_644, 0o100_644, 0o100_644, 0o100_755, 0o120_000, 0o160_000, 0o100_644, 0o100_644]
        [random.below(8)]
}

fn file(random: &mut Random) -> (u32, Vec<u8>) {
    match mode(random) {
        0o120_000 => (0o120_000, random.one_of(&NAMES).into()),
        0o160_000 => (0o160_000, vec![1 + random.below(4) as u8; 20]),
        mode => (mode, content(random)),
    }
}

/// Adds a file, unless a file would be a directory too.
fn add(state: &mut State, path: String, file: (u32, Vec<u8>)) {
    let below = [&*path, "/"].concat();
    let is_free = !state
        .keys()
        .any(|other| other.starts_with(&below) || path.starts_with(&[&**other, "/"].concat()));
    if is_free {
        state.insert(path, file);
    }
}

/// Returns two states, of which the second comes from the first by edits and renames.
pub fn two_states(random: &mut Random) -> [State; 2] {
    let mut one = State::new();
    for _ in 0..random.below(30) {
        let (path, file) = (path(random), file(random));
        add(&mut one, path, file.clone());
        if random.in_percent(20) {
            add(&mut one, self::path(random), file);
        }
    }
    let mut two = State::new();
    let moved = random.one_of(&DIRECTORIES);
    for (old, (mode, content)) in &one {
        let (mut name, mut file) = (old.clone(), (*mode, content.clone()));
        let choice = random.below(10);
        if choice < 5 && random.in_percent(50) {
            file.1 = content.clone();
        } else if *mode & 0o170_000 == 0o100_000 {
            file.1 = edited(random, content);
        } else if *mode == 0o160_000 {
            file.1 = vec![1 + random.below(4) as u8; 20];
        }
        if random.in_percent(5) && *mode & 0o170_000 == 0o100_000 {
            file.0 = 0o100_755;
        }
        match choice {
            0 | 1 => name = path(random),
            2 if !moved.is_empty() && name.starts_with(moved) => {
                name = ["new/", &name[moved.len()..]].concat();
            }
            3 => name = [random.one_of(&DIRECTORIES), name.rsplit('/').next().unwrap()].concat(),
            4 if random.in_percent(50) => continue,
            5 if random.in_percent(20) => file = self::file(random),
            6 if random.in_percent(20) => name += "/below",
            _ => {}
        }
        add(&mut two, name, file);
    }
    for _ in 0..random.below(4) {
        let (path, file) = (path(random), file(random));
        add(&mut two, path, file);
    }
    [one, two]
}

/// Returns two long texts of few different lines, of which the second comes from the first by many
/// edits.
pub fn large_texts(random: &mut Random) -> [String; 2] {
    let number = random.below(8000);
    let variety = [2, 5, 20, 300, 100_000][random.below(5)];
    let rate = [1, 5, 20, 60][random.below(4)];
    let line = |random: &mut Random| match random.below(4) {
        0 if variety > 5 => LINES[random.below(LINES.len())].to_string(),
        _ => {
            let number = random.below(variety);
            format!("{}line {number}", " ".repeat(number % 4 * 2))
        }
    };
    let from: Vec<_> = (0..number).map(|_| line(random)).collect();
    let mut to = Vec::new();
    for old in &from {
        if !random.in_percent(rate) {
            to.push(old.clone());
        } else if random.in_percent(70) {
            to.extend((0..random.below(4)).map(|_| line(random)));
        }
    }
    if random.in_percent(30) && to.len() > 2 {
        let middle = random.below(to.len());
        to.rotate_left(middle);
    }
    [from, to].map(|lines| lines.join("\n"))
}

/// Returns two states in which many files of few names were moved and edited.
pub fn many_renames(random: &mut Random, number: usize) -> [State; 2] {
    let (mut one, mut two) = (State::new(), State::new());
    let templates: Vec<_> = (0..6).map(|_| content(random)).collect();
    let path = |random: &mut Random| {
        format!("d{}/{}{}", random.below(12), random.one_of(&NAMES), random.below(1 + number / 16))
    };
    for _ in 0..number {
        let (old, new) = (path(random), path(random));
        let template = &templates[random.below(6)];
        let content =
            if random.in_percent(20) { template.clone() } else { edited(random, template) };
        let mode = if random.in_percent(5) { 0o120_000 } else { 0o100_644 };
        let changed = match random.below(4) {
            0 => content.clone(),
            1 => edited(random, &content),
            2 => edited(random, template),
            _ => continue,
        };
        add(&mut one, old, (mode, content));
        add(&mut two, new, (mode, changed));
    }
    [one, two]
}
