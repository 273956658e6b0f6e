//! Right-to-left lines are written in reading order.

use crate::files::{below_heading, document, text};
use crate::random;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{any, proptest};
use proptest::sample::select;
use std::fmt::Write as _;
use unicode_bidi::{BidiInfo, Level};

/// A font whose codes are UTF-16, and whose letters are as wide as the font is high.
const FONT: &str = "<< /Type /Font /Subtype /Type0 /Encoding /UniGB-UTF16-H \
    /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>";

fn hex(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut hex, unit| {
        let _ = write!(hex, "{unit:04x}");
        hex
    })
}

/// Returns the text of lines that are drawn from left to right.
fn read_drawn(lines: &[&str]) -> String {
    let shown = lines.iter().map(|line| format!("<{}> Tj T*", hex(line)));
    read_content(&shown.collect::<Vec<_>>().join(" "))
}

fn read_content(shown: &str) -> String {
    let content = format!("BT /F1 10 Tf 12 TL 72 720 Td {shown} ET");
    below_heading(&text(&document(FONT, &[&content]).file()))
}

/// Returns a line in visual order.
fn seen(line: &str, level: Level) -> String {
    let bidi = BidiInfo::new(line, Some(level));
    bidi.reorder_line(&bidi.paragraphs[0], 0..line.len()).into_owned()
}

/// A line is read as it was before it was drawn.
fn assert_is_read(line: &str, level: Level) {
    let seen = seen(line, level);
    assert_eq!(read_drawn(&[&seen]), line, "drawn as {seen:?}");
}

#[test]
fn words_and_numbers_keep_their_order() {
    for line in [
        "שלום עולם, זה מסמך.",
        "מחיר: 12,345.67 ועוד 50% או 1/2.",
        "בין 2019 2020 2021 היו",
        "תאריך 12-05-2020.",
        "שם Readroom וגם two words here, סוף",
        "לפי Chapter 3 של הספר",
        "مرحبا بالعالم، وأرقام ١٢٣٤ و 5678 ونسبة 50% نعم.",
        "التاريخ 12-05-2020 هنا",
        "١٢-٠٥-٢٠٢٤ هو التاريخ، و ٥٠٪ من ١٬٢٣٤٫٥٦",
        "קובץ report_2020_05.pdf נשמר, ראו https://example.com/2024/05/12/a-1_2.html בהמשך",
        "راجع https://example.com/2024-05-12/page.html للمزيد، ومعيار ISO-9001-2015 للجودة",
        "ממשק API (Application Programming Interface) הוא, וגם print(x) ו items[10] כאן",
    ] {
        assert_is_read(line, Level::rtl());
    }
    for line in
        ["A line with שתי מילים in it, and 3 numbers.", "all אחת, 12 שתיים. So", "שלום said Dana"]
    {
        assert_is_read(line, Level::ltr());
    }
}

#[test]
fn a_line_that_could_begin_at_both_ends_is_as_the_others() {
    // Its ends have different directions.
    assert_is_read("Dana אמרה שלום לכל העולם", Level::rtl());
    assert_is_read("what she said to all of us was שלום", Level::ltr());
    // Or like most lines before it.
    let lines = ["שורה ראשונה", "אתר: https://www.example.com/page", "1. Readroom הוא כלי"];
    let drawn = lines.map(|line| seen(line, Level::rtl()));
    assert_eq!(read_drawn(&drawn.each_ref().map(String::as_str)), lines.join("\n"));
}

#[test]
fn brackets_are_those_of_the_text() {
    // Some files store the logical bracket, others the visible one.
    assert_eq!(read_drawn(&[")הרעה( הלימ"]), "מילה (הערה)");
    assert_eq!(read_drawn(&["(הרעה) הלימ"]), "מילה (הערה)");
    assert_eq!(read_drawn(&["»הרעה« הלימ"]), "מילה «הערה»");
    assert_eq!(read_drawn(&["a (b) [הלימ c"]), "a (b) [מילה c");
    assert_eq!(read_drawn(&["An )a( הלימ )b("]), "An (a) מילה (b)");
}

#[test]
fn text_that_is_drawn_from_right_to_left_is_one_line() {
    // Words, and letters, each before the previously drawn one.
    let word = |x: u32, word: &str| format!("1 0 0 1 {x} 700 Tm <{}> Tj ", hex(word));
    let words = [word(200, "םולש"), word(145, "םלוע"), word(110, "12"), word(60, "ףוס")].concat();
    assert_eq!(read_content(&words), "שלום  עולם  12  סוף");
    let letters: String = (0..)
        .zip("שלום".chars())
        .map(|(at, letter)| word(200 - 10 * at, &letter.to_string()))
        .collect();
    assert_eq!(read_content(&letters), "שלום");
    // The first word may be of other letters.
    assert_eq!(read_content(&[word(200, "12"), word(100, "םולש")].concat()), "12  שלום");
    // Other text is read from left to right.
    assert_eq!(read_content(&[word(200, "two"), word(120, "one")].concat()), "one             two");
}

