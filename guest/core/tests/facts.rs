//! Facts about a file other than its lines, and files that are refused.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use readroom_core::{
    Binary, BreakCost, ByteCap, Counted, Crossing, Failure, FileError, FileKind, FirstLine, Grant,
    GrantRole, IncompleteEnd, LineCap, LineEndings, LineIndex, LineNumber, Media, MediaType,
    Metadata, Name, Opened, Rules, Stopped, Totals, TrailingSlash, Tree, TreeError, Undecodable,
    Units, find,
};
use std::cell::Cell;
use std::ops::ControlFlow;
use support::{Document, MemoryTree, Node, Request, read};

fn read_bytes(bytes: &[u8], rules: &Rules) -> Result<Document, FileError> {
    read_lines(bytes, rules, 1, 2)
}

fn read_lines(bytes: &[u8], rules: &Rules, first: u64, lines: u64) -> Result<Document, FileError> {
    let mut tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes.to_vec()));
    tree.piece = 3;
    let first = LineNumber::new(first).unwrap();
    let request = Request { path: "f", cwd: None, first, lines };
    read(&tree, &request, rules).map_err(|Failure { error, .. }| error)
}

#[test]
fn line_ends_are_those_of_the_content() {
    for (bytes, endings) in [
        ("", LineEndings::None),
        ("a", LineEndings::None),
        ("a\nb\n", LineEndings::Lf),
        ("a\r\nb\r\nc\n", LineEndings::Crlf),
        ("a\rb\r", LineEndings::Cr),
        ("a\r\nb\n", LineEndings::Mixed),
        ("a\rb\n", LineEndings::Mixed),
    ] {
        assert_eq!(
            read_bytes(bytes.as_bytes(), &Rules::PLAIN).unwrap().text.line_endings(),
            endings,
            "{bytes:?}"
        );
    }
}

#[test]
fn a_byte_order_mark_is_reported_and_kept() {
    let text = read_bytes(b"\xef\xbb\xbfa\n", &Rules::PLAIN).unwrap().text;
    assert_eq!((text.content.as_str(), text.encoding.bom), ("\u{feff}a\n", true));
    assert!(!read_bytes(b"a\xef\xbb\xbf", &Rules::PLAIN).unwrap().text.encoding.bom);
}

#[test]
fn a_nul_is_binary_only_as_far_as_the_rule_looks() {
    let rules = Rules { binary: Binary::NulWithin(4), ..Rules::PLAIN };
    assert_eq!(read_bytes(b"abc\0", &rules), Err(FileError::Binary));
    assert!(read_bytes(b"abcd\0", &rules).is_ok());
    assert!(read_bytes(b"\0", &Rules { binary: Binary::Never, ..Rules::PLAIN }).is_ok());
}

#[test]
fn media_are_known_by_their_first_bytes() {
    let rules = Rules { media: Media::Refused, ..Rules::PLAIN };
    for (bytes, media) in [
        (&b"\x89PNG\r\n\x1a\n"[..], MediaType::Png),
        (b"\xff\xd8\xff\xe0", MediaType::Jpeg),
        (b"GIF89a", MediaType::Gif),
        (b"RIFF\x04\0\0\0WEBPVP8 ", MediaType::WebP),
        (b"%PDF-1.7\n", MediaType::Pdf),
    ] {
        assert_eq!(read_bytes(bytes, &rules), Err(FileError::Media(media)));
    }
    assert!(read_bytes(b"%PDF-1.7\n", &Rules::PLAIN).is_ok());
    assert!(read_bytes(b"GIF is a format", &rules).is_ok());
}

