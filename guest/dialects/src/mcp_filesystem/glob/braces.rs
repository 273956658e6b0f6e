//! Braces in globs: alternatives such as `{a,b}`, and sequences such as `{1..3}`.

/// The maximum number of patterns in an expansion.
const MAX_PATTERNS: usize = 1000;

/// The maximum number of groups, nested or in sequence.
const MAX_DEPTH: usize = 50;

/// Expands a pattern. `None` if there are too many results.
pub(super) fn expand(pattern: &str) -> Option<Vec<String>> {
    // As in bash, `{}` at the beginning is text.
    let rest = pattern.strip_prefix("{}").unwrap_or(pattern);
    let before = pattern.strip_suffix(rest)?;
    let patterns = expand_within(rest, 0)?;
    Some(patterns.into_iter().map(|end| [before, &*end].concat()).collect())
}

fn expand_within(pattern: &str, depth: usize) -> Option<Vec<String>> {
    let Some(Group { before, members, after }) = first_group(pattern) else {
        return Some(vec![pattern.into()]);
    };
    if depth > MAX_DEPTH {
        return None;
    }
    let ends = expand_within(after, depth + 1)?;
    let mut patterns = Vec::new();
    for member in &members {
        for member in expand_within(member, depth + 1)? {
            patterns.extend(ends.iter().map(|end| [before, &*member, end].concat()));
            if patterns.len() > MAX_PATTERNS {
                return None;
            }
        }
    }
    Some(patterns)
}

/// A group in a pattern.
struct Group<'p> {
    before: &'p str,
    members: Vec<String>,
    after: &'p str,
}

/// Finds the first group. `{a}` is literal, and so is a brace after a `$`.
fn first_group(pattern: &str) -> Option<Group<'_>> {
    let mut last = '\0';
    for (open, character) in pattern.char_indices() {
        let is_open = character == '{' && !matches!(last, '$' | '\\');
        last = if last == '\\' { '\0' } else { character };
        if is_open && let Some((members, length)) = members(pattern.get(open + 1..)?) {
            let (before, after) = (pattern.get(..open)?, pattern.get(open + 1 + length..)?);
            return Some(Group { before, members, after });
        }
    }
    None
}

/// Returns the members of a group after its opening brace, and their length including the closing
/// one.
fn members(text: &str) -> Option<(Vec<String>, usize)> {
    let (mut members, mut start, mut depth, mut is_escaped) = (Vec::new(), 0, 0, false);
    for (at, character) in text.char_indices() {
        let is_text = is_escaped;
        is_escaped = character == '\\' && !is_text;
        match character {
            _ if is_text => {}
            '{' => depth += 1,
            ',' if depth == 0 => {
                members.push(text.get(start..at)?.to_string());
                start = at + 1;
            }
            '}' if depth > 0 => depth -= 1,
            // A brace that closes neither a list nor a sequence is text.
            '}' if members.is_empty() => {
                if let Some(sequence) = sequence(text.get(start..at)?) {
                    return Some((sequence, at + 1));
                }
            }
            '}' => {
                members.push(text.get(start..at)?.to_string());
                return Some((members, at + 1));
            }
            _ => {}
        }
    }
    None
}

/// Returns the members of a sequence such as `1..9..2` or `a..e`, up to the maximum.
fn sequence(body: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = body.split("..").collect();
    let (first, last, step) = match *parts.as_slice() {
        [first, last] => (first, last, 1),
        [first, last, step] => (first, last, step.parse::<i64>().ok()?.saturating_abs().max(1)),
        _ => return None,
    };
    let letter = |text: &str| match *text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.into()),
        _ => None,
    };
    let letters = letter(first).zip(letter(last));
    let (from, to): (i64, i64) = match letters {
        Some(letters) => letters,
        None => (first.parse().ok()?, last.parse().ok()?),
    };
    let is_padded = |text: &&str| {
        let digits = text.trim_start_matches('-');
        digits.len() > 1 && digits.starts_with('0')
    };
    let width = if parts.iter().any(is_padded) { first.len().max(last.len()) } else { 0 };
    let step = if from > to { -step } else { step };
    let value = |value: &i64| match (letters, u8::try_from(*value)) {
        // Between the two cases of letters.
        (Some(_), Ok(b'\\')) => String::new(),
        (Some(_), Ok(letter)) => char::from(letter).to_string(),
        _ => format!("{value:0width$}"),
    };
    let values = std::iter::successors(Some(from), |value| value.checked_add(step));
    let is_in = |value: &i64| if from > to { *value >= to } else { *value <= to };
    Some(values.take_while(is_in).take(MAX_PATTERNS + 1).map(|each| value(&each)).collect())
}
