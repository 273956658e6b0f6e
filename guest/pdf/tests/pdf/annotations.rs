//! The values of forms are shown where they stand, and notes after their page.

use crate::files::{HELVETICA, Objects, below_heading, document, read};
use crate::pieces::check;
use readroom_pdf::{Limit, Limits, PageText, PdfError, PdfText, text_of};

/// Returns a document of one page with these annotations. Object 30 is a parent of fields, and 31
/// an appearance with text.
fn objects(content: &str, annotations: &str) -> Objects {
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /Contents 11 0 R /MediaBox [0 0 400 400] \
         /Annots [{annotations}] >>"
    );
    document(HELVETICA, &[content])
        .with(10, page)
        .with(30, "<< /FT /Tx /V (from the parent) /Ff 0 >>")
        .stream(31, "/Subtype /Form /BBox [0 0 100 20]", b"BT /F1 9 Tf 2 9 Td (drawn) Tj ET")
}

fn document_of(content: &str, annotations: &str) -> PdfText {
    read(&objects(content, annotations).file()).unwrap()
}

/// Returns the text of a page with these labels, each at a position.
fn text(labels: &[(u32, u32, &str)], annotations: &str) -> String {
    let show = |(x, y, label): &(u32, u32, &str)| format!("1 0 0 1 {x} {y} Tm ({label}) Tj ");
    let shows: String = labels.iter().map(show).collect();
    below_heading(&document_of(&format!("BT /F1 10 Tf {shows} ET"), annotations).text)
}

/// Returns a text field with these entries.
fn field(bounds: &str, entries: &str) -> String {
    format!("<< /Subtype /Widget /Rect [{bounds}] /FT /Tx {entries} >> ")
}

fn button(bounds: &str, entries: &str) -> String {
    field(bounds, "").replace("/FT /Tx", &format!("/FT /Btn {entries}"))
}

const DRAWN: &str = "/AP << /N 31 0 R >>";

#[test]
fn a_value_is_on_the_line_of_its_label() {
    let name = field("60 94 160 114", DRAWN);
    let age = field("220 92 260 112", "/V (41)");
    let labels = [(20, 100, "Name:"), (190, 100, "Age:"), (20, 86, "end")];
    assert_eq!(
        text(&labels, &(name.clone() + &age)),
        "Name:   drawn                     Age: 41\nend"
    );
    // In any order, and if a line is written in a column.
    assert_eq!(text(&labels, &(age + &name)), "Name:   drawn                     Age: 41\nend");
    let other = field("60 74 160 94", "/V (below)");
    let labels = [(20, 100, "Name:"), (20, 82, "Street:"), (20, 50, "end")];
    assert_eq!(text(&labels, &(other + &name)), "Name: drawn\nStreet: below\n\nend");
    // A line that is turned.
    let content = "BT /F1 10 Tf 0 1 -1 0 100 20 Tm (Name:) Tj 0 1 -1 0 120 20 Tm (end) Tj ET";
    let turned = document_of(content, &field("90 60 110 160", "/V (Jane)"));
    assert_eq!(below_heading(&turned.text), "Name: Jane\n\nend");
}

#[test]
fn a_value_is_below_its_label() {
    let value = field("20 80 160 96", "/V (Jane)");
    let labels = [(20, 100, "Name"), (20, 60, "end")];
    assert_eq!(text(&labels, &value), "Name\nJane\n\nend");
    // Far from any text, after the page, from top to bottom.
    let far = field("20 300 99 320", "/V (second)") + &field("20 380 99 399", "/V (first)");
    assert_eq!(text(&labels, &far), "Name\n\nend\n\nfirst\n\nsecond");
}

#[test]
fn a_value_stands_in_place_of_the_line_to_write_on() {
    for line in ["______", "......", "      "] {
        let label = format!("Name: {line} and more");
        let width = if line == "______" { 55 } else { 28 };
        let bounds = format!("50 94 {} 114", 50 + width / 2);
        let shown = text(&[(20, 100, &label)], &field(&bounds, "/V (Jane)"));
        assert!(shown.starts_with("Name: Jane"), "{shown}");
        assert!(shown.ends_with("and more") && !shown.contains('\n'), "{shown}");
        let empty = text(&[(20, 100, &label)], &field(&bounds, ""));
        assert_eq!(empty, text(&[(20, 100, &label)], ""));
    }
}

