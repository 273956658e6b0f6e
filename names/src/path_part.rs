//! A part of a file, as people, compilers and web sites write it after a path.

/// A part of a file, as written after its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathPart {
    /// Lines.
    Lines {
        /// The first one, counted from 1.
        first: u64,
        /// The last one, if it was written.
        last: Option<u64>,
    },
    /// The name of a definition.
    Definition(String),
    /// A page, sheet, slide or chapter.
    Unit(String),
}

/// Splits a path into the file and the part of it that follows. A file of the whole name takes
/// precedence, and has to be looked for first.
pub fn split_part(path: &str) -> Option<(&str, PathPart)> {
    with_lines(path).or_else(|| with_name(path))
}

/// Splits off lines after a path: `:12`, `:12-40`, `:12:5`, `(12,5)` and `", line 12` as compilers
/// write it, `#L12`, `#L12-L40` or `#L12C5-L40C1` as web sites and editors do.
fn with_lines(path: &str) -> Option<(&str, PathPart)> {
    let named = |file: &str| !file.is_empty() && !file.ends_with('/');
    let in_words = path
        .rsplit_once(" line ")
        .map(|(file, line)| (file.trim_end_matches([',', ' ']).trim_matches('"'), line));
    let in_parentheses = || path.strip_suffix(')')?.rsplit_once('(');
    if let Some((file, place)) = in_words.or_else(in_parentheses)
        && let Some(first) = fragment_line(place).filter(|_| named(file))
    {
        return Some((file, PathPart::Lines { first, last: None }));
    }
    if let Some((file, fragment)) = path.rsplit_once('#')
        && named(file)
    {
        let mut ends = fragment.splitn(2, '-').map(fragment_line);
        let first = ends.next()??;
        let last = match ends.next() {
            None => None,
            Some(last) => Some(last?),
        };
        return Some((file, PathPart::Lines { first, last }));
    }
    let (before, after) = path.rsplit_once(':')?;
    let (file, first, last) = if let Some((first, last)) = after.split_once('-') {
        let last = Some(last).filter(|last| !last.is_empty());
        let last = match last.map(fragment_line) {
            None => None,
            Some(last) => Some(last?),
        };
        (before, fragment_line(first)?, last)
    } else {
        let number = fragment_line(after)?;
        match before.rsplit_once(':').and_then(|(file, first)| Some((file, line(first)?))) {
            Some((file, first)) => (file, first, None),
            None => (before, number, None),
        }
    };
    named(file).then_some((file, PathPart::Lines { first, last }))
}

/// Splits off a name after a path: `#run`, `#Walk::next`, `::test_a` as test runners write it, and
/// `#page=3` of a document. After one colon, Windows names a stream.
fn with_name(path: &str) -> Option<(&str, PathPart)> {
    let is_file = |file: &str| file.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let split = |separator| path.split_once(separator).filter(|(file, _)| is_file(file));
    // `::$DATA` is the content of a file on Windows.
    let of_test = || split("::").filter(|(_, name)| !name.starts_with('$'));
    let (file, name) = split("#").or_else(of_test).filter(|(_, name)| !name.is_empty())?;
    let part = match name.split_once('=') {
        // A number alone would begin there, and not end.
        Some(("page" | "sheet" | "slide" | "chapter", unit)) => {
            let is_number = unit.bytes().all(|byte| byte.is_ascii_digit());
            PathPart::Unit(if is_number { format!("{unit}-{unit}") } else { unit.into() })
        }
        _ => PathPart::Definition(name.into()),
    };
    Some((file, part))
}

/// Parses a line of a fragment: `12`, `L12`, `L12C5` or `L12,5`.
fn fragment_line(text: &str) -> Option<u64> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let digits = text.split_once(['C', 'c', ',']).map_or(text, |(line, _)| line);
    line(digits)
}

/// Parses a line number, from 1.
fn line(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.len() <= 10 && !digits.starts_with('0');
    let digits = Some(digits).filter(|_| plain)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
