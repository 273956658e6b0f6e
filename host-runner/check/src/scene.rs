//! The scene of a case: directories and files on disk.

use crate::entry::{Content, Entries, Entry, FILE, Files, What, stays_inside};
use readroom::MemoryTree;
use serde_json::Value;
use std::fmt::{self, Display};
use std::fs::{self, File, FileTimes};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

/// Files on disk, in a directory that goes away with the scene: the *outside*, and in it a directory, the *root*.
///
/// Nothing is made anywhere else: no path leads through a link, and nothing is written over.
pub struct Scene {
    outside: PathBuf,
    root: PathBuf,
    /// Their names, as they stand in texts.
    names: [String; 2],
    /// Directories that nobody may look into, and that are to be removed in the end.
    closed: Vec<PathBuf>,
    _directory: TempDir,
}

/// Why a scene cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    what: String,
    reason: String,
}

impl SceneError {
    fn new(what: impl Into<String>, reason: impl Display) -> Self {
        Self { what: what.into(), reason: reason.to_string() }
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot make {}: {}", self.what, self.reason)
    }
}

impl std::error::Error for SceneError {}

impl Scene {
    /// Makes the entries of the outside, then those of the root.
    pub fn new(outside: &Entries, root: &Entries) -> Result<Self, SceneError> {
        let failed = |error: std::io::Error| SceneError::new("a temporary directory", error);
        let directory = tempfile::Builder::new().prefix("readroom-").tempdir().map_err(failed)?;
        let path = directory.path().canonicalize().map_err(failed)?;
        let place = path.join("root");
        fs::create_dir(&place).map_err(failed)?;
        let (Some(outside_name), Some(root_name)) = (path.to_str(), place.to_str()) else {
            return Err(SceneError::new(path.display().to_string(), "its name is not Unicode"));
        };
        let names = [root_name.into(), outside_name.into()];
        let mut scene =
            Self { outside: path, root: place, names, closed: Vec::new(), _directory: directory };
        for (entries, base) in [(outside, scene.outside.clone()), (root, scene.root.clone())] {
            for (path, entry) in &entries.0 {
                scene
                    .make(&base, path, entry)
                    .map_err(|reason| SceneError::new(format!("'{path}'"), reason))?;
            }
        }
        Ok(scene)
    }

    /// The root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the directory that holds the root.
    pub fn outside(&self, path: &str) -> PathBuf {
        self.outside.join(path)
    }

    /// A directory below the one that holds the root, to grant it. Fails if something else is there, or a link on the
    /// way: nothing is granted but what the scene made.
    pub(crate) fn to_grant(&self, path: &str) -> Result<PathBuf, SceneError> {
        let found = stays_inside(path).and_then(|()| walk(&self.outside, path, OnTheWay::IsThere));
        let found = found.and_then(|found| {
            if is_directory(&found)? { Ok(found) } else { Err(NO_DIRECTORY.into()) }
        });
        found.map_err(|reason| SceneError::new(format!("a grant of '{path}'"), reason))
    }

    /// A text with the names of the directories in the place of `{root}` and `{outside}`.
    pub fn fill_in(&self, text: &str) -> String {
        let [root, outside] = &self.names;
        text.replace("{root}", root).replace("{outside}", outside)
    }

