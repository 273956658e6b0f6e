//! Binary Word documents become text.

use crate::compound_file::compound_file;
use crate::doc_writer::Doc;
use crate::files::{error, read, text};
use readroom_documents::{Error, Format};

const DELETED: &[u8] = &[0x00, 0x08, 1];
const INSERTED: &[u8] = &[0x01, 0x08, 1];
const HIDDEN: &[u8] = &[0x3c, 0x08, 1];
const SPECIAL: &[u8] = &[0x55, 0x08, 1];

#[test]
fn text_is_read_in_both_encodings() {
    let doc = Doc::new().paragraph("Größe ‘x’\u{b}two").paragraph("").paragraph("end");
    assert_eq!(text(&doc.clone().file()), "Größe ‘x’\ntwo\n\nend\n");
    let narrow = Doc { is_narrow: true, ..Doc::new().paragraph("caf\u{e9} \u{80}5 \u{96} 7") };
    assert_eq!(text(&narrow.file()), "café €5 – 7\n");
    assert_eq!(
        text(&Doc::new().paragraph("a \u{1f600} \u{f0b7} \u{1e}\u{1f}b").file()),
        "a 😀 • ‑b\n"
    );
}

#[test]
fn headings_are_those_of_styles_and_levels() {
    let doc = Doc::new()
        .text("One")
        .end("\r", 1, &[])
        .text("Three")
        .end("\r", 3, &[])
        .text("Two")
        .end("\r", 0, &[0x40, 0x26, 1])
        .text("Body")
        .end("\r", 1, &[0x40, 0x26, 9])
        .text("Item")
        .end("\r", 0, &[0x0b, 0x46, 1, 0, 0x0a, 0x26, 1]);
    let expected = "# One\n\n### Three\n\n## Two\n\nBody\n\nItem\n";
    assert_eq!(text(&doc.table(1, &styles()).file()), expected);
}

/// Styles: the default one, three headings, one like the first heading, one that hides, and the
/// same for characters.
fn styles() -> Vec<u8> {
    let style = |id: u16, kind: u16, parent: u16, properties: &[&[u8]]| {
        let mut style = [id, kind | parent << 4, 0, 0, 0].map(u16::to_le_bytes).concat();
        style.extend([1, 0, b'x', 0, 0, 0]);
        for list in properties {
            style.extend((list.len() as u16).to_le_bytes());
            style.extend(*list);
            style.resize(style.len().next_multiple_of(2), 0);
        }
        [&(style.len() as u16).to_le_bytes()[..], &style].concat()
    };
    let plain: [&[u8]; 2] = [&[0, 0], &[]];
    [
        vec![6, 0, 7, 0, 10, 0, 0, 0],
        style(0, 1, 0xfff, &plain),
        style(1, 1, 0, &plain),
        style(2, 1, 0, &plain),
        style(3, 1, 0, &plain),
        style(0xffe, 1, 1, &plain),
        style(0xffe, 1, 0, &[&[5, 0], HIDDEN]),
        style(0xffe, 2, 0xfff, &[HIDDEN]),
    ]
    .concat()
}

/// Two lists, whose levels are bullets, and numbers after those of outer levels; and references to
/// them: the first, the second, and the second from 5 on.
fn lists() -> [Vec<u8>; 2] {
    let level = |start: u8, numerals: u8, flags: u8, pattern: &[u8]| {
        let fixed = [&[start, 0, 0, 0, numerals, flags][..], &[0; 18], &[0, 0, 0, 0]].concat();
        let pattern: Vec<u8> = pattern.iter().flat_map(|unit| [*unit, 0]).collect();
        [fixed, vec![pattern.len() as u8 / 2, 0], pattern].concat()
    };
    let list = |id: u8, flags: u8| [&[id, 0, 0, 0][..], &[0; 22], &[flags, 0]].concat();
    let others = level(1, 0, 4, b"\x00.\x01.\x02").repeat(7);
    let lists = [
        vec![2, 0],
        list(7, 1),
        list(8, 0),
        level(1, 23, 0, b"\xb7"),
        level(1, 1, 0, b"\x00."),
        level(3, 4, 0, b"\x00.\x01)"),
        others,
    ];
    let reference = |id: u8, count: u8| [&[id, 0, 0, 0][..], &[0; 8], &[count, 0, 0, 0]].concat();
    let references = [
        vec![3, 0, 0, 0],
        reference(7, 0),
        reference(8, 0),
        reference(8, 1),
        vec![0xff; 8],
        vec![0xff, 0xff, 0xff, 0xff, 5, 0, 0, 0, 0x10, 0, 0, 0],
    ];
    [lists.concat(), references.concat()]
}

