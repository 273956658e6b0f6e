use super::{Piece, Utf8Decoder};

/// Returns the text and the number of replacements.
fn decoded(bytes: &[u8], size: usize) -> (String, usize) {
    let (mut decoder, mut text, mut replacements, mut length) =
        (Utf8Decoder::new(), String::new(), 0, 0);
    let mut sink = |piece: Piece<'_>| match piece {
        Piece::Text(part) => {
            text.push_str(part);
            length += part.len();
        }
        Piece::Replacements { count, bytes } => {
            text.push_str(&"\u{fffd}".repeat(count));
            replacements += count;
            length += bytes;
        }
    };
    bytes.chunks(size).for_each(|bytes| decoder.decode(bytes, &mut sink));
    decoder.finish(&mut sink);
    assert_eq!(length, bytes.len(), "each byte is in one piece");
    (text, replacements)
}

#[test]
fn the_number_of_replacements_is_the_same_everywhere() {
    for (bytes, expected) in [
        (&b"\xed\xa0\x80"[..], 3),
        (b"\xc0\xaf", 2),
        (b"\xe4\xb8", 1),
        (b"\xf0\x9f\x98", 1),
        (b"\xf0\x9f\x98a", 1),
        (b"\xf5\x80", 2),
        (b"\xff", 1),
    ] {
        for size in 1..5 {
            let (text, replacements) = decoded(bytes, size);
            assert_eq!(replacements, expected, "{bytes:x?} in pieces of {size}");
            assert_eq!(text, String::from_utf8_lossy(bytes));
        }
    }
}

#[test]
fn a_replacement_character_in_the_file_does_not_count_as_a_replacement() {
    assert_eq!(decoded("\u{fffd}".as_bytes(), 1), ("\u{fffd}".into(), 0));
}
