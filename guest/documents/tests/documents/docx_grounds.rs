//! Text of Word documents that has the color of what lies under it.

use crate::files::{docx_with, office, read, relationships};

const STYLES: &str = r#"<w:styles>
    <w:style w:type="paragraph" w:default="1" w:styleId="N"><w:pPr><w:shd w:val="clear"
        w:fill="FFFFFF"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Dark"><w:pPr><w:shd w:val="clear"
        w:fill="1F3864"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Bare"/>
    <w:style w:type="table" w:styleId="Plain"/>
    <w:style w:type="table" w:styleId="Grid"><w:tblStylePr w:type="firstRow"><w:tcPr>
        <w:shd w:val="clear" w:fill="4F81BD"/></w:tcPr></w:tblStylePr></w:style>
    <w:style w:type="table" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:type="table" w:styleId="Whole"><w:tblStylePr w:type="wholeTable"><w:rPr><w:vanish/>
        </w:rPr></w:tblStylePr></w:style>
    <w:style w:type="table" w:styleId="Row"><w:tblStylePr w:type="firstRow"><w:rPr><w:vanish/>
        </w:rPr></w:tblStylePr></w:style>
    </w:styles>"#;

fn is_hidden(body: &str, others: &[(&str, &str)]) -> bool {
    let document = read(&docx_with(body, others));
    let text = document.text.replace("[hidden: x]", "x");
    assert_eq!(text.matches('x').count(), 1, "{}", document.text);
    document.facts.unseen.texts == 1
}

fn is_hidden_with_styles(body: &str) -> bool {
    let rels = relationships(&[("rId1", "styles", "styles.xml")]);
    is_hidden(body, &[("word/_rels/document.xml.rels", &rels), ("word/styles.xml", STYLES)])
}

fn paragraph(properties: &str, color: &str) -> String {
    format!(
        "<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr><w:color w:val=\"{color}\"/></w:rPr>\
         <w:t>x</w:t></w:r></w:p>"
    )
}

fn shading(fill: &str) -> String {
    format!("<w:shd w:val=\"clear\" w:fill=\"{fill}\"/>")
}

fn in_cell(cell: &str, table: &str, paragraph: &str) -> String {
    format!(
        "<w:tbl><w:tblPr>{table}</w:tblPr><w:tr><w:tc><w:tcPr>{cell}</w:tcPr>{paragraph}</w:tc>\
         </w:tr></w:tbl>"
    )
}

#[test]
fn a_drawing_behind_text_is_its_ground() {
    let drawing = |behind: u8, content: &str| {
        format!(
            "<w:p><w:r><w:drawing><wp:anchor behindDoc=\"{behind}\"><wps:wsp><wps:spPr>{content}\
             </wps:spPr></wps:wsp></wp:anchor></w:drawing></w:r><w:r><w:rPr><w:color \
             w:val=\"FFFFFF\"/></w:rPr><w:t>x</w:t></w:r></w:p>"
        )
    };
    let fill = |color: &str| format!("<a:solidFill><a:srgbClr val=\"{color}\"/></a:solidFill>");
    let vml = |style: &str| {
        let white = "<w:r><w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr><w:t>x</w:t></w:r>";
        let shape = format!("<v:rect style=\"{style}\" fillcolor=\"#1F3864\"/>");
        format!("<w:p><w:r><w:pict>{shape}</w:pict></w:r>{white}</w:p>")
    };
    for (body, expected) in [
        (drawing(1, &fill("1F3864")), false),
        (drawing(1, &fill("FFFFFF")), true),
        (drawing(1, "<a:noFill/>"), true),
        (drawing(1, "<a:blip/>"), false),
        (drawing(0, &fill("1F3864")), true),
        (vml("position:absolute; z-index: -1"), false),
        (vml("z-index:1"), true),
    ] {
        assert_eq!(is_hidden(&body, &[]), expected, "{body}");
    }
}

#[test]
fn colors_are_compared_with_the_nearest_ground() {
    let (white, dark) = (paragraph("", "FFFFFF"), paragraph("", "1F3864"));
    let on = |fill: &str, color: &str| paragraph(&shading(fill), color);
    let style = |style: &str| paragraph(&format!("<w:pStyle w:val=\"{style}\"/>"), "FFFFFF");
    let table = |name: &str| format!("<w:tblStyle w:val=\"{name}\"/>");
    for (body, expected) in [
        (on("1F3864", "FFFFFF"), false),
        (on("1F3864", "1F3864"), true),
        (on("1F3864", "203965"), true),
        (on("1F3864", "auto"), false),
        (on("auto", "FFFFFF"), true),
        (on("auto\" w:themeFill=\"accent1", "FFFFFF"), false),
        (in_cell(&shading("1F3864"), "", &white), false),
        (in_cell(&shading("1F3864"), "", &dark), true),
        (in_cell("", &shading("1F3864"), &dark), true),
        (in_cell("", "", &white), true),
        // A white paragraph in a dark cell.
        (in_cell(&shading("1F3864"), "", &on("FFFFFF", "FFFFFF")), true),
        (in_cell("", &shading("1F3864"), &in_cell("", "", &white)), false),
    ] {
        assert_eq!(is_hidden(&body, &[]), expected, "{body}");
    }
    for (body, expected) in [
        (style("Dark"), false),
        (style("Bare"), true),
        (paragraph(&format!("<w:pStyle w:val=\"Dark\"/>{}", shading("auto")), "FFFFFF"), true),
        (in_cell("", &table("Plain"), &style("Bare")), true),
        (in_cell("", &table("Grid"), &style("Bare")), false),
        (in_cell("", &table("Gone"), &style("Bare").replace("FFFFFF", "auto")), true),
        (in_cell("", &table("Whole"), &style("Bare").replace("FFFFFF", "auto")), true),
        (in_cell("", &table("Row"), &style("Bare").replace("FFFFFF", "auto")), false),
        // The default style has a white ground.
        (in_cell(&shading("1F3864"), "", &white), true),
    ] {
        assert_eq!(is_hidden_with_styles(&body), expected, "{body}");
    }
}

