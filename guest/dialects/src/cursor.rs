//! Cursors as text: where to go on in one version of a file.
//!
//! To whoever gets one it is opaque: `<version>.<offset>.<line>.<total>.<check>`, with `-` before a line that is counted
//! from the end, nothing for a total that is not known, and `r` before the check if bytes were replaced so far. Numbers
//! are hexadecimal. The check is there because models copy cursors, and may copy them wrong.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;
use readroom_core::{Cursor, LineNumber, Ordinal, Presence};

/// The longest text that is looked at: longer than any cursor.
const LONGEST: usize = 160;

/// Writes a cursor into a file of this version.
pub(crate) fn write(version: &str, cursor: &Cursor) -> String {
    let mut text = format!("{version}.{:x}.", cursor.offset);
    let _ = match cursor.line {
        Ordinal::FromStart(line) => write!(text, "{:x}.", line.get()),
        Ordinal::FromEnd(line) => write!(text, "-{line:x}."),
    };
    if let Some(total) = cursor.total {
        let _ = write!(text, "{total:x}");
    }
    text += if cursor.replacements == Presence::Present { ".r" } else { "." };
    let check = check(&text);
    let _ = write!(text, "{check:08x}");
    text
}

/// Reads a cursor, and the version of the file that it was made for. None if it is none.
pub(crate) fn read(text: &str) -> Option<(&str, Cursor)> {
    if text.len() > LONGEST {
        return None;
    }
    let (body, said) = text.split_at_checked(text.len().checked_sub(8)?)?;
    if number(said)? != u64::from(check(body)) {
        return None;
    }
    let mut parts = body.rsplitn(5, '.');
    let replacements = match parts.next()? {
        "" => Presence::Absent,
        "r" => Presence::Present,
        _ => return None,
    };
    let total = match parts.next()? {
        "" => None,
        total => Some(number(total)?),
    };
    let line = parts.next()?;
    let line = match line.strip_prefix('-') {
        Some(line) => Ordinal::FromEnd(number(line)?),
        None => Ordinal::FromStart(LineNumber::new(number(line)?)?),
    };
    // What no answer could have said.
    match line {
        Ordinal::FromStart(line) if total.is_some_and(|total| line.get() > total) => return None,
        Ordinal::FromEnd(0) => return None,
        _ => {}
    }
    let offset = number(parts.next()?)?;
    Some((parts.next()?, Cursor { offset, line, total, replacements }))
}

/// A number as [`write`] writes it.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if digits { u64::from_str_radix(text, 16).ok() } else { None }
}

/// FNV-1a in 32 bits: finds slips, and keeps nobody from making cursors up, who gains nothing by it.
fn check(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use alloc::string::String;
    use readroom_core::{Cursor, LineNumber, Ordinal, Presence};

    const VERSION: &str = "3e8-65920080-0";

    fn cursors() -> [Cursor; 3] {
        let line = Ordinal::FromStart(LineNumber::FIRST.after(100));
        let known = Cursor { offset: 1000, line, total: Some(200), replacements: Presence::Present };
        [
            known,
            Cursor { total: None, replacements: Presence::Absent, ..known },
            Cursor { line: Ordinal::FromEnd(u64::MAX), offset: u64::MAX, total: Some(u64::MAX), ..known },
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        for cursor in cursors() {
            assert_eq!(read(&write(VERSION, &cursor)), Some((VERSION, cursor)));
        }
    }

    #[test]
    fn a_line_that_the_file_cannot_have_is_refused() {
        let [known, ..] = cursors();
        for impossible in
            [Cursor { total: Some(100), ..known }, Cursor { line: Ordinal::FromEnd(0), total: None, ..known }]
        {
            assert_eq!(read(&write(VERSION, &impossible)), None);
        }
    }

    #[test]
    fn one_wrong_character_is_noticed() {
        for cursor in cursors() {
            let text = write(VERSION, &cursor);
            for at in 0..text.len() {
                let wrong = if text[at..].starts_with('1') { "2" } else { "1" };
                for put in [wrong, "", "é", "+"] {
                    let text: String = [&text[..at], put, &text[at + 1..]].concat();
                    assert_eq!(read(&text), None, "{text}");
                }
            }
            for end in 0..text.len() {
                assert_eq!(read(&text[..end]), None);
            }
        }
    }
}
