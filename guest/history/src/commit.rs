//! Commits and annotated tags.

use crate::error::HistoryError;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use memchr::memchr;
use memchr::memmem;
use readroom_core::{Encoding, decoded};

/// The maximum number of parents of a commit.
const MAX_PARENTS: usize = 1000;

/// The maximum number of tags that point at each other.
const MAX_TAGS: usize = 16;

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its tree.
    pub tree: ObjectId,
    /// The commits before it.
    pub parents: Vec<ObjectId>,
    /// Who wrote the change.
    pub author: Signature,
    /// Who made the commit.
    pub committer: Signature,
    /// Its message. Bytes that are not in its encoding are replaced.
    pub message: String,
}

/// Who did something, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// The offset of the local time from UTC, in minutes.
    pub offset_minutes: i32,
}

impl Commit {
    /// Reads a commit.
    pub fn read(objects: &dyn Objects, id: ObjectId) -> Result<Self, HistoryError> {
        let data = objects.data(id, ObjectKind::Commit)?;
        Self::parse(id, &data)
    }

    /// Parses a commit.
    pub fn parse(id: ObjectId, data: &[u8]) -> Result<Self, HistoryError> {
        let Headers { tree, parents, .. } = Headers::parse(id, data)?;
        let (headers, message) = split_message(data);
        let encoding = headers_of(headers).find(|(name, _)| *name == b"encoding");
        let encoding = encoding.and_then(|(_, name)| Encoding::named(str::from_utf8(name).ok()?));
        let text = |bytes| match encoding {
            Some(encoding) => decoded(encoding, bytes),
            None => String::from_utf8_lossy(bytes).into_owned(),
        };
        let (mut author, mut committer) = (Signature::default(), Signature::default());
        for (name, value) in headers_of(headers) {
            match name {
                b"author" => author = Signature::parse(&text(value)),
                b"committer" => committer = Signature::parse(&text(value)),
                _ => {}
            }
        }
        Ok(Self { tree, parents, author, committer, message: text(message) })
    }

    /// Returns the first paragraph of the message on one line.
    pub fn subject(&self) -> String {
        let lines = self.message.lines().map(str::trim).skip_while(|line| line.is_empty());
        let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
        lines.join(" ")
    }
}

impl Signature {
    /// Parses `name <email> seconds offset`. Malformed parts become empty or zero, as for git.
    fn parse(text: &str) -> Self {
        let (who, when) = text.rsplit_once('>').unwrap_or((text, ""));
        let (name, email) = who.split_once('<').unwrap_or((who, ""));
        let mut when = when.split_ascii_whitespace();
        let seconds = when.next().and_then(|seconds| seconds.parse().ok()).unwrap_or_default();
        let offset = when.next().and_then(|offset| offset.parse::<i32>().ok()).unwrap_or_default();
        let offset = offset.clamp(-9999, 9999);
        Self {
            name: name.trim().into(),
            email: email.trim().into(),
            seconds,
            offset_minutes: offset / 100 * 60 + offset % 100,
        }
    }
}

/// The first headers of a commit, in git's order.
pub(crate) struct Headers<'a> {
    pub(crate) tree: ObjectId,
    pub(crate) parents: Vec<ObjectId>,
    /// The text after them.
    pub(crate) rest: &'a [u8],
}

impl<'a> Headers<'a> {
    pub(crate) fn parse(id: ObjectId, data: &'a [u8]) -> Result<Self, HistoryError> {
        let damaged = |why: &str| HistoryError::damaged(id, why);
        let header = |data: &'a [u8], name: &[u8]| {
            let (value, rest) =
                data.strip_prefix(name)?.split_at_checked(2 * id.format().bytes())?;
            Some((ObjectId::from_hex(id.format(), value)?, rest.strip_prefix(b"\n")?))
        };
        let tree = header(data, b"tree ").ok_or_else(|| damaged("the commit has no tree"))?;
        let ((tree, mut rest), mut parents) = (tree, Vec::new());
        while rest.starts_with(b"parent ") {
            let parent = header(rest, b"parent ");
            let (parent, after) =
                parent.ok_or_else(|| damaged("a parent of the commit is malformed"))?;
            if parents.len() >= MAX_PARENTS {
                return Err(damaged("it has more than 1000 parents"));
            }
            parents.push(parent);
            rest = after;
        }
        Ok(Self { tree, parents, rest })
    }
}

/// Returns the object of another kind that tags lead to, and its kind.
pub(crate) fn peel(
    objects: &dyn Objects,
    mut id: ObjectId,
) -> Result<(ObjectId, ObjectKind), HistoryError> {
    for _ in 0..MAX_TAGS {
        let (kind, _) = objects.header(id)?;
        if kind != ObjectKind::Tag {
            return Ok((id, kind));
        }
        let data = objects.data(id, ObjectKind::Tag)?;
        let (headers, _) = split_message(&data);
        let target = headers_of(headers).find(|(name, _)| *name == b"object");
        let target = target.and_then(|(_, value)| ObjectId::from_hex(id.format(), value));
        id = target.ok_or_else(|| HistoryError::damaged(id, "the tag has no object"))?;
    }
    Err(HistoryError::damaged(id, "too many tags point at each other"))
}

fn split_message(data: &[u8]) -> (&[u8], &[u8]) {
    match memmem::find(data, b"\n\n") {
        Some(end) => (data.get(..end).unwrap_or_default(), data.get(end + 2..).unwrap_or_default()),
        None => (data, &[]),
    }
}

/// Returns the names and the values of headers. Continued lines, as in signatures, have no name.
fn headers_of(headers: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    headers
        .split(|byte| *byte == b'\n')
        .filter_map(|line| line.split_at_checked(memchr(b' ', line)?))
        .map(|(name, value)| (name, value.get(1..).unwrap_or_default()))
}
