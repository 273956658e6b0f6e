//! Matches compiled patterns against paths, like git's `wildmatch.c`.
//!
//! Nothing here recurses or allocates. A pattern takes at most as many steps as the product of its
//! length and that of the path, for all directories in the path together.

use crate::git_pattern::{ANY, END, FLOATING, GLUE, GLUED, NAMES, SET, SET_COUNT, SINGLE, STAR};

/// Returns whether a pattern without [`NAMES`] matches all names of a path, or the last ones if it
/// is floating. The last name is also passed separately.
pub(crate) fn is_match(code: &[u8], flags: u8, path: &[u8], name: &[u8]) -> bool {
    let is_floating = flags & FLOATING != 0;
    if flags & SINGLE != 0 {
        let matches = match code {
            [_, end @ ..] if flags & END != 0 => {
                count_steps(end.len());
                name.ends_with(end)
            }
            code => matches_name(code, name),
        };
        return matches && (is_floating || path.len() == name.len());
    }
    let mut names = path.rsplit(is_slash);
    let mut matches_next = |pattern| names.next().is_some_and(|name| matches_name(pattern, name));
    code.rsplit(is_slash).all(&mut matches_next) && (is_floating || names.next().is_none())
}

/// Reports the length of each prefix of a path that a pattern with [`NAMES`] matches.
pub(crate) fn find_beginnings(
    mut code: &[u8],
    flags: u8,
    path: &[u8],
    mut report: impl FnMut(usize),
) {
    // The start of the next name; past the end of the path after the last one.
    let mut start = 0;
    if flags & GLUED != 0 {
        let mut parts = code.splitn(2, |&byte| byte == GLUE);
        let (literal, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if !path.starts_with(literal) {
            return;
        }
        (code, start) = (rest, literal.len());
    }
    let mut is_anywhere = flags & FLOATING != 0;
    loop {
        let (group, rest) = split_at_names(code);
        let Some(rest) = rest else {
            while start <= path.len() {
                match_names(code, path, start).into_iter().for_each(|next| report(next - 1));
                start = end_of_name(path, start) + 1;
            }
            return;
        };
        // The first position leaves the most names for the rest.
        while let Some(group) = group {
            if let Some(next) = match_names(group, path, start) {
                start = next;
                break;
            }
            start = end_of_name(path, start) + 1;
            if !is_anywhere || start > path.len() {
                return;
            }
        }
        let Some(rest) = rest else {
            while start <= path.len() {
                let end = end_of_name(path, start);
                report(end);
                start = end + 1;
            }
            return;
        };
        (code, is_anywhere) = (rest, true);
    }
}

/// Splits a pattern at its first [`NAMES`]: returns the names before it, if any, and the part after
/// it, if there is one, or `None` in it at its end.
fn split_at_names(code: &[u8]) -> (Option<&[u8]>, Option<Option<&[u8]>>) {
    let mut at = 0_usize;
    for name in code.split(is_slash) {
        if name == [NAMES] {
            let before = at.checked_sub(1).and_then(|end| code.get(..end));
            return (before, Some(code.get(at + 2..)));
        }
        at += name.len() + 1;
    }
    (Some(code), None)
}

/// Returns the start of the name after those that a pattern matches, if it matches the names
/// starting at `start`.
fn match_names(pattern: &[u8], path: &[u8], mut start: usize) -> Option<usize> {
    // Most differ in the first byte.
    if pattern.first().is_some_and(|&byte| byte < GLUE && path.get(start) != Some(&byte)) {
        count_steps(1);
        return None;
    }
    for pattern in pattern.split(is_slash) {
        let end = end_of_name(path, start);
        if !matches_name(pattern, path.get(start..end)?) {
            return None;
        }
        start = end + 1;
    }
    Some(start)
}

fn end_of_name(path: &[u8], start: usize) -> usize {
    let rest = path.get(start..).unwrap_or_default();
    rest.iter().position(is_slash).map_or(path.len(), |length| start + length)
}

fn is_slash(byte: &u8) -> bool {
    *byte == b'/'
}

/// Returns whether the pattern of a name matches it. A star is extended only when the rest does not
/// match, and only the last star is retried.
fn matches_name(mut pattern: &[u8], mut name: &[u8]) -> bool {
    // The pattern after the last star, and the position in the name where it was tried.
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        count_steps(1);
        match (pattern, name) {
            ([], []) => return true,
            ([STAR], _) => return true,
            ([STAR, rest @ ..], _) => {
                let Some(place) = first_candidate(rest, name) else { return false };
                star = Some((rest, place));
                (pattern, name) = (rest, place);
                continue;
            }
            ([SET, count, ranges @ ..], [byte, after @ ..]) => {
                let length = 2 * (usize::from(count - SET_COUNT) + 1);
                let (ranges, rest) = ranges.split_at(length.min(ranges.len()));
                count_steps(length);
                if ranges.as_chunks().0.iter().any(|[first, last]| (first..=last).contains(&byte)) {
                    (pattern, name) = (rest, after);
                    continue;
                }
            }
            ([op, rest @ ..], [byte, after @ ..]) if *op == ANY || op == byte => {
                (pattern, name) = (rest, after);
                continue;
            }
            _ => {}
        }
        let Some((rest, [_, tried @ ..])) = star else { return false };
        let Some(place) = first_candidate(rest, tried) else { return false };
        star = Some((rest, place));
        (pattern, name) = (rest, place);
    }
}

/// Returns the rest of a name, starting at the first position where a pattern may match.
fn first_candidate<'a>(pattern: &[u8], name: &'a [u8]) -> Option<&'a [u8]> {
    match pattern.first() {
        Some(first) if *first < GLUE => {
            let place = name.iter().position(|byte| byte == first)?;
            count_steps(place);
            name.get(place..)
        }
        _ => Some(name),
    }
}

/// Counts the steps of the current thread, in tests.
#[inline]
fn count_steps(_steps: usize) {
    #[cfg(test)]
    STEPS.with(|all| all.set(all.get() + _steps as u64));
}

#[cfg(test)]
thread_local! {
    pub(crate) static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}
