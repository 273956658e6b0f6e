//! Where repositories are found, and what hostile ones lead to.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

#[path = "support/revisions.rs"]
mod support;

use readroom_core::Tree;
use readroom_history::{AutoCrlf, Head, HistoryError, Layout, ObjectFormat, ObjectKind, Revisions};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use support::granted::Granted;
use support::{CatFile, git};

const NULL: &str = "0000000000000000000000000000000000000000";

/// A directory with a repository `a` of one commit.
struct Sandbox {
    _temporary: tempfile::TempDir,
    top: PathBuf,
}

impl Sandbox {
    fn new() -> Self {
        let temporary = tempfile::tempdir().expect("a directory");
        let top = temporary.path().canonicalize().expect("it exists");
        let repository = top.join("a");
        fs::create_dir_all(repository.join("src/deep")).expect("it is made");
        fs::write(repository.join("src/deep/file"), "text\n").expect("it is written");
        git(&repository, &["init", "-q", "-b", "main"]);
        git(&repository, &["add", "."]);
        git(&repository, &["commit", "-q", "-m", "first"]);
        Self { _temporary: temporary, top }
    }

    fn path(&self, path: &str) -> String {
        self.top.join(path).to_str().expect("Unicode").into()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.top.join(path), text).expect("it is written");
    }

    fn remove(&self, path: &str) {
        fs::remove_dir_all(self.top.join(path)).expect("it is removed");
    }

    /// Grants all of it, and returns what is done with the repository `a`.
    fn of_a<R>(&self, see: impl FnOnce(&Layout<'_, Granted>) -> R) -> R {
        let tree = Granted::open(&[&self.top]);
        see(&Layout::find(&tree, None, "a").expect("a layout"))
    }

    /// Returns the error for a path if all of it is granted.
    fn error(&self, path: &str) -> HistoryError {
        error(&Granted::open(&[&self.top]), path)
    }
}

fn error(tree: &Granted, path: &str) -> HistoryError {
    Layout::find(tree, None, path).err().expect("an error")
}

fn place<T: Tree>(tree: &T, cwd: Option<&str>, path: &str) -> (String, usize, String) {
    let layout = Layout::find(tree, cwd, path).expect("a layout");
    (layout.location.absolute(), layout.grant, layout.path)
}

fn damage(error: HistoryError) -> (String, String) {
    match error {
        HistoryError::Damaged { what, why } => (what, why),
        other => panic!("{other:?}"),
    }
}

fn resolve(layout: &Layout<'_, Granted>, revision: &str) -> Result<String, HistoryError> {
    let directory = layout.location.absolute();
    let objects = CatFile::new(Path::new(&directory), layout.config.object_format);
    let revisions = Revisions { layout, objects: &objects };
    revisions.peel(revision, ObjectKind::Commit).map(|id| id.to_string())
}

#[test]
fn the_repository_is_found_from_any_path_below() {
    let sandbox = Sandbox::new();
    symlink("a/src/deep", sandbox.top.join("link")).expect("a link");
    symlink("absent", sandbox.top.join("a/src/broken")).expect("a link");
    let tree = Granted::open(&[&sandbox.top]);
    let a = (sandbox.path("a"), 0, "a".into());
    for path in [
        "a",
        "a/",
        "a/src",
        "a/src/deep/file",
        "a/gone",
        "a/gone/deep/er",
        "a/src/deep/file/gone",
        "a/src/deep/file/gone/..",
        "link",
        "link/file",
        "link/..",
        "a/src/broken",
        "a/.git",
        "other/../a",
        &sandbox.path("a/src"),
    ] {
        assert_eq!(place(&tree, None, path), a, "{path}");
    }
    for path in [".", "deep", "../..//a/src/x"] {
        assert_eq!(place(&tree, Some(&sandbox.path("a/src")), path), a, "{path}");
    }
    for path in [".", "other", "a/.."] {
        let path = String::from(path);
        assert_eq!(error(&tree, &path), HistoryError::NoRepository { path });
    }
    assert!(matches!(error(&tree, "../x"), HistoryError::Search(_)));
    assert!(matches!(error(&tree, ""), HistoryError::Search(_)));
}

