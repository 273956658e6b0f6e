//! PowerPoint presentations.

use crate::files::{office, read, relationships};
use readroom_documents::Document;

/// A presentation of one slide, with its relationships and other parts.
fn slide(slide: &str, targets: &[(&str, &str, &str)], others: &[(&str, &str)]) -> Document {
    // Each slide is in a section, too.
    let main = "<p:presentation><p:sldIdLst><p:sldId id=\"256\" r:id=\"rId1\"/></p:sldIdLst>\
        <p:extLst><p:ext><p14:sectionLst><p14:section><p14:sldIdLst><p14:sldId id=\"256\"/>\
        </p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>";
    let main_rels = relationships(&[
        ("rId1", "slide", "slides/slide1.xml"),
        ("rId2", "commentAuthors", "commentAuthors.xml"),
        ("rId3", "authors", "authors.xml"),
    ]);
    let rels = relationships(targets);
    let mut all = vec![
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", &main_rels),
        ("ppt/slides/slide1.xml", slide),
        ("ppt/slides/_rels/slide1.xml.rels", &rels),
    ];
    all.extend_from_slice(others);
    read(&office("ppt/presentation.xml", "presentationml.presentation", &all))
}

pub(crate) fn shape(kind: &str, paragraphs: &str) -> String {
    let placeholder =
        if kind.is_empty() { String::new() } else { format!("<p:ph type=\"{kind}\"/>") };
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" name=\"x\"/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr>\
            <p:txBody>{paragraphs}</p:txBody></p:sp>"
    )
}

pub(crate) fn paragraph(properties: &str, text: &str) -> String {
    format!("<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>")
}

#[test]
fn a_slide_has_its_title_bullets_and_notes() {
    let body = [
        paragraph("", "first"),
        paragraph("<a:pPr lvl=\"1\"/>", "second"),
        paragraph("<a:pPr><a:buNone/></a:pPr>", "plain"),
        paragraph("<a:pPr><a:buAutoNum type=\"alphaLcParenR\"/></a:pPr>", "a"),
        paragraph("<a:pPr><a:buAutoNum type=\"alphaLcParenR\"/></a:pPr>", "b"),
    ];
    let xml = [
        "<p:sld>",
        &shape("body", &body.concat()),
        &shape("title", &paragraph("", "Our\naims")),
        &shape("", &paragraph("", "# free")),
        &shape("sldNum", &paragraph("", "7")),
        "</p:sld>",
    ];
    let notes = format!(
        "<p:notes>{}{}</p:notes>",
        shape("body", &paragraph("", "Say it.")),
        shape("sldNum", &paragraph("", "1"))
    );
    let document = slide(
        &xml.concat(),
        &[("rId1", "notesSlide", "../notesSlides/notesSlide1.xml")],
        &[("ppt/notesSlides/notesSlide1.xml", &notes)],
    );
    let expected = "## Slide 1: Our aims\n\n- first\n  - second\n\nplain\n\na) a\nb) b\n\n\\# \
        free\n\nNotes: Say it.\n";
    assert_eq!(document.text, expected);
    let [unit] = &*document.facts.units else { panic!("one slide") };
    assert_eq!((&*unit.title, unit.line, unit.hidden), ("Our aims", 1, false));
}

#[test]
fn hidden_slides_and_shapes_are_marked() {
    let hidden =
        shape("", &paragraph("", "secret")).replace("name=\"x\"", "name=\"x\" hidden=\"1\"");
    let document = slide(&format!("<p:sld show=\"0\">{hidden}</p:sld>"), &[], &[]);
    assert_eq!(document.text, "## Slide 1 (hidden)\n\n[hidden: secret]\n");
    assert_eq!((document.facts.unseen.units, document.facts.unseen.texts), (1, 1));
}

