//! Books.

use crate::files::{epub, parts, read, text};
use crate::zip_writer::{Entry, zip};

#[test]
fn chapters_follow_the_spine_and_have_their_headings() {
    let document = read(&epub(&[
        "<h1>One <em>day</em></h1><p>It   was\n\t dark&nbsp;&mdash; <b>very</b>.<br/># x</p>",
        "<p>No heading</p>",
        "<div><div/></div>",
        "<h3>Three</h3><pre>a\n  b</pre>",
    ]));
    let expected = "# One day\n\nIt was dark\u{a0}— very.\n\\# x\n\n## Chapter 2\n\nNo heading\n\n\
        ### Three\n\na\n  b\n";
    assert_eq!(document.text, expected);
    let units = document.facts.units.iter().map(|unit| (&*unit.title, unit.line));
    assert_eq!(units.collect::<Vec<_>>(), [("One day", 1), ("", 6), ("Three", 10)]);
}

#[test]
fn lists_tables_links_and_images_are_read() {
    let chapter = r##"<h2>x</h2><ul><li>a<ol start="3"><li><p>b</p><p>more</p></li></ol></li></ul>
        <table><tr><th>h</th><td colspan="2">i</td></tr></table>
        <p><a href="https://a.example">site</a> <a href="#n1">1</a> <img src="../pics/cat.png" \
            alt="A cat"/></p>
        <p style="display: none">secret</p><script>no()</script>"##;
    let expected = "## x\n\n- a\n  3. b\n\nmore\n\n| h | i |  |\n|---|---|---|\n\n\
        [site](https://a.example) 1 ![A cat](cat.png)\n\n[hidden: secret]\n";
    assert_eq!(text(&epub(&[chapter])), expected);
}

#[test]
fn a_damaged_chapter_leaves_the_others() {
    let expected =
        "a\n\n[The rest of chapter 1 is left out: malformed XML.]\n\n## Chapter 2\n\nc\n";
    let text = text(&epub(&["<p>a</p><!-- b", "<p>c</p>"]));
    assert_eq!(text, format!("## Chapter 1\n\n{expected}"));
}

#[test]
fn tags_that_are_left_open_do_no_harm() {
    assert_eq!(
        text(&epub(&["<h1>a</h1><p>b<br>c</i><table><td>d"])),
        "# a\n\nb\nc\n\n| d |\n|---|\n"
    );
}

#[test]
fn the_names_of_characters_are_those_of_html() {
    let chapter =
        "<p>&nbsp;&frac34;&iquest;&Agrave;&Igrave;&times;&szlig;&yuml;&hellip;&other;</p>";
    let expected = "\u{a0}¾¿ÀÌ×ßÿ…&other;";
    assert!(text(&epub(&[chapter])).ends_with(&format!("{}\n", expected.trim())));
}

#[test]
fn phonetic_guides_follow_their_text() {
    let book = |ruby: &str| text(&epub(&[&format!("<h1>T</h1><p>{ruby}です</p>")]));
    for (ruby, expected) in [
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字(かんじ)です"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)です"),
        ("<ruby>漢字<rt>かんじ</ruby>", "漢字(かんじ)です"),
        ("<ruby>漢字<rt></rt></ruby>", "漢字です"),
        ("<ruby>漢字<rt style=\"display:none\">x</rt></ruby>", "漢字[hidden: (x)]です"),
        ("<ruby>漢<rt>か<b hidden=\"\">x</b></rt></ruby>", "漢[hidden: (かx)]です"),
    ] {
        assert_eq!(book(ruby), format!("# T\n\n{expected}\n"), "{ruby}");
    }
}

#[test]
fn a_chapter_that_is_not_utf_8_has_the_encoding_that_it_declares() {
    let container = "<container><rootfiles><rootfile full-path=\"b.opf\"/></rootfiles></container>";
    let package = "<package><manifest><item id=\"c\" href=\"c.html\" media-type=\"text/html\"/>\
        </manifest><spine><itemref idref=\"c\"/></spine></package>";
    let meta = "<meta content=\"text/html; charset=windows-1252\"/>";
    for (start, word) in [
        (meta, &b"caf\xe9"[..]),
        (meta, "café".as_bytes()),
        ("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>", b"caf\xe9"),
    ] {
        let file = zip(&[
            Entry::stored("mimetype", b"application/epub+zip"),
            Entry::deflated("META-INF/container.xml", container.as_bytes()),
            Entry::deflated("b.opf", package.as_bytes()),
            Entry::deflated("c.html", &[start.as_bytes(), b"<h1>", word, b"</h1>"].concat()),
        ]);
        assert_eq!(text(&file), "# café\n", "{start}");
    }
}

