//! Cursors as text.

use super::{Cursor, Inside};

#[test]
fn a_cursor_is_of_one_request() {
    let path = String::from("src/a.b.rs");
    let rank = Some((1 << 40, 999_999_999));
    let inside = Some(Inside { line: 3, offset: 1 << 50, matches: 0 });
    let after = Some((17, path.clone()));
    for cursor in [
        Cursor { path: path.clone(), ..Cursor::default() },
        Cursor { path: path.clone(), rank, ..Cursor::default() },
        Cursor { after: after.clone(), ..Cursor::default() },
        Cursor { path, inside, after, ..Cursor::default() },
    ] {
        let text = cursor.encode("a");
        assert_eq!(Cursor::decode(&text, "a"), Some(cursor));
        assert_eq!(Cursor::decode(&text, "b"), None);
        for at in 0..text.len() {
            assert_eq!(Cursor::decode(&text[..at], "a"), None);
        }
    }
    assert_eq!(Cursor::decode("", ""), None);
}
