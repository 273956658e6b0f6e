use super::Transcoder;
use crate::{Encoding, random};
use proptest::prelude::*;

fn decoded(encoding: Encoding, bytes: &[u8], size: usize) -> (String, bool) {
    let (mut transcoder, mut text, mut replaced) =
        (Transcoder::new(encoding), String::new(), false);
    for piece in bytes.chunks(size) {
        let more = transcoder.decode(piece);
        text.push_str(more.text);
        replaced |= more.replaced;
    }
    let more = transcoder.finish();
    text.push_str(more.text);
    (text, replaced | more.replaced)
}

#[test]
fn characters_may_lie_across_pieces() {
    for (name, bytes, expected) in [
        ("gbk", &b"\xd6\xd0\xce\xc4\n\x81\x30\x81\x30"[..], "中文\n\u{80}"),
        ("big5", b"\xa4\xa4\xa4\xe5", "中文"),
        ("shift_jis", b"\x93\xfa\x96\x7b\\", "日本\\"),
        ("euc-kr", b"\xc7\xd1", "한"),
        ("iso-2022-jp", b"a\x1b$B%F%9%H\x1b(B\n\x1b$BF|\nb", "aテスト\n日\nb"),
        ("windows-1252", b"caf\xe9\x80", "café€"),
        ("utf-16le", b"a\0\n\0\x3d\xd8\x00\xde", "a\n😀"),
        ("utf-32be", b"\0\0\0a\0\x01\xf6\0", "a😀"),
    ] {
        let Some(encoding) = Encoding::named(name) else { panic!("{name}") };
        for size in 1..5 {
            assert_eq!(decoded(encoding, bytes, size), (expected.into(), false), "{name}");
        }
    }
}

#[test]
fn ill_formed_bytes_are_replaced() {
    for (name, bytes, expected) in [
        ("gbk", &b"a\xff\nb\xd6"[..], "a\u{fffd}\nb\u{fffd}"),
        ("utf-16le", b"\x00\xd8a\0b", "\u{fffd}a\u{fffd}"),
        ("utf-32le", b"\0\xd8\0\0a\0\0\0\0\0\x11\0b\0", "\u{fffd}a\u{fffd}\u{fffd}"),
    ] {
        let Some(encoding) = Encoding::named(name) else { panic!("{name}") };
        for size in 1..5 {
            assert_eq!(decoded(encoding, bytes, size), (expected.into(), true), "{name}");
        }
    }
}

/// The handling of lines relies on this: a decoder neither adds nor removes line feeds.
fn keeps_line_feeds(name: &str, bytes: &[u8]) {
    let Some(encoding) = Encoding::named(name) else { panic!("{name}") };
    let (text, _) = decoded(encoding, bytes, 7);
    assert_eq!(text.matches('\n').count(), encoding.line_ends(bytes).count(), "{name}: {bytes:x?}");
    // A line decodes to the same text on its own.
    let mut begin = 0;
    let mut lines = String::new();
    for end in encoding.line_ends(bytes).chain([bytes.len()]) {
        lines.push_str(&decoded(encoding, &bytes[begin..end], 1).0);
        begin = end;
    }
    assert_eq!(lines, text, "{name}: {bytes:x?}");
}

proptest! {
    #![proptest_config(random::inputs(256))]

    #[test]
    fn lines_are_the_same_in_bytes_and_in_text(
        bytes in prop::collection::vec(
            prop_oneof![
                3 => any::<u8>(),
                1 => Just(b'\n'),
                1 => Just(0),
                1 => prop::sample::select(&b"\x1b$(BIJ@"[..]),
            ],
            0..60,
        ),
    ) {
        for name in [
            "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1252",
            "windows-1251", "koi8-r", "macintosh", "x-user-defined", "iso-2022-jp", "utf-16le",
            "utf-16be", "utf-32le", "utf-32be", "utf-8",
        ] {
            keeps_line_feeds(name, &bytes);
        }
    }
}
