//! A naive version of git's `dir.c` and `wildmatch.c`, with our differences.
//!
//! An unclosed set matches its `[`, unless it is in an exception. The literal prefix of an
//! exception is not compared first.

use readroom_policy::folded;
use readroom_policy::list::{Case, PathKind};

/// Returns the deciding line for a path.
pub fn find<'a>(text: &'a str, path: &str, kind: PathKind, case: Case) -> Option<&'a str> {
    let mut around = None;
    for (end, _) in path.match_indices('/').chain([(path.len(), "")]) {
        let is_directory = end < path.len() || kind == PathKind::Directory;
        let lines = text.lines().rev().map(trimmed);
        let found = lines.filter(|line| !line.starts_with('#'));
        match { found }.find(|line| matches_line(line, &path[..end], is_directory, case)) {
            Some(line) if !line.starts_with('!') => return Some(line),
            found => around = found.or(around),
        }
    }
    around
}

/// Returns whether the literal prefix of a pattern ends inside a name, before a `**`.
pub fn is_glued(line: &str) -> bool {
    let line = line.strip_prefix('!').unwrap_or(line);
    let wildcard = line.find(['*', '?', '[', '\\']).unwrap_or(line.len());
    let (before, after) = line.split_at(wildcard);
    !before.is_empty() && !before.ends_with('/') && after.starts_with("**") && line.contains('/')
}

fn trimmed(line: &str) -> &str {
    let mut end = 0;
    let mut escaped = false;
    for (at, character) in line.char_indices() {
        if character != ' ' || escaped {
            end = at + character.len_utf8();
        }
        escaped = character == '\\' && !escaped;
    }
    &line[..end]
}

fn matches_line(line: &str, path: &str, is_directory: bool, case: Case) -> bool {
    let (line, is_exception) = line.strip_prefix('!').map_or((line, false), |line| (line, true));
    let (line, is_for_directories) =
        line.strip_suffix('/').map_or((line, false), |line| (line, true));
    if is_for_directories && !is_directory {
        return false;
    }
    let path = if case == Case::Insensitive { folded(path).into_owned() } else { path.into() };
    let matching = Wildmatch { is_exception, folds: case == Case::Insensitive };
    if !line.contains('/') {
        let name = path.rsplit('/').next().unwrap();
        return matching.wild(line.as_bytes(), 0, name.as_bytes());
    }
    let line = line.strip_prefix('/').unwrap_or(line).as_bytes();
    let literal = line.iter().position(|byte| b"*?[\\".contains(byte)).unwrap_or(line.len());
    let (literal, rest) = line.split_at(if is_exception { 0 } else { literal });
    let expected = match case {
        Case::Sensitive => literal.to_vec(),
        Case::Insensitive => folded(std::str::from_utf8(literal).unwrap()).as_bytes().to_vec(),
    };
    let Some(path) = path.as_bytes().strip_prefix(&*expected) else { return false };
    matching.wild(rest, 0, path)
}

struct Wildmatch {
    is_exception: bool,
    folds: bool,
}

impl Wildmatch {
    /// Returns whether the pattern at an offset matches the text.
    fn wild(&self, pattern: &[u8], at: usize, text: &[u8]) -> bool {
        let rest = &pattern[at..];
        let Some(&first) = rest.first() else { return text.is_empty() };
        if first == b'*' {
            let stars = rest.iter().take_while(|&&byte| byte == b'*').count();
            let after = &rest[stars..];
            let starts = at == 0 || pattern[at - 1] == b'/';
            let ends = after.is_empty() || after.starts_with(b"/") || after.starts_with(b"\\/");
            let crosses = stars > 1 && starts && ends;
            if crosses && after.starts_with(b"/") && self.wild(pattern, at + stars + 1, text) {
                return true;
            }
            for taken in 0..=text.len() {
                if taken > 0 && text[taken - 1] == b'/' && !crosses {
                    return false;
                }
                if self.wild(pattern, at + stars, &text[taken..]) {
                    return true;
                }
            }
            return false;
        }
        let Some((&byte, text)) = text.split_first() else { return false };
        match first {
            b'?' => byte != b'/' && self.wild(pattern, at + 1, text),
            b'\\' => self.literal(pattern, at + 1, byte, text),
            b'[' => match self.set(&rest[1..], byte) {
                Some((is_member, length)) => {
                    is_member && byte != b'/' && self.wild(pattern, at + 1 + length, text)
                }
                None if self.is_exception => false,
                None => byte == b'[' && self.wild(pattern, at + 1, text),
            },
            _ => self.literal(pattern, at, byte, text),
        }
    }

    /// Compares one character, which folding may have changed.
    fn literal(&self, pattern: &[u8], at: usize, byte: u8, text: &[u8]) -> bool {
        let mut wanted = pattern[at];
        if self.folds && wanted.is_ascii() {
            wanted = wanted.to_ascii_lowercase();
        }
        wanted == byte && self.wild(pattern, at + 1, text)
    }

    /// Returns whether a byte is in a set, and the set's length. `None` if it is unclosed.
    fn set(&self, set: &[u8], byte: u8) -> Option<(bool, usize)> {
        let negated = b"!^".contains(set.first()?);
        let mut at = usize::from(negated);
        let (mut is_member, mut previous) = (false, 0);
        let mut has = |first: u8, last: u8| {
            let upper = byte.to_ascii_uppercase();
            is_member |=
                (first..=last).contains(&byte) || (self.folds && (first..=last).contains(&upper));
        };
        let mut current = *set.get(at)?;
        loop {
            if current == b'\\' {
                at += 1;
                current = *set.get(at)?;
                has(current, current);
            } else if current == b'-'
                && previous != 0
                && set.get(at + 1).is_some_and(|&next| next != b']')
            {
                at += 1;
                current = set[at];
                if current == b'\\' {
                    at += 1;
                    current = *set.get(at)?;
                }
                has(previous, current);
                current = 0;
            } else if current == b'[' && set.get(at + 1) == Some(&b':') {
                let start = at + 2;
                let end = start + set[start..].iter().position(|&byte| byte == b']')?;
                if end > start && set[end - 1] == b':' {
                    match &set[start..end - 1] {
                        b"digit" => has(b'0', b'9'),
                        b"upper" => has(b'A', b'Z'),
                        b"alpha" => {
                            has(b'a', b'z');
                            has(b'A', b'Z');
                        }
                        class => panic!("{class:?}"),
                    }
                    at = end;
                    current = 0;
                } else {
                    has(b'[', b'[');
                }
            } else {
                has(current, current);
            }
            previous = current;
            at += 1;
            current = *set.get(at)?;
            if current == b']' {
                return Some((is_member != negated, at + 1));
            }
        }
    }
}
