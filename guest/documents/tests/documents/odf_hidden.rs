//! Text of OpenDocument files that a person does not see.

use crate::files::{odf, read};
use crate::zip_writer::{Entry, zip};

const STYLES: &str = r##"
    <style:default-style style:family="paragraph"><style:text-properties fo:font-size="12pt"/>
        </style:default-style>
    <style:style style:name="White" style:family="paragraph"><style:text-properties
        fo:color="#ffffff"/></style:style>
    <style:style style:name="Dark" style:family="paragraph" style:parent-style-name="White">
        <style:paragraph-properties fo:background-color="#1f3864"/></style:style>
    <style:style style:name="Tiny" style:family="paragraph"><style:text-properties
        fo:font-size="1pt"/></style:style>
    <style:style style:name="Gone" style:family="paragraph"><style:text-properties
        text:display="none"/></style:style>
    <style:style style:name="black" style:family="text"><style:text-properties
        fo:color="#000000"/></style:style>
    <style:style style:name="auto" style:family="text"><style:text-properties
        style:use-window-font-color="true"/></style:style>
    <style:style style:name="white" style:family="text"><style:text-properties
        fo:color="#ffffff"/></style:style>
    <style:style style:name="marked" style:family="text" style:parent-style-name="white">
        <style:text-properties fo:background-color="#000000"/></style:style>
    <style:style style:name="large" style:family="text"><style:text-properties
        fo:font-size="10pt"/></style:style>
    <style:style style:name="shown" style:family="text"><style:text-properties
        text:display="true"/></style:style>
    <style:style style:name="navy" style:family="table-cell"><style:table-cell-properties
        fo:background-color="#1f3864"/></style:style>
    <style:style style:name="solid" style:family="graphic"><style:graphic-properties
        draw:fill="solid" draw:fill-color="#1f3864"/></style:style>
    <style:style style:name="paper" style:family="graphic"><style:graphic-properties
        draw:fill="solid" draw:fill-color="#ffffff"/></style:style>
    <style:style style:name="empty" style:family="graphic" style:parent-style-name="solid">
        <style:graphic-properties draw:fill="none"/></style:style>
    <style:style style:name="child" style:family="graphic" style:parent-style-name="solid">
        <style:graphic-properties draw:fill-color="#ffffff"/></style:style>
    <style:style style:name="behind" style:family="graphic" style:parent-style-name="solid">
        <style:graphic-properties style:run-through="background"/></style:style>
    <style:style style:name="paper-behind" style:family="graphic"
        style:parent-style-name="paper"><style:graphic-properties
        style:run-through="background"/></style:style>
    <style:style style:name="empty-behind" style:family="graphic"
        style:parent-style-name="empty"><style:graphic-properties
        style:run-through="background"/></style:style>"##;

fn is_hidden(kind: &str, body: &str) -> bool {
    let document = read(&odf(kind, STYLES, body));
    assert_eq!(document.text.matches('x').count(), 1, "{}", document.text);
    document.facts.unseen.texts == 1
}

fn paragraph(style: &str, content: &str) -> String {
    format!("<text:p text:style-name=\"{style}\">{content}</text:p>")
}

fn span(style: &str, content: &str) -> String {
    format!("<text:span text:style-name=\"{style}\">{content}</text:span>")
}

#[test]
fn the_look_of_text_is_that_of_its_span_then_its_paragraph() {
    let cell = |style: &str, content: &str| {
        format!(
            "<table:table><table:table-row><table:table-cell table:style-name=\"{style}\">\
             {content}</table:table-cell></table:table-row></table:table>"
        )
    };
    let section = |display: &str, attributes: &str| {
        let paragraph = paragraph("", "x");
        format!("<text:section text:display=\"{display}\" {attributes}>{paragraph}</text:section>")
    };
    let field = |name: &str, attributes: &str| {
        paragraph("", &format!("<text:{name} {attributes}>x</text:{name}>y"))
    };
    let white = paragraph("White", "x");
    for (body, expected) in [
        (white.clone(), true),
        (paragraph("White", &span("black", "x")), false),
        (paragraph("White", &span("auto", "x")), false),
        (paragraph("", &span("white", &span("large", "x"))), true),
        (paragraph("", &span("white", &span("black", "x"))), false),
        (paragraph("", &span("marked", "x")), false),
        (paragraph("Dark", "x"), false),
        (paragraph("Tiny", "x"), true),
        (paragraph("Tiny", &span("large", "x")), false),
        (paragraph("Gone", "x"), true),
        (paragraph("Gone", &span("shown", "x")), false),
        (paragraph("", "<text:hidden-paragraph text:is-hidden=\"true\"/>x"), true),
        (paragraph("", "<text:hidden-paragraph text:is-hidden=\"false\"/>x"), false),
        (cell("", &white), true),
        (cell("navy", &white), false),
        (section("none", ""), true),
        (section("true", ""), false),
        (section("condition", "text:condition=\"ooow:1==1\""), false),
        (section("condition", "text:is-hidden=\"false\""), false),
        (section("condition", "text:is-hidden=\"true\""), true),
        (field("variable-set", "text:display=\"none\""), true),
        (field("variable-set", "text:display=\"value\""), false),
        (field("user-field-get", "text:display=\"none\""), true),
        (field("page-variable-set", ""), false),
        (field("script", "script:language=\"JavaScript\""), true),
    ] {
        assert_eq!(is_hidden("text", &body), expected, "{body}");
    }
}

