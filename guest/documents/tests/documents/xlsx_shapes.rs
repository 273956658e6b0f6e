//! Shapes over the sheets of Excel workbooks.

use crate::files::{read, relationships, text, xlsx_with};

const SHEET: &str = "<sheetData><row><c><v>1</v></c></row></sheetData>";

/// A shape whose corner is in the column and row, counted from 0.
fn shape(column: u64, row: u64, properties: &str, text: &str) -> String {
    format!(
        "<xdr:twoCellAnchor><xdr:from><xdr:col>{column}</xdr:col><xdr:colOff>99</xdr:colOff>\
         <xdr:row>{row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col>\
         <xdr:row>8</xdr:row></xdr:to><xdr:sp><xdr:nvSpPr><xdr:cNvPr {properties}/></xdr:nvSpPr>\
         <xdr:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>\
         </xdr:twoCellAnchor>"
    )
}

/// A workbook whose sheet has a drawing, a legacy drawing, and other parts.
fn drawn(drawing: &str, legacy: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let rels = relationships(&[
        ("rId1", "drawing", "../drawings/drawing1.xml"),
        ("rId2", "vmlDrawing", "../drawings/vmlDrawing1.vml"),
    ]);
    let drawing = format!("<xdr:wsDr>{drawing}</xdr:wsDr>");
    let mut parts = vec![
        ("xl/worksheets/_rels/sheet1.xml.rels", &*rels),
        ("xl/drawings/drawing1.xml", &drawing),
    ];
    if !legacy.is_empty() {
        parts.push(("xl/drawings/vmlDrawing1.vml", legacy));
    }
    parts.extend_from_slice(others);
    xlsx_with(SHEET, &parts)
}

/// The lines after the table.
fn after_table(file: &[u8]) -> String {
    let text = text(file);
    text.split_once("| 1 | 1 |\n").unwrap().1.trim().to_owned()
}

#[test]
fn text_boxes_follow_the_table_with_their_cells() {
    let group = shape(1, 1, "", "in a group").replace("<xdr:sp>", "<xdr:grpSp><xdr:sp>");
    let group = group.replace("</xdr:sp>", "</xdr:sp></xdr:grpSp>");
    let absolute = "<xdr:absoluteAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>anywhere</a:t></a:r>\
        </a:p><a:p><a:r><a:t># two</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:absoluteAnchor>";
    let shapes = [
        shape(2, 4, "", "Draft"),
        group,
        absolute.to_owned(),
        shape(0, 0, "hidden=\"1\"", "unseen"),
        shape(99999, 0, "", "far"),
        shape(3, 3, "", "[hidden: no]"),
    ];
    assert_eq!(
        after_table(&drawn(&shapes.concat(), "", &[])),
        "Shape C5: Draft\n\nShape B2: in a group\n\nShape: anywhere\n\\# two\n\n\
         Shape A1: [hidden: unseen]\n\nShape: far\n\nShape D4: \\[hidden: no]"
    );
    assert_eq!(read(&drawn(&shapes.concat(), "", &[])).facts.unseen.texts, 1);
}

#[test]
fn charts_and_pictures_of_a_sheet_are_shown() {
    let drawing = "<xdr:twoCellAnchor><xdr:graphicFrame><c:chart r:id=\"rId1\"/></xdr:graphicFrame>\
        </xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:pic><xdr:cNvPr descr=\"our sign\"/>\
        <a:blip r:embed=\"rId2\"/></xdr:pic></xdr:twoCellAnchor>";
    let chart = "<c:chartSpace><c:chart><c:title><a:t>Rent</a:t></c:title><c:plotArea><c:barChart>\
        <c:ser><c:cat><c:strCache><c:pt idx=\"0\"><c:v>May</c:v></c:pt></c:strCache></c:cat><c:val>\
        <c:numCache><c:pt idx=\"0\"><c:v>7</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart>\
        </c:plotArea></c:chart></c:chartSpace>";
    let rels = relationships(&[
        ("rId1", "chart", "../charts/chart1.xml"),
        ("rId2", "image", "../media/a.png"),
    ]);
    let file = drawn(
        drawing,
        "",
        &[("xl/drawings/_rels/drawing1.xml.rels", &rels), ("xl/charts/chart1.xml", chart)],
    );
    assert_eq!(
        after_table(&file),
        "Chart (bar): Rent\n\n|  |  |\n| --- | --- |\n| May | 7 |\n\n![our sign](a.png)"
    );
    assert_eq!(read(&file).facts.left_out.charts, 0);
}

#[test]
fn a_sheet_is_empty_if_nothing_is_shown() {
    let rels = relationships(&[("rId1", "drawing", "../drawings/drawing1.xml")]);
    let chart = "<c:chartSpace><c:chart><c:plotArea><c:barChart/></c:plotArea></c:chart>\
        </c:chartSpace>";
    let of_drawing = relationships(&[("rId1", "chart", "../charts/chart1.xml")]);
    let file = |drawing: &str| {
        let drawing = format!("<xdr:wsDr>{drawing}</xdr:wsDr>");
        xlsx_with(
            "",
            &[
                ("xl/worksheets/_rels/sheet1.xml.rels", &rels),
                ("xl/drawings/drawing1.xml", &drawing),
                ("xl/drawings/_rels/drawing1.xml.rels", &of_drawing),
                ("xl/charts/chart1.xml", chart),
            ],
        )
    };
    assert_eq!(text(&file(&shape(1, 1, "", "x"))), "## Sheet: Data\n\nShape B2: x\n");
    assert_eq!(text(&file("")), "## Sheet: Data\n\n[empty]\n");
    // The text does not have the values of this chart.
    let document = read(&file("<c:chart r:id=\"rId1\"/>"));
    assert_eq!(document.text, "## Sheet: Data\n\nChart (bar)\n");
    assert_eq!(document.facts.left_out.charts, 1);
}

