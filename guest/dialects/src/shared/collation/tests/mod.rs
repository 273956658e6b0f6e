use super::Collation;

#[test]
fn names_are_sorted_as_localecompare_does() {
    // As sorted by ICU 78.
    const SORTED: &[&str] = &[
        " a", "__", "_a", "--x", "-a", "–", "—", ",", ";", ":", "!", "¡", "?", "..", "…", ".a",
        ".git", ".Z", "‘", "'a", "\"", "«", "(x)", "[id]", "{x}", "@", "*", "\\", "&", "#", "%",
        "`", "^", "→", "+", "±", "<", "=", ">", "|", "~", "🎉", "😀", "$", "£", "€", "0", "1", "½",
        "10", "2", "a", "A", "á", "Á", "ä", "a b", "A B", "a-b", "a.b", "a10", "a2", "aa", "ab",
        "AB", "æ", "Æ", "az", "b", "ｆ", "fi", "ﬁ", "o", "ö", "ø", "oz", "resume", "Resume",
        "resumé", "résumé", "ss", "ß", "sz", "z", "Z", "zed", "Zed", "α", "Ω", "е", "ё", "ж", "Ж",
        "я", "א", "가", "한", "あ", "ア", "か", "が", "ん", "一", "中", "文",
    ];
    let collation = Collation::new();
    for pair in SORTED.windows(2) {
        let [first, second] = pair else { unreachable!() };
        assert!(collation.key(first) < collation.key(second), "{first:?} before {second:?}");
    }
}

#[test]
fn ascii_has_its_order() {
    const SIGNS: &str = " _-,;:!?.'\"()[]{}@*\\&#%`^+<=>|~$0123456789";
    const LETTERS: &str = "aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ";
    let collation = Collation::new();
    let keys: Vec<_> = SIGNS
        .chars()
        .chain(LETTERS.chars())
        .map(|character| collation.key(&character.to_string()))
        .collect();
    assert!(keys.is_sorted_by(|first, second| first < second));
}

#[test]
fn some_names_compare_as_equal() {
    let collation = Collation::new();
    for (one, other) in [("a", "a\u{200d}"), ("\u{1}", ""), ("❤", "❤\u{fe0f}")] {
        assert_eq!(collation.key(one), collation.key(other), "{one:?} and {other:?}");
    }
}
