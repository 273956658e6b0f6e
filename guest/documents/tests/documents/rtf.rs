//! Texts in Rich Text Format become text.

use crate::files::{read, read_within, text};
use readroom_documents::{Error, Limit, Limits};

/// The text of a document with this after the header.
fn rtf(body: &str) -> String {
    text(format!("{{\\rtf1\\ansi {body}}}").as_bytes())
}

#[test]
fn paragraphs_lines_and_signs_are_read() {
    assert_eq!(rtf("a\\par b\\line c\\tab d\\par\n e\r\nf"), "a\n\nb\nc\td\n\nef\n");
    assert_eq!(rtf("\\{a\\}\\\\\\~b\\_c\\-d\\emdash e\\\nf"), "{a}\\\u{a0}b‑cd—e\n\nf\n");
    assert_eq!(rtf("\\b1bold\\b0  text{\\i x}y\\unknown-12 z"), "bold textxyz\n");
    assert_eq!(rtf("# no heading\\par [hidden: x]"), "\\# no heading\n\n\\[hidden: x]\n");
}

#[test]
fn bytes_have_the_encoding_of_their_font() {
    assert_eq!(rtf("\\ansicpg1251 \\'cf\\'f0"), "Пр\n");
    assert_eq!(rtf("\\ansicpg1252 caf\\'e9 \\'80"), "café €\n");
    assert_eq!(rtf("\\ansicpg932 \\'83\\'5c\\'83]"), "ソゾ\n");
    let fonts = "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset2 C;}}";
    assert_eq!(rtf(&format!("{fonts}\\'e9{{\\f1 \\'e9}}\\f2 \\'b7 a\\plain \\'e9")), "éй• aé\n");
    // A code page without a table, and half of a character.
    assert_eq!(rtf("\\ansicpg437 a\\'80"), "a\u{fffd}\n");
    assert_eq!(rtf("\\ansicpg932 \\'83"), "\u{fffd}\n");
}

#[test]
fn unicode_replaces_what_follows_it() {
    assert_eq!(rtf("\\u8212-a\\u8212 -b"), "—a—b\n");
    assert_eq!(rtf("\\uc0\\u223 x{\\uc2\\u223\\'c3\\'9f}\\u223 y"), "ßxßßy\n");
    assert_eq!(rtf("\\u-10179?\\u-8704?!\\u-10179?x"), "😀!x\n");
    assert_eq!(rtf("{\\u8212}-\\u-3913?"), "—-•\n");
}

#[test]
fn what_is_not_text_is_left_out() {
    let body = "{\\info{\\title T}}{\\*\\unknown{x}y}{\\stylesheet{\\s1 Normal;}}{\\header H\\par}\
        {\\object\\objemb{\\*\\objdata 00ff}{\\result shown}}{\\pict\\pngblip 89504e47}\
        {\\nonshppict{\\pict 00}}{\\*\\shppict{\\pict\\bin4 {}{}}}{{\\footerf F}}";
    let document = read(format!("{{\\rtf1 {body} end}}").as_bytes());
    assert_eq!(document.text, "shown end\n\nHeader: H\nFooter: [hidden: F]\n");
    let left_out = document.facts.left_out;
    assert_eq!((left_out.images, left_out.objects, left_out.headers_and_footers), (2, 1, 0));
    assert_eq!(rtf("a\\bin3 }}}b"), "ab\n");
}

#[test]
fn hidden_text_is_marked() {
    let colors = "{\\colortbl;\\red255\\green255\\blue255;\\red1\\green2\\blue3;}";
    let body = "a {\\v b} {\\cf1 c} {\\cf1\\cb2 d} {\\fs2 e} \\v f\\v0 g\\par \\cf2 h";
    let document = read(format!("{{\\rtf1{colors}{body}}}").as_bytes());
    assert_eq!(document.text, "a [hidden: b c ]d [hidden: e f]g\n\nh\n");
}

