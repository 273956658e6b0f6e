//! A file in another encoding has the same pages as the same text in UTF-8.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

#[path = "support/arbitrary.rs"]
mod arbitrary;
#[path = "support/random.rs"]
mod random;
mod support;

use arbitrary::{file, rules};
use proptest::prelude::*;
use readroom_core::{
    Breaks, Decoding, Encoding, EncodingSource, FileError, LineNumber, Measure, Page, PageStart,
    PastEnd, Rules, Totals,
};
use support::{MemoryTree, Node, open};

/// Encodings that can represent every character.
const NAMES: [&str; 5] = ["gb18030", "utf-16le", "utf-16be", "utf-32le", "utf-32be"];

fn encoded(text: &str, name: &str) -> Vec<u8> {
    match name {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => {
            text.chars().flat_map(|character| u32::from(character).to_le_bytes()).collect()
        }
        "utf-32be" => {
            text.chars().flat_map(|character| u32::from(character).to_be_bytes()).collect()
        }
        name => {
            encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
        }
    }
}

fn tree(bytes: Vec<u8>) -> MemoryTree {
    MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes))
}

fn given(name: &str, rules: &Rules) -> Rules {
    Rules { encoding: Decoding::Given(Encoding::named(name).unwrap()), ..*rules }
}

/// A page without the facts that depend on the bytes of the file.
fn facts(page: &Page) -> Page {
    let utf8 = readroom_core::TextEncoding {
        encoding: Encoding::Utf8,
        source: EncodingSource::Request,
        bom: false,
    };
    let text = readroom_core::Text { end: 0, encoding: utf8, ..page.text.clone() };
    Page { text, next: None, ..page.clone() }
}

proptest! {
    #![proptest_config(random::inputs(2000))]

    #[test]
    fn pages_are_the_same_in_every_encoding(
        bytes in file(),
        rules in rules(),
        start in prop_oneof![(1u64..8).prop_map(Ok), (1u64..8).prop_map(Err)],
        lines in 1u64..5,
        piece in 1u32..9,
        name in prop::sample::select(&NAMES[..]),
    ) {
        // A leading mark would be that of another encoding.
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').to_string();
        let breaks = match rules.breaks {
            Breaks::Universal => Breaks::LfOrCrLf,
            other => other,
        };
        let rules = Rules { past_end: PastEnd::Empty, extent: Measure::Unwanted, breaks, ..rules };
        let start = match start {
            Ok(line) => PageStart::Line(LineNumber::new(line).unwrap()),
            Err(lines) => PageStart::FromEnd(lines),
        };
        let (plain, other) = (tree(text.clone().into_bytes()), tree(encoded(&text, name)));
        let (plain, other) = (open(&plain, "f"), open(&other, "f").in_pieces(piece));
        let theirs = given(name, &rules);
        let mut expected = plain.page(start, lines, &rules, None).unwrap();
        let mut got = other.page(start, lines, &theirs, None).unwrap();
        loop {
            prop_assert_eq!(facts(&got), facts(&expected));
            prop_assert_eq!(got.next.is_some(), expected.next.is_some());
            let (Some(next), Some(theirs_next)) = (expected.next, got.next) else { break };
            if expected.text.lines == 0 {
                break;
            }
            expected = plain.page(PageStart::Cursor(next), lines, &rules, None).unwrap();
            got = other.page(PageStart::Cursor(theirs_next), lines, &theirs, None).unwrap();
        }
    }

    #[test]
    fn a_mark_or_a_name_or_nothing_is_the_same_for_text(
        lines in prop::collection::vec("[ -~]{4,20}", 4..12),
        name in prop::sample::select(&NAMES[1..]),
        piece in 1u32..9,
    ) {
        let text = lines.join("\r\n");
        let detected = Rules { encoding: Decoding::Detected, ..Rules::PLAIN };
        let read = |bytes: Vec<u8>, rules: &Rules| {
            let tree = tree(bytes);
            let file = open(&tree, "f").in_pieces(piece);
            file.page(PageStart::Line(LineNumber::FIRST), 100, rules, None).unwrap().text
        };
        let marked = read(encoded(&format!("\u{feff}{text}"), name), &detected);
        prop_assert_eq!(marked.content.strip_prefix('\u{feff}'), Some(&*text));
        prop_assert_eq!((marked.encoding.bom, marked.encoding.source), (true, EncodingSource::Bom));
        let guessed = read(encoded(&text, name), &detected);
        prop_assert_eq!(&guessed.content, &text);
        let told = (guessed.encoding.bom, guessed.encoding.source);
        prop_assert_eq!(told, (false, EncodingSource::Content));
        let named = read(encoded(&text, name), &given(name, &Rules::PLAIN));
        prop_assert_eq!((named.content, named.encoding.source), (text, EncodingSource::Request));
        for text in [marked.encoding, guessed.encoding, named.encoding] {
            prop_assert_eq!(text.encoding.name(), name);
        }
    }
}

