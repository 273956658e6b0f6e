//! OpenDocument files.

use crate::files::{odf, read, text};
use crate::zip_writer::{Entry, zip};

#[test]
fn a_text_has_headings_lists_tables_and_links() {
    let styles = r#"<text:list-style style:name="L1">
        <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
        <text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"
            text:display-levels="2"/>
        </text:list-style>
        <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/>
            </text:list-style>"#;
    let body = r##"<text:h text:outline-level="2">Aims</text:h>
        <text:p>one<text:s text:c="2"/>two<text:tab/>three<text:line-break/># four</text:p>
        <text:list text:style-name="L1"><text:list-item><text:p>a</text:p>
            <text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>
                </text:list-item>
            <text:list-item><text:p>c</text:p></text:list-item></text:list>
        <text:list text:style-name="L2"><text:list-item><text:p>d</text:p></text:list-item>
            </text:list>
        <text:p><text:a xlink:href="https://a.example">site</text:a></text:p>
        <table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell>
            <table:table-cell><text:p>y</text:p></table:table-cell></table:table-row>
                </table:table>"##;
    let expected = "## Aims\n\none  two\tthree\n\\# four\n\n1. a\n  1.a) b\n2. c\n- d\n\n\
        [site](https://a.example)\n\n| x | y |\n|---|---|\n";
    assert_eq!(text(&odf("text", styles, body)), expected);
}

#[test]
fn a_cell_of_a_text_may_be_in_several_columns() {
    let cell = |repeats: u64, text: &str| {
        format!(
            "<table:table-cell table:number-columns-repeated=\"{repeats}\">{text}\
             </table:table-cell>"
        )
    };
    let inner = format!(
        "<table:table><table:table-row>{}</table:table-row></table:table>",
        cell(2, "<text:p>n</text:p>")
    );
    let rows = [
        [cell(2, ""), cell(1, "<text:p>a</text:p>")].concat(),
        [cell(2, "<text:p>b</text:p>"), cell(1, "<text:p>c</text:p>")].concat(),
        [cell(2, &inner), cell(0, "<text:p>d</text:p>")].concat(),
        format!(
            "<table:covered-table-cell table:number-columns-repeated=\"2\"/>{}",
            cell(1, "<text:p>e</text:p>")
        ),
    ];
    let rows: String =
        rows.iter().map(|row| format!("<table:table-row>{row}</table:table-row>")).collect();
    assert_eq!(
        text(&odf("text", "", &format!("<table:table>{rows}</table:table>"))),
        "|  |  | a |\n|---|---|---|\n| b | b | c |\n| n \\| n | n \\| n | d |\n|  |  | e |\n"
    );
    let many =
        format!("<table:table-row>{}</table:table-row>", cell(1 << 40, "<text:p>a</text:p>"));
    let file = odf("text", "", &format!("<table:table>{}</table:table>", many.repeat(20_000)));
    assert_eq!(read(&file).facts.cut, Some(readroom_documents::Limit::Text));
}

#[test]
fn a_row_of_a_text_may_be_repeated() {
    let table = |rows: &str| {
        let row = format!(
            "<table:table-row{rows}><table:table-cell><text:p>a</text:p></table:table-cell>\
             <table:table-cell/></table:table-row>"
        );
        text(&odf("text", "", &format!("<table:table>{row}{row}</table:table>")))
    };
    let repeated = " table:number-rows-repeated=\"3\"";
    assert_eq!(table(""), "| a |  |\n|---|---|\n| a |  |\n");
    assert_eq!(table(repeated), format!("| a |  |\n|---|---|\n{}", "| a |  |\n".repeat(5)));
    let many = table(&repeated.replace('3', "2000000000"));
    assert!(many.ends_with("[The text ends here: the size of the text exceeds its limit.]\n"));
}

