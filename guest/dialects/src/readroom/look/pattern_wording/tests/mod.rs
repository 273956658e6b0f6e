//! Tests of the words for patterns.

use super::{pattern_error, remark};
use crate::readroom::Sentences;
use crate::readroom::look::meaning::Meaning;
use crate::readroom::look::spellings;
use crate::shared::{Arguments, Json};
use readroom_search::{LetterCase, LineEnds, Matcher, Pattern, PatternSyntax};

fn words(text: &str) -> (String, String) {
    let (case, words) = (LetterCase::Smart, false);
    let pattern = Pattern { text, syntax: PatternSyntax::Regex, case, words };
    match Matcher::new(&pattern, LineEnds::LfOrCrLf) {
        Ok(_) => unreachable!("{text} is a pattern"),
        Err(error) => pattern_error(error),
    }
}

#[test]
fn what_is_not_supported_is_named() {
    for (pattern, feature) in [
        ("DEF(?! HELLO)", "a negative look-ahead, `(?!`"),
        ("a(?=b)", "a look-ahead, `(?=`"),
        ("(?<=a)b", "a look-behind, `(?<=`"),
        ("(?<!a)b", "a negative look-behind, `(?<!`"),
        (r"(\w+) \1", r"a back-reference, `\1`"),
        (r"(?P<a>b)(?P=a)", "a back-reference, `(?P=`"),
        (r"(?<a>b)\k<a>", r"a back-reference, `\k`"),
        (r"(a)\g{1}", r"a back-reference, `\g`"),
        ("(?>x)", "an atomic group, `(?>`"),
        ("(a)?(?(1)b|c)", "a conditional, `(?(`"),
        ("(?#x)a", "a comment, `(?#`"),
        ("(?|a|b)", "a branch reset, `(?|`"),
        ("(a)(?1)", "a recursion"),
        (r"a\hb", r"the class of blanks, `\h`"),
        (r"a\Z", r"the end of the text, `\Z`"),
        (r"a\Kb", r"a reset of the match, `\K`"),
        (r"\Qa.b\E", r"a quotation, `\Q`"),
        (r"a\R", r"any line end, `\R`"),
        (r"\P{Script=Klingon}", r"the class `\P{Script=Klingon}`"),
        (r"\i", r"the escape `\i`"),
        ("(*SKIP)a", "a verb, `(*`"),
        ("(*pla:a)b", "a verb, `(*`"),
        (r"a\012", r"an octal number, `\0`"),
        (r"\N{U+41}", r"a character by its name, `\N{`"),
        ("a[^]b", "any character as JavaScript has it, `[^]`"),
    ] {
        let (message, hint) = words(pattern);
        let expected = format!("the pattern has {feature}, which is not supported");
        assert_eq!(message, expected, "{pattern}");
        assert!(
            hint.ends_with("earch for the part without it, and leave lines out yourself."),
            "{pattern}: {hint}"
        );
    }
}

#[test]
fn a_character_that_is_meant_itself_is_named_with_its_place() {
    for (pattern, at, character) in [
        ("{ return", 1, '{'),
        ("${VAR}", 2, '{'),
        ("{{ name }}", 1, '{'),
        ("a{ b }", 2, '{'),
        ("foo{", 4, '{'),
        ("*.js", 1, '*'),
        ("+foo", 1, '+'),
        ("?x", 1, '?'),
        ("a|*b", 3, '*'),
        ("foo(", 4, '('),
        ("é(", 2, '('),
        ("[a", 1, '['),
        ("a[b", 2, '['),
        ("a)", 2, ')'),
        ("(*.js)", 2, '*'),
    ] {
        let (message, hint) = words(pattern);
        let expected = format!(
            "Character {at} is '{character}'. Write `\\{character}` for the character itself, or \
             set literal."
        );
        assert_eq!(hint, expected, "{pattern}: {message}");
    }
    for (pattern, end) in [
        ("a\\", "Complete it, or set literal to search for the text itself."),
        (r"a\x", "Complete it, or set literal to search for the text itself."),
        (r"a\p{", "Complete it, or set literal to search for the text itself."),
        ("(?i", "Complete it, or set literal to search for the text itself."),
        ("a{5,2}", "set literal."),
        ("[z-a]", "or the ends of a range in order."),
        (r"[a-\d]", "or the ends of a range in order."),
        ("(?J)a", "Leave 'J' out: the flags are i, m, s, U, u, x and R."),
        ("(?^)a", "Leave '^' out: the flags are i, m, s, U, u, x and R."),
        (r"C:\users", "or the number as `\\x41`, `\\u0041` or `\\x{41}`."),
        (r"\xZZ", "or the number as `\\x41`, `\\u0041` or `\\x{41}`."),
        ("(?<1n>a)", "Write groups without names: `(…)`."),
        ("(?<n>a)(?<n>b)", "Write groups without names: `(…)`."),
    ] {
        let (message, hint) = words(pattern);
        assert!(hint.ends_with(end), "{pattern}: {message}. {hint}");
    }
}

