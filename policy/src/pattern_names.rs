//! Refuses patterns of a policy that no path can match, or that mean something else than they seem.

use crate::git_pattern::{DOUBTFUL, SET, SET_COUNT};
use crate::patterns::{PatternError, Patterns, refuse};

/// Fails for the first pattern that no path can match, with what to write instead.
///
/// Git lets such a pattern match nothing, which in a list of denied files must not go unnoticed.
pub(crate) fn check_patterns(patterns: &Patterns, text: &str) -> Result<(), PatternError> {
    patterns.numbers().try_for_each(|number| {
        let (flags, code) = patterns.code(number);
        let line = patterns.line(number, text);
        check(line, flags, code).or_else(|why| refuse(text)(patterns.start(number), why))
    })
}

fn check(line: &str, flags: u8, code: &[u8]) -> Result<(), String> {
    let is_impossible = |name: &[u8]| matches!(name, b"" | b"." | b"..");
    let reason = if code.split(|byte| *byte == b'/').any(is_impossible) {
        return Err(names_to_write(line));
    } else if flags & DOUBTFUL != 0 {
        "ranges of a set go up, as in `[a-z]`, and a set matches one byte: write a pattern for \
         each other character"
    } else if code.windows(4).any(|bytes| bytes == [SET, SET_COUNT, 1, 0]) {
        "it matches nothing, because one of its sets has no character of a name"
    } else if has_alternatives(line) {
        "braces do not list alternatives, as in git: write a pattern for each, or `\\{` for a name \
         with a brace"
    } else {
        return Ok(());
    };
    Err(reason.into())
}

/// Returns whether a pattern has unescaped braces around a comma.
fn has_alternatives(line: &str) -> bool {
    line.match_indices('{').any(|(at, _)| {
        let (before, rest) = line.split_at(at);
        let inside = rest.split_once('}').map_or("", |(inside, _)| inside);
        !before.ends_with('\\') && inside.contains(',')
    })
}

/// Returns what is wrong with a pattern in a form that no path has.
fn names_to_write(line: &str) -> String {
    let pattern = line.strip_prefix('!').unwrap_or(line);
    let (inner, is_rooted) = match pattern.strip_prefix('/') {
        Some(inner) => (inner, true),
        None => (pattern, false),
    };
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let is_name = |name: &&str| !matches!(*name, "" | ".");
    let mut names: Vec<_> = inner.split('/').filter(is_name).collect();
    // A name may be escaped.
    if names.contains(&"..") || names.join("/") == inner {
        return "it matches nothing, because no path has a `.` or `..`; write it from the root"
            .into();
    }
    if names.is_empty() {
        names.push("*");
    }
    let mark = if line.starts_with('!') { "!" } else { "" };
    let is_rooted = is_rooted || inner.starts_with("./") || names.len() > 1;
    let root = if is_rooted { "/" } else { "" };
    let end = if pattern.ends_with('/') || pattern.ends_with("/.") { "/" } else { "" };
    format!("it matches nothing; write `{mark}{root}{}{end}`", names.join("/"))
}

#[cfg(test)]
mod tests {
    use crate::list::List;
    use crate::rule::Action;

    fn reason(line: &str) -> Option<String> {
        List::new("test", line, Action::Deny).err().map(|error| error.reason)
    }

    #[test]
    fn a_pattern_that_no_path_can_match_says_what_to_write() {
        for (line, written) in [
            ("./drafts/", "/drafts/"),
            ("drafts//", "drafts/"),
            ("drafts/./a", "/drafts/a"),
            ("//drafts", "/drafts"),
            ("!.//a//b/", "!/a/b/"),
            ("drafts/.", "drafts/"),
            ("**//a.?", "/**/a.?"),
            (".", "*"),
            ("./", "*/"),
        ] {
            assert_eq!(
                reason(line),
                Some(format!("it matches nothing; write `{written}`")),
                "{line}"
            );
            assert_eq!(reason(written), None);
        }
        for (said, lines) in [
            ("`..`", &["../x", "a/../b", "!/..", "..", "a/..", "\\./x", "a/.[.]/b", "\\/a"][..]),
            ("character of a name", &["[/]", "a[/]b/", "!x/*[/-/]"]),
            ("ranges of a set go up", &["[z-a]", "!/a/[0-9z-a]*", "caf[éè]", "[!é]", "[a-é]"]),
            ("alternatives", &["*.{key,pem}", "{a}{b,c}/", "!/{a,b/c}"]),
        ] {
            for line in lines {
                assert!(reason(line).is_some_and(|reason| reason.contains(said)), "{line}");
            }
        }
        for line in [
            "a",
            "/a/",
            "a/**/b",
            ".a/..b/c.",
            "**",
            "/**/",
            "[.]env",
            "[a/./b]",
            "[a-a]",
            "[!/]",
            "{a}, {b}",
            "\\{a,b}",
            "é",
            "# ./x",
            "# {a,b}",
        ] {
            assert_eq!(reason(line), None, "{line}");
        }
    }

    #[test]
    fn the_reason_names_the_line() {
        let error = List::new("test", "# a\n\nb\r\n[z-a]\r\n", Action::Deny).unwrap_err();
        assert_eq!(error.line, Some(4));
    }

    #[test]
    fn a_set_of_one_character_is_that_character() {
        use crate::list::{Case, PathKind};
        let list = List::new("test", "[.]env\na[B]c\n", Action::Deny).unwrap();
        let finds = |path, case| list.find(path, PathKind::Other, case).is_some();
        for (path, case, expected) in [
            ("x/.env", Case::Sensitive, true),
            ("aBc", Case::Sensitive, true),
            ("abc", Case::Sensitive, false),
            ("abc", Case::Insensitive, true),
            ("aBc", Case::Insensitive, true),
            ("xenv", Case::Sensitive, false),
        ] {
            assert_eq!(finds(path, case), expected, "{path} {case:?}");
        }
    }
}