#[test]
fn a_character_without_its_end_can_be_dropped() {
    let dropped = Rules { incomplete_end: IncompleteEnd::Dropped, ..Rules::PLAIN };
    for (bytes, replaced_text, dropped_text, lines) in [
        (&b"a\xe4\xb8"[..], "a\u{fffd}", "a", 1),
        (b"a\n\xf0\x9f", "a\n\u{fffd}", "a\n", 1),
        (b"a\xff", "a\u{fffd}", "a\u{fffd}", 1),
        (b"a\xe4b", "a\u{fffd}b", "a\u{fffd}b", 1),
    ] {
        assert_eq!(read_bytes(bytes, &Rules::PLAIN).unwrap().text.content, replaced_text);
        let text = read_bytes(bytes, &dropped).unwrap().text;
        assert_eq!((&*text.content, text.lossy), (dropped_text, dropped_text.contains('\u{fffd}')));
        assert_eq!(text.total, Some(lines));
    }
}

#[test]
fn lines_are_not_counted_after_a_full_window() {
    let byte_cap = ByteCap {
        max: 3,
        crossing: Crossing::Excluded(FirstLine::Omitted),
        breaks: BreakCost::EachJoin,
    };
    let rules = Rules { totals: Totals::UnlessFull, byte_cap, ..Rules::PLAIN };
    for (bytes, stopped, total) in [
        ("a\nbbb\nc\nd\n", Stopped::AtByteLimit, None),
        ("a\nb\nc\nd\n", Stopped::AtLineLimit, Some(4)),
        ("a\nb\n", Stopped::AtEnd, Some(2)),
    ] {
        let text = read_bytes(bytes.as_bytes(), &rules).unwrap().text;
        assert_eq!((text.stopped, text.total), (stopped, total), "{bytes:?}");
    }
}

#[test]
fn a_nul_is_found_up_to_an_offset() {
    let mut bytes = vec![b'a'; 70_000];
    bytes.push(0);
    let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes));
    let Ok(Opened::File(file)) = find(&tree, None, "f", TrailingSlash::WantsDirectory) else {
        panic!("it is a file")
    };
    for (until, expected) in [(0, false), (70_000, false), (70_001, true), (u64::MAX, true)] {
        assert_eq!(file.has_nul(0..until), Ok(expected), "{until}");
    }
}

#[test]
fn a_nul_before_the_end_of_the_text_makes_a_file_binary() {
    let rules = Rules { binary: Binary::NulBeforeEnd, totals: Totals::Unwanted, ..Rules::PLAIN };
    let lines = |bytes: &[u8], first, lines| read_lines(bytes, &rules, first, lines).map(|_| ());
    assert_eq!(lines(b"a\nb\n\0\n", 1, 2), Ok(()));
    assert_eq!(lines(b"a\nb\n\0\n", 1, 3), Err(FileError::Binary));
    assert_eq!(lines(b"\0\na\nb\n", 2, 1), Err(FileError::Binary));
    assert_eq!(lines(b"a\n\0", 9, 1), Err(FileError::Binary));
    assert_eq!(lines(b"a\n", 9, 1), Err(FileError::PastEnd { total: 1 }));
}

#[test]
fn a_nul_before_the_end_is_found_where_an_index_skips_it() {
    let (before, after) = (b"a line\n".repeat(50_000), b"another\n".repeat(50_000));
    let bytes = [&*before, b"\0", &*after].concat();
    let mut index = LineIndex::new(bytes.len() as u64);
    let tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(bytes));
    let Ok(Opened::File(file)) = find(&tree, None, "f", TrailingSlash::WantsDirectory) else {
        panic!("it is a file")
    };
    let mut read = |rules: &Rules| {
        let first = LineNumber::new(99_000).unwrap();
        file.text(first, 10, rules, Some(&mut index)).map(|text| text.lines)
    };
    let unwatched = Rules { binary: Binary::Never, ..Rules::PLAIN };
    assert_eq!(read(&unwatched), Ok(10));
    let watched = Rules { binary: Binary::NulBeforeEnd, ..unwatched };
    assert_eq!(read(&watched), Err(FileError::Binary));
}

