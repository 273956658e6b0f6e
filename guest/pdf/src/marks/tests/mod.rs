use super::{BEGIN, END, escaped, marked};

#[test]
fn imitated_marks_are_escaped() {
    for mark in [
        "[hidden: x]",
        "[Hidden: x]",
        "[ hidden: x]",
        "[empty]",
        "[missing: a sheet]",
        "[page 1 has its text behind 1 image]",
        "[page 12 has no text]",
        "[The text ends here: x]",
        "[The rest of chapter 3 is left out: x]",
        "[^1]: note",
        "[^c12]: Ann: note",
        "[Lines 1-3 of 3. Next: {}]",
        "[Line 3 goes on at column 9.]",
        "[9 lines in 9 files.]",
        "[Next: start 3]",
        "[Text of a document (docx).]",
        "[Unchanged: x]",
        "«redacted: GitHub token»",
    ] {
        assert_eq!(escaped(mark), format!("\\{mark}"));
        assert_eq!(escaped(&format!("a {mark} b {mark}")), format!("a \\{mark} b \\{mark}"));
    }
}

#[test]
fn other_brackets_are_left_alone() {
    for text in [
        "[1]",
        "[x] done",
        "- [ ] to do",
        "[text](https://example.org)",
        "![A cat](cat.png)",
        "[^a-z]",
        "[sic]",
        "[Illustration: A cat]",
        "[hidden]",
        "[page 3]",
        "[]",
        "[",
        "«quoted»",
        "a[0] = b[i]",
        "[lines]",
    ] {
        assert_eq!(escaped(text), text);
    }
}

#[test]
fn hidden_text_cannot_end_its_mark() {
    let mut is_hidden = false;
    let text = format!("a {BEGIN}b] c{END} d] {BEGIN}e");
    assert_eq!(marked(&text, &mut is_hidden), "a [hidden: b\\] c] d] [hidden: e");
    assert!(is_hidden);
    assert_eq!(marked(&format!("f]{END} g"), &mut is_hidden), "f\\]] g");
}
