//! The tables of binary Word documents.

use crate::doc_writer::Doc;
use crate::files::text;

const IN_TABLE: &[u8] = &[0x16, 0x24, 1];
const ROW_END: &[u8] = &[0x16, 0x24, 1, 0x17, 0x24, 1];

#[test]
fn tables_have_rows_and_cells() {
    let inner = [&[0x49, 0x66, 2, 0, 0, 0, 0x4b, 0x24, 1][..]].concat();
    let inner_end = [&[0x49, 0x66, 2, 0, 0, 0, 0x4c, 0x24, 1][..]].concat();
    let doc = Doc::new()
        .paragraph("before")
        .text("A")
        .end("\u{7}", 0, IN_TABLE)
        .text("B1")
        .end("\r", 0, IN_TABLE)
        .text("B2")
        .end("\u{7}", 0, IN_TABLE)
        .end("\u{7}", 0, ROW_END)
        .end("\u{7}", 0, IN_TABLE)
        .text("x")
        .end("\r", 0, &inner)
        .text("y")
        .end("\r", 0, &inner)
        .end("\r", 0, &inner_end)
        .text("C")
        .end("\u{7}", 0, IN_TABLE)
        .end("\u{7}", 0, ROW_END)
        .paragraph("after");
    let expected = "before\n\n| A | B1<br>B2 |\n|---|---|\n|  | x \\| y<br>C |\n\nafter\n";
    assert_eq!(text(&doc.file()), expected);
}

#[test]
fn cells_are_the_ground_of_their_text_and_can_be_covered() {
    const WHITE: &[u8] = &[0x70, 0x68, 255, 255, 255, 0];
    let row = |doc: Doc, properties: &[u8]| {
        doc.text("a")
            .end("\u{7}", 0, IN_TABLE)
            .run("b", WHITE)
            .end("\r", 0, IN_TABLE)
            .text("c")
            .end("\u{7}", 0, IN_TABLE)
            .end("\u{7}", 0, &[ROW_END, properties].concat())
    };
    let defined = |flags: [u16; 2]| {
        let cells = flags.map(|flags| [&flags.to_le_bytes()[..], &[0; 18]].concat()).concat();
        let definition = [&[2, 0, 0, 0, 0, 0, 0][..], &cells].concat();
        let size = definition.len() as u16 + 1;
        [&[0x08, 0xd6][..], &size.to_le_bytes(), &definition].concat()
    };
    let shaded = |color: [u8; 4]| {
        let none = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0];
        let second = [&[0, 0, 0, 255][..], &color, &[0, 0]].concat();
        [&[0x12, 0xd6, 20][..], &none, &second].concat()
    };
    let plain = defined([0, 0]);
    for (properties, expected) in [
        (vec![], "| a | b<br>c |"),
        (plain.clone(), "| a | [hidden: b]<br>c |"),
        ([&plain[..], &shaded([128, 0, 0, 0])].concat(), "| a | b<br>c |"),
        ([&plain[..], &shaded([255, 255, 255, 0])].concat(), "| a | [hidden: b]<br>c |"),
        ([&plain[..], &[0x09, 0xd6, 4, 0, 0, 0x40, 0]].concat(), "| a | b<br>c |"),
        (defined([0x20, 0x60]), "| [hidden: a] | [hidden: b]<br>c |"),
        (defined([0x60, 0x20]), "| a | [hidden: b]<br>[hidden: c] |"),
    ] {
        // The next row has its own definition.
        let file = row(row(Doc::new(), &properties), &defined([0, 0])).paragraph("d").file();
        let next = "| a | [hidden: b]<br>c |";
        assert_eq!(text(&file), format!("{expected}\n|---|---|\n{next}\n\nd\n"));
    }
    let unended = Doc::new().run("b", WHITE).end("\u{7}", 0, IN_TABLE).paragraph("c");
    assert_eq!(text(&unended.file()), "| b |\n|---|\n\nc\n");
}
