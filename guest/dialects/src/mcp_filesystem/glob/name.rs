//! The expression for a name of a glob, without `!(…)`.

use readroom_search::{LetterCase, LineEnds, Matcher, Pattern, PatternSyntax};

/// The expression of each POSIX class.
const CLASSES: [(&str, &str); 14] = [
    ("[:alnum:]", r"\p{L}\p{Nl}\p{Nd}"),
    ("[:alpha:]", r"\p{L}\p{Nl}"),
    ("[:ascii:]", r"\x00-\x7f"),
    ("[:blank:]", r"\p{Zs}\t"),
    ("[:cntrl:]", r"\p{Cc}"),
    ("[:digit:]", r"\p{Nd}"),
    ("[:graph:]", r"[^\p{Z}\p{C}]"),
    ("[:lower:]", r"\p{Ll}"),
    // Those that cannot be printed, as in the release.
    ("[:print:]", r"\p{C}"),
    ("[:punct:]", r"\p{P}"),
    ("[:space:]", r"\p{Z}\t\r\n\v\f"),
    ("[:upper:]", r"\p{Lu}"),
    ("[:word:]", r"\p{L}\p{Nl}\p{Nd}\p{Pc}"),
    ("[:xdigit:]", "A-Fa-f0-9"),
];

/// Compiles an expression for a whole text.
pub(super) fn whole(expression: &str) -> Option<Matcher> {
    let pattern = Pattern {
        text: &format!(r"\A(?:{expression})\z"),
        syntax: PatternSyntax::Regex,
        case: LetterCase::Sensitive,
        words: false,
    };
    Matcher::new(&pattern, LineEnds::Lf).ok()
}

pub(super) fn is_whole(matcher: &Matcher, text: &str) -> bool {
    !matcher.find_all(text.as_bytes(), 1).is_empty()
}

/// Returns the expression for a part between slashes.
pub(super) fn of_name(part: &str) -> Option<String> {
    // Text after only stars, or only question marks, is literal.
    for mark in ['*', '?'] {
        let text = part.trim_start_matches(mark);
        let count = part.len() - text.len();
        if count > 0 && !text.contains(['+', '@', '!', '?', '*', '[', '(']) {
            let names = if mark == '*' { "[^/]*".into() } else { "[^/]".repeat(count) };
            return Some(text.chars().fold(names, |names, each| names + &escaped(each)));
        }
    }
    let mut expression = String::new();
    // The end of each group.
    let mut groups = Vec::new();
    let mut rest = part;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..)?;
        let group = rest.strip_prefix('(').filter(|inside| inside.contains(')'));
        match (character, group) {
            ('!', Some(_)) => return None,
            ('@' | '?' | '+' | '*', Some(inside)) => {
                expression.push_str("(?:");
                groups.push(if character == '@' { String::new() } else { character.into() });
                rest = inside;
            }
            ('*', None) => expression.push_str("[^/]*"),
            ('?', None) => expression.push_str("[^/]"),
            ('|', _) if !groups.is_empty() => expression.push('|'),
            (')', _) if let Some(end) = groups.pop() => expression.extend([")", &*end]),
            ('[', _) if let Some((class, length)) = class(rest) => {
                expression.push_str(&class);
                rest = rest.get(length..)?;
            }
            ('\\', _) if let Some(next) = rest.chars().next() => {
                expression.push_str(&escaped(next));
                rest = rest.get(next.len_utf8()..)?;
            }
            _ => expression.push_str(&escaped(character)),
        }
    }
    groups.is_empty().then_some(expression)
}

/// Returns the expression of a class after its opening bracket, and its length including the
/// closing one. `None` if there is none.
fn class(text: &str) -> Option<(String, usize)> {
    let is_negated = text.starts_with(['!', '^']);
    let start = text.get(usize::from(is_negated)..)?;
    let (mut members, mut rest) = (String::new(), start);
    while rest.len() == start.len() || !rest.starts_with(']') {
        if let Some((name, class)) = CLASSES.iter().find(|(name, _)| rest.starts_with(name)) {
            members.push_str(class);
            rest = rest.get(name.len()..)?;
            continue;
        }
        let first = member(&mut rest)?;
        let range = rest.strip_prefix('-').filter(|last| !last.starts_with(']'));
        let mut after = range.unwrap_or(rest);
        let last = if range.is_some() { member(&mut after)? } else { first };
        rest = after;
        if first <= last {
            members.extend([&*escaped(first), "-", &*escaped(last)]);
        }
    }
    let class = match (members.is_empty(), is_negated) {
        (true, _) => "[a&&b]".into(),
        (false, true) => format!("[^/{members}]"),
        (false, false) => format!("[{members}]"),
    };
    Some((class, text.len() - rest.len() + 1))
}

/// Takes a character of a class.
fn member(text: &mut &str) -> Option<char> {
    let plain = text.strip_prefix('\\').filter(|rest| !rest.is_empty()).unwrap_or(text);
    let character = plain.chars().next()?;
    *text = plain.get(character.len_utf8()..)?;
    Some(character)
}

/// Escapes a character for an expression.
fn escaped(character: char) -> String {
    match character.is_ascii_alphanumeric() {
        true => character.into(),
        false => format!("\\x{{{:x}}}", u32::from(character)),
    }
}
