//! Random repositories, made by git.

#[path = "random.rs"]
mod random;

pub(crate) use random::Random;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs git in a directory and returns its output.
pub(crate) fn git(directory: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut command = Command::new("git");
    command.current_dir(directory).args(arguments);
    command.envs([("GIT_CONFIG_NOSYSTEM", "1"), ("HOME", "/nonexistent")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("git is installed");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("git ends")
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {errors}");
    output.stdout
}

/// Adds a branch of random commits to a repository: packed if `unpack_limit` is 1, loose if it is
/// large.
pub(crate) fn import(directory: &Path, random: &mut Random, branch: &str, unpack_limit: u32) {
    let limit = format!("fastimport.unpackLimit={unpack_limit}");
    let stream = commits(random, branch);
    git(directory, &["-c", &limit, "fast-import", "--quiet"], &stream);
}

fn commits(random: &mut Random, branch: &str) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for commit in 1..=5 + random.below(30) {
        let mut text = format!("commit refs/heads/{branch}\nmark :{commit}\n");
        let _ = writeln!(text, "author A <a@b> {commit} +0130\ncommitter C <c@d> {commit} -0200");
        let _ = writeln!(text, "data <<END\n{branch} {commit}\nEND\n");
        if commit > 3 && random.below(4) == 0 {
            let _ = writeln!(text, "from :{}\nmerge :{}", commit - 1, 1 + random.below(commit - 2));
            if commit > 5 && random.below(2) == 0 {
                text += "merge :2\nmerge :1\n";
            }
        }
        stream.extend(text.bytes());
        for _ in 0..1 + random.below(6) {
            let is_new = files.is_empty() || random.below(3) == 0;
            let at = random.below(files.len() + 1);
            if is_new {
                files.insert(at, (name(random), content(random)));
            } else {
                let at = at % files.len();
                change(random, &mut files[at].1);
            }
            let (name, content) = &files[at % files.len()];
            stream.extend(format!("M 100644 inline {name}\ndata {}\n", content.len()).bytes());
            stream.extend(content);
            stream.push(b'\n');
        }
        if random.below(5) == 0 {
            let text = format!("tag {branch}-{commit}\nfrom :{commit}\ntagger A <a@b> 1 +0000\n");
            stream.extend(text.bytes());
            stream.extend(b"data 1\nt\n");
        }
    }
    stream
}

/// Returns a path. Those that end with a number are never directories.
fn name(random: &mut Random) -> String {
    let mut name = String::new();
    for _ in 0..random.below(3) {
        name += ["a/", "b c/", "\u{fc}/", "lib/"][random.below(4)];
    }
    format!("{name}f{}", random.below(40))
}

fn content(random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0 => Vec::new(),
        1 => (0..random.below(200_000)).map(|_| random.below(256) as u8).collect(),
        2 => vec![b'x'; random.below(300_000)],
        _ => (0..random.below(400)).flat_map(|_| line(random)).collect(),
    }
}

fn line(random: &mut Random) -> Vec<u8> {
    format!("line {} of {}\n", random.below(1000), random.below(1_000_000)).into_bytes()
}

fn change(random: &mut Random, content: &mut Vec<u8>) {
    let at = random.below(content.len() + 1);
    let end = (at + random.below(100)).min(content.len());
    content.splice(at..end, line(random));
}
