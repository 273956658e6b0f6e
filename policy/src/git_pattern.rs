//! Translates patterns of `.gitignore` into the syntax of the matcher.
//!
//! Both agree on most patterns. They differ in braces, which git does not know; in sets of
//! characters, where git knows classes and `\`; and in three or more `*` in a row, which git takes
//! for two. The reference is git's `wildmatch.c`.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// Translates a line into patterns that together match what git matches.
///
/// # Errors
///
/// Returns why git knows no such pattern.
pub(crate) fn translated(line: &str) -> Result<Vec<String>, String> {
    let line = without_trailing_spaces(line);
    // A slash at the end is no part of the pattern: it means a directory.
    let directory = line.strip_suffix('/').filter(|pattern| !pattern.ends_with('\\'));
    let (pattern, slash) = directory.map_or((line, ""), |pattern| (pattern, "/"));
    let mut patterns = Vec::new();
    let mut last = Cow::Borrowed(pattern);
    while let Some((before, after)) = stars_in_name(&last) {
        // With a slash in it, it is matched from the root on.
        let root = if before.starts_with('/') { "" } else { "/" };
        patterns.push(matched(&format!("{root}{before}*/**/{after}{slash}"))?);
        last = Cow::Owned(format!("{root}{before}{after}"));
    }
    patterns.push(matched(&format!("{last}{slash}"))?);
    Ok(patterns)
}

/// Returns a line without the spaces at its end that no `\` escapes. Other blanks stay.
fn without_trailing_spaces(line: &str) -> &str {
    let (mut end, mut is_escaped) = (0, false);
    for (at, character) in line.char_indices() {
        if character != ' ' || is_escaped {
            end = at + character.len_utf8();
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    line.get(..end).unwrap_or(line)
}

/// Splits a pattern whose first wildcard is a `**/` that begins in a name, at these.
///
/// Git compares what is before the first wildcard by itself, and takes `**/` after it for one at
/// the start: `a**/b` matches `ab` and `a/x/b`. An exception is better too narrow.
fn stars_in_name(pattern: &str) -> Option<(&str, &str)> {
    let (before, wild) = pattern.split_at_checked(pattern.find(['*', '?', '[', '\\'])?)?;
    let after = wild.strip_prefix("**")?.trim_start_matches('*').strip_prefix('/')?;
    let is_in_name = !before.is_empty() && !before.ends_with('/') && !before.starts_with('!');
    is_in_name.then_some((before, after))
}

/// Translates a line into the pattern that matches what it says.
fn matched(line: &str) -> Result<String, String> {
    let mut out = String::with_capacity(line.len());
    let mut rest = line.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' => {
                out.push('\\');
                out.push(rest.next().ok_or("a `\\` at the end escapes nothing")?);
            }
            '{' | '}' => out.extend(['\\', character]),
            '*' => {
                let mut stars = 1;
                while rest.next_if_eq(&'*').is_some() {
                    stars += 1;
                }
                out.push_str(if stars == 1 { "*" } else { "**" });
            }
            '[' => {
                let mut after = rest.clone();
                match Set::parse(&mut after)? {
                    Some(set) => {
                        set.write(&mut out);
                        rest = after;
                    }
                    // Git matches nothing by an unclosed set. An exception must not match more than
                    // in git; any other pattern matches the `[` itself.
                    None if line.starts_with('!') => {
                        return Err("a `[` without its `]` matches nothing".into());
                    }
                    None => out.push_str("\\["),
                }
            }
            character => out.push(character),
        }
    }
    // The matcher would leave out a tab at the end, and an exception would match more.
    if let Some(blank) = out.chars().next_back().filter(|last| last.is_whitespace() && *last != ' ')
    {
        out.truncate(out.len() - blank.len_utf8());
        out.truncate(out.strip_suffix('\\').map_or(out.len(), str::len));
        out.extend(['[', blank, ']']);
    }
    Ok(out)
}

/// A set of characters, such as `[a-c]`.
#[derive(Default)]
struct Set {
    is_negated: bool,
    ranges: Vec<(char, char)>,
}

