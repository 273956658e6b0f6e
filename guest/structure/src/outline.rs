//! Finds declarations in a file, to choose where to read.
//!
//! Declarations are recognized by common words (`fn`, `class`, …) and by their form (`name(…) {`).
//! In documents these are headings, in settings sections, in makefiles targets. An entry ends with
//! the block of its line. If nothing is declared, the entries are the lines followed by deeper
//! lines.
//!
//! The result is for reading and may be imperfect: a declaration in an unusual form is missed, and
//! a line in a multi-line string that looks like one may be included.

use super::comments::CodeLines;
use super::declaration::{Declaration, LineContext, declaration};
use super::entry_budget::EntryBudget;
use super::head::{Head, Pending, head};
use super::indentation::Line;
use super::language::{Language, Syntax, is_header};
use super::literal::Literals;
use super::markdown::MarkdownHeadings;
use super::markup::MarkupHeadings;
use super::nesting::{Nesting, Placement};
use super::outline_entry::OutlineEntry;
use super::role::{Shape, after_attributes, after_comment};
use super::scope::{Scope, scope_of_declaration};
use readroom_core::LineNumber;

mod sections;
mod values;

/// Makes an outline of a file.
#[derive(Debug)]
pub struct Outliner {
    lines: CodeLines,
    survey: Survey,
}

/// The lines of a file that declare something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOutline {
    /// The entries in the order of their lines.
    pub entries: Vec<OutlineEntry>,
    /// The kind of the entries.
    pub basis: Basis,
    /// The number of lines in the file.
    pub total: u64,
    /// The number of entries left out because there were too many: the deepest first, a whole depth
    /// at a time, and then the last.
    pub omitted: u64,
    /// The greatest depth that was kept, if deeper entries were left out.
    pub deepest: Option<u32>,
}

/// The kind of the entries in an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Declarations, headings, sections or targets.
    Declarations,
    /// Lines followed by deeper lines, because nothing is declared.
    Indentation,
}

/// The state of an outline.
#[derive(Debug)]
struct Survey {
    language: Language,
    /// How values are declared, if they are wanted.
    values: Option<Syntax>,
    /// Whether only the values that are not in a type or a function are wanted.
    is_outer: bool,
    has_prototypes: bool,
    headings: MarkdownHeadings,
    /// The headings of another markup language.
    markup: Option<MarkupHeadings>,
    nesting: Nesting<Memory>,
    /// The beginning of a possible function.
    pending: Option<Pending>,
    /// The index of the last type signature and its name, which equations begin with.
    signature: Option<(usize, String)>,
    /// The indentation of an incomplete SQL statement.
    statement: Option<u32>,
    /// The open section.
    section: Option<LineNumber>,
    /// The last line that is neither blank nor a comment: a comment may belong to the next section.
    last: Option<LineNumber>,
    /// The line of a macro that continues.
    open_macro: Option<LineNumber>,
    declared: EntryBudget,
    /// The entries if nothing is declared.
    indented: EntryBudget,
}

/// The memory of a statement.
#[derive(Debug, Default)]
struct Memory {
    /// The line of its entry, and the kind of declaration.
    declares: Option<(LineNumber, Declaration)>,
    /// Its header, while nothing is declared.
    header: Option<(LineNumber, String)>,
    /// The line of its entry among those used if nothing is declared.
    indents: Option<LineNumber>,
    /// Where the values in its body stand.
    scope: Scope,
}

impl Outliner {
    /// Returns an outliner for a file with this name and at most `max` entries.
    pub fn new(name: &str, max: usize) -> Self {
        Self::of(name, max, None, false)
    }

    /// Returns one whose entries include values, macros and prototypes that are not local.
    pub fn with_constants(name: &str, max: usize) -> Self {
        Self::of(name, max, Syntax::of_constants(name), true)
    }

    /// Returns one whose entries include values and members that are not local, to name what is
    /// around a line.
    pub fn with_members(name: &str, max: usize) -> Self {
        Self::of(name, max, Syntax::of_constants(name), false)
    }

    /// Returns one whose entries include values, aliases and keys, for names.
    pub(super) fn with_values(name: &str, max: usize) -> Self {
        Self::of(name, max, Some(Syntax::of(name)), false)
    }

