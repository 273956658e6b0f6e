//! Finds encodings by their names: those of the Encoding Standard, and those that Python and iconv
//! have for the same encodings.

use crate::encoding::{ByteOrder, Encoding};
use crate::legacy;

/// Names that are no labels of the standard even with other separators, without separators.
const ALIASES: [(&str, &str); 50] = [
    ("u8", "utf-8"),
    ("utf", "utf-8"),
    ("utf8", "utf-8"),
    ("utf8sig", "utf-8"),
    ("utf8bom", "utf-8"),
    ("utf8nobom", "utf-8"),
    ("utf8mb4", "utf-8"),
    ("cp65001", "utf-8"),
    ("u16", "utf-16"),
    ("utf16", "utf-16"),
    ("utf16le", "utf-16le"),
    ("utf16be", "utf-16be"),
    ("ucs2le", "utf-16le"),
    ("ucs2be", "utf-16be"),
    ("cp1200", "utf-16le"),
    ("cp1201", "utf-16be"),
    ("u32", "utf-32"),
    ("utf32", "utf-32"),
    ("utf32le", "utf-32le"),
    ("utf32be", "utf-32be"),
    ("ucs4", "utf-32"),
    ("ucs4le", "utf-32le"),
    ("ucs4be", "utf-32be"),
    ("cp932", "shift_jis"),
    ("ms932", "shift_jis"),
    ("windows932", "shift_jis"),
    ("mskanji", "shift_jis"),
    ("cp936", "gbk"),
    ("ms936", "gbk"),
    ("windows936", "gbk"),
    ("euccn", "gbk"),
    ("gb231280", "gbk"),
    ("gb23121980", "gbk"),
    ("cp54936", "gb18030"),
    ("gb180302000", "gb18030"),
    ("cp949", "euc-kr"),
    ("ms949", "euc-kr"),
    ("uhc", "euc-kr"),
    ("cp51949", "euc-kr"),
    ("cp950", "big5"),
    ("ms950", "big5"),
    ("big5tw", "big5"),
    ("hkscs", "big5-hkscs"),
    ("cp51932", "euc-jp"),
    ("ujis", "euc-jp"),
    ("cp50220", "iso-2022-jp"),
    ("cp874", "windows-874"),
    ("macroman", "macintosh"),
    ("maccyrillic", "x-mac-cyrillic"),
    ("latin9", "iso-8859-15"),
];

/// Labels of the standard with a separator at a place that no rule finds.
const SEPARATED: [(&str, &str); 9] = [
    ("shiftjis", "shift_jis"),
    ("sjis", "shift_jis"),
    ("eucjp", "euc-jp"),
    ("euckr", "euc-kr"),
    ("koi8r", "koi8-r"),
    ("koi8u", "koi8-u"),
    ("big5hkscs", "big5-hkscs"),
    ("iso2022jp", "iso-2022-jp"),
    ("xuserdefined", "x-user-defined"),
];

/// The longest name of an encoding in bytes, generously.
const MAX_NAME_BYTES: usize = 64;

impl Encoding {
    /// Returns the encoding with this name: a name or label of the Encoding Standard, a name of
    /// UTF-32, or what Python or iconv call one of them, in any case and with any separators.
    /// `None` if there is no such encoding.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        // iconv says behind the name how to convert.
        let name = name.split("//").next().unwrap_or_default();
        standard(name).or_else(|| {
            let is_separator = |character: char| matches!(character, '-' | '_' | ' ' | '.' | ':');
            let plain = name.to_ascii_lowercase().replace(is_separator, "");
            spellings(&plain).into_iter().flatten().find_map(|name| standard(&name))
        })
    }
}

/// Returns how the standard may spell a name without separators.
fn spellings(plain: &str) -> [Option<String>; 5] {
    let known = ALIASES.iter().chain(&SEPARATED).find(|(alias, _)| *alias == plain);
    let digits = plain.find(|character: char| character.is_ascii_digit());
    let parts = digits.and_then(|at| plain.split_at_checked(at));
    let numbered = parts.filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    [
        known.map(|(_, name)| (*name).into()),
        Some(plain.into()),
        // ISO8859-1 as 88591, code page 1252 as 1252.
        numbered.filter(|(word, _)| word.is_empty()).map(|(_, number)| {
            if number.starts_with("8859") { format!("iso{number}") } else { format!("cp{number}") }
        }),
        numbered.filter(|(word, _)| *word == "win").map(|(_, number)| format!("cp{number}")),
        numbered.map(|(word, number)| format!("{word}-{number}")),
    ]
}

/// Returns the encoding with a name or label of the standard, or a name of UTF-32.
fn standard(label: &str) -> Option<Encoding> {
    for (name, order) in [
        ("utf-32", ByteOrder::Little),
        ("utf-32le", ByteOrder::Little),
        ("utf-32be", ByteOrder::Big),
    ] {
        if label.eq_ignore_ascii_case(name) {
            return Some(Encoding::Utf32(order));
        }
    }
    legacy::labelled(label)
}
