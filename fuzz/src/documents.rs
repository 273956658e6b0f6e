//! Any bytes, and any XML, records or runs in a document, give a text within its limits or an
//! error, always the same, and no sheet that the workbook does not have.

use crate::compound_file::compound_file;
use crate::doc_writer::Doc;
use crate::files::{docx, epub, odf, office, read_within, relationships, xlsx_with};
use crate::generated::several;
use crate::xls_writer::{Records, book};
use arbitrary::{Result, Unstructured};
use readroom_documents::{Document, Format, Limits};

/// Low enough that each is reached.
const LIMITS: Limits = Limits {
    inflated: 1 << 20,
    entries: 50,
    directory: 1 << 16,
    token: 1 << 12,
    depth: 20,
    events: 5000,
    table: 1 << 14,
    text: 1 << 14,
};

/// The maximum that headings and the last line add to the text.
const MORE: usize = 300 << 10;

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let kind = input.int_in_range(0..=9)?;
    match kind {
        7 => return check_file(&workbook(input)?),
        8 => return check_file(&word_document(input)?),
        9 => {
            let words = several(input, 80, |input| input.choose(CONTROL_WORDS).copied())?;
            return check_file(["{\\rtf1 ", &words.concat()].concat().as_bytes());
        }
        _ => {}
    }
    let made = input.arbitrary()?;
    let xml = if made {
        several(input, 80, |input| input.choose(FRAGMENTS).copied())?.concat()
    } else {
        String::from_utf8_lossy(input.peek_bytes(input.len()).unwrap_or_default()).into_owned()
    };
    let file = match kind {
        0 => docx(&xml),
        1 => xlsx_with(&xml, &[("xl/styles.xml", &xml), ("xl/sharedStrings.xml", &xml)]),
        2 => presentation(&xml),
        3 => odf("text", &xml, &xml),
        4 => odf("spreadsheet", &xml, &xml),
        5 => epub(&[&xml, "<p>x</p>"]),
        _ => input.bytes(input.len())?.to_vec(),
    };
    check_file(&file)
}

/// Returns a binary workbook with any records.
fn workbook(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut records = || -> Result<Records> {
        let all = several(input, 30, |input| {
            let kind = *input.choose(RECORDS)?;
            let length = input.int_in_range(0..=40)?;
            Ok((kind, input.bytes(length.min(input.len()))?.to_vec()))
        })?;
        Ok(all.iter().fold(Records::new(), |records, (kind, data)| records.add(*kind, data)))
    };
    Ok(book(records()?, &[("a", 0, records()?), ("b", 1, records()?)]))
}

/// Returns a binary Word document with any properties, and then with any bytes changed.
fn word_document(input: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let runs = several(input, 20, |input| {
        let text = *input.choose(&[
            "text",
            "\u{13}HYPERLINK \"a\"\u{14}",
            "\u{15}",
            "\u{7}",
            "\r",
            "\u{2}",
        ])?;
        Ok((text, input.bytes(input.len().min(6))?.to_vec(), input.arbitrary()?))
    })?;
    let add = |doc: Doc, (text, look, ends): &(&str, Vec<u8>, bool)| match ends {
        true => doc.run(text, look).end("\r", 1, look),
        false => doc.run(text, look),
    };
    let [mut main, mut tables] = runs.iter().fold(Doc::new(), add).streams();
    for (at, byte) in
        several(input, 20, |input| Ok((input.arbitrary::<u16>()?, input.arbitrary()?)))?
    {
        let stream = if at & 1 == 0 { &mut main } else { &mut tables };
        let at = usize::from(at) % stream.len();
        stream[at] = byte;
    }
    Ok(compound_file(&[("WordDocument", &main), ("1Table", &tables)]))
}

fn check_file(file: &[u8]) -> Result<()> {
    let read = read_within(file, &LIMITS);
    assert_eq!(read, read_within(file, &LIMITS));
    if let Ok(document) = read {
        check(&document);
    }
    Ok(())
}

fn presentation(slide: &str) -> Vec<u8> {
    let slides =
        "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let slide = format!("<p:sld><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>");
    office(
        "ppt/presentation.xml",
        "presentationml.presentation",
        &[
            ("ppt/presentation.xml", slides),
            (
                "ppt/_rels/presentation.xml.rels",
                &relationships(&[("rId1", "slide", "slides/slide1.xml")]),
            ),
            ("ppt/slides/slide1.xml", &slide),
        ],
    )
}

