//! Words and lines are found by positions.

use crate::files::{HELVETICA, document, line, shown, text};

#[test]
fn lines_end_where_the_baseline_changes() {
    let content = "BT /F1 10 Tf 12 TL 72 720 Td (one) Tj T* (two) Tj (three) ' 0 -30 Td (four) Tj \
        (rose) Tj 3 Ts (up) Tj ET";
    assert_eq!(shown(content), "one\ntwo\nthree\n\nfourroseup");
}

#[test]
fn wide_gaps_are_spaces() {
    assert_eq!(shown("BT /F1 10 Tf [(wo) -100 (rd) -400 (two) 120 (x)] TJ ET"), "word twox");
    let moved = "BT /F1 10 Tf 1 0 0 1 72 700 Tm (a) Tj 1 0 0 1 90 700 Tm (b) Tj \
        1 0 0 1 50 700 Tm (c) Tj ET";
    assert_eq!(shown(moved), "c a b");
    // Narrow character spacing is not a gap, and word spacing follows a space.
    assert_eq!(shown("BT /F1 10 Tf 1.4 Tc 9 Tw (a b) Tj (c) Tj ET"), "a bc");
    // Wide spacing stands for spaces. Here the one after `i` is undone.
    assert_eq!(shown("BT /F1 10 Tf 3 Tc [(ai) 300 (s)] TJ ET"), "a is");
}

#[test]
fn cells_on_one_baseline_are_in_the_order_of_their_positions() {
    let cells = "BT /F1 10 Tf 1 0 0 1 200 700 Tm (3.9) Tj 1 0 0 1 300 700 Tm (4.0-10.0) Tj \
        1 0 0 1 72 700 Tm (White cells) Tj 1 0 0 1 300 688 Tm (b) Tj 1 0 0 1 200 688 Tm (a) Tj ET";
    let rows = [
        "White cells               3.9                 4.0-10.0",
        "                          a                   b",
    ];
    assert_eq!(shown(cells), rows.join("\n"));
    let parts = "BT /F1 10 Tf 1 0 0 1 83.7 700 Tm (ward) Tj 1 0 0 1 72 700 Tm (for) Tj ET";
    assert_eq!(shown(parts), "forward");
    // Text over other text is not a cell.
    let over = "BT /F1 10 Tf 1 0 0 1 72 700 Tm (under it) Tj 1 0 0 1 74 700 Tm (over) Tj ET";
    assert_eq!(shown(over), "under it\nover");
}

#[test]
fn a_page_footer_that_is_drawn_first_is_at_the_end() {
    let at = |y: u32, text: &str| format!("1 0 0 1 72 {y} Tm ({text}) Tj ");
    let page = |footer: &[(u32, &str)], lines: &[u32]| {
        let footer: String = footer.iter().map(|(y, text)| at(*y, text)).collect();
        let lines: String = lines.iter().map(|y| at(*y, "line")).collect();
        shown(&format!("BT /F1 10 Tf {footer}{lines}ET"))
    };
    let lines = [700, 688, 676, 664];
    assert_eq!(page(&[(40, "Page 1")], &lines), "line\nline\nline\nline\n\nPage 1");
    assert!(page(&[(40, "Page 1")], &lines[..3]).starts_with("Page 1"));
    // Lines that are drawn from the bottom stay as they are, and so does a header.
    assert!(page(&[(40, "Page 1")], &[664, 676, 688, 700]).starts_with("Page 1"));
    assert!(page(&[(720, "Page 1")], &lines).starts_with("Page 1"));
    let two = page(&[(52, "Acme"), (40, "Page 1")], &[700, 688, 676, 664, 652, 640, 628, 616]);
    assert!(two.ends_with("line\n\nAcme\nPage 1"), "{two}");
}

#[test]
fn spaces_without_a_width_are_dropped() {
    let actual = "BT /F1 10 Tf (a) Tj /Span << /ActualText <FEFF200B> >> BDC (x) Tj EMC ( b) Tj ET";
    assert_eq!(shown(actual), "a b");
}

#[test]
fn raised_and_lowered_digits_do_not_join_a_number() {
    let raised = "BT /F1 10 Tf (Area 100) Tj /F1 6 Tf 4 Ts (2) Tj /F1 10 Tf 0 Ts ( m) Tj ET";
    assert_eq!(shown(raised), "Area 100^2 m");
    let moved = "BT /F1 10 Tf 1 0 0 1 72 700 Tm (10) Tj /F1 6 Tf 1 0 0 1 83.1 704 Tm (-3) Tj \
        /F1 10 Tf 1 0 0 1 88.5 700 Tm (5) Tj ET";
    assert_eq!(shown(moved), "10^-3 5");
    assert_eq!(shown("BT /F1 10 Tf (101) Tj /F1 6 Tf -2 Ts (2) Tj ET"), "101_2");
    // These are clear without a mark.
    assert_eq!(shown("BT /F1 10 Tf (H) Tj /F1 6 Tf -2 Ts (2) Tj /F1 10 Tf 0 Ts (O) Tj ET"), "H2O");
    assert_eq!(shown("BT /F1 10 Tf (word) Tj /F1 6 Tf 4 Ts (1) Tj ET"), "word1");
    assert_eq!(shown("BT /F1 10 Tf (1) Tj /F1 6 Tf 4 Ts (st) Tj ET"), "1st");
    assert_eq!(shown("BT /F1 10 Tf (1) Tj /F1 6 Tf (2) Tj ET"), "12");
}