#[test]
fn markers_and_patterns_are_grounds() {
    let run = |properties: &str| {
        is_hidden(&format!("<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>x</w:t></w:r></w:p>"), &[])
    };
    assert!(run("<w:color w:val=\"000000\"/><w:highlight w:val=\"black\"/>"));
    assert!(run("<w:color w:val=\"FFFF00\"/><w:highlight w:val=\"yellow\"/>"));
    assert!(!run("<w:color w:val=\"000000\"/><w:highlight w:val=\"yellow\"/>"));
    // A marker is over the shading.
    let both = "<w:highlight w:val=\"black\"/><w:shd w:val=\"clear\" w:fill=\"FFFFFF\"/>";
    assert!(!run(&format!("<w:color w:val=\"FFFFFF\"/>{both}")));
    assert!(!run("<w:color w:val=\"FFFFFF\"/><w:shd w:val=\"pct50\" w:fill=\"FFFFFF\"/>"));
    assert!(run("<w:color w:val=\"C00000\"/><w:shd w:val=\"solid\" w:color=\"C00000\"/>"));
}

#[test]
fn the_color_of_the_page_counts_if_it_is_shown() {
    let body = paragraph("", "FFFFFF");
    let document = format!(
        "<w:document><w:background w:color=\"000000\"/><w:body>{body}</w:body></w:document>"
    );
    let rels = relationships(&[("rId1", "settings", "settings.xml")]);
    for (settings, expected) in [("<w:displayBackgroundShape/>", false), ("", true)] {
        let settings = format!("<w:settings>{settings}</w:settings>");
        let parts = [
            ("word/document.xml", &*document),
            ("word/_rels/document.xml.rels", &rels),
            ("word/settings.xml", &settings),
        ];
        let file = office("word/document.xml", "wordprocessingml.document", &parts);
        assert_eq!(read(&file).facts.unseen.texts == 1, expected);
    }
}

#[test]
fn text_boxes_have_the_fill_of_their_shapes() {
    let text_box = format!("<w:txbxContent>{}</w:txbxContent>", paragraph("", "FFFFFF"));
    let shape = |properties: &str, style: &str| {
        format!(
            "<wps:wsp><wps:spPr>{properties}</wps:spPr><wps:style>{style}</wps:style><wps:txbx>\
             {text_box}</wps:txbx></wps:wsp>"
        )
    };
    let fill = |color: &str| format!("<a:solidFill><a:srgbClr val=\"{color}\"/></a:solidFill>");
    let line = |color: &str| format!("<a:ln>{}</a:ln>", fill(color));
    let by_style = "<a:lnRef idx=\"2\"><a:schemeClr val=\"accent1\"/></a:lnRef>\
        <a:fillRef idx=\"1\"><a:schemeClr val=\"accent1\"/></a:fillRef>";
    let behind = format!("<wps:wsp><wps:spPr>{}</wps:spPr></wps:wsp>", fill("1F3864"));
    for (drawing, expected) in [
        (shape(&fill("1F3864"), ""), false),
        (shape(&(fill("FFFFFF") + &line("1F3864")), by_style), true),
        (shape(&format!("<a:noFill/>{}", line("1F3864")), ""), true),
        (shape("", by_style), false),
        (shape("", ""), true),
        (shape("<a:gradFill/>", ""), false),
        (shape("<a:schemeClr val=\"bg1\"/>", ""), true),
        (shape("<a:schemeClr val=\"bg1\"><a:lumMod val=\"50000\"/></a:schemeClr>", ""), false),
        (shape("<a:srgbClr val=\"FFFFFF\"><a:shade val=\"50000\"/></a:srgbClr>", ""), false),
        (shape("<a:scrgbClr r=\"0\" g=\"0\" b=\"0\"/>", ""), false),
        (shape("<a:prstClr val=\"black\"/>", ""), false),
        (shape("<a:sysClr val=\"window\"/>", ""), true),
        // Another shape of the drawing may lie under it.
        (format!("<wpg:wgp>{behind}{}</wpg:wgp>", shape("<a:noFill/>", "")), false),
        (format!("<v:shape fillcolor=\"#1f3864 [3204]\">{text_box}</v:shape>"), false),
        (format!("<v:rect fillcolor=\"white [3212]\">{text_box}</v:rect>"), true),
        (format!("<v:rect fillcolor=\"black\" filled=\"f\">{text_box}</v:rect>"), true),
        (
            format!("<v:shape fillcolor=\"white\"><v:fill type=\"gradient\"/>{text_box}</v:shape>"),
            false,
        ),
    ] {
        let body = format!("<w:p><w:r><w:drawing>{drawing}</w:drawing></w:r></w:p>");
        assert_eq!(is_hidden(&body, &[]), expected, "{drawing}");
    }
}