#[test]
fn items_of_lists_have_their_labels() {
    let [lists, references] = lists();
    let item = |doc: Doc, text: &str, list: u8, level: u8, style: u16| {
        doc.text(text).end("\r", style, &[0x0b, 0x46, list, 0, 0x0a, 0x26, level])
    };
    let all = [("a", 1, 0), ("b", 2, 0), ("c", 2, 1), ("d", 2, 1), ("e", 2, 2), ("", 2, 0)];
    let all = all.into_iter().chain([("f", 2, 0), ("g", 2, 1), ("h", 3, 0), ("i", 9, 0)]);
    let doc = all.fold(Doc::new(), |doc, (text, list, level)| item(doc, text, list, level, 0));
    let doc = item(doc, "j", 2, 0, 1).table(73, &lists).table(74, &references).table(1, &styles());
    let expected = "- a\nI. b\n  I.c) c\n  I.d) d\n    1.4.1 e\nIII. f\n  III.c) g\nV. h\n\ni\n\n\
        # VI. j\n";
    assert_eq!(text(&doc.file()), expected);
}

#[test]
fn hidden_text_is_marked() {
    let by_style = [0x30, 0x4a, 6, 0];
    let shown = [0x3c, 0x08, 0];
    let white = [0x70, 0x68, 255, 255, 255, 0];
    let shaded = [&white[..], &[0x0c, 0x2a, 1]].concat();
    let doc = Doc::new()
        .text("a ")
        .run("b", HIDDEN)
        .text(" c ")
        .run("d", &by_style)
        .end("\r", 0, &[])
        .text("e")
        .run(" f", &shown)
        .run(" g", &by_style)
        .end("\r", 5, &[])
        .run("h", &white)
        .run(" i", &[0x42, 0x2a, 8])
        .run(" j", &shaded)
        .end("\r", 0, &[])
        .run("k", &[0x43, 0x4a, 2, 0])
        .end("\r", 0, &[])
        .text("like a heading")
        .end("\r", 4, &[]);
    let document = read(&doc.table(1, &styles()).file());
    let expected = "a [hidden: b] c [hidden: d]\n\n[hidden: e] f g\n\n[hidden: h i] j\n\n\
        [hidden: k]\n\n# like a heading\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.texts, 5);
}

#[test]
fn a_drawn_object_may_be_the_ground_of_its_paragraph() {
    let white = [0x70, 0x68, 255, 255, 255, 0];
    let bar = |doc: Doc| doc.run("\u{8}", SPECIAL).run("Title", &white).end("\r", 0, &[]);
    let empty = |doc: Doc| doc.run("\u{8}", SPECIAL).end("\r", 0, &[]);
    let shown = |doc: Doc| text(&doc.run("white", &white).end("\r", 0, &[]).file());
    assert_eq!(shown(bar(Doc::new())), "Title\n\n[hidden: white]\n");
    assert_eq!(shown(empty(Doc::new())), "white\n");
}

#[test]
fn changes_are_shown_as_accepted() {
    let doc = Doc::new().text("a").run("b", DELETED).run("c", INSERTED).text("d").end("\r", 0, &[]);
    let document = read(&doc.file());
    assert_eq!(document.text, "acd\n");
    let unseen = document.facts.unseen;
    assert_eq!((unseen.insertions, unseen.deletions), (1, 1));
}

#[test]
fn fields_have_their_results() {
    let doc = Doc::new()
        .paragraph("p. \u{13} PAGE \u{13} x \u{14}1\u{15}\u{14}7\u{15} of 9")
        .paragraph("\u{13} HYPERLINK \"https://example.org\" \u{14}here\u{15}.")
        .paragraph("\u{13} EMBED \u{15}\u{13} a \u{14}open")
        .paragraph("next");
    assert_eq!(text(&doc.file()), "p. 7 of 9\n\n[here](https://example.org).\n\nopen\n\nnext\n");
}

