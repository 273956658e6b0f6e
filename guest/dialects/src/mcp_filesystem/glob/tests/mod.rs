//! Tests of globs against the results of minimatch 10.2.6.

use super::Glob;

fn matches(pattern: &str, path: &str) -> Result<bool, String> {
    Ok(Glob::new(pattern)?.matches(path))
}

fn check(pattern: &str, matching: &[&str], others: &[&str]) {
    for (paths, expected) in [(matching, true), (others, false)] {
        for path in paths {
            let found = matches(pattern, path);
            assert!(found.is_ok_and(|found| found == expected), "{pattern:?} and {path:?}");
        }
    }
}

#[test]
fn a_pattern_is_split_at_slashes() {
    check("a/b", &["a/b"], &["a", "a/b/c", "b"]);
    check("a//b", &["a/b"], &[]);
    for never in ["/a", "a/", "./a", "a/.", ".", "..", "", "#a"] {
        check(never, &[], &["a", "#a"]);
    }
    check("a/../b", &["b"], &["a/b"]);
    check("**", &["a", "a/b/c"], &[]);
    check("a/**", &["a/b", "a/b/c"], &["a", "b/a"]);
    check("**/a", &["a", "b/a", "b/c/a"], &["a/b"]);
    check("**/*/**", &["a/b", "a/b/c"], &["a"]);
    check("a/**/b", &["a/b", "a/c/b", "a/b/c/b"], &["a/b/c"]);
    check("**/a/**/b/**", &["x/a/b/y", "a/c/b/d"], &["a/b", "b/a/c"]);
    check("**/**", &["a"], &[]);
}

#[test]
fn marks_at_the_beginning_negate() {
    check("!a", &["b", "a/b"], &["a"]);
    check("!!a", &["a"], &["b"]);
    check("!(a)", &["a", "b"], &["(a)"]);
    check("!", &["a"], &[]);
    check("\\!a", &["!a"], &["b"]);
}

#[test]
fn braces_are_expanded() {
    check("{a,b}c", &["ac", "bc"], &["{a,b}c", "c"]);
    check("a{b,}", &["a", "ab"], &["a{b,}"]);
    check("{a{b,c},d}", &["ab", "ac", "d"], &["a"]);
    check("{1..3}", &["1", "2", "3"], &["0", "4", "01"]);
    check("{01..10}", &["01", "10"], &["1", "010"]);
    check("{a..c}", &["a", "b", "c"], &["d"]);
    check("{1..9..4}", &["1", "5", "9"], &["2"]);
    check("{3..1}", &["1", "2", "3"], &[]);
    check("{-1..1}", &["-1", "0", "1"], &[]);
    check("{a,b/c}/d", &["a/d", "b/c/d"], &["b/d"]);
    check("{1..a},b}", &["1..a}", "b"], &["{1..a},b}"]);
    check("a{}b{c,d}", &["a{}bc", "a{}bd"], &["abc"]);
    for text in ["{a}", "{}", "{},a}b", "${a,b}", "{a", "a}"] {
        check(text, &[text], &["a", "b"]);
    }
    check("\\{a,b\\}", &["{a,b}"], &["a"]);
}

#[test]
fn parts_match_names() {
    check("*", &["a", ".a", "a b"], &["a/b"]);
    check("a**", &["a", "ab"], &["ba", "a/b"]);
    check("*.txt", &[".txt", "a.txt"], &["a.txt.b"]);
    check("?.txt", &["a.txt", "é.txt"], &["🙂.txt", ".txt"]);
    check("??", &["🙂", "ab"], &["a"]);
    check("[ab]", &["a", "b"], &["c", "[ab]"]);
    check("[!a-c]", &["d", "é"], &["b", "🙂"]);
    check("[]a]", &["]", "a"], &["[]a]"]);
    check("[c-a]", &[], &["a", "b", "[c-a]"]);
    check("[a", &["[a"], &["a"]);
    check("[\\]]", &["]"], &["\\"]);
    check("[[:alpha:]]", &["é", "a", "中"], &["1", "-"]);
    check("[[:word:]_]?", &["éa", "_a"], &["-a"]);
    check("[![:digit:]]", &["a", "é"], &["1", "٣"]);
    check("[[:xdigit:]]", &["f"], &["g"]);
    check("[🙂]", &[], &["🙂"]);
    check("\\a\\*", &["a*"], &["ab"]);
    check("*\\.txt", &["a\\.txt"], &["a.txt"]);
    check("a|b", &["a|b"], &["a", "b"]);
    check("(a)", &["(a)"], &["a"]);
    check("a", &[], &["A"]);
}

