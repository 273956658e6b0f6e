//! Random repositories whose working trees changed since files were added.

pub use super::random::Random;
use super::repository::{git, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

const NAMES: [&str; 14] = [
    "a",
    "b",
    "c.txt",
    "d.bin",
    "a-b",
    "a.b",
    "lib",
    "build",
    "x.log",
    "\u{fc}.md",
    "e.sh",
    "a b",
    "Z",
    ".h",
];

/// Targets of links, never a link again: git fails at circles. Their lengths differ, because the
/// time of a link cannot be set here.
const LINKED: [&str; 5] = ["none", "../none", "Y", "./", "Y/."];

const CONTENTS: [&[u8]; 17] = [
    b"",
    b"one\ntwo\n",
    b"one\ntwo",
    b"two\none\n",
    b"one\r\ntwo\r\n",
    b"one\r\ntwo\r\nthree\r\n",
    b"one\r\ntwo\n",
    b"one\ntwo\r\n",
    b"one\rtwo\r\n",
    b"one\r\r\ntwo\n",
    b"one\0\r\ntwo\n",
    b"\r\n",
    b"\r",
    b"one\r\n\x1a",
    b"\x01\r\n",
    b"one\ntwo\n\x1a",
    b"o\x01e\r\nabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\
      abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\r\n",
];

const IGNORED: [&str; 18] = [
    "*.log",
    "build/",
    "/a",
    "!b",
    "lib/*",
    "**/d.bin",
    "a/**",
    "!/a/",
    "# a",
    "c.*",
    "!.h",
    "[a-c]*",
    "lib/build",
    "*",
    "!*/",
    "a\\-b",
    "a b",
    "!x.log",
];

const ATTRIBUTES: [&str; 29] = [
    "a* ident",
    "* text=auto",
    "*.txt text",
    "*.bin binary",
    "a -text",
    "a text",
    "b eol=crlf",
    "b eol=lf",
    "lib/* text=auto eol=crlf",
    "/a crlf",
    "*.md -crlf",
    "*.sh crlf=input",
    "a* text=auto eol=lf",
    "* -text",
    "*.txt !text",
    "b -binary",
    "\"a b\" text",
    "\"\\303\\274.md\" text",
    "# a text",
    "!a text",
    "[attr]mine text",
    "lib/ text",
    "lib/** text",
    "*.log text=foo crlf",
    "  c.txt\ttext\teol=crlf\r",
    "* crlf=auto",
    "\"broken text",
    "**/a.b text",
    "? eol=foo text=auto",
];

fn path(random: &mut Random) -> PathBuf {
    let depth = 1 + random.below(4).min(random.below(4));
    (0..depth).map(|_| random.one_of(&NAMES)).collect()
}

fn write(random: &mut Random, root: &Path, path: &Path) {
    let path = root.join(path);
    // A name on the way may be that of a file.
    if fs::create_dir_all(path.parent().unwrap()).is_err() || path.is_dir() {
        return;
    }
    if path.is_symlink() {
        let _ = fs::remove_file(&path);
    }
    if random.once_in(8) {
        let _ = fs::remove_file(&path);
        let _ = std::os::unix::fs::symlink(random.one_of(&LINKED), path);
        return;
    }
    let content = random.one_of(&CONTENTS);
    write_file(random, &path, content);
}

fn write_file(random: &mut Random, path: &Path, content: &[u8]) {
    if fs::write(path, content).is_ok() {
        age(random, path);
    }
}

/// Sets the time of a file to one in the past, often to one of a few.
fn age(random: &mut Random, path: &Path) {
    if let Ok(file) = fs::File::options().append(true).open(path) {
        let step = random.one_of(&[2, 1000]);
        let number = random.below(step);
        let past = Duration::new(1_700_000_000 + number as u64, (number % 3) as u32 * 1000);
        file.set_modified(SystemTime::UNIX_EPOCH + past).unwrap();
    }
}

fn write_lines(random: &mut Random, path: PathBuf, lines: &[&str]) {
    let count = random.below(5);
    let lines: Vec<_> = (0..count).map(|_| random.one_of(lines)).collect();
    let _ = fs::remove_file(&path);
    write_file(random, &path, lines.join("\n").as_bytes());
}

fn write_rules(random: &mut Random, root: &Path) {
    let around = if random.once_in(2) { PathBuf::new() } else { path(random) };
    let around = root.join(around);
    if !around.is_dir() || around.is_symlink() {
        return;
    }
    match random.below(2) {
        0 => write_lines(random, around.join(".gitignore"), &IGNORED),
        _ => write_lines(random, around.join(".gitattributes"), &ATTRIBUTES),
    }
}

/// Makes a repository in a directory.
pub fn make(random: &mut Random, root: &Path, format: &str) {
    run(root, &["init", "-q", &format!("--object-format={format}")]);
    let set = |name: &str, value: &str| drop(run(root, &["config", name, value]));
    set("core.fileMode", "false");
    // Only sizes and times in seconds are compared, so that the speed of the test does not matter.
    set("core.checkStat", "minimal");
    set("core.trustCtime", "false");
    set("index.version", random.one_of(&["2", "3", "4"]));
    if let Some(value) = random.one_of(&[None, Some("true"), Some("input"), Some("false")]) {
        set("core.autocrlf", value);
    }
    if random.once_in(3) {
        set("core.eol", random.one_of(&["lf", "crlf"]));
    }
    write_lines(random, root.join(".git/info/exclude"), &IGNORED);
    if random.once_in(4) {
        write_lines(random, root.join(".git/info/attributes"), &ATTRIBUTES);
    }
    for _ in 0..5 + random.below(25) {
        let path = path(random);
        write(random, root, &path);
    }
    for _ in 0..random.below(4) {
        write_rules(random, root);
    }
    fs::create_dir(root.join("Y")).unwrap();
    write_file(random, &root.join("Y/a"), b"a");
    let force = if random.once_in(2) { "-f" } else { "-v" };
    run(root, &["add", "-A", force, "."]);
    for _ in 0..random.below(14) {
        change(random, root);
    }
    if random.once_in(2) {
        // Every time is after that of the index, and does not count.
        let index = fs::File::options().append(true).open(root.join(".git/index"));
        let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000);
        // Without files there is none.
        let _ = index.map(|index| index.set_modified(past).unwrap());
    }
}