#[test]
fn tables_pictures_links_and_diagrams_are_read() {
    let cell = |text: &str| format!("<a:tc><a:txBody>{}</a:txBody></a:tc>", paragraph("", text));
    let table = format!(
        "<p:graphicFrame><a:tbl><a:tr>{}{}</a:tr></a:tbl></p:graphicFrame>",
        cell("a"),
        cell("b") + &cell("c").replace("<a:tc>", "<a:tc hMerge=\"1\">")
    );
    let picture = "<p:pic><p:nvPicPr><p:cNvPr id=\"4\" name=\"Picture\" descr=\"A dog\"/>\
        </p:nvPicPr><a:blip r:embed=\"rId1\"/></p:pic>";
    let linked = |xml: &str, id: &str| {
        let link = format!("name=\"x\"><a:hlinkClick r:id=\"{id}\"/></p:cNvPr>");
        xml.replace("name=\"x\"/>", &link)
    };
    let picture = &linked(
        &picture.replace("name=\"Picture\" descr=\"A dog\"", "descr=\"A dog\" name=\"x\""),
        "rId2",
    );
    let link = "<a:p><a:r><a:rPr><a:hlinkClick r:id=\"rId2\"/></a:rPr><a:t>go</a:t></a:r></a:p>";
    let figure = "<p:graphicFrame><dgm:relIds r:dm=\"rId3\"/></p:graphicFrame>";
    let diagram = format!(
        "<dgm:dataModel><dgm:t>{}</dgm:t><dgm:t>{}</dgm:t></dgm:dataModel>",
        paragraph("", "plan"),
        paragraph("", "do</a:t><a:br/><a:t>it")
    );
    let document = slide(
        &format!(
            "<p:sld>{table}{picture}{}{}{}{figure}</p:sld>",
            shape("", link),
            linked(&shape("", &paragraph("", "all")), "rId2"),
            linked(&shape("", &paragraph("", "slide")), "rId4")
        ),
        &[
            ("rId1", "image", "../media/dog.png"),
            ("rId2", "hyperlink", "https://a.example"),
            ("rId3", "diagramData", "../diagrams/data1.xml"),
            ("rId4", "slide", "slide1.xml"),
        ],
        &[("ppt/diagrams/data1.xml", &diagram)],
    );
    let expected = "## Slide 1\n\n| a | b | [hidden: c] |\n|---|---|---|\n\n\
        [![A dog](dog.png)](https://a.example)\n\n\
        [go](https://a.example)\n\n[all](https://a.example)\n\nslide\n\n- plan\n- do it\n";
    assert_eq!(document.text, expected);
}

#[test]
fn comments_follow_the_slide() {
    let comments = "<p:cmLst><p:cm authorId=\"0\"><p:text>Too long</p:text></p:cm></p:cmLst>";
    let document = slide(
        "<p:sld/>",
        &[("rId1", "comments", "../comments/comment1.xml")],
        &[("ppt/comments/comment1.xml", comments)],
    );
    assert_eq!(document.text, "## Slide 1\n\nComment: Too long\n");
    assert_eq!(document.facts.unseen.comments, 1);
    // A reply comes before what it replies to.
    let text =
        |text: &str| format!("<p188:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p188:txBody>");
    let comments = format!(
        "<p188:cmLst><p188:cm><p188:replyLst><p188:reply>{}</p188:reply></p188:replyLst>{}\
         </p188:cm></p188:cmLst>",
        text("No"),
        text("Too long?")
    );
    let document = slide(
        "<p:sld/>",
        &[("rId1", "comments", "../comments/comment1.xml")],
        &[("ppt/comments/comment1.xml", &comments)],
    );
    assert_eq!(document.text, "## Slide 1\n\nComment: Too long?\n\nComment: No\n");
    assert_eq!(document.facts.unseen.comments, 2);
}

