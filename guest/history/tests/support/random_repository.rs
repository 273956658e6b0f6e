//! Repositories with random histories, which git makes and answers questions about.

#[path = "random.rs"]
mod random;

pub use random::Random;
use readroom_history::{HistoryError, Object, ObjectFormat, ObjectId, ObjectKind, Objects};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use tempfile::TempDir;

/// The properties of a random history.
#[derive(Clone, Copy)]
pub struct Shape {
    pub commits: usize,
    /// Once in how many commits there is a merge. `0` stands for never.
    pub merges: usize,
    /// How many lines a file has at first.
    pub lines: usize,
    pub dates: Dates,
    /// Whether files are renamed and deleted.
    pub renames: bool,
}

#[derive(Clone, Copy)]
pub enum Dates {
    Rising,
    Equal,
    Random,
    Far,
}

/// A repository, and all its objects in memory.
pub struct Repository {
    pub directory: TempDir,
    /// The commits in the order in which they were made.
    pub commits: Vec<ObjectId>,
    pub objects: MemoryObjects,
}

#[derive(Default)]
pub struct MemoryObjects(pub HashMap<ObjectId, Object>);

impl Objects for MemoryObjects {
    fn find_prefix(&self, _: &str) -> Result<Vec<ObjectId>, HistoryError> {
        Ok(Vec::new())
    }

    fn object(&self, id: ObjectId) -> Result<Object, HistoryError> {
        self.0.get(&id).cloned().ok_or(HistoryError::MissingObject(id))
    }

    fn header(&self, id: ObjectId) -> Result<(ObjectKind, u64), HistoryError> {
        self.object(id).map(|object| (object.kind, object.data.len() as u64))
    }
}

impl MemoryObjects {
    /// Loads all objects of a repository.
    pub fn load(directory: &Path) -> Self {
        let arguments = ["cat-file", "--batch", "--batch-all-objects"];
        let output = git_with_input(directory, &arguments, b"");
        let mut objects = HashMap::new();
        let mut rest = &output[..];
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
            let head = str::from_utf8(&rest[..end]).unwrap();
            let [id, kind, size] = head.split(' ').collect::<Vec<_>>().try_into().unwrap();
            let size: usize = size.parse().unwrap();
            let data = Rc::from(&rest[end + 1..end + 1 + size]);
            let kind = match kind {
                "commit" => ObjectKind::Commit,
                "tree" => ObjectKind::Tree,
                "blob" => ObjectKind::Blob,
                _ => ObjectKind::Tag,
            };
            objects.insert(self::id(id), Object { kind, data });
            rest = &rest[end + size + 2..];
        }
        Self(objects)
    }
}

pub fn id(hash: &str) -> ObjectId {
    ObjectId::from_hex(ObjectFormat::Sha1, hash.as_bytes()).unwrap()
}

pub fn git(directory: &Path, arguments: &[&str]) -> String {
    String::from_utf8_lossy(&git_with_input(directory, arguments, b"")).into_owned()
}

