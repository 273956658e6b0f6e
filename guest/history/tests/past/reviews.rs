//! Questions of a reviewer, answered as git answers them.

use crate::native::Native;
use crate::pages;
use crate::random_history::{git, output, run, text};
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;
use readroom_types::{
    ChangeStatus, ChangedFile, DiffPage, DiffRequest, LogOutput, LogPage, LogRequest,
};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A repository whose first commit has `a.txt`.
fn repository() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    commit(&root, "a.txt", "one\ntwo\nthree\nfour\n");
    (directory, root)
}

/// Writes a file and commits it.
fn commit(root: &Path, path: &str, content: &str) {
    fs::write(root.join(path), content).unwrap();
    run(root, &["add", "-A"]);
    run(root, &["commit", "-q", "-m", path]);
}

fn diff(root: &Path, from: Option<&str>, to: Option<&str>) -> DiffPage {
    let [from, to] = [from, to].map(|revision| revision.map(String::from));
    let disk = Native::open(root);
    pages::diff(&Timeline::now(&disk), &DiffRequest { from, to, ..pages::diff_request(".") })
}

fn patch(page: &DiffPage) -> String {
    page.files.iter().filter_map(|file| file.patch.clone()).collect()
}

fn log(root: &Path, request: &LogRequest) -> LogPage {
    let disk = Native::open(root);
    pages::log(&Timeline::now(&disk), request)
}

fn with_text(text: &str, path: &str) -> LogRequest {
    LogRequest { text: Some(text.into()), ..pages::log_request(path) }
}

fn subjects(page: &LogPage) -> Vec<&str> {
    page.commits.iter().map(|commit| &*commit.subject).collect()
}

#[test]
fn the_commit_of_a_submodule_is_compared() {
    let (_around, root) = repository();
    let inner = root.join("lib");
    fs::create_dir(&inner).unwrap();
    run(&inner, &["init", "-q", "-b", "main"]);
    commit(&inner, "x", "1");
    run(&root, &["add", "lib"]);
    run(&root, &["commit", "-q", "-m", "lib"]);
    assert_eq!(diff(&root, None, None).files, []);
    commit(&inner, "x", "2");
    let expected = text(&root, &["diff", "--abbrev=10", "--submodule=short"]);
    assert!(expected.contains("+Subproject commit"));
    for from in [None, Some("index")] {
        assert_eq!(patch(&diff(&root, from, None)), expected);
    }
    // A submodule without a repository is unchanged.
    fs::remove_dir_all(inner.join(".git")).unwrap();
    assert_eq!(diff(&root, None, None).files, []);
}

