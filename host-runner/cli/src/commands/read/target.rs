//! The files of a command line: paths, optionally followed by a part of the file, as in
//! `src/main.rs:12-40`, `src/main.rs#run` or `report.pdf#page=3`.

use readroom::{Error, ErrorCode, Room, Start};

/// A file to read, and which lines of it.
pub(super) struct Target<'a> {
    pub(super) path: &'a str,
    pub(super) start: Option<Start>,
    pub(super) lines: Option<u32>,
}

impl<'a> Target<'a> {
    /// Returns the file at a path, and the part that follows it. A file whose name is the whole
    /// argument takes precedence.
    pub(super) fn of(room: &Room, path: &'a str) -> Self {
        let whole = Self { path, start: None, lines: None };
        let lines = with_lines(path).map(|(file, first, lines)| (file, Start::Line(first), lines));
        let part = lines.or_else(|| with_name(path).map(|(file, start)| (file, start, None)));
        let Some((file, start, lines)) = part else { return whole };
        match room.stat(path) {
            Err(Error::Read(error))
                if error.code == ErrorCode::NotFound
                    && error.suggestions.first().is_some_and(|found| found == file) =>
            {
                Self { path: file, start: Some(start), lines }
            }
            _ => whole,
        }
    }
}

/// Splits a path with lines into the file, the first line and the number of lines: `a.rs:12-40`,
/// `a.rs:12`, `a.rs:12:5` as compilers write it, `a.rs#L12` or `a.rs#L12-L40`.
fn with_lines(path: &str) -> Option<(&str, u32, Option<u32>)> {
    let line = |digits: &str| digits.parse::<u32>().ok().filter(|line| *line > 0);
    let (file, first, last) = if let Some((file, fragment)) = path.rsplit_once('#') {
        let number = |text: &str| line(text.strip_prefix('L')?);
        match fragment.split_once('-') {
            Some((first, last)) => {
                (file, number(first)?, Some(line(last.strip_prefix('L').unwrap_or(last))?))
            }
            None => (file, number(fragment)?, None),
        }
    } else {
        let (before, after) = path.rsplit_once(':')?;
        match after.split_once('-') {
            Some((first, last)) => (before, line(first)?, Some(line(last)?)),
            None => match before.rsplit_once(':') {
                Some((file, first)) if line(first).is_some() => (file, line(first)?, None),
                _ => (before, line(after)?, None),
            },
        }
    };
    let lines = match last {
        None => None,
        Some(last) => Some(last.checked_sub(first)?.saturating_add(1)),
    };
    (!file.is_empty()).then_some((file, first, lines))
}

/// Splits a path with the name of a definition, or a part of a document: `a.rs#Walk::next`,
/// `a.pdf#page=3`, `a.xlsx#sheet=Costs`.
fn with_name(path: &str) -> Option<(&str, Start)> {
    let (file, name) = path.split_once('#')?;
    let start = match name.split_once('=') {
        Some(("page" | "sheet" | "slide" | "chapter", unit)) => match unit.parse::<u32>() {
            // A number alone would begin there, and not end.
            Ok(number) => Start::Unit(format!("{number}-{number}")),
            Err(_) => Start::Unit(unit.into()),
        },
        _ => Start::Definition(name.into()),
    };
    (!file.is_empty() && !name.is_empty()).then_some((file, start))
}

#[cfg(test)]
mod tests {
    use super::{with_lines, with_name};
    use readroom::Start;

    #[test]
    fn a_name_may_follow_a_path() {
        for (path, expected) in [
            ("a.rs", None),
            ("a.rs#", None),
            ("#run", None),
            ("a.py#Cart.add", Some(("a.py", Start::Definition("Cart.add".into())))),
            ("a.pdf#page=3", Some(("a.pdf", Start::Unit("3-3".into())))),
            ("a.xlsx#sheet=Costs", Some(("a.xlsx", Start::Unit("Costs".into())))),
        ] {
            assert_eq!(with_name(path), expected, "{path}");
        }
    }

    #[test]
    fn lines_may_follow_a_path() {
        for (path, expected) in [
            ("a.rs", None),
            ("a.rs:12", Some(("a.rs", 12, None))),
            ("a.rs:12-40", Some(("a.rs", 12, Some(29)))),
            ("a.rs:12:5", Some(("a.rs", 12, None))),
            ("a:b:7", Some(("a:b", 7, None))),
            ("a.rs#L12", Some(("a.rs", 12, None))),
            ("a.rs#L12-L40", Some(("a.rs", 12, Some(29)))),
            ("a.rs:0", None),
            ("a.rs:9-3", None),
            ("a.rs:", None),
            ("a.rs#part", None),
            (":5", None),
        ] {
            assert_eq!(with_lines(path), expected, "{path}");
        }
    }
}
