//! Tests of page headers and footers.

use crate::files::{docx_with, odf, read, relationships, text, xlsx_with};
use crate::zip_writer::{Entry, zip};

/// Returns a run with a text, and a field with a result.
fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn field(instruction: &str, result: &str) -> String {
    format!("<w:fldSimple w:instr=\"{instruction}\">{}</w:fldSimple>", run(result))
}

/// Returns a document with these headers and footers of its section: the element that refers to
/// each, its type, and its paragraphs.
fn with_headers(all: &[(&str, &str, &str)], section: &str, settings: &str) -> Vec<u8> {
    let names: Vec<_> = (0..all.len()).map(|at| (format!("h{at}"), format!("h{at}.xml"))).collect();
    let mut targets = vec![("s", "settings", "settings.xml")];
    targets.extend(names.iter().map(|(id, name)| (&**id, "header", &**name)));
    let parts: Vec<_> = (all.iter().zip(&names))
        .map(|((.., xml), (_, name))| (format!("word/{name}"), format!("<w:hdr>{xml}</w:hdr>")))
        .collect();
    let references = all.iter().zip(&names).map(|((element, kind, _), (id, _))| {
        format!("<w:{element}Reference w:type=\"{kind}\" r:id=\"{id}\"/>")
    });
    let body = format!(
        "<w:p><w:r><w:t>Body</w:t></w:r></w:p><w:sectPr>{}{section}<w:sectPrChange><w:sectPr>\
         <w:titlePg/></w:sectPr></w:sectPrChange></w:sectPr>",
        references.collect::<String>()
    );
    let rels = relationships(&targets);
    let mut others =
        vec![("word/_rels/document.xml.rels", &*rels), ("word/settings.xml", settings)];
    others.extend(parts.iter().map(|(name, xml)| (&**name, &**xml)));
    docx_with(&body, &others)
}

fn paragraph(content: &str) -> String {
    format!("<w:p>{content}</w:p>")
}

#[test]
fn headers_and_footers_are_at_the_end_of_a_document() {
    let header = paragraph(&run("ACME")) + &paragraph(&(run("Secret") + "<w:tab/>" + &run("v2")));
    let number = [
        run("Version 3"),
        "<w:r><w:tab/></w:r>".into(),
        run("Page "),
        field(" PAGE \\* MERGEFORMAT ", "7"),
        run(" of "),
        field("NUMPAGES", "9"),
    ];
    let all =
        [("header", "default", &*header), ("footer", "default", &paragraph(&number.concat()))];
    let document = read(&with_headers(&all, "", ""));
    let expected = "Body\n\nHeader: ACME | Secretv2\nFooter: Version 3\n";
    assert_eq!(document.text.replace("Secret | v2", "Secretv2"), expected);
    assert_eq!((document.facts.page_headers, document.facts.left_out.headers_and_footers), (2, 0));
}

#[test]
fn a_page_number_alone_is_not_a_header() {
    let complex = "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>PAGE\
        </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>";
    for content in [
        run("Seite ") + &field("PAGE", "1") + &run(" von ") + &field("numpages", "1"),
        run("- ") + complex + &run(" -"),
        run("Page ") + complex,
        "<w:r><w:pict><v:imagedata o:title=\"logo\" r:id=\"x\"/></w:pict></w:r>".into(),
        String::new(),
    ] {
        let file = with_headers(&[("footer", "default", &paragraph(&content))], "", "");
        assert_eq!(text(&file), "Body\n");
    }
    let row = format!("<w:tbl><w:tr><w:tc/><w:tc>{}</w:tc></w:tr></w:tbl>", paragraph(&run("A")));
    let file = with_headers(&[("footer", "default", &row)], "", "");
    assert_eq!(text(&file), "Body\n\nFooter: A\n");
    let named = run("Report ") + &field("PAGE", "3");
    let file = with_headers(&[("footer", "default", &paragraph(&named))], "", "");
    assert_eq!(text(&file), "Body\n\nFooter: Report #\n");
}

#[test]
fn headers_of_pages_that_there_are_not_are_hidden() {
    let [default, first, even] = ["Same", "First]", "Same"].map(|text| paragraph(&run(text)));
    let all = [
        ("header", "even", &*even),
        ("header", "first", &*first),
        ("header", "default", &*default),
        ("header", "default", &*default),
    ];
    let document = read(&with_headers(&all, "", ""));
    assert_eq!(document.text, "Body\n\nHeader: Same\nHeader: [hidden: First\\]]\n");
    assert_eq!(document.facts.unseen.texts, 1);
    let settings = "<w:settings><w:evenAndOddHeaders/></w:settings>";
    let document = read(&with_headers(&all, "<w:titlePg/>", settings));
    assert_eq!(document.text, "Body\n\nHeader: Same\nHeader: First]\n");
    assert_eq!(document.facts.unseen.texts, 0);
}

#[test]
fn hidden_text_of_a_header_is_marked_and_counted_once() {
    let hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>x &lt;1&gt;</w:t></w:r>";
    let same = paragraph(&(run("A ") + hidden));
    let all = [("header", "default", &*same), ("header", "default", &*same)];
    let document = read(&with_headers(&all, "", ""));
    assert_eq!(document.text, "Body\n\nHeader: A [hidden: x <1>]\n");
    assert_eq!(document.facts.unseen.texts, 1);
}

