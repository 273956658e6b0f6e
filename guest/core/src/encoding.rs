//! Encodings of text: their names, their byte-order marks, and where their lines end.

pub mod decode;
pub(crate) mod detect;
pub(crate) mod label;
pub(crate) mod legacy;
pub(crate) mod nuls;
pub(crate) mod recognize;
pub(crate) mod sniff;
pub(crate) mod transcode;

/// An encoding of the Encoding Standard that is neither UTF-8 nor UTF-16.
pub type Legacy = &'static encoding_rs::Encoding;

/// An encoding of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16.
    Utf16(ByteOrder),
    /// UTF-32.
    Utf32(ByteOrder),
    /// An older encoding of the Encoding Standard. Every byte 10 in it is a line feed.
    Legacy(Legacy),
}

/// The order of the bytes in a unit of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

/// All encodings with a byte-order mark, longer marks first: that of UTF-32 begins with that of
/// UTF-16.
const MARKED: &[Encoding] = &[
    Encoding::Legacy(encoding_rs::GB18030),
    Encoding::Utf32(ByteOrder::Little),
    Encoding::Utf32(ByteOrder::Big),
    Encoding::Utf8,
    Encoding::Utf16(ByteOrder::Little),
    Encoding::Utf16(ByteOrder::Big),
];

impl Encoding {
    /// Returns its name in the Encoding Standard, in lower case.
    pub fn name(self) -> String {
        let name = match self {
            Self::Utf8 => "utf-8",
            Self::Utf16(ByteOrder::Little) => "utf-16le",
            Self::Utf16(ByteOrder::Big) => "utf-16be",
            Self::Utf32(ByteOrder::Little) => "utf-32le",
            Self::Utf32(ByteOrder::Big) => "utf-32be",
            Self::Legacy(encoding) => encoding.name(),
        };
        name.to_ascii_lowercase()
    }

    /// Returns the size of a unit in bytes. A line never starts inside a unit.
    pub(crate) fn unit(self) -> usize {
        match self {
            Self::Utf8 | Self::Legacy(_) => 1,
            Self::Utf16(_) => 2,
            Self::Utf32(_) => 4,
        }
    }

    /// Returns the bytes of its byte-order mark; empty if it has no mark.
    pub(crate) fn bom(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xef\xbb\xbf",
            Self::Utf16(ByteOrder::Little) => b"\xff\xfe",
            Self::Utf16(ByteOrder::Big) => b"\xfe\xff",
            Self::Utf32(ByteOrder::Little) => b"\xff\xfe\0\0",
            Self::Utf32(ByteOrder::Big) => b"\0\0\xfe\xff",
            Self::Legacy(encoding) if encoding == encoding_rs::GB18030 => b"\x84\x31\x95\x33",
            Self::Legacy(_) => b"",
        }
    }

    /// Returns whether the byte-order mark of another encoding determines which variant this is.
    pub(crate) fn is_decided_by(self, marked: Self) -> bool {
        match (self, marked) {
            (Self::Utf16(_), Self::Utf16(_)) | (Self::Utf32(_), Self::Utf32(_)) => true,
            // GBK is a subset of GB18030, and only the latter has a mark.
            (Self::Legacy(encoding), Self::Legacy(_)) => encoding == encoding_rs::GBK,
            _ => false,
        }
    }

    /// Returns the encoding of the byte-order mark at the beginning of a file.
    pub(crate) fn marked(head: &[u8]) -> Option<Self> {
        let is_marked = |encoding: &Self| match encoding {
            // A mark of UTF-16 before a NUL looks the same.
            Self::Utf32(order) => head.starts_with(encoding.bom()) && is_utf32(head, *order),
            _ => head.starts_with(encoding.bom()),
        };
        MARKED.iter().find(|encoding| is_marked(encoding)).copied()
    }

    /// Returns the offsets after each line feed in `bytes`, in order. `bytes` starts with a whole
    /// unit.
    pub(crate) fn line_ends(self, bytes: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
        let unit = self.unit();
        memchr::memchr_iter(b'\n', bytes).filter_map(move |at| {
            let begin = at - at % unit;
            self.is_line_feed(bytes.get(begin..begin + unit)?).then_some(begin + unit)
        })
    }

    /// Returns the number of lines that end in `bytes`, which starts with a whole unit.
    pub(crate) fn count_lines(self, bytes: &[u8]) -> u64 {
        match self.unit() {
            1 => memchr::memchr_iter(b'\n', bytes).count() as u64,
            _ => self.line_ends(bytes).count() as u64,
        }
    }

    /// Returns whether `bytes`, which starts with a whole unit, ends with a line feed.
    pub(crate) fn ends_line(self, bytes: &[u8]) -> bool {
        let unit = self.unit();
        bytes.len().is_multiple_of(unit)
            && bytes
                .len()
                .checked_sub(unit)
                .and_then(|at| bytes.get(at..))
                .is_some_and(|last| self.is_line_feed(last))
    }

    pub(crate) fn is_line_feed(self, unit: &[u8]) -> bool {
        match self {
            Self::Utf8 | Self::Legacy(_) => unit == b"\n",
            Self::Utf16(ByteOrder::Little) => unit == b"\n\0",
            Self::Utf16(ByteOrder::Big) => unit == b"\0\n",
            Self::Utf32(ByteOrder::Little) => unit == b"\n\0\0\0",
            Self::Utf32(ByteOrder::Big) => unit == b"\0\0\0\n",
        }
    }
}

/// Returns the scalar value that four bytes encode in UTF-32.
pub(crate) fn scalar(unit: [u8; 4], order: ByteOrder) -> Option<char> {
    char::from_u32(match order {
        ByteOrder::Little => u32::from_le_bytes(unit),
        ByteOrder::Big => u32::from_be_bytes(unit),
    })
}

/// Returns whether a file starts with UTF-32, as far as `head` shows.
pub(crate) fn is_utf32(head: &[u8], order: ByteOrder) -> bool {
    head.as_chunks().0.iter().all(|unit| scalar(*unit, order).is_some())
}

#[cfg(test)]
mod tests;
