//! Any bytes, and any XML in a document, give a text within its limits or an error, always the
//! same, and no sheet that the workbook does not have.

use crate::files::{docx, epub, odf, office, read_within, relationships, xlsx_with};
use crate::generated::several;
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
    let kind = input.int_in_range(0..=6)?;
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
    let read = read_within(&file, &LIMITS);
    assert_eq!(read, read_within(&file, &LIMITS));
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
    if matches!(facts.format, Format::Xlsx | Format::Ods) {
        let headings = lines.iter().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings, facts.units.len(), "{text:?}");
    }
}

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