#[test]
fn a_conflict_has_the_patch_of_its_file() {
    let (_around, root) = repository();
    run(&root, &["checkout", "-q", "-b", "topic"]);
    commit(&root, "a.txt", "one\ntopic\nthree\nfour\n");
    run(&root, &["checkout", "-q", "main"]);
    commit(&root, "a.txt", "one\nmain\nthree\nfour\n");
    let merge = Command::new("git").current_dir(&root).args(["merge", "-q", "topic"]).output();
    assert!(!merge.unwrap().status.success());
    let page = diff(&root, None, None);
    let patch = patch(&page);
    let (first, rest) = patch.split_once('\n').unwrap();
    assert_eq!(first, "* Unmerged path a.txt");
    let expected = text(&root, &["diff", "--abbrev=10", "HEAD"]);
    let without_index = |patch: &str| {
        let lines = patch.lines().filter(|line| !line.starts_with("index "));
        lines.map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(without_index(rest), without_index(&expected));
    // The index has no content for the file, and neither has the working tree once it is deleted.
    assert_eq!(self::patch(&diff(&root, None, Some("index"))), "* Unmerged path a.txt\n");
    fs::remove_file(root.join("a.txt")).unwrap();
    assert_eq!(self::patch(&diff(&root, None, None)), "* Unmerged path a.txt\n");
}

#[test]
fn entries_of_the_log_of_a_reference_are_revisions() {
    let (_around, root) = repository();
    for content in ["stashed", "stashed again"] {
        fs::write(root.join("a.txt"), content).unwrap();
        run(&root, &["stash", "push", "-q"]);
    }
    commit(&root, "b", "1");
    run(&root, &["checkout", "-q", "--detach", "HEAD~1"]);
    run(&root, &["commit", "-q", "--allow-empty", "-m", "detached"]);
    run(&root, &["checkout", "-q", "main"]);
    let disk = Native::open(&root);
    for revision in [
        "stash@{0}",
        "stash@{1}^2",
        "HEAD@{0}",
        "HEAD@{1}",
        "@{1}",
        "HEAD@{2}~0",
        "refs/heads/main@{0}",
        "heads/main@{1}",
        "@{0}",
        "HEAD@{1}^{commit}",
        "@",
    ] {
        let request = LogRequest { at: Some(revision.into()), ..pages::log_request(".") };
        let page = Timeline::now(&disk).log(None, &request, Deadline::NEVER).unwrap();
        assert_eq!(page.commits[0].id, text(&root, &["rev-parse", revision]).trim(), "{revision}");
    }
    for (revision, is_unknown) in
        [("HEAD@{99}", true), ("x@{1}", true), ("@{1 day ago, 10:00}", false)]
    {
        let request = LogRequest { at: Some(revision.into()), ..pages::log_request(".") };
        let error = Timeline::now(&disk).log(None, &request, Deadline::NEVER).unwrap_err();
        assert_eq!(matches!(error, HistoryError::UnknownRevision { .. }), is_unknown, "{error:?}");
    }
}

#[test]
fn the_commits_that_change_lines_with_a_text_are_found() {
    let (_around, root) = repository();
    commit(&root, "a.rs", "fn old() {}\nfn kept() {}\n");
    commit(&root, "a.rs", "fn old() { 1 }\nfn kept() {}\n");
    run(&root, &["mv", "a.rs", "b.rs"]);
    run(&root, &["commit", "-q", "-m", "renamed"]);
    commit(&root, "b.rs", "fn new() {}\nfn kept() {}\n");
    let cell = r#"{"cells": [{"cell_type": "code", "source": ["s = \"new()\""],
        "outputs": [], "metadata": {}}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"#;
    commit(&root, "n.ipynb", cell);
    assert_eq!(subjects(&log(&root, &with_text("OLD", "."))), [""; 0]);
    for (text, path, expected) in [
        ("old", ".", &["b.rs", "a.rs", "a.rs"][..]),
        (r"fn \w+\(\) \{ 1 \}", ".", &["b.rs", "a.rs"]),
        ("^fn new", ".", &["b.rs"]),
        ("s = \"new", ".", &["n.ipynb"]),
        ("kept", ".", &["a.rs"]),
        ("kept", "b.rs", &["renamed"]),
    ] {
        assert_eq!(subjects(&log(&root, &with_text(text, path))), expected, "{text}");
    }
    // Of the files, only those with the text.
    fs::write(root.join("a.txt"), "two\n").unwrap();
    commit(&root, "b.rs", "fn newer() {}\nfn kept() {}\n");
    let request = LogRequest { output: LogOutput::Files, ..with_text("new\\(", ".") };
    let page = log(&root, &request);
    let files = page
        .commits
        .iter()
        .map(|commit| commit.files.iter().map(|file| &*file.path).collect::<Vec<_>>());
    assert_eq!(files.collect::<Vec<_>>(), [["b.rs"], ["n.ipynb"], ["b.rs"]]);
    run(&root, &["reset", "-q", "--hard", "HEAD~"]);
    let counts = |text: &str| {
        let page = log(&root, &with_text(text, "."));
        let counts = page.commits.iter().map(|it| (it.added_matches, it.removed_matches));
        counts.map(|(added, removed)| (added.unwrap(), removed.unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(counts("old"), [(0, 1), (1, 1), (1, 0)]);
    // A line that moves or is indented stays the same.
    commit(&root, "b.rs", "fn new() {}\n    fn kept() {}\n");
    commit(&root, "b.rs", "fn kept() {}\nfn new() {}\n");
    assert_eq!(counts("kept"), [(1, 0)]);
    run(&root, &["reset", "-q", "--hard", "HEAD~2"]);
    // The memory for lines is bounded: those after the first 262,144 count as one.
    commit(&root, "c.txt", &"many\n".repeat(300_000));
    commit(&root, "c.txt", &("many\n".repeat(299_999) + "many more\n"));
    assert_eq!(counts("many"), [(1, 1), (262_145, 0)]);
    run(&root, &["reset", "-q", "--hard", "HEAD~2"]);
    // A page ends in time, and at least one commit is looked at.
    let now = Cell::new(0);
    let clock = || now.replace(now.get() + 3000);
    let late = Deadline { clock: &clock, end: Some(0) };
    let (disk, mut request, mut pages) = (Native::open(&root), with_text("kept", "."), 0);
    let mut found = Vec::new();
    loop {
        let page = Timeline::now(&disk).log(None, &request, late).unwrap();
        assert_eq!(page.reached.is_some(), page.next.is_some());
        found.extend(page.commits.into_iter().map(|commit| commit.subject));
        pages += 1;
        request.cursor = page.next;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!((found, pages), (vec![String::from("a.rs")], 6));
}

#[test]
fn a_commit_has_the_first_tag_after_it() {
    let (_around, root) = repository();
    let at = |day: u8, arguments: &[&str]| {
        let mut command = git(&root, arguments);
        command.env("GIT_COMMITTER_DATE", format!("2026-03-{day:02}T12:00:00Z"));
        output(command, b"").unwrap();
    };
    let commit_at = |day, name| at(day, &["commit", "-q", "--allow-empty", "-m", name]);
    commit_at(1, "one");
    at(1, &["checkout", "-q", "-b", "topic"]);
    commit_at(2, "two");
    at(2, &["checkout", "-q", "main"]);
    // It is older than what has the topic, and does not have it.
    commit_at(3, "three");
    run(&root, &["tag", "v1"]);
    at(4, &["merge", "-q", "--no-ff", "-m", "four", "topic"]);
    at(9, &["tag", "-a", "-m", "version", "v2-rc.1"]);
    commit_at(5, "five");
    run(&root, &["tag", "v3"]);
    commit_at(6, "six");
    let disk = Native::open(&root);
    let first = |at: &str| {
        let request = DiffRequest { at: Some(at.into()), ..pages::diff_request(".") };
        let page = Timeline::now(&disk).diff(None, &request, Deadline::NEVER).unwrap();
        let written = text(&root, &["log", "-1", "--format=%cI", at]);
        assert_eq!(page.commit.unwrap().committed, written.trim().replace('Z', "+00:00"));
        page.first_tags.join(" ")
    };
    let all = ["main~4", "topic", "main~3", "main~2", "main~1", "main"].map(first);
    // A release follows what is before one.
    assert_eq!(all, ["v1", "v2-rc.1 v3", "v1", "v2-rc.1 v3", "v3", ""]);
}

#[test]
fn a_log_says_where_a_file_got_and_lost_its_name() {
    let (_around, root) = repository();
    run(&root, &["mv", "a.txt", "b.txt"]);
    run(&root, &["commit", "-q", "-m", "away"]);
    commit(&root, "c", "1");
    run(&root, &["mv", "b.txt", "a.txt"]);
    run(&root, &["commit", "-q", "-m", "back"]);
    let page = log(&root, &pages::log_request("a.txt"));
    let files = page.commits.iter().map(|commit| {
        let files = commit.files.iter();
        let files = files.map(|file| (&*file.path, file.old_path.as_deref()));
        (&*commit.subject, files.collect::<Vec<_>>())
    });
    let expected = [
        ("back", vec![("a.txt", Some("b.txt"))]),
        ("away", vec![("b.txt", Some("a.txt"))]),
        ("a.txt", vec![("a.txt", None)]),
    ];
    assert_eq!(files.collect::<Vec<_>>(), expected);
}

#[test]
fn the_closest_name_is_suggested_first() {
    let (_around, root) = repository();
    for tag in ["1.1.0", "1.3.0", "v1.2.0", "v1.2.0-rc1"] {
        run(&root, &["tag", tag]);
    }
    let request = LogRequest { at: Some("1.2.0".into()), ..pages::log_request(".") };
    let disk = Native::open(&root);
    let error = Timeline::now(&disk).log(None, &request, Deadline::NEVER).unwrap_err();
    let HistoryError::UnknownRevision { similar, .. } = error else { panic!("{error:?}") };
    assert_eq!(similar[0], "v1.2.0");
    let request = LogRequest { at: Some("xyz".into()), ..request };
    let error = Timeline::now(&disk).log(None, &request, Deadline::NEVER).unwrap_err();
    let HistoryError::UnknownRevision { branches, .. } = error else { panic!("{error:?}") };
    assert_eq!(branches, ["main", "1.3.0", "v1.2.0", "v1.2.0-rc1", "1.1.0"]);
    for tag in ["v1.9.0", "v1.10.0"] {
        run(&root, &["tag", tag]);
    }
    let error = |name: &str| {
        let request = LogRequest { at: Some(name.into()), ..request.clone() };
        Timeline::now(&disk).log(None, &request, Deadline::NEVER).unwrap_err()
    };
    let HistoryError::UnknownRevision { branches, others, .. } = error("xyz") else { panic!() };
    let newest = ["main", "v1.10.0", "v1.9.0", "1.3.0", "v1.2.0", "v1.2.0-rc1"];
    assert_eq!((&*branches, others), (&newest.map(String::from)[..], 1));
    let HistoryError::UnknownRevision { similar, .. } = error("v1.x_y_z") else { panic!() };
    assert_eq!(similar, ["v1.10.0", "v1.9.0", "v1.2.0", "v1.2.0-rc1"]);
}

#[test]
fn a_renamed_file_has_its_other_name_wherever_that_is() {
    let (_around, root) = repository();
    fs::create_dir(root.join("src")).unwrap();
    commit(&root, "src/code.rs", "fn a() {}\nfn b() {}\nfn c() {}\nfn d() {}\n");
    fs::write(root.join("b.txt"), "another one\n").unwrap();
    run(&root, &["mv", "src/code.rs", "lib.rs"]);
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "moved"]);
    let renamed = (ChangeStatus::Renamed, Some("src/code.rs"), "lib.rs");
    let added = (ChangeStatus::Added, None, "src/code.rs");
    let of = |files: &[ChangedFile]| {
        let file = |file: &ChangedFile| (file.status, file.old_path.clone(), file.path.clone());
        files.iter().map(file).collect::<Vec<_>>()
    };
    let owned = |(status, old, path): (ChangeStatus, Option<&str>, &str)| {
        (status, old.map(String::from), String::from(path))
    };
    for (path, expected) in
        [("src/code.rs", &[renamed, added][..]), ("src", &[renamed, added]), ("lib.rs", &[renamed])]
    {
        let request = LogRequest { output: LogOutput::Files, ..pages::log_request(path) };
        let page = log(&root, &request);
        let files: Vec<_> = page.commits.iter().flat_map(|commit| of(&commit.files)).collect();
        let expected: Vec<_> = expected.iter().copied().map(owned).collect();
        assert_eq!(files, expected, "{path}");
    }
    let disk = Native::open(&root);
    let changes = |request: &DiffRequest| of(&pages::diff(&Timeline::now(&disk), request).files);
    for path in ["src/code.rs", "src", "lib.rs"] {
        let request = DiffRequest { at: Some("HEAD".into()), ..pages::diff_request(path) };
        assert_eq!(changes(&request), [owned(renamed)], "{path}");
    }
    let glob = DiffRequest { globs: vec!["src/**".into()], ..pages::diff_request(".") };
    let request = DiffRequest { from: Some("HEAD~".into()), ..glob };
    assert_eq!(changes(&request), [owned(renamed)]);
    // The same of staged changes; a file that is not staged is in no rename.
    run(&root, &["mv", "lib.rs", "src.rs"]);
    fs::write(root.join("new.rs"), "1").unwrap();
    let again = owned((ChangeStatus::Renamed, Some("lib.rs"), "src.rs"));
    for to in [Some("index"), None] {
        let to = to.map(String::from);
        let request = DiffRequest { to, ..pages::diff_request("lib.rs") };
        assert_eq!(changes(&request), std::slice::from_ref(&again));
    }
}

#[test]
fn a_path_is_looked_for_in_branches_and_tags() {
    let (_around, root) = repository();
    run(&root, &["checkout", "-q", "--orphan", "other"]);
    commit(&root, "gone.txt", "1");
    run(&root, &["tag", "v1"]);
    run(&root, &["tag", "-a", "-m", "annotated", "v1.10"]);
    run(&root, &["checkout", "-q", "main"]);
    let disk = Native::open(&root);
    let with = |path| Timeline::now(&disk).references_with(None, path).unwrap();
    assert_eq!(with("gone.txt"), ["other", "v1.10", "v1"]);
    assert_eq!(with("a.txt"), ["main", "other", "v1.10"]);
    assert_eq!(with("absent"), [""; 0]);
}

#[test]
fn attributes_are_read_where_git_reads_them() {
    let (_directory, root) = repository();
    commit(&root, "b.txt", "one\n");
    let rules = root.join(".gitattributes");
    fs::write(&rules, "*.txt -diff\n").unwrap();
    commit(&root, "b.txt", "two\n");
    fs::write(root.join("b.txt"), "three\n").unwrap();
    run(&root, &["add", "-A"]);
    fs::write(root.join("b.txt"), "four\n").unwrap();
    let compare = |is_between_trees: bool| {
        let all: [(&[&str], _, _); 5] = [
            (&["HEAD~1", "HEAD"], Some("HEAD~1"), Some("HEAD")),
            (&["--cached", "HEAD~1"], Some("HEAD~1"), Some("index")),
            (&["--cached"], Some("HEAD"), Some("index")),
            (&[], Some("index"), None),
            (&["HEAD"], None, None),
        ];
        for (arguments, from, to) in all {
            let expected = text(&root, &[&["diff"], arguments].concat());
            // Content that is not stored has no hash here.
            let lines = |patch: &str| {
                let lines = patch.lines().filter(|line| !line.starts_with("index "));
                lines.map(String::from).collect::<Vec<_>>()
            };
            let found = patch(&diff(&root, from, to));
            assert_eq!(lines(&found), lines(&expected), "{arguments:?}");
            let is_text = is_between_trees && to == Some("HEAD");
            assert_eq!(expected.contains("Binary files a/b.txt"), !is_text, "{arguments:?}");
        }
    };
    compare(false);
    // The index counts only for comparisons that read it.
    fs::remove_file(&rules).unwrap();
    compare(true);
    run(&root, &["update-index", "--skip-worktree", ".gitattributes"]);
    compare(true);
}

#[test]
fn a_file_with_a_conflict_was_not_renamed() {
    let (_directory, root) = repository();
    let blob = text(&root, &["rev-parse", "HEAD:a.txt"]);
    run(&root, &["rm", "-q", "--cached", "a.txt"]);
    // As after a merge in which one side has another kind of file.
    for (stage, path) in [("3", "a.txt"), ("2", "a.txt~HEAD")] {
        let line = format!("100644 {} {stage}\t{path}\n", blob.trim());
        output(git(&root, &["update-index", "--index-info"]), line.as_bytes()).unwrap();
    }
    fs::rename(root.join("a.txt"), root.join("a.txt~HEAD")).unwrap();
    let blame = text(&root, &["blame", "-s", "--", "a.txt~HEAD"]);
    assert!(blame.lines().all(|line| line.starts_with("00000000 ")), "{blame}");
    let disk = Native::open(&root);
    let request = pages::blame_request("a.txt~HEAD");
    let page = Timeline::now(&disk).blame(None, &request, Deadline::NEVER).unwrap();
    assert_eq!((page.runs.len(), page.runs[0].commit.as_deref()), (1, None));
}
