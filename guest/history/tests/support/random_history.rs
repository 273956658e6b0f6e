//! Repositories with random histories and layouts, which git makes and answers questions about.

pub use super::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Runs git in a directory, without any configuration of the user and the machine.
pub fn git(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(directory).args(["-c", "core.quotePath=false"]).args(arguments);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_OPTIONAL_LOCKS", "0");
    command.env("HOME", "/nonexistent").env_remove("XDG_CONFIG_HOME").env_remove("GIT_DIR");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Zo\u{eb} Quill");
        command.env(format!("GIT_{who}_EMAIL"), "zoe@example.com");
        command.env(format!("GIT_{who}_DATE"), "1700900000 +0100");
    }
    command
}

/// Returns what a command prints with an input, or why it failed.
pub fn output(mut command: Command, input: &[u8]) -> Result<Vec<u8>, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(output.stdout) } else { Err(errors) }
}

/// Runs git, which must succeed, and returns what it prints.
pub fn run(directory: &Path, arguments: &[&str]) -> Vec<u8> {
    let result = output(git(directory, arguments), b"");
    result.unwrap_or_else(|error| panic!("git {arguments:?}: {error}"))
}

/// Same as [`run`] for text.
pub fn text(directory: &Path, arguments: &[&str]) -> String {
    String::from_utf8(run(directory, arguments)).unwrap()
}

/// Same as [`run`] for parts that NULs end.
pub fn parts(directory: &Path, arguments: &[&str]) -> Vec<String> {
    text(directory, arguments).split_terminator('\0').map(String::from).collect()
}

/// The mode and the content of a file, or 20 bytes of the hash of a submodule.
type State = BTreeMap<String, (u32, Vec<u8>)>;

/// A repository in a granted directory.
pub struct History {
    /// What is deleted with it.
    _around: TempDir,
    /// The granted directory.
    pub root: PathBuf,
    /// The top of the working tree.
    pub top: PathBuf,
    /// Its path in the granted directory. Empty if it is that.
    pub path: String,
    /// Revisions that exist.
    pub revisions: Vec<String>,
    /// All paths that files had.
    pub paths: Vec<String>,
    /// Whether each commit has one parent at most.
    pub is_linear: bool,
}

const DIRECTORIES: [&str; 9] =
    ["", "", "", "src/", "src/", "src/deep/er/", "lib/", "two words/", "\u{e9}t\u{e9}/"];
const NAMES: [&str; 19] = [
    "main.rs",
    "lib.rs",
    "mod.rs",
    "README.md",
    "notes.md",
    "x.c",
    "x-y",
    "x.y",
    "a b.txt",
    "q\"uote.txt",
    "back\\slash.txt",
    "tab\tto.rs",
    "two\nlines",
    "\u{fc}.txt",
    "it's",
    "data.dat",
    "crlf.txt",
    "run.sh",
    "Makefile",
];
const AUTHORS: [&str; 5] = [
    "Ada Lovelace <ada@analytical.example>",
    "Blaise <b+x@pascal.example>",
    "\u{c9}mile du Ch\u{e2}telet <emilie@cirey.example>",
    "ada <other@example.org>",
    "R2 (D2) <r2@example.org>",
];
pub const WORDS: [&str; 8] =
    ["fix", "Fix", "parser", "of a+b", "\u{dc}ber", "(again)", "tests", "v1.2"];
const ATTRIBUTES: [&str; 7] = [
    "* text=auto",
    "*.txt text",
    "crlf.txt text eol=crlf",
    "*.md -text",
    "*.c binary",
    "lib/* -diff",
    "*.sh eol=lf",
];
const IGNORED: [&str; 5] = ["*.log", "build/", "/x.y", "!keep.log", "lib/*.tmp"];

fn line(random: &mut Random) -> String {
    match random.below(9) {
        0 => String::new(),
        1 => "}".into(),
        2 => format!("fn name_{}() {{", random.below(9)),
        3 => format!("    if value_{} {{", random.below(9)),
        4 => format!("\t// \u{fc}ber {}", random.below(99)),
        _ => format!("    let value_{} = {};", random.below(50), random.below(1000)),
    }
}

fn content(random: &mut Random, path: &str) -> Vec<u8> {
    if path.ends_with(".dat") {
        return (0..random.below(300)).map(|at| (random.below(256) * (at % 7)) as u8).collect();
    }
    if random.once_in(12) {
        return Vec::new();
    }
    let end = if path.starts_with("crlf") || random.once_in(15) { "\r\n" } else { "\n" };
    let lines: Vec<_> = (0..1 + random.below(40)).map(|_| line(random)).collect();
    let last = if random.once_in(8) { "" } else { end };
    (lines.join(end) + last).into_bytes()
}

