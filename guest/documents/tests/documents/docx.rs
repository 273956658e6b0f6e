//! Word documents.

use crate::files::{docx, docx_with, read, relationships, text, with_formulas};

/// A paragraph of one run with these properties and text.
fn run(properties: &str, text: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>")
}

fn paragraph(properties: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr>{}</w:p>", run("", text))
}

fn styled(styles: &str, body: &str) -> Vec<u8> {
    let rels = relationships(&[("rId1", "styles", "styles.xml")]);
    let styles = format!("<w:styles>{styles}</w:styles>");
    docx_with(body, &[("word/_rels/document.xml.rels", &rels), ("word/styles.xml", &styles)])
}

#[test]
fn a_heading_alone_in_its_row_is_one() {
    let cell = |text: &str, level: &str| {
        format!("<w:tc><w:p><w:pPr>{level}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let heading = |text: &str| cell(text, "<w:outlineLvl w:val=\"1\"/>");
    let empty = "<w:tc><w:p/></w:tc>";
    let row = |cells: &[&str]| format!("<w:tr>{}</w:tr>", cells.concat());
    let table = |rows: &[String]| format!("<w:tbl>{}</w:tbl>", rows.concat());
    let (a, b) = (cell("a", ""), cell("b", ""));
    let layout = table(&[row(&[empty, empty, &heading("Preface")])]);
    assert_eq!(text(&docx(&layout)), "## Preface\n");
    let rows = [row(&[&a, &b]), row(&[&heading("V2"), empty]), row(&[&a, &b]), row(&[&b, &a])];
    let expected = "| a | b |\n|---|---|\n\n## V2\n\n| a | b |\n|---|---|\n| b | a |\n";
    assert_eq!(text(&docx(&table(&rows))), expected);
    // With other text, or in another table, it is a cell.
    let beside = table(&[row(&[&heading("V2"), &b])]);
    assert_eq!(text(&docx(&beside)), "| V2 | b |\n|---|---|\n");
    let inner = format!("<w:tc>{}{}</w:tc>", table(&[row(&[&heading("V2")])]), "<w:p/>");
    assert_eq!(text(&docx(&table(&[row(&[&inner, &b])]))), "| V2 | b |\n|---|---|\n");
}

#[test]
fn headings_have_the_levels_of_the_document() {
    let styles = r#"<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
        <w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="Deep"/></w:style>
        <w:style w:styleId="Deep"><w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>
            </w:style>"#;
    let body = [
        paragraph("<w:pStyle w:val=\"H1\"/>", "Aims"),
        paragraph("", "Text"),
        paragraph("<w:pStyle w:val=\"Mine\"/>", "Details"),
        paragraph("<w:outlineLvl w:val=\"7\"/>", "Low"),
        paragraph("<w:pStyle w:val=\"H1\"/><w:outlineLvl w:val=\"9\"/>", "None"),
    ];
    let text = text(&styled(styles, &body.concat()));
    assert_eq!(text, "# Aims\n\nText\n\n### Details\n\n###### Low\n\nNone\n");
}

#[test]
fn styles_that_inherit_from_each_other_end() {
    let styles = r#"<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style>
        <w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>"#;
    assert_eq!(text(&styled(styles, &paragraph("<w:pStyle w:val=\"A\"/>", "x"))), "x\n");
}

#[test]
fn a_line_of_the_document_cannot_be_a_heading_or_a_fence() {
    let lines = ["## Sheet: Fake", "  # x", "```", "====", "#tag", "a # b", "- - -", "--"];
    let body: String = lines.iter().map(|line| paragraph("", line)).collect();
    let expected =
        "\\## Sheet: Fake\n\n\\# x\n\n\\```\n\n\\====\n\n\\#tag\n\na # b\n\n- - -\n\n\\--\n";
    assert_eq!(text(&docx(&body)), expected);
    let broken = "<w:p><w:r><w:t>a</w:t><w:br/><w:t>## b&#x2028;# c</w:t></w:r></w:p>";
    assert_eq!(text(&docx(broken)), "a\n\\## b\n\\# c\n");
}

#[test]
fn lists_have_the_labels_that_are_shown() {
    let numbering = r#"<w:numbering><w:abstractNum w:abstractNumId="7">
        <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>
            </w:lvl>
        <w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
        </w:abstractNum>
        <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>
            </w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
        <w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="7"/>
            <w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
        </w:numbering>"#;
    let item = |list: u8, level: u8, text: &str| {
        let list = format!("<w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/>");
        paragraph(&format!("<w:numPr>{list}</w:numPr>"), text)
    };
    let body = [
        item(1, 0, "one"),
        item(1, 1, "deep"),
        item(1, 1, "deeper"),
        item(1, 0, "two"),
        item(2, 0, "dot"),
        item(3, 0, "again"),
        item(9, 0, "unknown"),
    ];
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let file = docx_with(
        &body.concat(),
        &[("word/_rels/document.xml.rels", &rels), ("word/numbering.xml", numbering)],
    );
    let expected = "1. one\n  1.a) deep\n  1.b) deeper\n2. two\n- dot\n1. again\n\nunknown\n";
    assert_eq!(text(&file), expected);
}

#[test]
fn a_table_is_a_pipe_table() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph("", text));
    let inner = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell("in"), cell("ner"));
    let wide =
        format!("<w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>{}</w:tc>", paragraph("", "wide"));
    let body = format!(
        "<w:tbl><w:tr>{}{}</w:tr><w:tr>{wide}</w:tr><w:tr><w:tc>{}{}</w:tc><w:tc>{inner}<w:p/>\
            </w:tc></w:tr></w:tbl>",
        cell("a|b"),
        cell("# c"),
        paragraph("", "one"),
        paragraph("", "two"),
    );
    let expected = "| a\\|b | # c |\n|---|---|\n| wide |  |\n| one<br>two | in \\| ner |\n";
    assert_eq!(text(&docx(&body)), expected);
}

