//! What the policy denies today is denied in the past, and secrets are masked there.

#![cfg(unix)]
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "support/guarded.rs"]
mod guarded;
#[path = "../../../host-runner/cli/benches/speed/native.rs"]
mod native;
#[path = "like_git/pages.rs"]
mod pages;
#[path = "support/random_history.rs"]
mod random_history;
#[path = "../../core/tests/support/seed.rs"]
mod seed;

use guarded::Guarded;
use random_history::{History, Random, run};
use readroom_core::{FileKind, TrailingSlash, Tree, ValueFormat, find};
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_read::{Body, ListRequest, Purpose, ReadRequest, View, list, read};
use readroom_search::{
    Deadline, FindOrder, FindRequest, LetterCase, Pattern, PatternSyntax, Scope, SearchRequest,
    search,
};
use readroom_types::{
    BlameRequest, ChangeStatus, ChangedFile, DiffOutput, DiffPage, DiffRequest, LogOutput,
    LogRequest,
};
use std::collections::BTreeSet;
use std::fs;

/// Denies a directory, and files of some names wherever they are.
fn denies(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap();
    path.ends_with("src/deep") || matches!(name, "main.rs" | "notes.md" | "crlf.txt" | "x-y")
}

fn is_denied(path: &str) -> bool {
    path.match_indices('/').map(|(end, _)| end).chain([path.len()]).any(|end| denies(&path[..end]))
}

/// Returns how paths changed, with a deleted and an added one in place of a renamed one.
fn changes<'p>(files: impl IntoIterator<Item = &'p ChangedFile>) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    for file in files {
        let mut status = file.status;
        if let Some(old) = &file.old_path {
            all.insert((format!("{:?}", ChangeStatus::Deleted), old.clone()));
            status = ChangeStatus::Added;
        }
        all.insert((format!("{status:?}"), file.path.clone()));
    }
    all
}

fn permitted(page: &DiffPage) -> BTreeSet<(String, String)> {
    let mut all = changes(&page.files);
    all.retain(|(_, path)| !is_denied(path));
    all
}

/// Returns the paths that a search finds.
fn found<T: Tree>(tree: &T, path: &str) -> Vec<String> {
    let request = FindRequest {
        scope: Scope { hidden: true, ignored: true, ..Scope::new(path) },
        kinds: &[FileKind::File, FileKind::Link, FileKind::Directory],
        order: FindOrder::Path,
        details: false,
        lines: false,
        cursor: None,
        entries: None,
    };
    let page = readroom_search::find(tree, None, &request, Deadline::NEVER).unwrap();
    page.entries.into_iter().map(|entry| entry.path).collect()
}

fn compare(seed: u64) {
    let history = History::new(seed);
    let random = &mut Random::new(!seed);
    let open = Guarded::open(&history.root, |_| false, None);
    let open = &Timeline::now(&open);
    let guarded = Guarded::open(&history.root, denies, None);
    let guarded = &Timeline::now(&guarded);
    for _ in 0..3 {
        let mut one = || Some(history.revisions[random.below(history.revisions.len())].clone());
        let (a, b) = (one(), one());
        let index = Some("index".to_owned());
        for (from, to) in [(&a, &b), (&a, &index), (&a, &None), (&index, &None)] {
            let request = DiffRequest {
                from: from.clone(),
                to: to.clone(),
                ..pages::all_changes(&history, "")
            };
            let expected = permitted(&pages::diff(open, &request));
            let page = pages::diff(guarded, &request);
            assert_eq!(changes(&page.files), expected, "seed {seed}: {from:?} {to:?}");
            let small = DiffRequest { files: Some(2), ..request };
            assert_eq!(pages::diff(guarded, &small), page, "seed {seed}");
        }
        files(&history, open, guarded, a.as_deref().unwrap(), seed);
        commits(&history, guarded, a, random, seed);
    }
    files(&history, open, guarded, "index", seed);
}