#[test]
fn nothing_above_the_grants_is_looked_at() {
    let sandbox = Sandbox::new();
    let src = sandbox.top.join("a/src");
    let only_src = Granted::open(&[&src]);
    assert_eq!(error(&only_src, "deep"), HistoryError::NoRepository { path: "deep".into() });
    // A grant may contain another.
    let both = Granted::open(&[&src, &sandbox.top]);
    assert_eq!(place(&both, None, "deep"), (sandbox.path("a"), 1, "a".into()));
    let top = Granted::open(&[&sandbox.top.join("a")]);
    assert_eq!(place(&top, None, "src"), (sandbox.path("a"), 0, String::new()));
}

#[test]
fn a_directory_that_is_not_of_git_is_passed() {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.top.join("a/src/.git/objects")).expect("it is made");
    let tree = Granted::open(&[&sandbox.top]);
    assert_eq!(place(&tree, None, "a/src/deep").0, sandbox.path("a"));
    // Git has no limit; a path through very many such directories is hostile.
    let deep: PathBuf = (0..60).map(|_| "x").collect();
    for directory in sandbox.top.join("a").join(&deep).ancestors().take(60) {
        fs::create_dir_all(directory.join(".git")).expect("it is made");
    }
    let deep = Path::new("a").join(deep);
    assert!(matches!(sandbox.error(deep.to_str().unwrap()), HistoryError::NoRepository { .. }));
}

#[test]
fn work_trees_and_submodules_are_followed_inside_the_grants() {
    let sandbox = Sandbox::new();
    let a = sandbox.top.join("a");
    git(&a, &["worktree", "add", "-q", "-b", "other", "../w/tree"]);
    let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./.", "sub/m"];
    git(&a, &add);
    let tree = Granted::open(&[&sandbox.top]);
    for path in ["w/tree/src", "a/sub/m/src", "a"] {
        let layout = Layout::find(&tree, None, path).expect("a layout");
        let directory = sandbox.top.join(path);
        assert_eq!(layout.git_directory(), git(&directory, &["rev-parse", "--absolute-git-dir"]));
        assert_eq!(layout.location.absolute(), git(&directory, &["rev-parse", "--show-toplevel"]));
        let Head::Branch(name, id) = layout.head().expect("a head") else { panic!("{path}") };
        assert_eq!(name, git(&directory, &["symbolic-ref", "HEAD"]));
        assert_eq!(id.to_string(), git(&directory, &["rev-parse", "HEAD"]));
    }

    let only_tree = Granted::open(&[&sandbox.top.join("w")]);
    // All that one needs, in the first error.
    let directory = sandbox.path("a/.git");
    assert_eq!(error(&only_tree, "tree"), HistoryError::OutsideRoot { directory });
    let with_git = Granted::open(&[&sandbox.top.join("w"), &a.join(".git")]);
    assert_eq!(place(&with_git, None, "tree"), (sandbox.path("w/tree"), 0, "tree".into()));
    // What all work trees share may be outside too.
    let without = [&*sandbox.top.join("w"), &*a.join(".git/worktrees")];
    let directory = sandbox.path("a/.git");
    assert_eq!(error(&Granted::open(&without), "tree"), HistoryError::OutsideRoot { directory });
    let only_sub = Granted::open(&[&a.join("sub")]);
    let directory = sandbox.path("a/.git/modules/sub/m");
    assert_eq!(error(&only_sub, "m"), HistoryError::OutsideRoot { directory });
}

#[test]
fn hostile_names_of_directories_are_damage() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.top.join("b")).expect("it is made");
    let long = "x".repeat(9000);
    for text in ["", "gitdir:", "gitdir: \n", "gitdir: .git\n", "gitdir: absent\n", "text", &long] {
        sandbox.write("b/.git", text);
        assert!(damage(sandbox.error("b")).0.ends_with(".git"), "{text}");
    }
    sandbox.write("b/.git", "gitdir: /etc/../etc\n");
    let outside = HistoryError::OutsideRoot { directory: "/etc".into() };
    assert_eq!(sandbox.error("b"), outside);
    sandbox.write("a/.git/commondir", "/etc\n");
    assert_eq!(sandbox.error("a"), outside);
    sandbox.write("a/.git/commondir", "gone\n");
    assert_eq!(damage(sandbox.error("a")).0, sandbox.path("a/.git/commondir"));
    fs::remove_file(sandbox.top.join("b/.git")).expect("it is removed");
    symlink("/etc", sandbox.top.join("b/.git")).expect("a link");
    assert_eq!(sandbox.error("b"), outside);
    for (at, target) in [(1, "round/.git"), (2, ".git")] {
        let around = sandbox.top.join(format!("b{at}"));
        fs::create_dir(&around).expect("it is made");
        symlink(target, around.join(".git")).expect("a link");
        symlink(".", around.join("round")).expect("a link");
        assert!(matches!(sandbox.error(&format!("b{at}")), HistoryError::File { .. }));
    }
}