#[test]
fn links_notes_comments_and_images_are_named() {
    let rels = relationships(&[
        ("rId1", "hyperlink", "https://example.org/a(b)"),
        ("rId2", "footnotes", "footnotes.xml"),
        ("rId3", "comments", "comments.xml"),
        ("rId4", "image", "media/image1.png"),
    ]);
    let body = r#"<w:p><w:hyperlink r:id="rId1"><w:r><w:t>site</w:t></w:r></w:hyperlink>
        <w:r><w:footnoteReference w:id="5"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>
        <w:p><w:r><w:drawing><wp:docPr id="1" name="Picture 1" descr="A cat"/>
            <a:blip r:embed="rId4"/></w:drawing></w:r></w:p>"#;
    let footnotes = "<w:footnotes><w:footnote w:id=\"-1\"><w:p><w:r><w:t>line</w:t></w:r></w:p>\
        </w:footnote>\
        <w:footnote w:id=\"5\"><w:p><w:r><w:t>A note</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let comments = "<w:comments><w:comment w:id=\"0\" w:author=\"Ann\"><w:p><w:r><w:t>Why?</w:t>\
        </w:r></w:p></w:comment></w:comments>";
    let document = read(&docx_with(
        body,
        &[
            ("word/_rels/document.xml.rels", &rels),
            ("word/footnotes.xml", footnotes),
            ("word/comments.xml", comments),
            ("word/media/image1.png", "png"),
            ("word/vbaProject.bin", "code"),
        ],
    ));
    let expected = "[site](<https://example.org/a(b)>)[^1][^c1]\n\n![A cat](image1.png)\n\n\
        [^1]: A note\n\n[^c1]: Ann: Why?\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.comments, 1);
    assert_eq!(document.facts.left_out.images, 1);
    assert_eq!(document.facts.left_out.image_names, ["image1.png"]);
    assert_eq!(document.facts.left_out.macros.as_deref(), Some("word/vbaProject.bin"));
}

