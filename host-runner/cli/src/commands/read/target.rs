//! The files of a command line: paths, optionally followed by a part of the file, as in
//! `src/main.rs:12-40`, `src/main.rs#run` or `report.pdf#page=3`.

use readroom::internal::{PathPart, split_part};
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
        let Some(target) = Self::with_part(path) else { return whole };
        match room.stat(path) {
            Err(Error::Read(error))
                if error.code == ErrorCode::NotFound
                    && error.suggestions.first().is_some_and(|found| found == target.path) =>
            {
                target
            }
            _ => whole,
        }
    }

    fn with_part(path: &'a str) -> Option<Self> {
        let (path, part) = split_part(path)?;
        let (start, lines) = match part {
            PathPart::Lines { first, last } => {
                let lines = match last {
                    None => None,
                    Some(last) => Some(last.checked_sub(first)?.saturating_add(1)),
                };
                (Start::Line(first.try_into().ok()?), lines)
            }
            PathPart::Definition(name) => (Start::Definition(name), None),
            PathPart::Unit(unit) => (Start::Unit(unit), None),
        };
        let lines = lines.map(|lines| lines.try_into().unwrap_or(u32::MAX));
        Some(Self { path, start: Some(start), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::Target;
    use readroom::Start;

    #[test]
    fn a_part_may_follow_a_path() {
        let line = |path, line, lines| Some((path, Start::Line(line), lines));
        for (path, expected) in [
            ("a.rs", None),
            ("a.rs:12", line("a.rs", 12, None)),
            ("a.rs:12-40", line("a.rs", 12, Some(29))),
            ("a.rs:9-3", None),
            ("a.py#Cart.add", Some(("a.py", Start::Definition("Cart.add".into()), None))),
            ("a.pdf#page=3", Some(("a.pdf", Start::Unit("3-3".into()), None))),
        ] {
            let target = Target::with_part(path);
            let target = target.map(|Target { path, start, lines }| Some((path, start?, lines)));
            assert_eq!(target.flatten(), expected, "{path}");
        }
    }
}