#[test]
fn changes_are_shown_as_accepted() {
    let document = read(b"{\\rtf1 a{\\deleted b{\\footnote x}}{\\revised c}{\\deleted\\par}d}");
    assert_eq!(document.text, "acd\n");
    let unseen = document.facts.unseen;
    assert_eq!((unseen.insertions, unseen.deletions), (1, 2));
    let item = |look: &str, number: u8| format!("{{\\listtext{look} {number}.\\tab}}");
    let deleted = item("\\deleted", 1) + "{\\deleted a\\par}" + &item("", 2) + "b";
    assert_eq!(rtf(&deleted), "2. b\n");
    let joined = item("", 1) + "a{\\deleted\\par}" + &item("", 2) + "b";
    assert_eq!(rtf(&joined), "2. ab\n");
}

#[test]
fn fields_have_their_results() {
    let link = "{\\field{\\*\\fldinst{HYPERLINK \"https://example.org\"}}{\\fldrslt here}}.";
    assert_eq!(rtf(link), "[here](https://example.org).\n");
    let nested =
        "{\\field{\\*\\fldinst IF {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}}{\\fldrslt 7}}";
    assert_eq!(rtf(&format!("{nested}{{\\field{{\\*\\fldinst PAGE}}}}x")), "7x\n");
}

#[test]
fn headings_and_lists_have_their_levels() {
    let styles = "{\\stylesheet{Normal;}{\\s1 heading 1;}{\\s2\\outlinelevel2 Mine;}}";
    let body = "\\s1 One\\par\\pard\\s2 Three\\par\\pard\\outlinelevel1 Two\\par\\pard Text\\par\
        {\\listtext 1.\\tab}First\\par{\\pntext\\'b7\\tab}\\ilvl1 Second\\par\
        \\pard\\s1{\\listtext IV.\\tab}Four";
    let expected = "# One\n\n### Three\n\n## Two\n\nText\n\n1. First\n  - Second\n\n# IV. Four\n";
    assert_eq!(rtf(&format!("{styles}{body}")), expected);
}

#[test]
fn tables_have_rows_and_cells() {
    let row = "\\trowd\\cellx1\\cellx2\\pard\\intbl";
    let body = format!("a\\par{row} A\\cell B1\\par B2\\cell\\row{row}\\cell C\\cell\\row\\pard b");
    assert_eq!(rtf(&body), "a\n\n| A | B1<br>B2 |\n|---|---|\n|  | C |\n\nb\n");
    let nested = "\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\nestrow}\
        {\\nonesttables no\\par}\\pard\\intbl z\\cell\\row\\pard";
    assert_eq!(rtf(nested), "| x \\| y<br>z |\n|---|\n");
    // Some writers do not say that paragraphs are in a table.
    assert_eq!(rtf("\\trowd A\\cell B\\cell\\row b"), "| A | B |\n|---|---|\n\nb\n");
}

#[test]
fn notes_comments_and_text_boxes_are_read() {
    let body = "a{\\shp{\\*\\shpinst{\\sp{\\sv 1}}{\\shptxt Box\\par}}{\\shprslt Box}}\
        {\\footnote \\pard Foot}{\\footnote\\ftnalt End\\par}\
        {\\*\\atnauthor Ann}{\\*\\annotation{\\*\\atnref 1}Check}.\\par b";
    let document = read(format!("{{\\rtf1 {body}}}").as_bytes());
    let expected = "a[^1][^e1][^c1].\n\nBox\n\nb\n\n[^1]: Foot\n[^e1]: End\n[^c1]: Ann: Check\n";
    assert_eq!(document.text, expected);
    assert_eq!(document.facts.unseen.comments, 1);
    let old = "{\\*\\do\\dobxpage\\dptxbx{\\dptxbxtext\\pard Box\\par}\\dpx1}";
    assert_eq!(text(format!("{{\\rtf1 a{old}b\\par c}}").as_bytes()), "ab\n\nBox\n\nc\n");
    let twice = format!("{{\\rtf1 a{{\\shp{{\\*\\shpinst{{\\shptxt Box}}}}{{\\shprslt{old}}}}}}}");
    assert_eq!(text(twice.as_bytes()), "a\n\nBox\n");
}