#[test]
fn a_note_does_not_have_the_look_of_its_place() {
    let note = "<text:note><text:note-body><text:p>x</text:p></text:note-body></text:note>";
    assert!(!is_hidden("text", &paragraph("", &span("white", note))));
}

#[test]
fn shapes_have_grounds_and_can_be_hidden() {
    let shape = |name: &str, attributes: &str, style: &str| {
        let paragraph = paragraph(style, "x");
        format!("<draw:{name} {attributes}>{paragraph}</draw:{name}>")
    };
    let filled =
        |style: &str| shape("custom-shape", &format!("draw:style-name=\"{style}\""), "White");
    for (body, expected) in [
        (filled("solid"), false),
        (filled("paper"), true),
        // A picture may lie under it.
        (filled("empty"), false),
        (filled("child"), false),
        (format!("<draw:g draw:display=\"none\">{}</draw:g>", shape("rect", "", "")), true),
        (format!("<draw:g><draw:g>{}</draw:g></draw:g>", shape("rect", "", "")), false),
        (shape("ellipse", "draw:display=\"printer\"", ""), true),
        (shape("ellipse", "draw:display=\"always\"", ""), false),
    ] {
        let page = format!("<draw:page>{body}</draw:page>");
        assert_eq!(is_hidden("presentation", &page), expected, "{body}");
    }
    assert!(is_hidden("text", &filled("empty")));
}

#[test]
fn layers_and_pages_are_in_the_styles() {
    let read = |kind: &str, styles: &str, body: &str| {
        let styles = format!("<office:document-styles>{styles}</office:document-styles>");
        let content = format!(
            "<office:document-content><office:automatic-styles>{STYLES}</office:automatic-styles>\
             <office:body>{body}</office:body></office:document-content>"
        );
        let media_type = format!("application/vnd.oasis.opendocument.{kind}");
        let file = zip(&[
            Entry::stored("mimetype", media_type.as_bytes()),
            Entry::deflated("styles.xml", styles.as_bytes()),
            Entry::deflated("content.xml", content.as_bytes()),
        ]);
        read(&file).facts.unseen.texts == 1
    };
    let layers = "<draw:layer-set><draw:layer draw:name=\"off\" draw:display=\"none\"/>\
        <draw:layer draw:name=\"on\"/></draw:layer-set>";
    for (layer, expected) in [("off", true), ("on", false), ("other", false)] {
        let shape = format!("<draw:rect draw:layer=\"{layer}\"><text:p>x</text:p></draw:rect>");
        let page = format!("<draw:page>{shape}</draw:page>");
        assert_eq!(read("presentation", layers, &page), expected, "{layer}");
    }
    let page =
        |color: &str| format!("<style:page-layout-properties fo:background-color=\"{color}\"/>");
    let white = paragraph("White", "x");
    assert!(!read("text", &page("#1f3864"), &white));
    assert!(read("text", &page("#ffffff"), &white));
    assert!(!read("text", &[page("#ffffff"), page("#1f3864")].concat(), &white));
}

#[test]
fn phonetic_guides_can_be_hidden() {
    let ruby = |guide: &str| {
        let ruby = format!("<text:ruby><text:ruby-base>b</text:ruby-base>{guide}</text:ruby>");
        is_hidden("text", &paragraph("", &ruby))
    };
    assert!(!ruby("<text:ruby-text>x</text:ruby-text>"));
    assert!(ruby(&format!("<text:ruby-text>{}</text:ruby-text>", span("white", "x"))));
    assert!(ruby("<text:ruby-text text:style-name=\"white\">x</text:ruby-text>"));
}