#[test]
fn notes_and_comments_follow_the_text() {
    let places = |all: &[u32]| -> Vec<u8> { all.iter().flat_map(|at| at.to_le_bytes()).collect() };
    let doc = Doc::new()
        .text("a")
        .run("\u{2}", SPECIAL)
        .text(" b")
        .run("\u{2}", SPECIAL)
        .text(" c")
        .run("\u{5}", SPECIAL)
        .end("\r", 0, &[])
        .story(0)
        .run("\u{2}", SPECIAL)
        .text(" Foot")
        .end("\r", 0, &[])
        .story(1)
        .paragraph("Header")
        .story(2)
        .run("\u{5}", SPECIAL)
        .text("Check")
        .end("\r", 0, &[])
        .story(4)
        .run("\u{2}", SPECIAL)
        .text(" End")
        .end("\r", 0, &[])
        .story(5)
        .paragraph("Box")
        .story(6)
        .table(2, &[places(&[1, 9]), vec![0; 2]].concat())
        .table(3, &places(&[0, 7, 8]))
        .table(46, &[places(&[4, 9]), vec![0; 2]].concat())
        .table(47, &places(&[0, 6, 7]))
        .table(4, &[places(&[7, 9]), vec![0; 20], vec![1, 0], vec![0; 8]].concat())
        .table(5, &places(&[0, 7, 8]))
        .table(36, b"\x01\0X\0\x03\0A\0n\0n\0")
        .table(11, &places(&[0, 0, 0, 0, 0, 0, 0, 0, 7, 7]));
    let document = read(&doc.file());
    let expected = "a[^1] b[^e1] c[^c1]\n\nBox\n\n[^1]: Foot\n\n[^e1]: End\n\n\
        [^c1]: Ann: Check\n\nHeader: Header\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.comments, 1);
    assert_eq!((document.facts.page_headers, document.facts.left_out.headers_and_footers), (1, 0));
}

#[test]
fn page_headers_follow_the_text() {
    let places = |all: &[u32]| -> Vec<u8> { all.iter().flat_map(|at| at.to_le_bytes()).collect() };
    let doc = Doc::new()
        .paragraph("x")
        .story(0)
        .paragraph("Even")
        .paragraph("Plan \u{13} PAGE \u{14}7\u{15}")
        .paragraph("\u{13} PAGE \u{14}7\u{15}")
        .paragraph("First")
        .story(2)
        .paragraph("In a box")
        .paragraph("\u{13} PAGE \u{14}7\u{15}")
        .story(7)
        .table(11, &places(&[0, 0, 0, 0, 0, 0, 0, 5, 21, 21, 32, 32, 38, 38]));
    let even = "Header: [hidden: Even]\n";
    let first = "Footer: [hidden: First]\n";
    let boxed = "Header: In a box\n";
    let expected = |hidden: &str| format!("x\n\nHeader: Plan #\n{hidden}{boxed}");
    assert_eq!(text(&doc.clone().file()), expected(&[even, first].concat()));
    let facing = doc.clone().table(31, &[1, 0]);
    assert_eq!(text(&facing.file()), format!("x\n\nHeader: Even\nHeader: Plan #\n{first}{boxed}"));
    // The properties of a section, as text of the main stream in one byte for each character.
    let properties = "\u{3}\0\n0\u{1}";
    let narrow = Doc { is_narrow: true, ..doc.clone() };
    let at = narrow.clone().streams()[0].len() as u32;
    let [mut main, tables] = narrow
        .table(6, &[places(&[0, 2]), vec![0; 2], places(&[at]), vec![0; 6]].concat())
        .streams();
    main.extend(properties.as_bytes());
    let file = compound_file(&[("WordDocument", &main), ("1Table", &tables)]);
    assert_eq!(text(&file), format!("x\n\nHeader: Plan #\nFooter: First\n{even}{boxed}"));
}

#[test]
fn content_that_is_left_out_is_counted() {
    let [main, tables] = Doc::new().run("\u{1}\u{8}", SPECIAL).paragraph("x").streams();
    let streams: [(&str, &[u8]); 5] = [
        ("WordDocument", &main),
        ("1Table", &tables),
        ("Macros", b""),
        ("ObjectPool/_1234567890", b""),
        ("_1234567890/WordDocument", b"not this one"),
    ];
    let document = read(&compound_file(&streams));
    assert_eq!(document.text, "x\n");
    let left_out = document.facts.left_out;
    assert_eq!((left_out.images, left_out.objects), (2, 1));
    assert_eq!(left_out.macros.as_deref(), Some("Macros"));
}

