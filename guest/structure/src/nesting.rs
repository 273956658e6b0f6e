//! Finds the open statements around a line, outermost first.
//!
//! A statement begins with a line, or with the comments and attributes directly above it. Deeper
//! lines are its body. Lines at its own indentation that close or continue it are part of it, with
//! their bodies.

use super::form::{Form, closes_parentheses, is_part};
use super::indentation::Line;
use super::role::{Ending, Role, Shape};
use super::statement::{Gap, Level, Statement, StatementExtent};
use readroom_core::LineNumber;

/// The maximum number of nested statements. Deeper lines belong to the innermost one.
pub const MAX_DEPTH: usize = 64;

/// The statements around the last line, each with its memory.
#[derive(Debug)]
pub(super) struct Nesting<T> {
    /// The open ones come first, each deeper than the one before. Ended ones are reused.
    statements: Vec<Statement<T>>,
    open: usize,
    /// The last line that is neither blank nor a directive inside a statement.
    last: Option<LineNumber>,
    /// Whether that line ends with a comma.
    continues: bool,
    gap: Gap,
}

/// How a line fits into the open statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// It begins a statement, and ends those from this index on.
    Begins(usize, Level),
    /// It belongs to the statement at this index, and ends those inside it.
    Joins(usize),
    /// It is the header that the comments and attributes at this index belong to.
    Heads(usize),
    /// It belongs to the previous line, wherever that belongs.
    Inside,
    /// It is too deep to be distinguished.
    TooDeep,
}

impl Placement {
    /// Returns the statement that the line begins, continues or heads, if any.
    pub(super) fn statement(self) -> Option<usize> {
        match self {
            Self::Begins(at, _) | Self::Joins(at) | Self::Heads(at) => Some(at),
            Self::Inside | Self::TooDeep => None,
        }
    }

    /// Returns the first of the statements that end before this line.
    pub(super) fn ends(self) -> usize {
        match self {
            Self::Begins(at, _) => at,
            Self::Joins(at) | Self::Heads(at) => at + 1,
            Self::Inside | Self::TooDeep => usize::MAX,
        }
    }
}

impl<T: Default> Nesting<T> {
    pub(super) fn new() -> Self {
        Self { statements: Vec::new(), open: 0, last: None, continues: false, gap: Gap::Nothing }
    }