#[test]
fn text_that_is_not_utf8_can_be_refused() {
    let rules = Rules { undecodable: Undecodable::Refused, ..Rules::PLAIN };
    assert_eq!(read_bytes(b"a\xff", &rules), Err(FileError::NotUtf8));
    assert_eq!(read_bytes(b"a\xe2\x82", &rules), Err(FileError::NotUtf8));
    // Anywhere in the file, even where nothing needs to be read.
    let rules = Rules { totals: Totals::Unwanted, ..rules };
    assert_eq!(read_bytes(b"one\ntwo\nthree\nfour\xff", &rules), Err(FileError::NotUtf8));
    assert!(read_bytes("é".as_bytes(), &rules).is_ok());
}

#[test]
fn replacements_after_the_window_are_seen_only_if_totals_are_wanted() {
    let bytes = b"a\nb\nc\nd\xff\n";
    assert!(read_bytes(bytes, &Rules::PLAIN).unwrap().text.lossy);
    let text = read_bytes(bytes, &Rules { totals: Totals::Unwanted, ..Rules::PLAIN }).unwrap().text;
    assert_eq!((text.lossy, text.total, text.stopped), (false, None, Stopped::AtLineLimit));
    let text = read_bytes(bytes, &Rules { totals: Totals::UpTo(9), ..Rules::PLAIN }).unwrap().text;
    assert_eq!((text.lossy, text.total), (true, Some(4)));
}

/// A file that is generated on read, and counts the reads.
struct Endless {
    grants: [Grant<()>; 1],
    size: u64,
    byte: fn(u64) -> u8,
    requested: Cell<u64>,
}

impl Tree for Endless {
    type Directory = ();
    type File = ();

    fn grants(&self) -> &[Grant<()>] {
        &self.grants
    }

    fn entry(&self, (): &(), _: Name<'_>) -> Result<Metadata, TreeError> {
        self.metadata(&())
    }

    fn directory_metadata(&self, (): &()) -> Result<Metadata, TreeError> {
        Err(TreeError::Failed)
    }

    fn open_directory(&self, (): &(), _: Name<'_>) -> Result<(), TreeError> {
        Err(TreeError::NotDirectory)
    }

    fn open_file(&self, (): &(), _: Name<'_>) -> Result<(), TreeError> {
        Ok(())
    }

    fn link_target(&self, (): &(), _: Name<'_>) -> Result<String, TreeError> {
        Err(TreeError::Failed)
    }

    fn each_entry(
        &self,
        (): &(),
        _: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        Err(TreeError::NotDirectory)
    }

    fn metadata(&self, (): &()) -> Result<Metadata, TreeError> {
        Ok(Metadata { kind: FileKind::File, size: self.size, modified: None, changed: None })
    }

    fn read_at(&self, (): &(), offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        self.requested.set(self.requested.get() + u64::from(length));
        Ok((offset..offset + u64::from(length)).map(self.byte).collect())
    }
}

fn read_endless(size: u64, byte: fn(u64) -> u8, rules: &Rules) -> (Document, u64) {
    let grants = [Grant { name: "/w".into(), role: GrantRole::Root, directory: () }];
    let tree = Endless { grants, size, byte, requested: Cell::new(0) };
    let request = Request { path: "f", cwd: None, first: LineNumber::FIRST, lines: u64::MAX };
    let document = read(&tree, &request, rules).unwrap();
    (document, tree.requested.get())
}

#[test]
fn one_endless_line_is_measured_and_not_stored() {
    let cap = LineCap { max: 2000, units: Units::CodePoints, counts: Counted::Text, marker: "" };
    let (document, asked) =
        read_endless(64 << 20, |_| b'x', &Rules { line_cap: Some(cap), ..Rules::PLAIN });
    assert_eq!((document.text.content.len(), document.text.total), (2000, Some(1)));
    assert!(document.text.content.capacity() <= 1 << 20);
    assert_eq!(asked, 64 << 20);
    let (document, _) = read_endless(64 << 20, |_| b'x', &Rules::PLAIN);
    assert_eq!(document.text.content.len(), 1 << 20);
    assert!(document.text.content.capacity() <= 4 << 20);
}

