//! The output of `diff`, `log`, `--at` and `--blame`, compared with that of git.

use crate::cli::{readroom, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Returns what git prints. `None` if it is not installed.
pub fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    for name in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{name}_NAME"), "Ada").env(format!("GIT_{name}_EMAIL"), "ada@b.c");
        command.env(format!("GIT_{name}_DATE"), "2026-01-02T03:04:05+01:00");
    }
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", directory);
    let Ok(output) = command.current_dir(directory).args(arguments).output() else {
        println!("SKIPPED: git is not installed");
        return None;
    };
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Makes a project a repository, with a change in its last commit. `None` if git is not installed.
pub fn change(root: &Path) -> Option<()> {
    let file = "src/main.rs";
    let text = fs::read_to_string(root.join(file)).unwrap();
    let before = text.replace(".into_iter().take(arguments.words)", "");
    assert_ne!(text, before);
    git(root, &["init", "-q"])?;
    for text in [before, text] {
        fs::write(root.join(file), text).unwrap();
        git(root, &["add", "."])?;
        git(root, &["commit", "-q", "-m", "words"])?;
    }
    Some(())
}

/// Makes a repository of two commits, and changes that are not committed.
fn repository() -> Option<TempDir> {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let numbers = |changed: &[(usize, &str)]| -> String {
        let line = |number| changed.iter().find(|(changed, _)| *changed == number);
        let text = |number: usize| line(number).map_or(number.to_string(), |it| it.1.to_string());
        (1..=30).map(|number| text(number) + "\n").collect()
    };
    git(root, &["init", "-q", "-b", "main"])?;
    fs::create_dir(root.join("src")).unwrap();
    fs::write(root.join("a.txt"), numbers(&[])).unwrap();
    fs::write(root.join("src/main.rs"), "fn main() {}\n").unwrap();
    git(root, &["add", "."])?;
    git(root, &["commit", "-q", "-m", "first\n\nThe body."])?;
    fs::write(root.join("a.txt"), numbers(&[(5, "five"), (25, "x")])).unwrap();
    fs::write(root.join("bin"), b"\0\x01").unwrap();
    git(root, &["mv", "src/main.rs", "src/lib.rs"])?;
    git(root, &["add", "."])?;
    git(root, &["commit", "-q", "-m", "second"])?;
    fs::write(root.join("a.txt"), numbers(&[(5, "five"), (10, "ten"), (25, "x")])).unwrap();
    fs::write(root.join("new.txt"), "new\n").unwrap();
    Some(directory)
}

/// Returns the output of a command in a repository.
fn printed(repository: &TempDir, arguments: &[&str]) -> String {
    let (stdout, stderr, status) = run(readroom(repository).args(arguments));
    assert_eq!((&*stderr, status), ("", 0), "{arguments:?}");
    stdout
}

#[test]
fn without_a_repository_the_error_says_so() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.txt"), "one\n").unwrap();
    for arguments in [
        &["diff"][..],
        &["diff", "HEAD~1", "--", "a.txt"],
        &["log"],
        &["log", "a.txt"],
        &["read", "--at", "HEAD", "a.txt"],
        &["read", "--blame", "a.txt"],
        &["find", "--at", "HEAD"],
        &["map", "--at", "HEAD"],
    ] {
        let (stdout, stderr, status) = run(readroom(&directory).args(arguments));
        assert_eq!((&*stdout, status), ("", 1), "{arguments:?}");
        assert!(stderr.contains("is in no git repository"), "{arguments:?}: {stderr}");
    }
    let wrong: [&[&str]; 4] = [
        &["diff", "a", "b", "c"],
        &["log", "a", "b"],
        &["read", "--blame", "a.txt", "b.txt"],
        &["diff", "--files", "--counts"],
    ];
    for arguments in wrong {
        assert_eq!(run(readroom(&directory).args(arguments)).2, 2, "{arguments:?}");
    }
}