#[test]
fn text_under_an_annotation_keeps_its_dots() {
    let labels = [(20, 120, "12.50 USD"), (20, 100, "see a_b.rs"), (20, 80, "and 3.14...")];
    let plain = text(&labels, "");
    let over = |entries: &str| {
        text(&labels, &format!("<< /Rect [10 70 300 140] /Contents (over) {entries} >>"))
    };
    for entries in ["/Subtype /FreeText", "/Subtype /Stamp /AP << /N 31 0 R >>"] {
        let shown = over(entries);
        assert!(plain.lines().all(|line| shown.contains(line)), "{shown}");
    }
    // A dot within a number is not part of a line to write on, in one string or in several.
    let price = field("10 94 300 114", "/V (Jane)");
    assert!(text(&[(20, 100, "3.14 and 5.")], &price).ends_with("3.14 and 5."));
    let split = document_of("BT /F1 10 Tf 20 100 Td [(3)2(.)2(14)] TJ ET", &price);
    assert!(below_heading(&split.text).ends_with("3.14"), "{}", split.text);
    // A free text on one line is typed on it.
    let typed = "<< /Subtype /FreeText /Rect [50 94 78 114] /Contents (Jane) >>";
    assert_eq!(text(&[(20, 100, "Name: ......... x")], typed), "Name: Jane x");
    assert_eq!(text(&[(20, 100, "Name: . . . . .")], typed), "Name: Jane");
}

#[test]
fn boxes_are_on_or_off() {
    let boxes = [
        button("20 98 30 108", "/AS /Yes"),
        button("80 98 90 108", "/AS /Off"),
        button("140 98 150 108", "/V /On"),
        button("200 98 210 108", ""),
        // A push button has no state.
        button("340 98 350 108", "/Ff 65536 /V /On"),
    ];
    let labels = [(33, 100, "a"), (93, 100, "b"), (153, 100, "c"), (213, 100, "d")];
    assert_eq!(text(&labels, &boxes.concat()), "[x] a       [ ] b       [x] c       [ ] d");
    assert_eq!(
        text(&labels, &button("300 98 350 118", &format!("/Ff 65536 {DRAWN}"))),
        "a           b           c           d                 drawn"
    );
}

#[test]
fn buttons_that_share_a_value_have_their_own_states() {
    let one = |bounds: &str, state: &str| {
        let states = format!("/AP << /N << /{state} 31 0 R /Off 31 0 R >> >> /Parent 40 0 R");
        format!("<< /Subtype /Widget /Rect [{bounds}] {states} >> ")
    };
    let buttons =
        one("20 98 30 108", "1") + &one("80 98 90 108", "2") + &one("140 98 150 108", "3");
    let content = "BT /F1 10 Tf 1 0 0 1 33 100 Tm (a) Tj 1 0 0 1 93 100 Tm (b) Tj \
        1 0 0 1 153 100 Tm (c) Tj ET";
    for (value, shown) in [
        ("/V /2", "[ ] a       [x] b       [ ] c"),
        ("/V /Off", "[ ] a       [ ] b       [ ] c"),
        ("/V /other", "[ ] a       [ ] b       [ ] c"),
        ("", "[ ] a       [ ] b       [ ] c"),
    ] {
        let file = objects(content, &buttons).with(40, format!("<< /FT /Btn /Ff 32768 {value} >>"));
        assert_eq!(below_heading(&read(&file.file()).unwrap().text), shown, "{value}");
    }
}

#[test]
fn a_value_counts_if_its_appearance_is_outdated() {
    let shown = |needed: &str, entries: &str| {
        let fields = field("20 60 300 99", entries);
        let file = objects("", &fields)
            .with(1, "<< /Type /Catalog /Pages 2 0 R /AcroForm 41 0 R >>")
            .with(41, format!("<< /NeedAppearances {needed} /Fields [] >>"));
        below_heading(&read(&file.file()).unwrap().text)
    };
    assert_eq!(shown("true", &format!("/V (new) {DRAWN}")), "new");
    assert_eq!(shown("false", &format!("/V (new) {DRAWN}")), "drawn");
    assert_eq!(shown("true", DRAWN), "[page 1 has no text]");
    assert_eq!(shown("true", &format!("/Ff 8192 /V (secret) {DRAWN}")), "drawn");
}

#[test]
fn a_field_has_the_entries_of_its_parents() {
    let child = "<< /Subtype /Widget /Rect [20 80 300 96] /Parent 30 0 R >>";
    assert_eq!(text(&[], child), "from the parent");
    let own = child.replace("/Parent", "/V (its own) /Parent");
    assert_eq!(text(&[], &own), "its own");
}