const CHINESE: &str = "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。";

#[test]
fn all_pages_of_a_file_are_read_alike() {
    // The first page is all ASCII, and the deciding line comes late.
    for ascii_lines in [10, 1000, 20_000] {
        let text = format!(
            "{}{}",
            "int main(void);\n".repeat(ascii_lines),
            format!("// {CHINESE}\n").repeat(20)
        );
        let tree = tree(encoded(&text, "gbk"));
        let file = open(&tree, "f");
        for totals in [Totals::Wanted, Totals::Unwanted] {
            let rules = Rules { encoding: Decoding::Detected, totals, ..Rules::PLAIN };
            let tail = file.page(PageStart::FromEnd(15), 5, &rules, None).unwrap();
            let rest = file.page(PageStart::Cursor(tail.next.unwrap()), 50, &rules, None).unwrap();
            let late = LineNumber::new(ascii_lines as u64 + 3).unwrap();
            for page in [&tail, &rest, &file.page(PageStart::Line(late), 2, &rules, None).unwrap()]
            {
                assert_eq!(page.text.encoding.encoding.name(), "gbk");
                assert!(page.text.content.contains(CHINESE), "{}", page.text.content);
                assert!(!page.text.lossy);
            }
        }
    }
}

#[test]
fn bytes_that_are_ill_formed_in_the_encoding_are_replaced() {
    let tree = tree(b"a\xffb\n\xd6\xd0\n".to_vec());
    let file = open(&tree, "f");
    let text = file.text(LineNumber::FIRST, 9, &given("gbk", &Rules::PLAIN), None).unwrap();
    assert_eq!((&*text.content, text.lossy), ("a\u{fffd}b\n中\n", true));
    let text = file.text(LineNumber::FIRST, 9, &given("utf-8", &Rules::PLAIN), None).unwrap();
    assert_eq!((&*text.content, text.lossy), ("a\u{fffd}b\n\u{fffd}\u{fffd}\n", true));
}

#[test]
fn nuls_are_binary_unless_they_are_parts_of_characters() {
    let detected = Rules { encoding: Decoding::Detected, ..Rules::PLAIN };
    let tree = tree(b"abc\0def\0ghi\0\n\0".to_vec());
    let file = open(&tree, "f");
    assert_eq!(file.text(LineNumber::FIRST, 9, &detected, None), Err(FileError::Binary));
    assert!(file.text(LineNumber::FIRST, 9, &given("utf-16le", &Rules::PLAIN), None).is_ok());
}

#[test]
fn a_file_of_ascii_is_not_searched_and_one_in_another_encoding_is_read_once() {
    let read = |bytes: Vec<u8>, totals| {
        let tree = tree(bytes);
        let rules = Rules { encoding: Decoding::Detected, totals, ..Rules::PLAIN };
        let file = open(&tree, "f");
        file.page(PageStart::Line(LineNumber::FIRST), 5, &rules, None).unwrap();
        tree.bytes_read.get()
    };
    let plain = "a line of ASCII\n".repeat(100_000).into_bytes();
    assert!(read(plain.clone(), Totals::Unwanted) <= 64 << 10);
    assert_eq!(read(plain.clone(), Totals::Wanted), plain.len() as u64);
    let other = encoded(&format!("{CHINESE}\n").repeat(20_000), "gbk");
    assert!(read(other.clone(), Totals::Unwanted) <= 128 << 10);
    assert!(read(other.clone(), Totals::Wanted) <= other.len() as u64 + (64 << 10));
}