/// Returns a text with some lines changed.
fn edited(random: &mut Random, content: &[u8]) -> Vec<u8> {
    let Ok(text) = str::from_utf8(content) else { return content[content.len() / 3..].to_vec() };
    let mut lines: Vec<_> = text.split('\n').map(String::from).collect();
    for _ in 0..=random.below(3) {
        let at = random.below(lines.len());
        let end = (at + random.below(5)).min(lines.len());
        let new: Vec<_> = (0..random.below(4)).map(|_| line(random)).collect();
        match random.below(4) {
            0 => drop(lines.drain(at..end)),
            1 => drop(lines.splice(at..at, new)),
            _ => drop(lines.splice(at..end, new)),
        }
        if lines.is_empty() {
            lines.push("all".into());
        }
    }
    lines.join("\n").into_bytes()
}

fn path(random: &mut Random) -> String {
    [random.one_of(&DIRECTORIES), random.one_of(&NAMES)].concat()
}

/// Adds a file, unless a file would be a directory too.
fn add(state: &mut State, path: String, file: (u32, Vec<u8>)) {
    let below = [&*path, "/"].concat();
    let is_around =
        |other: &String| other.starts_with(&below) || path.starts_with(&[&**other, "/"].concat());
    if !state.keys().any(is_around) {
        state.insert(path, file);
    }
}

fn add_new(random: &mut Random, state: &mut State) {
    match random.below(12) {
        0 => {
            let target = random.one_of(&["README.md", "../none", "src", "./x.c"]);
            add(state, path(random) + ".link", (0o120_000, target.into()));
        }
        1 => add(state, "modules/one".into(), (0o160_000, vec![1 + random.below(3) as u8; 20])),
        2 => {
            let lines: Vec<_> =
                (0..1 + random.below(3)).map(|_| random.one_of(&ATTRIBUTES)).collect();
            add(state, ".gitattributes".into(), (0o100_644, lines.join("\n").into_bytes()));
        }
        3 => {
            let lines: Vec<_> = (0..1 + random.below(3)).map(|_| random.one_of(&IGNORED)).collect();
            let path = [random.one_of(&["", "lib/"]), ".gitignore"].concat();
            add(state, path, (0o100_644, lines.join("\n").into_bytes()));
        }
        _ => {
            let path = path(random);
            let mode = if random.once_in(6) { 0o100_755 } else { 0o100_644 };
            let content = content(random, &path);
            add(state, path, (mode, content));
        }
    }
}

fn next_state(random: &mut Random, mut state: State, merged: &[&State]) -> State {
    for other in merged {
        for (path, file) in *other {
            if random.once_in(2) {
                add(&mut state, path.clone(), file.clone());
            }
        }
    }
    if state.is_empty() || random.once_in(3) {
        for _ in 0..1 + random.below(5) {
            add_new(random, &mut state);
        }
    }
    let paths: Vec<_> = state.keys().cloned().collect();
    for path in paths {
        let (mode, content) = state[&path].clone();
        let is_file = mode & 0o170_000 == 0o100_000 && !path.contains("/.git");
        match random.below(16) {
            0..4 if is_file => {
                state.insert(path, (mode, edited(random, &content)));
            }
            4 if is_file && !path.starts_with(".git") => {
                state.remove(&path);
                let name = self::path(random);
                let content = if random.once_in(2) { content } else { edited(random, &content) };
                add(&mut state, name, (mode, content));
            }
            5 if is_file => drop(state.insert(path, (mode ^ 0o111, content))),
            6 => drop(state.remove(&path)),
            7 if is_file => {
                // It becomes a link, or a directory.
                state.remove(&path);
                if random.once_in(2) && !path.starts_with(".git") {
                    add(&mut state, path, (0o120_000, b"README.md".to_vec()));
                } else if !path.starts_with(".git") {
                    add(&mut state, path + "/below.rs", (0o100_644, content));
                }
            }
            _ => {}
        }
    }
    state
}

fn message(random: &mut Random) -> String {
    let mut words = || {
        let words: Vec<_> = (0..1 + random.below(4)).map(|_| random.one_of(&WORDS)).collect();
        words.join(" ")
    };
    let (subject, second, body) = (words(), words(), words());
    match random.below(5) {
        0 => format!("{subject}\n{second}\n\n{body}\n"),
        1 => format!("{subject}\n\n{body}\n{second}\n"),
        2 => format!("{subject}\n\n{body}\n\n\nSigned-off-by: {second}\n"),
        3 => subject,
        _ => subject + "\n",
    }
}