#[test]
fn cells_of_a_row_are_read_one_after_the_other() {
    let cell = |x: u32, text: &str| format!("1 0 0 1 {x} 700 Tm <{}> Tj ", hex(text));
    let row = [cell(60, "4"), cell(100, "MacBook Air"), cell(250, "Apple"), cell(350, "בשחמ")];
    let heads = format!("1 0 0 1 300 720 Tm <{}> Tj ", hex("רצומ"));
    assert_eq!(read_content(&(heads + &row.concat())), "מוצר\n\nמחשב  Apple  MacBook Air  4");
    let row = [cell(60, "12-05-2024"), cell(200, "ملق")];
    assert_eq!(read_content(&row.concat()), "قلم  12-05-2024");
    let row = [cell(60, "Name"), cell(150, "הנד"), cell(250, "ןהכ"), cell(350, "Age")];
    assert_eq!(read_content(&row.concat()), "Name  דנה  כהן  Age");
}

#[test]
fn mirrored_letters_are_in_order() {
    // As text recognition programs write: the words advance to the left, in logical order.
    let content = format!("-1 0 0 1 300 700 Tm <{}> Tj", hex("שלום עולם"));
    assert_eq!(read_content(&content), "שלום עולם");
    let turned = format!("-1 0 0 -1 300 700 Tm <{}> Tj", hex("םולש"));
    assert_eq!(read_content(&turned), "שלום");
}

#[test]
fn text_that_is_drawn_twice_is_there_once() {
    let line = |x: f64| format!("1 0 0 1 {x} 700 Tm <{}> Tj ", hex("םלוע םולש"));
    assert_eq!(read_content(&(line(100.0) + &line(101.5))), "שלום עולם");
    let plain = |x: f64| format!("1 0 0 1 {x} 700 Tm <{}> Tj ", hex("one two"));
    assert_eq!(read_content(&(plain(100.0) + &plain(100.3))), "one two");
}

#[test]
fn a_joiner_stays_before_the_next_letter() {
    // Its position is that of the letter to its right, except for a rounding error.
    let at = |x: f64, text: &str| format!("1 0 0 1 {x} 700 Tm <{}> Tj ", hex(text));
    let word = at(100.0, "مه") + &at(120.01, "\u{200c}") + &at(120.0, "یم");
    assert_eq!(read_content(&word), "می\u{200c}هم");
}

#[test]
fn diacritics_stay_with_their_letters() {
    // Beresheet: drawn from left to right, once after its letter, once before it.
    let back = "[<05ea> <05d9> <05e9> 1000 <05b4> <05d0>] TJ";
    assert_eq!(read_content(back), "אשִית");
    let mark = |x: u32| format!("1 0 0 1 {x} 700 Tm <05b4> Tj ");
    let word = format!("1 0 0 1 100 700 Tm <{}> Tj ", hex("תישא"));
    assert_eq!(read_content(&(mark(119) + &word)), "אשִית");
}

#[test]
fn forms_of_arabic_letters_are_the_letters() {
    // As programs write that shape the text themselves.
    assert_eq!(read_drawn(&["ﻢﻟﺎﻌﻟﺎﺑ ﺎﺒﺣﺮﻣ"]), "مرحبا بالعالم");
    assert_eq!(read_drawn(&["\u{fefb} \u{fef5}"]), "لآ لا");
    assert_eq!(read_drawn(&["\u{fb56}\u{fbb1}\u{fbfc}\u{fe80}\u{fef4}"]), "يءیۓپ");
}

#[test]
fn hidden_text_is_marked_where_it_is_read() {
    let content =
        format!("<{}> Tj 3 Tr <{}> Tj 0 Tr <{}> Tj", hex("דוע "), hex("ימס"), hex(" םולש"));
    assert_eq!(read_content(&content), "שלום [hidden: סמי] עוד");
}

proptest! {
    #![proptest_config(random::inputs(500))]

    #[test]
    fn any_line_of_words_is_read_as_it_was_drawn(
        is_right in any::<bool>(),
        words in vec(select(&["אחת", "שתיים,", "מילה.", "one", "two", "אב-גד"]), 0..6),
        number in option::of(select(&["12", "3.14", "50%", "1,000"])),
    ) {
        // Both ends have words of one direction, so the start is known.
        let (end, level) = if is_right { ("שלום", Level::rtl()) } else { ("hello", Level::ltr()) };
        let mut line = vec![end];
        line.extend(words);
        // A number between two right-to-left words belongs to no other.
        line.extend(number.into_iter().flat_map(|number| ["לפני", number, "אחרי"]));
        line.push(end);
        assert_is_read(&line.join(" "), level);
    }
}
