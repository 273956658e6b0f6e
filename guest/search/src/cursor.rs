//! Cursors: the start of the next page of a response, as text.
//!
//! Opaque to callers: `<check>.<rank>.<nanoseconds>.<line>.<offset>.<matches>.<path>`, with
//! hexadecimal numbers, each of which may be missing. For an order by count, `//<matches>.<path>`
//! follows. The check covers the request and the other fields, because models copy cursors and may
//! make mistakes or use them for another request.

use crate::SearchError;
use crate::ranked::Rank;

/// Where a response continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The next file, if it continues inside it, or else the last path that was passed.
    pub(crate) path: String,
    /// The rank of that file, in another order than by path.
    pub(crate) rank: Option<Rank>,
    /// Where the search of the file continues.
    pub(crate) inside: Option<Inside>,
    /// The last file returned, in an order by count. The rest comes after it, and in the walk from
    /// `path` on, or everywhere if that is empty.
    pub(crate) after: Option<FileCount>,
}

/// The number of matches of a file, and its path.
pub(crate) type FileCount = (u64, String);

/// The separator of the paths of a cursor, which no path contains.
const SEPARATOR: &str = "//";

/// A position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// The number of the next line.
    pub(crate) line: u64,
    /// Its byte offset; 0 if unknown.
    pub(crate) offset: u64,
    /// The number of matching lines before it.
    pub(crate) matches: u64,
}

impl Inside {
    /// The beginning of a file.
    pub(crate) const BEGIN: Self = Self { line: 1, offset: 0, matches: 0 };
}

impl Cursor {
    /// Returns the cursor of a request. An empty one is the start.
    pub(crate) fn of(text: Option<&str>, request: &str) -> Result<Option<Self>, SearchError> {
        let invalid = |text: &str| SearchError::Cursor(text.into());
        let decode = |text: &str| Self::decode(text, request).ok_or_else(|| invalid(text));
        Ok(text.map(decode).transpose()?.filter(|cursor| *cursor != Self::default()))
    }

    /// Encodes a cursor for a request.
    pub(crate) fn encode(&self, request: &str) -> String {
        let rank = self.rank.map(|(rank, _)| rank);
        let nanoseconds = self.rank.map(|(_, nanoseconds)| nanoseconds.into());
        let line = self.inside.map(|inside| inside.line);
        let offset = self.inside.map(|inside| inside.offset);
        let matches = self.inside.map(|inside| inside.matches);
        let mut text = String::new();
        for number in [rank, nanoseconds, line, offset, matches] {
            text += &number.map_or_else(String::new, |number: u64| format!("{number:x}"));
            text.push('.');
        }
        text += &self.path;
        if let Some((matches, path)) = &self.after {
            text += &format!("{SEPARATOR}{matches:x}.{path}");
        }
        format!("{:08x}.{text}", check(request, &text))
    }

    /// Decodes a cursor. `None` if it is not one for this request.
    pub(crate) fn decode(text: &str, request: &str) -> Option<Self> {
        let (expected, text) = text.split_once('.')?;
        if expected != format!("{:08x}", check(request, text)) {
            return None;
        }
        let mut parts = text.splitn(6, '.');
        let mut number = || match parts.next()? {
            "" => Some(None),
            digits => u64::from_str_radix(digits, 16).ok().map(Some),
        };
        let numbers = [number()?, number()?, number()?, number()?, number()?];
        let [rank, nanoseconds, line, offset, matches] = numbers;
        let nanoseconds = nanoseconds.and_then(|number| u32::try_from(number).ok());
        let inside = line.zip(offset).zip(matches);
        let path = parts.next()?;
        let (path, after) = path
            .split_once(SEPARATOR)
            .map_or((path, None), |(path, after)| (path, after.split_once('.')));
        let after = after.and_then(|(matches, path)| {
            Some((u64::from_str_radix(matches, 16).ok()?, path.to_string()))
        });
        Some(Self {
            path: path.into(),
            after,
            rank: rank.zip(nanoseconds),
            inside: inside.map(|((line, offset), matches)| Inside { line, offset, matches }),
        })
    }
}

/// Returns an FNV-1a digest of a request and the text of a cursor.
fn check(request: &str, text: &str) -> u32 {
    let bytes = request.bytes().chain([0]).chain(text.bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests;
