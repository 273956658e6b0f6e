//! Encodings of text: their names, their byte-order marks, and where their lines end.

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
mod tests {
    use super::{ByteOrder, Encoding};

    #[test]
    fn labels_are_those_of_the_standard() {
        for (label, name) in [
            ("UTF8", "utf-8"),
            (" utf-8 ", "utf-8"),
            ("utf-16", "utf-16le"),
            ("unicodefffe", "utf-16be"),
            ("UTF-32BE", "utf-32be"),
            ("GB2312", "gbk"),
            ("gb18030", "gb18030"),
            ("cp1252", "windows-1252"),
            ("latin1", "windows-1252"),
            ("sjis", "shift_jis"),
            ("ks_c_5601-1987", "euc-kr"),
        ] {
            assert_eq!(
                Encoding::named(label).map(Encoding::name).as_deref(),
                Some(name),
                "{label}"
            );
        }
        let long = "utf-8".repeat(100);
        for label in [
            "",
            "-",
            "8",
            "utf-7",
            "hz-gb-2312",
            "iso-2022-kr",
            "replacement",
            "é",
            &long,
            "utf-8\0",
            "'utf-8'",
        ] {
            assert_eq!(Encoding::named(label), None, "{label}");
        }
    }

    #[test]
    fn python_and_iconv_names_are_known() {
        for (names, expected) in [
            ("utf_8 U8 utf8 utf-8-sig utf_8_sig UTF-8-BOM utf8mb4 cp65001 UTF-8//IGNORE", "utf-8"),
            ("utf16 utf_16 UTF-16-LE utf_16_le ucs-2 ucs2 unicode", "utf-16le"),
            ("utf-16-be utf16be UTF_16_BE UCS-2BE", "utf-16be"),
            ("utf32 utf_32 utf-32-le UCS-4 u32", "utf-32le"),
            ("utf-32-be utf32be UCS-4BE", "utf-32be"),
            ("latin-1 latin_1 Latin1 L1 8859-1 iso8859_1 iso-8859-1 iso88591", "windows-1252"),
            ("cp819 ascii us-ascii windows1252 win-1252 windows_1252 1252", "windows-1252"),
            ("latin-2 iso8859_2 ISO_8859-2", "iso-8859-2"),
            ("latin-9 iso8859-15 iso_8859_15 ISO8859-15", "iso-8859-15"),
            ("cp932 ms932 shift-jis shiftjis S_JIS sjis windows-31j csshiftjis", "shift_jis"),
            ("cp936 ms936 gb2312 gb_2312 euc-cn euccn GBK x-gbk", "gbk"),
            ("gb-18030 gb18030 GB_18030 gb18030-2000//TRANSLIT", "gb18030"),
            ("cp949 ms949 uhc euc_kr euckr ks_c_5601-1987 windows-949", "euc-kr"),
            ("cp950 ms950 big5 big-5 big5_hkscs big5hkscs big5-tw", "big5"),
            ("euc_jp eucjp EUC-JP ujis cp51932", "euc-jp"),
            ("iso2022_jp iso2022jp csISO2022JP ISO-2022-JP cp50220", "iso-2022-jp"),
            ("koi8_r koi8r KOI8-R", "koi8-r"),
            ("koi8_u koi8u", "koi8-u"),
            ("mac_roman macroman mac macintosh", "macintosh"),
            ("cp866 ibm866 866", "ibm866"),
            ("windows-1251 cp1251 win1251 cp-1251", "windows-1251"),
            ("cp874 tis-620 iso8859_11 windows874", "windows-874"),
        ] {
            for name in names.split(' ') {
                let found = Encoding::named(name).map(Encoding::name);
                assert_eq!(found.as_deref(), Some(expected), "{name}");
            }
        }
    }

    #[test]
    fn gb18030_has_a_byte_order_mark() {
        let gb18030 = Encoding::named("gb18030").unwrap();
        assert_eq!(Encoding::marked(b"\x84\x31\x95\x33a"), Some(gb18030));
        assert!(Encoding::named("gbk").unwrap().is_decided_by(gb18030));
        assert!(!Encoding::Utf8.is_decided_by(gb18030));
    }

    #[test]
    fn a_utf_16_mark_before_a_nul_is_not_a_utf_32_mark() {
        let little = ByteOrder::Little;
        assert_eq!(Encoding::marked(b"\xff\xfe\0\0a\0\0\0"), Some(Encoding::Utf32(little)));
        assert_eq!(Encoding::marked(b"\xff\xfe\0\0a\0b\0"), Some(Encoding::Utf16(little)));
        assert_eq!(Encoding::marked(b"\xff\xfea\0"), Some(Encoding::Utf16(little)));
        assert_eq!(Encoding::marked(b"\0\0\xfe\xff"), Some(Encoding::Utf32(ByteOrder::Big)));
        assert_eq!(Encoding::marked(b"a"), None);
    }

    #[test]
    fn lines_end_after_whole_units() {
        let ends = |encoding: Encoding, bytes: &[u8]| {
            encoding.line_ends(bytes).collect::<std::vec::Vec<_>>()
        };
        assert_eq!(ends(Encoding::Utf8, b"a\n\nb"), [2, 3]);
        // U+0A00 and U+010A are not line feeds, nor are halves of two other characters.
        assert_eq!(ends(Encoding::Utf16(ByteOrder::Little), b"\n\0\0\n\n\x01a\n\0b\n\0"), [2, 12]);
        assert_eq!(ends(Encoding::Utf16(ByteOrder::Big), b"\0\n\n\0a\0\n\0\0\n"), [2, 10]);
        assert_eq!(ends(Encoding::Utf32(ByteOrder::Big), b"\0\0\0\n\0\0\n\0"), [4]);
    }
}