#[test]
fn the_comment_of_a_slide_is_on_it() {
    let page = |text: &str| {
        format!(
            "<draw:page><draw:frame><draw:text-box><text:p>{text}</text:p></draw:text-box>\
             </draw:frame><office:annotation><dc:creator>Ann</dc:creator><text:p>to {text}</text:p>\
             </office:annotation></draw:page>"
        )
    };
    assert_eq!(
        text(&odf("presentation", "", &(page("a") + &page("b")))),
        "## Slide 1\n\na\n\n[^c1]\n\n## Slide 2\n\nb\n\n[^c2]\n\n\
         [^c1]: Ann: to a\n[^c2]: Ann: to b\n"
    );
}

#[test]
fn notes_comments_images_and_text_boxes_are_read() {
    let body = r#"<text:p>see<text:note text:note-class="footnote">
        <text:note-citation>1</text:note-citation>
        <text:note-body><text:p>A note</text:p></text:note-body></text:note>
        <office:annotation><dc:creator>Ann</dc:creator><dc:date>2024</dc:date>
            <text:p>Why?</text:p></office:annotation>
        <draw:frame><draw:image xlink:href="Pictures/cat.png"/><svg:title>A cat</svg:title>
            </draw:frame></text:p>
        <text:p>box:<draw:frame><draw:text-box><text:p>inside</text:p></draw:text-box>
            </draw:frame></text:p>"#;
    let document = read(&odf("text", "", body));
    let expected = "see [^1] [^c1] ![A cat](cat.png)\n\nbox:\n\ninside\n\n\
        [^1]: A note\n[^c1]: Ann: Why?\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.comments, 1);
}

#[test]
fn hidden_text_is_marked_and_tracked_changes_are_accepted() {
    let styles = r##"<style:style style:name="T1" style:family="text" style:parent-style-name="T0"/>
        <style:style style:name="T0" style:family="text">
            <style:text-properties text:display="none"/></style:style>
        <style:style style:name="T2" style:family="text">
            <style:text-properties fo:color="#ffffff"/></style:style>"##;
    let body = r#"<text:tracked-changes><text:changed-region><text:deletion><text:p>old</text:p>
        </text:deletion></text:changed-region>
        <text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>
        <text:p>a <text:span text:style-name="T1">b</text:span> c <text:span
            text:style-name="T2">d</text:span></text:p>"#;
    let document = read(&odf("text", styles, body));
    assert_eq!(document.text, "a [hidden: b] c [hidden: d]\n");
    let unseen = document.facts.unseen;
    assert_eq!((unseen.texts, unseen.deletions, unseen.insertions), (2, 1, 1));
}

#[test]
fn styles_that_inherit_from_each_other_end() {
    let styles = r#"<style:style style:name="A" style:family="text" style:parent-style-name="B"/>
        <style:style style:name="B" style:family="text" style:parent-style-name="A"/>"#;
    let body = "<text:p><text:span text:style-name=\"A\">x</text:span></text:p>";
    assert_eq!(text(&odf("text", styles, body)), "x\n");
}

