//! Characters of symbol fonts.

use crate::files::{docx, docx_with, odf, office, relationships, text};

fn word(run: &str) -> String {
    text(&docx(&format!("<w:p><w:r>{run}</w:r></w:p>"))).trim_end().to_owned()
}

#[test]
fn symbols_say_what_they_look_like() {
    for (font, code, expected) in [
        ("Wingdings", "F0FE", "[x]"),
        ("Wingdings", "F0FD", "[x]"),
        ("Wingdings", "F0A8", "[ ]"),
        ("Wingdings", "F06F", "[ ]"),
        ("Wingdings", "00FC", "✓"),
        ("Wingdings", "F0E0", "→"),
        ("Wingdings", "F04A", "☺"),
        ("Wingdings 2", "F052", "[x]"),
        ("Wingdings 2", "F0A3", "[ ]"),
        ("Webdings", "F061", "✓"),
        ("Symbol", "F061", "α"),
        ("Symbol", "F0B1", "±"),
        ("Symbol", "F0A3", "≤"),
        ("Symbol", "F0FE", "⎭"),
        ("Wingdings", "F0A7", "▪"),
        ("Wingdings", "F021", "\u{fffd}"),
        ("Other", "F0FE", "\u{fffd}"),
        ("Other", "2603", "☃"),
        ("Other", "D800", "\u{fffd}"),
    ] {
        let symbol = format!("<w:sym w:font=\"{font}\" w:char=\"{code}\"/>");
        assert_eq!(word(&symbol), expected, "{font} {code}");
    }
}

#[test]
fn text_after_a_symbol_is_not_in_its_font() {
    let symbol = "<w:t>25</w:t><w:sym w:font=\"Symbol\" w:char=\"F0B0\"/><w:t>C and</w:t>";
    assert_eq!(word(symbol), "25°C and");
    let font = "<w:rPr><w:rFonts w:ascii=\"Symbol\" w:hAnsi=\"Symbol\"/></w:rPr><w:sym \
        w:font=\"Other\" w:char=\"2603\"/><w:t>a</w:t>";
    assert_eq!(word(font), "☃α");
}

#[test]
fn text_in_a_symbol_font_is_its_symbols() {
    let run = |font: &str, text: &str| {
        word(&format!(
            "<w:rPr><w:rFonts w:ascii=\"{font}\" w:hAnsi=\"{font}\"/></w:rPr><w:t>{text}</w:t>"
        ))
    };
    assert_eq!(run("Wingdings", "\u{f0fe}"), "[x]");
    assert_eq!(run("Wingdings", "à"), "→");
    assert_eq!(run("Symbol", "a b"), "α β");
    // Words that someone set in it by chance.
    assert_eq!(run("Webdings", "document"), "document");
    assert_eq!(run("Arial", "\u{f0b7} a \u{f0fe}"), "• a \u{fffd}");
    assert_eq!(run("Arial", "\u{e001}"), "\u{e001}");
}

#[test]
fn bullets_that_say_something_are_kept() {
    let numbering = |bullet: &str, font: &str| {
        format!(
            "<w:numbering><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:numFmt \
             w:val=\"bullet\"/><w:lvlText w:val=\"{bullet}\"/><w:rPr><w:rFonts w:ascii=\"{font}\"/>\
             </w:rPr></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/>\
             </w:num></w:numbering>"
        )
    };
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let body = "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>\
        <w:r><w:t>x</w:t></w:r></w:p>";
    for (bullet, font, expected) in [
        ("\u{f0a8}", "Wingdings", "- [ ] x\n"),
        ("\u{f0fe}", "Wingdings", "- [x] x\n"),
        ("\u{f0fc}", "Wingdings", "- ✓ x\n"),
        ("☐", "MS Gothic", "- [ ] x\n"),
        ("\u{f0b7}", "Symbol", "- x\n"),
        ("o", "Courier New", "- x\n"),
        ("\u{f0a7}", "Wingdings", "- x\n"),
    ] {
        let numbering = numbering(bullet, font);
        let parts = [("word/_rels/document.xml.rels", &*rels), ("word/numbering.xml", &numbering)];
        assert_eq!(text(&docx_with(body, &parts)), expected, "{bullet} {font}");
    }
    let styles = "<text:list-style style:name=\"L\"><text:list-level-style-bullet text:level=\"1\" \
        text:bullet-char=\"✗\"/></text:list-style>";
    let body = "<text:list text:style-name=\"L\"><text:list-item><text:p>x</text:p>\
        </text:list-item></text:list>";
    assert_eq!(text(&odf("text", styles, body)), "- ✗ x\n");
}

#[test]
fn slides_and_texts_have_symbols_too() {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    let run = |font: &str, text: &str| {
        format!("<a:r><a:rPr><a:{font} typeface=\"Wingdings\"/></a:rPr><a:t>{text}</a:t></a:r>")
    };
    let bullet = "<a:pPr><a:buFont typeface=\"Wingdings\"/><a:buChar char=\"þ\"/></a:pPr>";
    let runs = [run("sym", "à"), run("sym", " déjà vu "), run("latin", "\u{f0fc}")].concat();
    let slide =
        format!("<p:sld><p:sp><p:txBody><a:p>{bullet}{runs}</a:p></p:txBody></p:sp></p:sld>");
    let parts = [
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", &*rels),
        ("ppt/slides/slide1.xml", &slide),
    ];
    let file = office("ppt/presentation.xml", "presentationml.presentation", &parts);
    assert_eq!(text(&file), "## Slide 1\n\n- [x] → déjà vu ✓\n");
    let styles = "<style:style style:name=\"w\" style:family=\"text\"><style:text-properties \
        style:font-name=\"Wingdings1\"/></style:style>";
    let body = "<text:p><text:span text:style-name=\"w\">\u{f0a8}</text:span> no</text:p>";
    assert_eq!(text(&odf("text", styles, body)), "[ ] no\n");
}
