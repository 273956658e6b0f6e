use super::{ByteOrder, Encoding};

#[test]
fn labels_are_those_of_the_standard() {
    for (label, name) in [
        ("UTF8", "utf-8"),
        (" utf-8 ", "utf-8"),
        ("utf-16", "utf-16le"),
        ("unicodefffe", "utf-16be"),
        ("UTF-32BE", "utf-32be"),
        ("GB2312", "gbk"),
        ("gb18030", "gb18030"),
        ("cp1252", "windows-1252"),
        ("latin1", "windows-1252"),
        ("sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
    ] {
        assert_eq!(Encoding::named(label).map(Encoding::name).as_deref(), Some(name), "{label}");
    }
    let long = "utf-8".repeat(100);
    for label in [
        "",
        "-",
        "8",
        "utf-7",
        "hz-gb-2312",
        "iso-2022-kr",
        "replacement",
        "é",
        &long,
        "utf-8\0",
        "'utf-8'",
    ] {
        assert_eq!(Encoding::named(label), None, "{label}");
    }
}

#[test]
fn python_and_iconv_names_are_known() {
    for (names, expected) in [
        ("utf_8 U8 utf8 utf-8-sig utf_8_sig UTF-8-BOM utf8mb4 cp65001 UTF-8//IGNORE", "utf-8"),
        ("utf16 utf_16 UTF-16-LE utf_16_le ucs-2 ucs2 unicode", "utf-16le"),
        ("utf-16-be utf16be UTF_16_BE UCS-2BE", "utf-16be"),
        ("utf32 utf_32 utf-32-le UCS-4 u32", "utf-32le"),
        ("utf-32-be utf32be UCS-4BE", "utf-32be"),
        ("latin-1 latin_1 Latin1 L1 8859-1 iso8859_1 iso-8859-1 iso88591", "windows-1252"),
        ("cp819 ascii us-ascii windows1252 win-1252 windows_1252 1252", "windows-1252"),
        ("latin-2 iso8859_2 ISO_8859-2", "iso-8859-2"),
        ("latin-9 iso8859-15 iso_8859_15 ISO8859-15", "iso-8859-15"),
        ("cp932 ms932 shift-jis shiftjis S_JIS sjis windows-31j csshiftjis", "shift_jis"),
        ("cp936 ms936 gb2312 gb_2312 euc-cn euccn GBK x-gbk", "gbk"),
        ("gb-18030 gb18030 GB_18030 gb18030-2000//TRANSLIT", "gb18030"),
        ("cp949 ms949 uhc euc_kr euckr ks_c_5601-1987 windows-949", "euc-kr"),
        ("cp950 ms950 big5 big-5 big5_hkscs big5hkscs big5-tw", "big5"),
        ("euc_jp eucjp EUC-JP ujis cp51932", "euc-jp"),
        ("iso2022_jp iso2022jp csISO2022JP ISO-2022-JP cp50220", "iso-2022-jp"),
        ("koi8_r koi8r KOI8-R", "koi8-r"),
        ("koi8_u koi8u", "koi8-u"),
        ("mac_roman macroman mac macintosh", "macintosh"),
        ("cp866 ibm866 866", "ibm866"),
        ("windows-1251 cp1251 win1251 cp-1251", "windows-1251"),
        ("cp874 tis-620 iso8859_11 windows874", "windows-874"),
    ] {
        for name in names.split(' ') {
            let found = Encoding::named(name).map(Encoding::name);
            assert_eq!(found.as_deref(), Some(expected), "{name}");
        }
    }
}

#[test]
fn gb18030_has_a_byte_order_mark() {
    let gb18030 = Encoding::named("gb18030").unwrap();
    assert_eq!(Encoding::marked(b"\x84\x31\x95\x33a"), Some(gb18030));
    assert!(Encoding::named("gbk").unwrap().is_decided_by(gb18030));
    assert!(!Encoding::Utf8.is_decided_by(gb18030));
}

#[test]
fn a_utf_16_mark_before_a_nul_is_not_a_utf_32_mark() {
    let little = ByteOrder::Little;
    assert_eq!(Encoding::marked(b"\xff\xfe\0\0a\0\0\0"), Some(Encoding::Utf32(little)));
    assert_eq!(Encoding::marked(b"\xff\xfe\0\0a\0b\0"), Some(Encoding::Utf16(little)));
    assert_eq!(Encoding::marked(b"\xff\xfea\0"), Some(Encoding::Utf16(little)));
    assert_eq!(Encoding::marked(b"\0\0\xfe\xff"), Some(Encoding::Utf32(ByteOrder::Big)));
    assert_eq!(Encoding::marked(b"a"), None);
}

#[test]
fn lines_end_after_whole_units() {
    let ends =
        |encoding: Encoding, bytes: &[u8]| encoding.line_ends(bytes).collect::<std::vec::Vec<_>>();
    assert_eq!(ends(Encoding::Utf8, b"a\n\nb"), [2, 3]);
    // U+0A00 and U+010A are not line feeds, nor are halves of two other characters.
    assert_eq!(ends(Encoding::Utf16(ByteOrder::Little), b"\n\0\0\n\n\x01a\n\0b\n\0"), [2, 12]);
    assert_eq!(ends(Encoding::Utf16(ByteOrder::Big), b"\0\n\n\0a\0\n\0\0\n"), [2, 10]);
    assert_eq!(ends(Encoding::Utf32(ByteOrder::Big), b"\0\0\0\n\0\0\n\0"), [4]);
}
