//! No input makes a converter panic or exceed its limits.

use crate::files::{docx, docx_with, epub, odf, read_within, relationships, xlsx};
use crate::random;
use crate::zip_writer::{Entry, zip};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use readroom_documents::{Detail, Limits, convert, recognize};

const LIMITS: Limits = Limits {
    inflated: 1 << 20,
    entries: 20,
    directory: 10_000,
    token: 5000,
    depth: 20,
    events: 5000,
    table: 5000,
    text: 2000,
};

/// Elements of all formats, inserted anywhere.
const PIECES: [&str; 42] = [
    "<w:p>",
    "</w:p>",
    "<w:r>",
    "<w:t>",
    "x",
    "#",
    "|",
    "&amp;",
    "&x;",
    "<w:tbl>",
    "</w:tbl>",
    "<w:tr>",
    "<w:tc>",
    "</w:tc>",
    "<w:txbxContent>",
    "</w:txbxContent>",
    "<w:del>",
    "<w:vanish/>",
    "<w:fldChar w:fldCharType=\"begin\"/>",
    "<w:fldChar w:fldCharType=\"separate\"/>",
    "<w:footnoteReference w:id=\"1\"/>",
    "<w:numId w:val=\"18446744073709551615\"/>",
    "<c r=\"XFD1048576\">",
    "<c r=\"A1\" s=\"99\">",
    "<row r=\"18446744073709551615\">",
    "<v>1e308</v>",
    "<col min=\"0\" max=\"99999999999\" hidden=\"1\"/>",
    "</row>",
    "<text:list>",
    "</text:list>",
    "<text:list-item text:start-value=\"18446744073709551615\">",
    "<table:table>",
    "</table:table>",
    "<table:table-row table:number-rows-repeated=\"9999999999\">",
    "<table:table-cell table:number-columns-repeated=\"9999999999\" \
        table:number-rows-spanned=\"99999999999999999999\">",
    "<text:p>",
    "</text:p>",
    "<h1>",
    "</h1>",
    "<table>",
    "<td colspan=\"99999999999\">",
    "<ol start=\"18446744073709551615\"><li>",
];

fn xml() -> impl Strategy<Value = String> {
    vec(select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

/// Documents of every format that contain this XML.
fn documents(xml: &str) -> Vec<Vec<u8>> {
    let rels =
        relationships(&[("rId1", "numbering", "n.xml"), ("rId2", "footnotes", "document.xml")]);
    let closed = format!("{xml}<w:p/>");
    vec![
        docx(xml),
        docx_with(&closed, &[("word/_rels/document.xml.rels", &rels), ("word/n.xml", xml)]),
        xlsx(xml),
        odf("text", "", xml),
        odf("spreadsheet", "", xml),
        odf("presentation", xml, xml),
        epub(&[xml, "<p>end</p>"]),
    ]
}

fn check(file: &[u8]) {
    let Ok(document) = read_within(file, &LIMITS) else { return };
    assert!(document.text.len() <= LIMITS.text + (256 << 10) + 200);
    let lines: Vec<&str> = document.text.lines().collect();
    for unit in &document.facts.units {
        assert!(lines[unit.line as usize - 1].starts_with('#'), "{unit:?} of {lines:?}");
    }
}

/// Edits of bytes: the position, the number removed, and the bytes inserted.
fn changes() -> impl Strategy<Value = Vec<(Index, usize, Vec<u8>)>> {
    vec((any::<Index>(), 0usize..4, vec(any::<u8>(), 0..4)), 1..5)
}

fn changed(mut bytes: Vec<u8>, changes: &[(Index, usize, Vec<u8>)]) -> Vec<u8> {
    for (at, out, put) in changes {
        let at = at.index(bytes.len() + 1);
        let end = (at + out).min(bytes.len());
        bytes.splice(at..end, put.iter().copied());
    }
    bytes
}

proptest! {
    #![proptest_config(random::inputs(300))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300), kind in 0usize..3) {
        let start: &[u8] = [&b"PK\x03\x04"[..], b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b""][kind];
        check(&[start, &bytes].concat());
    }

    #[test]
    fn any_xml_is_read_or_refused(xml in xml()) {
        documents(&xml).iter().for_each(|file| check(file));
    }

    #[test]
    fn any_change_of_a_file_is_read_or_refused(changes in changes(), which in 0usize..7) {
        let xml = "<w:p><w:r><w:t>x</w:t></w:r></w:p><row><c><v>1</v></c></row><text:p>y</text:p>";
        let file = changed(documents(xml).remove(which), &changes);
        check(&file);
        // A file that is no longer recognized is converted, too.
        let _ = convert(&mut &*file, readroom_documents::Format::Docx, &LIMITS, Detail::Shown);
    }

    #[test]
    fn any_change_of_xml_is_read_or_refused(changes in changes(), xml in xml()) {
        let sheet = "<sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>x</t></is></c>\
            </row></sheetData>";
        let entry = changed(format!("{sheet}{xml}").into_bytes(), &changes);
        check(&xlsx(&String::from_utf8_lossy(&entry)));
    }

    #[test]
    fn any_entry_headers_are_read_or_refused(
        fields in vec((0u16..14, 0u16..4, any::<u32>(), 0u32..100, any::<Option<u8>>()), 1..4),
    ) {
        let entries = fields.iter().map(|(method, flags, crc, size, offset)| Entry {
            method: *method,
            flags: *flags,
            crc: *crc,
            size: *size,
            offset: offset.map(u32::from),
            ..Entry::deflated("[Content_Types].xml", b"<Types/>")
        });
        let file = zip(&entries.collect::<Vec<_>>());
        let _ = recognize(&mut &*file);
        check(&file);
    }
}
