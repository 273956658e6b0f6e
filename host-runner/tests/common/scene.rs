//! The scene of a case or an attack, and the call that is made in it.

use base64::Engine as _;
use readroom::{Dialect, MemoryTree, Room};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs::{self, File, FileTimes};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

/// Files on disk, in a directory that goes away with the scene.
pub struct Scene {
    outside: PathBuf,
    pub root: PathBuf,
    _directory: TempDir,
}

/// One entry of a scene. Exactly one of the first group is given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    text: Option<Text>,
    base64: Option<String>,
    repeat: Option<Repeat>,
    parts: Option<Vec<Entry>>,
    link: Option<String>,
    hardlink: Option<String>,
    directory: Option<bool>,
    fifo: Option<bool>,
    socket: Option<bool>,
    files: Option<Files>,

    mode: Option<String>,
    size: Option<u64>,
    modified_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Parts(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    text: String,
    times: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Files {
    count: usize,
    name: String,
}

/// The call of a case or an attack.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub dialect: String,
    arguments: Option<Value>,
    raw: Option<String>,
    raw_base64: Option<String>,
    raw_parts: Option<Vec<(String, usize)>>,
}

/// Entries in the order of the file.
pub type Entries = Map<String, Value>;

impl Scene {
    pub fn new(outside: &Entries, root: &Entries) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().canonicalize().unwrap();
        let scene = Self { root: path.join("root"), outside: path, _directory: directory };
        fs::create_dir(&scene.root).unwrap();
        for (path, entry) in outside {
            scene.make(&scene.outside.join(path), entry);
        }
        for (path, entry) in root {
            scene.make(&scene.root.join(path), entry);
        }
        scene
    }

    /// A path below the directory that holds the root.
    pub fn outside(&self, path: &str) -> PathBuf {
        self.outside.join(path)
    }

    /// A text with the names of the directories in it.
    pub fn fill_in(&self, text: &str) -> String {
        text.replace("{root}", self.root.to_str().unwrap())
            .replace("{outside}", self.outside.to_str().unwrap())
    }

    /// The same for all texts in a value.
    pub fn fill_in_all(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.fill_in(text).into(),
            Value::Array(values) => values.iter().map(|value| self.fill_in_all(value)).collect(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| (name.clone(), self.fill_in_all(value))).collect()
            }
            other => other.clone(),
        }
    }

    /// The bytes that a call sends.
    pub fn arguments(&self, call: &Call) -> Vec<u8> {
        match call {
            Call { arguments: Some(value), raw: None, raw_base64: None, raw_parts: None, .. } => {
                self.fill_in_all(value).to_string().into_bytes()
            }
            Call { arguments: None, raw: Some(raw), raw_base64: None, raw_parts: None, .. } => {
                self.fill_in(raw).into_bytes()
            }
            Call { arguments: None, raw: None, raw_base64: Some(raw), raw_parts: None, .. } => bytes_of(raw),
            Call { arguments: None, raw: None, raw_base64: None, raw_parts: Some(parts), .. } => {
                let repeated = |(text, times): &(String, usize)| {
                    (0..*times).map(|i| text.replace("{i}", &i.to_string())).collect::<String>()
                };
                parts.iter().map(repeated).collect::<String>().into_bytes()
            }
            _ => panic!("a call has exactly one of arguments, raw, raw_base64 and raw_parts"),
        }
    }

    /// The entries of the root as a tree in memory: files of text, and links.
    pub fn in_memory(&self, root: &Entries) -> MemoryTree {
        let mut tree = MemoryTree::new();
        for (path, entry) in root {
            let entry: Entry = serde_json::from_value(entry.clone()).unwrap();
            tree = match &entry {
                Entry { link: Some(target), .. } => tree.link(path, self.fill_in(target)).unwrap(),
                file => {
                    let mut bytes = Vec::new();
                    write(file, &mut bytes);
                    tree.file(path, bytes).unwrap()
                }
            };
        }
        tree
    }

    fn make(&self, path: &Path, entry: &Value) {
        let entry: Entry = serde_json::from_value(entry.clone())
            .unwrap_or_else(|error| panic!("the entry {}: {error}", path.display()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match &entry {
            Entry { link: Some(target), .. } => symlink(&self.fill_in(target), path),
            Entry { hardlink: Some(original), .. } => fs::hard_link(self.outside(original), path).unwrap(),
            Entry { directory: Some(true), .. } => fs::create_dir_all(path).unwrap(),
            Entry { fifo: Some(true), .. } => special(path, Special::Fifo),
            Entry { socket: Some(true), .. } => special(path, Special::Socket),
            Entry { files: Some(Files { count, name }), .. } => {
                fs::create_dir_all(path).unwrap();
                for i in 0..*count {
                    fs::write(path.join(name.replace("{i}", &i.to_string())), "x\n").unwrap();
                }
            }
            file => {
                let mut out = BufWriter::new(File::create(path).unwrap());
                write(file, &mut out);
                let out = out.into_inner().unwrap();
                if let Some(size) = entry.size {
                    out.set_len(size).unwrap();
                }
                let modified =
                    UNIX_EPOCH + Duration::from_millis(entry.modified_ms.unwrap_or(1_704_067_200_000));
                out.set_times(FileTimes::new().set_modified(modified)).unwrap();
            }
        }
        if let Some(mode) = &entry.mode {
            set_mode(path, u32::from_str_radix(mode, 8).expect("an octal mode"));
        }
    }
}

impl Call {
    /// The arguments, unless they are raw.
    pub fn structured(&self) -> Option<&Map<String, Value>> {
        self.arguments.as_ref()?.as_object()
    }

    /// Makes the call in a room.
    pub fn make(&self, scene: &Scene, room: &Room) -> readroom::Reply {
        let dialect: Dialect = self.dialect.parse().unwrap();
        let arguments = scene.arguments(self);
        room.call(dialect, &readroom::arguments(&arguments)).expect("the component answers")
    }
}

fn write(entry: &Entry, out: &mut impl Write) {
    match entry {
        Entry { text: Some(Text::Whole(text)), .. } => out.write_all(text.as_bytes()).unwrap(),
        Entry { text: Some(Text::Parts(texts)), .. } => out.write_all(texts.concat().as_bytes()).unwrap(),
        Entry { base64: Some(text), .. } => out.write_all(&bytes_of(text)).unwrap(),
        Entry { repeat: Some(Repeat { text, times }), .. } => {
            // In pieces of some size, for files of a gigabyte.
            let at_once = (65536 / text.len().max(1)).max(1);
            let piece = text.repeat(at_once);
            (0..times / at_once).for_each(|_| out.write_all(piece.as_bytes()).unwrap());
            out.write_all(text.repeat(times % at_once).as_bytes()).unwrap();
        }
        Entry { parts: Some(parts), .. } => parts.iter().for_each(|part| write(part, out)),
        other => panic!("{other:?} is no entry"),
    }
}

fn bytes_of(base64: &str) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD.decode(base64).expect("base64")
}

enum Special {
    Fifo,
    Socket,
}

#[cfg(unix)]
fn symlink(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).unwrap();
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
fn special(path: &Path, kind: Special) {
    match kind {
        Special::Fifo => {
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, path, kind, rustix::fs::Mode::from_raw_mode(0o644), 0)
                .unwrap();
        }
        Special::Socket => drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
    }
}

#[cfg(not(unix))]
fn symlink(_: &str, path: &Path) {
    panic!("{}: the case should need unix", path.display());
}

#[cfg(not(unix))]
fn set_mode(path: &Path, _: u32) {
    panic!("{}: the case should need unix", path.display());
}

#[cfg(not(unix))]
fn special(path: &Path, _: Special) {
    panic!("{}: the case should need unix", path.display());
}