#[test]
fn changes_are_printed_as_git_does() {
    let Some(repository) = repository() else { return };
    let of_git = |arguments: &[&str]| {
        git(repository.path(), &[&["diff", "--abbrev=10"], arguments].concat()).unwrap()
    };
    let ours = |arguments: &[&str]| printed(&repository, &[&["diff"], arguments].concat());
    assert_eq!(ours(&["HEAD~1", "HEAD"]), of_git(&["HEAD~1", "HEAD"]));
    assert_eq!(ours(&["HEAD~1..main", "-U", "0"]), of_git(&["HEAD~1..main", "-U0"]));
    let files = of_git(&["--name-status", "HEAD~1", "HEAD"]);
    assert_eq!(ours(&["HEAD~1", "HEAD", "--files"]), files);
    let src = of_git(&["--name-status", "HEAD~1", "HEAD", "--", "src"]);
    assert_eq!(ours(&["HEAD~1", "HEAD", "--files", "src"]), src);
    assert_eq!(ours(&["HEAD~1", "HEAD", "--files", "--", "src"]), src);
    assert_eq!(ours(&["--files"]), "M\ta.txt\n??\tnew.txt\n");
    assert_eq!(ours(&["--counts"]), "1\t1\ta.txt\n1\t0\tnew.txt\n");
    let numbers = "2\t2\ta.txt\n-\t-\tbin\n0\t0\tsrc/main.rs => src/lib.rs\n";
    assert_eq!(ours(&["HEAD~1", "HEAD", "--counts"]), numbers);
    let commit = ours(&["--at", "HEAD"]);
    let message = "\nDate:   2026-01-02T03:04:05+01:00\n\n    second\n\n";
    let (_, patches) = commit.split_once(message).expect(&commit);
    assert_eq!(patches, of_git(&["HEAD~1", "HEAD"]));
}

