use super::{Role, code, role};

#[test]
fn a_line_is_classified_by_its_beginning() {
    for (text, expected) in [
        ("x", Role::Plain),
        ("", Role::Plain),
        ("}", Role::ClosesBracket),
        ("} else {", Role::ClosesBracket),
        ("{", Role::OpensBody),
        ("#[test]", Role::Attached),
        ("# a", Role::Attached),
        ("#include <a>", Role::Directive),
        ("#ifdef A", Role::Conditional),
        ("#  if defined(A)", Role::Conditional),
        ("# if it is", Role::Attached),
        ("@override", Role::Attached),
        ("@x = 1", Role::Plain),
        ("-- a", Role::Attached),
        ("---", Role::Plain),
        ("- a", Role::Item),
        ("-1", Role::Plain),
        ("end", Role::ClosesWord),
        ("end;", Role::ClosesWord),
        ("ending", Role::Plain),
        ("end = 1", Role::Plain),
        ("done()", Role::Plain),
        ("done: true", Role::Plain),
        ("else:", Role::GoesOn),
        ("elsewhere", Role::Plain),
        ("where", Role::Follows),
        ("case 1:", Role::Label),
    ] {
        assert_eq!(role(text), expected, "{text}");
    }
}

#[test]
fn a_trailing_comment_is_not_code() {
    for (text, expected) in [
        ("a", "a"),
        ("a { // b", "a {"),
        ("a { /* b */", "a {"),
        ("a: # b", "a:"),
        ("http://a", "http://a"),
        ("'#'", "'#'"),
        ("*/", "*/"),
        ("// a", "// a"),
    ] {
        assert_eq!(code(text).trim_end(), expected, "{text}");
    }
}