#[test]
fn cells_have_the_look_of_their_spans_and_styles() {
    const CELLS: &str = r##"<style:style style:name="pale" style:family="table-cell">
        <style:text-properties fo:color="#ffffff"/></style:style><style:style style:name="small"
        style:family="table-cell"><style:text-properties fo:font-size="1pt"/></style:style>
        <style:style style:name="raised" style:family="text"><style:text-properties
        style:text-position="super 58%"/></style:style><style:style style:name="gone"
        style:family="text"><style:text-properties text:display="none"/></style:style>"##;
    let sheet = |column: &str, row: &str, cell: &str, content: &str| {
        let default = |style: &str| format!("table:default-cell-style-name=\"{style}\"");
        let body = format!(
            "<table:table><table:table-column {}/><table:table-row {}><table:table-cell \
             table:style-name=\"{cell}\" office:value-type=\"float\" office:value=\"7\">{content}\
             </table:table-cell></table:table-row></table:table>",
            default(column),
            default(row)
        );
        let document = read(&odf("spreadsheet", &[STYLES, CELLS].concat(), &body));
        let line = document.text.lines().last().unwrap_or_default().to_owned();
        (line, document.facts.unseen.texts)
    };
    let plain = paragraph("", "x");
    for (column, row, cell, content, expected) in [
        ("", "", "", plain.clone(), "x"),
        ("", "", "small", plain.clone(), "[hidden: x]"),
        ("", "", "small", String::new(), "[hidden: 7]"),
        ("", "", "pale", plain.clone(), "[hidden: x]"),
        ("pale", "", "", plain.clone(), "[hidden: x]"),
        ("pale", "", "navy", plain.clone(), "x"),
        ("", "pale", "", plain.clone(), "[hidden: x]"),
        ("pale", "navy", "", plain.clone(), "x"),
        ("", "", "pale", paragraph("", &span("black", "x")), "x"),
        ("", "", "", paragraph("", &format!("a{}b", span("white", "x] "))), "a[hidden: x\\] ]b"),
        ("", "", "", paragraph("", &span("gone", "x")), "[hidden: x]"),
        ("", "", "navy", paragraph("", &span("white", "x")), "x"),
        ("", "", "", paragraph("", &format!("10{}", span("raised", "2"))), "10^2"),
    ] {
        let (line, hidden) = sheet(column, row, cell, &content);
        assert_eq!(line, format!("| 1 | {expected} |"), "{column} {row} {cell} {content}");
        assert_eq!(hidden == 1, expected.contains("hidden"), "{content}");
    }
}

#[test]
fn the_formats_of_numbers_do_not_change_the_style_before_them() {
    let white = "<style:text-properties fo:color=\"#ffffff\"/>";
    for other in ["number:number-style", "number:currency-style", "text:list-style"] {
        let styles = format!(
            "<style:style style:name=\"P\" style:family=\"paragraph\"/><{other} \
            style:name=\"N\">{white}</{other}>"
        );
        let document = read(&odf("text", &styles, &paragraph("P", "x")));
        assert_eq!(document.text, "x\n", "{other}");
    }
}

#[test]
fn hidden_fields_and_rows_are_marked() {
    let field = |attributes: &str, text: &str| {
        format!("<text:p>x<text:hidden-text {attributes}>{text}</text:hidden-text></text:p>")
    };
    let shown = |body: &str| read(&odf("text", STYLES, body)).text;
    assert_eq!(shown(&field("text:is-hidden=\"true\"", "a")), "x[hidden: a]\n");
    let both = "text:is-hidden=\"true\" text:string-value=\"a\"";
    assert_eq!(shown(&field(both, "")), "x[hidden: a]\n");
    assert_eq!(shown(&field(both, "a")), "x[hidden: a]\n");
    assert_eq!(shown(&field("text:is-hidden=\"false\" text:string-value=\"b\"", "a")), "xa\n");
    let row = |visibility: &str| {
        format!(
            "<table:table-row table:visibility=\"{visibility}\"><table:table-cell>\
             <text:p>a</text:p>\
             </table:table-cell></table:table-row>"
        )
    };
    let rows = ["collapse", "visible", "filter"].map(row).concat();
    let expected = "| [hidden: a] |\n|---|\n| a |\n| [hidden: a] |\n";
    assert_eq!(shown(&format!("<table:table>{rows}</table:table>")), expected);
}