#[test]
fn one_page_of_changes_says_how_to_continue() {
    let Some(repository) = repository() else { return };
    let (mut files, mut cursor) = (String::new(), None::<String>);
    for _ in 0..2 {
        let mut arguments = vec!["diff", "--files", "--max", "1"];
        arguments.extend(cursor.iter().flat_map(|cursor| ["--cursor", cursor]));
        let (stdout, stderr, status) = run(readroom(&repository).args(&arguments));
        assert_eq!(status, 0, "{stderr}");
        files += &stdout;
        cursor = stderr.trim_end().split_once("next: --cursor ").map(|(_, next)| next.into());
    }
    assert_eq!((&*files, cursor), ("M\ta.txt\n??\tnew.txt\n", None));
    let json = printed(&repository, &["diff", "--json", "--counts"]);
    assert!(json.contains(r#""to":"working tree""#), "{json}");
    assert!(json.contains(r#""files":[{"path":"a.txt""#), "{json}");
}

#[test]
fn commits_are_printed_a_line_each() {
    let Some(repository) = repository() else { return };
    let of_git = |format: &str, arguments: &[&str]| {
        let format = format!("--format={format}");
        let options = ["log", "--abbrev=10", "--date=short", &format];
        git(repository.path(), &[&options, arguments].concat()).unwrap()
    };
    let ours = |arguments: &[&str]| printed(&repository, &[&["log"], arguments].concat());
    let line = "%h %ad %an%x09%s";
    assert_eq!(ours(&[]), of_git(line, &[]));
    assert_eq!(ours(&["HEAD~1..main"]), of_git(line, &["HEAD~1..main"]));
    assert_eq!(ours(&["HEAD~1"]), of_git(line, &["HEAD~1"]));
    assert_eq!(ours(&["--message", "FIRST"]), "");
    assert_eq!(ours(&["--message", "first", "--author", "ada"]), of_git(line, &["HEAD~1"]));
    assert_eq!(ours(&["src"]), of_git(line, &["--", "src"]));
    assert_eq!(ours(&["-G", "^five$"]), of_git(line, &["HEAD~1..main"]));
    assert_eq!(ours(&["-G", "fn main"]), of_git(line, &["HEAD~1"]));
    assert_eq!(ours(&["src/lib.rs"]), of_git(line, &["--", "src/lib.rs"]));
    let full = git(repository.path(), &["log", "--date=iso-strict"]).unwrap();
    assert_eq!(ours(&["--full"]), full);
    let files = ours(&["--files", "HEAD"]);
    assert!(files.contains("\nR100\tsrc/main.rs\tsrc/lib.rs\n"), "{files}");
    let (_, note, _) = run(readroom(&repository).args(["log", "-n", "1"]));
    assert!(note.contains("next: --cursor "), "{note}");
}

#[test]
fn files_are_read_as_they_were() {
    let Some(repository) = repository() else { return };
    let ours = |arguments: &[&str]| printed(&repository, arguments);
    assert_eq!(ours(&["read", "-p", "--at", "HEAD~1", "src/main.rs"]), "fn main() {}\n");
    assert_eq!(ours(&["find", "--at", "HEAD~1"]), "a.txt\nsrc/main.rs\n");
    assert_eq!(ours(&["list", "--at", "HEAD~1", "src"]), "main.rs\n");
    let found = ours(&["search", "--at", "HEAD", "main"]);
    assert_eq!(found, "src/lib.rs:1:fn main() {}\n");
    let json = ours(&["read", "--json", "--at", "HEAD~1", "src/main.rs"]);
    assert!(json.contains(r#""path":"src/main.rs""#), "{json}");
}

#[test]
fn blame_names_a_commit_once_for_its_lines() {
    let Some(repository) = repository() else { return };
    let hash = |revision: &str| {
        git(repository.path(), &["rev-parse", "--short=10", revision]).unwrap().trim().to_string()
    };
    let [first, second] = ["HEAD~1", "HEAD"].map(|revision| hash(revision) + " 2026-01-02 Ada");
    let (blamed, note, status) = run(readroom(&repository).args(["read", "--blame", "a.txt:4-10"]));
    let rest = "6\t6\n7\t7\n8\t8\n9\t9\nnot committed\n10\tten\n";
    let expected = format!("{first}\n4\t4\n{second}\n5\tfive\n{first}\n{rest}");
    assert_eq!((blamed, status), (expected, 0));
    assert!(note.contains("30 lines in all; continue with --start 11"), "{note}");
    let whole = printed(&repository, &["read", "--blame", "--at", "HEAD", "a.txt"]);
    assert_eq!(whole.lines().filter(|line| line.contains('\t')).count(), 30);
    let json = printed(&repository, &["read", "--blame", "--json", "src/lib.rs"]);
    assert!(json.contains(r#""old_path":"src/main.rs""#), "{json}");
}

#[cfg(unix)]
#[test]
fn a_command_that_finds_nothing_stops_when_its_reader_is_gone() {
    let Some(repository) = repository() else { return };
    let root = repository.path();
    // Ten levels of directories, each with the same content under ten names.
    let mut id = git(root, &["rev-parse", "HEAD:a.txt"]).unwrap();
    for level in 0..10 {
        let mode = if level == 0 { "100644" } else { "40000" };
        let object: String = id
            .trim()
            .as_bytes()
            .chunks(2)
            .map(|it| format!("\\x{}", str::from_utf8(it).unwrap()))
            .collect();
        let entries: String = (0..10).map(|name| format!("{mode} d{name}\\0{object}")).collect();
        let file = root.join("tree");
        let written = Command::new("printf").arg(entries).output().unwrap().stdout;
        fs::write(&file, written).unwrap();
        id = git(root, &["hash-object", "-t", "tree", "-w", "tree"]).unwrap();
    }
    let commit = git(root, &["commit-tree", "-m", "many", id.trim()]).unwrap();
    let mut find = readroom(&repository);
    find.args(["find", "--at", commit.trim(), "*zzz*"]);
    let mut child = find.stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