#[test]
fn comments_of_slides_have_their_authors() {
    let comments_of = |comments: &str, authors: (&str, &str)| {
        let targets = [("rId1", "comments", "../comments/comment1.xml")];
        let others = [("ppt/comments/comment1.xml", comments), authors];
        slide("<p:sld/>", &targets, &others).text.replace("## Slide 1\n\n", "")
    };
    let authors = "<p:cmAuthorLst><p:cmAuthor id=\"0\" name=\"Ann\"/>\
        <p:cmAuthor id=\"1\" name=\"[empty]\"/></p:cmAuthorLst>";
    let comment = |author: u64| format!("<p:cm authorId=\"{author}\"><p:text>x</p:text></p:cm>");
    let comments = [comment(1), comment(0), comment(7)].concat();
    let comments =
        comments_of(&format!("<p:cmLst>{comments}</p:cmLst>"), ("ppt/commentAuthors.xml", authors));
    assert_eq!(comments, "Comment: \\[empty]: x\n\nComment: Ann: x\n\nComment: x\n");
    // Those of newer versions have replies by others.
    let authors = "<p188:authorLst><p188:author id=\"{A}\" name=\"Ann\"/>\
        <p188:author id=\"{B}\" name=\"Bo\"/></p188:authorLst>";
    let text = "<p188:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></p188:txBody>";
    let reply = |author: &str| format!("<p188:reply authorId=\"{author}\">{text}</p188:reply>");
    let replies = [reply("{B}"), reply("{C}")].concat();
    let comments = format!(
        "<p188:cmLst><p188:cm authorId=\"{{A}}\"><p188:replyLst>{replies}</p188:replyLst>{text}\
         </p188:cm></p188:cmLst>"
    );
    let comments = comments_of(&comments, ("ppt/authors.xml", authors));
    assert_eq!(comments, "Comment: Ann: x\n\nComment: Bo: x\n\nComment: x\n");
    // Without the authors, which are damaged, the comments are read.
    let comments =
        comments_of(&format!("<p:cmLst>{}</p:cmLst>", comment(0)), ("ppt/authors.xml", "<a"));
    assert_eq!(comments, "Comment: x\n");
}

fn filled(properties: &str, run: &str, text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" name=\"s\"/></p:nvSpPr><p:spPr>{properties}</p:spPr>\
         <p:txBody><a:p><a:r>{run}<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
}

#[test]
fn the_shapes_of_hidden_groups_are_hidden() {
    let group = |hidden: &str, shapes: &str| {
        format!(
            "<p:grpSp><p:nvGrpSpPr><p:cNvPr id=\"2\" name=\"g\"{hidden}/></p:nvGrpSpPr>{shapes}\
             </p:grpSp>"
        )
    };
    let inner = group("", &filled("", "", "b"));
    let outer = group(" hidden=\"1\"", &(filled("", "", "a") + &inner));
    let document =
        slide(&(outer + &filled("", "", "c") + &group("", &filled("", "", "d"))), &[], &[]);
    let expected = "## Slide 1\n\n[hidden: a]\n\n[hidden: b]\n\nc\n\nd\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.texts, 2);
}

#[test]
fn text_of_the_color_of_its_shape_is_hidden() {
    let fill = |color: &str| format!("<a:solidFill><a:srgbClr val=\"{color}\"/></a:solidFill>");
    let run = |color: &str| format!("<a:rPr sz=\"1800\">{}</a:rPr>", fill(color));
    let line = format!("<a:ln>{}</a:ln>", fill("FFFFFF"));
    for (properties, run, expected) in [
        (fill("1F3864"), run("FFFFFF"), false),
        (fill("FFFFFF"), run("FFFFFF"), true),
        (fill("1F3864") + &line, run("1F3864"), true),
        (
            fill("FFFFFF"),
            run("FFFFFF").replace("</a:rPr>", "<a:highlight><a:srgbClr/></a:highlight></a:rPr>"),
            false,
        ),
        // The ground of a shape without a fill is not known.
        (String::new(), run("FFFFFF"), false),
        (line.clone(), run("FFFFFF"), false),
        ("<a:gradFill/>".into(), run("FFFFFF"), false),
        (fill("FFFFFF"), format!("<a:rPr>{line}</a:rPr>"), false),
        (String::new(), "<a:rPr sz=\"100\"/>".into(), true),
        (String::new(), "<a:rPr sz=\"800\"/>".into(), false),
        // The last stop of a gradient is not its color.
        (format!("<a:gradFill>{}</a:gradFill>", fill("FFFFFF")), run("FFFFFF"), false),
        (String::new(), "<a:rPr><a:noFill/></a:rPr>".into(), true),
        (String::new(), format!("<a:rPr>{line}<a:noFill/></a:rPr>"), false),
        (String::new(), "<a:rPr><a:ln><a:noFill/></a:ln><a:noFill/></a:rPr>".into(), true),
        (
            String::new(),
            run("000000").replace("\"/></a:s", "\"><a:alpha val=\"0\"/></a:srgbClr></a:s"),
            true,
        ),
        (
            String::new(),
            run("000000").replace("\"/></a:s", "\"><a:alpha val=\"50000\"/></a:srgbClr></a:s"),
            false,
        ),
    ] {
        let document = slide(&filled(&properties, &run, "x"), &[], &[]);
        assert_eq!(document.facts.unseen.texts == 1, expected, "{properties} {run}");
    }
}

