//! The entries of a fixture as data: files, links and others, by their paths.

use base64::Engine as _;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

/// Entries by their paths, in the order of the text. Every path is relative, and none of its names
/// is empty, `.` or `..`, so that it stays inside the fixture.
#[derive(Debug, Default)]
pub struct Entries(pub(crate) Vec<(String, Entry)>);

/// One entry of a fixture.
#[derive(Debug, serde::Deserialize)]
#[serde(try_from = "RawEntry")]
pub struct Entry {
    pub(crate) kind: EntryKind,
    /// The Unix permission bits.
    pub(crate) mode: Option<u32>,
    /// The length that the file is extended or cut to, in bytes.
    pub(crate) size: Option<u64>,
    /// The modification time, in milliseconds since 1970.
    pub(crate) modified: u64,
}

/// The kind of an entry.
#[derive(Debug)]
pub(crate) enum EntryKind {
    File(Content),
    /// A symbolic link with this target.
    Link(String),
    /// A hard link to this path in the parent directory of the root.
    HardLink(String),
    Directory,
    Fifo,
    Socket,
    /// A directory of numbered files; `{i}` in their name stands for the number.
    Files(Files),
}

/// The content of a file.
#[derive(Debug)]
pub(crate) enum Content {
    Bytes(Vec<u8>),
    Repeated(Vec<u8>, u64),
    Parts(Vec<Content>),
}

/// An entry as it is written in a case.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(flatten)]
    kind: RawKind,
    mode: Option<String>,
    size: Option<u64>,
    modified_ms: Option<u64>,
}

/// The content of an entry: it has exactly one of these members.
#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawKind {
    Text(Text),
    Base64(String),
    Repeat(Repeated),
    Parts(Vec<Entry>),
    Link(String),
    HardLink(String),
    Directory(bool),
    Fifo(bool),
    Socket(bool),
    Files(Files),
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
            (None, Some(base64)) => decode_base64(&base64)?,
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

/// The default modification time: the first of January 2024, in milliseconds since 1970.
const DEFAULT_MODIFIED: u64 = 1_704_067_200_000;

/// The latest modification time: the end of the year 9999, in milliseconds since 1970.
const MAX_MODIFIED: u64 = 253_402_300_799_999;

impl RawKind {
    fn kind(self) -> Result<EntryKind, String> {
        Ok(match self {
            Self::Text(text) => EntryKind::File(Content::Bytes(text.whole().into_bytes())),
            Self::Base64(base64) => EntryKind::File(Content::Bytes(decode_base64(&base64)?)),
            Self::Repeat(repeated) => EntryKind::File(repeated.content()?),
            Self::Parts(parts) => {
                let contents = parts.into_iter().map(Entry::content).collect::<Result<_, _>>()?;
                EntryKind::File(Content::Parts(contents))
            }
            Self::Link(target) => EntryKind::Link(target),
            Self::HardLink(original) => {
                check_inside(&original)?;
                EntryKind::HardLink(original)
            }
            Self::Directory(true) => EntryKind::Directory,
            Self::Fifo(true) => EntryKind::Fifo,
            Self::Socket(true) => EntryKind::Socket,
            Self::Directory(false) | Self::Fifo(false) | Self::Socket(false) => {
                return Err("directory, fifo and socket are true or absent".into());
            }
            Self::Files(files) => {
                check_inside(&files.name)?;
                if files.name.contains('/') {
                    return Err(format!("'{}' is not a file name", files.name));
                }
                EntryKind::Files(files)
            }
        })
    }
}

impl TryFrom<RawEntry> for Entry {
    type Error = String;