#[test]
fn settings_change_what_bytes_mean() {
    let sandbox = Sandbox::new();
    let config = sandbox.of_a(|layout| layout.config.clone());
    assert_eq!(config.object_format, ObjectFormat::Sha1);
    assert!(config.symlinks && config.auto_crlf == AutoCrlf::False);
    let version = "[core]\nrepositoryformatversion = 1\n";
    let set = |text: &str| sandbox.write("a/.git/config", &[version, text].concat());
    set("symlinks\nautocrlf=yes\neol = CRLF\nsymlinks = off\n\
         [core]\nautocrlf = Input\n[extensions]\nworktreeConfig\npartialClone = origin\n\
         [include]\npath = other\n[core \"x\"]\nsymlinks = on\n");
    sandbox.write("a/.git/other", "[core]\nautocrlf = no\n");
    sandbox.write("a/.git/config.worktree", "[core]\nsymlinks = 1k\n");
    let config = sandbox.of_a(|layout| layout.config.clone());
    assert!(config.symlinks && config.auto_crlf == AutoCrlf::Input);
    sandbox.write("a/.git/config.worktree", "");
    assert!(!sandbox.of_a(|layout| layout.config.clone()).symlinks);

    let unsupported = |what: &str| HistoryError::Unsupported { what: what.into() };
    set("[extensions]\nnoop\nfancyThing = 1\n");
    assert_eq!(sandbox.error("a"), unsupported("extensions.fancything"));
    set("[extensions]\nobjectformat = sha512\n");
    assert_eq!(sandbox.error("a"), unsupported("sha512"));
    set("repositoryformatversion = 2\n");
    assert_eq!(sandbox.error("a"), unsupported("core.repositoryFormatVersion 2"));
    for text in [
        "repositoryformatversion = 0\n[extensions]\nobjectformat = sha256\n",
        "repositoryformatversion = x\n",
        "symlinks = maybe\n",
        "[extensions]\nworktreeconfig = maybe\n",
        "[\n",
        &"; a comment\n".repeat(100_000),
    ] {
        set(text);
        damage(sandbox.error("a"));
    }
    set("[extensions]\nrefStorage = other\n");
    sandbox.of_a(|layout| {
        assert_eq!(layout.head(), Err(unsupported("other")));
        assert_eq!(layout.references().err(), Some(unsupported("other")));
    });
}

