//! Clones and checkouts that do not have everything.

use super::native::Native;
use super::pages::{blame_request, diff, diff_request, log, log_request};
use super::random_history::{run, text};
use readroom_history::{Historic, HistoryError, Timeline};
use readroom_search::Deadline;
use readroom_types::{ChangeStatus, DiffOutput, DiffPage, DiffRequest, LogRequest};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// Makes a repository of three commits, and returns it with the directory around it.
fn repository() -> (TempDir, PathBuf) {
    let around = tempfile::tempdir().unwrap();
    let top = around.path().canonicalize().unwrap().join("a");
    fs::create_dir_all(top.join("src")).unwrap();
    fs::create_dir_all(top.join("docs/deep")).unwrap();
    run(&top, &["init", "-q", "-b", "main"]);
    for number in 1..=3 {
        for path in ["top", "src/code", "docs/deep/page", "docs.c"] {
            fs::write(top.join(path), format!("{path} {number}\n")).unwrap();
        }
        run(&top, &["add", "-A"]);
        run(&top, &["commit", "-q", "-m", &number.to_string()]);
    }
    run(&top, &["config", "uploadpack.allowFilter", "true"]);
    (around, top)
}

/// Clones a repository, and returns where.
fn clone(top: &Path, options: &[&str]) -> PathBuf {
    let url = format!("file://{}", top.display());
    run(top, &[&["clone", "-q"], options, &[&*url, "../b"]].concat());
    top.parent().unwrap().join("b")
}

fn changes(root: &Path, from: Option<&str>, to: Option<&str>) -> DiffPage {
    let (disk, output) = (Native::open(root), DiffOutput::Patch);
    let [from, to] = [from, to].map(|revision| revision.map(String::from));
    diff(&Timeline::now(&disk), &DiffRequest { from, to, output, ..diff_request(".") })
}

fn paths(page: &DiffPage) -> Vec<(ChangeStatus, &str)> {
    page.files.iter().map(|file| (file.status, &*file.path)).collect()
}

#[test]
fn objects_that_are_missing_are_named() {
    let (_around, top) = repository();
    let blob = |revision: &str| text(&top, &["rev-parse", revision]).trim().to_owned();
    let [one, two] = ["HEAD~2:top", "HEAD~:top"].map(blob);
    let partial = clone(&top, &["--filter=blob:none"]);
    let page = changes(&partial, Some("HEAD~2"), Some("HEAD~"));
    assert_eq!(page.files.len(), 4);
    let patch = page.files[3].patch.as_deref().unwrap();
    let [a, b] = [&one[..10], &two[..10]];
    let lines = format!(
        "diff --git a/top b/top\nindex {a}..{b} 100644\n\
         * Missing object {a}, the clone is partial\n* Missing object {b}, the clone is partial\n"
    );
    assert_eq!(patch, lines);
    assert_eq!((page.files[3].added, page.files[3].removed), (None, None));
    let page = changes(&partial, Some("HEAD~2"), None);
    let patch = page.files[3].patch.as_deref().unwrap();
    assert!(patch.ends_with(&format!("\n* Missing object {a}, the clone is partial\n")), "{patch}");

    let disk = Native::open(&partial);
    let tree = &Timeline::now(&disk);
    let blame = tree.blame(None, &blame_request("top"), Deadline::NEVER);
    assert!(matches!(blame.unwrap_err(), HistoryError::NotFetched(_)));
    assert_eq!(log(tree, &log_request("top")).commits.len(), 3);

    // A text is looked for in what is there.
    let page = log(tree, &LogRequest { text: Some("top".into()), ..log_request("top") });
    assert_eq!((page.commits.len(), page.missing), (0, Some(2)));
    fs::write(partial.join("new"), "top\n").unwrap();
    run(&partial, &["add", "-A"]);
    run(&partial, &["commit", "-q", "-m", "new"]);
    let disk = Native::open(&partial);
    let tree = &Timeline::now(&disk);
    let page = log(tree, &LogRequest { text: Some("top".into()), ..log_request(".") });
    assert_eq!((page.commits.len(), page.missing), (1, Some(8)));
    let page = log(tree, &LogRequest { text: Some("top".into()), ..log_request("new") });
    assert_eq!((page.commits.len(), page.missing), (1, None));

    let file = top.join(".git/objects").join(&one[..2]).join(&one[2..]);
    fs::remove_file(file).unwrap();
    let page = changes(&top, Some("HEAD~2"), Some("HEAD~"));
    let patch = page.files[3].patch.as_deref().unwrap();
    assert!(patch.ends_with(&format!("\n* Missing object {a}\n")), "{patch}");
}