#[test]
fn older_encrypted_and_damaged_documents_are_refused() {
    let file = |start: &[u8]| {
        let [mut main, tables] = Doc::new().paragraph("x").streams();
        main[..start.len()].copy_from_slice(start);
        compound_file(&[("WordDocument", &main), ("1Table", &tables)])
    };
    assert_eq!(error(&file(&[0xdc, 0xa5, 0x65, 0])), Error::Unsupported(Format::Doc));
    assert_eq!(error(&file(&[0xec, 0xa5, 0x68, 0])), Error::Unsupported(Format::Doc));
    assert!(matches!(error(&file(&[0, 0])), Error::Damaged(_)));
    let encrypted = Doc { flags: 0x0100, ..Doc::new().paragraph("x") };
    assert_eq!(error(&encrypted.file()), Error::Encrypted);
    let [main, _] = Doc::new().paragraph("x").streams();
    assert!(matches!(error(&compound_file(&[("WordDocument", &main)])), Error::Damaged(_)));
    // Text outside of the stream.
    let outside = Doc { at: Some(0x3fff_0000), ..Doc::new().paragraph("x") };
    assert_eq!(text(&outside.file()), "");
}

#[test]
fn raised_and_lowered_text_is_marked() {
    let doc =
        Doc::new().text("10").run("2", &[0x48, 0x2a, 1]).text(" H").run("2", &[0x48, 0x2a, 2]);
    let doc = doc.text("O 10").run("3", &[0x45, 0x48, 6, 0]).paragraph("");
    assert_eq!(text(&doc.file()), "10^2 H_2O 10^3\n");
}

/// A table of fonts with these names.
fn fonts(names: &[&str]) -> Vec<u8> {
    let font = |name: &&str| {
        let name: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        [vec![39 + name.len() as u8], vec![0; 39], name].concat()
    };
    [vec![names.len() as u8, 0, 0, 0], names.iter().flat_map(font).collect()].concat()
}

#[test]
fn symbols_have_the_fonts_that_they_name() {
    let symbol = |font: u8, code: u16| {
        let [low, high] = code.to_le_bytes();
        [0x09, 0x6a, font, 0, low, high]
    };
    let in_font = [0x4f, 0x4a, 1, 0];
    let doc = Doc::new()
        .run("(", &symbol(2, 0xf0fc))
        .run("(", &symbol(2, 0x00fe))
        .run("(", &symbol(0, 0xf0fe))
        .run("(", &symbol(2, 0xf022))
        .run("(", &symbol(1, 0xf071))
        .text(" (a) \u{f0fc} ")
        .run("\u{f071} q", &in_font)
        .end("\r", 0, &[]);
    let doc = doc.table(15, &fonts(&["Arial", "Symbol", "Wingdings"]));
    assert_eq!(text(&doc.file()), "✓[x]\u{fffd}\u{fffd}θ (a) \u{fffd} θ θ\n");
    // Without the table, the symbols are unknown.
    let doc = Doc::new().run("(", &symbol(2, 0xf0fc)).run("\u{f071}", &in_font).paragraph("");
    assert_eq!(text(&doc.file()), "\u{fffd}\u{fffd}\n");
}

#[test]
fn bullets_are_boxes_if_their_font_says_so() {
    let level = |code: u16, font: u8| {
        let fixed = [&[1, 0, 0, 0, 23, 0][..], &[0; 18], &[4, 2, 0, 0]].concat();
        // The properties of the paragraph come before the font.
        let properties = [0x42, 0x2a, 0x4f, 0x4a, font, 0];
        [&fixed[..], &properties, &[1, 0], &code.to_le_bytes()].concat()
    };
    let list = |id: u8| [&[id, 0, 0, 0][..], &[0; 22], &[1, 0]].concat();
    let reference = |id: u8| [&[id, 0, 0, 0][..], &[0; 12]].concat();
    let lists = [vec![2, 0], list(7), list(8), level(0xf0a8, 0), level(0xf0a7, 0)].concat();
    let references = [vec![2, 0, 0, 0], reference(7), reference(8)].concat();
    let item = |doc: Doc, list: u8| doc.text("x").end("\r", 0, &[0x0b, 0x46, list, 0]);
    let doc = item(item(Doc::new(), 1), 2).table(73, &lists).table(74, &references);
    assert_eq!(text(&doc.table(15, &fonts(&["Wingdings"])).file()), "- [ ] x\n- x\n");
}

#[test]
fn fields_without_a_result_show_text_of_their_instructions() {
    let doc = Doc::new()
        .paragraph("\u{13}MACROBUTTON NoMacro [Document Title]\u{15}")
        .paragraph("a \u{13} SYMBOL 252 \\f \"Wingdings\" \u{15}\u{13} GOTOBUTTON here see \u{15}")
        .paragraph("\u{13} EQ x \u{14}\u{15}\u{13} EQ y \u{14}z\u{15}\u{13} PAGE \u{15}")
        .paragraph("\u{13} IF \u{13} EQ x \u{15} \u{14}then\u{15}");
    assert_eq!(text(&doc.file()), "[Document Title]\n\na ✓see\n\nxz\n\nthen\n");
}