#[test]
fn tracked_changes_are_marked_with_all_detail() {
    let run = |text: &str, value: &str| format!("<w:r><w:{text}>{value}</w:{text}></w:r>");
    let body = format!(
        "<w:p><w:pPr><w:numPr><w:ins/></w:numPr><w:rPr><w:ins/></w:rPr></w:pPr>{}\
         <w:del>{}</w:del><w:ins>{}</w:ins>{}</w:p>",
        run("t", "Pay "),
        run("delText", "10"),
        run("t", "12"),
        run("t", " today.")
    );
    assert_eq!(with_formulas(&docx(&body)), "Pay {--10--}{++12++} today.\n");
    assert_eq!(text(&docx(&body)), "Pay 12 today.\n");
}

#[test]
fn tracked_changes_are_accepted_and_counted() {
    let body = "<w:p><w:r><w:t>kept </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r>\
        </w:del>\
        <w:ins><w:r><w:t>new</w:t></w:r></w:ins>\
        <w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p>";
    let document = read(&docx(body));
    assert_eq!(document.text, "kept new\n");
    let unseen = document.facts.unseen;
    assert_eq!((unseen.deletions, unseen.insertions), (2, 1));
}

#[test]
fn hidden_white_and_tiny_text_is_marked() {
    let body = [
        "<w:p>".to_owned(),
        run("", "a "),
        run("<w:vanish/>", "one "),
        run("<w:vanish/>", "two"),
        run("<w:vanish w:val=\"0\"/>", " b "),
        run("<w:color w:val=\"FFFFFF\"/>", "white"),
        run("<w:color w:val=\"FFFFFF\"/><w:shd w:fill=\"000000\"/>", " shown "),
        run("<w:sz w:val=\"2\"/>", "tiny"),
        "</w:p>".to_owned(),
    ];
    let document = read(&docx(&body.concat()));
    assert_eq!(document.text, "a [hidden: one two] b [hidden: white] shown [hidden: tiny]\n");
    assert_eq!(document.facts.unseen.texts, 3);
}

#[test]
fn styles_hide_too() {
    let styles = r#"<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault>
        </w:docDefaults>
        <w:style w:type="paragraph" w:styleId="V"><w:rPr><w:vanish/></w:rPr></w:style>
        <w:style w:type="paragraph" w:styleId="W"><w:basedOn w:val="V"/></w:style>
        <w:style w:type="paragraph" w:styleId="Tiny"><w:rPr><w:sz w:val="2"/></w:rPr></w:style>
        <w:style w:type="paragraph" w:styleId="White"><w:rPr><w:color w:val="FFFFFF"/></w:rPr>
            </w:style>
        <w:style w:type="paragraph" w:styleId="Dark"><w:basedOn w:val="White"/><w:pPr>
            <w:shd w:val="clear" w:fill="1F3864"/></w:pPr></w:style>
        <w:style w:type="character" w:styleId="CW"><w:rPr><w:color w:val="FFFFFF"/></w:rPr>
            </w:style>
        <w:style w:type="character" w:styleId="CV"><w:rPr><w:vanish/></w:rPr></w:style>"#;
    for (style, properties, expected) in [
        ("V", "", "[hidden: x]"),
        ("W", "", "[hidden: x]"),
        ("V", "<w:vanish w:val=\"0\"/>", "x"),
        ("V", "<w:vanish w:val=\"false\"/>", "x"),
        // Two styles that hide cancel out; the run itself does not.
        ("V", "<w:rStyle w:val=\"CV\"/>", "x"),
        ("V", "<w:rStyle w:val=\"CV\"/><w:vanish/>", "[hidden: x]"),
        ("", "<w:rStyle w:val=\"CV\"/>", "[hidden: x]"),
        ("Tiny", "", "[hidden: x]"),
        ("Tiny", "<w:sz w:val=\"24\"/>", "x"),
        ("White", "", "[hidden: x]"),
        ("White", "<w:color w:val=\"auto\"/>", "x"),
        ("", "<w:color w:val=\"FEFEFE\"/>", "[hidden: x]"),
        ("", "<w:color w:val=\"auto\" w:themeColor=\"background1\"/>", "[hidden: x]"),
        ("", "<w:color w:val=\"D9D9D9\"/>", "x"),
        ("White", "<w:shd w:val=\"clear\" w:fill=\"FDFDFD\"/>", "[hidden: x]"),
        ("White", "<w:highlight w:val=\"black\"/>", "x"),
        ("White", "<w:shd w:val=\"clear\" w:fill=\"FFFFFF\"/>", "[hidden: x]"),
        ("Dark", "", "x"),
        ("", "<w:rStyle w:val=\"CW\"/>", "[hidden: x]"),
        ("Dark", "<w:rStyle w:val=\"CW\"/>", "x"),
        ("", "", "x"),
    ] {
        let style_of = format!("<w:pStyle w:val=\"{style}\"/>");
        let style_of = if style.is_empty() { "" } else { &style_of };
        let body = format!("<w:p><w:pPr>{style_of}</w:pPr>{}</w:p>", run(properties, "x"));
        let document = read(&styled(styles, &body));
        assert_eq!(document.text, format!("{expected}\n"), "{style} {properties}");
        let hidden = u64::from(expected != "x");
        assert_eq!(document.facts.unseen.texts, hidden, "{style} {properties}");
    }
}