#[test]
fn a_sheet_has_its_cells_where_repeats_put_them() {
    let styles = r#"<style:style style:name="ta" style:family="table">
        <style:table-properties table:display="false"/></style:style>"#;
    let body = r#"<table:table table:name="Data" table:style-name="ta">
        <table:table-column/><table:table-column table:number-columns-repeated="2"
            table:visibility="collapse"/>
        <table:table-row><table:table-cell office:value-type="float" office:value="1.5">
            <text:p>1,50</text:p></table:table-cell>
            <table:table-cell table:number-columns-repeated="2" office:value-type="string">
                <text:p>x</text:p><text:p>y</text:p></table:table-cell>
            <table:table-cell table:number-columns-repeated="16381"/></table:table-row>
        <table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
        <table:table-row table:number-rows-repeated="2" table:visibility="filter">
            <table:table-cell office:value-type="date" office:date-value="2024-02-29T10:00:00">
                <text:p>29.2.</text:p></table:table-cell></table:table-row>
        <table:table-row table:number-rows-repeated="1048000">
            <table:table-cell office:value-type="boolean" office:boolean-value="true"
            table:number-columns-spanned="2"><office:annotation><text:p>Sure?</text:p>
                </office:annotation></table:table-cell></table:table-row>
        </table:table>"#;
    let document = read(&odf("spreadsheet", styles, body));
    let expected = "## Sheet: Data (hidden)\n\n|  | A | B (hidden) | C (hidden) \
        |\n|---|---|---|---|\n\
        | 1 | 1,50 | x<br>y | x<br>y |\n| 5 (hidden) | 2024-02-29 10:00:00 |\n\
        | 6 (hidden) | 2024-02-29 10:00:00 |\n| 7-1048006 | TRUE |\n\nMerged: A7:B7\n\n\
        Comment A7: Sure?\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.units[0].range.as_deref(), Some("A1:C1048006"));
    let unseen = document.facts.unseen;
    assert_eq!((unseen.units, unseen.rows, unseen.columns, unseen.comments), (1, 2, 2, 1));
}

#[test]
fn a_slide_has_its_title_and_notes() {
    let styles = r#"<style:style style:name="dp1" style:family="drawing-page">
        <style:drawing-page-properties presentation:visibility="hidden"/></style:style>"#;
    let frame = |class: &str, text: &str| {
        format!(
            "<draw:frame presentation:class=\"{class}\"><draw:text-box>{text}</draw:text-box>\
                </draw:frame>"
        )
    };
    let body = format!(
        "<draw:page draw:name=\"page1\">{}{}<presentation:notes>{}</presentation:notes></draw:page>\
         <draw:page draw:name=\"End\" draw:style-name=\"dp1\">{}</draw:page>",
        frame(
            "outline",
            "<text:list><text:list-item><text:p>point</text:p></text:list-item></text:list>"
        ),
        frame("title", "<text:p>Aims</text:p>"),
        frame("notes", "<text:p>Say it.</text:p>")
            + &frame("page-number", "<text:p>4</text:p>")
            + "<draw:custom-shape><text:p><text:page-number>4</text:page-number></text:p>\
               <text:p>Now.</text:p></draw:custom-shape>",
        frame("footer", "<text:p>page 2</text:p>"),
    );
    let document = read(&odf("presentation", styles, &body));
    let expected = "## Slide 1: Aims\n\n- point\n\nNotes: Say it.\nNow.\n\n\
        ## Slide 2: End (hidden)\n\nFooter: page 2\n\n";
    assert_eq!(document.text.trim_end(), expected.trim_end());
    assert_eq!(document.facts.units[1].line, 8);
}

#[test]
fn cells_that_are_white_on_white_are_marked() {
    let styles = r##"<style:style style:name="c0" style:family="table-cell">
        <style:text-properties fo:color="#fefefe"/></style:style>
        <style:style style:name="c1" style:family="table-cell" style:parent-style-name="c0"/>
        <style:style style:name="c2" style:family="table-cell" style:parent-style-name="c0">
            <style:table-cell-properties fo:background-color="#333333"/></style:style>
        <style:style style:name="c3" style:family="table-cell" style:parent-style-name="c2">
            <style:table-cell-properties fo:background-color="transparent"/></style:style>"##;
    let cell = |style, value| {
        format!(
            "<table:table-cell table:style-name=\"c{style}\"><text:p>{value}</text:p>\
             </table:table-cell>"
        )
    };
    let cells: String = (0..5).map(|style| cell(style, style)).collect();
    let row = format!(
        "<table:table-row>{cells}<table:table-cell table:style-name=\"c0\"/>\
        </table:table-row>"
    );
    let file =
        odf("spreadsheet", styles, &format!("<table:table table:name=\"a\">{row}</table:table>"));
    let document = read(&file);
    let last = document.text.lines().last().unwrap();
    assert_eq!(last, "| 1 | [hidden: 0] | [hidden: 1] | 2 | [hidden: 3] | 4 |");
    assert_eq!(document.facts.unseen.texts, 3);
}