#[test]
fn a_shape_behind_a_paragraph_is_its_ground() {
    let shape = |style: &str| {
        format!(
            "<draw:custom-shape draw:style-name=\"{style}\" text:anchor-type=\"char\"><text:p/>\
             </draw:custom-shape>"
        )
    };
    let hides = |content: &str| is_hidden("text", &paragraph("White", content));
    let behind = shape("behind");
    assert!(!hides(&format!("x{behind}")));
    assert!(!hides(&format!("{behind}x")));
    assert!(!hides(&format!("{}{behind}", span("large", "x"))));
    // In front of the text, of its color, or without a color.
    assert!(hides(&format!("x{}", shape("solid"))));
    assert!(hides(&format!("x{}", shape("paper-behind"))));
    assert!(hides(&format!("x{}", shape("empty-behind"))));
    // After an empty paragraph, the shape is under the next one.
    let after = |before: &str| {
        is_hidden("text", &[paragraph("White", before), paragraph("White", "x")].concat())
    };
    assert!(!after(&behind));
    assert!(after(&format!("y{behind}")));
    assert!(after(&shape("paper-behind")));
    let later = [paragraph("White", &behind), paragraph("White", ""), paragraph("White", "x")];
    assert!(!is_hidden("text", &later.concat()));
    let later = [paragraph("White", &behind), paragraph("White", "y"), paragraph("White", "x")];
    assert!(is_hidden("text", &later.concat()));
    // Text that is hidden otherwise.
    assert!(is_hidden("text", &paragraph("Gone", &format!("x{behind}"))));
    assert!(is_hidden("text", &paragraph("Tiny", &format!("x{behind}"))));
    let navy =
        "<draw:custom-shape draw:style-name=\"behind\"><text:p>y</text:p></draw:custom-shape>";
    let body = paragraph("White", &format!("a {} b{navy}", span("shown", "c")));
    let document = read(&odf("text", STYLES, &body));
    assert_eq!(document.text, "a c b\n\ny\n");
    assert_eq!(document.facts.unseen.texts, 0);
    let never = "<text:hidden-text text:is-hidden=\"true\" text:string-value=\"b\"/>";
    let body = paragraph("White", &format!("a{never}{behind}"));
    assert_eq!(read(&odf("text", STYLES, &body)).text, "[hidden: ab]\n");
}

#[test]
fn columns_rows_and_values_can_be_hidden_by_their_styles() {
    const HIDDEN: &str = r#"<number:number-style style:name="N1"><number:number/>
        </number:number-style><number:number-style style:name="N2P0"><number:text/>
        </number:number-style><number:number-style style:name="N2"><style:text-properties/>
        <number:text/> <style:map style:condition="value()&gt;0"/></number:number-style>
        <number:currency-style style:name="N3"><number:text>-</number:text></number:currency-style>
        <style:style style:name="narrow" style:family="table-column">
        <style:table-column-properties style:column-width="0.00in"/></style:style>
        <style:style style:name="wide" style:family="table-column"><style:table-column-properties
        style:column-width="0.1in"/></style:style><style:style style:name="flat"
        style:family="table-row"><style:table-row-properties style:row-height="0cm"/></style:style>
        <style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>
        <style:style style:name="ce2" style:family="table-cell" style:data-style-name="N2"/>
        <style:style style:name="ce3" style:family="table-cell" style:data-style-name="N3"/>
        <style:style style:name="ce4" style:family="table-cell" style:parent-style-name="ce2"/>
        <style:style style:name="ce5" style:family="table-cell" style:parent-style-name="ce2"
        style:data-style-name="N1"/>"#;
    let sheet = |columns: [&str; 2], row: &str, cell: &str, content: &str| {
        let columns =
            columns.map(|name| format!("<table:table-column table:style-name=\"{name}\"/>"));
        let cell = format!(
            "<table:table-cell table:style-name=\"{cell}\" office:value-type=\"float\" \
             office:value=\"7\">{content}</table:table-cell>"
        );
        let body = format!(
            "<table:table>{}<table:table-row table:style-name=\"{row}\">{cell}{cell}\
             </table:table-row></table:table>",
            columns.concat()
        );
        let document = read(&odf("spreadsheet", HIDDEN, &body));
        let mut lines = document.text.lines().skip(2);
        let (head, row) = (lines.next().unwrap_or_default(), lines.nth(1).unwrap_or_default());
        format!("{head} {row}")
    };
    let shown = "|  | A | B | | 1 | 7 | 7 |";
    assert_eq!(sheet(["wide", ""], "", "", ""), shown);
    let narrow = "|  | A (hidden) | B | | 1 | 7 | 7 |";
    assert_eq!(sheet(["narrow", "wide"], "", "", ""), narrow);
    assert_eq!(sheet(["", ""], "flat", "", ""), "|  | A | B | | 1 (hidden) | 7 | 7 |");
    let hidden = "|  | A | B | | 1 | [hidden: 7] | [hidden: 7] |";
    for (cell, expected) in
        [("ce1", shown), ("ce2", hidden), ("ce3", shown), ("ce4", hidden), ("ce5", shown)]
    {
        assert_eq!(sheet(["", ""], "", cell, ""), expected, "{cell}");
        assert_eq!(sheet(["", ""], "", cell, "<text:p/>"), expected, "{cell}");
        assert_eq!(sheet(["", ""], "", cell, "<text:p>7</text:p>"), shown, "{cell}");
    }
}