#[test]
fn forms_have_their_values() {
    for (form, expected) in [
        ("<input type=\"text\" value=\"Jane\"/><input value=\" Doe\">", "Jane Doe"),
        ("<input type=\"hidden\" value=\"x\"/><input type=\"password\" value=\"x\"/>!", "!"),
        ("<input type=\"CHECKBOX\" checked=\"\"/> a <input type=\"radio\"/> b", "[x] a [ ] b"),
        ("<input value=\"a\" style=\"display:none\"/>", "[hidden: a]"),
        ("<select><option>a</option><option selected=\"\">b</option></select>", "b"),
        ("<select><option>a<option>b</select>!", "a!"),
        ("<select><option>a<option selected>b<option>c<option selected>d</select>", "b, d"),
        ("<textarea>a\n  b</textarea>", "a\n  b"),
        ("<input list=\"l\" value=\"a\"/><datalist id=\"l\"><option>b</option></datalist>", "a"),
        ("<select><option>a", "a"),
    ] {
        let text = text(&epub(&[&format!("<h1>T</h1><p>{form}")]));
        assert_eq!(text, format!("# T\n\n{expected}\n"), "{form}");
    }
}

#[test]
fn a_book_begins_with_its_title_and_authors() {
    let container =
        "<container><rootfiles><rootfile full-path=\"book.opf\"/></rootfiles></container>";
    let many = "<dc:creator>x</dc:creator>".repeat(30);
    for (facts, expected) in [
        (
            "<dc:title>A  &amp; B</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator>\
             <dc:title>Other</dc:title><dc:date>2020</dc:date>",
            "Title: A & B\nAuthor: Ann; Bo\n\n# T\n",
        ),
        ("<dc:title># [empty]</dc:title>", "Title: # \\[empty]\n\n# T\n"),
        ("<dc:title/>", "# T\n"),
        (&many, &format!("Author: {}\n\n# T\n", ["x"; 20].join("; "))),
    ] {
        let package = format!(
            "<package><metadata>{facts}</metadata><manifest><item id=\"c\" href=\"c.xhtml\" \
             media-type=\"application/xhtml+xml\"/></manifest><spine><itemref idref=\"c\"/></spine>\
             </package>"
        );
        let file = parts(&[
            ("META-INF/container.xml", container),
            ("book.opf", &package),
            ("c.xhtml", "<html><body><h1>T</h1></body></html>"),
        ]);
        let book = read(&file);
        assert_eq!(book.text, expected);
        let line = book.text.lines().position(|line| line == "# T").unwrap() as u64;
        assert_eq!(book.facts.units[0].line, line + 1);
    }
}

#[test]
fn rules_of_an_element_hide_its_text() {
    for (style, expected) in [
        ("display: none", "[hidden: x]"),
        ("color: red; visibility: hidden", "[hidden: x]"),
        ("font-size: 0", "[hidden: x]"),
        ("display:none !important", "[hidden: x]"),
        ("DISPLAY : NONE", "[hidden: x]"),
        ("display:\tnone;\n color: red", "[hidden: x]"),
        ("visibility: collapse", "[hidden: x]"),
        ("opacity: 0.0", "[hidden: x]"),
        ("font-size: 0pt", "[hidden: x]"),
        ("font-size: 0.0em", "[hidden: x]"),
        ("font-size: 1px", "[hidden: x]"),
        ("font-size: 1em", "x"),
        ("font-size: 0.9em", "x"),
        ("color: #fff", "[hidden: x]"),
        ("color: #FFFFFF", "[hidden: x]"),
        ("color: white", "[hidden: x]"),
        ("color: rgb(255, 255, 255)", "[hidden: x]"),
        ("color: transparent", "[hidden: x]"),
        ("color: #888", "x"),
        ("color: #fff; background: #000", "x"),
        ("color: #000; background-color: #000", "[hidden: x]"),
        ("background: url(a.png); color: white", "x"),
        ("opacity: 0.5", "x"),
    ] {
        let chapter = format!("<h1>T</h1><p style=\"{style}\">x</p>");
        assert_eq!(text(&epub(&[&chapter])), format!("# T\n\n{expected}\n"), "{style}");
    }
}