#[test]
fn ten_million_empty_lines_are_counted() {
    let (document, _) = read_endless(10_000_000, |_| b'\n', &Rules::PLAIN);
    let text = document.text;
    assert_eq!(
        (text.lines, text.total, text.stopped),
        (1 << 20, Some(10_000_000), Stopped::AtByteLimit)
    );
}

#[test]
fn a_read_without_totals_stops_when_it_has_enough() {
    let (_, asked) =
        read_endless(1 << 40, |_| b'\n', &Rules { totals: Totals::Unwanted, ..Rules::PLAIN });
    assert!(asked <= (1 << 20) + (128 << 10), "{asked} bytes were read for a window of a megabyte");
}

#[test]
fn a_file_that_hides_its_size_is_read_all_the_same() {
    let (document, asked) =
        read_endless(0, |at| if at % 80 == 79 { b'\n' } else { b'x' }, &Rules::PLAIN);
    assert_eq!(document.text.stopped, Stopped::AtByteLimit);
    assert_eq!(asked, 16 << 20, "it is read up to a limit");
}

#[test]
fn more_control_characters_than_three_in_ten_make_a_file_binary() {
    let rules = Rules { binary: Binary::NulOrControlsWithin(10), ..Rules::PLAIN };
    let is_binary = |bytes: &[u8]| read_bytes(bytes, &rules) == Err(FileError::Binary);
    assert!(!is_binary(b"\x01\x02\x03abcdefg"), "three of ten");
    assert!(is_binary(b"\x01\x02\x03\x1babcdef"), "four of ten");
    assert!(is_binary(b"abcdefghi\0"), "a NUL");
    assert!(!is_binary(b"abcdefghij\0\x01\x01\x01\x01\x01\x01\x01"), "only the beginning counts");
    assert!(!is_binary(b"\t\n\x0b\x0c\r\x7f\x80\xff"), "tabs, breaks and high bytes are none");
    assert!(is_binary(b"\x08"), "a single one");
    assert!(!is_binary(b""), "an empty file is text");
}

