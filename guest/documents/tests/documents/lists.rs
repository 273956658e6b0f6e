//! The labels of lists.

use crate::files::{docx_with, odf, office, relationships, text};

/// The texts of list items of Word: each on a level of a list.
fn shown(numbering: &str, items: &[(u8, u8)]) -> Vec<String> {
    let numbering = format!("<w:numbering>{numbering}</w:numbering>");
    let body = items.iter().map(|(list, level)| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>\
             </w:pPr><w:r><w:t>x</w:t></w:r></w:p>"
        )
    });
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/numbering.xml", &numbering)];
    let text = text(&docx_with(&body.collect::<String>(), &parts));
    text.lines().filter(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

fn level(number: u8, format: &str, pattern: &str, others: &str) -> String {
    format!(
        "<w:lvl w:ilvl=\"{number}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/>{others}\
         <w:lvlText w:val=\"{pattern}\"/></w:lvl>"
    )
}

fn list(levels: &[String], overrides: &str) -> String {
    let levels = levels.concat();
    format!(
        "<w:abstractNum w:abstractNumId=\"0\">{levels}</w:abstractNum>\
         <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/>{overrides}</w:num>\
         <w:num w:numId=\"2\"><w:abstractNumId w:val=\"0\"/></w:num>"
    )
}

#[test]
fn legal_labels_are_decimal() {
    let first = level(0, "upperRoman", "Article %1", "");
    let second = |others| level(1, "decimalZero", "Section %1.%2", others);
    let items = [(1, 0), (1, 1), (1, 1)];
    let roman = shown(&list(&[first.clone(), second("")], ""), &items);
    assert_eq!(roman, ["Article I x", "Section I.01 x", "Section I.02 x"]);
    let legal = shown(&list(&[first.clone(), second("<w:isLgl/>")], ""), &items);
    assert_eq!(legal, ["Article I x", "Section 1.01 x", "Section 1.02 x"]);
    let off = shown(&list(&[first, second("<w:isLgl w:val=\"0\"/>")], ""), &items);
    assert_eq!(off, ["Article I x", "Section I.01 x", "Section I.02 x"]);
}

#[test]
fn a_list_can_replace_a_level_of_its_definition() {
    let levels = [level(0, "decimal", "%1.", ""), level(1, "lowerLetter", "%2)", "")];
    let overrides = format!(
        "<w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"3\"/>{}</w:lvlOverride>",
        level(0, "upperLetter", "(%1)", "")
    );
    let items = [(1, 0), (1, 1), (1, 0), (2, 0)];
    assert_eq!(shown(&list(&levels, &overrides), &items), ["(C) x", "a) x", "(D) x", "5. x"]);
}

#[test]
fn a_level_restarts_after_the_levels_that_it_names() {
    let levels = |restart: &str| {
        let third = level(2, "decimal", "%3.", restart);
        [level(0, "decimal", "%1.", ""), level(1, "decimal", "%2.", ""), third]
    };
    let items = [(1, 0), (1, 1), (1, 2), (1, 1), (1, 2), (1, 0), (1, 1), (1, 2)];
    for (restart, expected) in [
        ("", ["1. x", "1. x", "1. x"]),
        ("<w:lvlRestart w:val=\"1\"/>", ["1. x", "2. x", "1. x"]),
        ("<w:lvlRestart w:val=\"0\"/>", ["1. x", "2. x", "3. x"]),
    ] {
        let all = shown(&list(&levels(restart), ""), &items);
        assert_eq!([&*all[2], &all[4], &all[7]], expected, "{restart}");
    }
}

#[test]
fn numerals_are_those_of_the_format() {
    let all: Vec<(u8, u8)> = (0..112).map(|_| (1, 0)).collect();
    for (format, expected) in [
        ("custom\" w:format=\"001, 002, 003, ...", [(1, "001"), (12, "012"), (112, "112")]),
        ("decimalZero", [(1, "01"), (10, "10"), (100, "100")]),
        ("ordinal", [(2, "2nd"), (11, "11th"), (103, "103rd")]),
        ("cardinalText", [(1, "One"), (21, "Twenty-one"), (100, "100")]),
        ("ordinalText", [(1, "First"), (12, "Twelfth"), (20, "Twentieth")]),
        ("ordinalText", [(9, "Ninth"), (5, "Fifth"), (83, "Eighty-third")]),
        ("decimalEnclosedCircle", [(1, "①"), (21, "㉑"), (51, "51")]),
        ("chineseCountingThousand", [(1, "一"), (10, "十"), (101, "一百零一")]),
        ("taiwaneseCountingThousand", [(11, "十一"), (20, "二十"), (110, "一百一十")]),
        ("chineseLegalSimplified", [(1, "壹"), (11, "拾壹"), (20, "贰拾")]),
        ("ideographTraditional", [(1, "甲"), (10, "癸"), (11, "11")]),
        ("aiueoFullWidth", [(1, "ア"), (6, "カ"), (12, "シ")]),
        ("ganada", [(1, "가"), (2, "나"), (14, "하")]),
        ("russianUpper", [(1, "А"), (2, "Б"), (3, "В")]),
        ("unknown", [(1, "1"), (2, "2"), (3, "3")]),
        ("japaneseCounting", [(1, "一"), (11, "十一"), (101, "百一")]),
        ("japaneseLegal", [(1, "壱"), (10, "拾"), (21, "弐拾壱")]),
        ("koreanCounting", [(1, "일"), (10, "십"), (110, "백십")]),
        ("koreanDigital", [(1, "일"), (10, "일영"), (25, "이오")]),
        ("ideographDigital", [(1, "一"), (10, "一〇"), (101, "一〇一")]),
        ("thaiNumbers", [(1, "๑"), (10, "๑๐"), (109, "๑๐๙")]),
        ("thaiLetters", [(1, "ก"), (3, "ค"), (45, "45")]),
        ("thaiCounting", [(1, "1"), (2, "2"), (11, "11")]),
        ("hebrew1", [(3, "ג"), (15, "טו"), (112, "קיב")]),
        ("hebrew2", [(3, "ג"), (11, "כ"), (22, "ת")]),
        ("arabicAbjad", [(1, "أ"), (2, "ب"), (3, "ج")]),
        ("hex", [(9, "9"), (10, "A"), (31, "1F")]),
        ("numberInDash", [(1, "- 1 -"), (2, "- 2 -"), (10, "- 10 -")]),
        ("chicago", [(1, "*"), (2, "†"), (4, "§")]),
        ("decimalEnclosedFullstop", [(1, "⒈"), (20, "⒛"), (21, "21")]),
    ] {
        let labels = shown(&list(&[level(0, format, "%1", "")], ""), &all);
        for (number, label) in expected {
            assert_eq!(labels[number - 1], format!("{label} x"), "{format} {number}");
        }
    }
}

#[test]
fn numerals_of_other_formats_are_the_same() {
    for (example, expected) in [
        ("1st", "1st x"),
        ("First", "First x"),
        ("01, 02, 03, ...", "01 x"),
        ("一, 二, 三, ...", "一 x"),
        ("壹, 貳, 參, ...", "壹 x"),
        ("①, ②, ③, ...", "① x"),
        ("イ, ロ, ハ, ...", "イ x"),
        ("?", "1 x"),
    ] {
        let styles = format!(
            "<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" \
             style:num-format=\"{example}\"/></text:list-style>"
        );
        let body = "<text:list text:style-name=\"L\"><text:list-item><text:p>x</text:p>\
            </text:list-item></text:list>";
        assert_eq!(text(&odf("text", &styles, body)).trim(), expected);
    }
    let main = "<p:presentation><p:sldIdLst><p:sldId r:id=\"rId1\"/></p:sldIdLst></p:presentation>";
    let rels = relationships(&[("rId1", "slide", "slides/slide1.xml")]);
    for (kind, expected) in [
        ("arabicPlain", "1 x"),
        ("circleNumDbPlain", "① x"),
        ("ea1JpnKorPeriod", "一. x"),
        ("arabicParenR", "1) x"),
    ] {
        let slide = format!(
            "<p:sld><p:sp><p:txBody><a:p><a:pPr><a:buAutoNum type=\"{kind}\"/></a:pPr><a:r>\
             <a:t>x</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"
        );
        let parts = [
            ("ppt/presentation.xml", main),
            ("ppt/_rels/presentation.xml.rels", &rels),
            ("ppt/slides/slide1.xml", &slide),
        ];
        let file = office("ppt/presentation.xml", "presentationml.presentation", &parts);
        assert_eq!(text(&file).lines().last(), Some(expected));
    }
}

#[test]
fn a_definition_can_have_the_levels_of_a_numbering_style() {
    let levels = level(0, "upperLetter", "%1.", "");
    let numbering = format!(
        "<w:abstractNum w:abstractNumId=\"0\"><w:numStyleLink w:val=\"S\"/></w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"1\"><w:styleLink w:val=\"S\"/>{levels}</w:abstractNum>\
         <w:abstractNum w:abstractNumId=\"2\"><w:numStyleLink w:val=\"None\"/></w:abstractNum>\
         <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>\
         <w:num w:numId=\"2\"><w:abstractNumId w:val=\"2\"/></w:num>"
    );
    assert_eq!(shown(&numbering, &[(1, 0), (1, 0), (2, 0)]), ["A. x", "B. x", "x"]);
}

#[test]
fn the_format_of_a_list_for_older_readers_is_not_used() {
    let custom = level(0, "custom\" w:format=\"0001, 0002", "%1.", "");
    let (custom, end) = custom.split_at(custom.find("<w:lvlText").unwrap());
    let at = custom.find("<w:numFmt").unwrap();
    let format = format!(
        "{}<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback><w:numFmt w:val=\"decimal\"/>\
         </mc:Fallback></mc:AlternateContent>{end}",
        &custom[..at],
        &custom[at..]
    );
    assert_eq!(shown(&list(&[format], ""), &[(1, 0), (1, 0)]), ["0001. x", "0002. x"]);
}

#[test]
fn a_number_without_text_is_shown_and_a_bullet_is_not() {
    let numbering = list(&[level(0, "decimal", "%1.", ""), level(1, "bullet", "o", "")], "");
    let numbering = format!("<w:numbering>{numbering}</w:numbering>");
    let item = |level: u8, text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr>\
             </w:pPr>\
             <w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let row = |text: &str| {
        format!(
            "<w:tr><w:tc>{}</w:tc><w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc></w:tr>",
            item(0, "")
        )
    };
    let body = format!("<w:tbl>{}{}</w:tbl>{}{}", row("a"), row("b"), item(1, ""), item(0, "c"));
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/numbering.xml", &numbering)];
    let expected = "| 1. | a |\n|---|---|\n| 2. | b |\n\n3. c\n";
    assert_eq!(text(&docx_with(&body, &parts)), expected);
}

#[test]
fn items_that_are_hidden_as_a_whole_are_not_counted() {
    let item = |mark: &str, run: &str, text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr><w:rPr>\
             {mark}</w:rPr></w:pPr><w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let rels = relationships(&[("rId1", "numbering", "numbering.xml")]);
    let numbering = list(&[level(0, "decimal", "%1.", "")], "");
    let numbering = format!("<w:numbering>{numbering}</w:numbering>");
    let parts = [("word/_rels/document.xml.rels", &*rels), ("word/numbering.xml", &numbering)];
    let hide = "<w:vanish/>";
    for (mark, run, second, expected) in [
        (hide, hide, "b", "1. a\n\n[hidden: b]\n\n2. c\n"),
        (hide, hide, "", "1. a\n2. c\n"),
        // Its mark keeps it, or its text.
        ("", hide, "b", "1. a\n2. [hidden: b]\n3. c\n"),
        (hide, "", "b", "1. a\n2. b\n3. c\n"),
    ] {
        let body = [item("", "", "a"), item(mark, run, second), item("", "", "c")].concat();
        assert_eq!(text(&docx_with(&body, &parts)), expected, "{mark} {run} {second}");
    }
}