fn change(random: &mut Random, root: &Path) {
    let listed = run(root, &["ls-files", "-z"]);
    let tracked = String::from_utf8(listed).unwrap();
    let tracked: Vec<_> = tracked.split_terminator('\0').collect();
    let known = if tracked.is_empty() { "a" } else { random.one_of(&tracked) };
    let known_path = root.join(known);
    match random.below(21) {
        0 | 1 => write(random, root, Path::new(known)),
        2 => age(random, &known_path),
        3 => drop(fs::remove_file(&known_path)),
        4 => {
            let _ = fs::remove_file(&known_path);
            let _ = fs::create_dir_all(&known_path);
            if random.once_in(2) {
                let path = known_path.join(random.one_of(&NAMES));
                write_file(random, &path, b"x");
            }
        }
        5 => {
            let around = known_path.parent().unwrap();
            if around != root && fs::remove_dir_all(around).is_ok() {
                match random.below(3) {
                    0 => write_file(random, around, b"a file"),
                    1 => drop(std::os::unix::fs::symlink(".", around)),
                    _ => {}
                }
            }
        }
        6 | 7 => {
            let path = path(random);
            write(random, root, &path);
        }
        8 => write_rules(random, root),
        9 => {
            let path = root.join(path(random));
            if fs::create_dir_all(&path).is_ok() && !random.once_in(3) {
                let _ = run(&path, &["init", "-q"]);
                let _ = fs::write(path.join("inner"), "x");
            }
        }
        10 => drop(git(root).args(["rm", "-q", "--cached", known]).status()),
        11 => {
            let path = path(random);
            write(random, root, &path);
            let _ = git(root).args(["add", "-N", "-f", "--"]).arg(&path).status();
        }
        12 => drop(git(root).args(["update-index", "--assume-unchanged", known]).status()),
        // Git takes an ignore file that should not be there from the index.
        13 if known.ends_with(".gitignore") => {}
        13 => drop(git(root).args(["update-index", "--skip-worktree", known]).status()),
        14 => conflict(random, root, known),
        15 => {
            let id = String::from_utf8(run(root, &["hash-object", "-t", "tree", "/dev/null"]));
            let name = random.one_of(&["sub", "lib/sub", "a/sub"]);
            let info = format!("160000,{},{name}", id.unwrap().trim());
            let _ = git(root).args(["update-index", "--add", "--cacheinfo", &info]).status();
            if random.once_in(2) {
                let _ = fs::create_dir_all(root.join(name));
                let _ = fs::write(root.join(name).join("x"), "x");
            }
        }
        16 => drop(git(root).args(["update-index", "-q", "--refresh"]).status()),
        _ => {
            // The same file with other line ends.
            let Ok(content) = fs::read(&known_path) else { return };
            let text = String::from_utf8_lossy(&content).replace("\r\n", "\n");
            let is_lf = random.once_in(2);
            if known_path.is_file() && !known_path.is_symlink() {
                let text = if is_lf { text } else { text.replace('\n', "\r\n") };
                write_file(random, &known_path, text.as_bytes());
            }
        }
    }
}

fn conflict(random: &mut Random, root: &Path, path: &str) {
    let mut write = git(root);
    write.args(["hash-object", "-w", "--stdin"]).stdin(Stdio::null());
    let id = String::from_utf8(write.output().unwrap().stdout).unwrap();
    let id = id.trim();
    let stages = 1 + random.below(7);
    let zeros = "0".repeat(id.len());
    let mut info = format!("0 {zeros}\t{path}\n");
    for stage in (1..=3).filter(|stage| stages & (1 << (stage - 1)) != 0) {
        info += &format!("100644 {id} {stage}\t{path}\n");
    }
    let mut update = git(root);
    update.args(["update-index", "--index-info"]).stdin(Stdio::piped());
    let mut child = update.spawn().unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), info.as_bytes()).unwrap();
    child.wait().unwrap();
}
