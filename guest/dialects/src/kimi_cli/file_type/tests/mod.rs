use super::{FileType, SystemMedia};

fn of(path: &str, head: &[u8]) -> FileType {
    super::of(path, head, &SystemMedia::default())
}

#[test]
fn a_name_of_media_is_believed() {
    for path in [
        "/w/a.png",
        "/w/A.PNG",
        "/w/a.png.gz",
        "/w/a.PNG.Z",
        "/w/a.svgz",
        "/w/a.svg.gz",
        "/w/a.xpm",
        "/w/..png",
    ] {
        assert_eq!(of(path, b"text"), FileType::Image, "{path}");
    }
    for path in ["/w/a.mp4", "/w/a.mpg.xz", "/w/a.mkv.gz", "/w/a.qt"] {
        assert_eq!(of(path, b"text"), FileType::Video, "{path}");
    }
    for path in ["/w/a.png.GZ", "/w/a.flv.gz", "/w/a.svgz.gz"] {
        assert_eq!(of(path, b"text"), FileType::Unknown, "{path}");
    }
    for path in [
        "/w/...xbm",
        "/w/..png.Z",
        "/w/a.png.z",
        "/w/a.ts",
        "/w/a.tsx",
        "/w/a.mts",
        "/w/a.svg",
        "/w/.png",
        "/w/png",
        "/w/a.png.txt",
    ] {
        assert_eq!(of(path, b"text"), FileType::Text, "{path}");
    }
}

#[test]
fn a_name_may_be_known_to_the_system() {
    let system = SystemMedia { images: "djvu jp2", videos: "ogv" };
    let of = |path| super::of(path, b"text", &system);
    for path in ["/w/a.jp2", "/w/a.DJVU", "/w/a.jp2.gz"] {
        assert_eq!(of(path), FileType::Image, "{path}");
    }
    assert_eq!(of("/w/a.ogv"), FileType::Video);
    for path in ["/w/a.jp", "/w/a", "/w/a.", "/w/a.djvu jp2"] {
        assert_eq!(of(path), FileType::Text, "{path}");
    }
}

#[test]
fn the_first_bytes_decide_where_the_name_does_not() {
    for head in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"\xff\xd8\xff",
        b"GIF89a",
        b"BMP is also how a text may begin",
        b"II*\0",
        b"RIFF\0\0\0\0WEBP",
        b"\0\0\0\x18ftypAVIF",
    ] {
        assert_eq!(of("/w/a", head), FileType::Image, "{head:?}");
        assert_eq!(of("/w/a.svg", head), FileType::Unknown, "{head:?}");
    }
    for head in [
        &b"FLV"[..],
        b"RIFF\0\0\0\0AVI ",
        b"\x1a\x45\xdf\xa3 WebM",
        b"\0\0\0\x18ftypqt  ",
        b"\0\0\0\x18ftypisom",
    ] {
        assert_eq!(of("/w/a", head), FileType::Video, "{head:?}");
    }
}

#[test]
fn other_binary_files_are_unknown() {
    assert_eq!(of("/w/a", b"a\0"), FileType::Unknown);
    assert_eq!(of("/w/a.pdf", b"text"), FileType::Unknown);
    assert_eq!(of("/w/a.tar.gz", b"text"), FileType::Unknown);
    assert_eq!(of("/w/a.db", b""), FileType::Unknown);
    assert_eq!(of("/w/a", b"\x1a\x45\xdf\xa3 other"), FileType::Text);
    assert_eq!(of("/w/a", b""), FileType::Text);
}