#[test]
fn the_defaults_and_the_default_style_hide_too() {
    let body = paragraph("", "x");
    let defaults = "<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault>\
        </w:docDefaults>";
    assert_eq!(text(&styled(defaults, &body)), "[hidden: x]\n");
    let normal = "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"N\"><w:rPr>\
        <w:color w:val=\"ffffff\"/></w:rPr></w:style>\
        <w:style w:type=\"paragraph\" w:styleId=\"O\"/>";
    assert_eq!(text(&styled(normal, &body)), "[hidden: x]\n");
    assert_eq!(text(&styled(normal, &paragraph("<w:pStyle w:val=\"O\"/>", "x"))), "x\n");
}

#[test]
fn a_text_box_follows_its_paragraph_and_stands_once() {
    let text_box = format!("<w:txbxContent>{}</w:txbxContent>", paragraph("", "box"));
    let body = format!(
        "<w:p><w:r><w:t>before</w:t></w:r><mc:AlternateContent><mc:Choice>{text_box}</mc:Choice>\
         <mc:Fallback>{text_box}</mc:Fallback></mc:AlternateContent>\
         <w:r><w:t> after</w:t></w:r></w:p>"
    );
    assert_eq!(text(&docx(&body)), "before after\n\nbox\n");
}

#[test]
fn a_field_that_links_is_a_link() {
    let field = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    let body = format!(
        "<w:p>{}<w:r><w:instrText> HYPERLINK &quot;https://a.example&quot; </w:instrText>\
            </w:r>{}{}{}</w:p>",
        field("begin"),
        field("separate"),
        run("", "here"),
        field("end"),
    );
    assert_eq!(text(&docx(&body)), "[here](https://a.example)\n");
}

#[test]
fn text_from_right_to_left_stays_in_its_order() {
    let body = paragraph("<w:bidi/>", "שלום עולם 12");
    assert_eq!(text(&docx(&body)), "שלום עולם 12\n");
}

#[test]
fn a_row_may_begin_after_the_first_column() {
    let cell = |text: &str, span: u64| {
        format!(
            "<w:tc><w:tcPr><w:gridSpan w:val=\"{span}\"/></w:tcPr>{}</w:tc>",
            paragraph("", text)
        )
    };
    let skipped = "<w:trPr><w:gridBefore w:val=\"2\"/><w:gridAfter w:val=\"1\"/></w:trPr>";
    let nested = format!(
        "<w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr><w:p/><w:tbl><w:tr>{}\
        </w:tr></w:tbl></w:tc>",
        cell("n", 1)
    );
    let rows = [
        [cell("a", 2), cell("b", 1), cell("c", 1)].concat(),
        format!("{skipped}{}", cell("d", 1)),
        format!("{nested}{}{}", cell("e", 1), cell("f", 1)),
    ];
    let rows: String = rows.iter().map(|row| format!("<w:tr>{row}</w:tr>")).collect();
    assert_eq!(
        text(&docx(&format!("<w:tbl>{rows}</w:tbl>"))),
        "| a |  | b | c |\n|---|---|---|---|\n|  |  | d |  |\n| n |  | e | f |\n"
    );
}