#[test]
fn phonetic_guides_follow_their_text() {
    let body = "<text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ\
        </text:ruby-text></text:ruby>です</text:p>";
    assert_eq!(text(&odf("text", "", body)), "漢字(かんじ)です\n");
}

#[test]
fn the_shapes_of_a_sheet_follow_its_table() {
    let text = |text: &str| format!("<text:p>{text}</text:p>");
    let body = format!(
        "<table:table><office:forms><form:form><form:checkbox form:label=\"Sent\" \
         form:current-state=\"checked\"/><form:radio form:label=\"Cash\"/><form:radio \
         form:label=\"Card\" form:current-selected=\"true\"/></form:form></office:forms>\
         <table:shapes><draw:frame><draw:image><text:p/></draw:image></draw:frame><draw:g>\
         <draw:rect>{}</draw:rect></draw:g></table:shapes><table:table-row><table:table-cell \
         office:value-type=\"float\" office:value=\"1\">{}<draw:frame><draw:text-box>{}{}<text:p>\
         <draw:frame><draw:text-box>{}</draw:text-box></draw:frame> it</text:p></draw:text-box>\
         </draw:frame><draw:frame><draw:object>{}</draw:object><svg:desc>a chart</svg:desc>\
         </draw:frame></table:table-cell><table:table-cell office:value-type=\"date\" \
         office:date-value=\"2024-02-29\">{}<draw:custom-shape>{}</draw:custom-shape>\
         </table:table-cell></table:table-row></table:table>",
        text("over all"),
        text("1"),
        text("Draft"),
        text("# do   not send"),
        text("within"),
        text("lost"),
        text("29.2."),
        text("[hidden: no]"),
    );
    let text = crate::files::text(&odf("spreadsheet", "", &body));
    let expected = "| 1 | 1 | 2024-02-29 |\n\nControl: [x] Sent\n\nControl: [ ] Cash\n\n\
        Control: [x] Card\n\nShape: over all\n\nShape A1: Draft # do not send within it\n\n\
        Shape B1: \\[hidden: no]\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn covered_cells_are_marked() {
    let body = "<table:table><table:table-row><table:table-cell table:number-columns-spanned=\"2\">\
        <text:p>a</text:p></table:table-cell><table:covered-table-cell><text:p>b</text:p>\
        </table:covered-table-cell><table:covered-table-cell/></table:table-row></table:table>";
    let document = read(&odf("spreadsheet", "", body));
    assert!(document.text.contains("| 1 | a | [hidden: b] |\n"), "{}", document.text);
    assert_eq!(document.facts.unseen.texts, 1);
}

#[test]
fn a_formula_in_a_sheet_that_was_not_calculated_is_itself() {
    let cell = |attributes: &str| format!("<table:table-cell {attributes}/>");
    let body = format!(
        "<table:table><table:table-row>{}{}{}<table:table-cell table:formula=\"of:=&quot;&quot;\">\
         <text:p/></table:table-cell><table:table-cell><text:p>x</text:p></table:table-cell>\
         </table:table-row></table:table>",
        cell("table:formula=\"of:=SUM([.A1:.B2])*[$Tax.A1]\""),
        cell("table:formula=\"of:=A1\" office:value-type=\"string\" office:string-value=\"\""),
        cell("table:formula=\"A1+1\""),
    );
    let text = crate::files::text(&odf("spreadsheet", "", &body));
    assert!(text.contains("| 1 | =SUM(A1:B2)*$Tax.A1 |  | =A1+1 |  | x |\n"), "{text}");
}