    fn try_from(raw: RawEntry) -> Result<Self, String> {
        let kind = raw.kind.kind()?;
        let is_file = matches!(kind, EntryKind::File(_));
        if !is_file && (raw.size.is_some() || raw.modified_ms.is_some()) {
            return Err("only a file has a size and a time".into());
        }
        if raw.mode.is_some() && matches!(kind, EntryKind::Link(_) | EntryKind::HardLink(_)) {
            return Err("a link has no mode".into());
        }
        let mode = raw.mode.map(|mode| match u32::from_str_radix(&mode, 8) {
            Ok(bits) if bits <= 0o7777 => Ok(bits),
            _ => Err(format!("'{mode}' is not a mode; write octal digits, such as 644")),
        });
        let modified = raw.modified_ms.unwrap_or(DEFAULT_MODIFIED);
        if modified > MAX_MODIFIED {
            return Err(format!("{modified} is after the year 9999"));
        }
        Ok(Self { kind, mode: mode.transpose()?, size: raw.size, modified })
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
    /// Returns the content of an entry that is part of a file.
    fn content(self) -> Result<Content, String> {
        match self {
            Self {
                kind: EntryKind::File(content),
                mode: None,
                size: None,
                modified: DEFAULT_MODIFIED,
            } => Ok(content),
            _ => {
                Err("a part of a file has a text, base64, repeat or parts, and nothing else".into())
            }
        }
    }

    /// Returns the length of its files in bytes.
    fn bytes(&self) -> u64 {
        match &self.kind {
            EntryKind::File(content) => content.bytes().max(self.size.unwrap_or(0)),
            EntryKind::Files(files) => {
                files.count.saturating_mul(NUMBERED_FILE_CONTENT.len() as u64)
            }
            _ => 0,
        }
    }
}

/// The content of each file of [`EntryKind::Files`].
pub(crate) const NUMBERED_FILE_CONTENT: &str = "x\n";

impl Content {
    fn bytes(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            // Repeating an empty string takes time as well.
            Self::Repeated(unit, times) => times.saturating_mul(unit.len().max(1) as u64),
            Self::Parts(parts) => parts.iter().map(Self::bytes).fold(0, u64::saturating_add),
        }
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bytes(bytes) => out.write_all(bytes),
            Self::Repeated(unit, times) => {
                // Written in large pieces, for files of a gigabyte.
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
    /// Returns the length of all files together in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.iter().map(|(_, entry)| entry.bytes()).fold(0, u64::saturating_add)
    }

    /// Returns how many file system entries these create, not counting intermediate directories.
    pub fn count(&self) -> u64 {
        let count = |entry: &Entry| match &entry.kind {
            EntryKind::Files(files) => files.count.saturating_add(1),
            _ => 1,
        };
        self.0.iter().map(|(_, entry)| count(entry)).fold(0, u64::saturating_add)
    }

    /// Returns whether a file is hard-linked, so that it is both inside and outside the root.
    pub fn share_a_file(&self) -> bool {
        self.0.iter().any(|(_, entry)| matches!(entry.kind, EntryKind::HardLink(_)))
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of entries by their paths")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Entries, M::Error> {
                let mut entries: Vec<(String, Entry)> = Vec::new();
                while let Some(path) = map.next_key::<String>()? {
                    check_inside(&path).map_err(M::Error::custom)?;
                    let entry = map.next_value::<Entry>();
                    entries.push((path, entry?));
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(EntriesVisitor)
    }
}

impl Entries {
    /// Returns whether only Unix supports all of this: links, special files, modes, and names that
    /// do not exist on Windows or have another meaning there.
    pub fn need_unix(&self) -> bool {
        let mut known = BTreeSet::new();
        self.0.iter().any(|(path, entry)| {
            let is_plain = matches!(
                entry.kind,
                EntryKind::File(_)
                    | EntryKind::HardLink(_)
                    | EntryKind::Directory
                    | EntryKind::Files(_)
            );
            let is_known = !known.insert(path.to_lowercase());
            !is_plain || entry.mode.is_some() || is_known || path.split('/').any(is_of_unix)
        })
    }
}

/// Returns whether Windows has no file of this name.
fn is_of_unix(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = ["com", "lpt"]
        .iter()
        .any(|port| stem.strip_prefix(port).is_some_and(|number| number.chars().count() == 1));
    name.contains(|character: char| character < ' ' || "<>:\"|?*\\".contains(character))
        || name.ends_with(['.', ' '])
        || is_port
        || ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&&*stem)
}

/// Checks that a path stays below the directory that it is relative to.
pub(crate) fn check_inside(path: &str) -> Result<(), String> {
    let plain =
        path.split('/').all(|name| !matches!(name, "" | "." | "..")) && !path.contains('\0');
    if plain {
        Ok(())
    } else {
        Err(format!("'{path}' is not a path that stays inside; write names with '/' between them"))
    }
}

pub(crate) fn decode_base64(base64: &str) -> Result<Vec<u8>, String> {
    base64::engine::general_purpose::STANDARD
        .decode(base64)
        .map_err(|error| format!("not base64: {error}"))
}