    /// The same for all texts in a value.
    pub fn fill_in_all(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.fill_in(text).into(),
            Value::Array(values) => values.iter().map(|value| self.fill_in_all(value)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), self.fill_in_all(value)))
                .collect(),
            other => other.clone(),
        }
    }

    /// The name of the root, as agents know it.
    pub fn root_name(&self) -> &str {
        let [root, _] = &self.names;
        root
    }

    /// The entries of the root as a tree in memory: files and links.
    pub(crate) fn in_memory(&self, root: &Entries) -> Result<MemoryTree, SceneError> {
        let mut tree = MemoryTree::new();
        for (path, entry) in &root.0 {
            let failed =
                |reason: &dyn Display| SceneError::new(format!("'{path}' in memory"), reason);
            let added = match &entry.what {
                What::Link(target) => tree.link(path, self.fill_in(target)),
                What::File(content) => {
                    let mut bytes = Vec::new();
                    content.write(&mut bytes).map_err(|error| failed(&error))?;
                    tree.file(path, bytes)
                }
                _ => return Err(failed(&"there are files and links only")),
            };
            tree = added.map_err(|error| failed(&error))?;
        }
        Ok(tree)
    }

    fn make(&mut self, base: &Path, path: &str, entry: &Entry) -> Result<(), String> {
        stays_inside(path)?;
        let place = walk(base, path, OnTheWay::Make)?;
        match &entry.what {
            What::File(content) => make_file(&place, content, entry).map_err(said)?,
            What::Link(target) => symlink(&self.fill_in(target), &place)?,
            What::HardLink(original) => {
                let original = walk(&self.outside, original, OnTheWay::IsThere)?;
                fs::hard_link(original, &place).map_err(said)?;
            }
            What::Directory => make_directory(&place)?,
            What::Fifo => special(&place, Special::Fifo)?,
            What::Socket => special(&place, Special::Socket)?,
            What::Files(Files { count, name }) => {
                make_directory(&place)?;
                for i in 0..*count {
                    let file = place.join(name.replace("{i}", &i.to_string()));
                    File::create_new(file)
                        .and_then(|mut file| file.write_all(FILE.as_bytes()))
                        .map_err(said)?;
                }
            }
        }
        if let Some(mode) = entry.mode {
            set_mode(&place, mode)?;
            self.closed.extend(is_directory(&place)?.then_some(place));
        }
        Ok(())
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        for directory in &self.closed {
            // What cannot be opened again cannot be removed either.
            let _ = set_mode(directory, 0o700);
        }
    }
}

const NO_DIRECTORY: &str = "there is something that is no directory";

/// What is done about the directories on the way to a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnTheWay {
    /// They are made where they are missing.
    Make,
    /// They are there.
    IsThere,
}

/// A path below a directory, with nothing but directories on the way to it: a link could lead out of the scene.
fn walk(base: &Path, path: &str, on_the_way: OnTheWay) -> Result<PathBuf, String> {
    let mut place = base.to_path_buf();
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        place.push(name);
        if names.peek().is_some() {
            match on_the_way {
                OnTheWay::Make => make_directory(&place)?,
                OnTheWay::IsThere if is_directory(&place)? => {}
                OnTheWay::IsThere => return Err(NO_DIRECTORY.into()),
            }
        }
    }
    Ok(place)
}

fn is_directory(path: &Path) -> Result<bool, String> {
    Ok(fs::symlink_metadata(path).map_err(said)?.is_dir())
}

/// Makes a directory, unless there is one.
fn make_directory(path: &Path) -> Result<(), String> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && is_directory(path)? => {
            Ok(())
        }
        made => made.map_err(said),
    }
}

fn make_file(path: &Path, content: &Content, entry: &Entry) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create_new(path)?);
    content.write(&mut out)?;
    let file = out.into_inner()?;
    if let Some(size) = entry.size {
        file.set_len(size)?;
    }
    file.set_times(
        FileTimes::new().set_modified(UNIX_EPOCH + Duration::from_millis(entry.modified)),
    )
}

fn said(error: std::io::Error) -> String {
    error.to_string()
}

enum Special {
    Fifo,
    Socket,
}

#[cfg(unix)]
fn symlink(target: &str, path: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(target, path).map_err(said)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(said)
}

#[cfg(unix)]
fn special(path: &Path, kind: Special) -> Result<(), String> {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    match kind {
        Special::Fifo => mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o644), 0)
            .map_err(|error| said(error.into())),
        Special::Socket => std::os::unix::net::UnixListener::bind(path).map(drop).map_err(said),
    }
}

#[cfg(not(unix))]
const NEEDS_UNIX: &str = "this system has no such thing; the case should need unix";