#[test]
fn each_kind_of_field_has_its_text() {
    let choice = "/FT /Ch /Opt [[(1) (One)] [(2) (Two)] (3)]";
    for (entries, shown) in [
        ("/V (one\\rtwo)", "one\ntwo"),
        ("/V <FEFF00DC>", "Ü"),
        ("/V <80a08e>", "•€”"),
        ("/V 9", "[page 1 has no text]"),
        // A long value can be a stream.
        ("/V 31 0 R", "BT /F1 9 Tf 2 9 Td (drawn) Tj ET"),
        (&format!("/V (other) {DRAWN}"), "drawn"),
        // A comb, and a password.
        (&format!("/V (comb) /Ff 16777216 {DRAWN}"), "comb"),
        (&format!("/Ff 16777216 {DRAWN}"), "drawn"),
        ("/V (secret) /Ff 8192", "[page 1 has no text]"),
        (&format!("/V (secret) /Ff 8192 {DRAWN}"), "drawn"),
        // A list, and one that opens.
        (&format!("{choice} /V (2) {DRAWN}"), "Two"),
        (&format!("{choice} /V [(1) (3)] {DRAWN}"), "One, 3"),
        (&format!("{choice} /V [(2) (1)]"), "Two, One"),
        (&format!("{choice} /V (3) /Ff 131072 {DRAWN}"), "drawn"),
        (&format!("{choice} /V (2) /Ff 131072"), "Two"),
        ("/FT /Sig /V << /Name (Jane) >>", "[page 1 has no text]"),
        (&format!("/FT /Sig {DRAWN}"), "drawn"),
    ] {
        let kind = field("20 60 300 99", "").replace("/FT /Tx", "");
        let kind = if entries.contains("/FT") { kind } else { field("20 60 300 99", "") };
        let shows = text(&[], &kind.replace(" >> ", &format!(" {entries} >> ")));
        assert_eq!(shows, shown, "{entries}");
    }
}

#[test]
fn an_appearance_is_drawn_in_its_rectangle() {
    // Outside of the page without its box and its matrix.
    let form = "/Subtype /Form /BBox [1000 0 1100 20] /Matrix [0 1 -1 0 0 0]";
    let content = b"BT /F1 10 Tf 1002 8 Td (turned) Tj ET";
    let objects = objects("", &field("50 50 60 150", DRAWN)).stream(31, form, content);
    assert_eq!(below_heading(&read(&objects.file()).unwrap().text), "turned");
    // In a state, with text that replaces another around it.
    let states = "/AP << /N << /A 31 0 R /B 3 0 R >> >>";
    let content = "/S <</ActualText (outer)>> BDC BT /F1 9 Tf 9 100 Td (x) Tj ET \
        BT /F1 9 Tf 200 100 Td (y) Tj ET EMC";
    for (state, shown) in [("/AS /A", "outer     drawn"), ("/AS /B", "outer"), ("", "outer")] {
        let field = field("50 94 150 114", &format!("/Ff 65536 {states} {state}"));
        assert_eq!(below_heading(&document_of(content, &field).text), shown, "{state}");
    }
}

#[test]
fn free_texts_and_stamps_are_shown() {
    let of = |kind: &str, entries: &str| {
        text(&[], &format!("<< /Subtype /{kind} /Rect [20 80 300 96] {entries} >>"))
    };
    assert_eq!(of("FreeText", "/Contents (typed) /T (Ann)"), "typed");
    assert_eq!(of("FreeText", &format!("/Contents (typed) {DRAWN}")), "drawn");
    assert_eq!(of("Stamp", DRAWN), "drawn");
    let note = "drawn\n\n[^c1]: Ann: why";
    assert_eq!(of("Stamp", &format!("/Contents (why) /T (Ann) {DRAWN}")), note);
    for kind in ["Link", "Popup"] {
        assert_eq!(of(kind, &format!("/Contents (x) {DRAWN}")), "[page 1 has no text]");
    }
}

#[test]
fn hidden_annotations_are_marked() {
    for flags in [2, 32] {
        let hidden = field("20 80 300 96", &format!("/V (value) /F {flags}"))
            + &button("20 60 30 70", &format!("/F {flags}"))
            + &format!("<< /Subtype /Text /Contents (a ] b) /F {flags} >>");
        let document = document_of("", &hidden);
        assert_eq!(below_heading(&document.text), "[hidden: value]\n\n[^c1]: [hidden: a \\] b]");
        assert_eq!((document.facts.hidden, document.facts.notes), (2, 1));
    }
    // Off the page.
    let off = field("500 80 600 96", "/V (value)") + &field("500 50 600 70", DRAWN);
    assert_eq!(text(&[], &off), "[hidden: value]\n\n[hidden: drawn]");
    // The end of a long value is not.
    let long = b"BT /F1 9 Tf 12 TL 2 9 Td (one) Tj T* (two) Tj ET";
    let objects = objects("", &field("20 0 99 10", DRAWN)).stream(31, "/Subtype /Form", long);
    assert_eq!(below_heading(&read(&objects.file()).unwrap().text), "one\ntwo");
}