#[test]
fn comments_are_counted_as_they_are_written() {
    let body = "<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:commentReference w:id=\"1\"/></w:r>\
        </w:del><w:r><w:commentReference w:id=\"0\"/></w:r></w:p>";
    let comment = |id: u64, text: &str| {
        format!("<w:comment w:id=\"{id}\" w:author=\"Ann\">{}</w:comment>", paragraph("", text))
    };
    let comments = format!("<w:comments>{}{}</w:comments>", comment(1, "gone"), comment(0, "why"));
    let rels = relationships(&[("rId1", "comments", "comments.xml")]);
    let document = crate::files::read(&docx_with(
        body,
        &[("word/_rels/document.xml.rels", &rels), ("word/comments.xml", &comments)],
    ));
    assert_eq!(document.text, "a[^c1]\n\n[^c2]: Ann: gone\n[^c1]: Ann: why\n");
    assert_eq!(document.facts.unseen.comments, 2);
}

#[test]
fn a_chart_is_its_data() {
    let rels = relationships(&[("rId1", "chart", "charts/chart1.xml")]);
    let chart = r#"<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p>
        </c:rich></c:tx></c:title>
        <c:plotArea><c:layout/><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0">
            <c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx>
        <c:cat><c:strRef><c:f>S!A1</c:f><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt>
            <c:pt idx="1"><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat>
        <c:val><c:numRef><c:numCache><c:formatCode>0.0</c:formatCode><c:pt idx="0">
            <c:v>1.25</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:numCache></c:numRef></c:val>
        </c:ser></c:barChart><c:valAx><c:title><c:tx>
            <a:p><a:r><a:t>In m</a:t></a:r><a:r><a:t>illions</a:t>
        </a:r><a:r><a:rPr baseline="30000"/><a:t>1</a:t></a:r></a:p>
            <a:p><a:r><a:t>of euros</a:t></a:r></a:p></c:tx></c:title></c:valAx>
            </c:plotArea></c:chart>"#;
    let body =
        "<w:p><w:r><w:t>See</w:t><w:drawing><c:chart r:id=\"rId1\"/></w:drawing></w:r></w:p>";
    let file = docx_with(
        body,
        &[("word/_rels/document.xml.rels", &rels), ("word/charts/chart1.xml", chart)],
    );
    let expected = "See\n\nChart (bar): Sales\nAxis: In millions^1 of euros\n\n|  | 2024 |\n\
        | --- | --- |\n| North | 1.25 |\n| South | 2.0 |\n";
    assert_eq!(text(&file), expected);
}

#[test]
fn labels_of_points_and_shapes_over_a_chart_are_read() {
    let label = |text: &str| {
        format!(
            "<c:dLbl><c:idx val=\"1\"/><c:tx><c:rich><a:p>{text}</a:p></c:rich></c:tx></c:dLbl>"
        )
    };
    let labels = [
        label("<a:r><a:t>Peak </a:t></a:r><a:r><a:t>year</a:t></a:r>"),
        label("<a:fld type=\"VALUE\"><a:t>[VALUE]</a:t></a:fld>"),
        "<c:dLbl><c:delete val=\"1\"/></c:dLbl><c:showVal val=\"1\"/>".to_owned(),
    ];
    let (name, values) = (points("tx", &["N"]), points("val", &["1"]));
    let chart = format!(
        "<c:chart><c:plotArea><c:barChart><c:ser>{name}<c:dLbls>{}</c:dLbls>{values}</c:ser>\
         </c:barChart></c:plotArea><c:userShapes r:id=\"rId1\"/></c:chart>",
        labels.concat()
    );
    let shapes = "<c:userShapes><cdr:relSizeAnchor><cdr:sp><cdr:txBody><a:p><a:r><a:t>Note</a:t>\
        </a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>";
    let rels = relationships(&[("rId1", "chart", "charts/chart1.xml")]);
    let chart_rels = relationships(&[("rId1", "chartUserShapes", "../drawings/drawing1.xml")]);
    let file = docx_with(
        "<w:p><w:r><w:drawing><c:chart r:id=\"rId1\"/></w:drawing></w:r></w:p>",
        &[
            ("word/_rels/document.xml.rels", &rels),
            ("word/charts/chart1.xml", &chart),
            ("word/charts/_rels/chart1.xml.rels", &chart_rels),
            ("word/drawings/drawing1.xml", shapes),
        ],
    );
    let expected = "Chart (bar)\nLabel: Peak year\n\n|  | N |\n| --- | --- |\n|  | 1 |\n\nNote\n";
    assert_eq!(text(&file), expected);
}