    fn of(name: &str, max: usize, values: Option<Syntax>, is_outer: bool) -> Self {
        let language = Language::of(name);
        let survey = Survey {
            language,
            values,
            is_outer,
            has_prototypes: is_outer && is_header(name),
            headings: MarkdownHeadings::new(),
            markup: match language {
                Language::Markup(markup) => Some(MarkupHeadings::new(markup)),
                _ => None,
            },
            nesting: Nesting::new(),
            pending: None,
            signature: None,
            statement: None,
            section: None,
            last: None,
            open_macro: None,
            declared: EntryBudget::new(max),
            indented: EntryBudget::new(max),
        };
        Self { lines: CodeLines::new(Literals::new(name), language.has_hash_comments()), survey }
    }

    /// Takes the next piece of the text.
    pub fn push(&mut self, piece: &str) {
        self.lines.push(piece, |line| self.survey.add(&line));
    }

    /// Ends the text and returns the outline.
    pub fn finish(self) -> FileOutline {
        let Self { lines, mut survey } = self;
        let total = lines.finish(|line| survey.add(&line));
        survey.end();
        let (kept, basis) = if survey.declared.is_empty() {
            (survey.indented, Basis::Indentation)
        } else {
            (survey.declared, Basis::Declarations)
        };
        let (entries, deepest, omitted) = kept.finish();
        FileOutline { entries, basis, total, omitted, deepest }
    }
}

impl Survey {
    fn add(&mut self, line: &Line<'_>) {
        if self.language == Language::Markdown {
            self.headings.add(line, &mut self.declared);
        }
        if let Some(markup) = &mut self.markup {
            markup.add(line, &mut self.declared);
        }
        if line.indentation.is_none() || self.is_condition(line) {
            self.open_macro = None;
            self.nesting.skip();
            return;
        }
        if self.values == Some(Syntax::C) && self.is_in_macro(line) {
            return;
        }
        if self.goes_on(line) {
            self.nesting.extend(line);
        } else {
            self.add_statement(line);
        }
        if !line.text.starts_with(['#', ';']) {
            self.last = Some(line.number);
        }
    }

    /// Adds a line that is not in a comment or a string.
    fn add_statement(&mut self, line: &Line<'_>) {
        let shape = Shape::of(line);
        let placement = self.with_equations(line, self.nesting.placement(line, shape));
        // A heading line starts a statement separate from the comments above it, which may have
        // entries themselves.
        let ends = match placement {
            Placement::Heads(at) => at,
            placement => placement.ends(),
        };
        if self.values.is_some() {
            self.end_signature(placement);
            self.complete(line, placement);
        }
        self.end_statements(ends);
        self.nesting.add(line, shape, placement);
        if let Placement::Begins(at, _) | Placement::Heads(at) = placement {
            self.remember(at, line);
        }
        if let Placement::Begins(at, _) = placement
            && let Some(above) = at.checked_sub(1)
        {
            self.indent(above);
        }
        match self.pending.take() {
            Some(pending) => self.go_on(pending, line, placement),
            None => self.look(line, placement),
        }
    }

    /// Looks for a declaration in a line.
    fn look(&mut self, line: &Line<'_>, placement: Placement) {
        let Some(at) = placement.statement() else { return };
        if self.language == Language::Sections {
            let is_section = self.look_for_section(line);
            if let (Some(syntax), false) = (self.values, is_section) {
                self.look_for_value(at, line, line.text, syntax);
            }
            return;
        }
        // A continued statement declares nothing.
        let begins = matches!(placement, Placement::Begins(..) | Placement::Heads(_));
        if !begins {
            return;
        }
        // A comment may precede a declaration, and attributes.
        let whole = after_comment(line.text);
        let has_attributes = self.language.has_words();
        let text = if has_attributes { after_attributes(whole) } else { whole };
        let line = &Line { text, ..*line };
        if let Some(keyword) = declaration(line.text, self.context(line))
            && !(self.is_outer && self.is_local(at, keyword))
        {
            if self.language == Language::Sql && line.last != Some(';') {
                self.statement = line.indentation;
            }
            self.declare(at, line.number, whole, keyword.declares);
            self.set_scope(at, scope_of_declaration(keyword));
            return;
        }
        if self.may_be_head(at, line.text) {
            let is_member = self.has_signatures(at, line.text);
            match head(line, self.language, is_member) {
                Head::Function => {
                    return self.declare(at, line.number, whole, Declaration::Function);
                }
                Head::Open(parentheses) => {
                    self.pending = Some(Pending::new(at, line, whole, parentheses));
                }
                Head::Signature if is_member && self.has_signature(line) => {
                    return self.declare(at, line.number, whole, Declaration::Function);
                }
                Head::Signature | Head::None => {}
            }
        }
        if let Some(syntax) = self.values {
            self.look_for_value(at, line, whole, syntax);
        }
    }

