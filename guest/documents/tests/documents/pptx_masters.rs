//! Layouts and masters give text and bullets to the slides of a presentation.

use crate::files::{office, read, relationships};
use crate::pptx::{paragraph, shape};

/// The text of a presentation of two slides with one layout.
fn slides(slides: [&str; 2], layout: &str, master: &str) -> String {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/><p:sldId r:id=\"rId2\"/>\
        </p:sldIdLst></p:presentation>";
    let main_rels = relationships(&[
        ("rId1", "slide", "slides/slide1.xml"),
        ("rId2", "slide", "slides/slide2.xml"),
    ]);
    let rels = relationships(&[("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml")]);
    let layout_rels = relationships(&[("rId1", "slideMaster", "../slideMasters/slideMaster1.xml")]);
    let [first, second] = slides;
    let parts = [
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", &main_rels),
        ("ppt/slides/slide1.xml", first),
        ("ppt/slides/_rels/slide1.xml.rels", &rels),
        ("ppt/slides/slide2.xml", second),
        ("ppt/slides/_rels/slide2.xml.rels", &rels),
        ("ppt/slideLayouts/slideLayout1.xml", layout),
        ("ppt/slideLayouts/_rels/slideLayout1.xml.rels", &layout_rels),
        ("ppt/slideMasters/slideMaster1.xml", master),
        // A master that is its own.
        ("ppt/slideMasters/_rels/slideMaster1.xml.rels", &layout_rels),
    ];
    read(&office("ppt/presentation.xml", "presentationml.presentation", &parts)).text
}

#[test]
fn text_of_masters_is_there_once_and_prompts_are_not() {
    let text = |name: &str| shape("", &(paragraph("", name) + &paragraph("", "Confidential")));
    let prompts = ["title", "body", "ftr", "dt"].map(|kind| shape(kind, &paragraph("", "Click")));
    let number = "<p:sp><a:p><a:fld type=\"slidenum\"><a:t>‹#›</a:t></a:fld></a:p></p:sp>";
    let picture = "<p:pic><p:cNvPr descr=\"Logo\"/><a:blip r:embed=\"rId9\"/></p:pic>";
    let part = |name: &str, attributes: &str| {
        let content = [&*prompts.concat(), &text(name), number, picture].concat();
        format!("<p:sldLayout{attributes}>{content}</p:sldLayout>")
    };
    let slide = |attributes: &str| format!("<p:sld{attributes}>{}</p:sld>", text("Own"));
    let (plain, bare) = (slide(""), slide(" showMasterSp=\"0\""));
    let own = "Own\n\nConfidential\n";
    let (layout, master) = ("Master: L | Confidential\n", "Master: M | Confidential\n");
    for (both, attributes, expected) in [
        ([&plain, &plain], "", [&[layout, master][..], &[]]),
        ([&bare, &plain], "", [&[], &[layout, master]]),
        ([&plain, &bare], " showMasterSp=\"false\"", [&[layout], &[]]),
        ([&bare, &bare], "", [&[], &[]]),
    ] {
        let shown = slides(both.map(|slide| &**slide), &part("L", attributes), &part("M", ""));
        let lines = expected.map(|lines| lines.concat());
        let lines = lines.map(|lines| if lines.is_empty() { lines } else { format!("\n{lines}") });
        let [first, second] = lines;
        let expected = format!("## Slide 1\n\n{own}{first}\n## Slide 2\n\n{own}{second}");
        assert_eq!(shown, expected, "{both:?} {attributes}");
    }
}

#[test]
fn bullets_and_numbers_of_placeholders_are_inherited() {
    let level = |level: u64, bullet: &str| format!("<a:lvl{level}pPr>{bullet}</a:lvl{level}pPr>");
    let number = "<a:buAutoNum type=\"arabicPeriod\"/>";
    let layout = format!(
        "<p:sldLayout><p:sp><p:ph type=\"body\" idx=\"4\"/><p:txBody><a:lstStyle>{}</a:lstStyle>{}\
         </p:txBody></p:sp></p:sldLayout>",
        level(1, number),
        paragraph("", "Click")
    );
    let master = format!(
        "<p:sldMaster><p:txStyles><p:titleStyle>{}</p:titleStyle><p:bodyStyle>{}{}</p:bodyStyle>\
         <p:otherStyle>{}</p:otherStyle></p:txStyles></p:sldMaster>",
        level(1, number),
        level(1, "<a:buNone/>"),
        level(2, "<a:buFont typeface=\"Wingdings\"/><a:buChar char=\"q\"/>"),
        level(1, number)
    );
    let body = |index: &str, style: &str, paragraphs: [(&str, &str); 3]| {
        let paragraphs = paragraphs.map(|(properties, text)| paragraph(properties, text)).concat();
        format!(
            "<p:sld><p:sp><p:ph{index}/><p:txBody><a:lstStyle>{style}</a:lstStyle>{paragraphs}\
             </p:txBody></p:sp></p:sld>"
        )
    };
    let inner = "<a:pPr lvl=\"1\"/>";
    let all = [("", "a"), (inner, "b"), ("<a:pPr><a:buNone/></a:pPr>", "c")];
    let numbered = body(" idx=\"4\"", "", all);
    let plain = body(" type=\"body\" idx=\"9\"", "", all);
    let shown = slides([&numbered, &plain], &layout, &master);
    let expected = "## Slide 1\n\n1. a\n  - b\n\nc\n\n## Slide 2\n\na\n\n  - b\n\nc\n";
    assert_eq!(shown, expected);
    let own = body("", &level(1, number), [("", "a"), ("", "b"), (inner, "c")]);
    let free = own.replace("<p:ph/>", "");
    let expected = "## Slide 1\n\n1. a\n2. b\n  - c\n\n## Slide 2\n\n1. a\n2. b\n\nc\n";
    assert_eq!(slides([&own, &free], &layout, &master), expected);
}

#[test]
fn a_damaged_layout_leaves_the_slides() {
    let slide = format!("<p:sld>{}</p:sld>", shape("", &paragraph("", "x")));
    let table = "<p:sldLayout><p:sp><a:p><a:r><a:t>static</a:t></a:r></a:p></p:sp>\
        <a:tbl><a:tr><a:tc><a:p><a:r><a:t>y";
    let missing = "[missing: the rest of the layout or the master, which is damaged: XML that ends \
        inside an element]";
    let first = format!("{missing}\n\nx\n\nMaster: static | y");
    let expected = format!("## Slide 1\n\n{first}\n\n## Slide 2\n\nx\n");
    assert_eq!(slides([&slide, &slide], table, "<p:sldMaster/>"), expected);
}
