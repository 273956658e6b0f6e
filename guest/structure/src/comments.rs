//! Moves comments that stand left of a body into it, where their indentation means nothing, and
//! marks the lines that are in a comment or a string of an earlier line.

use super::indentation::{Inside, Line, Lines};
use super::literal::Literals;
use super::role::is_hash_comment;
use readroom_core::LineNumber;

/// The maximum number of lines that wait for the line below them. More comments stay where they
/// are.
const MAX_WAITING: usize = 64;

/// Splits text into lines, each comment that begins with `#` at least as deep as the line below.
#[derive(Debug)]
pub(super) struct CodeLines {
    lines: Lines,
    literals: Literals,
    comments: Comments,
}

/// Comments in a row, with the blank lines between them, until the line below is known.
#[derive(Debug, Default)]
struct Comments {
    /// Whether `#` begins one.
    with_hash: bool,
    text: String,
    waiting: Vec<Waiting>,
}

/// A line without its text, and where that ends.
#[derive(Debug)]
struct Waiting {
    number: LineNumber,
    indentation: Option<u32>,
    end: usize,
    clipped: bool,
    last: Option<char>,
    inside: Inside,
}

impl CodeLines {
    /// Returns a splitter of a file with these comments and strings. Those that begin with `#` are
    /// moved if it has some.
    pub(super) fn new(literals: Literals, with_hash: bool) -> Self {
        let comments = Comments { with_hash, ..Comments::default() };
        Self { lines: Lines::new(), literals, comments }
    }

    /// Takes the next piece of the text and passes lines to `each`.
    pub(super) fn push(&mut self, piece: &str, mut each: impl FnMut(Line<'_>)) {
        let Self { lines, literals, comments } = self;
        lines.push(piece, |line| comments.pass(literals.follow(line), &mut each));
    }

    /// Ends the file, passes the last lines to `each`, and returns the number of lines.
    pub(super) fn finish(self, mut each: impl FnMut(Line<'_>)) -> u64 {
        let Self { lines, mut literals, mut comments } = self;
        let total = lines.finish(|line| comments.pass(literals.follow(line), &mut each));
        comments.release(None, &mut each);
        total
    }
}

impl Comments {
    fn pass(&mut self, line: Line<'_>, each: &mut impl FnMut(Line<'_>)) {
        let waits = match line.indentation {
            Some(_) => self.with_hash && is_hash_comment(line.text),
            None => !self.waiting.is_empty(),
        };
        if waits && self.waiting.len() < MAX_WAITING {
            self.text.push_str(line.text);
            let Line { number, indentation, clipped, last, inside, .. } = line;
            let end = self.text.len();
            self.waiting.push(Waiting { number, indentation, end, clipped, last, inside });
            return;
        }
        if !self.waiting.is_empty() {
            self.release(line.indentation.filter(|_| !waits), each);
        }
        each(line);
    }

    /// Passes the comments on. The line below them has this indentation.
    fn release(&mut self, below: Option<u32>, each: &mut impl FnMut(Line<'_>)) {
        let mut begin = 0;
        for Waiting { number, indentation, end, clipped, last, inside } in self.waiting.drain(..) {
            let text = self.text.get(begin..end).unwrap_or_default();
            let indentation = indentation.map(|own| own.max(below.unwrap_or_default()));
            each(Line { number, indentation, text, clipped, last, whole: None, inside });
            begin = end;
        }
        self.text.clear();
    }
}
