//! A file whose secrets are masked reads as if its whole text had been masked first.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/random.rs"]
mod random;
mod support;

use proptest::prelude::*;
use readroom_core::{ByteOrder, Decoding, Encoding, FileError, ValueFormat};
use readroom_masks::Masker;
use support::{MemoryTree, Node, open};

/// Building blocks of test files. The tokens are made up, and assembled here so that scanners do
/// not take them for real ones.
fn parts() -> Vec<String> {
    let mut parts: Vec<String> = [
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r",
        " ",
        "=",
        "\"",
        ": ",
        "NAME",
        "name=value",
        "café",
        "東京",
        "\u{1f600}",
        "\u{10ff41}",
        "«redacted: ",
        "»",
        "# note\n",
        "{\"a\": \"b\"}",
        "-",
    ]
    .map(String::from)
    .to_vec();
    parts.push(["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat());
    parts.push(["ghp", "_", "x7Kq2mZp9Rv4Tn8Ws3Yb6Lc1Jd5Hf0GaQeUi"].concat());
    parts.push(["-----BEGIN ", "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n"].concat());
    parts.push("-----END PRIVATE KEY-----\n".into());
    parts
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(parts()), 0..12).prop_map(|parts| parts.concat())
}

fn format() -> impl Strategy<Value = ValueFormat> {
    prop::sample::select(vec![
        ValueFormat::Plain,
        ValueFormat::Plain,
        ValueFormat::Env,
        ValueFormat::Yaml,
        ValueFormat::Json,
        ValueFormat::Lines,
    ])
}

/// The lines of a text, masked one after another, and the number of masked values.
fn masked(format: ValueFormat, text: &str) -> (String, u64) {
    let mut masker = Masker::new(format);
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            let (line, end) = line.strip_suffix('\r').map_or((line, ""), |line| (line, "\r"));
            let mut out = String::new();
            let is_changed = masker.line(line, &mut out);
            (if is_changed { &out } else { line }).to_owned() + end
        })
        .collect();
    (lines.join("\n"), masker.count())
}

fn encoded(encoding: Encoding, text: &str) -> Vec<u8> {
    let units = || text.encode_utf16();
    match encoding {
        Encoding::Utf16(ByteOrder::Little) => units().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16(ByteOrder::Big) => units().flat_map(u16::to_be_bytes).collect(),
        Encoding::Utf32(_) => text.chars().flat_map(|one| u32::from(one).to_le_bytes()).collect(),
        _ => text.into(),
    }
}

/// All bytes of a file, read in pieces, and the number of masked values.
fn read(format: ValueFormat, bytes: Vec<u8>, piece: usize) -> (Vec<u8>, Option<u64>) {
    let mut tree = MemoryTree::new(&["/p"]);
    tree.piece = piece;
    tree.masked_as.set(Some(format));
    assert!(tree.try_put("/p/a", Node::File(bytes)));
    let file = open(&tree, "/p/a");
    let mut all = Vec::new();
    loop {
        let part = file.part(all.len() as u64, piece as u32).unwrap();
        if part.is_empty() {
            break;
        }
        all.extend(part);
    }
    // A read from any offset gives the same bytes.
    for at in [1, all.len() / 3, all.len() * 2 / 3] {
        let part = file.part(at as u64, 7).unwrap();
        assert!(all.get(at..).unwrap_or_default().starts_with(&part));
    }
    (all, file.masked_values())
}

proptest! {
    #![proptest_config(random::inputs(200))]

    #[test]
    fn text_in_utf_8_is_masked_line_by_line(
        text in text(),
        format in format(),
        piece in prop::sample::select(vec![1000, 4096, 65_536]),
    ) {
        let (expected, values) = masked(format, &text);
        let (bytes, counted) = read(format, text.into_bytes(), piece);
        // Lines longer than the buffer lose the same bytes, but in other pieces.
        if bytes.len() < 60_000 {
            prop_assert_eq!(String::from_utf8(bytes).unwrap(), expected);
            prop_assert_eq!(counted, Some(values));
        } else {
            let text = String::from_utf8(bytes).unwrap();
            prop_assert_eq!(text.matches('\n').count(), expected.matches('\n').count());
            prop_assert!(!text.contains("Q3EGRZ7WNVXJ4TLB"));
            prop_assert!(!text.contains("x7Kq2mZp9Rv4"));
        }
    }

    #[test]
    fn wide_text_is_masked_in_its_own_encoding(
        text in text(),
        format in format(),
        encoding in prop::sample::select(vec![
            Encoding::Utf16(ByteOrder::Little),
            Encoding::Utf16(ByteOrder::Big),
            Encoding::Utf32(ByteOrder::Little),
        ]),
        piece in prop::sample::select(vec![1001, 65_536]),
    ) {
        let (expected, values) = masked(format, &text);
        let (bytes, counted) = read(format, encoded(encoding, &format!("\u{feff}{text}")), piece);
        if bytes.len() < 60_000 {
            prop_assert_eq!(bytes, encoded(encoding, &format!("\u{feff}{expected}")));
            prop_assert_eq!(counted, Some(values));
        } else {
            for secret in ["Q3EGRZ7WNVXJ4TLB", "x7Kq2mZp9Rv4"] {
                let secret = encoded(encoding, secret);
                prop_assert!(memchr::memmem::find(&bytes, &secret).is_none());
            }
        }
    }

    #[test]
    fn nothing_else_changes_in_binary_files(
        noise in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xff_u8], 0..200),
        piece in prop::sample::select(vec![1, 3, 64, 65_536]),
    ) {
        // Line feeds around it, so that nothing in the noise belongs to the token.
        let noise = [b"\xe9\n", &*noise, b"\n"].concat();
        let token = ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat();
        let (alone, found) = read(ValueFormat::Plain, noise.clone(), piece);
        prop_assume!(found == Some(0));
        prop_assert_eq!(&alone, &noise);
        let (bytes, counted) =
            read(ValueFormat::Plain, [&*noise, token.as_bytes(), b"\n", &*noise].concat(), piece);
        let sentinel = b"<<redacted: AWS access key>>\n";
        prop_assert_eq!(bytes, [&*noise, &sentinel[..], &*noise].concat());
        prop_assert_eq!(counted, Some(1));
    }
}

