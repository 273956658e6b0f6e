//! Repositories that git makes, and its objects as git reads them.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses its own part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests"
)]

#[path = "granted.rs"]
pub mod granted;
#[path = "../../../../host-runner/cli/benches/speed/native.rs"]
pub mod native;
#[path = "random.rs"]
mod random;

pub use random::Random;
use readroom_history::{HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// Returns a command of git that reads only what the repository says.
pub fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.current_dir(directory).args(arguments).env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("HOME", "/nonexistent").env_remove("XDG_CONFIG_HOME").env_remove("GIT_DIR");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "A U Thor");
        command.env(format!("GIT_{who}_EMAIL"), "author@example.com");
        command.env(format!("GIT_{who}_DATE"), "1700000000 +0000");
    }
    command
}

/// Runs git, which must succeed, and returns its output.
pub fn git(directory: &Path, arguments: &[&str]) -> String {
    let output = command(directory, arguments).output().expect("git runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().into()
}

/// Runs git with an input, and returns its output.
pub fn git_with(directory: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = command(directory, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("git runs");
    let mut stdin = child.stdin.take().expect("an input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("an output");
    writer.join().expect("a thread").expect("it takes the input");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The objects of a repository, as `git cat-file` reads them.
pub struct CatFile {
    format: ObjectFormat,
    known: Vec<String>,
    process: RefCell<(Child, BufReader<ChildStdout>)>,
}

impl CatFile {
    pub fn new(directory: &Path, format: ObjectFormat) -> Self {
        let mut command = command(directory, &["cat-file", "--batch"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("git runs");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Self { format, known: all_objects(directory), process: RefCell::new((child, output)) }
    }
}

impl Drop for CatFile {
    fn drop(&mut self) {
        let child = &mut self.process.borrow_mut().0;
        drop(child.stdin.take());
        let _ = child.wait();
    }
}

impl Objects for CatFile {
    fn find_prefix(&self, digits: &str) -> Result<Vec<ObjectId>, HistoryError> {
        let hash = |hash: &String| ObjectId::from_hex(self.format, hash.as_bytes());
        let found = self.known.iter().filter(|known| known.starts_with(digits)).take(10);
        Ok(found.filter_map(hash).collect())
    }

    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        let (child, output) = &mut *self.process.borrow_mut();
        writeln!(child.stdin.as_mut().expect("an input"), "{id}").expect("it takes the hash");
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let fields: Vec<_> = line.split_whitespace().collect();
        let [_, kind, size] = *fields else { return Err(HistoryError::MissingObject(id)) };
        let kinds = [ObjectKind::Commit, ObjectKind::Tree, ObjectKind::Blob, ObjectKind::Tag];
        let kind = kinds.into_iter().find(|known| known.name() == kind).expect("a kind");
        let mut data = vec![0; size.parse::<usize>().expect("a size") + 1];
        output.read_exact(&mut data).expect("the object");
        data.pop();
        Ok(Object { kind, data: data.into() })
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        self.object(id).map(|object| (object.kind, object.data.len() as u64))
    }
}

/// Makes a repository with random commits, and returns its hashes.
pub fn random_repository(
    directory: &Path,
    random: &mut Random,
    format: &str,
    count: usize,
) -> Vec<String> {
    git(directory, &["init", "-q", "-b", "main", &format!("--object-format={format}")]);
    let mut stream = String::new();
    for mark in 1..=count {
        let branch = ["main", "side", "topic/a"][random.below(3)];
        stream += &format!("commit refs/heads/{branch}\nmark :{mark}\n");
        stream += &format!("committer A <a@example.com> {} +0000\n", 1_700_000_000 + mark);
        stream += &format!("data 5\n{:04}\n", mark);
        let mut parents: Vec<_> = (1..mark).collect();
        for word in ["from", "merge", "merge"] {
            if !parents.is_empty() && (word == "from" || random.below(4) == 0) {
                let parent = parents.remove(random.below(parents.len()));
                stream += &format!("{word} :{parent}\n");
            }
        }
        stream += &format!("M 100644 inline f{}\ndata 5\n{:04}\n", random.below(3), mark);
    }
    git_with(directory, &["fast-import", "--quiet", "--force"], &stream);
    all_objects(directory)
}

/// Returns all hashes in their order.
fn all_objects(directory: &Path) -> Vec<String> {
    let list = ["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"];
    git(directory, &list).lines().map(String::from).collect()
}