    /// Continues a possible function.
    fn go_on(&mut self, mut pending: Pending, line: &Line<'_>, placement: Placement) {
        let is_other = match placement {
            // A condition of the preprocessor.
            Placement::Inside => return self.pending = Some(pending),
            Placement::Heads(at) => at <= pending.at,
            _ => placement.ends() <= pending.at,
        };
        if is_other {
            return self.look(line, placement);
        }
        let is_member = self.has_signatures(pending.at, &pending.text);
        match pending.go_on(line, self.language, is_member) {
            Head::Function => {
                self.declare(pending.at, pending.line, &pending.text, Declaration::Function)
            }
            Head::Open(parentheses) if pending.lines > 0 => {
                pending.parentheses = parentheses;
                pending.lines -= 1;
                self.pending = Some(pending);
            }
            Head::Signature if is_member && self.has_signature(line) => {
                self.declare(pending.at, pending.line, &pending.text, Declaration::Function)
            }
            Head::Open(_) | Head::Signature | Head::None => self.look(line, placement),
        }
    }

    /// Adds an entry for the statement at this index.
    fn declare(&mut self, at: usize, line: LineNumber, text: &str, declares: Declaration) {
        let around = self.nesting.open().iter().take(at);
        let depth = around.filter(|statement| statement.memory.declares.is_some()).count();
        let depth = number(depth + usize::from(self.section.is_some()));
        match self.is_outer && declares == Declaration::Value {
            true => self.declared.add_value(line, depth, text),
            false => self.declared.add(line, depth, text),
        }
        if let Some(statement) = self.nesting.get_mut(at) {
            statement.memory.declares = Some((line, declares));
        }
    }

    /// Remembers the first line of a statement.
    fn remember(&mut self, at: usize, line: &Line<'_>) {
        let wanted = self.declared.is_empty();
        if let Some(statement) = self.nesting.get_mut(at) {
            let memory = &mut statement.memory;
            memory.declares = None;
            memory.indents = None;
            memory.scope = Scope::Closed;
            memory.header = wanted.then(|| {
                let mut text = memory.header.take().map_or_else(String::new, |(_, text)| text);
                text.clear();
                text.push_str(line.text);
                (line.number, text)
            });
        }
    }

    /// Records that the statement at this index has a body.
    fn indent(&mut self, at: usize) {
        if !self.declared.is_empty() {
            return;
        }
        let around = self.nesting.open().iter().take(at);
        let depth = around.filter(|statement| statement.memory.indents.is_some()).count();
        let Some(statement) = self.nesting.get_mut(at) else { return };
        let memory = &mut statement.memory;
        if let (None, Some((line, text))) = (memory.indents, &memory.header)
            && text.chars().any(char::is_alphanumeric)
        {
            memory.indents = Some(*line);
            self.indented.add(*line, number(depth), text);
        }
    }

    /// Ends the statements from this index on.
    fn end_statements(&mut self, from: usize) {
        let Some(last) = self.nesting.last() else { return };
        for statement in self.nesting.open().iter().skip(from) {
            if let Some((line, _)) = statement.memory.declares {
                self.declared.end(line, last);
            }
            if let Some(line) = statement.memory.indents {
                self.indented.end(line, last);
            }
        }
    }

    fn end(&mut self) {
        self.end_statements(0);
        self.end_section();
        self.headings.end(&mut self.declared);
        if let Some(markup) = &mut self.markup {
            markup.end(&mut self.declared);
        }
    }

    /// Returns whether a line continues an SQL statement, which may span lines of any indentation,
    /// or a comment or a string.
    fn goes_on(&mut self, line: &Line<'_>) -> bool {
        let literal = line.inside.starts;
        let Some(indentation) = self.statement else { return literal };
        if !literal && declaration(line.text, self.context(line)).is_some() {
            self.statement = None;
            return false;
        }
        if line.last == Some(';') && line.indentation <= Some(indentation) && !line.inside.ends {
            self.statement = None;
        }
        true
    }

    fn context(&self, line: &Line<'_>) -> LineContext {
        LineContext { language: self.language, indentation: line.indentation.unwrap_or_default() }
    }
}

fn number(depth: usize) -> u32 {
    depth.try_into().unwrap_or(u32::MAX)
}
