//! The content of a link is its target. A host need not return one that is absolute and leads out
//! of the grants, and then the rest is compared.

use crate::guarded::Guarded;
use crate::pages;
use crate::random_history::{git, output, run, text};
use readroom_core::{FileError, FileKind, Name, Tree};
use readroom_history::{Historic, Timeline};
use readroom_read::{ListRequest, list};
use readroom_search::Deadline;
use readroom_types::{
    BlameRequest, ChangeStatus, ChangedFile, DiffOutput, DiffRequest, LogRequest,
};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

const ABSOLUTE: &str = "/usr/bin/python3";

/// Returns a fresh clone of a repository with links, in which every time is after that of the
/// index, and does not count.
fn cloned() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let around = directory.path().canonicalize().unwrap();
    let (origin, root) = (around.join("origin"), around.join("root"));
    fs::create_dir_all(origin.join("bin")).unwrap();
    run(&origin, &["init", "-q", "-b", "main"]);
    symlink("/usr/bin/python2", origin.join("bin/python")).unwrap();
    fs::write(origin.join("a.txt"), "one\n").unwrap();
    run(&origin, &["add", "-A"]);
    run(&origin, &["commit", "-q", "-m", "first"]);
    fs::remove_file(origin.join("bin/python")).unwrap();
    symlink(ABSOLUTE, origin.join("bin/python")).unwrap();
    symlink("../../outside", origin.join("bin/relative")).unwrap();
    run(&origin, &["add", "-A"]);
    run(&origin, &["commit", "-q", "-m", "second"]);
    run(&around, &["clone", "-q", "origin", "root"]);
    let index = fs::File::options().append(true).open(root.join(".git/index")).unwrap();
    index.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000)).unwrap();
    (directory, root)
}

fn diff(root: &Path, path: &str, [from, to]: [Option<&str>; 2]) -> Vec<ChangedFile> {
    let disk = Guarded::open(root, |_| false, None);
    let request = DiffRequest {
        from: from.map(String::from),
        to: to.map(String::from),
        output: DiffOutput::Patch,
        ..pages::diff_request(path)
    };
    pages::diff(&Timeline::now(&disk), &request).files
}

/// Returns how files changed, compared with the index.
fn changed(root: &Path) -> Vec<String> {
    let line = |file: ChangedFile| {
        let known = if file.added.is_some() { "" } else { " unknown" };
        format!("{} {}{known}", file.status.letter(), file.path)
    };
    diff(root, ".", [Some("index"), None]).into_iter().map(line).collect()
}

fn patches(files: &[ChangedFile]) -> String {
    files.iter().filter_map(|file| file.patch.as_deref()).collect()
}

/// Sets the time of a link.
fn touch(link: &Path) {
    let status = Command::new("touch").args(["-h", "-t", "200102030405"]).arg(link).status();
    assert!(status.unwrap().success());
}

#[test]
fn a_fresh_clone_with_an_absolute_link_is_unchanged() {
    let (_directory, root) = cloned();
    assert_eq!(text(&root, &["diff", "HEAD"]), "");
    assert_eq!(diff(&root, ".", [None, None]), []);
    assert_eq!(diff(&root, ".", [Some("index"), None]), []);
}

