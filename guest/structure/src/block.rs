//! Finds the block around a line by indentation.
//!
//! - The header of a line is the nearest line above it with a smaller indentation; the headers of a
//!   line are its header, the header of that, and so on. A header with its body is a block. The
//!   body ends before the next line that is not deeper than the header.
//! - Also part of the block: a line at the indentation of the header that closes it (it begins with
//!   a closing bracket, or is `end`, `fi` or similar); a line there that continues it (`} else {`,
//!   `else:`, `except`, `) -> X {`, a lone `{`, `where`), with its body; comments and attributes
//!   directly above the header, at its indentation.
//! - `case`, `public:` and other labels at the indentation of an open statement, and items of a
//!   list at the indentation of its key, count as deeper than it. Preprocessor directives belong to
//!   the line before them while a bracket is open at the margin. A comment with `#` is at least as
//!   deep as the line below it.
//! - A blank line belongs to the nearest line before it that is not blank; blank lines at the
//!   beginning belong to the line after them.
//! - Level 0 is the block that the line is the header of, or else the block of its header; a line
//!   that belongs to a block without being in a body stands for its header. A statement that ends
//!   below its first line, `x = f(a,`, is no block if it is in one. Each further level goes
//!   one header further out, up to the outermost one. A line without body and header is in no
//!   block: it stands for the lines around it that are not blank and in no block either.
//!
//! The lines of a string or a comment after its first one belong to the statement that it is in. In
//! a type or a module, and in nothing, such a statement is a block.

use super::comments::CodeLines;
use super::declaration::{Declaration, TESTS, keyword};
use super::heading::Heading;
use super::indentation::Line;
use super::language::Language;
use super::literal::Literals;
use super::nesting::{Nesting, Placement};
use super::role::{Shape, after_attributes};
use super::statement::{Gap, Statement, StatementExtent};
use readroom_core::LineNumber;
use readroom_types::Siblings;
use std::fmt;

/// Finds the block around a line.
#[derive(Debug)]
pub struct BlockFinder {
    lines: CodeLines,
    search: Search,
}

/// The block around a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSpan {
    /// Its first line.
    pub first: LineNumber,
    /// Its last line.
    pub last: LineNumber,
    /// The headers around it, outermost first: the innermost [`MAX_HEADERS`].
    pub headers: Vec<Heading>,
}

/// Why no block was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockError {
    /// The file has fewer lines.
    PastEnd {
        /// The number of lines in the file.
        total: u64,
    },
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PastEnd { total } => write!(f, "line past the end of the file: it has {total}"),
        }
    }
}

impl std::error::Error for BlockError {}

/// The state of the search for a block.
#[derive(Debug)]
struct Search {
    language: Language,
    anchor: LineNumber,
    levels: usize,
    siblings: Siblings,
    nesting: Nesting<Heading>,
    /// The first line that is not blank.
    begin: Option<LineNumber>,
    /// The first line of the run of lines in no block that ends with the last one.
    run: LineNumber,
    /// The last line before the outermost statement.
    before: Option<LineNumber>,
    /// Whether the last line started inside a string or a comment.
    is_inside: bool,
    state: SearchState,
}

#[derive(Debug)]
enum SearchState {
    /// The line has not been reached, or only blank lines have followed it.
    Before,
    /// The next line decides which block it is: the statement at this index, or the one around it.
    At(usize),
    /// It is the block of the statement at this index.
    In(usize),
    /// It is in no block, but in the run that begins here.
    Run(LineNumber),
    Done(BlockSpan),
}

impl BlockFinder {
    /// Returns a finder for the block around a line of a file with this name, `levels` headers
    /// further out.
    pub fn new(name: &str, line: LineNumber, levels: u32, siblings: Siblings) -> Self {
        let search = Search {
            language: Language::of(name),
            anchor: line,
            levels: levels.try_into().unwrap_or(usize::MAX),
            siblings,
            nesting: Nesting::new(),
            begin: None,
            run: LineNumber::FIRST,
            before: None,
            is_inside: false,
            state: SearchState::Before,
        };
        Self { lines: CodeLines::new(Literals::of_code(name), true), search }
    }

    /// Takes the next piece of the text.
    pub fn push(&mut self, piece: &str) {
        if !self.is_done() {
            self.lines.push(piece, |line| self.search.add(&line));
        }
    }

    /// Returns whether the rest of the file cannot change the result.
    pub fn is_done(&self) -> bool {
        matches!(self.search.state, SearchState::Done(_))
    }

    /// Ends the text, of which enough has been read, and returns the block.
    pub fn finish(self) -> Result<BlockSpan, BlockError> {
        let Self { lines, mut search } = self;
        if let SearchState::Done(found) = search.state {
            return Ok(found);
        }
        let total = lines.finish(|line| search.add(&line));
        if total < search.anchor.get() {
            return Err(BlockError::PastEnd { total });
        }
        search.proceed(None);
        match search.state {
            SearchState::Done(found) => Ok(found),
            // There are only blank lines.
            _ => Ok(BlockSpan { first: search.anchor, last: search.anchor, headers: Vec::new() }),
        }
    }
}