#[cfg(not(unix))]
fn symlink(_: &str, _: &Path) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(not(unix))]
fn special(_: &Path, _: Special) -> Result<(), String> {
    Err(NEEDS_UNIX.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::{Entries, Scene};
    use crate::case::Case;
    use serde_json::{Value, json};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn entries(written: Value) -> Entries {
        serde_json::from_value(written).unwrap()
    }

    fn case(members: Value) -> Result<Case, String> {
        let mut case = json!({
            "about": "a", "source": "s", "call": {"tool": "pi@0", "arguments": {}}, "outcome": "refused", "reply": {},
        });
        for (name, value) in members.as_object().unwrap() {
            case[name] = value.clone();
        }
        Case::from_json("pi@0/a", &case.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_case_cannot_name_a_place_outside_the_scene() {
        for path in ["../a", "a/../../b", "/etc/a", "", "a//b", "./a", "a/", "a\0b"] {
            for part in ["root", "outside"] {
                let refused = case(json!({part: {path: {"text": ""}}})).unwrap_err();
                assert!(refused.contains("no path that stays inside"), "{path}: {refused}");
            }
            let refused = case(json!({"root": {"a": {"hardlink": path}}})).unwrap_err();
            assert!(refused.contains("no path that stays inside"), "{path}: {refused}");
        }
        for name in ["../{i}", "a/{i}", ".."] {
            let refused =
                case(json!({"root": {"a": {"files": {"count": 1, "name": name}}}})).unwrap_err();
            assert!(
                refused.contains("no path that") || refused.contains("no name of"),
                "{name}: {refused}"
            );
        }
        for grant in ["..", "/", "way-out", "way-out/etc", "secret.txt"] {
            let members = json!({
                "outside": {"way-out": {"link": "/"}, "secret.txt": {"text": ""}}, "grants": [grant],
            });
            let case = case(members).unwrap();
            let verdict = crate::subject::Subject::default().check(&case);
            let told = format!("{verdict:?}");
            assert!(told.starts_with("Error(\"cannot make a grant of"), "{grant}: {told}");
        }
    }

    #[test]
    fn nothing_is_made_changed_or_shared_through_a_link() {
        let elsewhere = tempfile::tempdir().unwrap();
        let file = elsewhere.path().join("file");
        fs::write(&file, "mine").unwrap();
        let (directory, file_name) = (elsewhere.path().to_str().unwrap(), file.to_str().unwrap());
        for written in [
            json!({"d": {"link": directory}, "d/new": {"text": "x"}}),
            json!({"d": {"link": directory}, "d/new/a": {"directory": true}}),
            json!({"d": {"link": directory}, "d/new": {"fifo": true}}),
            json!({"d": {"link": directory}, "h": {"hardlink": "root/d/file"}}),
        ] {
            let told = format!("{written}");
            assert!(Scene::new(&Entries::default(), &entries(written)).is_err(), "{told}");
        }
        // Two members of one name, as a stranger may write them.
        let twice = format!(r#"{{"f": {{"link": "{file_name}"}}, "f": {{"text": "yours"}}}}"#);
        let twice: Entries = serde_json::from_str(&twice).unwrap();
        assert!(Scene::new(&Entries::default(), &twice).is_err());
        assert!(case(json!({"root": {"f": {"link": file_name, "mode": "777"}}})).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_case_takes_no_more_than_it_may() {
        let large = u64::MAX;
        for entry in [
            json!({"repeat": {"text": "xx", "times": large}}),
            json!({"repeat": {"text": "", "times": large}}),
            json!({"text": "", "size": large}),
            json!({"parts": [{"repeat": {"text": "xx", "times": 100_000_000}}, {"repeat": {"text": "xx", "times": 100_000_000}}]}),
            json!({"files": {"count": large, "name": "{i}"}}),
        ] {
            let refused = case(json!({"root": {"a": entry}})).unwrap_err();
            assert!(refused.contains("more than"), "{entry}: {refused}");
        }
    }

    #[test]
    fn an_entry_is_one_thing() {
        for entry in [
            json!({}),
            json!({"text": "", "fifo": true}),
            json!({"fifo": false}),
            json!({"base64": "?"}),
            json!({"text": "", "mode": "9"}),
            json!({"directory": true, "size": 1}),
            json!({"text": "", "modified_ms": u64::MAX}),
            json!({"parts": [{"link": "a"}]}),
            json!({"parts": [{"text": "", "size": 1}]}),
        ] {
            assert!(case(json!({"root": {"a": entry}})).is_err(), "{entry}");
        }
    }

    #[test]
    fn a_scene_goes_away_also_where_nobody_may_look() {
        let written = json!({"d/a": {"text": "x"}, "d": {"directory": true, "mode": "000"}});
        let scene = Scene::new(&Entries::default(), &entries(written)).unwrap();
        let (place, closed) = (scene.outside(""), scene.root().join("d"));
        assert_eq!(fs::metadata(closed).unwrap().permissions().mode() & 0o777, 0);
        drop(scene);
        assert!(!place.exists());
    }
}