#[test]
fn text_boxes_of_hidden_shapes_and_groups_are_hidden() {
    let text_box = "<w:txbxContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:txbxContent>";
    let shape = |hidden: &str| {
        format!("<wps:wsp><wps:cNvPr{hidden}/><wps:txbx>{text_box}</wps:txbx></wps:wsp>")
    };
    let group = |name: &str, hidden: &str, shapes: &str| {
        format!("<wpg:{name}><wpg:cNvPr{hidden}/>{shapes}</wpg:{name}>")
    };
    let hidden = " hidden=\"1\"";
    for (drawing, expected) in [
        (shape(""), false),
        (shape(hidden), true),
        (format!("<wp:docPr{hidden}/>{}", shape("")), true),
        (group("wgp", hidden, &group("grpSp", "", &shape(""))), true),
        (group("wgp", "", &group("grpSp", hidden, &shape(""))), true),
        (group("wgp", "", &(group("grpSp", hidden, "<wps:wsp/>") + &shape(""))), false),
        (
            format!("<v:group style=\"visibility: hidden\"><v:rect>{text_box}</v:rect></v:group>"),
            true,
        ),
        (format!("<v:group><v:rect>{text_box}</v:rect></v:group>"), false),
    ] {
        let body = format!("<w:p><w:r><w:drawing>{drawing}</w:drawing></w:r></w:p>");
        assert_eq!(is_hidden(&body, &[]), expected, "{drawing}");
    }
}

#[test]
fn colors_of_the_theme_and_fills_of_text_count() {
    let of =
        |properties: &str| format!("<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>x</w:t></w:r></w:p>");
    let fill =
        |fill: &str| format!("<w:color w:val=\"FF0000\"/><w14:textFill>{fill}</w14:textFill>");
    let solid = |color: &str| fill(&format!("<w14:solidFill>{color}</w14:solidFill>"));
    for (properties, hides) in [
        ("<w:color w:val=\"FF0000\" w:themeColor=\"background1\"/>".to_owned(), true),
        ("<w:color w:val=\"auto\" w:themeColor=\"background1\"/>".to_owned(), true),
        (
            "<w:color w:val=\"BFBFBF\" w:themeColor=\"background1\" w:themeShade=\"BF\"/>"
                .to_owned(),
            false,
        ),
        ("<w:color w:val=\"FFFFFF\" w:themeColor=\"text1\"/>".to_owned(), false),
        ("<w:color w:val=\"FFFFFF\" w:themeColor=\"accent1\"/>".to_owned(), true),
        (
            "<w:color w:themeColor=\"text1\"/><w:shd w:val=\"clear\" w:fill=\"FFFFFF\" \
          w:themeFill=\"text1\"/>"
                .to_owned(),
            true,
        ),
        (
            "<w:color w:val=\"FFFFFF\"/><w:shd w:val=\"clear\" w:themeFill=\"accent1\"/>"
                .to_owned(),
            false,
        ),
        (fill("<w14:noFill/>"), true),
        (solid("<w14:srgbClr w14:val=\"FFFFFF\"/>"), true),
        (solid("<w14:schemeClr w14:val=\"bg1\"/>"), true),
        (
            solid("<w14:schemeClr w14:val=\"bg1\"><w14:lumMod w14:val=\"50000\"/></w14:schemeClr>"),
            false,
        ),
        (
            solid("<w14:srgbClr w14:val=\"000000\"><w14:alpha w14:val=\"100000\"/></w14:srgbClr>"),
            true,
        ),
        (
            solid("<w14:srgbClr w14:val=\"000000\"><w14:alpha w14:val=\"50000\"/></w14:srgbClr>"),
            false,
        ),
    ] {
        assert_eq!(is_hidden(&of(&properties), &[]), hides, "{properties}");
    }
}

#[test]
fn rows_can_be_hidden() {
    let row = |properties: &str, text: &str| {
        format!(
            "<w:tr><w:trPr>{properties}</w:trPr><w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p>\
             </w:tc></w:tr>"
        )
    };
    let rows = [row("<w:hidden/>", "a"), row("", "b"), row("<w:hidden w:val=\"0\"/>", "c")];
    let document = read(&docx_with(&format!("<w:tbl>{}</w:tbl>", rows.concat()), &[]));
    assert_eq!(document.text, "| [hidden: a] |\n|---|\n| b |\n| c |\n");
    assert_eq!(document.facts.unseen.texts, 1);
}