impl Search {
    fn add(&mut self, line: &Line<'_>) {
        if matches!(self.state, SearchState::Done(_)) {
            return;
        }
        if line.indentation.is_none() {
            if line.number == self.anchor {
                self.stand_for_last();
            }
            self.nesting.skip();
            return;
        }
        if line.inside.starts {
            self.nesting.extend_inside(line, !self.is_inside);
            self.is_inside = true;
            if line.number == self.anchor {
                self.stand_for_last();
            }
            return;
        }
        self.is_inside = false;
        let shape = Shape::of(line);
        let placement = self.nesting.placement(line, shape);
        self.proceed(Some(placement));
        if matches!(self.state, SearchState::Done(_)) {
            return;
        }
        self.remember(line, shape, placement);
        if line.number >= self.anchor && matches!(self.state, SearchState::Before) {
            self.arrive(line, placement);
        }
    }

    /// The line itself belongs to the innermost statement.
    fn stand_for_last(&mut self) {
        if let Some(last) = self.nesting.open().len().checked_sub(1) {
            self.state = SearchState::At(last);
        }
    }

    /// Adds a line to the open statements.
    fn remember(&mut self, line: &Line<'_>, shape: Shape, placement: Placement) {
        self.begin.get_or_insert(line.number);
        if let Placement::Begins(0, _) = placement {
            let block = self.nesting.get(0).is_none_or(Statement::is_block);
            if block || self.nesting.gap() == Gap::BlankLines {
                self.run = line.number;
            }
            self.before = self.nesting.last();
        }
        self.nesting.add_remembering(line, shape, placement);
    }

    /// The line itself was just added.
    fn arrive(&mut self, line: &Line<'_>, placement: Placement) {
        let last = self.nesting.open().len().saturating_sub(1);
        self.state = match placement {
            // The previous line may be a block that does not contain it. The block around that one
            // is open.
            Placement::Inside => {
                self.nesting.extend(line);
                SearchState::In(last.saturating_sub(1))
            }
            Placement::TooDeep => SearchState::In(last),
            Placement::Begins(at, _) | Placement::Joins(at) | Placement::Heads(at) => {
                SearchState::At(at)
            }
        };
    }

    /// Decides everything that depends on the next line, before it is added, or on the end of the
    /// file.
    fn proceed(&mut self, next: Option<Placement>) {
        let ends = next.map_or(0, Placement::ends);
        if let SearchState::At(at) = self.state
            && let Some(statement) = self.nesting.get(at)
        {
            if statement.is_block() {
                self.state = SearchState::In(at);
            } else if ends <= at {
                let is_whole = statement.extent == StatementExtent::Text
                    && at.checked_sub(1).is_none_or(|around| self.is_container(around));
                let around = if is_whole { Some(at) } else { at.checked_sub(1) };
                self.state = around.map_or(SearchState::Run(self.run), SearchState::In);
            }
        }
        match self.state {
            SearchState::In(base) => self.proceed_in(base.saturating_sub(self.levels), next),
            SearchState::Run(first) => self.proceed_in_run(first, next),
            SearchState::Before | SearchState::At(_) | SearchState::Done(_) => {}
        }
    }

    /// Returns whether the statement at this index declares a type or a module, of which a
    /// string is a small part.
    fn is_container(&self, at: usize) -> bool {
        let text = self.nesting.get(at).map_or("", |statement| &statement.memory.text);
        keyword(after_attributes(text), self.language).is_some_and(|keyword| {
            keyword.declares == Declaration::Container && !TESTS.has(keyword.word)
        })
    }

    /// It is the block of the statement at this index.
    fn proceed_in(&mut self, block: usize, next: Option<Placement>) {
        let around = block.checked_sub(1);
        let first = match (self.siblings, around, next) {
            (Siblings::Included, None, None) => self.begin,
            (Siblings::Included, None, Some(_)) => None,
            (Siblings::Included, Some(around), _) => {
                // The block around it ends, or continues with a line at its own level.
                let leaves =
                    next.is_none_or(|next| next.statement().is_some_and(|at| at <= around));
                self.nesting.get(around).filter(|_| leaves).and_then(|around| around.body)
            }
            (Siblings::Excluded, ..) => {
                let ends = next.map_or(0, Placement::ends) <= block;
                let statement = self.nesting.get(block).filter(|_| ends);
                if let (SearchState::In(base), Some(around), true) =
                    (&mut self.state, around, statement.is_some_and(Statement::is_wrapped))
                {
                    *base -= 1;
                    return self.proceed_in(around, next);
                }
                statement.map(|block| block.first)
            }
        };
        if let (Some(first), Some(last)) = (first, self.nesting.last()) {
            let headers = self.nesting.headings(block);
            self.state = SearchState::Done(BlockSpan { first, last, headers });
        }
    }

    /// It is in no block.
    fn proceed_in_run(&mut self, first: LineNumber, next: Option<Placement>) {
        let range = match (self.siblings, next) {
            (Siblings::Included, None) => self.begin.zip(self.nesting.last()),
            (Siblings::Included, Some(_)) => None,
            (Siblings::Excluded, _) => {
                let block = self.nesting.get(0).is_some_and(Statement::is_block);
                let ends = match next {
                    Some(Placement::Begins(0, _)) => self.nesting.gap() == Gap::BlankLines,
                    Some(_) => false,
                    None => true,
                };
                let last = if block { self.before } else { self.nesting.last().filter(|_| ends) };
                last.map(|last| (first, last))
            }
        };
        if let Some((first, last)) = range {
            self.state = SearchState::Done(BlockSpan { first, last, headers: Vec::new() });
        }
    }
}
