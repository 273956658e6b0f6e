use super::{expanded, wrapped};

#[test]
fn tabs_lead_to_the_next_stop() {
    assert_eq!(expanded("\ta\tb"), "    a   b");
    assert_eq!(expanded("日\tb"), "日  b");
    assert_eq!(expanded("abcd\tb"), "abcd    b");
}

#[test]
fn lines_are_cut_at_the_edge_and_characters_stay_whole() {
    assert_eq!(wrapped("", 3), [""]);
    assert_eq!(wrapped("abc", 3), ["abc"]);
    assert_eq!(wrapped("abcd", 3), ["abc", "d"]);
    assert_eq!(wrapped("日本語", 3), ["日", "本", "語"]);
    assert_eq!(wrapped("ae\u{301}io", 3), ["ae\u{301}i", "o"]);
    assert_eq!(wrapped("日", 1), ["日"]);
}

#[test]
fn the_parts_of_an_emoji_stay_together_and_are_as_wide_as_one() {
    let family = "👩\u{200d}👩\u{200d}👧";
    assert_eq!(
        wrapped(&format!("a{family}{family}b"), 3),
        [format!("a{family}"), format!("{family}b")]
    );
    assert_eq!(expanded(&format!("{family}\tb")), format!("{family}  b"));
    assert_eq!(wrapped("a👍🏽b", 3), ["a👍🏽", "b"]);
    assert_eq!(wrapped("❤\u{fe0f}❤\u{fe0f}", 2), ["❤\u{fe0f}", "❤\u{fe0f}"]);
    let marks = "\u{301}".repeat(200);
    assert_eq!(wrapped(&format!("a{marks}b"), 1), [&*format!("a{marks}"), "b"]);
}