fn check(Document { text, facts }: &Document) {
    assert!(text.len() <= LIMITS.text + MORE, "{} bytes", text.len());
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    let lines: Vec<&str> = text.lines().collect();
    // A chapter may have its own heading.
    let mark = if facts.format == Format::Epub { "#" } else { "## " };
    for unit in &facts.units {
        let heading = lines.get(unit.line as usize - 1);
        assert!(heading.is_some_and(|line| line.starts_with(mark)), "{unit:?} in {text:?}");
    }
    if matches!(facts.format, Format::Xlsx | Format::Xls | Format::Ods) {
        let headings = lines.iter().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings, facts.units.len(), "{text:?}");
    }
}

/// Records of workbooks: cells, strings, formats, rows, columns, merged ranges, notes and shapes.
const RECORDS: &[u16] = &[
    0x06, 0x0a, 0x0c, 0x17, 0x1c, 0x22, 0x31, 0x3c, 0x42, 0x5d, 0x7d, 0x85, 0xbd, 0xbe, 0xe0, 0xe5,
    0xec, 0xfc, 0xfd, 0x201, 0x203, 0x204, 0x205, 0x207, 0x208, 0x27e, 0x41e, 0x4bc, 0x1b6,
];

/// Control words of Rich Text Format.
const CONTROL_WORDS: &[&str] = &[
    "{",
    "}",
    "text ",
    "\\par ",
    "\\pard ",
    "\\cell ",
    "\\row ",
    "\\trowd ",
    "\\intbl ",
    "\\itap2 ",
    "\\nestcell ",
    "\\nestrow ",
    "\\v ",
    "\\v0 ",
    "\\deleted ",
    "\\u8217?",
    "\\u-1 ",
    "\\uc9 ",
    "\\'e9",
    "\\'z",
    "\\bin3 ",
    "\\bin99999999 ",
    "\\*\\x ",
    "\\fonttbl ",
    "\\f1\\fcharset128 ",
    "\\field ",
    "\\*\\fldinst ",
    "HYPERLINK \"a\"",
    "\\fldrslt ",
    "\\footnote ",
    "\\*\\annotation ",
    "\\listtext ",
    "\\stylesheet ",
    "\\s1 heading 1;",
    "\\outlinelevel0 ",
    "\\shptxt ",
    "\\pict ",
    "\\ansicpg932 ",
    "## Sheet: forged\\line ",
];

/// Fragments of documents.
const FRAGMENTS: &[&str] = &[
    "<w:p>",
    "</w:p>",
    "<w:r>",
    "</w:r>",
    "<w:t>",
    "</w:t>",
    "## Sheet: forged\n",
    "&#10;# x",
    "<w:tbl>",
    "</w:tbl>",
    "<w:tr>",
    "</w:tr>",
    "<w:tc>",
    "</w:tc>",
    "<w:vanish/>",
    "<w:br/>",
    "<w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr>",
    "<w:rPr>",
    "</w:rPr>",
    "text",
    "a|b\\",
    "<sheetData>",
    "</sheetData>",
    "<row r=\"1048576\">",
    "<row>",
    "</row>",
    "<c r=\"XFD1\" t=\"s\"><v>0</v></c>",
    "<c t=\"inlineStr\"><is><t>",
    "</t></is></c>",
    "<c r=\"A1\"><v>1e308</v></c>",
    "<c><v>-1</v></c>",
    "<mergeCell ref=\"A1:XFD9\"/>",
    "<si><t>",
    "</t></si>",
    "<a:p>",
    "</a:p>",
    "<a:t>",
    "</a:t>",
    "<p:sp>",
    "</p:sp>",
    "<p:txBody>",
    "</p:txBody>",
    "<p:ph type=\"title\"/>",
    "<text:p>",
    "</text:p>",
    "<text:h>",
    "</text:h>",
    "<text:list>",
    "</text:list>",
    "<text:list-item>",
    "</text:list-item>",
    "<table:table table:name=\"a\n## b\">",
    "</table:table>",
    "<table:table-row table:number-rows-repeated=\"1000000\">",
    "<table:table-row>",
    "</table:table-row>",
    "<table:table-cell table:number-columns-repeated=\"16384\">",
    "<table:table-cell>",
    "</table:table-cell>",
    "<h1>",
    "</h1>",
    "<p>",
    "</p>",
    "<li>",
    "</li>",
    "<ul>",
    "</ul>",
    "<pre>",
    "</pre>",
    "<img src=\"a.png\" alt=\"]\"/>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x ?>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&b;",
    "&#x202e;",
    "\u{2028}",
];