#[test]
fn a_pattern_that_is_hardly_meant_gets_a_word() {
    for (pattern, literal, found_nothing, expected) in [
        (r"foo\|bar", false, true, r"`\|` is a plain bar: write `|` for one or the other."),
        (
            "/foo/i",
            false,
            true,
            "The slashes are searched for too: write foo, with case insensitive.",
        ),
        ("/foo/", false, true, "The slashes are searched for too: write foo."),
        (r"import[\s\S]*?from", false, true, super::LINES),
        ("(?s)a.*b", false, true, super::LINES),
        ("\"foo\"", false, true, "The quotes are searched for too."),
        ("foo ", false, true, "The blanks around it are searched for too."),
        ("a|b", true, true, "With literal, the pattern is searched for as it is."),
        (
            "a || b",
            false,
            false,
            r"An empty alternative matches every line: write `\|` for a plain bar.",
        ),
        (
            "a|",
            false,
            false,
            r"An empty alternative matches every line: write `\|` for a plain bar.",
        ),
        ("a++b", false, false, "A possessive repetition is searched for as a plain one."),
        ("a{2}+b", false, false, "A possessive repetition is searched for as a plain one."),
        (
            "[:alpha:]+",
            false,
            false,
            "POSIX classes are those such as `[[:alpha:]]`; others are sets.",
        ),
        (
            "x[[:nope:]]",
            false,
            false,
            "POSIX classes are those such as `[[:alpha:]]`; others are sets.",
        ),
        (
            "[[.a.]]",
            false,
            false,
            "POSIX classes are those such as `[[:alpha:]]`; others are sets.",
        ),
        (
            "[a[=b=]]",
            false,
            false,
            "POSIX classes are those such as `[[:alpha:]]`; others are sets.",
        ),
        (r"\((?R)?\)", false, false, "`(?R)` is a flag here, and not a recursion."),
        ("[[:alpha:]_]+[^[:^digit:]]", false, false, ""),
        (r"C\++[*+][||]", false, false, ""),
        (r"a|\d|[b]", false, false, ""),
        (r"[:=]\s", false, false, ""),
        ("foo", false, true, ""),
        ("foo", true, true, ""),
        ("/usr/bin", false, true, ""),
        (r"a \|\| b", false, false, ""),
        (r"foo\|bar", false, false, ""),
        ("a|b", false, false, ""),
        ("a || b", true, false, ""),
    ] {
        let call =
            Json::object([("pattern", Json::text(pattern)), ("literal", Json::Bool(literal))]);
        let call = call.write();
        let arguments = Arguments::parse(&call).unwrap_or_else(|error| unreachable!("{error}"));
        let understood =
            spellings::search(arguments.0).unwrap_or_else(|error| unreachable!("{error}"));
        let mut notes = Sentences::default();
        remark(&understood, Meaning::Exact, found_nothing, &mut notes);
        let said = notes.in_brackets();
        assert_eq!(said.trim_matches(['[', ']']), expected.trim_matches(['[', ']']), "{pattern}");
    }
}
