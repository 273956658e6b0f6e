use super::{Clip, Clipped, Returns};

fn clip(pieces: &[&str], most: usize, returns: Returns) -> Clip {
    let mut clip = Clip::new(most, returns);
    pieces.iter().for_each(|piece| clip.push(piece));
    clip
}

fn clipped(pieces: &[&str], most: usize) -> (String, u64) {
    let Clipped { text, left_out } = clip(pieces, most, Returns::Stay).finish();
    (text, left_out)
}

/// Returns the text of a stream, however it is cut into pieces.
fn drawn(text: &str) -> String {
    let whole = clip(&[text], 99, Returns::Overwrite).finish().text;
    for (at, _) in text.char_indices() {
        let (before, after) = text.split_at(at);
        let pieces = clip(&[before, after], 99, Returns::Overwrite).finish();
        assert_eq!(pieces.text, whole, "{text:?} cut at {at}");
        let mut first = clip(&[before], 99, Returns::Overwrite);
        first.append(clip(&[after], 99, Returns::Overwrite));
        assert_eq!(first.finish().text, whole, "{text:?} in two at {at}");
    }
    whole
}

#[test]
fn the_first_and_the_last_characters_are_kept() {
    assert_eq!(clipped(&["aé😀"], 3), ("aé😀".into(), 0));
    assert_eq!(clipped(&["aé", "😀b"], 3), ("aé\n[1 character left out]\nb".into(), 1));
    assert_eq!(clipped(&["a\n", "é😀bcde"], 5), ("a\né\n[3 characters left out]\nde".into(), 3));
    assert_eq!(clipped(&["abc"], 0), ("[3 characters left out]\n".into(), 3));
    let lines: Vec<String> = (0..1000).map(|line| format!("line {line}\n")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (text, left_out) = clipped(&lines, 20);
    assert_eq!(text, "line 0\nlin\n[8870 characters left out]\n\nline 999\n");
    assert_eq!(left_out, 8870);
    assert_eq!(clipped(&[&lines.concat()], 20), (text, left_out));
}

#[test]
fn a_line_is_what_its_last_return_left() {
    for (text, expected) in [
        ("1%\r2%\r3%\n", "3%\n"),
        ("\r1%\r2%", "2%"),
        ("1%\r2%\r", "2%"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\r\r\nb", "a\nb"),
        ("a\n1%\r\r2%\nb", "a\n2%\nb"),
        ("a\n\r\rb", "a\nb"),
        ("\r", ""),
    ] {
        assert_eq!(drawn(text), expected, "{text:?}");
    }
    assert_eq!(clipped(&["1%\r2%"], 99), ("1%\r2%".into(), 0));
    let bar = clip(&[&"50%\r".repeat(10_000), "done\n"], 8, Returns::Overwrite).finish();
    assert_eq!(bar, Clipped { text: "done\n".into(), left_out: 0 });
}

#[test]
fn colors_are_left_out_however_they_are_cut() {
    for pieces in [
        &["\u{1b}[0;31mValueError\u{1b}[0m: x"][..],
        &["\u{1b}", "[0;3", "1mValueError", "\u{1b}[", "0", "m: x"],
    ] {
        assert_eq!(clipped(pieces, 13), ("ValueError: x".into(), 0));
    }
}

#[test]
fn other_sequences_are_kept() {
    assert_eq!(clipped(&["\u{1b}]0;title\u{7}"], 99), ("\u{1b}]0;title\u{7}".into(), 0));
    assert_eq!(clipped(&["a\u{1b}"], 99), ("a\u{1b}".into(), 0));
    assert_eq!(clipped(&["a\u{1b}\u{1b}[1mb"], 99), ("a\u{1b}b".into(), 0));
    assert_eq!(clipped(&["\u{1b}[31\nb"], 99), ("\nb".into(), 0));
    assert_eq!(clipped(&["\u{1b}[31\u{1b}[1mb"], 99), ("b".into(), 0));
    assert_eq!(clipped(&["\u{1b}[31"], 99), (String::new(), 0));
}
