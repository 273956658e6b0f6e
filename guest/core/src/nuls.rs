//! Distinguishes text that contains NULs from binary files.

/// At most one byte in this many may be a NUL if NULs are scattered.
const FEW: usize = 100;

/// The longest run of NULs that may separate or pad text: `a\0\0b`.
const MAX_RUN: usize = 2;

/// Returns whether the beginning of a file of `size` bytes is UTF-8 text with NULs: at its edges,
/// as after a log was cut off; few, as in source code; or one at a time, as between names or where
/// UTF-16 was appended.
pub(crate) fn is_text(head: &[u8], size: u64) -> bool {
    let is_nul = |byte: &u8| *byte == 0;
    let (Some(first), Some(last)) =
        (head.iter().position(|byte| !is_nul(byte)), head.iter().rposition(|byte| !is_nul(byte)))
    else {
        return false;
    };
    let inside = head.get(first..=last).unwrap_or_default();
    let nuls = memchr::memchr_iter(0, inside).count();
    let are_few = nuls * FEW <= head.len();
    let are_single = || {
        let mut runs = inside.split(|byte| !is_nul(byte)).map(<[u8]>::len);
        nuls * 2 <= inside.len() && runs.all(|run| run <= MAX_RUN)
    };
    let is_cut = (head.len() as u64) < size && last + 1 == head.len();
    (are_few || are_single()) && is_plain(inside, is_cut)
}

/// Returns whether bytes are UTF-8 without control characters other than those of text and
/// terminals. `is_cut` says whether the last character may be incomplete.
fn is_plain(bytes: &[u8], is_cut: bool) -> bool {
    let is_odd = |byte: &u8| matches!(byte, 1..=7 | 0xb | 0xe..=0x1a | 0x1c..=0x1f | 0x7f);
    let is_utf_8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => is_cut && error.error_len().is_none(),
    };
    is_utf_8 && !bytes.iter().any(is_odd)
}

#[cfg(test)]
mod tests {
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
}
