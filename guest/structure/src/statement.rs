//! A statement around the last line: what it consists of so far, and which lines belong to it.

use super::form::{Form, form};
use super::indentation::Line;
use super::role::{Ending, Role, Shape};
use readroom_core::LineNumber;

/// The gap between two lines that are not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Nothing,
    BlankLines,
}

/// An open statement.
#[derive(Debug)]
pub(super) struct Statement<T> {
    pub(super) level: Level,
    /// Its first line, including comments and attributes.
    pub(super) first: LineNumber,
    /// The first line of the body after its last own line.
    pub(super) body: Option<LineNumber>,
    pub(super) form: Form,
    pub(super) extent: StatementExtent,
    /// How its last line outside its body ends.
    pub(super) ending: Ending,
    /// Whether its last line outside its body ends with `{`.
    pub(super) has_brace: bool,
    /// Whether it initializes the members of a class of C++: `: a(b),`.
    pub(super) initializes: bool,
    /// Whether it is closed: another bracket at its indentation does not belong to it.
    pub(super) closed: bool,
    /// The memory of the user of this type. Stale until set.
    pub(super) memory: T,
}

/// The level of a line: twice its indentation, and one more for a branch that is written at the
/// indentation of its statement.
pub(super) type Level = u64;

/// The extent of a statement so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementExtent {
    /// One line, not counting comments and attributes.
    Line,
    /// One line, and those of a string or a comment that starts there.
    Text,
    /// Lines at its own indentation, none deeper.
    Lines,
    /// Deeper lines.
    Body,
}

impl<T> Statement<T> {
    /// Returns whether it is more than a line with its comments: it has a body, or a line that
    /// closes it.
    pub(super) fn is_block(&self) -> bool {
        !matches!(self.extent, StatementExtent::Line | StatementExtent::Text)
    }

    /// Returns whether it is only a statement that continues in deeper lines: `x = f(a,`.
    pub(super) fn is_wrapped(&self) -> bool {
        !self.closed && self.ending == Ending::Final
    }

    /// Returns whether it consists of comments and attributes so far.
    pub(super) fn is_attached(&self) -> bool {
        self.form == Form::Attached
    }

    /// Returns whether its header continues: the lines below it are not its body.
    pub(super) fn has_open_header(&self) -> bool {
        self.ending != Ending::Colon
    }

    /// Returns whether it expects a closing bracket.
    pub(super) fn is_open(&self) -> bool {
        self.ending == Ending::Opener && !self.closed
    }

    fn is_case(&self) -> bool {
        matches!(self.form, Form::Case | Form::ShellCase)
    }

    /// Returns whether it is a function whose body has begun and not ended.
    pub(super) fn is_function_body(&self) -> bool {
        self.form == Form::Function && self.is_open() && self.body.is_some()
    }

    /// Returns whether it has ended, so that a deeper line after a blank one is not in it.
    pub(super) fn is_over(&self) -> bool {
        self.closed && self.ending == Ending::Final && self.body.is_none()
    }

    /// Returns whether its header may continue, or its body follow, after a preprocessor condition.
    pub(super) fn expects_body(&self) -> bool {
        let is_complete = !matches!(self.ending, Ending::Open | Ending::Parenthesis);
        !is_complete && !self.closed && self.form == Form::Other
    }

    /// Returns whether a line with this role belongs to it.
    pub(super) fn is_joined_by(&self, role: Role, gap: Gap) -> bool {
        let direct = gap == Gap::Nothing;
        match role {
            Role::ClosesBracket => {
                let complete = matches!(self.ending, Ending::Final | Ending::Parenthesis);
                !self.closed && (self.body.is_some() || !complete)
            }
            // A bracket may have closed its parameters, not its body.
            Role::ClosesWord if self.closed => self.body.is_some(),
            Role::ClosesWord => self.extent == StatementExtent::Body || direct,
            Role::ClosesTag | Role::EndsTag => !self.closed && self.form == Form::Markup,
            Role::GoesOn => self.extent == StatementExtent::Body,
            Role::Follows => direct && !self.is_attached(),
            Role::OpensLoop => {
                direct && self.form == Form::Loop && self.extent == StatementExtent::Line
            }
            Role::OpensBody => {
                let header = match self.body {
                    Some(_) => self.ending != Ending::Opener,
                    None => matches!(self.ending, Ending::Open | Ending::Parenthesis),
                };
                direct && !self.is_attached() && header
            }
            Role::Attached | Role::CommentPart => direct && self.is_attached(),
            Role::Conditional | Role::Directive | Role::Plain | Role::Item | Role::Label => false,
        }
    }

    /// Returns whether a line at its own indentation is one of its branches, or a comment in it.
    pub(super) fn has_branch(&self, role: Role, ending: Ending, direct: bool) -> bool {
        match role {
            Role::Item => self.ending == Ending::Colon,
            Role::Label => self.is_case() || self.is_open(),
            Role::Plain => match ending {
                Ending::Colon => self.is_case() || self.is_open(),
                Ending::Parenthesis => self.form == Form::ShellCase,
                _ => false,
            },
            Role::Attached => {
                let begins = direct && self.form == Form::Function;
                self.is_open() && (self.body.is_some() || begins)
            }
            _ => false,
        }
    }
}

impl<T: Default> Statement<T> {
    pub(super) fn empty(first: LineNumber) -> Self {
        Self {
            level: 0,
            first,
            body: None,
            form: Form::Other,
            extent: StatementExtent::Line,
            ending: Ending::Open,
            has_brace: false,
            initializes: false,
            closed: false,
            memory: T::default(),
        }
    }

    /// Starts again with this line. Only the memory is kept.
    pub(super) fn begin(&mut self, line: &Line<'_>, level: Level, shape: Shape) {
        let memory = std::mem::take(&mut self.memory);
        let form = form(line.text, shape.role);
        let has_brace = line.last == Some('{');
        let initializes = line.text.starts_with(": ");
        let of_line = Self { level, form, has_brace, initializes, ..Self::empty(line.number) };
        *self = Self { ending: shape.ending, memory, ..of_line };
    }

    /// Continues with a line at its own indentation.
    pub(super) fn join(&mut self, line: &Line<'_>, Shape { role, ending }: Shape) {
        self.body = None;
        self.ending = ending;
        self.has_brace = line.last == Some('{');
        if self.is_attached() && matches!(role, Role::Attached | Role::CommentPart) {
            return;
        }
        if !self.is_block() {
            self.extent = StatementExtent::Lines;
        }
        self.closed = match role {
            Role::ClosesWord | Role::ClosesTag => true,
            Role::EndsTag => line.text.starts_with('/'),
            // The bases of a class, `) : A(),`, may continue below.
            Role::ClosesBracket if line.text.starts_with(") : ") && line.last == Some(',') => false,
            Role::ClosesBracket => matches!(ending, Ending::Final | Ending::Parenthesis),
            _ => false,
        };
    }
}
