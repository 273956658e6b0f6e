//! Repositories in memory, and everything that can be asked of them.

use crate::support::{MemoryTree, Node};
use miniz_oxide::deflate::compress_to_vec_zlib;
use readroom_history::{Historic, HistoryError, ObjectFormat, ObjectId, Timeline};
use readroom_search::{Deadline, FindOrder, FindRequest, Scope, find};
use readroom_types::{BlameRequest, DiffOutput, DiffRequest, LogOutput, LogRequest};

/// The number of objects that refer to each other.
pub(crate) const OBJECTS: u8 = 4;

/// Returns the name of an object.
pub(crate) fn id(number: u8) -> ObjectId {
    ObjectId::from_bytes(ObjectFormat::Sha1, &[0x11 * (number + 1); 20]).unwrap()
}

pub(crate) fn zlib(data: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(data, 1)
}

/// Returns the file of an object.
pub(crate) fn loose(kind: &str, data: &[u8]) -> Vec<u8> {
    zlib(&[format!("{kind} {}\0", data.len()).as_bytes(), data].concat())
}

/// Returns a tree with a file of git.
pub(crate) fn with(tree: MemoryTree, path: &str, content: Vec<u8>) -> MemoryTree {
    tree.with(&format!("/w/.git/{path}"), Node::File(content))
}

/// Returns a tree with the file of an object.
pub(crate) fn with_object(tree: MemoryTree, number: u8, content: Vec<u8>) -> MemoryTree {
    let name = id(number).to_string();
    with(tree, &format!("objects/{}/{}", &name[..2], &name[2..]), content)
}

/// Returns a tree with a commit of the first object, as the branch and in `HEAD`.
pub(crate) fn repository() -> MemoryTree {
    let tree = MemoryTree::new(&["/w"]).file("/w/a.txt", "one\ntwo\n");
    let tree = with(tree, "HEAD", b"ref: refs/heads/main\n".to_vec());
    let tree = tree.with("/w/.git/objects/pack", Node::Directory(Default::default()));
    with(tree, "refs/heads/main", format!("{}\n", id(0)).into())
}

/// Asks everything of a repository. Every question ends, and no error is too long to show.
pub(crate) fn ask(tree: &MemoryTree, revision: &str) {
    let now = Timeline::now(tree);
    for (at, to) in [(Some(revision), None), (None, Some(revision)), (None, None)] {
        let request = DiffRequest {
            path: ".".into(),
            globs: Vec::new(),
            at: at.map(Into::into),
            from: to.map(|to| format!("{to}~1")),
            to: to.map(Into::into),
            output: DiffOutput::Patch,
            context: None,
            cursor: None,
            files: None,
            bytes: Some(2000),
            tokens: None,
            milliseconds: None,
        };
        if let Ok(page) = checked(now.diff(None, &request, Deadline::NEVER)) {
            assert!(page.files.len() <= page.total as usize);
            page.files.iter().for_each(|file| assert_safe(&file.path));
        }
    }
    for path in [".", "a.txt", "a/b"] {
        let request = LogRequest {
            path: path.into(),
            at: Some(revision.into()),
            from: None,
            to: None,
            author: None,
            message: None,
            text: (path == ".").then(|| "a".into()),
            since: None,
            until: None,
            output: LogOutput::Files,
            cursor: None,
            commits: None,
            bytes: Some(2000),
            tokens: None,
            milliseconds: None,
        };
        if let Ok(page) = checked(now.log(None, &request, Deadline::NEVER)) {
            assert!(page.commits.len() <= usize::from(OBJECTS), "a commit appears twice");
        }
    }
    for at in [None, Some(revision.into())] {
        let request = BlameRequest {
            path: "a.txt".into(),
            at,
            first: None,
            lines: None,
            bytes: Some(2000),
            tokens: None,
            milliseconds: None,
        };
        if let Ok(page) = checked(now.blame(None, &request, Deadline::NEVER)) {
            let lines: usize = page.runs.iter().map(|run| run.lines.len()).sum();
            assert!(lines <= page.total as usize);
        }
    }
    for revision in [revision, "index"] {
        let Ok(past) = checked(now.at(None, ".", revision)) else { continue };
        let scope = Scope { path: ".", globs: &[], hidden: true, ignored: true, depth: Some(5) };
        let request = FindRequest {
            scope,
            kinds: &[],
            order: FindOrder::Path,
            details: true,
            lines: true,
            cursor: None,
            entries: Some(100),
        };
        if let Ok(page) = find(&past, None, &request, Deadline::NEVER) {
            page.entries.iter().for_each(|entry| assert_safe(&entry.path));
        }
        if let Some(failure) = past.take_failure() {
            let _ = checked::<()>(Err(failure));
        }
    }
}

/// Checks what is said of a failure.
pub(crate) fn checked<T>(result: Result<T, HistoryError>) -> Result<T, HistoryError> {
    if let Err(HistoryError::Damaged { what, why }) = &result {
        assert!(!what.is_empty() && !why.is_empty() && why.len() < 300, "{what}: {why}");
    }
    result
}

/// Checks that a path stays in the working tree, and out of the directory of git.
pub(crate) fn assert_safe(path: &str) {
    let is_safe = |name: &str| {
        !matches!(name, "" | "." | "..")
            && !name.eq_ignore_ascii_case(".git")
            && !name.contains('\0')
    };
    assert!(path.trim_end_matches('/').split('/').all(is_safe), "{path:?}");
}
