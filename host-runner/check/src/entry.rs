//! What a scene is made of, as data: files, links and other entries, by their paths.

use base64::Engine as _;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::fmt;
use std::io::{self, Write};
use std::path::{Component, Path};

/// Entries by their paths, in the order in which they were written. A path stays inside: it is relative, and no name in
/// it is empty, `.` or `..`.
#[derive(Debug, Default)]
pub struct Entries(pub(crate) Vec<(String, Entry)>);

/// One entry of a scene.
#[derive(Debug, serde::Deserialize)]
#[serde(try_from = "Written")]
pub struct Entry {
    pub(crate) what: What,
    /// The permissions, as Unix has them.
    pub(crate) mode: Option<u32>,
    /// How large the file is made, in bytes.
    pub(crate) size: Option<u64>,
    /// Milliseconds since 1970.
    pub(crate) modified: u64,
}

/// What an entry is.
#[derive(Debug)]
pub(crate) enum What {
    File(Content),
    /// A symbolic link, and its target.
    Link(String),
    /// A hard link to this path below the directory that holds the root.
    HardLink(String),
    Directory,
    Fifo,
    Socket,
    /// A directory of so many files; `{i}` in the name is the number of each.
    Files(Files),
}

/// What a file holds.
#[derive(Debug)]
pub(crate) enum Content {
    Bytes(Vec<u8>),
    Repeated(Vec<u8>, u64),
    Parts(Vec<Content>),
}

/// An entry as it is written. Exactly one of the first group is given.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    text: Option<Text>,
    base64: Option<String>,
    repeat: Option<Repeated>,
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

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Text {
    Whole(String),
    Parts(Vec<String>),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeated {
    text: Option<String>,
    base64: Option<String>,
    times: u64,
}

impl Repeated {
    fn content(self) -> Result<Content, String> {
        let unit = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(base64)) => bytes_of(&base64)?,
            _ => return Err("what is repeated is either a text or base64".into()),
        };
        Ok(Content::Repeated(unit, self.times))
    }
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Files {
    pub(crate) count: u64,
    pub(crate) name: String,
}

/// When a file was last changed unless its entry says: the first of January 2024, in milliseconds since 1970.
const MODIFIED: u64 = 1_704_067_200_000;

/// The latest time that a file can have: the end of the year 9999.
const LAST_MODIFIED: u64 = 253_402_300_799_999;

impl TryFrom<Written> for Entry {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let mut kinds = Vec::new();
        kinds
            .extend(written.text.map(|text| What::File(Content::Bytes(text.whole().into_bytes()))));
        if let Some(text) = &written.base64 {
            kinds.push(What::File(Content::Bytes(bytes_of(text)?)));
        }
        if let Some(repeat) = written.repeat {
            kinds.push(What::File(repeat.content()?));
        }
        if let Some(parts) = written.parts {
            let contents = parts.into_iter().map(Self::content).collect::<Result<_, _>>()?;
            kinds.push(What::File(Content::Parts(contents)));
        }
        kinds.extend(written.link.map(What::Link));
        if let Some(original) = written.hardlink {
            stays_inside(&original)?;
            kinds.push(What::HardLink(original));
        }
        for (is, name, what) in [
            (written.directory, "directory", What::Directory),
            (written.fifo, "fifo", What::Fifo),
            (written.socket, "socket", What::Socket),
        ] {
            match is {
                Some(true) => kinds.push(what),
                Some(false) => return Err(format!("'{name}' is true or left out")),
                None => {}
            }
        }
        if let Some(files) = written.files {
            stays_inside(&files.name)?;
            if files.name.contains('/') {
                return Err(format!("'{}' is no name of a file", files.name));
            }
            kinds.push(What::Files(files));
        }
        let (Some(what), true) = (kinds.pop(), kinds.is_empty()) else {
            return Err("an entry has exactly one of text, base64, repeat, parts, link, hardlink, directory, fifo, socket \
                        and files"
                .into());
        };
        let is_file = matches!(what, What::File(_));
        if !is_file && (written.size.is_some() || written.modified_ms.is_some()) {
            return Err("only a file has a size and a time".into());
        }
        if written.mode.is_some() && matches!(what, What::Link(_) | What::HardLink(_)) {
            return Err("a link has no mode".into());
        }
        let mode = written.mode.map(|mode| match u32::from_str_radix(&mode, 8) {
            Ok(bits) if bits <= 0o7777 => Ok(bits),
            _ => Err(format!("'{mode}' is no mode; write octal digits, such as 644")),
        });
        let modified = written.modified_ms.unwrap_or(MODIFIED);
        if modified > LAST_MODIFIED {
            return Err(format!("{modified} is after the year 9999"));
        }
        Ok(Self { what, mode: mode.transpose()?, size: written.size, modified })
    }
}

