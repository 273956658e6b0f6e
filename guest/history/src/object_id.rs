//! The names of objects.

use std::fmt;

/// The hash function that names the objects of a repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectFormat {
    /// SHA-1.
    Sha1,
    /// SHA-256.
    Sha256,
}

impl ObjectFormat {
    /// Returns the number of bytes of a hash.
    pub fn bytes(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
        }
    }

    /// Returns the tree without entries, which need not be stored.
    pub(crate) fn empty_tree(self) -> Option<ObjectId> {
        let digits: &[u8] = match self {
            Self::Sha1 => b"4b825dc642cb6eb9a060e54bf8d69288fbee4904",
            Self::Sha256 => b"6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
        };
        ObjectId::from_hex(self, digits)
    }
}

/// The hash of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    /// The hash. With SHA-1, zeros follow it.
    bytes: [u8; 32],
    format: ObjectFormat,
}

impl ObjectId {
    /// Returns the id with these bytes. `None` if their number is wrong.
    pub fn from_bytes(format: ObjectFormat, bytes: &[u8]) -> Option<Self> {
        let mut all = [0; 32];
        all.get_mut(..format.bytes())?.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        (bytes.len() == format.bytes()).then_some(Self { bytes: all, format })
    }

    /// Parses hexadecimal digits, all of them. `None` if they are not such an id.
    pub fn from_hex(format: ObjectFormat, digits: &[u8]) -> Option<Self> {
        let (pairs, []) = digits.as_chunks::<2>() else { return None };
        let digit = |digit: u8| char::from(digit).to_digit(16);
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?;
        }
        (pairs.len() == format.bytes()).then_some(Self { bytes, format })
    }

    /// Returns the hash.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.format.bytes()).unwrap_or_default()
    }

    /// Returns the hash function.
    pub fn format(&self) -> ObjectFormat {
        self.format
    }

    /// Returns the id that stands for no object.
    pub(crate) fn null(format: ObjectFormat) -> Self {
        Self { bytes: [0; 32], format }
    }

    /// Returns whether all bytes are zero, which stands for no object.
    pub fn is_null(&self) -> bool {
        self.bytes == [0; 32]
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = formatter.precision().unwrap_or(usize::MAX);
        let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
        let mut text = [0; 64];
        for (pair, byte) in text.as_chunks_mut().0.iter_mut().zip(self.bytes) {
            *pair = [digit(byte >> 4), digit(byte & 15)];
        }
        let text = text.get(..digits.min(2 * self.format.bytes())).unwrap_or_default();
        formatter.write_str(str::from_utf8(text).unwrap_or_default())
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