#[test]
fn suspicious_characters_are_counted_by_line_and_kind() {
    use readroom_core::SuspiciousKind::{Bidirectional, Invisible, Terminal};
    let told = |text: &str| -> Vec<_> {
        let mut tree = MemoryTree::new(&["/w"]).with("/w/f", Node::File(text.as_bytes().to_vec()));
        tree.piece = 3;
        let request = Request { path: "f", cwd: None, first: LineNumber::FIRST, lines: u64::MAX };
        let found = read(&tree, &request, &Rules::PLAIN).unwrap().text.suspicious();
        found.iter().map(|finding| (finding.line.get(), finding.kind, finding.characters)).collect()
    };
    for plain in [
        "",
        "a\tb\r\n",
        "a\r\r\nb\u{c}\n",
        "\u{feff}marked\n",
        "caf\u{e9} \u{4e2d} \u{ff01} \u{a0} \u{201c}\u{2014}\u{2026}\u{201d} \u{2800}\u{fffd}",
        // Hebrew and Arabic with direction marks, some characters away from the letters.
        "C++\u{200e} \u{5d0}\u{5d1}\u{200f}, \u{61c}12 \u{645}",
        // Persian, Hindi and Sinhala with joiners, Hebrew with one between points, Mongolian.
        "\u{645}\u{6cc}\u{200c}\u{634}\u{648}\u{62f} \u{915}\u{94d}\u{200d}\u{937}",
        "\u{dc1}\u{dca}\u{200d}\u{dbb} \u{5b7}\u{34f}\u{5b4} \u{1820}\u{180e}\u{1820}\u{180b}",
        // Emoji: joined, of text and of color, keys, and a heart.
        "\u{1f468}\u{200d}\u{1f469} \u{2764}\u{fe0f}\u{200d}\u{1f525} 1\u{fe0f}\u{20e3} \
         \u{260e}\u{fe0e}",
        "\u{1f575}\u{1f3fb}\u{200d}\u{2642}\u{fe0f} \u{a9}\u{fe0f} \u{2139}\u{fe0f}",
        // Variants of ideographs, of operators, of a zero and of punctuation.
        "\u{845b}\u{e0100}\u{57ce} \u{8fbb}\u{e0101} \u{fa10}\u{fe00} \u{2229}\u{fe00} 0\u{fe00} \
         \u{3001}\u{fe00}",
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
    ] {
        assert_eq!(told(plain), [], "{plain:?}");
    }
    for (text, found) in [
        ("\u{1b}\u{8}\u{7f}\u{80}\u{9f}", (1, Terminal, 5)),
        ("a\r\nb\rc\u{b}\r\r\n", (2, Terminal, 2)),
        ("a\n\n\u{202a}\u{202e}\u{2066}\u{2069}", (3, Bidirectional, 4)),
        ("\u{200b}\u{2060}\u{2064}\u{e0000}\u{e007f}", (1, Invisible, 5)),
        ("\u{feff}\n\u{feff}", (2, Invisible, 1)),
        // A message in variation selectors: after an emoji, an ideograph and a letter.
        ("\u{1f600}\u{e0148}\u{e0155}\u{e015c}", (1, Invisible, 3)),
        ("\u{845b}\u{e0100}\u{e0101}", (1, Invisible, 2)),
        ("\u{2764}\u{fe0f}\u{fe0f}\u{fe00}", (1, Invisible, 3)),
        ("a\u{fe0f}b\u{fe00}c\u{e0100}", (1, Invisible, 3)),
        ("\u{fe0f}x", (1, Invisible, 1)),
        ("\u{e01f0}\u{e0080}\u{e0fff}", (1, Invisible, 3)),
        ("pass\u{200c}word\u{200d} \u{34f}\u{ad}", (1, Invisible, 4)),
        ("\u{1f468}\u{200d}\u{200d}\u{1f469}", (1, Invisible, 1)),
        ("\u{3164}\u{115f}\u{1160}\u{ffa0}", (1, Invisible, 4)),
        ("\u{17b4}\u{17b5}\u{fff0}\u{fff8}", (1, Invisible, 4)),
        ("\u{2028}\u{2029}\u{206a}\u{206f}\u{2065}", (1, Invisible, 5)),
        ("\u{fff9}\u{fffa}\u{fffb}\u{1bca0}\u{1bca3}\u{1d173}\u{1d17a}", (1, Invisible, 7)),
        ("a\u{180e}b\u{180b}c\u{180f}", (1, Invisible, 3)),
        ("a\u{200e}b\u{200f}c\u{61c}\n\u{5d0}", (1, Bidirectional, 3)),
        ("\u{5d0}0123456789abcdef\u{200f}", (1, Bidirectional, 1)),
        ("\u{1f3f4}\u{e0067}a\u{e0067}", (1, Invisible, 1)),
        (
            "\u{1f3f4}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}",
            (1, Invisible, 2),
        ),
    ] {
        assert_eq!(told(text), [found], "{text:?}");
    }
    assert_eq!(
        told("\u{1b}\u{200b}\u{202e}\u{1b}\nplain\n\u{1b}\n"),
        [(1, Bidirectional, 1), (1, Invisible, 1), (1, Terminal, 2), (3, Terminal, 1)]
    );
    assert_eq!(told(&"\u{1b}\u{202e}\n".repeat(60)).len(), 100);
    // At any offset, also across the bytes that are examined together.
    for suspicious in ["\u{1b}", "\u{ad}", "\u{17b4}", "\u{3164}", "\u{e0041}", "\u{1d173}"] {
        for before in 0..140 {
            let text = format!("{}\u{4e2d}{suspicious}{}", "x".repeat(before), "y".repeat(before));
            let counts: Vec<_> = told(&text).into_iter().map(|(_, _, count)| count).collect();
            assert_eq!(counts, [1], "{before} {suspicious:?}");
        }
    }
}
