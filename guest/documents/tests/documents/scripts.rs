//! Raised and lowered text.

use crate::files::{docx, docx_with, epub, odf, office, relationships, text};

/// A paragraph of Word. `^` and `_` in the parts stand for raised and lowered runs.
fn shown(parts: &[&str]) -> String {
    let runs = parts.iter().map(|part| {
        let (place, text) = match part.strip_prefix('^') {
            Some(text) => ("superscript", text),
            None => match part.strip_prefix('_') {
                Some(text) => ("subscript", text),
                None => ("baseline", *part),
            },
        };
        format!(
            "<w:r><w:rPr><w:vertAlign w:val=\"{place}\"/></w:rPr><w:t xml:space=\"preserve\">{text}\
             </w:t></w:r>"
        )
    });
    let text = text(&docx(&format!("<w:p>{}</w:p>", runs.collect::<String>())));
    text.trim_end_matches('\n').to_owned()
}

#[test]
fn a_raised_figure_is_not_a_part_of_the_number_before_it() {
    for (parts, expected) in [
        (&["100", "^2", "=10000"][..], "100^2=10000"),
        (&["Area 10 m", "^2"], "Area 10 m^2"),
        (&["H", "_2", "O"], "H_2O"),
        (&["x", "_i", "^2"], "x_i^2"),
        (&["10", "^-3", " kg"], "10^-3 kg"),
        (&["10", "^3", "^4", "5"], "10^(34)5"),
        (&["x", "^n", "y"], "x^(n)y"),
        (&["x", "^n+1"], "x^(n+1)"),
        (&["x", "^(n+1)"], "x^(n+1)"),
        (&["Ca", "^2+"], "Ca^(2+)"),
        (&["m", "^2 ", "or"], "m^2 or"),
        (&["a word.", "^1", " Next"], "a word.^1 Next"),
        (&["^1", "University"], "^1University"),
        (&["文字", "^1", "文字"], "文字^1文字"),
        // Nothing could be taken as one word.
        (&["a ", "^1", " b"], "a 1 b"),
        (&["(", "^1", ")"], "(1)"),
        (&["a", "^*"], "a*"),
        (&["a", "^ "], "a"),
        (&["^all is raised"], "all is raised"),
        (&["1", "^st", " and 2", "^ND"], "1st and 2ND"),
        (&["1", "_st"], "1_st"),
        // A fraction.
        (&["^1", "/", "_2"], "1/2"),
        (&["5", "^1", "/", "_2"], "5^1/2"),
    ] {
        assert_eq!(shown(parts), expected, "{parts:?}");
    }
}

#[test]
fn raised_text_makes_no_mark() {
    assert_eq!(shown(&["[", "^c1", "]: Ann"]), "[c1]: Ann");
    assert_eq!(shown(&["[^c", "^1", "]: Ann"]), "[^c^1]: Ann");
    let hidden = "<w:p><w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:vertAlign w:val=\"superscript\"/>\
        </w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:vanish/><w:vertAlign w:val=\"superscript\"/>\
        </w:rPr><w:t>c</w:t></w:r></w:p>";
    assert_eq!(text(&docx(hidden)), "ab[hidden: c]\n");
}

#[test]
fn a_raised_link_or_note_is_no_figure() {
    let rels = relationships(&[("rId1", "hyperlink", "https://a.example")]);
    let raised = "<w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>1</w:t></w:r>";
    let body = format!(
        "<w:p><w:r><w:t>a</w:t></w:r>{raised}<w:hyperlink r:id=\"rId1\">{raised}</w:hyperlink>\
         <w:r><w:t>b</w:t></w:r></w:p>"
    );
    let file = docx_with(&body, &[("word/_rels/document.xml.rels", &rels)]);
    assert_eq!(text(&file), "a^1[1](https://a.example)b\n");
}

#[test]
fn styles_and_shifts_raise_too() {
    let rels = relationships(&[("rId1", "styles", "styles.xml")]);
    let styles = "<w:styles><w:style w:type=\"character\" w:styleId=\"Up\"><w:rPr>\
        <w:vertAlign w:val=\"superscript\"/></w:rPr></w:style></w:styles>";
    for (properties, expected) in [
        ("<w:rStyle w:val=\"Up\"/>", "10^2"),
        ("<w:rStyle w:val=\"Up\"/><w:vertAlign w:val=\"baseline\"/>", "102"),
        ("<w:position w:val=\"6\"/>", "10^2"),
        ("<w:position w:val=\"-6\"/>", "10_2"),
        ("<w:position w:val=\"1\"/>", "102"),
        ("<w:position w:val=\"x\"/>", "102"),
    ] {
        let body = format!(
            "<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr>{properties}</w:rPr><w:t>2</w:t></w:r></w:p>"
        );
        let parts = [("word/_rels/document.xml.rels", &*rels), ("word/styles.xml", styles)];
        assert_eq!(text(&docx_with(&body, &parts)), format!("{expected}\n"), "{properties}");
    }
}

#[test]
fn slides_texts_and_books_raise_too() {
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    let slide = "<p:sld><p:sp><p:txBody><a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr \
        baseline=\"30000\"/><a:t>2</a:t></a:r><a:r><a:t> H</a:t></a:r><a:r><a:rPr \
        baseline=\"-25000\"/><a:t>2</a:t></a:r><a:r><a:rPr baseline=\"0\"/><a:t>O</a:t></a:r></a:p>\
        </p:txBody></p:sp></p:sld>";
    let parts = [
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", &rels),
        ("ppt/slides/slide1.xml", slide),
    ];
    let file = office("ppt/presentation.xml", "presentationml.presentation", &parts);
    assert_eq!(text(&file), "## Slide 1\n\n10^2 H_2O\n");
    let style = |name: &str, position: &str| {
        format!(
            "<style:style style:name=\"{name}\" style:family=\"text\"><style:text-properties \
             style:text-position=\"{position}\"/></style:style>"
        )
    };
    let styles = [style("u", "super 58%"), style("d", "-33% 58%"), style("n", "0% 100%")].concat();
    let span = |style: &str, text: &str| {
        format!("<text:span text:style-name=\"{style}\">{text}</text:span>")
    };
    let body = format!(
        "<text:p>10{} H{}O {}</text:p>",
        span("u", "2"),
        span("d", "2"),
        span("u", &format!("x{}", span("n", "y")))
    );
    assert_eq!(text(&odf("text", &styles, &body)), "10^2 H_2O ^(x)y\n");
    let book = text(&epub(&["<h1>T</h1><p>10<sup>2</sup> H<sub>2</sub>O</p><p>a<sup>1<p>b</p>"]));
    assert_eq!(book, "# T\n\n10^2 H_2O\n\na^1\n\nb\n");
    let book = text(&epub(&["<h1>T</h1><p>10<span style=\"vertical-align: super\">2</span> H<b \
        style=\"font-size: 60%; vertical-align:sub\">2</b>O<i style=\"vertical-align:top\">n\
        </i>"]));
    assert_eq!(book, "# T\n\n10^2 H_2On\n");
}