impl Text {
    fn whole(self) -> String {
        match self {
            Self::Whole(text) => text,
            Self::Parts(texts) => texts.concat(),
        }
    }
}

impl Entry {
    /// An entry that is part of a file.
    fn content(self) -> Result<Content, String> {
        match self {
            Self { what: What::File(content), mode: None, size: None, modified: MODIFIED } => {
                Ok(content)
            }
            _ => {
                Err("a part of a file has a text, base64, repeat or parts, and nothing else".into())
            }
        }
    }

    /// How many bytes its files take.
    fn bytes(&self) -> u64 {
        match &self.what {
            What::File(content) => content.bytes().max(self.size.unwrap_or(0)),
            What::Files(files) => files.count.saturating_mul(FILE.len() as u64),
            _ => 0,
        }
    }
}

/// What each file of [`What::Files`] holds.
pub(crate) const FILE: &str = "x\n";

impl Content {
    fn bytes(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            // Repeating nothing takes time too.
            Self::Repeated(unit, times) => times.saturating_mul(unit.len().max(1) as u64),
            Self::Parts(parts) => parts.iter().map(Self::bytes).fold(0, u64::saturating_add),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Repeated(unit, times) => {
                // In pieces of some size, for files of a gigabyte.
                let at_once = (65536 / unit.len().max(1)).max(1);
                let (piece, at_once) = (unit.repeat(at_once), at_once as u64);
                (0..times / at_once).try_for_each(|_| out.write_all(&piece))?;
                (0..times % at_once).try_for_each(|_| out.write_all(unit))
            }
            Self::Parts(parts) => parts.iter().try_for_each(|part| part.write(out)),
        }
    }
}

impl Entries {
    /// How many bytes all the files take together.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|(_, entry)| entry.bytes()).fold(0, u64::saturating_add)
    }

    /// How many things in the file system they are, but for the directories on the way to them.
    pub fn count(&self) -> u64 {
        let count = |entry: &Entry| match &entry.what {
            What::Files(files) => files.count.saturating_add(1),
            _ => 1,
        };
        self.0.iter().map(|(_, entry)| count(entry)).fold(0, u64::saturating_add)
    }

    /// Whether a file inside is also one outside.
    pub fn share_a_file(&self) -> bool {
        self.0.iter().any(|(_, entry)| matches!(entry.what, What::HardLink(_)))
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of entries by their paths")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Entries, M::Error> {
                let mut entries: Vec<(String, Entry)> = Vec::new();
                while let Some(path) = map.next_key::<String>()? {
                    stays_inside(&path).map_err(M::Error::custom)?;
                    let entry = map.next_value::<Entry>();
                    entries.push((path, entry?));
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// Whether a path is one below the directory that it is taken from, and says so plainly.
pub(crate) fn stays_inside(path: &str) -> Result<(), String> {
    let plain =
        path.split('/').all(|name| !matches!(name, "" | "." | "..")) && !path.contains('\0');
    // On Windows there are more ways to leave.
    if plain && Path::new(path).components().all(|name| matches!(name, Component::Normal(_))) {
        Ok(())
    } else {
        Err(format!("'{path}' is no path that stays inside; write names with '/' between them"))
    }
}

pub(crate) fn bytes_of(base64: &str) -> Result<Vec<u8>, String> {
    base64::engine::general_purpose::STANDARD
        .decode(base64)
        .map_err(|error| format!("not base64: {error}"))
}