#[test]
fn hostile_references_are_damage_or_absent() {
    let sandbox = Sandbox::new();
    sandbox.write("secret", "0123456789abcdef\n");
    let long = "a".repeat(100_000);
    let references = [
        ("one", "ref: refs/heads/two\n"),
        ("two", "ref: refs/heads/one\n"),
        ("self", "ref: refs/heads/self"),
        ("up", "ref: refs/heads/../../../../secret\n"),
        ("config", "ref: config\n"),
        ("text", "not a hash\n"),
        ("short", "0123456789abcdef\n"),
        ("null", NULL),
        ("empty", ""),
        ("long", &long),
    ];
    for (name, text) in references {
        sandbox.write(&format!("a/.git/refs/heads/{name}"), text);
    }
    for (name, _) in references {
        let found = sandbox.of_a(|layout| resolve(layout, name));
        assert_eq!(damage(found.unwrap_err()).0, format!("refs/heads/{name}"));
    }
    let heads = sandbox.top.join("a/.git/refs/heads");
    symlink("../../../../secret", heads.join("secret")).expect("a link");
    symlink("/etc/passwd", heads.join("outside")).expect("a link");
    symlink("main", heads.join("inside")).expect("a link");
    symlink(".", heads.join("round")).expect("a link");
    let head = git(&sandbox.top.join("a"), &["rev-parse", "main"]);
    sandbox.of_a(|layout| {
        let (_, why) = damage(resolve(layout, "secret").unwrap_err());
        assert!(!why.contains("0123"));
        assert!(matches!(resolve(layout, "outside"), Err(HistoryError::File { .. })));
        assert_eq!(resolve(layout, "inside"), Ok(head.clone()));
        assert_eq!(resolve(layout, "round/round/main"), Ok(head.clone()));
        for name in ["../../secret", "refs/../../../secret", "refs/heads/../../config", "/secret"] {
            assert_eq!(layout.reference(name), Ok(None), "{name}");
            assert!(matches!(resolve(layout, name), Err(HistoryError::UnknownRevision { .. })));
        }
        let names: Vec<_> = layout.references().expect("references").into_keys().collect();
        assert_eq!(names, ["refs/heads/inside", "refs/heads/main"]);
    });
    sandbox.write("a/.git/HEAD", "ref: refs/heads/one\n");
    assert_eq!(damage(sandbox.of_a(|layout| layout.head().unwrap_err())).0, "HEAD");
}

#[test]
fn chains_of_symbolic_references_have_the_limit_of_git() {
    let sandbox = Sandbox::new();
    let mut target = String::from("main");
    for length in 1..=6 {
        let text = format!("ref: refs/heads/{target}\n");
        target = format!("s{length}");
        sandbox.write(&format!("a/.git/refs/heads/{target}"), &text);
        let gits =
            support::command(&sandbox.top.join("a"), &["rev-parse", "-q", "--verify", &target]);
        let is_found = { gits }.output().expect("git runs").status.success();
        assert_eq!(sandbox.of_a(|layout| resolve(layout, &target)).is_ok(), is_found, "{length}");
    }
}

#[test]
fn packed_references_are_searched_by_pieces() {
    let sandbox = Sandbox::new();
    let head = git(&sandbox.top.join("a"), &["rev-parse", "main"]);
    let line = |at: usize| format!("{at:040x} refs/tags/t{at:06}\n^{at:040x}\n");
    let lines: String = (1..=20_000).map(line).collect();
    let names = [1, 2, 777, 10_000, 16_383, 19_999, 20_000];
    for (header, is_sorted) in [
        ("# pack-refs with: peeled fully-peeled sorted \n", true),
        ("# pack-refs with: peeled\n", false),
        ("", false),
    ] {
        sandbox.write("a/.git/packed-refs", &[header, &lines].concat());
        let tree = Granted::open(&[&sandbox.top]);
        let layout = Layout::find(&tree, None, "a").expect("a layout");
        for at in names {
            tree.read.set(0);
            let found = layout.reference(&format!("refs/tags/t{at:06}")).expect("it is read");
            assert_eq!(found.expect("it is found").to_string(), format!("{at:040x}"));
            assert!(!is_sorted || tree.read.get() < 300_000, "{at}: {}", tree.read.get());
        }
        for name in ["refs/tags/a", "refs/tags/t0007770", "refs/tags/z"] {
            assert_eq!(layout.reference(name), Ok(None));
        }
        let all = layout.references().expect("references");
        assert_eq!((all.len(), resolve(&layout, "main")), (10_000, Ok(head.clone())));
        let names = ["refs/heads/main", "refs/tags/t000001", "refs/tags/t009999"];
        assert!(names.iter().all(|name| all.contains_key(*name)));
    }
    for (text, why) in [
        ("x", "it ends within a line"),
        ("text\n", "a line of it is malformed"),
        (&*format!("{}\n", head), "a line of it is malformed"),
        (&*"x".repeat(1_000_000), "a line of it is too long"),
    ] {
        sandbox.write("a/.git/packed-refs", text);
        let found = sandbox.of_a(|layout| layout.reference("refs/heads/x"));
        assert_eq!(damage(found.unwrap_err()), ("packed-refs".into(), why.into()));
    }
}