pub fn git_with_input(directory: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut command = Command::new("git");
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", "/nonexistent");
    command.current_dir(directory).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let is_done = output.status.success() || output.status.code() == Some(1);
    assert!(is_done, "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

pub fn ids(lines: &str) -> Vec<ObjectId> {
    lines.lines().map(id).collect()
}

type Files = BTreeMap<String, Vec<String>>;

impl Repository {
    /// Makes a repository with a history of this shape.
    pub fn new(seed: u64, shape: Shape) -> Self {
        let mut random = Random::new(seed);
        let mut stream = String::new();
        let mut states: Vec<Files> = Vec::new();
        for number in 0..shape.commits {
            let parents = parents(&mut random, number, shape);
            let files = next_files(&mut random, &states, &parents, shape);
            let date = match shape.dates {
                Dates::Rising => 1_700_000_000 + 60 * number as i64,
                Dates::Equal => 1_700_000_000 + 60 * (number / 7) as i64,
                Dates::Random => 1_700_000_000 + random.below(50) as i64,
                Dates::Far => {
                    [0, 1, 1_700_000_000, 4_000_000_000, 1 << 40][random.below(5)] + number as i64
                }
            };
            write_commit(&mut stream, number, date, &parents, &files);
            states.push(files);
        }
        Self::import(&stream)
    }

    /// Makes a repository from the input of `git fast-import`.
    pub fn import(stream: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        git(path, &["init", "-q", "-b", "main"]);
        let arguments = ["fast-import", "--quiet", "--force", "--export-marks=marks"];
        git_with_input(path, &arguments, stream.as_bytes());
        let marks = std::fs::read_to_string(path.join("marks")).unwrap();
        let marks = marks.lines().map(|line| line[1..].split_once(' ').unwrap());
        let mut commits: Vec<_> =
            marks.map(|(mark, hash)| (mark.parse::<usize>().unwrap(), id(hash))).collect();
        commits.sort();
        let commits = commits.into_iter().map(|(_, id)| id).collect();
        let objects = MemoryObjects::load(path);
        Self { directory, commits, objects }
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        git(self.directory.path(), arguments)
    }

    /// Returns the files of the last commit.
    pub fn files(&self) -> Vec<String> {
        let last = self.commits.last().unwrap().to_string();
        self.git(&["ls-tree", "-r", "--name-only", &last]).lines().map(str::to_owned).collect()
    }
}

fn parents(random: &mut Random, number: usize, shape: Shape) -> Vec<usize> {
    let is_root = number == 0 || (shape.merges > 0 && random.once_in(15));
    if is_root {
        return Vec::new();
    }
    let near = |random: &mut Random| number - 1 - random.below(number.min(6));
    let is_linear = shape.merges == 0 || random.below(3) > 0;
    let mut parents = vec![if is_linear { number - 1 } else { near(random) }];
    if shape.merges > 0 && random.once_in(shape.merges) {
        for _ in 0..=random.below(3) {
            parents.push(near(random));
        }
    }
    let mut seen = BTreeSet::new();
    parents.retain(|parent| seen.insert(*parent));
    parents
}

fn next_files(random: &mut Random, states: &[Files], parents: &[usize], shape: Shape) -> Files {
    let mut files = parents.first().map_or_else(Files::new, |first| states[*first].clone());
    for parent in parents.iter().skip(1) {
        for (path, lines) in &states[*parent] {
            match random.below(3) {
                0 => drop(files.insert(path.clone(), lines.clone())),
                1 => {
                    // Half of the one and half of the other.
                    let mine = files.entry(path.clone()).or_default();
                    let half = mine.len() / 2;
                    mine.truncate(half);
                    mine.extend(lines.iter().skip(half).cloned());
                }
                _ => {}
            }
        }
    }
    for path in ["a", "b.rs", "dir/c.rs", "dir/sub/d", "e/f/g/h.c"] {
        if parents.is_empty() || (shape.renames && random.once_in(20)) {
            let lines = (0..shape.lines).map(|_| line(random)).collect();
            files.entry(path.into()).or_insert(lines);
        }
    }
    let paths: Vec<String> = files.keys().cloned().collect();
    for path in &paths {
        if random.once_in(3) {
            edit(random, files.get_mut(path).unwrap());
        }
        if shape.renames && random.once_in(25) {
            let lines = files.remove(path).unwrap();
            if random.below(3) > 0 {
                let name =
                    format!("{}{}", path.trim_end_matches(char::is_numeric), random.below(9));
                files.insert(name, lines);
            }
        }
    }
    files
}

/// Returns a line as code has them: many are the same.
pub fn line(random: &mut Random) -> String {
    let indent = "    ".repeat(random.below(4));
    match random.below(10) {
        0 | 1 => String::new(),
        2 | 3 => format!("{indent}}}"),
        4 => format!("{indent}return {};", random.below(3)),
        5 => format!("{indent}if value_{} {{", random.below(10)),
        6 => format!("fn name_{}() {{", random.below(20)),
        _ => format!("{indent}let value_{} = {};", random.below(40), random.below(1000)),
    }
}

/// Changes a few places of a file.
pub fn edit(random: &mut Random, lines: &mut Vec<String>) {
    for _ in 0..=random.below(4) {
        let at = random.below(lines.len() + 1);
        let count = 1 + random.below(6);
        match random.below(5) {
            0 => drop(lines.drain(at..(at + count).min(lines.len()))),
            1 | 2 => drop(lines.splice(at..at, (0..count).map(|_| line(random)))),
            3 => {
                let end = (at + count).min(lines.len());
                drop(lines.splice(at..end, (0..count).map(|_| line(random))));
            }
            _ => {
                // A copied block.
                let from = random.below(lines.len() + 1);
                let block = lines[from..(from + count).min(lines.len())].to_vec();
                drop(lines.splice(at..at, block));
            }
        }
    }
}

fn write_commit(stream: &mut String, number: usize, date: i64, parents: &[usize], files: &Files) {
    writeln!(stream, "reset refs/heads/main\n").unwrap();
    writeln!(stream, "commit refs/heads/main\nmark :{}", number + 1).unwrap();
    writeln!(stream, "author A U Thor <author@example.com> {date} +0000").unwrap();
    writeln!(stream, "committer C O Mitter <committer@example.com> {date} +0000").unwrap();
    writeln!(stream, "data 9\nmessage\n\n").unwrap();
    for (place, parent) in parents.iter().enumerate() {
        writeln!(stream, "{} :{}", ["from", "merge"][place.min(1)], parent + 1).unwrap();
    }
    writeln!(stream, "deleteall").unwrap();
    for (path, lines) in files {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        writeln!(stream, "M 100644 inline {path}\ndata {}\n{text}", text.len()).unwrap();
    }
    writeln!(stream).unwrap();
}