#[test]
fn colors_of_the_theme_and_their_changes_are_compared() {
    let fill = |color: &str| format!("<a:solidFill>{color}</a:solidFill>");
    let of = |color: &str, changes: &str| {
        let (kind, value) = color.split_once(' ').unwrap();
        format!("<a:{kind} val=\"{value}\">{changes}</a:{kind}>")
    };
    let (bg1, white) = (of("schemeClr bg1", ""), of("srgbClr FFFFFF", ""));
    let (half, less) = ("<a:lumMod val=\"50000\"/>", "<a:lumMod val=\"95000\"/>");
    let light = |part: &str| format!("<a:scrgbClr r=\"{part}\" g=\"{part}\" b=\"{part}\"/>");
    for (ground, color, expected) in [
        (&bg1, &bg1, true),
        (&of("schemeClr accent1", ""), &of("schemeClr accent1", ""), true),
        (&of("schemeClr accent1", ""), &of("schemeClr accent2", ""), false),
        (&of("schemeClr tx1", ""), &bg1, false),
        // The theme says whether it is white.
        (&bg1, &white, false),
        (&of("schemeClr bg1", half), &bg1, false),
        (&of("schemeClr bg1", half), &of("schemeClr bg1", less), false),
        (&of("schemeClr bg1", half), &of("schemeClr bg1", half), true),
        (&of("srgbClr FFFFFF", half), &white, false),
        (&white, &of("srgbClr FFFFFF", "<a:tint val=\"50000\"/>"), false),
        (&light("100000"), &white, true),
        (&light("100%"), &light("100000"), true),
        (&light("0"), &white, false),
        (&light("0%"), &of("prstClr black", ""), true),
    ] {
        let run = format!("<a:rPr>{}</a:rPr>", fill(color));
        let document = slide(&filled(&fill(ground), &run, "x"), &[], &[]);
        assert_eq!(document.facts.unseen.texts == 1, expected, "{ground} {color}");
    }
    let bare =
        slide(&filled("<a:noFill/>", &format!("<a:rPr>{}</a:rPr>", fill(&bg1)), "x"), &[], &[]);
    assert_eq!(bare.facts.unseen.texts, 0);
}

#[test]
fn other_text_of_a_notes_page_is_kept() {
    let number = "<p:sp><p:txBody><a:p><a:fld type=\"slidenum\"><a:t>2</a:t></a:fld></a:p>\
        </p:txBody></p:sp>";
    let footer = "<p:sp><p:nvSpPr><p:nvPr><p:ph type=\"ftr\"/></p:nvPr></p:nvSpPr><p:txBody><a:p>\
        <a:r><a:t>footer</a:t></a:r></a:p></p:txBody></p:sp>";
    let notes = format!("<p:notes>{number}{footer}{}</p:notes>", filled("", "", "box"));
    let target = ("rId2", "notesSlide", "../notesSlides/notesSlide1.xml");
    let document = slide("", &[target], &[("ppt/notesSlides/notesSlide1.xml", &notes)]);
    assert_eq!(document.text, "## Slide 1\n\nNotes: box\n\nFooter: footer\n");
}

#[test]
fn numbers_begin_again_after_other_paragraphs() {
    let item = |level: u8, kind: &str, text: &str| {
        let bullet = match kind {
            "" => "<a:buNone/>".to_owned(),
            kind => format!("<a:buAutoNum type=\"{kind}\"/>"),
        };
        paragraph(&format!("<a:pPr lvl=\"{level}\">{bullet}</a:pPr>"), text)
    };
    let (period, plain, letter) = ("arabicPeriod", "arabicPlain", "alphaLcPeriod");
    let body = [
        item(0, period, "a"),
        item(1, letter, "b"),
        item(1, letter, "c"),
        item(0, period, "d"),
        item(1, letter, "e"),
        item(0, "", "f"),
        item(0, period, "g"),
        item(0, plain, "h"),
        item(0, plain, "i"),
        item(0, "arabicPeriod\" startAt=\"5", "j"),
        item(0, "arabicPeriod\" startAt=\"5", "k"),
        item(1, "", "l"),
        item(0, "arabicPeriod\" startAt=\"5", "m"),
    ];
    let document = slide(&format!("<p:sld>{}</p:sld>", shape("", &body.concat())), &[], &[]);
    let shown: Vec<&str> = document.text.lines().skip(2).filter(|line| !line.is_empty()).collect();
    let expected = "1. a|  a. b|  b. c|2. d|  a. e|f|1. g|1 h|2 i|5. j|6. k|l|7. m";
    assert_eq!(shown.join("|"), expected);
}