#[test]
fn a_link_whose_target_is_not_returned_is_named_and_all_else_is_compared() {
    let (_directory, root) = cloned();
    let link = root.join("bin/python");
    touch(&link);
    for link in ["bin/relative", "a.txt"] {
        fs::remove_file(root.join(link)).unwrap();
    }
    symlink("../../elsewhere", root.join("bin/relative")).unwrap();
    symlink("/dev/null", root.join("a.txt")).unwrap();
    symlink("/dev/null", root.join("new")).unwrap();
    symlink("a.txt", root.join("near")).unwrap();
    let all = ["T a.txt unknown", "M bin/python unknown", "M bin/relative", "?? near"];
    assert_eq!(changed(&root), [&all[..], &["?? new unknown"]].concat());

    let files = diff(&root, ".", [None, None]);
    let expected = "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n";
    assert!(patches(&files).starts_with(expected), "{files:?}");
    let expected = "-one\n* Unreadable link a.txt\n* Unreadable link bin/python\n";
    assert!(patches(&files).contains(expected), "{files:?}");
    assert!(patches(&files).ends_with("* Unreadable link new\n"), "{files:?}");
    // Git takes the patch, and makes of it what there is in the other files.
    output(git(&root, &["apply", "--cached"]), patches(&files).as_bytes()).unwrap();
    assert_eq!(text(&root, &["diff", "--name-only"]), "");
    assert_eq!(text(&root, &["ls-files", "-o"]), "a.txt\nnew\n");

    // Another target of the same length.
    fs::remove_file(&link).unwrap();
    symlink("/usr/bin/python4", &link).unwrap();
    assert_eq!(patches(&diff(&root, "bin/python", [None, None])), "* Unreadable link bin/python\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_target_that_is_not_unicode_is_not_read() {
    use std::os::unix::ffi::OsStrExt;
    let (_directory, root) = cloned();
    symlink(std::ffi::OsStr::from_bytes(b"a\xff"), root.join("new")).unwrap();
    fs::write(root.join("a.txt"), "two\n").unwrap();
    assert_eq!(changed(&root), ["M a.txt", "?? new unknown"]);
    assert_eq!(patches(&diff(&root, "new", [None, None])), "* Unreadable link new\n");
}

#[test]
fn the_target_of_a_link_in_the_past_is_known() {
    let (_directory, root) = cloned();
    touch(&root.join("bin/python"));
    for [from, to] in [["HEAD~1", "HEAD"], ["HEAD~1", "index"], ["HEAD", "HEAD~1"]] {
        let files = diff(&root, ".", [Some(from), Some(to)]);
        let arguments = match to {
            "index" => vec!["--cached", from],
            _ => vec![from, to],
        };
        let expected = text(&root, &[&["diff", "--abbrev=10"], &*arguments].concat());
        assert!(expected.contains(ABSOLUTE), "{expected}");
        assert_eq!(patches(&files), expected, "{from} {to}");
    }
    assert_eq!(diff(&root, "bin/python", [Some("HEAD~1"), Some("HEAD")]).len(), 1);
    fs::remove_file(root.join("bin/python")).unwrap();
    let files = diff(&root, "bin/python", [None, None]);
    assert_eq!(files[0].status, ChangeStatus::Deleted);
    assert!(patches(&files).contains(ABSOLUTE), "{files:?}");
}

#[test]
fn the_history_of_a_link_does_not_need_its_target() {
    let (_directory, root) = cloned();
    symlink("/dev/null", root.join("new")).unwrap();
    let disk = Guarded::open(&root, |_| false, None);
    let tree = &Timeline::now(&disk);
    assert_eq!(pages::log(tree, &pages::log_request("bin/python")).commits.len(), 2);
    for (path, at) in [("bin/python", None), ("new", None), ("bin/python", Some("HEAD"))] {
        let request = BlameRequest { at: at.map(String::from), ..pages::blame_request(path) };
        let Err(error) = tree.blame(None, &request, Deadline::NEVER) else {
            panic!("{path} is a link");
        };
        assert!(format!("{error:?}").contains(&format!("{:?}", FileError::NotAFile)), "{error:?}");
    }
    for revision in ["HEAD", "HEAD~1", "index"] {
        let past = tree.at(None, "bin/python", revision).unwrap();
        let listed = list(&past, None, &ListRequest::new("bin")).unwrap();
        assert_eq!(listed.entries[0].kind, FileKind::Link, "{revision}");
        let granted = &past.grants()[0].directory;
        let bin = past.open_directory(granted, Name::new("bin").unwrap()).unwrap();
        let target = past.link_target(&bin, Name::new("python").unwrap()).unwrap();
        let expected = if revision == "HEAD~1" { "/usr/bin/python2" } else { ABSOLUTE };
        assert_eq!(target, expected, "{revision}");
    }
}

#[test]
fn a_directory_has_its_history_where_now_a_link_is() {
    let around = tempfile::tempdir().unwrap();
    let around = around.path().canonicalize().unwrap();
    let root = around.join("root");
    fs::create_dir_all(root.join("real")).unwrap();
    fs::create_dir_all(around.join("outside")).unwrap();
    fs::create_dir_all(root.join("two\nlines")).unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    fs::write(root.join("file"), "a file\n").unwrap();
    fs::write(root.join("real/there.rs"), "there\n").unwrap();
    fs::write(root.join("two\nlines/gone.rs"), "once\n").unwrap();
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "first"]);
    fs::remove_dir_all(root.join("two\nlines")).unwrap();
    for target in ["file", "none", "two\nlines", "real", "../outside", "../none", ABSOLUTE] {
        symlink(target, root.join("two\nlines")).unwrap();
        run(&root, &["add", "-A"]);
        run(&root, &["commit", "-q", "-m", "second"]);
        let disk = Guarded::open(&root, |_| false, None);
        let tree = &Timeline::now(&disk);
        for path in ["two\nlines/gone.rs", "./real/.././two\nlines//gone.rs"] {
            let page = pages::log(tree, &pages::log_request(path));
            let ids: String = page.commits.iter().map(|commit| commit.id.clone() + "\n").collect();
            let expected = text(&root, &["log", "--format=%H", "--", "two\nlines/gone.rs"]);
            assert_eq!(ids, expected, "{target}");
            let files = diff(&root, path, [Some("HEAD~1"), Some("HEAD")]);
            assert_eq!(files[0].status, ChangeStatus::Deleted, "{target}");
            let at = Some("HEAD~1".into());
            let request = BlameRequest { at, ..pages::blame_request(path) };
            let page = tree.blame(None, &request, Deadline::NEVER).unwrap();
            assert_eq!(page.runs[0].lines, ["once"], "{target}");
        }
        // A file that is there is that of the directory to which the link leads.
        if target == "real" {
            let page = pages::log(tree, &pages::log_request("two\nlines/there.rs"));
            assert_eq!(page.commits.len(), 1);
            let request = pages::blame_request("two\nlines/there.rs");
            let page = tree.blame(None, &request, Deadline::NEVER).unwrap();
            assert_eq!(page.path, "real/there.rs");
        }
        run(&root, &["reset", "-q", "--hard", "HEAD~1"]);
        fs::remove_dir_all(root.join("two\nlines")).unwrap();
    }
}

