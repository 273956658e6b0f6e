use super::MediaType;

#[test]
fn images_that_are_not_read_are_known_by_their_first_bytes() {
    for (head, expected) in [
        (&b"BM6\0\0\0\0\0\0\0"[..], Some(MediaType::Bmp)),
        (b"BMW 320i", None),
        (b"\0\0\x01\0\x02\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x26\0\0\0", Some(MediaType::Ico)),
        (b"\0\0\x02\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0", Some(MediaType::Ico)),
        (b"\0\0\x01\0\x02\0\x03\0\x04\0\x05\0\x06\0\x07\0\x08\0\x09\0\x0a\0", None),
        (b"II*\0", Some(MediaType::Tiff)),
        (b"MM\0*", Some(MediaType::Tiff)),
        (b"\0\0\0\x1cftypavif", Some(MediaType::Avif)),
        (b"\0\0\0\x18ftypheic", Some(MediaType::Heic)),
        (b"\0\0\0\x0cJXL \r\n\x87\n", Some(MediaType::JpegXl)),
        (b"\xff\x0a\0", Some(MediaType::JpegXl)),
        (b"\0\0\0\x0cjP  \r\n\x87\n", Some(MediaType::Jpeg2000)),
        (b"8BPS\0\x01", Some(MediaType::Psd)),
        (b"\0\0\0", None),
        (b"", None),
    ] {
        assert_eq!(MediaType::of_binary(head), expected, "{head:?}");
        assert_eq!(MediaType::of(head), None, "{head:?}");
    }
    let of = |head| MediaType::other(head, false).map(MediaType::mime);
    let of_binary = |head| MediaType::of_binary(head).map(MediaType::mime);
    let tar = [&b"a.txt"[..], &[0; 252], b"ustar"].concat();
    for (head, expected) in [
        (&b"\0\0\0\x18ftypmp42"[..], "video/mp4"),
        (b"PK\x03\x04", "application/zip"),
        (b"SQLite format 3\0", "application/vnd.sqlite3"),
        (b"\x1f\x8b\x08\0", "application/gzip"),
        (b"\x7fELF\x02", "application/x-elf"),
        (b"\xca\xfe\xba\xbe\0\0\0\x41", "application/java-vm"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "audio/wav"),
        (b"MZ\x90\0", "application/vnd.microsoft.portable-executable"),
        (b"\r\n%PDF-1.7", "application/pdf"),
        (&tar, "application/x-tar"),
    ] {
        assert_eq!(of_binary(head), Some(expected), "{head:?}");
    }
    // Text may begin with words.
    for text in ["MZ is a signature", "ID3 tags", "BZh", "OTTO", "PAR1", "a %PDF-1.7", "(µ/\u{fd}"]
    {
        assert_eq!(of(text.as_bytes()), None, "{text}");
    }
    assert_eq!(of(b"\x28\xb5\x2f\xfd\x20"), Some("application/zstd"));
    let apple = b"\x89PNG\r\n\x1a\n\0\0\0\x04CgBI";
    assert_eq!(MediaType::of(apple), Some(MediaType::CgBi));
}