impl Set {
    /// Parses a set after its `[`, and consumes its `]`. Returns `None` if it has no end.
    fn parse(text: &mut Peekable<Chars<'_>>) -> Result<Option<Self>, String> {
        let mut set =
            Self { is_negated: text.next_if(|c| "!^".contains(*c)).is_some(), ..Self::default() };
        // The last character, which a range can start from.
        let mut start = None;
        let mut is_first = true;
        loop {
            let Some(character) = text.next() else { return Ok(None) };
            if character == ']' && !is_first {
                return Ok(Some(set));
            }
            is_first = false;
            let is_range = character == '-' && text.peek().is_some_and(|&next| next != ']');
            match (character, start) {
                ('-', Some(first)) if is_range => {
                    let Some(last) = literal(text.next(), text) else { return Ok(None) };
                    // A range backwards has its start alone.
                    if let Some(start) = set.ranges.last_mut()
                        && first <= last
                    {
                        start.1 = last;
                    }
                    start = None;
                }
                ('[', _) if text.peek() == Some(&':') => {
                    let mut after = text.clone();
                    after.next();
                    let name: String = after.by_ref().take_while(|&letter| letter != ']').collect();
                    match name.strip_suffix(':') {
                        Some(name) => {
                            set.ranges.extend(
                                class(name)
                                    .ok_or_else(|| format!("there is no class `[:{name}:]`"))?,
                            );
                            *text = after;
                            start = None;
                        }
                        None => {
                            set.ranges.push(('[', '['));
                            start = Some('[');
                        }
                    }
                }
                (character, _) => {
                    let Some(member) = literal(Some(character), text) else { return Ok(None) };
                    set.ranges.push((member, member));
                    start = Some(member);
                }
            }
        }
    }

    /// Writes the set in a form that both git and the matcher read in the same way.
    fn write(mut self, out: &mut String) {
        // These have a meaning in some places of a set, so ranges neither begin nor end with them.
        const SPECIAL: [char; 5] = [']', '-', '!', '^', '['];
        let is_member = |&special: &char| {
            self.ranges.iter().any(|&(first, last)| (first..=last).contains(&special))
        };
        let special: Vec<char> = SPECIAL.into_iter().filter(is_member).collect();
        let has = |character| special.contains(&character);
        for range in &mut self.ranges {
            while range.0 <= range.1 && SPECIAL.contains(&range.0) {
                range.0 = char::from_u32(range.0 as u32 + 1).unwrap_or(char::MAX);
            }
            while range.0 <= range.1 && SPECIAL.contains(&range.1) {
                range.1 = char::from_u32(range.1 as u32 - 1).unwrap_or('\0');
            }
        }
        out.push('[');
        if self.is_negated {
            out.push('!');
        }
        if has(']') {
            out.push(']');
        } else {
            // No name has this character; the next one may be a `!` or a `^`.
            out.push('\0');
        }
        for (first, last) in self.ranges.into_iter().filter(|(first, last)| first <= last) {
            out.push(first);
            if first < last {
                out.extend(['-', last]);
            }
        }
        out.extend(['!', '^', '[', '-'].into_iter().filter(|&character| has(character)));
        out.push(']');
    }
}

/// Returns a character of a set, or the one that it escapes.
fn literal(character: Option<char>, text: &mut Peekable<Chars<'_>>) -> Option<char> {
    if character == Some('\\') { text.next() } else { character }
}

/// Returns the characters of a class by its name, in ASCII.
fn class(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::translated;

    #[test]
    fn what_both_read_alike_stays() {
        for line in ["a.txt", "/sub/*.md", "**/a", "a?c", "\\#a", "!b", "été", "a\\ "] {
            assert_eq!(translated(line), Ok(vec![line.to_string()]));
        }
    }

    #[test]
    fn the_rest_is_written_as_the_matcher_reads_it() {
        for (line, expected) in [
            ("{a,b}", "\\{a,b\\}"),
            ("***/b", "**/b"),
            ("a****b", "a**b"),
            ("[a-c]", "[\0a-c]"),
            ("[!a-c]", "[!\0a-c]"),
            ("[^a]", "[!\0a]"),
            ("[]a]", "[]a]"),
            ("[a\\]]", "[]a]"),
            ("[b-a]", "[\0b]"),
            ("[a-]", "[\0a-]"),
            ("[a-c-e]", "[\0a-ce-]"),
            ("[a!]", "[\0a!]"),
            ("[{]", "[\0{]"),
            ("[[:digit:]]", "[\u{0}0-9]"),
            ("[[:upper:]_]", "[\0A-Z_]"),
            ("[[:x]", "[\0:x[]"),
            ("[+--]", "[\0+-,-]"),
            ("[a{b", "\\[a\\{b"),
        ] {
            assert_eq!(translated(line), Ok(vec![expected.to_string()]), "{line}");
        }
    }

    #[test]
    fn two_stars_after_literals_are_read_as_git_reads_them() {
        let both = Ok(vec!["/a*/**/b".to_string(), "/ab".to_string()]);
        assert_eq!(translated("a**/b"), both);
        assert_eq!(translated("a***/b"), both);
        for line in ["!a**/b", "a/**/b", "/**/b", "a**b", "*a**/b"] {
            assert_eq!(translated(line).map(|patterns| patterns.len()), Ok(1), "{line}");
        }
    }

    #[test]
    fn what_git_does_not_know_is_an_error() {
        assert_eq!(translated("b\\").unwrap_err(), "a `\\` at the end escapes nothing");
        assert_eq!(translated("[[:secret:]]").unwrap_err(), "there is no class `[:secret:]`");
        assert_eq!(translated("!a[b").unwrap_err(), "a `[` without its `]` matches nothing");
    }
}
