//! What the policy denies today is denied in the past, and secrets are masked there.

use crate::guarded::Guarded;
use crate::pages;
use crate::random_history;
use crate::random_history::{History, Random, run};
use crate::seed;
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
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

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
        let request = LogRequest { text: Some(text.into()), ..all.clone() };
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

/// Returns what a read of a file at a revision says of it: its text and its version.
fn read_at<T: Tree>(tree: &Timeline<'_, T>, path: &str, at: &str) -> (String, String) {
    let past = tree.at(None, ".", at).unwrap();
    let request = ReadRequest { view: View::Text, ..ReadRequest::new(path) };
    let document = read(&past, None, &request, Purpose::Facts, None).unwrap();
    let version = document.version();
    let Body::Text(page) = document.body else { panic!("{path} is not text") };
    (page.page.text.content, version)
}

#[test]
fn no_hash_is_one_of_a_secret() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    for end in ["AB", "CD"] {
        let value = [&secret()[..18], end].concat();
        fs::write(root.join("a.txt"), format!("one\n{value}\n")).unwrap();
        fs::write(root.join("b.txt"), end).unwrap();
        fs::write(root.join("d.bin"), format!("\0{value}\n")).unwrap();
        fs::write(root.join("e.lock"), &value).unwrap();
        fs::write(root.join(".gitattributes"), "*.lock -diff\n").unwrap();
        let _ = fs::remove_file(root.join("link"));
        std::os::unix::fs::symlink(value, root.join("link")).unwrap();
        run(&root, &["add", "-A"]);
        run(&root, &["commit", "-q", "-m", end]);
    }
    run(&root, &["mv", "a.txt", "c.txt"]);
    run(&root, &["commit", "-q", "-m", "moved"]);
    let disk = Guarded::open(&root, |_| false, Some(ValueFormat::Plain));
    let tree = &Timeline::now(&disk);
    for (at, plain) in [("HEAD~2", 2), ("HEAD~", 1), ("HEAD", 0)] {
        let request = DiffRequest {
            at: Some(at.into()),
            output: DiffOutput::Patch,
            ..pages::diff_request(".")
        };
        let page = pages::diff(tree, &request);
        let patches: Vec<_> = page.files.iter().filter_map(|it| it.patch.as_deref()).collect();
        let indexes = patches.iter().filter(|patch| patch.contains("\nindex ")).count();
        assert_eq!(indexes, plain, "{at}: {patches:?}");
    }
    // Only what is shown decides about the version.
    let [one, two] = ["HEAD~2", "HEAD~"].map(|at| read_at(tree, "a.txt", at));
    assert_eq!(one, two);
    let blob = random_history::text(&root, &["rev-parse", "HEAD:c.txt"]);
    let seconds = (0..8).rev().map(|byte| &blob[2 * byte..][..2]).collect::<String>();
    let open = Guarded::open(&root, |_| false, None);
    let open = &Timeline::now(&open);
    let is_hash = |version: &str| version.contains(seconds.trim_start_matches('0'));
    assert!(is_hash(&read_at(open, "c.txt", "HEAD").1));
    assert!(!is_hash(&two.1));
    let known = read_at(open, "c.txt", "HEAD").1;
    let past = tree.at(None, ".", "HEAD").unwrap();
    let request = ReadRequest { known_version: Some(&known), ..ReadRequest::new("c.txt") };
    let document = read(&past, None, &request, Purpose::Facts, None).unwrap();
    assert!(!matches!(document.body, Body::Unchanged));
}

#[test]
fn names_in_denied_directories_are_not_counted() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    for directory in ["src/deep", "src"] {
        fs::create_dir_all(root.join(directory)).unwrap();
        fs::write(root.join(directory).join(OsStr::from_bytes(b"n\xff")), "one\n").unwrap();
    }
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "one"]);
    for (denies, expected) in [((|_| false) as fn(&str) -> bool, 2), (denies, 1)] {
        let disk = Guarded::open(&root, denies, None);
        let page = pages::diff(&Timeline::now(&disk), &pages::diff_request("."));
        assert_eq!(page.unnamed, expected);
    }
}

#[test]
fn secrets_in_names_of_references_are_masked() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    let secret = &*secret();
    run(&root, &["init", "-q", "-b", secret]);
    fs::write(root.join("a.txt"), "one\n").unwrap();
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "one"]);
    run(&root, &["tag", &format!("v1-{secret}")]);
    run(&root, &["update-ref", "refs/tags/tree", "HEAD^{tree}"]);
    fs::write(root.join(".git/refs/heads/damaged"), format!("ref: refs/heads/{secret}x\n"))
        .unwrap();
    fs::write(root.join(format!(".git/refs/heads/x-{secret}")), "nothing\n").unwrap();
    let disk = Guarded::open(&root, |_| false, Some(ValueFormat::Plain));
    let tree = &Timeline::now(&disk);
    let typed = secret.replace('G', "H");
    let names = [typed.clone(), format!("v1-{typed}"), format!("x-{secret}"), "damaged".into()];
    for name in names {
        let mut request = pages::diff_request(".");
        request.from = Some(name.clone());
        let error = tree.diff(None, &request, Deadline::NEVER).unwrap_err();
        assert!(!format!("{error:?}").contains(&secret[..12]), "{error:?}");
        let request = LogRequest { at: Some(name.clone()), ..pages::log_request(".") };
        let error = tree.log(None, &request, Deadline::NEVER).unwrap_err();
        assert!(!format!("{error:?}").contains(&secret[..12]), "{error:?}");
        let request = BlameRequest { at: Some(name.clone()), ..pages::blame_request("a.txt") };
        let error = tree.blame(None, &request, Deadline::NEVER).unwrap_err();
        assert!(!format!("{error:?}").contains(&secret[..12]), "{error:?}");
        let error = tree.at(None, ".", &name).err().unwrap();
        assert!(!format!("{error:?}").contains(&secret[..12]), "{error:?}");
    }
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