/// Makes random commits. Returns the states that files had, and whether there are no merges.
fn commits(random: &mut Random, top: &Path) -> (Vec<State>, bool) {
    let (mut stream, mut states) = (Vec::new(), Vec::<State>::new());
    let is_linear = random.once_in(3);
    let mut date = 1_700_000_000;
    for number in 0..3 + random.below(14) {
        let is_root = number == 0 || !is_linear && random.once_in(20);
        let branch = if is_linear { "main" } else { random.one_of(&["main", "main", "side/b"]) };
        let mut parents: Vec<usize> = Vec::new();
        if !is_root {
            let back = if is_linear { 0 } else { random.below(number.min(3)) };
            parents.push(number - 1 - back);
            if !is_linear && random.once_in(3) {
                parents.push(random.below(number));
            }
            if !is_linear && random.once_in(12) {
                parents.push(random.below(number));
            }
        }
        parents.dedup();
        let before = parents.first().map(|parent| states[*parent].clone()).unwrap_or_default();
        let merged: Vec<_> = parents.iter().skip(1).map(|parent| &states[*parent]).collect();
        let state = if random.once_in(15) { before } else { next_state(random, before, &merged) };
        date += random.one_of(&[0, 60, 3600, 86_400]) - if random.once_in(8) { 90_000 } else { 0 };
        let (author, message) = (random.one_of(&AUTHORS), message(random));
        let zone = random.one_of(&["+0000", "+0130", "-0800"]);
        write!(
            stream,
            "commit refs/heads/{branch}\nmark :{}\nauthor {author} {} {zone}\n\
             committer {author} {date} +0100\ndata {}\n{message}\n",
            number + 1,
            date - 5,
            message.len()
        )
        .unwrap();
        for (at, parent) in parents.iter().enumerate() {
            writeln!(stream, "{} :{}", if at == 0 { "from" } else { "merge" }, parent + 1).unwrap();
        }
        stream.extend_from_slice(b"deleteall\n");
        for (path, (mode, content)) in &state {
            let path = path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            if *mode == 0o160_000 {
                let digits = if is_sha256(top) { 64 } else { 40 };
                let hash = format!("{:02x}", content[0]).repeat(digits / 2);
                writeln!(stream, "M 160000 {hash} \"{path}\"").unwrap();
            } else {
                write!(stream, "M {mode:o} inline \"{path}\"\ndata {}\n", content.len()).unwrap();
                stream.extend_from_slice(content);
                stream.push(b'\n');
            }
        }
        states.push(state);
    }
    let limit = random.one_of(&["fastimport.unpackLimit=1", "fastimport.unpackLimit=10000"]);
    let command = git(top, &["-c", limit, "fast-import", "--quiet", "--force"]);
    output(command, &stream).unwrap();
    (states, is_linear)
}

fn is_sha256(top: &Path) -> bool {
    text(top, &["rev-parse", "--show-object-format"]).starts_with("sha256")
}

impl History {
    pub fn new(seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let around = tempfile::tempdir().unwrap();
        let root = around.path().canonicalize().unwrap().join("root");
        let mut path = String::from(random.one_of(&["", "", "sub dir/repo", "code"]));
        let mut top = root.join(&path);
        fs::create_dir_all(&top).unwrap();
        let format = random.one_of(&["sha1", "sha1", "sha1", "sha256"]);
        run(&top, &["init", "-q", "-b", "main", &format!("--object-format={format}")]);
        let (states, is_linear) = commits(random, &top);
        if text(&top, &["for-each-ref", "refs/heads/main"]).is_empty() {
            run(&top, &["branch", "main", "side/b"]);
        }
        pack(random, &top);
        if random.once_in(6) {
            let url = format!("file://{}", top.display());
            let depth = format!("--depth={}", 1 + random.below(4));
            path = "cloned".into();
            run(&root, &["clone", "-q", &depth, "--no-single-branch", &url, &path]);
            top = root.join(&path);
        } else if random.once_in(6) {
            run(&top, &["worktree", "add", "-q", "--detach", "-f", "../worktree", "main"]);
            let name = top.parent().unwrap().join("worktree");
            if let Ok(below) = name.strip_prefix(&root) {
                path = below.to_str().unwrap().into();
                top = name;
            }
        }
        // The executable bit cannot be seen in a sandbox.
        run(&top, &["config", "core.fileMode", "false"]);
        if random.once_in(5) {
            run(&top, &["config", "core.autocrlf", random.one_of(&["true", "input"])]);
        }
        run(&top, &["reset", "-q", "--hard"]);
        let mut revisions = parts(&top, &["log", "--all", "--format=%H", "-z"]);
        revisions.truncate(30);
        let tagged = random.below(revisions.len());
        run(&top, &["tag", "light", &revisions[tagged]]);
        run(&top, &["tag", "-a", "-m", "t", "annotated", &revisions[tagged]]);
        revisions.extend(["HEAD".into(), "light".into(), "annotated".into()]);
        if random.once_in(6) {
            let _ = output(git(&top, &["checkout", "-q", "--detach", &revisions[0]]), b"");
        }
        let mut paths: Vec<_> = states.into_iter().flat_map(BTreeMap::into_keys).collect();
        paths.sort();
        paths.dedup();
        let mut made = Self { _around: around, root, top, path, revisions, paths, is_linear };
        made.work(random);
        made
    }