#[test]
fn dates_and_authors_are_fields_in_a_text() {
    let fields = "<text:p>Date: <text:date>28.11.2026</text:date>, by <text:creator>Jane\
        </text:creator></text:p>";
    assert_eq!(text(&odf("text", "", fields)), "Date: 28.11.2026, by Jane\n");
    let note = format!(
        "<text:p>x<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024</dc:date>{fields}\
         </office:annotation></text:p>"
    );
    let expected = "x[^c1]\n\n[^c1]: Ann: Date: 28.11.2026, by Jane\n";
    assert_eq!(text(&odf("text", "", &note)), expected);
    let sheet = format!(
        "<table:table table:name=\"T\"><table:table-row><table:table-cell \
         office:value-type=\"string\">{fields}</table:table-cell></table:table-row></table:table>"
    );
    let sheet = text(&odf("spreadsheet", "", &sheet));
    assert!(sheet.ends_with("| 1 | Date: 28.11.2026, by Jane |\n"), "{sheet}");
}

#[test]
fn a_shape_in_a_paragraph_does_not_break_it() {
    for shape in ["custom-shape", "rect", "ellipse", "caption", "path"] {
        let body =
            format!("<text:h>Head <draw:{shape}><text:p>in</text:p></draw:{shape}>rest</text:h>");
        assert_eq!(text(&odf("text", "", &body)), "# Head rest\n\nin\n", "{shape}");
        let group = format!(
            "<text:p>a<draw:g><draw:{shape}><text:p>in</text:p></draw:{shape}></draw:g>b</text:p>"
        );
        assert_eq!(text(&odf("text", "", &group)), "ab\n\nin\n", "{shape}");
        let alone = format!("<draw:{shape}><text:p>in</text:p></draw:{shape}><text:p>a</text:p>");
        assert!(text(&odf("text", "", &alone)).contains("in"), "{shape}");
    }
}

#[test]
fn an_aside_does_not_end_the_list_item_or_the_link_around_it() {
    let note = "<text:note><text:note-body><text:p>in</text:p></text:note-body></text:note>";
    let shape = "<draw:rect><text:p>in</text:p></draw:rect>";
    let item = |content: &str| {
        let body = format!(
            "<text:list><text:list-item><text:p>a{content}b</text:p></text:list-item></text:list>"
        );
        text(&odf("text", "", &body))
    };
    assert_eq!(item(note), "- a[^1]b\n\n[^1]: in\n");
    assert_eq!(item(shape), "- ab\n\nin\n");
    let link =
        format!("<text:p><text:a xlink:href=\"https://a.example\">a{shape}b</text:a></text:p>");
    assert_eq!(text(&odf("text", "", &link)), "[ab](https://a.example)\n\nin\n");
}

#[test]
fn a_time_without_text_and_a_table_in_a_cell_are_read() {
    let cell = |attributes: &str, content: &str| {
        format!("<table:table-cell {attributes}>{content}</table:table-cell>")
    };
    let row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
    let time = "office:value-type=\"time\" office:time-value=\"PT08H30M00S\"";
    let inner = cell("", "<text:p>x</text:p>") + &cell("", "<text:p>y</text:p>");
    let inner = format!("<table:table table:is-sub-table=\"true\">{}</table:table>", row(&inner));
    let rows = [
        row(&(cell(time, "") + &cell(&time.replace("PT08H30M00S", "P1D"), ""))),
        row(&(cell("", &inner) + &cell("", "<text:p>z</text:p>"))),
        row(&cell("", "<text:p>w</text:p>")),
    ];
    let body = format!("<table:table table:name=\"S\">{}</table:table>", rows.concat());
    assert_eq!(
        text(&odf("spreadsheet", "", &body)),
        "## Sheet: S\n\n|  | A | B |\n|---|---|---|\n| 1 | 08:30:00 | P1D |\n| 2 | x<br>y \
         | z |\n| 3 | w |\n"
    );
}

