use super::is_text;

#[test]
fn text_with_nuls_is_distinguished_from_other_bytes() {
    let log = [vec![0; 5000], b"started\nstopped\n".to_vec()].concat();
    let hole = [b"started\n".to_vec(), vec![0; 30], b"stopped\n".repeat(500)].concat();
    for bytes in [
        &b"const k = a + \"\0\" + b;\nok();\n"[..],
        b"[05:55:47] \0",
        b"a.rs\0b c.rs\0",
        b"sh\0-c\0\0x\0",
        b"\xef\xbb\xbfa\0b",
        "caf\u{e9} \0 \u{1b}[1mbold\u{1b}[0m\n".as_bytes(),
        b"old line\r\nn\0e\0w\0\r\0\n\0",
        &log,
        &hole,
    ] {
        assert!(is_text(bytes, bytes.len() as u64), "{bytes:x?}");
    }
    let tar = [b"a.txt".to_vec(), vec![0; 95], b"0000644\x000001750\0".to_vec()].concat();
    for bytes in [
        &b""[..],
        b"\0\0\0\0",
        b"a\0\0\0b",
        b"a\0\x01b",
        b"a\0\xffb",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0",
        &tar,
    ] {
        assert!(!is_text(bytes, bytes.len() as u64), "{bytes:x?}");
    }
    // A character that continues after the head.
    assert!(is_text(b"a\0b\xe2\x82", 100));
    assert!(!is_text(b"a\0b\xe2\x82", 5));
}