    /// Changes the working tree and the index.
    fn work(&mut self, random: &mut Random) {
        let top = &*self.top;
        if random.once_in(8) {
            let other = random.below(self.revisions.len());
            let _ = output(git(top, &["merge", "-q", "-m", "m", &self.revisions[other]]), b"");
        }
        for _ in 0..random.below(12) {
            let known = parts(top, &["ls-files", "-z"]);
            let known = if known.is_empty() {
                "a".into()
            } else {
                known[random.below(known.len())].clone()
            };
            let file = top.join(&known);
            let is_file = file.symlink_metadata().is_ok_and(|it| it.is_file());
            let stage = |path: &str| drop(output(git(top, &["add", "-A", "--", path]), b""));
            match random.below(10) {
                0..3 if is_file => {
                    let old = fs::read(&file).unwrap();
                    fs::write(&file, edited(random, &old)).unwrap();
                    if random.once_in(2) {
                        stage(&known);
                    }
                }
                3 => {
                    let _ = fs::remove_file(&file);
                    if random.once_in(2) {
                        stage(&known);
                    }
                }
                4 => drop(output(git(top, &["rm", "-q", "--cached", "--", &known]), b"")),
                5 => {
                    let name = random.one_of(&NAMES);
                    drop(output(git(top, &["mv", "--", &known, name]), b""));
                }
                _ => {
                    let name = match random.below(4) {
                        0 => random.one_of(&["a.log", "keep.log", "build/o", "lib/x.tmp"]).into(),
                        _ => path(random),
                    };
                    let file = top.join(&name);
                    let content = content(random, &name);
                    if fs::create_dir_all(file.parent().unwrap()).is_ok()
                        && !file.is_symlink()
                        && fs::write(file, content).is_ok()
                        && random.once_in(2)
                    {
                        stage(&name);
                    }
                }
            }
        }
        // Otherwise it depends on the second whether git compares the content of a file.
        for known in parts(top, &["ls-files", "-z"]) {
            let path = top.join(known);
            if path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
                let file = fs::File::options().append(true).open(path).unwrap();
                let past = Duration::from_secs(1_700_000_000);
                file.set_modified(SystemTime::UNIX_EPOCH + past).unwrap();
            }
        }
        let _ = output(git(top, &["update-index", "-q", "--refresh"]), b"");
        if random.once_in(12) {
            run(top, &["symbolic-ref", "HEAD", "refs/heads/unborn"]);
            self.revisions.retain(|revision| revision != "HEAD");
        }
    }

    /// Returns the path in the granted directory of a path in the working tree.
    pub fn granted(&self, path: &str) -> String {
        match (&*self.path, path) {
            ("", "") => ".".into(),
            ("", path) => path.into(),
            (top, "") => top.into(),
            (top, path) => [top, "/", path].concat(),
        }
    }

    /// Returns the path in the working tree of one in an answer.
    pub fn below(&self, path: &str) -> String {
        if self.path.is_empty() {
            return path.into();
        }
        let below = path.strip_prefix(&*self.path).and_then(|rest| rest.strip_prefix('/'));
        below.unwrap_or_else(|| panic!("{path} is not in {}", self.path)).into()
    }

    pub fn run(&self, arguments: &[&str]) -> Vec<u8> {
        run(&self.top, arguments)
    }

    pub fn text(&self, arguments: &[&str]) -> String {
        text(&self.top, arguments)
    }

    pub fn parts(&self, arguments: &[&str]) -> Vec<String> {
        parts(&self.top, arguments)
    }
}

/// Stores the objects of a repository in one of the ways in which git does.
fn pack(random: &mut Random, top: &Path) {
    match random.below(5) {
        0 => drop(run(top, &["gc", "-q", "--aggressive", "--prune=now"])),
        1 => {
            run(top, &["repack", "-q", "-d"]);
            run(top, &["multi-pack-index", "write"]);
        }
        2 => drop(run(top, &["repack", "-q", "-a", "-d", "--depth=50"])),
        _ => {}
    }
    if random.once_in(3) {
        run(top, &["commit-graph", "write", "--reachable"]);
    }
    if random.once_in(3) {
        run(top, &["pack-refs", "--all"]);
    }
}