/// Compares the files of a revision.
fn files(
    history: &History,
    open: &Timeline<'_, Guarded>,
    guarded: &Timeline<'_, Guarded>,
    revision: &str,
    seed: u64,
) {
    let path = history.granted("");
    let [open, guarded] = [open, guarded].map(|tree| tree.at(None, &path, revision).unwrap());
    let all = found(&open, &path);
    let (denied, expected): (Vec<_>, Vec<_>) = all.into_iter().partition(|path| is_denied(path));
    assert_eq!(found(&guarded, &path), expected, "seed {seed}: {revision}");
    for path in denied {
        let failure = find(&guarded, None, &path, TrailingSlash::Ignored).err();
        let failure = failure.unwrap_or_else(|| panic!("seed {seed}: {path} is open"));
        assert_eq!(failure.error, readroom_core::FileError::Denied, "seed {seed}: {path}");
        assert!(list(&guarded, None, &ListRequest::new(&path)).is_err(), "seed {seed}: {path}");
        let request = BlameRequest {
            at: (revision != "index").then(|| revision.into()),
            ..pages::all_lines(history, "")
        };
        let request = BlameRequest { path, ..request };
        assert!(guarded.blame(None, &request, Deadline::NEVER).is_err(), "seed {seed}");
    }
    let listed = list(&guarded, None, &ListRequest::new(&path)).unwrap();
    let names: Vec<_> = listed.entries.iter().map(|entry| &*entry.name).collect();
    assert!(!names.into_iter().any(denies), "seed {seed}: {revision}");
    assert_eq!(listed.total as usize, listed.entries.len());
}

/// Asserts that no denied path is in an answer about commits.
fn commits(
    history: &History,
    guarded: &Timeline<'_, Guarded>,
    at: Option<String>,
    random: &mut Random,
    seed: u64,
) {
    let request =
        LogRequest { at: at.clone(), output: LogOutput::Files, ..pages::all_commits(history, "") };
    for file in pages::log(guarded, &request).commits.iter().flat_map(|commit| &commit.files) {
        let paths = [Some(&file.path), file.old_path.as_ref()];
        assert!(!paths.into_iter().flatten().any(|path| is_denied(path)), "seed {seed}: {file:?}");
    }
    for path in history.paths.iter().map(|path| history.granted(path)) {
        if is_denied(&path) {
            // If a directory around it is denied, that is said.
            let request = LogRequest { path: path.clone(), ..request.clone() };
            let page = guarded.log(None, &request, Deadline::NEVER).ok();
            assert!(page.is_none_or(|page| page.commits.is_empty()), "seed {seed}: {path}");
            let request = DiffRequest { path, at: at.clone(), ..pages::all_changes(history, "") };
            let page = guarded.diff(None, &request, Deadline::NEVER).ok();
            assert!(page.is_none_or(|page| page.files.is_empty()), "seed {seed}");
        } else if random.once_in(6) {
            let request = BlameRequest { at: at.clone(), path, ..pages::all_lines(history, "") };
            let Some(page) = pages::blame(guarded, &request) else { continue };
            let old = page.runs.iter().filter_map(|run| run.old_path.as_deref());
            let old: Vec<_> = old.filter(|path| is_denied(path)).collect();
            assert!(old.is_empty(), "seed {seed}: {old:?}");
        }
    }
}

#[test]
fn what_is_denied_today_is_denied_at_every_revision() {
    (0..12).for_each(compare);
}

#[test]
#[ignore = "takes minutes"]
fn what_is_denied_today_is_denied_in_many_repositories() {
    let first = seed::seed();
    (0..200).for_each(|number| compare(first.wrapping_add(number)));
}

/// Returns a token, put together here so that scanners do not take it for a real one.
fn secret() -> String {
    ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat()
}