    /// Returns the statements around the last line, outermost first. The innermost is that of the
    /// line itself.
    pub(super) fn open(&self) -> &[Statement<T>] {
        self.statements.get(..self.open).unwrap_or_default()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Statement<T>> {
        self.open().get(at)
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Statement<T>> {
        self.statements.get_mut(..self.open).unwrap_or_default().get_mut(at)
    }

    /// Returns the last line that was neither blank nor a directive inside a statement.
    pub(super) fn last(&self) -> Option<LineNumber> {
        self.last
    }

    /// Returns the gap between that line and the next.
    pub(super) fn gap(&self) -> Gap {
        self.gap
    }

    /// Takes a blank line.
    pub(super) fn skip(&mut self) {
        self.gap = Gap::BlankLines;
    }

    /// Takes a line that belongs to the previous one.
    pub(super) fn extend(&mut self, line: &Line<'_>) {
        self.last = Some(line.number);
        self.continues = line.last == Some(',');
        self.gap = Gap::Nothing;
    }

    /// Takes a line of a string or a comment that started on an earlier line. The statement around
    /// it is a block if the first of these lines is deeper.
    pub(super) fn extend_inside(&mut self, line: &Line<'_>, is_first: bool) {
        self.extend(line);
        let level = Level::from(line.indentation.unwrap_or_default()) * 2;
        if let Some(statement) = self.open.checked_sub(1).and_then(|at| self.get_mut(at))
            && statement.extent == StatementExtent::Line
        {
            let is_body = is_first && statement.level < level && !statement.is_attached();
            statement.extent = if is_body { StatementExtent::Lines } else { StatementExtent::Text };
        }
    }

    /// Returns how a line that is not blank fits in.
    pub(super) fn placement(&self, line: &Line<'_>, Shape { role, ending }: Shape) -> Placement {
        let direct = self.gap == Gap::Nothing;
        let inside = self.get(0).is_some_and(|outermost| match role {
            Role::Conditional => {
                let expects = outermost.expects_body() || self.continues;
                outermost.is_open() || direct && expects
            }
            Role::Directive => {
                let begins = direct && outermost.form != Form::Unindented;
                outermost.is_open() && (outermost.body.is_some() || begins)
            }
            _ => false,
        });
        if inside {
            return Placement::Inside;
        }
        let level = Level::from(line.indentation.unwrap_or_default()) * 2;
        let is_part = is_part(line.text, role);
        let is_left_of = |statement: &Statement<T>| {
            let has_begun = direct || statement.body.is_some();
            statement.level > level && statement.is_open() && statement.has_brace && has_begun
        };
        if is_part && self.open().iter().any(is_left_of) {
            return Placement::Inside;
        }
        let is_around =
            |statement: &Statement<T>| statement.level < level && (direct || !statement.is_over());
        let deeper = self.open().iter().rposition(is_around);
        let at = deeper.map_or(0, |above| above + 1);
        let Some(same) = self.get(at).filter(|statement| statement.level == level) else {
            return Self::begins(at, level);
        };
        if same.is_joined_by(role, self.gap) {
            Placement::Joins(at)
        } else if same.has_branch(role, ending, direct) || is_part && same.is_function_body() {
            Self::begins(at + 1, level + 1)
        } else if same.is_attached() && self.gap == Gap::Nothing {
            Placement::Heads(at)
        } else {
            Placement::Begins(at, level)
        }
    }

    fn begins(at: usize, level: Level) -> Placement {
        if at < MAX_DEPTH { Placement::Begins(at, level) } else { Placement::TooDeep }
    }

    /// Adds a line at its position.
    pub(super) fn add(&mut self, line: &Line<'_>, shape: Shape, placement: Placement) {
        match placement {
            Placement::Begins(at, level) => {
                self.open = at;
                self.has_body(line.number);
                let shape = Shape { ending: self.ends_header(line, shape.ending), ..shape };
                // The previous statement at this index has ended.
                match self.statements.get_mut(at) {
                    Some(statement) => statement.begin(line, level, shape),
                    None => {
                        let mut statement = Statement::empty(line.number);
                        statement.begin(line, level, shape);
                        self.statements.push(statement);
                    }
                }
                self.open = at + 1;
            }
            Placement::Joins(at) => {
                self.open = at + 1;
                if let Some(statement) = self.get_mut(at) {
                    statement.join(line, shape);
                }
            }
            Placement::Heads(at) => {
                self.open = at;
                let shape = Shape { ending: self.ends_header(line, shape.ending), ..shape };
                self.open = at + 1;
                if let Some(statement) = self.get_mut(at) {
                    let (first, level) = (statement.first, statement.level);
                    statement.begin(line, level, shape);
                    statement.first = first;
                }
            }
            Placement::TooDeep => self.has_body(line.number),
            // It may be the last branch, which belongs to the previous statement no more than to
            // the next.
            Placement::Inside => return,
        }
        self.extend(line);
    }

    /// A line below a header may close its parentheses, `b):` or `b) const`, and open its body,
    /// `b) {`. The header then ends like that line. Returns how the line itself ends.
    fn ends_header(&mut self, line: &Line<'_>, ending: Ending) -> Ending {
        let opens_body = ending == Ending::Opener && line.text.ends_with('{');
        if opens_body {
            self.opens_constructor();
        }
        let is_end = opens_body || ending != Ending::Opener;
        let header = self.open.checked_sub(1).and_then(|at| self.get_mut(at));
        let header = header.filter(|header| {
            let is_opened = header.ending == Ending::Opener;
            let is_continued = header.ending == Ending::Final && ending == Ending::Colon;
            is_end
                && (is_opened != opens_body || is_continued)
                && !header.closed
                && closes_parentheses(line.text)
        });
        match header {
            Some(header) if opens_body => {
                header.ending = Ending::Opener;
                Ending::Open
            }
            Some(header) => {
                header.ending = ending;
                ending
            }
            None => ending,
        }
    }

    /// The last initializer of a constructor opens its body.
    fn opens_constructor(&mut self) {
        let open = self.statements.get_mut(..self.open).unwrap_or_default();
        let at = open.iter().rposition(|statement| statement.initializes);
        let around = at.and_then(|at| open.get_mut(at.checked_sub(1)?));
        if let Some(constructor) = around.filter(|around| !around.closed) {
            constructor.ending = Ending::Opener;
        }
    }

    /// Records that the innermost statement has a body that contains this line.
    fn has_body(&mut self, line: LineNumber) {
        if let Some(statement) = self.open.checked_sub(1).and_then(|at| self.get_mut(at)) {
            statement.body.get_or_insert(line);
            statement.extent = StatementExtent::Body;
        }
    }
}