#[test]
fn groups_match_names() {
    check("@(a|b)c", &["ac", "bc"], &["c", "abc"]);
    check("?(a)b", &["b", "ab"], &["aab"]);
    check("+(a|b)", &["a", "abba"], &["c"]);
    check("*(a|b)c", &["c", "abc"], &["ab"]);
    check("+(a|+(b|*(c)))d", &["abccd", "d"], &["ae"]);
    check("@(a", &["@(a"], &["a"]);
}

#[test]
fn a_parenthesis_after_a_group_is_text() {
    check("@(a|b)(a|b)", &["a(a|b)"], &["ab"]);
    check("@(a|(b)", &["a", "(b"], &["b"]);
}

#[test]
fn groups_exclude_names() {
    check("x!(a|b)", &["x", "xab", "xc"], &["xa", "xb", "a"]);
    check("a/!(b).c/d", &["a/x.c/d", "a/.c/d"], &["a/b.c/d", "a/x.c", "x.c/d"]);
    check("**/a!(b)/**", &["ab/a/b", "ac/d"], &["ab/d", "a"]);
    check("*!(b)", &["ab", "b"], &["a/b"]);
    check("x!(*.a|b*).!(d)", &["xc.e", "x.e"], &["xb.e", "xc.d"]);
    check("{a,x!(b)}", &["a", "xc"], &["xb", "b"]);
    // In these quirks as the release.
    check("x!(a|)", &["xa", "xb"], &["x"]);
    check("x!(@(a))", &["xa", "xb"], &["x"]);
    check("a/!(b)*", &["a/b", "a/c"], &["a/bc"]);
    check("a\\!(b)", &["a!(b)"], &["a!"]);
    check("[!(b)]", &["c"], &["b", "("]);
}

#[test]
fn a_pattern_without_an_expression_is_refused() {
    for pattern in ["@(a|!(b))", "!!x!(a)!(b)!(c)", "a!(b)/c!(d)"] {
        assert!(matches(pattern, "a").unwrap_err().contains("exclude a|b instead"), "{pattern}");
    }
    for pattern in [&*"a".repeat(65_537), "{1..200000}", &"{a,b}".repeat(100)] {
        assert!(matches(pattern, "a").unwrap_err().contains("too complex"), "{pattern}");
    }
}

#[test]
fn every_pattern_is_answered_or_refused_in_bounded_steps() {
    let name = "a".repeat(255);
    for pattern in [
        "{a,b}".repeat(100),
        "{".repeat(30_000) + &"}".repeat(30_000),
        "{{".repeat(10_000) + "a,b" + &"}}".repeat(10_000),
        "{1..100000}".repeat(2),
        "{a,{b,c}".repeat(2000),
        "x".to_string() + &"!(a)".repeat(16_000),
        "*(".repeat(30_000),
        "*(".repeat(150) + "a" + &")".repeat(150),
        "*(a|aa)".repeat(9000) + "b",
        "*(*(a|!(b))|!(*(a)c))".repeat(20) + "b",
        "+(*(a|?)|*(a|!(a|!(a|!(a)))))".repeat(50) + "b",
        "[[:alpha:]]".repeat(1000),
        "**/a/".repeat(13_000),
        "*a".repeat(30_000),
        "@(a|b)".repeat(10_000),
    ] {
        let _ = matches(&pattern, &name);
        let _ = matches(&pattern, &["a/".repeat(2000), "a".into()].concat());
    }
}