#[test]
fn secrets_are_masked_wherever_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    let secret = &*secret();
    run(&root, &["init", "-q", "-b", "main"]);
    fs::write(root.join("a.txt"), format!("one\n{secret}\nthree\n")).unwrap();
    fs::write(root.join("b.rs"), format!("fn {secret}() {{\n{}}}\n", "    x\n".repeat(9))).unwrap();
    std::os::unix::fs::symlink(secret, root.join("link")).unwrap();
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", &format!("with {secret}\n\nit is {secret}\n")]);
    fs::write(root.join("a.txt"), "one\ntwo\nthree\n").unwrap();
    let code = fs::read_to_string(root.join("b.rs")).unwrap();
    fs::write(root.join("b.rs"), code.replace("x\n}", "y\n}")).unwrap();
    run(&root, &["add", "-A"]);
    let author = format!("--author={secret} <{secret}@example.com>");
    run(&root, &["commit", "-q", "-m", "gone", &author]);
    fs::write(root.join("a.txt"), format!("one\ntwo\nthree\n{secret}\n")).unwrap();
    fs::write(root.join("new"), secret).unwrap();

    let disk = Guarded::open(&root, |_| false, Some(ValueFormat::Plain));
    let tree = &Timeline::now(&disk);
    let mut answers = String::new();
    let mut diff = |at: Option<&str>, from: Option<&str>, to: Option<&str>| {
        let request = DiffRequest {
            at: at.map(String::from),
            from: from.map(String::from),
            to: to.map(String::from),
            output: DiffOutput::Patch,
            ..pages::diff_request(".")
        };
        let page = pages::diff(tree, &request);
        assert!(!page.files.is_empty());
        answers += &format!("{page:?}\n");
    };
    diff(Some("HEAD"), None, None);
    diff(Some("HEAD~"), None, None);
    diff(None, Some("HEAD~"), Some("HEAD"));
    diff(None, None, None);
    diff(None, Some("index"), None);

    let mut all = LogRequest { output: LogOutput::Full, ..pages::log_request(".") };
    for output in [LogOutput::Subjects, LogOutput::Full, LogOutput::Files] {
        all.output = output;
        let page = pages::log(tree, &all);
        assert_eq!(page.commits.len(), 2);
        answers += &format!("{page:?}\n");
    }
    // Not even the beginning of a secret can be guessed.
    for text in [secret, &secret[..9], &secret[5..12]] {
        let request = LogRequest { message: Some(text.into()), ..all.clone() };
        assert_eq!(pages::log(tree, &request).commits, []);
        for text in [text.to_owned(), format!("{text}.*@")] {
            let request = LogRequest { author: Some(text), ..all.clone() };
            assert_eq!(pages::log(tree, &request).commits, []);
        }
    }

    for at in [None, Some("HEAD"), Some("HEAD~")] {
        let request = BlameRequest { at: at.map(String::from), ..pages::blame_request("a.txt") };
        let page = pages::blame(tree, &request).unwrap();
        answers += &format!("{page:?}\n");
        let Some(at) = at else { continue };
        let past = tree.at(None, ".", at).unwrap();
        let request = ReadRequest { view: View::Text, ..ReadRequest::new("a.txt") };
        let document = read(&past, None, &request, Purpose::Facts, None).unwrap();
        let Body::Text(page) = document.body else { panic!("it is text") };
        answers += &page.page.text.content;
        let (syntax, case) = (PatternSyntax::Literal, LetterCase::Sensitive);
        let pattern = Pattern { text: &secret[..9], syntax, case, words: false };
        let found = search(&past, None, &SearchRequest::new(pattern, "."), Deadline::NEVER);
        assert_eq!(found.unwrap().files, [], "{at}");
    }
    assert!(!answers.contains(&secret[..9]), "{answers}");
    assert!(answers.matches("redacted").count() > 15, "{answers}");
}

#[test]
fn a_denied_repository_has_no_history() {
    let history = History::new(3);
    let guarded = Guarded::open(&history.root, |path| path.ends_with("objects"), None);
    let guarded = &Timeline::now(&guarded);
    let request = pages::all_changes(&history, "");
    let result: Result<_, HistoryError> = guarded.diff(None, &request, Deadline::NEVER);
    assert!(result.is_err());
}
