use super::{Kind, looks_binary, of};

#[test]
fn names_decide_first() {
    for (path, kind) in [
        ("/w/a.ts", Kind::Text),
        ("/w/a.svg", Kind::Svg),
        ("/w/a.svgz", Kind::Image),
        ("/w/a.PNG", Kind::Image),
        ("/w/a.jfif", Kind::Image),
        ("/w/a.ico", Kind::Text),
        ("/w/a.psd", Kind::Text),
        ("/w/a.pdf", Kind::Pdf),
        ("/w/a.zip", Kind::Binary),
        ("/w/a.dat", Kind::Binary),
        ("/w/a.mp3", Kind::Text),
        ("/w/.png", Kind::Text),
    ] {
        assert_eq!(of(path, b"text"), kind, "{path}");
    }
    for (path, kind) in [
        ("/w/a.mp3", Kind::Audio),
        ("/w/a.aiff", Kind::Audio),
        ("/w/a.mid", Kind::Audio),
        ("/w/a.mp4", Kind::Video),
        ("/w/a.mkv", Kind::Binary),
    ] {
        assert_eq!(of(path, b"\0"), kind, "{path}");
    }
}

#[test]
fn bytes_decide_what_names_do_not() {
    for (bytes, binary) in [
        (&b""[..], false),
        (b"a\0", true),
        (b"%PDF-", true),
        (b"%PDF", false),
        ("äöü 日本語 😀".as_bytes(), false),
        (b"caf\xe9 and more text", false),
        (b"\x01\x02\x03", true),
        (b"\xff\xfe\0", false),
        (b"\x84\x31\x95\x33\0", false),
    ] {
        assert_eq!(looks_binary(bytes), binary, "{bytes:?}");
    }
}
