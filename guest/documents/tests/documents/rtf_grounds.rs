//! Text in Rich Text Format that its cell or its shape hides.

use crate::files::read;

const COLORS: &str = "{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue128;}";

/// The text of a document with this after the colors, and the number of hidden texts.
fn rtf(body: &str) -> (String, u64) {
    let document = read(format!("{{\\rtf1\\ansi {COLORS}{body}}}").as_bytes());
    (document.text, document.facts.unseen.texts)
}

#[test]
fn a_cell_is_the_ground_of_its_text() {
    for (cell, words, is_hidden) in [
        ("", "\\cf1", true),
        ("", "\\cf2", false),
        ("\\clcbpat1", "\\cf1", true),
        ("\\clcbpat2", "\\cf1", false),
        ("\\clcbpat2", "\\cf2", true),
        ("\\clcbpat2", "\\cbpat1\\cf1", true),
        ("\\clcfpat2\\clcbpat1\\clshdng5000", "\\cf1", false),
        ("\\clcfpat2\\clcbpat1\\clshdng0", "\\cf1", true),
        ("\\clbgdkhor\\clcbpat1", "\\cf1", false),
        ("", "\\shading5000\\cfpat2\\cbpat1\\cf1", true),
        ("", "\\cbpat1\\shading5000\\cfpat2\\cf1", false),
        ("", "\\chcbpat1\\chshdng5000\\chcfpat2\\cf1", false),
    ] {
        let row = format!("\\trowd\\cellx1{cell}\\cellx2");
        let body =
            format!("{row}\\pard\\intbl a\\cell {words} x\\cell{{{row}\\row}}\\pard\\plain b");
        let x = if is_hidden { "[hidden: x]" } else { "x" };
        assert_eq!(rtf(&body), (format!("| a | {x} |\n|---|---|\n\nb\n"), is_hidden.into()));
    }
    // Without a definition, and in a table whose definition follows.
    let shown = |body: &str| rtf(&format!("\\pard\\intbl{body}\\cell\\row")).1;
    assert_eq!(shown("\\cf1 x"), 0);
    let inner = "\\trowd\\cellx1\\pard\\itap2\\cf1 x\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\
        \\cellx2\\nestrow}\\pard\\plain\\itap1";
    assert_eq!(rtf(&format!("{inner} a\\cell\\row")).1, 0);
    assert_eq!(rtf(&format!("{inner}\\cf1 a\\cell\\row")).1, 1);
}

#[test]
fn text_under_merged_cells_is_hidden() {
    let row = |first: &str, second: &str, text: &str| {
        format!("\\trowd{first}\\cellx1{second}\\cellx2\\pard\\intbl {text}\\cell\\row")
    };
    let rows = row("\\clmgf", "\\clmrg", "a\\cell b")
        + &row("\\clvmgf", "", "c\\cell d")
        + &row("\\clvmrg", "", "e\\cell f");
    let expected = "| a | [hidden: b] |\n|---|---|\n| c | d |\n| [hidden: e] | f |\n\ng\n";
    assert_eq!(rtf(&format!("{rows}\\pard g")), (expected.into(), 2));
}

#[test]
fn a_shape_is_the_ground_of_its_text_and_can_be_hidden() {
    let property =
        |(name, value): &(&str, &str)| format!("{{\\sp{{\\sn {name}}}{{\\sv {value}}}}}");
    for (properties, words, is_hidden) in [
        (&[][..], "\\cf1", true),
        (&[("fillColor", "8388608")], "\\cf1", false),
        (&[("fillColor", "8388608")], "\\cf2", true),
        (&[("fillColor", "16777215")], "\\cf1", true),
        (&[("fillColor", "268435464")], "\\cf1", false),
        (&[("fillColor", "8388608"), ("fFilled", "0")], "\\cf1", true),
        (&[("fFilled", "0"), ("fillColor", "8388608")], "\\cf1", true),
        (&[("fillType", "7"), ("fillColor", "16777215")], "\\cf1", false),
        (&[("fillType", "0"), ("fHidden", "0")], "", false),
        (&[("fHidden", "1"), ("pib", "{\\pict 00}")], "", true),
    ] {
        let properties: String = properties.iter().map(property).collect();
        let text = format!("{{\\shptxt \\pard\\plain{words} x\\par}}");
        let body = format!("a{{\\shp{{\\*\\shpinst\\shpz0{properties}{text}}}}}\\par y");
        let (shown, _) = rtf(&body);
        let x = if is_hidden { "[hidden: x]" } else { "x" };
        assert_eq!(shown, format!("a\n\n{x}\n\ny\n"), "{properties} {words}");
    }
    let drawn = "{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv # Draft}}}}";
    assert_eq!(rtf(&format!("a{drawn}b")), ("ab\n\n\\# Draft\n".into(), 0));
    let old = "{\\*\\do\\dptxbx{\\dptxbxtext\\cf1 x\\par}\\dpfillbgcr0}";
    assert_eq!(rtf(&format!("a{old}")), ("a\n\nx\n".into(), 0));
}
