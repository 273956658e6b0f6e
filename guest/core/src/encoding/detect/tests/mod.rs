use super::{Complete, legacy, with_nuls};
use crate::Encoding;

fn utf_16(text: &str, big: bool) -> Vec<u8> {
    text.encode_utf16()
        .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
        .collect()
}

fn guessed(head: &[u8]) -> Option<String> {
    with_nuls(head, head.len() as u64).map(Encoding::name)
}

#[test]
fn text_in_wide_units_is_recognized_without_a_mark() {
    for text in [
        "int main() {\r\n\treturn 0;\r\n}\r\n",
        "naïve café, Ærø\n",
        "Съешь ещё этих мягких французских булок\n",
        "一二三四五六七八九十，床前明月光，疑是地上霜。举头望明月，低头思故乡。\n白日依山尽，黄河入海流。\n",
        "smile 😀 and the world smiles\n",
        "名前,年齢\r\n田中,30\r\n",
        "件名：テスト\n本文です。\n",
        "제목 한국어\n",
    ] {
        assert_eq!(guessed(&utf_16(text, false)).as_deref(), Some("utf-16le"), "{text}");
        assert_eq!(guessed(&utf_16(text, true)).as_deref(), Some("utf-16be"), "{text}");
        let little: Vec<u8> =
            text.chars().flat_map(|character| u32::from(character).to_le_bytes()).collect();
        let big: Vec<u8> =
            text.chars().flat_map(|character| u32::from(character).to_be_bytes()).collect();
        assert_eq!(guessed(&little).as_deref(), Some("utf-32le"), "{text}");
        assert_eq!(guessed(&big).as_deref(), Some("utf-32be"), "{text}");
    }
    // A head may end in the middle of a character.
    let cut = utf_16("abcdefg😀", false);
    assert_eq!(with_nuls(&cut[..cut.len() - 2], 1 << 20), Encoding::named("utf-16le"));
}

#[test]
fn other_bytes_with_nuls_are_not_text() {
    let numbers: Vec<u8> = (0..2000u16).flat_map(u16::to_le_bytes).collect();
    let strings = b"src/main.rs\0src/lib.rs\0README.md\0Cargo.toml \0tests/a b.rs\0 \0";
    for bytes in [
        &b"a\0"[..],
        b"AB\0C",
        b"abc\0def\0",
        &[b"started\n".to_vec(), utf_16("stopped, and started again\r\n", false)].concat(),
        b"\0\0\0\0\0\0\0\0",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0",
        &numbers,
        strings,
        &utf_16("one and a half\n", false)[1..],
        &utf_16("bell\u{7} and more text here\n", false),
    ] {
        assert_eq!(guessed(bytes), None, "{bytes:x?}");
    }
}

#[test]
fn legacy_encodings_are_detected_by_their_usual_bytes() {
    let chinese = "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。\n";
    let traditional =
        "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。寒來暑往，秋收冬藏。這是一個測試檔案。\n";
    for (encoding, text) in [
        (encoding_rs::GBK, chinese),
        (encoding_rs::BIG5, traditional),
        (encoding_rs::SHIFT_JIS, "これは日本語の文章です。ファイルを読みます。\n"),
        (encoding_rs::EUC_JP, "これは日本語の文章です。ファイルを読みます。\n"),
        (encoding_rs::EUC_KR, "이 파일은 한국어로 쓰여 있습니다.\n"),
        (
            encoding_rs::EUC_KR,
            "◎ 읽기(Reading) 도구\n\n똠방각하가 펲시콜라를 마신다. 이것은 ☆빠르고 안전한★ 쟝르의 (강력한) 도구다.\n",
        ),
        (encoding_rs::EUC_KR, "그는 말없이 창밖을 보았다. 눈이 내렸다.\n"),
        (encoding_rs::EUC_JP, "漢字仮名交じり文は日本語の表記である。\n"),
        (encoding_rs::WINDOWS_1251, "Съешь ещё этих мягких французских булок, да выпей чаю\n"),
        (encoding_rs::WINDOWS_1252, "// Die Größe der Datei in Bytes, größer als null\n"),
        (encoding_rs::WINDOWS_1252, "caf\u{e9}\n"),
    ] {
        let (bytes, _, _) = encoding.encode(text);
        for complete in [Complete::Yes, Complete::No] {
            assert_eq!(legacy(&bytes, complete), Encoding::Legacy(encoding), "{text}");
        }
    }
    // A character that takes four bytes in GB18030.
    let (bytes, _, _) =
        encoding_rs::GB18030.encode("数学符号：𝒜𝒞，汉字：㐀㐁㐂。天地玄黄，宇宙洪荒。");
    assert_eq!(legacy(&bytes, Complete::Yes).name(), "gb18030");
}

#[test]
fn damaged_utf_8_and_noise_stay_utf_8() {
    let noise: Vec<u8> = (1..=255).chain((1..=255).rev()).collect();
    for bytes in [
        &b"na\xc3\xafve caf\xc3\xa9 \xff"[..],
        b"caf\xc3\xa9 \xe2\x82",
        "é".as_bytes(),
        &noise,
        b"\x80\x81\x01\x02",
        // CESU-8, half of a pair, and a character without its end.
        b"log: \xed\xa0\xbd\xed\xb8\x80 done\n",
        b"log: \xed\xa0\xbd done\n",
        b"log: \xf0\x9f\x98 done\n",
    ] {
        assert_eq!(legacy(bytes, Complete::Yes), Encoding::Utf8, "{bytes:x?}");
    }
}