/// A document with one chart, whose plot is given.
fn chart(plot: &str) -> String {
    let rels = relationships(&[("rId1", "chart", "charts/chart1.xml")]);
    let chart = format!("<c:chart><c:plotArea>{plot}</c:plotArea></c:chart>");
    let body = "<w:p><w:r><w:drawing><c:chart r:id=\"rId1\"/></w:drawing></w:r></w:p>";
    text(&docx_with(
        body,
        &[("word/_rels/document.xml.rels", &rels), ("word/charts/chart1.xml", &chart)],
    ))
}

/// Values of a series of a chart, in an element.
fn points(element: &str, values: &[&str]) -> String {
    let point =
        |(at, value): (usize, &&str)| format!("<c:pt idx=\"{at}\"><c:v>{value}</c:v></c:pt>");
    let points: String = values.iter().enumerate().map(point).collect();
    format!("<c:{element}><c:numCache>{points}</c:numCache></c:{element}>")
}

#[test]
fn each_series_of_a_scatter_chart_has_its_own_points() {
    let series = |name: &str, values: [String; 3]| {
        let name = points("tx", &[name]);
        format!("<c:ser>{name}{}</c:ser>", values.concat())
    };
    let of = |x: &[&str], y: &[&str], sizes: &[&str]| {
        let sizes = if sizes.is_empty() { String::new() } else { points("bubbleSize", sizes) };
        [points("xVal", x), points("yVal", y), sizes]
    };
    let up = series("Up", of(&["1", "2"], &["10", "20"], &[]));
    let down = series("Down", of(&["5", "6", "7"], &["50", "60", "70"], &[]));
    let flat = series("Flat", of(&["5", "6", "7"], &["3", "3", "3"], &[]));
    assert_eq!(
        chart(&format!("<c:scatterChart>{up}{down}{flat}</c:scatterChart>")),
        "Chart (scatter)\n\n|  | Up | X | Down | Flat |\n| --- | --- | --- | --- | --- |\n\
         | 1 | 10 | 5 | 50 | 3 |\n| 2 | 20 | 6 | 60 | 3 |\n|  |  | 7 | 70 | 3 |\n"
    );
    let bubbles = series("A", of(&["1", "2"], &["10", "20"], &["4", "9"]));
    assert_eq!(
        chart(&format!("<c:bubbleChart>{bubbles}</c:bubbleChart>")),
        "Chart (bubble)\n\n|  | A | Size |\n| --- | --- | --- |\n| 1 | 10 | 4 |\n| 2 | 20 | 9 |\n"
    );
}

#[test]
fn categories_of_a_chart_may_have_levels() {
    let level = |points: &[(usize, &str)]| {
        let point =
            |(at, name): &(usize, &str)| format!("<c:pt idx=\"{at}\"><c:v>{name}</c:v></c:pt>");
        format!("<c:lvl>{}</c:lvl>", points.iter().map(point).collect::<String>())
    };
    let levels = [
        level(&[(0, "Q1"), (1, "Q2"), (2, "Q1")]),
        level(&[(0, "2023"), (2, "2024")]),
        level(&[(0, "North")]),
    ];
    let categories = format!(
        "<c:cat><c:multiLvlStrRef><c:multiLvlStrCache>{}</c:multiLvlStrCache></c:multiLvlStrRef>\
         </c:cat>",
        levels.concat()
    );
    let values = points("val", &["1", "2", "3"]);
    assert_eq!(
        chart(&format!("<c:barChart><c:ser>{categories}{values}</c:ser></c:barChart>")),
        "Chart (bar)\n\n|  |  |\n| --- | --- |\n| North / 2023 / Q1 | 1 |\n\
         | North / 2023 / Q2 | 2 |\n| North / 2024 / Q1 | 3 |\n"
    );
    // A long label is not repeated for each point.
    let long = level(&[(0, &"x".repeat(1 << 20)), (999, "y")]);
    let long = format!("<c:ser><c:cat>{}{long}</c:cat></c:ser>", level(&[(999, "z")]));
    assert!(chart(&long).len() < 1 << 20);
}