#[test]
fn colors_of_the_system_are_compared() {
    let color =
        |kind: &str, value: &str| format!("<a:solidFill><a:{kind} val=\"{value}\"/></a:solidFill>");
    for (fill, run, is_hidden) in [
        (color("prstClr", "white"), color("sysClr", "window"), true),
        (color("sysClr", "windowText"), color("srgbClr", "000000"), true),
        (color("prstClr", "black"), color("prstClr", "white"), false),
        (color("scrgbClr", ""), color("prstClr", "white"), false),
    ] {
        let shape = filled(&fill, &format!("<a:rPr>{run}</a:rPr>"), "x");
        let document = slide(&format!("<p:sld>{shape}</p:sld>"), &[], &[]);
        assert_eq!(document.facts.unseen.texts == 1, is_hidden, "{fill} {run}");
    }
}

#[test]
fn a_linked_picture_keeps_its_alternative_text() {
    let picture = |blip: &str| {
        format!("<p:pic><p:nvPicPr><p:cNvPr descr=\"A cat\"/></p:nvPicPr><a:blip {blip}/></p:pic>")
    };
    let xml =
        format!("<p:sld>{}{}</p:sld>", picture("r:link=\"rId1\""), picture("r:link=\"rId7\""));
    let document = slide(&xml, &[("rId1", "image", "file:///pictures/cat.png")], &[]);
    assert_eq!(document.text, "## Slide 1\n\n![A cat](cat.png)\n\n![A cat]()\n");
}

#[test]
fn footers_of_slides_follow_them() {
    let shapes = [shape("ftr", &paragraph("", "Acme")), shape("sldNum", &paragraph("", "1"))];
    let document = slide(&format!("<p:sld>{}</p:sld>", shapes.concat()), &[], &[]);
    assert_eq!(document.text, "## Slide 1\n\nFooter: Acme\n");
    // A date that someone typed counts, other than one that changes by itself.
    let today = "<a:p><a:fld type=\"datetime1\"><a:t>1/2/2026</a:t></a:fld></a:p>";
    let shapes = [shape("dt", &paragraph("", "May 2026")), shape("dt", today)];
    let document = slide(&format!("<p:sld>{}</p:sld>", shapes.concat()), &[], &[]);
    assert_eq!(document.text, "## Slide 1\n\nFooter: May 2026\n");
    assert_eq!(document.facts.page_headers, 1);
}

#[test]
fn one_of_several_forms_is_read() {
    let text_of = |text: &str| shape("", &paragraph("", text));
    let choice = |choices: &[&str], fallback: &str| {
        let choices: String =
            choices.iter().map(|one| format!("<mc:Choice>{one}</mc:Choice>")).collect();
        format!(
            "<mc:AlternateContent>{choices}<mc:Fallback>{fallback}</mc:Fallback>\
             </mc:AlternateContent>"
        )
    };
    let (a, b, c) = (text_of("a"), text_of("b"), text_of("c"));
    let ink = "<p14:contentPart/>";
    let picture = "<p:pic><p:blipFill><a:blip r:embed=\"rId9\"/></p:blipFill></p:pic>";
    let all = [
        choice(&[&a], &b),
        choice(&[&a, &b], &c),
        choice(&[ink], &c),
        choice(&[&choice(&[ink], &b)], &c),
        choice(&[ink], picture),
        choice(&[&a], &c).replace("<mc:Choice>", "<mc:Choice Requires=\"future\">"),
        choice(&[&a], &c).replace("<mc:Choice>", "<mc:Choice Requires=\"p159 a14\">"),
    ];
    let shown = slide(&all.concat(), &[("rId9", "image", "../media/ink.png")], &[]);
    assert_eq!(shown.text, "## Slide 1\n\na\n\na\n\nc\n\nb\n\n![](ink.png)\n\nc\n\na\n");
}
