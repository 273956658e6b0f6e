//! Finds the headers that a line is under, as in [`super::block`].

use super::heading::Heading;
use super::indentation::{Line, Lines};
use super::nesting::{Nesting, Placement};
use super::role::Shape;
use crate::line_number::LineNumber;

/// Finds the headers that a line is under.
#[derive(Debug)]
pub struct HeaderFinder {
    lines: Lines,
    search: Search,
}

#[derive(Debug)]
struct Search {
    line: LineNumber,
    nesting: Nesting<Heading>,
    found: Option<Vec<Heading>>,
}

impl HeaderFinder {
    /// Returns a finder for the headers around a line.
    pub fn new(line: LineNumber) -> Self {
        let search = Search { line, nesting: Nesting::new(), found: None };
        Self { lines: Lines::new(), search }
    }

    /// Takes the next piece of the text.
    pub fn push(&mut self, piece: &str) {
        if !self.is_done() {
            self.lines.push(piece, |line| self.search.add(&line));
        }
    }

    /// Returns whether the rest of the file cannot change the answer.
    pub fn is_done(&self) -> bool {
        self.search.found.is_some()
    }

    /// Returns the headers, outermost first: the innermost [`super::MAX_HEADERS`]. None if the text
    /// ended before a line that is not blank.
    pub fn finish(self) -> Vec<Heading> {
        let Self { lines, mut search } = self;
        lines.finish(|line| search.add(&line));
        search.found.unwrap_or_default()
    }
}

impl Search {
    fn add(&mut self, line: &Line<'_>) {
        if self.found.is_some() {
            return;
        }
        if line.indentation.is_none() {
            self.nesting.skip();
            return;
        }
        let shape = Shape::of(line);
        let placement = self.nesting.placement(line, shape);
        if line.number >= self.line {
            let around = match placement {
                Placement::Begins(at, _) | Placement::Heads(at) => at,
                // The line that closes or continues a block is under its header.
                Placement::Joins(at) => at + 1,
                Placement::Inside | Placement::TooDeep => self.nesting.open().len(),
            };
            self.found = Some(self.nesting.headings(around));
            return;
        }
        self.nesting.add_remembering(line, shape, placement);
    }
}

#[cfg(test)]
mod tests {
    use super::HeaderFinder;
    use crate::line_number::LineNumber;

    const TEXT: &str = "\
impl Point {
    /// The length.
    fn length(
        &self,
    ) -> f64 {
        if self.x > 0 {

            one();
        } else {
            two();
        }
        three();
    }
}

fn main() {
    four();
}
";

    fn headers(line: u64) -> Vec<u64> {
        let mut finder = HeaderFinder::new(LineNumber::FIRST.after(line - 1));
        for piece in TEXT.as_bytes().chunks(7) {
            finder.push(std::str::from_utf8(piece).unwrap());
        }
        finder.finish().iter().map(|header| header.line.get()).collect()
    }

    #[test]
    fn a_line_is_under_the_headers_around_it() {
        for (line, expected) in [
            (1, &[][..]),
            (2, &[1]),
            (3, &[1]),
            (4, &[1, 3]),
            (6, &[1, 3]),
            (7, &[1, 3, 6]),
            (8, &[1, 3, 6]),
            (10, &[1, 3, 6]),
            (11, &[1, 3, 6]),
            (12, &[1, 3]),
            (13, &[1, 3]),
            (14, &[1]),
            (15, &[]),
            (17, &[16]),
            (99, &[]),
        ] {
            assert_eq!(headers(line), expected, "{line}");
        }
    }
}
