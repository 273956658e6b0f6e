//! Finds encodings by their names.

use crate::encoding::{ByteOrder, Encoding};
use crate::legacy;

impl Encoding {
    /// Returns the encoding with this name or label of the Encoding Standard, or name of UTF-32, in
    /// any case. `None` if there is no such encoding or it cannot be read, like ISO-2022-JP, where
    /// the meaning of bytes changes from line to line.
    pub fn named(label: &str) -> Option<Self> {
        let label = label.trim();
        for (name, order) in [
            ("utf-32", ByteOrder::Little),
            ("utf-32le", ByteOrder::Little),
            ("utf-32be", ByteOrder::Big),
        ] {
            if label.eq_ignore_ascii_case(name) {
                return Some(Self::Utf32(order));
            }
        }
        legacy::labelled(label)
    }
}