#[test]
fn a_drawing_has_pages() {
    let page = "<draw:page draw:name=\"page1\"><draw:custom-shape><text:p>a</text:p>\
        </draw:custom-shape>\
        <draw:frame><draw:text-box><text:p>b</text:p></draw:text-box></draw:frame></draw:page>";
    let content = format!(
        "<office:document-content><office:body><office:drawing>{page}</office:drawing>\
         </office:body></office:document-content>"
    );
    let media_type = b"application/vnd.oasis.opendocument.graphics";
    let file = zip(&[
        Entry::stored("mimetype", media_type),
        Entry::deflated("content.xml", content.as_bytes()),
    ]);
    let document = read(&file);
    assert_eq!(document.text, "## Page 1\n\na\n\nb\n");
    assert_eq!((document.facts.format.name(), document.facts.format.unit()), ("odg", Some("page")));
}

#[test]
fn links_of_cells_follow_the_table() {
    let link =
        |target: &str| format!("<text:p><text:a xlink:href=\"{target}\">x</text:a></text:p>");
    let cell = |target: &str| format!("<table:table-cell>{}</table:table-cell>", link(target));
    let cells = [cell("https://a.example"), cell("#Data.A1"), cell("../b.ods")].concat();
    let body = format!(
        "<table:table table:name=\"Data\"><table:table-row>{cells}</table:table-row></table:table>"
    );
    let expected = "| 1 | x | x | x |\n\nLink A1: https://a.example\nLink C1: ../b.ods\n";
    let text = text(&odf("spreadsheet", "", &body));
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn slides_have_the_text_of_their_master_once() {
    let styles = r#"<office:document-styles><office:master-styles>
        <style:master-page style:name="M1">
            <draw:frame presentation:class="title"><draw:text-box><text:p>Click</text:p>
                </draw:text-box></draw:frame>
            <draw:frame presentation:class="footer"><draw:text-box><text:p><presentation:footer>
                Click</presentation:footer></text:p></draw:text-box></draw:frame>
            <draw:g><draw:custom-shape><text:p>ACME <presentation:footer>Click
                </presentation:footer></text:p></draw:custom-shape></draw:g>
            <draw:frame><draw:text-box><text:p>Page <text:page-number>3</text:page-number></text:p>
                <text:p>Secret</text:p></draw:text-box></draw:frame>
            <presentation:notes><draw:frame><draw:text-box><text:p>Click</text:p></draw:text-box>
                </draw:frame></presentation:notes></style:master-page>
        <style:master-page style:name="M2"><draw:frame><draw:text-box><text:p>Two</text:p>
            </draw:text-box></draw:frame></style:master-page>
        </office:master-styles></office:document-styles>"#;
    let automatic = r#"<style:style style:name="bare" style:family="drawing-page">
        <style:drawing-page-properties presentation:background-objects-visible="false"/>
        </style:style>"#;
    let page = |name: &str, style: &str| {
        format!(
            "<draw:page draw:master-page-name=\"{name}\" draw:style-name=\"{style}\"><draw:frame>\
             <draw:text-box><text:p>x</text:p></draw:text-box></draw:frame></draw:page>"
        )
    };
    let with_styles = |kind: &str, body: &str| {
        let content = format!(
            "<office:document-content><office:automatic-styles>{automatic}\
             </office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>\
             </office:body></office:document-content>"
        );
        let media_type = format!("application/vnd.oasis.opendocument.{kind}");
        text(&zip(&[
            Entry::stored("mimetype", media_type.as_bytes()),
            Entry::deflated("styles.xml", styles.as_bytes()),
            Entry::deflated("content.xml", content.as_bytes()),
        ]))
    };
    let slides = with_styles("presentation", &(page("M1", "") + &page("M1", "")));
    let expected = "## Slide 1\n\nx\n\n## Slide 2\n\nx\n\nMaster: ACME | Secret\n";
    assert_eq!(slides, expected);
    let bare = with_styles("presentation", &(page("M1", "bare") + &page("", "")));
    assert_eq!(bare, "## Slide 1\n\nx\n\n## Slide 2\n\nx\n");
    assert_eq!(with_styles("text", "<text:p>x</text:p>"), "x\n");
}
