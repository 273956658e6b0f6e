//! Other spellings of a path, as models write them, by its text alone.
//!
//! Nothing is looked at here: which of the spellings exists is decided where they are tried, and
//! only after the path as it stands was not found.

use readroom_names::{PathPart, split_part};

/// The maximum number of spellings of one path.
const MAX_FORMS: usize = 24;

/// Another spelling of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) path: String,
    pub(crate) part: Option<PathPart>,
    /// Whether only marks around the path were taken off, so that nothing is guessed.
    pub(crate) is_certain: bool,
}

/// Returns the other spellings of a path, the nearest first.
pub(crate) fn forms(path: &str) -> Vec<Form> {
    let mut forms = vec![Form { path: path.into(), part: None, is_certain: true }];
    let mut at = 0;
    while let Some(Form { path, part, is_certain }) = forms.get(at).cloned() {
        at += 1;
        let mut add_part = |path: &str, part: &Option<PathPart>, is_certain: bool| {
            let is_known = forms.iter().any(|form| form.path == path && form.part == *part);
            if !path.is_empty() && !is_known && forms.len() < MAX_FORMS {
                forms.push(Form { path: path.into(), part: part.clone(), is_certain });
            }
        };
        if part.is_none()
            && let Some((file, part)) = split_part(&path)
        {
            add_part(file, &Some(part), is_certain);
        }
        let mut add = |path: &str, is_certain: bool| add_part(path, &part, is_certain);
        for bare in [unquoted(&path), path.strip_prefix('@'), Some(path.trim())] {
            bare.into_iter().for_each(|bare| add(bare, is_certain));
        }
        for uri in [file_uri(&path), link_target(&path)].into_iter().flatten() {
            percent_decoded(uri).into_iter().for_each(|path| add(&path, is_certain));
            add(uri, is_certain);
        }
        // From here on the spelling is a guess.
        for prefix in ["a/", "b/"] {
            path.strip_prefix(prefix).into_iter().for_each(|path| add(path, false));
        }
        let around = |mark: char| is_quote(mark) || mark.is_whitespace();
        add(path.trim_matches(around).trim_end_matches([',', ';', '.', ')']), false);
        percent_decoded(&path).into_iter().for_each(|path| add(&path, false));
        if path.contains('\\') {
            add(&path.replace('\\', "/"), false);
        }
        without_drive(&path).into_iter().for_each(|path| add(path, false));
    }
    forms.remove(0);
    // A certain spelling is never worse than a guess.
    let (mut ordered, guesses): (Vec<_>, Vec<_>) =
        forms.into_iter().partition(|form| form.is_certain);
    ordered.extend(guesses);
    ordered
}

fn is_quote(mark: char) -> bool {
    matches!(mark, '"' | '\'' | '`' | '<' | '>' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}')
}

/// Returns what is in a pair of quotes or angle brackets.
fn unquoted(path: &str) -> Option<&str> {
    let pairs = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('<', '>'),
        ('\u{201c}', '\u{201d}'),
        ('\u{2018}', '\u{2019}'),
    ];
    pairs.into_iter().find_map(|(open, close)| path.strip_prefix(open)?.strip_suffix(close))
}

/// Returns the path of a `file:` URI.
fn file_uri(uri: &str) -> Option<&str> {
    let scheme = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"))?;
    let rest = uri.strip_prefix(scheme)?;
    let path = match rest.strip_prefix("//") {
        None => rest,
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
    };
    // `file:///C:/a` names `C:/a`.
    Some(path.strip_prefix('/').filter(|path| without_drive(path).is_some()).unwrap_or(path))
}

/// Returns the target of a link in Markdown, without its title.
fn link_target(path: &str) -> Option<&str> {
    let link = path.strip_prefix('!').unwrap_or(path).strip_prefix('[')?.strip_suffix(')')?;
    let (_, target) = link.split_once("](")?;
    let target = target.split_once(" \"").map_or(target, |(target, _)| target).trim();
    Some(target.strip_prefix('<').and_then(|target| target.strip_suffix('>')).unwrap_or(target))
}

/// Returns a path without the letter of a drive of Windows.
fn without_drive(path: &str) -> Option<&str> {
    let rest = path.strip_prefix(|letter: char| letter.is_ascii_alphabetic())?.strip_prefix(':')?;
    rest.starts_with(['/', '\\']).then_some(rest)
}

/// Decodes a path as a URI has it. `None` if nothing is encoded, or it is not Unicode.
fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
        let byte = (*first == b'%').then(|| Some(digit(0)? * 16 + digit(1)?)).flatten();
        let byte = byte.and_then(|byte| u8::try_from(byte).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    let decoded = String::from_utf8(bytes).ok()?;
    (decoded != path && !decoded.contains('\0')).then_some(decoded)
}

/// Returns the ends of a path that may be a path themselves, the longest first: a path that was
/// written for another machine, or from another directory, often ends right.
pub(crate) fn ends(path: &str) -> Vec<String> {
    /// The maximum number of ends, counted from the last name.
    const MAX_ENDS: usize = 12;
    let names: Vec<&str> = path.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
    let begin = names.iter().rposition(|name| *name == "..").map_or(0, |at| at + 1);
    let begin = begin.max(names.len().saturating_sub(MAX_ENDS));
    (begin..names.len()).filter_map(|at| Some(names.get(at..)?.join("/"))).collect()
}

#[cfg(test)]
mod tests;
