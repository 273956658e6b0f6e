//! Wildcard patterns for paths.

/// Returns whether a pattern matches the text: `*` matches any text, including none, `/` and line
/// ends; `?` matches one character; everything else itself. A pattern that ends in ` *` also
/// matches without that suffix.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    matches(pattern, text) || pattern.strip_suffix(" *").is_some_and(|head| matches(head, text))
}

/// Matches both from left to right. The text of a `*` grows only when the rest does not match, and
/// only the last `*` is retried: time grows at most with the product of the lengths.
fn matches(pattern: &str, text: &str) -> bool {
    let (mut pattern, mut text) = (pattern.chars(), text.chars());
    // The pattern after the last `*`, and the position in the text where it was tried.
    let mut star = None;
    loop {
        let here = text.clone();
        match (pattern.next(), text.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                text = here;
                star = Some((pattern.clone(), text.clone()));
            }
            (Some('?'), Some(_)) => {}
            (Some(wanted), Some(character)) if wanted == character => {}
            _ => {
                let Some((after, tried)) = &mut star else { return false };
                if tried.next().is_none() {
                    return false;
                }
                (pattern, text) = (after.clone(), tried.clone());
            }
        }
    }
}

/// Replaces a leading `~` or `$HOME` in a pattern by the home directory.
pub(crate) fn at_home(pattern: &str, home: Option<&str>) -> String {
    match (below_home(pattern), home) {
        (Some(rest), Some(home)) => format!("{}{rest}", home.trim_end_matches('/')),
        _ => pattern.into(),
    }
}

/// Returns whether a pattern starts with the home directory.
pub(crate) fn names_home(pattern: &str) -> bool {
    below_home(pattern).is_some()
}

fn below_home(pattern: &str) -> Option<&str> {
    let rest = ["~", "$HOME"].iter().find_map(|mark| pattern.strip_prefix(mark))?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{at_home, fits};

    #[test]
    fn patterns_fit_whole_texts() {
        for (pattern, text) in [
            ("*", ""),
            ("*", "/a/b\n.c"),
            ("*.env", "/project/.env"),
            ("*.env", ".env"),
            ("*.env.*", "/p/.env.local"),
            ("/etc/*", "/etc/"),
            ("/etc/*", "/etc/ssl/key"),
            ("a?c", "abc"),
            ("a?c", "aéc"),
            ("a?c", "a\nc"),
            ("**a**", "a"),
            ("*ab*ab", "abab"),
            ("*aab", "aaaab"),
            ("a.c", "a.c"),
            ("[a]", "[a]"),
            ("ls *", "ls"),
            ("ls *", "ls "),
            ("ls *", "ls -l"),
            ("", ""),
        ] {
            assert!(fits(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("*.env", "/project/.env.local"),
            ("*.env", "/project/.ENV"),
            ("*.env", "/project/.env/"),
            ("/etc/*", "/etc"),
            ("/etc/*", "/x/etc/a"),
            ("a?c", "ac"),
            ("a?c", "abbc"),
            ("a.c", "abc"),
            ("ls *", "lsof"),
            ("ls*", "l"),
            ("", "a"),
            ("*ab*ab", "aab"),
        ] {
            assert!(!fits(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        let (pattern, text) = ("*a".repeat(60) + "b", "a".repeat(20_000));
        assert!(!fits(&pattern, &text));
    }

    #[test]
    fn home_is_where_a_pattern_begins() {
        let home = Some("/home/me");
        for (pattern, expected) in [
            ("~/a", "/home/me/a"),
            ("$HOME/a", "/home/me/a"),
            ("~", "/home/me"),
            ("$HOME", "/home/me"),
            ("~you/a", "~you/a"),
            ("$HOMES/a", "$HOMES/a"),
            ("/a/~/b", "/a/~/b"),
        ] {
            assert_eq!(at_home(pattern, home), expected);
        }
        assert_eq!(at_home("~/a", None), "~/a");
        assert_eq!(at_home("~/a", Some("/")), "/a");
    }
}