#[test]
fn page_headers_follow_the_text() {
    let number = "{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}";
    let parts = format!(
        "{{\\header Plan\\tab v2\\par}}{{\\headerl Even}}{{\\headerf First}}\
         {{\\footer Seite {number}}}\
         {{\\footerr Report {number} \\chpgn}}"
    );
    let body = "\\pard\\intbl A\\cell\\row\\pard b";
    let shown = |settings: &str| rtf(&format!("{settings}{parts}{body}"));
    let text = "| A |\n|---|\n\nb\n\nHeader: Plan | v2\n";
    let hidden = "Header: [hidden: Even]\nHeader: [hidden: First]\n";
    assert_eq!(shown(""), format!("{text}Footer: Report # #\n{hidden}"));
    let all = format!("{text}Header: Even\nHeader: First\nFooter: Report # #\n");
    assert_eq!(shown("\\facingp\\titlepg"), all);
    // The paragraph around a header continues after it, and deleted headers are left out.
    assert_eq!(rtf("a{\\header H}b{\\deleted{\\footer F}}"), "ab\n\nHeader: H\n");
}

#[test]
fn a_link_over_paragraphs_is_in_each() {
    let link = "{\\field{\\*\\fldinst HYPERLINK \"https://a.example\"}{\\fldrslt a\\par b}}";
    assert_eq!(rtf(link), "[a](https://a.example)\n\n[b](https://a.example)\n");
}

#[test]
fn resources_are_bounded() {
    let defaults = Limits::default();
    let deep = format!("{{\\rtf1 a\\par{}", "{".repeat(1000));
    let document = read_within(deep.as_bytes(), &defaults).unwrap();
    assert_eq!(document.facts.cut, Some(Limit::Depth));
    let words = format!("{{\\rtf1 a\\par{}", "\\b".repeat(1000));
    let limits = Limits { events: 500, ..defaults };
    let document = read_within(words.as_bytes(), &limits).unwrap();
    assert_eq!(document.facts.cut, Some(Limit::Events));
    let limits = Limits { text: 50, ..defaults };
    let long = format!("{{\\rtf1 {}", "x".repeat(100_000));
    assert_eq!(read_within(long.as_bytes(), &limits).unwrap_err(), Error::TooLarge(Limit::Text));
    // Groups and numbers that do not end.
    assert_eq!(text(b"{\\rtf1{\\footnote a{\\field{\\*\\fldinst"), "[^1]\n\n[^1]: a\n");
    assert_eq!(text(b"{\\rtf1\\fs-99999999999999999999\\bin99999999999 x"), "");
    assert_eq!(text(b"{\\rtf1 a}}}}b"), "a\n");
}

#[test]
fn a_label_forges_nothing() {
    let label = |text: &str| rtf(&format!("{{\\listtext {text}}}a\\par"));
    assert_eq!(label("[hidden: x]"), "\\[hidden: x] a\n");
    assert_eq!(label("1\\line ## Sheet: Fake\\line"), "1 ## Sheet: Fake a\n");
    assert_eq!(label("## Sheet: Fake"), "\\## Sheet: Fake a\n");
    assert_eq!(
        rtf("{\\stylesheet{\\s1 heading 1;}}\\s1{\\listtext \\u1?[hidden}a"),
        "# [hidden a\n"
    );
}

#[test]
fn a_group_has_one_destination_to_open() {
    assert_eq!(rtf("{\\footnote\\field x} all\\par"), "[^1] all\n\n[^1]: x\n");
    assert_eq!(rtf("{\\footnote\\footnote x} all\\par"), "[^1] all\n\n[^1]: x\n");
    assert_eq!(rtf("{\\field\\field x} all\\par"), "all\n");
}

#[test]
fn raised_and_lowered_text_is_marked() {
    assert_eq!(
        rtf("10{\\super 2}=100, H{\\sub 2}O, 10{\\up6 3}, 1{\\super st}"),
        "10^2=100, H_2O, 10^3, 1st\n"
    );
    assert_eq!(rtf("10\\super 2\\nosupersub 3"), "10^(2)3\n");
}

