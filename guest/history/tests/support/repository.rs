//! Repositories that git makes, and what git says about them.

use readroom_history::{HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Returns a git command without any configuration of the user and the machine.
pub fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("HOME", "/nonexistent")
        .env("XDG_CONFIG_HOME", "/nonexistent");
    for role in ["AUTHOR", "COMMITTER"] {
        git.env(format!("GIT_{role}_NAME"), "A U Thor")
            .env(format!("GIT_{role}_EMAIL"), "author@example.com")
            .env(format!("GIT_{role}_DATE"), "1700000000 +0000");
    }
    git
}

/// Runs git, and returns what it prints.
pub fn run(root: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = git(root).args(arguments).output().expect("git");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {why}");
    output.stdout
}

/// Runs git, and returns the parts that a NUL ends.
pub fn parts(root: &Path, arguments: &[&str]) -> Vec<String> {
    let text = String::from_utf8(run(root, arguments)).expect("names in Unicode");
    text.split_terminator('\0').map(String::from).collect()
}

/// The objects of a repository as `git cat-file` prints them.
pub struct GitObjects {
    format: ObjectFormat,
    running: RefCell<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl GitObjects {
    pub fn open(root: &Path, format: ObjectFormat) -> Self {
        let mut cat = git(root);
        cat.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = cat.spawn().expect("git");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { format, running: RefCell::new((child, input, BufReader::new(output))) }
    }
}

impl Drop for GitObjects {
    fn drop(&mut self) {
        let child = &mut self.running.borrow_mut().0;
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Objects for GitObjects {
    fn find_prefix(&self, _: &str) -> Result<Vec<ObjectId>, HistoryError> {
        Ok(Vec::new())
    }

    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        let (_, input, output) = &mut *self.running.borrow_mut();
        writeln!(input, "{id}").unwrap();
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        let words: Vec<_> = header.split_whitespace().collect();
        let [_, kind, size] = words[..] else { return Err(HistoryError::MissingObject(id)) };
        let mut data = vec![0; size.parse().unwrap()];
        output.read_exact(&mut data).unwrap();
        output.read_exact(&mut [0]).unwrap();
        let kinds = [ObjectKind::Blob, ObjectKind::Tree, ObjectKind::Commit, ObjectKind::Tag];
        let kind = kinds.into_iter().find(|known| known.name() == kind).expect("a kind");
        Ok(Object { kind, data: data.into() })
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        let object = self.object(id)?;
        Ok((object.kind, object.data.len() as u64))
    }
}
