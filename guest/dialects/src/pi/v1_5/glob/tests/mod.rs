use super::{Fault, Glob, Unclosed};

fn matches(pattern: &str, path: &str) -> bool {
    Glob::new(pattern, Unclosed::IsWrong).unwrap().matches(path.as_bytes())
}

#[test]
fn globs_match_bytes() {
    for (pattern, path, expected) in [
        ("*.ts", "a.ts", true),
        ("*.ts", "a/b.ts", false),
        ("?", "ü", false),
        ("??", "ü", true),
        ("[^a]", "/", true),
        ("[ü]", "ü", false),
        ("[]a]", "]", true),
        ("[a-]", "-", true),
        ("[!a-c]", "d", true),
        ("[[:alpha:]", "p", true),
        ("a\\*", "a*", true),
        ("**", "a/b", true),
        ("**/", "a", true),
        ("**/**", "a/b", true),
        ("**/a", "a", true),
        ("**/a", "x/a", true),
        ("**/a", "xa", false),
        ("**/*.a", "x/y.a", true),
        ("a/**", "a", false),
        ("a/**", "a/b/c", true),
        ("a/**/b", "a/b", true),
        ("a/**/b", "a/x/y/b", true),
        ("a/**/b", "ab", false),
        ("a/**/**/b", "a/b", true),
        ("a**b", "axxb", true),
        ("a**b", "a/b", false),
        ("{a,b}", "b", true),
        ("{a,b{c,d}}e", "bde", true),
        ("{a,b{c,d}}e", "be", false),
        ("{,*/}*.md", "a.md", false),
        ("{,*/}*.md", "x/a.md", true),
        ("a{b,}", "a", false),
        ("a{,}b{}", "ab", true),
        ("{{},a}", "", false),
        ("{{},a}", "a", true),
        ("{**/a,b}", "x/a", true),
        ("{a/**,b}", "a/x", true),
        ("x{a,b}c", "xac", true),
        ("x{a,bc}", "xbc", true),
        ("x{a,bc}", "xa", true),
        ("a,b", "a,b", true),
        ("", "", true),
        ("", "a", false),
    ] {
        assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
    }
}

#[test]
fn the_case_counts_if_the_pattern_has_an_upper_case_letter() {
    for (pattern, path, expected) in [
        ("readme*", "README.md", true),
        ("Readme*", "README.md", false),
        ("[a]b", "AB", true),
        ("[A-C]b", "ab", false),
        ("\\Ab", "ab", false),
        ("[!r]b", "Rb", false),
        ("[!r]b", "Ab", true),
        ("ü", "Ü", false),
    ] {
        let glob = Glob::new(pattern, Unclosed::IsWrong).unwrap().in_smart_case();
        assert_eq!(glob.matches(path.as_bytes()), expected, "{pattern} {path}");
    }
}

#[test]
fn errors_are_reported() {
    for (pattern, expected) in [
        ("[", Fault::UnclosedClass),
        ("[]", Fault::UnclosedClass),
        ("{a", Fault::UnclosedGroup),
        ("a}", Fault::UnopenedGroup),
        ("a\\", Fault::Dangling),
        ("[z-a]", Fault::Range('z', 'a')),
    ] {
        assert_eq!(Glob::new(pattern, Unclosed::IsWrong).err(), Some(expected), "{pattern}");
    }
    assert!(Glob::new("[a", Unclosed::IsText).unwrap().matches(b"[a"));
}

#[test]
fn no_pattern_takes_long() {
    let pattern = "{a,*}".repeat(1000) + "b";
    let glob = Glob::new(&pattern, Unclosed::IsWrong).unwrap();
    assert!(!glob.matches(&b"a".repeat(1000)));
    let nested = ["{".repeat(5000), "}".repeat(5000)].concat();
    assert!(Glob::new(&nested, Unclosed::IsWrong).unwrap().matches(b""));
    let nested = ["{a".repeat(5000), "}".repeat(5000)].concat();
    assert!(Glob::new(&nested, Unclosed::IsWrong).unwrap().matches(&b"a".repeat(5000)));
}