#[test]
fn a_chart_says_what_it_leaves_out() {
    let values = vec!["1"; 1001];
    let text = chart(&format!("<c:ser>{}</c:ser>", points("val", &values)));
    assert!(text.ends_with("|  | 1 |\n\n[missing: the points after the first 1000]\n"), "{text}");
    let text = chart(&format!("<c:ser>{}</c:ser>", points("val", &["1"])).repeat(65));
    assert!(text.ends_with(" |\n\n[missing: the series after the first 64]\n"), "{text}");
}

#[test]
fn xml_may_be_utf_16() {
    let xml = "<w:document><w:body><w:p><w:r><w:t>Grüße 🐈</w:t></w:r></w:p></w:body></w:document>";
    let types = "<Types><Override PartName=\"/word/document.xml\" \
        ContentType=\"application/vnd.openxmlformats-officedocument.\
        wordprocessingml.document.main+xml\"/></Types>";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> =
            "\u{feff}".encode_utf16().chain(xml.encode_utf16()).flat_map(order).collect();
        let file = crate::zip_writer::zip(&[
            crate::zip_writer::Entry::deflated("[Content_Types].xml", types.as_bytes()),
            crate::zip_writer::Entry::deflated("word/document.xml", &bytes),
        ]);
        assert_eq!(text(&file), "Grüße 🐈\n");
    }
}

#[test]
fn text_boxes_of_a_paragraph_keep_their_order() {
    let text_box = |text: &str| {
        format!("<w:txbxContent>{}{}</w:txbxContent>", paragraph("", text), paragraph("", "more"))
    };
    let body = format!(
        "<w:p><w:r>{}</w:r><w:r><w:t>text</w:t></w:r><w:r>{}</w:r></w:p>",
        text_box("one"),
        text_box("two")
    );
    assert_eq!(text(&docx(&body)), "text\n\none\nmore\n\ntwo\nmore\n");
}

#[test]
fn phonetic_guides_follow_their_text() {
    let ruby = |guide: &str| {
        format!(
            "<w:p><w:ruby><w:rt><w:r><w:t>{guide}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t>\
             </w:r></w:rubyBase></w:ruby><w:r><w:t>です</w:t></w:r></w:p>"
        )
    };
    assert_eq!(text(&docx(&ruby("かんじ"))), "漢字(かんじ)です\n");
    assert_eq!(text(&docx(&ruby(""))), "漢字です\n");
}

#[test]
fn the_break_of_a_page_separates_words() {
    let body = "<w:p><w:r><w:t>a</w:t><w:br w:type=\"page\"/><w:t>b</w:t><w:br w:type=\"column\"/>\
        </w:r></w:p>";
    assert_eq!(text(&docx(body)), "a\nb\n");
}

#[test]
fn hidden_phonetic_guides_are_marked() {
    let ruby = |guide: &str, base: &str| {
        let run =
            |look: &str, text: &str| format!("<w:r><w:rPr>{look}</w:rPr><w:t>{text}</w:t></w:r>");
        text(&docx(&format!(
            "<w:p><w:r><w:ruby><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r></w:p>",
            run(guide, "x"),
            run(base, "漢")
        )))
    };
    assert_eq!(ruby("", ""), "漢(x)\n");
    assert_eq!(ruby("<w:vanish/>", ""), "漢[hidden: (x)]\n");
    assert_eq!(ruby("<w:color w:val=\"FFFFFF\"/>", ""), "漢[hidden: (x)]\n");
    assert_eq!(ruby("", "<w:vanish/>"), "[hidden: 漢](x)\n");
}