#[test]
fn a_link_to_what_is_denied_is_only_named() {
    let denies = |path: &str| path.ends_with(".env") || path.ends_with("secrets");
    let directory = tempfile::tempdir().unwrap();
    let granted = directory.path().canonicalize().unwrap();
    let root = granted.join("code");
    fs::create_dir_all(root.join("sub")).unwrap();
    run(&root, &["init", "-q", "-b", "main"]);
    let own = format!("{}/sub/../.env", root.display());
    let links: [(&str, &str, bool); 9] = [
        ("env", ".env", true),
        ("outer", "../.env", true),
        ("own", &own, true),
        ("sub/key", "../secrets/deep/id_rsa", true),
        ("sub/none", "./../sub/../secrets", true),
        ("sub/own", ".env", true),
        ("fine", "sub/../a.txt", false),
        ("sub/near", "near.env.txt", false),
        ("top", "..", false),
    ];
    let change = |to: Option<usize>| {
        for (number, (link, target, _)) in links.iter().enumerate() {
            let path = root.join(link);
            let _ = fs::remove_file(&path);
            match to {
                Some(0) => symlink(target, path).unwrap(),
                Some(_) => symlink("a.txt", path).unwrap(),
                None => fs::write(path, format!("{number}\n")).unwrap(),
            }
        }
    };
    let text_of_log = |text: &str| {
        let disk = Guarded::open(&granted, denies, None);
        let request = LogRequest { text: Some(text.into()), ..pages::log_request("code/sub") };
        pages::log(&Timeline::now(&disk), &request).commits.len()
    };
    let shown = |from: Option<&str>, to: Option<&str>| {
        let disk = Guarded::open(&granted, denies, None);
        let [from, to] = [from, to].map(|revision| revision.map(String::from));
        let request = DiffRequest { from, to, ..pages::diff_request("code") };
        let files = pages::diff(&Timeline::now(&disk), &request).files;
        assert_eq!(files.len(), links.len());
        for (link, target, is_denied) in links {
            let file = files.iter().find(|file| file.path == ["code/", link].concat()).unwrap();
            let patch = file.patch.as_deref().unwrap();
            let line = format!("* Unreadable link {link}\n");
            assert_eq!(patch.contains(&line), is_denied, "{patch}");
            assert_eq!(patch.contains(target), !is_denied, "{patch}");
            let is_whole_file = patch.contains("\n-") || patch.contains("\n+");
            assert!(!is_denied || is_whole_file || patch == line, "{patch}");
            assert!(!is_denied || !patch.contains("\nindex ") || is_whole_file, "{patch}");
        }
    };
    fs::write(root.join("a.txt"), "one\n").unwrap();
    run(&root, &["add", "-A"]);
    run(&root, &["commit", "-q", "-m", "file"]);
    // Untracked, staged, in a revision; to and from another link; to a file; deleted.
    change(Some(0));
    shown(None, None);
    run(&root, &["add", "-A"]);
    shown(Some("HEAD"), Some("index"));
    run(&root, &["commit", "-q", "-m", "links"]);
    shown(Some("HEAD~1"), Some("HEAD"));
    shown(Some("HEAD"), Some("HEAD~1"));
    assert_eq!((text_of_log("secrets"), text_of_log("id_rsa")), (0, 0));
    change(Some(1));
    shown(None, None);
    change(None);
    shown(None, None);
}