#[test]
fn a_secret_in_a_line_of_megabytes_is_replaced_and_the_rest_stays() {
    let token = ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat();
    let filler = "lorem ipsum, ".repeat(100_000);
    let text = format!("{filler}{token} {filler}{token}\nlast\n");
    let expected = text.replace(&token, "«redacted: AWS access key»");
    let (bytes, counted) = read(ValueFormat::Plain, text.into_bytes(), 65_536);
    assert_eq!(bytes.len(), expected.len());
    assert!(bytes == expected.as_bytes());
    assert_eq!(counted, Some(2));
}

#[test]
fn binary_files_have_no_values_to_tell_apart() {
    let bytes = b"KEY=a\0b\nNAME=value\n\x01\x02\n".to_vec();
    let (bytes, _) = read(ValueFormat::Env, bytes, 65_536);
    let lines: Vec<_> = bytes.split(|byte| *byte == b'\n').collect();
    assert_eq!(lines[..3], ["«redacted: value»".as_bytes(); 3]);
}

#[test]
fn a_file_with_more_secrets_than_can_be_masked_is_refused() {
    let tree = MemoryTree::new(&["/p"]);
    tree.masked_as.set(Some(ValueFormat::Lines));
    assert!(tree.try_put("/p/a", Node::File(b"x\n".repeat(400_000))));
    let found =
        readroom_core::find(&tree, None, "/p/a", readroom_core::TrailingSlash::WantsDirectory);
    assert_eq!(found.err().map(|failure| failure.error), Some(FileError::TooManySecrets));
}

#[test]
fn a_file_that_changed_since_it_was_masked_is_not_read() {
    let tree = MemoryTree::new(&["/p"]);
    tree.masked_as.set(Some(ValueFormat::Plain));
    assert!(tree.try_put("/p/a", Node::File(b"text\n".to_vec())));
    let file = open(&tree, "/p/a");
    assert_eq!(file.part(0, 10), Ok(b"text\n".to_vec()));
    tree.changed.set(1);
    assert_eq!(file.part(0, 10), Err(FileError::Unsteady));
}

#[test]
fn converted_text_is_masked_too() {
    let tree = MemoryTree::new(&["/p"]);
    assert!(tree.try_put("/p/a", Node::File(b"PK".to_vec())));
    let token = ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat();
    let text = format!("## Sheet\r\n| {token} |");
    assert_eq!(open(&tree, "/p/a").masked_text(text.clone()), (text.clone(), None));
    tree.masked_as.set(Some(ValueFormat::Plain));
    let expected = "## Sheet\r\n| «redacted: AWS access key» |".to_owned();
    assert_eq!(open(&tree, "/p/a").masked_text(text), (expected, Some(1)));
}

#[test]
fn a_file_is_masked_once_unless_another_encoding_needs_other_sentinels() {
    let token = ["AKIA", "Q3EGRZ7WNVXJ4TLB"].concat();
    let decoding = Decoding::Given(Encoding::named("windows-1252").unwrap());
    for (start, passes) in [("caf\u{e9} \u{e0}\n", 1), ("cafe\n", 2)] {
        let tree = MemoryTree::new(&["/p"]);
        tree.masked_as.set(Some(ValueFormat::Plain));
        let bytes: Vec<u8> =
            format!("{start}{token}\n").chars().map(|one| one as u32 as u8).collect();
        let size = bytes.len() as u64;
        assert!(tree.try_put("/p/a", Node::File(bytes)));
        let mut file = open(&tree, "/p/a");
        file.mask_for(decoding).unwrap();
        assert_eq!(tree.bytes_read.get(), size * passes, "{start}");
        let shown = file.part(0, 100).unwrap();
        assert!(shown.ends_with(b"<<redacted: AWS access key>>\n"), "{start}");
    }
}