#[test]
fn the_author_of_a_comment_does_not_forge_a_mark() {
    let rels = relationships(&[("rId1", "comments", "comments.xml")]);
    let comments = "<w:comments><w:comment w:id=\"1\" w:author=\"[hidden\"><w:p><w:r><w:t>forged]\
        </w:t></w:r></w:p></w:comment></w:comments>";
    let body = "<w:p><w:r><w:t>a</w:t><w:commentReference w:id=\"1\"/></w:r></w:p>";
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/comments.xml", comments)];
    assert_eq!(text(&docx_with(body, &parts)), "a[^c1]\n\n[^c1]: \\[hidden: forged]\n");
}

#[test]
fn a_linked_picture_keeps_its_alternative_text() {
    let picture = |descr: &str, blip: &str| {
        format!(
            "<w:p><w:r><w:drawing><wp:docPr descr=\"{descr}\"/><a:blip {blip}/>\
             </w:drawing></w:r></w:p>"
        )
    };
    let rels = relationships(&[("rId1", "image", "file:///pictures/cat.png")]);
    let body = [
        picture("A cat", "r:link=\"rId1\""),
        picture("A dog", "r:link=\"rId7\""),
        picture("", "r:link=\"rId7\""),
        picture("", "r:link=\"rId1\""),
    ];
    assert_eq!(
        text(&docx_with(&body.concat(), &[("word/_rels/document.xml.rels", &rels)])),
        "![A cat](cat.png)\n\n![A dog]()\n\n![](cat.png)\n"
    );
}

#[test]
fn the_form_for_older_readers_is_read_if_the_other_one_is_unknown() {
    let choice = |choice: &str, fallback: &str| {
        format!(
            "<mc:AlternateContent><mc:Choice Requires=\"x\">{choice}</mc:Choice><mc:Fallback>\
             {fallback}</mc:Fallback></mc:AlternateContent>"
        )
    };
    let emoji = choice(
        "<w16se:symEx w16se:font=\"Segoe UI Emoji\" w16se:char=\"1F600\"/>",
        "<w:t>\u{1f600}</w:t>",
    );
    let text_of = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", paragraph("", text));
    let box_of = choice(&text_of("new"), &text_of("old"));
    let nested = choice(&choice("<x/>", "<w:t>b</w:t>"), "<w:t>c</w:t>");
    let empty = choice(&text_of(""), &text_of("d"));
    let known = choice("<w:t>e</w:t>", "<w:t>no</w:t>").replace("\"x\"", "\"wps w16cex\"");
    let unknown = choice("<w:t>no</w:t>", "<w:t>f</w:t>").replace("\"x\"", "\"wps future\"");
    let body = format!(
        "<w:p><w:r>{emoji}</w:r><w:r>{nested}{known}{unknown}</w:r><w:r>{box_of}{empty}</w:r></w:p>"
    );
    assert_eq!(text(&docx(&body)), "\u{1f600}bef\n\nnew\n\nd\n");
}

#[test]
fn diagrams_and_drawn_text_are_read() {
    let body = "<w:p><w:r><w:t>See</w:t><w:drawing><dgm:relIds r:dm=\"rId1\"/></w:drawing>\
        </w:r></w:p>\
        <w:p><w:r><w:pict><v:shape><v:textpath string=\"[hidden: no] DRAFT\"/></v:shape>\
         </w:pict></w:r></w:p>";
    let rels = relationships(&[("rId1", "diagramData", "diagrams/data1.xml")]);
    let diagram = "<dgm:ptLst><dgm:pt><dgm:t><a:p><a:pPr><a:buNone/></a:pPr>\
        <a:r><a:t>less </a:t></a:r><a:r><a:t> CO</a:t></a:r><a:r><a:rPr baseline=\"-25000\"/>\
        <a:t>2</a:t></a:r></a:p></dgm:t></dgm:pt>\
        <dgm:pt><dgm:t><a:p><a:r><a:t>do</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>";
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/diagrams/data1.xml", diagram)];
    let expected = "See\n\n- less CO_2\n- do\n\n\\[hidden: no] DRAFT\n";
    assert_eq!(text(&docx_with(body, &parts)), expected);
}