#[test]
fn a_heading_has_its_raised_figures_in_the_list_of_chapters() {
    let book = read(&epub(&["<h1>E = mc<sup>2</sup></h1>"]));
    assert_eq!(book.text, "# E = mc^2\n");
    assert_eq!(book.facts.units[0].title, "E = mc^2");
}

#[test]
fn the_color_of_text_is_that_of_the_nearest_element() {
    let book = |xml: &str| text(&epub(&[&format!("<h1>T</h1>{xml}")]));
    let nested =
        "<div style=\"color:#fff\"><p>a</p><p style=\"color:#000\">b</p><p>c</p></div><p>d</p>";
    assert_eq!(book(nested), "# T\n\n[hidden: a]\n\nb\n\n[hidden: c]\n\nd\n");
    let dark = "<div style=\"background:#000\"><p style=\"color:#fff\">a</p></div>";
    assert_eq!(book(dark), "# T\n\na\n");
}

#[test]
fn a_line_break_without_an_end_does_not_prolong_a_style() {
    for style in ["display:none", "color:#fff"] {
        let chapter = format!("<h1>T</h1><p style=\"{style}\">a<br>b<hr/></p><p>c</p>");
        let expected = "# T\n\n[hidden: a\nb]\n\nc\n";
        assert_eq!(text(&epub(&[&chapter])), expected, "{style}");
    }
}

/// The text of a chapter below its heading.
fn chapter(xml: &str) -> String {
    let text = text(&epub(&[&format!("<h1>T</h1>{xml}")]));
    text.strip_prefix("# T\n\n").unwrap().to_owned()
}

#[test]
fn cells_that_span_rows_keep_their_columns() {
    let spanned = "<table><tr><th rowspan=\"2\">Fruit</th><th colspan=\"2\">Sold</th></tr>\
        <tr><th>May</th><th>June</th></tr><tr><td>Apple</td><td>1</td>\
        <td rowspan=\"2\">2</td></tr><tr><td>Pear</td><td>3</td></tr></table>";
    assert_eq!(
        chapter(spanned),
        "| Fruit | Sold |  |\n|---|---|---|\n|  | May | June |\n| Apple | 1 | 2 |\n\
         | Pear | 3 |  |\n"
    );
    // To the end of its part of the table, over a row without cells, and with a table in a cell.
    let group = "<table><tbody><tr><td rowspan=\"0\">a</td><td>b</td></tr><tr><td>c</td></tr>\
        </tbody><tbody><tr><td>d</td></tr></tbody></table>";
    assert_eq!(chapter(group), "| a | b |\n|---|---|\n|  | c |\n| d |\n");
    let empty = "<table><tr><td rowspan=\"2\">a</td><td>b</td></tr><tr></tr><tr><td>c</td></tr>\
        </table>";
    assert_eq!(chapter(empty), "| a | b |\n|---|---|\n| c |\n");
    let nested = "<table><tr><td colspan=\"2\">a<table><tr><td>x</td></tr></table></td><td>b</td>\
        </tr></table>";
    assert_eq!(chapter(nested), "| a<br>x |  | b |\n|---|---|---|\n");
}

#[test]
fn a_caption_comes_before_its_table() {
    let table = "<table><caption>Sales</caption><thead><tr><td>a</td></tr></thead></table>";
    assert_eq!(chapter(table), "Sales\n\n| a |\n|---|\n");
    let nested = format!("<table><tr><td>{table}</td><td>b</td></tr></table>");
    assert_eq!(chapter(&nested), "| Sales<br>a | b |\n|---|---|\n");
    assert_eq!(chapter("<table><caption>Sales</caption></table>"), "Sales\n");
}

#[test]
fn rows_and_cells_may_have_no_end() {
    let open = "<table><tr><td>a<td>b<tr><td rowspan=2>c<td>d<tr><td>e</table><p>f";
    assert_eq!(chapter(open), "| a | b |\n|---|---|\n| c | d |\n|  | e |\n\nf\n");
}