#[test]
fn a_damaged_header_is_named() {
    let table = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t>";
    let good = paragraph(&run("Good"));
    let all = [("header", "default", table), ("footer", "default", &*good)];
    let read = text(&with_headers(&all, "", ""));
    assert!(read.starts_with("Body\n\n[missing: the rest of a page header"), "{read}");
    assert!(read.ends_with("\n\nFooter: Good\n"), "{read}");
}

#[test]
fn headers_of_a_sheet_follow_it() {
    let row = "<sheetData><row><c><v>1</v></c></row></sheetData>";
    let code = "&amp;L&amp;&quot;Arial,Bold&quot;&amp;12&amp;KFF0000ACME &amp;&amp; Co&amp;C&amp;A\
        &amp;R[empty] &amp;D";
    let sheet = format!(
        "<customSheetViews><customSheetView><headerFooter><oddHeader>Old</oddHeader></headerFooter>\
         </customSheetView></customSheetViews>{row}<headerFooter differentFirst=\"1\"><oddHeader>\
         {code}</oddHeader><oddFooter>Page &amp;P of &amp;N</oddFooter><evenHeader>Even\
         </evenHeader><firstFooter>&amp;RFirst</firstFooter></headerFooter>"
    );
    let document = read(&xlsx_with(&sheet, &[]));
    let expected = "| 1 | 1 |\n\nHeader: ACME & Co | \\[empty]\nHeader: [hidden: Even]\n\
        Footer: First\n";
    assert!(document.text.ends_with(expected), "{}", document.text);
    assert_eq!((document.facts.page_headers, document.facts.left_out.headers_and_footers), (3, 0));
    assert_eq!(document.facts.unseen.texts, 1);
}

#[test]
fn codes_in_headers_of_a_sheet_are_applied() {
    for (code, shown) in [
        ("&amp;C&amp;&quot;Arial,Bold&quot;12 Euro", "12 Euro"),
        ("&amp;C&amp;&quot;Arial&quot;&amp;12 3 items", "3 items"),
        ("&amp;CH&amp;Y2&amp;YO&amp;R10&amp;X-3&amp;X mol", "H_2O | 10^-3 mol"),
        ("&amp;C5 m&amp;X2&amp;R3", "5 m^2 | 3"),
        ("&amp;Cm&amp;X3&amp;Yx&amp;Yy", "m^3_(x)y"),
        ("&amp;CPart &amp;&amp; more &amp;K04-0123 pigs &amp;K0000FFred", "Part & more 3 pigs red"),
        ("&amp;CReport &amp;P+1/&amp;N-a", "Report #/#-a"),
        ("&amp;C&amp;[Tab] &amp;[Page] of &amp;[Pages]: Plan", "# of #: Plan"),
        ("&amp;CA&amp;", "A"),
    ] {
        let row = "<sheetData><row><c><v>1</v></c></row></sheetData>";
        let header = format!("<headerFooter><oddHeader>{code}</oddHeader></headerFooter>");
        let read = text(&xlsx_with(&[row, &header].concat(), &[]));
        assert!(read.ends_with(&format!("\n\nHeader: {shown}\n")), "{read}");
    }
}

#[test]
fn headers_of_open_document_are_at_the_end() {
    let styles = "<office:document-styles><style:style style:name=\"W\" style:family=\"text\">\
        <style:text-properties fo:color=\"#ffffff\"/></style:style><style:master-page>\
        <style:header><text:p>A  <text:span>B</text:span><text:span text:style-name=\"W\">C\
        </text:span></text:p><text:p>D<text:tab/>\n<text:page-number>1</text:page-number> / \
        <text:page-count>2</text:page-count></text:p></style:header>\
        <style:header-first><text:p>A B</text:p><text:p>D</text:p></style:header-first>\
        <style:header-left style:display=\"false\"><text:p>X</text:p></style:header-left>\
        <style:footer><text:p><text:sheet-name>???</text:sheet-name> (<text:title>???</text:title>)\
        </text:p></style:footer><style:header-style>\n</style:header-style></style:master-page>\
        </office:document-styles>";
    let content = "<office:document-content><office:body><office:text><text:p>a</text:p>\
        </office:text></office:body></office:document-content>";
    let file = zip(&[
        Entry::stored("mimetype", b"application/vnd.oasis.opendocument.text"),
        Entry::deflated("styles.xml", styles.as_bytes()),
        Entry::deflated("content.xml", content.as_bytes()),
    ]);
    assert_eq!(text(&file), "a\n\nHeader: A B | D\n");
}

#[test]
fn footers_of_slides_of_open_document_are_at_the_end() {
    let page = "<presentation:footer-decl presentation:name=\"f\">Acme</presentation:footer-decl>\
        <draw:page><draw:frame presentation:class=\"footer\"><draw:text-box><text:p>x</text:p>\
        </draw:text-box></draw:frame><draw:frame presentation:class=\"page-number\"><draw:text-box>\
        <text:p>1</text:p></draw:text-box></draw:frame></draw:page>";
    let read = text(&odf("presentation", "", page));
    assert!(read.ends_with("## Slide 1\n\nFooter: Acme\nFooter: x\n"), "{read}");
}
