use super::{Origin, read, write};
use readroom_core::{Cursor, LineNumber, Ordinal};

const FILE: &str = "a.txt";
const ORIGIN: Origin<'_> = Origin { version: "3e8-65920080-0", digest: 0xabc };

fn cursors() -> [Cursor; 3] {
    let line = Ordinal::FromStart(LineNumber::FIRST.after(100));
    let known = Cursor { offset: 1000, line, total: Some(200), lossy: true };
    [
        known,
        Cursor { total: None, lossy: false, ..known },
        Cursor {
            line: Ordinal::FromEnd(u64::MAX),
            offset: u64::MAX,
            total: Some(u64::MAX),
            ..known
        },
    ]
}

#[test]
fn what_is_written_is_read() {
    for cursor in cursors() {
        assert_eq!(read(FILE, &write(FILE, ORIGIN, &cursor)), Some((ORIGIN, cursor)));
    }
}

#[test]
fn the_longest_is_short_enough() {
    let times = format!("{0:x}-{0:x}-{1:x}", u64::MAX, 999_999_999);
    let origin = Origin { version: &times, digest: u32::MAX };
    for cursor in cursors() {
        let text = write(FILE, origin, &Cursor { lossy: true, ..cursor });
        assert!(text.len() <= super::MAX_TEXT_BYTES, "{text}");
        assert!(read(FILE, &text).is_some());
    }
}

#[test]
fn a_cursor_into_another_file_is_none() {
    for cursor in cursors() {
        assert_eq!(read("b.txt", &write(FILE, ORIGIN, &cursor)), None);
    }
}

#[test]
fn one_wrong_character_is_noticed() {
    for cursor in cursors() {
        let text = write(FILE, ORIGIN, &cursor);
        for at in 0..text.len() {
            let wrong = if text[at..].starts_with('1') { "2" } else { "1" };
            for put in [wrong, "", "é", "+"] {
                let text: String = [&text[..at], put, &text[at + 1..]].concat();
                assert_eq!(read(FILE, &text), None, "{text}");
            }
        }
        for end in 0..text.len() {
            assert_eq!(read(FILE, &text[..end]), None);
        }
    }
}