#[test]
fn spans_of_cells_are_bounded() {
    let wide = "<tr><td rowspan=\"9999999\" colspan=\"9999999\">a</td></tr>";
    let table = format!("<table>{wide}{}</table>", "<tr><td/></tr>".repeat(100_000));
    let document = read(&epub(&[&table]));
    assert_eq!(document.facts.cut, Some(readroom_documents::Limit::Text));
}

#[test]
fn numbers_of_lists_may_be_negative_or_count_down() {
    let items = |attributes: &str| {
        let list = format!("<ol {attributes}><li>a</li><li>b</li><li>c</li></ol>");
        chapter(&list).replace('\n', " ")
    };
    for (attributes, expected) in [
        ("", "1. a 2. b 3. c "),
        ("start=\"-1\"", "-1. a 0. b 1. c "),
        ("start=\"0\" type=\"a\"", "0. a a. b b. c "),
        ("reversed=\"reversed\"", "3. a 2. b 1. c "),
        ("reversed=\"\" start=\"10\"", "10. a 9. b 8. c "),
        ("reversed=\"\" type=\"i\"", "iii. a ii. b i. c "),
        ("start=\"99999999999\"", "2147483647. a 2147483648. b 2147483649. c "),
    ] {
        assert_eq!(items(attributes), expected, "{attributes}");
    }
    let nested = "<p style=\"display:none\">x</p><ol reversed=\"\"><li>a<ol reversed=\"\">\
     <li>b</li>\
        <li value=\"7\">c</li><li>d</li></ol></li><li>e</li></ol>";
    let document = read(&epub(&["<h1>T</h1>", &format!("<h1>U</h1>{nested}"), "<h1>V</h1>"]));
    let expected = "# T\n\n# U\n\n[hidden: x]\n\n2. a\n  3. b\n  7. c\n  6. d\n1. e\n\n# V\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.texts, 1);
    let lines: Vec<u64> = document.facts.units.iter().map(|unit| unit.line).collect();
    assert_eq!(lines, [1, 3, 13]);
}

#[test]
fn the_alternative_text_of_an_image_in_the_page_is_kept() {
    let image =
        "<p><img src=\"data:image/png;base64,AAAA\" alt=\"A cat\"/><img src=\"data:,\"/></p>";
    assert_eq!(chapter(image), "![A cat]()\n");
}

#[test]
fn attributes_for_colors_hide_text_as_styles_do() {
    for (xml, is_hidden) in [
        ("<p><font color=\"#FFFFFF\">x</font></p>", true),
        ("<p><font color=\"White\">x</font></p>", true),
        ("<p><font color=\"red\">x</font></p>", false),
        ("<p color=\"white\">x</p>", false),
        (
            "<table bgcolor=\"#000000\"><tr><td><font color=\"white\">x</font></td></tr></table>",
            false,
        ),
        ("<table><tr><td bgcolor=\"black\"><font color=\"#000\">x</font></td></tr></table>", true),
    ] {
        assert_eq!(chapter(xml).contains("[hidden: x]"), is_hidden, "{xml}");
    }
}

#[test]
fn chapters_of_other_types_are_read() {
    let container =
        "<container><rootfiles><rootfile full-path=\"book.opf\"/></rootfiles></container>";
    let types = ["text/x-oeb1-document", "application/xml", "", "image/svg+xml", "image/jpeg"];
    let item = |(at, kind): (usize, &&str)| {
        format!("<item id=\"c{at}\" href=\"c{at}\" media-type=\"{kind}\"/>")
    };
    let items: String = types.iter().enumerate().map(item).collect();
    let spine: String = (0..5).map(|at| format!("<itemref idref=\"c{at}\"/>")).collect();
    let package = format!("<package><manifest>{items}</manifest><spine>{spine}</spine></package>");
    let file = parts(&[
        ("META-INF/container.xml", container),
        ("book.opf", &package),
        ("c0", "<html><body><h1>A</h1></body></html>"),
        ("c1", "<html><body><h1>B</h1></body></html>"),
        ("c2", "<html><body><h1>C</h1></body></html>"),
        ("c3", "<svg><text>D</text><text>E</text></svg>"),
        ("c4", "no text"),
    ]);
    assert_eq!(text(&file), "# A\n\n# B\n\n# C\n\n## Chapter 4\n\nD\n\nE\n");
}