#[test]
fn forms_that_are_not_supported_are_named() {
    let sandbox = Sandbox::new();
    sandbox.of_a(|layout| {
        for (revision, form) in [
            ("main@{upstream}", "@{…}"),
            ("HEAD@{yesterday}", "@{…}"),
            ("@{2026-01-02 03:04:05}", "@{…}"),
            ("@{u}", "@{…}"),
            (":/first", ":/text"),
            ("HEAD^{/first}", "^{/text}"),
            ("main^!", "REV^!"),
            ("main^-", "REV^!"),
            ("main^-2", "REV^!"),
            ("main^@", "REV^@"),
            ("^main", "^REV"),
        ] {
            let what = form.into();
            assert_eq!(resolve(layout, revision), Err(HistoryError::Unsupported { what }));
        }
        for (text, revision, path) in [
            ("HEAD:src", "HEAD", "src"),
            ("main~2:a:b", "main~2", "a:b"),
            ("HEAD:", "HEAD", ""),
            (":src", "index", "src"),
            (":0:src", "index", "src"),
            (":2:src", "HEAD", "src"),
            (":3:a:b", "MERGE_HEAD", "a:b"),
        ] {
            let (revision, path) = (revision.into(), path.into());
            assert_eq!(resolve(layout, text), Err(HistoryError::RevisionPath { revision, path }));
        }
        let similar = |revision: &str| match resolve(layout, revision) {
            Err(HistoryError::UnknownRevision { revision: same, similar, .. })
                if same == revision =>
            {
                similar
            }
            other => panic!("{revision}: {other:?}"),
        };
        assert_eq!(similar("mian"), ["main"]);
        assert_eq!(similar("Main~2^{tree}"), ["main"]);
        assert!(similar("main~99999").is_empty());
        let long = "x".repeat(1001);
        for revision in ["", "-x", "--all", "nothing", "~", "main^{x}", "\0", &long] {
            assert!(similar(revision).is_empty(), "{revision}");
        }
        let too_many = HistoryError::TooMuch { what: "generations", max: 100_000 };
        assert_eq!(resolve(layout, "main~100001"), Err(too_many));
        assert!(similar("main~99999999999999999999999").is_empty());
        let absent = "1".repeat(40);
        assert!(matches!(resolve(layout, &absent), Err(HistoryError::MissingObject(_))));
    });
}

#[test]
fn the_ends_of_a_shallow_clone_are_known() {
    let sandbox = Sandbox::new();
    let a = sandbox.top.join("a");
    git(&a, &["commit", "-q", "--allow-empty", "-m", "second"]);
    let from = format!("file://{}", sandbox.path("a"));
    git(&sandbox.top, &["clone", "-q", "--depth=1", &from, "shallow"]);
    let tree = Granted::open(&[&sandbox.top]);
    let layout = Layout::find(&tree, None, "shallow").expect("a layout");
    let ends: Vec<_> = layout.shallow().expect("hashes").iter().map(ToString::to_string).collect();
    assert_eq!(ends, [git(&a, &["rev-parse", "HEAD"])]);
    assert!(sandbox.of_a(|layout| layout.shallow()).expect("hashes").is_empty());
    for text in ["text\n".into(), "x".repeat(9 << 20)] {
        sandbox.write("shallow/.git/shallow", &text);
        assert_eq!(damage(layout.shallow().unwrap_err()).0, "shallow");
    }
    sandbox.remove("shallow");
}

#[test]
fn the_versions_nearest_to_an_unknown_one_are_suggested() {
    let sandbox = Sandbox::new();
    for tag in ["v10.9.0", "v11.0.4", "v11.1.2", "v11.6.1", "v11.8.0", "v12.0.0", "x-11.7.0", "11"]
    {
        git(&sandbox.top.join("a"), &["tag", tag]);
    }
    sandbox.of_a(|layout| {
        let similar = |revision: &str| match resolve(layout, revision) {
            Err(HistoryError::UnknownRevision { similar, .. }) => similar.join(" "),
            other => panic!("{revision}: {other:?}"),
        };
        assert!(similar("v11.7").starts_with("v11.8.0 v11.6.1 "), "{}", similar("v11.7"));
        assert!(similar("11.8.0").starts_with("v11.8.0 "), "{}", similar("11.8.0"));
        assert!(similar("x-11.7.1").starts_with("x-11.7.0"), "{}", similar("x-11.7.1"));
    });
}