#[test]
fn letters_with_wide_spacing_are_words() {
    let font = |content: &str| shown(&format!("BT /F1 10 Tf {content} ET"));
    assert_eq!(font("3 Tc (The whole title) Tj"), "The whole title");
    let gaps = "[(T) -400 (h) -400 (e) -900 (t) -400 (i) -400 (t) -400 (l) -400 (e)] TJ";
    assert_eq!(font(gaps), "The title");
    assert_eq!(font("(Note) Tj 3 Tc ( TITLES) Tj 0 Tc ( here) Tj"), "Note TITLES here");
    // Digits and marks are among them.
    assert_eq!(font("3 Tc (INVOICE No. 2024-118) Tj"), "INVOICE No. 2024-118");
    assert_eq!(font("3 Tc (Total: $1,250.00 (U.S.)) Tj"), "Total: $1,250.00 (U.S.)");
    assert_eq!(font("3 Tc (TOC) Tj 2 Tc (. . . . . . . 12) Tj"), "T O C . . . . . . . 1 2");
    // Each letter is at a column of a grid.
    for text in ["TOTAL", "TOTAL 12.50", "12.5", "12.50", "Tide ill"] {
        let place = |(at, letter)| format!("1 0 0 1 {} 700 Tm ({letter}) Tj ", 72 + 10 * at);
        let letters = text.chars().enumerate().filter(|(_, letter)| *letter != ' ');
        assert_eq!(font(&letters.map(place).collect::<String>()), text);
    }
    // These are words or cells.
    assert_eq!(font("[(a) -400 (i) -400 (s) -400 (x)] TJ"), "a i s x");
    assert_eq!(font("3 Tc (ABCDEF) Tj"), "A B C D E F");
    assert_eq!(font("3 Tc (1357924) Tj"), "1 3 5 7 9 2 4");
    assert_eq!(
        font("[(N) -2000 (Y) -2000 (Y) -2000 (N) -2000 (Y) -2000 (N)] TJ"),
        "N    Y     Y    N     Y    N"
    );
}

#[test]
fn accents_over_letters_join_them() {
    // The accent is drawn first, and higher over a capital letter.
    let content = "BT /F1 10 Tf 72 700 Td [(M\\250)444(uller caf\\264)444(e gar\\270)444(con)] TJ \
        0 -30 Td [(x \\210)444(a)] TJ 0 -30 Td (Caf) Tj 16.1 2.4 Td (\\264) Tj \
        -1.6 -2.4 Td (E) Tj ET";
    assert_eq!(shown(content), "Müller café garçon\n\nx â\n\nCafÉ");
    // Or last.
    assert_eq!(shown("BT /F1 10 Tf [(caf) (e) 444 (\\264) -112 (s)] TJ ET"), "cafés");
    let mark = "/Span << /ActualText <FEFF0308> >> BDC (x) Tj EMC";
    assert_eq!(shown(&format!("BT /F1 10 Tf (Mu) Tj {mark} ET")), "Mü");
    // Beside a letter, and over another character, it stays.
    assert_eq!(shown("BT /F1 10 Tf (a\\264e) Tj ET"), "a´e");
    assert_eq!(shown("BT /F1 10 Tf [(\\264) 444 (5 \\250) 444 (x)] TJ ET"), "´5 ẍ");
}

#[test]
fn a_letter_that_is_drawn_twice_is_one() {
    let bold = "BT /F1 10 Tf (title) Tj 1 0 0 1 0.3 0 Tm (title) Tj 1 0 0 1 0 -12 Tm (title) Tj ET";
    assert_eq!(shown(bold), "title\ntitle");
    assert_eq!(shown("BT /F1 10 Tf (all) Tj ET"), "all");
}

#[test]
fn the_scale_of_the_page_does_not_matter() {
    let content = "q 0.01 0 0 0.01 0 0 cm BT /F1 1000 Tf 1200 TL (one) Tj [(t) -300 (o)] TJ T* \
        (two) Tj ET Q";
    assert_eq!(shown(content), "onet o\ntwo");
    let turned = "BT /F1 10 Tf 0 1 -1 0 0 0 Tm (up) Tj 0 1 -1 0 0 20 Tm (on) Tj \
        1 0 0 1 0 20 Tm (flat) Tj ET";
    assert_eq!(shown(turned), "up on\nflat");
}

#[test]
fn strings_have_escapes() {
    assert_eq!(
        shown("BT /F1 10 Tf (\\(a\\) \\101\\\n\\\\ (b)) Tj <4 1 42> Tj ET"),
        "(a) A\\ (b)AB"
    );
}

#[test]
fn a_form_is_a_part_of_the_page() {
    let form = "/Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 -50]";
    let file = document(HELVETICA, &[&format!("{} /X Do", line("page"))])
        .with(4, "<< /Font << /F1 3 0 R >> /XObject << /X 5 0 R >> >>")
        .with(6, "<< /Type /Pages /Kids [10 0 R] /Resources 4 0 R >>")
        .with(7, "<< /Type /Catalog /Pages 6 0 R >>")
        .stream(5, form, line("form").as_bytes());
    let file = file.file_with("/Root 7 0 R");
    assert_eq!(text(&file), "## Page 1\n\npage\n\nform\n");
}

#[test]
fn an_actual_text_replaces_the_shown_text() {
    let content = "BT /F1 10 Tf (a) Tj /Span << /ActualText (instead) >> BDC (xx) Tj \
        /P <</ActualText (inner)>> BDC (y) Tj EMC EMC (b) Tj /Span <</ActualText <FEFF00E9>>> BDC \
        (z) Tj EMC ET";
    assert_eq!(shown(content), "ainsteadbé");
}

#[test]
fn graphics_states_are_restored() {
    let content = "q BT /F1 10 Tf 14 TL ET Q BT /F1 20 Tf (a) Tj T* (b) Tj ET";
    assert_eq!(shown(content), "a\nb".replace('\n', ""));
}
