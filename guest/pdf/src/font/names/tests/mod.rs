use super::push_name;

#[test]
fn names_have_characters() {
    let text = |name: &str| {
        let mut text = String::new();
        push_name(name.as_bytes(), &mut text);
        text
    };
    assert_eq!(text("A"), "A");
    assert_eq!(text("AE"), "Æ");
    assert_eq!(text("zukatakana"), "");
    assert_eq!(text("zerosuperior"), "⁰");
    assert_eq!(text("f_f_i"), "ffi");
    assert_eq!(text("a.sc"), "a");
    assert_eq!(text("uni00410042"), "AB");
    assert_eq!(text("u1F600"), "😀");
    assert_eq!(text("("), "(");
    assert_eq!(text("\x0c"), "fi");
    assert_eq!(text("uni004"), "");
    assert_eq!(text(".notdef"), "");
    for line in super::NAMES.lines() {
        let (name, _) = line.split_once(' ').unwrap();
        assert_eq!(text(name).chars().count(), 1, "{name}");
    }
}