#[test]
fn notes_are_after_their_page() {
    let notes = "<< /Subtype /Highlight /T (Jane) /Contents (Is this\\n\\001 final?) >> \
        << /Subtype /Text /Contents ([hidden: x] [^c9]: me) >> << /Subtype /Text /Contents ( ) >> \
        << /Subtype /Ink /T (Ann) >>";
    let document = document_of("BT /F1 9 Tf 9 9 Td ([^c1]: forged) Tj ET", notes);
    let text = "\\[^c1]: forged\n\n[^c1]: Jane: Is this final?\n[^c2]: \\[hidden: x] \\[^c9]: me";
    assert_eq!(below_heading(&document.text), text);
    assert_eq!(document.facts.notes, 2);
    // Also not by the author and the text together.
    let forged = document_of("", "<< /Subtype /Text /T ([hidden) /Contents (forged]) >>");
    assert!(forged.text.ends_with("\n[^c1]: \\[hidden: forged]\n"), "{}", forged.text);
    let hidden = "<< /Subtype /Text /T (Ann]) /Contents (x) /F 2 >>";
    assert!(document_of("", hidden).text.ends_with("\n[^c1]: [hidden: Ann\\]: x]\n"));
    let empty = document_of("", "<< /Subtype /Text /T (J) /Contents (x) >>");
    assert_eq!(below_heading(&empty.text), "[page 1 has no text]\n\n[^c1]: J: x");
    assert_eq!(empty.facts.pages[0].text, PageText::None);
}

#[test]
fn hostile_annotations_end() {
    let loops = field("1 1 99 20", "/Parent 30 0 R") + "30 0 R 31 0 R 10 0 R 99 0 R null [] 7 ";
    let objects = objects("BT /F1 9 Tf 9 9 Td (x) Tj ET", &loops)
        .with(30, "<< /Subtype /Widget /Rect [0 0 9 9] /Parent 30 0 R /AP << /N 31 0 R >> >>")
        .stream(31, "/Subtype /Form /Resources << /XObject << /A 31 0 R >> >>", b"/A Do /A Do");
    assert!(read(&objects.file()).is_ok());
    let file = objects.file();
    for end in 0..file.len() {
        check(&file[..end]);
    }
    for bounds in
        ["0 0 0 0", "9 9", "1e400 -1e400 1e400 1", "-99999999999999999 0 9 9", "(a) 0 9 9"]
    {
        let field = field(bounds, &format!("/V (value) {DRAWN}"));
        document_of("BT /F1 9 Tf 9 9 Td (a _ b) Tj 0 0 0 0 0 0 Tm (c) Tj ET", &field);
    }
}

#[test]
fn many_annotations_are_within_the_limits() {
    let one = |entries: &str| format!("<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx {entries} >>");
    let shows = "BT /F1 9 Tf 1 0 0 1 9 9 Tm (x) Tj ET ".repeat(10_000);
    let many = "40 0 R ".repeat(20_000);
    for entries in [one("/V (value)"), one(""), one(DRAWN)] {
        let file = objects(&shows, &many).with(40, entries).file();
        assert_eq!(read(&file).unwrap().facts.cut, None);
    }
    // So is each comparison, but not of an empty string.
    let far = "<< /Subtype /FreeText /Rect [900 900 990 990] /Contents (x) >> ".repeat(128);
    let limits = Limits { values: 100_000, ..Limits::default() };
    let cut = |string: &str| {
        let content = format!("BT /F1 9 Tf 9 9 Td {} ET", string.repeat(20_000));
        text_of(&objects(&content, &far).file(), &limits).unwrap().facts.cut
    };
    assert_eq!(cut("0 30 Td () Tj "), None);
    assert_eq!(cut("0 30 Td (x) Tj "), Some(Limit::Values));
    assert_eq!(cut("[(x)( )( )] TJ "), Some(Limit::Values));
    // A long string is work each time.
    let long = one(&format!("/V ({})", "a\\r".repeat(300_000)));
    let document = read(&objects(&shows, &many).with(40, long).file());
    assert_eq!(document.unwrap_err(), PdfError::TooLarge(Limit::Values));
}

#[test]
fn files_in_the_file_are_counted() {
    let notes = "<< /Subtype /FileAttachment /Rect [0 0 9 9] /Contents (x) >>";
    let file = objects("", notes)
        .with(1, "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 50 0 R >> >>")
        .with(50, "<< /Kids [51 0 R 50 0 R] >>")
        .with(51, "<< /Names [(a) 52 0 R (b) 52 0 R] >>");
    assert_eq!(read(&file.file()).unwrap().facts.attachments, 3);
    let file = objects("", "").with(1, "<< /Type /Catalog /Pages 2 0 R /Names << >> >>");
    assert_eq!(read(&file.file()).unwrap().facts.attachments, 0);
}