#[test]
fn trees_that_are_missing_are_named() {
    let (_around, top) = repository();
    let partial = clone(&top, &["--filter=tree:0"]);
    let id = text(&top, &["rev-parse", "HEAD~2^{tree}"]);
    let disk = Native::open(&partial);
    let tree = &Timeline::now(&disk);
    let request = DiffRequest { at: Some("HEAD~".into()), ..diff_request(".") };
    let error = tree.diff(None, &request, Deadline::NEVER).unwrap_err();
    let HistoryError::NotFetched(missing) = error else { panic!("{error:?}") };
    assert_eq!(missing.to_string(), id.trim());
    assert!(tree.at(None, ".", "HEAD~").is_err());
    assert_eq!(log(tree, &log_request(".")).commits.len(), 3);
}

#[test]
fn files_that_a_sparse_checkout_leaves_out_are_not_deleted() {
    for index in ["--no-sparse-index", "--sparse-index"] {
        let (_around, top) = repository();
        run(&top, &["sparse-checkout", "set", "--cone", index, "src"]);
        assert!(!top.join("docs").exists());
        for from in ["HEAD", "index"] {
            assert!(paths(&changes(&top, Some(from), None)).is_empty(), "{index} {from}");
        }
        assert!(paths(&changes(&top, Some("HEAD"), Some("index"))).is_empty(), "{index}");
        let listed = changes(&top, Some("HEAD~"), None);
        let all = ["docs.c", "docs/deep/page", "src/code", "top"];
        assert_eq!(paths(&listed), all.map(|path| (ChangeStatus::Modified, path)), "{index}");

        // Files that are there nevertheless are compared.
        fs::create_dir_all(top.join("docs/deep")).unwrap();
        fs::write(top.join("docs/deep/page"), "other\n").unwrap();
        fs::write(top.join("docs/new"), "new\n").unwrap();
        fs::remove_file(top.join("src/code")).unwrap();
        let status = text(&top, &["status", "--porcelain", "-uall"]);
        assert_eq!(status, " M docs/deep/page\n D src/code\n?? docs/new\n");
        let expected = [
            (ChangeStatus::Modified, "docs/deep/page"),
            (ChangeStatus::Deleted, "src/code"),
            (ChangeStatus::Untracked, "docs/new"),
        ];
        assert_eq!(paths(&changes(&top, None, None)), expected, "{index}");
    }
    let (_around, top) = repository();
    run(&top, &["update-index", "--skip-worktree", "top", "src/code"]);
    fs::write(top.join("top"), "other\n").unwrap();
    fs::remove_file(top.join("src/code")).unwrap();
    assert!(paths(&changes(&top, None, None)).is_empty());
}

#[test]
fn files_whose_time_was_set_back_are_compared() {
    let (_around, top) = repository();
    let file = |path: &str| fs::File::options().append(true).open(top.join(path)).unwrap();
    let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    file("top").set_modified(past).unwrap();
    file("docs.c").set_modified(past).unwrap();
    run(&top, &["update-index", "--refresh"]);
    std::thread::sleep(Duration::from_millis(1100));
    run(&top, &["update-index", "--force-write-index"]);
    fs::write(top.join("top"), "top 4\n").unwrap();
    file("top").set_modified(past).unwrap();
    assert_eq!(text(&top, &["diff", "--name-only"]), "top\n");
    assert_eq!(paths(&changes(&top, None, None)), [(ChangeStatus::Modified, "top")]);
    run(&top, &["config", "core.trustCtime", "false"]);
    assert_eq!(text(&top, &["diff", "--name-only"]), "");
    assert!(paths(&changes(&top, None, None)).is_empty());
}

#[test]
fn a_byte_order_mark_is_in_a_patch_once() {
    let (_around, top) = repository();
    fs::write(top.join("top"), "\u{feff}top 4\n").unwrap();
    let patch = |page: DiffPage| page.files[0].patch.clone().unwrap();
    assert!(patch(changes(&top, None, None)).ends_with("\n-top 3\n+\u{feff}top 4\n"));
    run(&top, &["commit", "-q", "-a", "-m", "4"]);
    let expected = text(&top, &["diff", "--abbrev=10", "HEAD~", "HEAD"]);
    assert_eq!(patch(changes(&top, Some("HEAD~"), Some("HEAD"))), expected);
}
