use super::{Encoding, Kind, encoding, of};
use readroom_core::ByteOrder;

#[test]
fn names_and_first_bytes_have_to_agree() {
    for (path, head, expected) in [
        ("/w/f", &b"\x89PNG\r\n\x1a\n"[..], Kind::Image),
        ("/w/f.pdf", b"\x89PNG\r\n\x1a\n", Kind::Image),
        ("/w/f.svg", b"\x89PNG\r\n\x1a\n", Kind::Other),
        ("/w/f.mp4", b"\x89PNG\r\n\x1a\n", Kind::Other),
        ("/w/f.png", b"text", Kind::Other),
        ("/w/f.png", b"", Kind::Other),
        ("/w/f.mpg", b"text", Kind::Video),
        ("/w/f.mpg", b"a\0", Kind::Other),
        ("/w/f.svg", b"text", Kind::Text),
        ("/w/f.svg", b"a\0", Kind::Other),
        ("/w/f.pdf", b"text", Kind::Other),
        ("/w/.png", b"text", Kind::Text),
        ("/w/f.ts", b"text", Kind::Text),
        ("/w/f", b"\0\0\0\x18ftypQT\0\0", Kind::Video),
        ("/w/f", b"\0\0\0\x18ftypqt", Kind::Other),
    ] {
        assert_eq!(of(path, head), expected, "{path}: {head:?}");
    }
}

#[test]
fn zeros_at_one_side_are_utf_16() {
    for (head, expected) in [
        (&b"\xff\xfe"[..], Encoding::Utf16(ByteOrder::Little)),
        (b"\xfe\xffa", Encoding::Utf16(ByteOrder::Big)),
        (b"\xef\xbb\xbfa\0b\0", Encoding::Utf8),
        (b"a\0b\0", Encoding::Utf16(ByteOrder::Little)),
        (b"\0a\0b", Encoding::Utf16(ByteOrder::Big)),
        (b"a\0bc", Encoding::Binary),
        (b"a\0b\0\0", Encoding::Binary),
        (b"ab", Encoding::Utf8),
        (b"", Encoding::Utf8),
    ] {
        assert_eq!(encoding(head), expected, "{head:?}");
    }
}