#[test]
fn form_controls_have_their_states() {
    let control = |kind: &str, checked: &str, label: &str| {
        format!(
            "<v:shape><v:textbox><div><font>{label}</font></div></v:textbox>\
             <x:ClientData ObjectType=\"{kind}\"><x:Anchor>\n 1, 15, 2, 3, 3, 0, 4, 0</x:Anchor>\
             {checked}</x:ClientData></v:shape>"
        )
    };
    let legacy = [
        control("Checkbox", "<x:Checked>1</x:Checked>", "Sent"),
        control("Checkbox", "<x:Checked>0</x:Checked>", "Paid<br>late"),
        control("Checkbox", "<x:Checked>2</x:Checked>", "Mixed"),
        control("Radio", "", "Cash"),
        control("Button", "<x:Checked>1</x:Checked>", "Go"),
        control("Note", "", "a comment"),
        control("Button", "", ""),
    ];
    let legacy = format!("<xml>{}</xml>", legacy.concat());
    // A drawing repeats them, hidden, for newer versions.
    let again = format!(
        "<mc:AlternateContent><mc:Choice Requires=\"a14\">{}{}</mc:Choice><mc:Fallback>{}\
         </mc:Fallback></mc:AlternateContent>",
        shape(1, 2, "id=\"1025\" hidden=\"1\"", "Sent"),
        shape(1, 2, "", "equation"),
        shape(1, 2, "", "older"),
    );
    assert_eq!(
        after_table(&drawn(&again, &legacy, &[])),
        "Shape B3: equation\n\nControl B3: [x] Sent\n\nControl B3: [ ] Paid late\n\n\
         Control B3: [-] Mixed\n\nControl B3: [ ] Cash\n\nControl B3: Go"
    );
}

#[test]
fn damaged_shapes_are_named() {
    let missing = "[missing: the other shapes of this sheet, whose part is damaged]";
    let file = drawn(&format!("{}<a:b></a:c>", shape(0, 0, "", "here")), "", &[]);
    assert_eq!(after_table(&file), format!("Shape A1: here\n\n{missing}"));
    let drawing = format!("<xdr:wsDr>{}</xdr:wsDr>", shape(2, 4, "", "Draft").repeat(2));
    let rels = relationships(&[("rId1", "drawing", "../drawings/drawing1.xml")]);
    for end in 0..drawing.len() {
        let file = xlsx_with(
            SHEET,
            &[
                ("xl/worksheets/_rels/sheet1.xml.rels", &rels),
                ("xl/drawings/drawing1.xml", &drawing[..end]),
            ],
        );
        assert!(end == 0 || after_table(&file).ends_with(missing), "{end}");
    }
}

#[test]
fn a_drawing_that_refers_to_itself_ends() {
    let rels =
        relationships(&[("rId1", "chart", "drawing1.xml"), ("rId2", "drawing", "drawing1.xml")]);
    let drawing =
        format!("<c:chart r:id=\"rId1\"/>{}", "<xdr:sp>".repeat(200) + &"</xdr:sp>".repeat(200));
    let file = drawn(&drawing, "", &[("xl/drawings/_rels/drawing1.xml.rels", &rels)]);
    assert_eq!(after_table(&file), "Chart (unknown)");
}

#[test]
fn text_of_a_box_in_the_color_of_its_fill_is_marked() {
    let theme = |name: &str, change: &str| {
        format!(
            "<a:solidFill><a:schemeClr val=\"{name}\">{change}</a:schemeClr>\
             </a:solidFill>"
        )
    };
    let rgb = |color: &str| format!("<a:solidFill><a:srgbClr val=\"{color}\"/></a:solidFill>");
    let half = "<a:lumMod val=\"50000\"/><a:lumOff val=\"50000\"/>";
    for (fill, color, is_hidden) in [
        (theme("lt1", ""), theme("lt1", ""), true),
        (theme("lt1", ""), theme("bg1", ""), true),
        (theme("lt1", ""), rgb("FFFFFF"), true),
        (rgb("FFFFFF"), theme("bg1", ""), true),
        (rgb("000000"), theme("tx1", ""), true),
        (theme("accent1", ""), theme("accent1", ""), true),
        (theme("accent1", ""), theme("lt1", ""), false),
        (theme("lt1", ""), theme("dk1", ""), false),
        (theme("lt1", half), theme("bg1", ""), false),
        (theme("lt1", ""), theme("bg1", half), false),
        (theme("lt1", ""), theme("unknown", ""), false),
        ("<a:noFill/>".into(), theme("lt1", ""), false),
        (String::new(), rgb("FFFFFF"), false),
    ] {
        let (before, after) = ("<xdr:spPr>", "</xdr:spPr><xdr:txBody>");
        let shape = shape(0, 0, "", "x")
            .replace("<xdr:txBody>", &[before, &fill, after].concat())
            .replace("<a:r>", &format!("<a:r><a:rPr>{color}</a:rPr>"));
        let expected = if is_hidden { "Shape A1: [hidden: x]" } else { "Shape A1: x" };
        assert_eq!(after_table(&drawn(&shape, "", &[])), expected, "{color} on {fill}");
    }
}