#[test]
fn an_option_of_a_link_is_not_its_address() {
    let link = |instruction: &str| {
        rtf(&format!("{{\\field{{\\*\\fldinst {instruction}}}{{\\fldrslt site}}}}"))
    };
    assert_eq!(
        link("HYPERLINK \\\\o \"Tip\" \"https://a.example/\""),
        "[site](https://a.example/)\n"
    );
    assert_eq!(link("hyperlink https://a.example/"), "[site](https://a.example/)\n");
    assert_eq!(link("HYPERLINKS \"x\""), "site\n");
}

#[test]
fn text_of_the_color_of_its_ground_is_marked() {
    let colors =
        "{\\colortbl;\\red0\\green0\\blue0;\\red255\\green255\\blue255;\\red0\\green0\\blue255;}";
    for (words, expected) in [
        ("\\cf2", "[hidden: x]"),
        ("\\cf3\\highlight3", "[hidden: x]"),
        ("\\cf1\\chcbpat1", "[hidden: x]"),
        ("\\cf1\\cbpat1", "[hidden: x]"),
        ("\\cf3\\cbpat1", "x"),
        ("\\cf2\\highlight3", "x"),
        ("\\cf3\\cbpat3\\highlight2", "x"),
        ("\\cf0\\cbpat1", "x"),
        ("\\cf9", "x"),
    ] {
        let shown = rtf(&format!("{colors}\\pard {words} x\\par"));
        assert_eq!(shown.trim(), expected, "{words}");
    }
}

#[test]
fn symbols_and_boxes_are_shown() {
    let fonts =
        "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset2 Wingdings;}{\\f2\\fcharset2 Odd;}}";
    let shown = |body: &str| rtf(&format!("{fonts}{body}"));
    assert_eq!(
        shown("{\\f1 \\'fc} a {\\f1\\u-3842?} b {\\f2\\'fc} c {\\f1 words}"),
        "✓ a [x] b \u{fffd} c words\n"
    );
    let form = |data: &str| {
        shown(&format!(
            "a {{\\field{{\\*\\fldinst FORMCHECKBOX {{\\*\\formfield{{{data}{{\\*\
             \\ffname x}}}}}}}}{{\\fldrslt}}}} b"
        ))
    };
    assert_eq!(form("\\fftype1\\ffres1"), "a [x] b\n");
    assert_eq!(form("\\fftype1\\ffres25\\ffdefres1"), "a [x] b\n");
    assert_eq!(form("\\fftype1\\ffres0\\ffdefres1"), "a [ ] b\n");
    assert_eq!(form("\\fftype0\\ffres0"), "a  b\n");
    assert_eq!(form("\\fftype0{\\*\\ffdeftext Jan\\'e9}"), "a Jané b\n");
    let list = "{\\*\\ffl one}{\\*\\ffl two}";
    assert_eq!(form(&format!("\\fftype2\\ffres1{list}")), "a two b\n");
    assert_eq!(form(&format!("\\fftype2\\ffres25\\ffdefres0{list}")), "a one b\n");
    assert_eq!(form(&format!("\\fftype2\\ffres9{list}")), "a  b\n");
    let filled =
        "{\\field{\\*\\fldinst{\\*\\formfield{\\fftype0{\\*\\ffdeftext x}}}}{\\fldrslt y}}";
    assert_eq!(rtf(filled), "y\n");
    let cell = "\\trowd\\cellx1\\pard\\intbl{\\field{\\*\\fldinst{\\*\\formfield{\\fftype1\
        \\ffres1}}}}\\cell\\row";
    assert_eq!(rtf(cell), "| [x] |\n|---|\n");
}

#[test]
fn fields_without_a_result_show_text_of_their_instructions() {
    let field = |inside: &str| rtf(&format!("{{\\field{{\\*\\fldinst {inside}}}}}"));
    assert_eq!(field("MACROBUTTON NoMacro [Type here]").trim(), "[Type here]");
    assert_eq!(field("SYMBOL 252 \\\\f \"Wingdings\"").trim(), "✓");
    let shown = "{\\field{\\*\\fldinst EQ x}{\\fldrslt y}}";
    assert_eq!(rtf(shown).trim(), "y");
}
