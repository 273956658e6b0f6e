//! Finds encodings by name: those of the Encoding Standard, and the names that Python and iconv use
//! for the same encodings.

use crate::encoding::legacy;
use crate::{ByteOrder, Encoding};

/// One line per encoding: its label in the standard and its other names, in lower case without
/// separators.
const ALIASES: &str = include_str!("label.txt");

/// The longest name of an encoding in bytes, generously.
const MAX_NAME_BYTES: usize = 64;

impl Encoding {
    /// Returns the encoding with this name: a name or label of the Encoding Standard, a name of
    /// UTF-32, or a Python or iconv name of one of them, in any case and with any separators.
    /// `None` if there is no such encoding.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        // After the name, iconv takes conversion options.
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
    let known = ALIASES.lines().find_map(|line| {
        let (name, aliases) = line.split_once(' ')?;
        aliases.split(' ').any(|alias| alias == plain).then_some(name)
    });
    let digits = plain.find(|character: char| character.is_ascii_digit());
    let parts = digits.and_then(|at| plain.split_at_checked(at));
    let numbered = parts.filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    [
        known.map(Into::into),
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
