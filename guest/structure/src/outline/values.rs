//! The entries that not every outline has: values, aliases, macros, signatures.

use super::{Survey, number};
use crate::declaration::{Declaration, Keyword};
use crate::head::is_local_head;
use crate::indentation::Line;
use crate::language::{Language, Syntax};
use crate::nesting::Placement;
use crate::role::{Shape, has_word};
use crate::scope::{Scope, scope_of_statement};
use crate::value::{is_macro, macro_name, of_script, value};

impl Survey {
    /// Looks for a value where one can be declared: not in a function.
    /// The entry has the whole line, with its attributes.
    pub(super) fn look_for_value(
        &mut self,
        at: usize,
        line: &Line<'_>,
        whole: &str,
        syntax: Syntax,
    ) {
        let scope = self.scope(at);
        if scope == Scope::Closed {
            return;
        }
        let is_wanted = !self.is_outer || is_outer(at, line.text, syntax, scope);
        if is_wanted && self.pending.is_none() && value(line.text, syntax, scope).is_some() {
            let is_method = (syntax, scope) == (Syntax::Go, Scope::Class);
            let is_function =
                is_method || syntax == Syntax::Script && of_script(line.text).is_some();
            let declares = if is_function { Declaration::Function } else { Declaration::Value };
            self.declare(at, line.number, whole, declares);
            self.signature = signature(line.text, syntax).map(|name| (at, name.to_owned()));
        }
        self.set_scope(at, scope_of_statement(line.text, syntax, scope));
    }

    /// Returns whether a function is a part of a value in a function: `f({ x: () => 1 })`.
    pub(super) fn is_local(&self, at: usize, keyword: Keyword<'_>) -> bool {
        let is_key =
            || keyword.after.split([':', '=']).next().map(str::len) == keyword.after.find(':');
        keyword.word.is_empty() && is_key() && self.innermost(at) == Some(Declaration::Function)
    }

    /// Returns the kind of the innermost declaration around this index.
    fn innermost(&self, at: usize) -> Option<Declaration> {
        let mut around = self.nesting.open().iter().take(at).rev();
        around.find_map(|statement| statement.memory.declares).map(|(_, declares)| declares)
    }

    /// Returns where the values of the statement at this index stand.
    fn scope(&self, at: usize) -> Scope {
        let Some(around) = at.checked_sub(1).map(|around| self.nesting.get(around)) else {
            return Scope::Module;
        };
        around
            .filter(|around| self.values != Some(Syntax::Python) || !around.has_open_header())
            .map_or(Scope::Closed, |around| around.memory.scope)
    }

    pub(super) fn set_scope(&mut self, at: usize, scope: Scope) {
        if let Some(statement) = self.nesting.get_mut(at) {
            statement.memory.scope = scope;
        }
    }

    /// Returns whether a line at this index may begin a function without a keyword. In a function,
    /// its form must be one that no call has; an outline does not have the methods of an object
    /// there, as it does not have the functions that are its keys.
    pub(super) fn may_be_head(&self, at: usize, text: &str) -> bool {
        let is_object = self.is_outer && self.language == Language::JavaScript;
        self.language.has_methods()
            && (self.innermost(at) != Some(Declaration::Function)
                || !is_object && is_local_head(text, self.language))
    }

    /// Returns whether a function without a body at this index is a member, not a call or a value
    /// of an enumeration.
    pub(super) fn has_signatures(&self, at: usize, text: &str) -> bool {
        if self.values == Some(Syntax::C) {
            return match self.scope(at) {
                Scope::Module => self.has_prototypes && is_prototype(text),
                Scope::Class => is_prototype(text),
                _ => false,
            };
        }
        matches!(self.values, Some(Syntax::Java | Syntax::JavaScript))
            && match self.scope(at) {
                Scope::Class => true,
                Scope::Enum => !self.is_outer || is_local_head(text, self.language),
                Scope::Module => has_word(text, "delegate"),
                Scope::Closed | Scope::Group => false,
            }
    }

    /// Returns whether the last line of a function without a body is wanted: in C++, another place
    /// defines it, unless it is pure.
    pub(super) fn has_signature(&self, line: &Line<'_>) -> bool {
        self.values != Some(Syntax::C) || self.has_prototypes || line.text.ends_with("= 0;")
    }

    /// Declares a pending function without a body, which ends before this line.
    pub(super) fn end_signature(&mut self, placement: Placement) {
        let Some(pending) = self.pending.take_if(|pending| placement.ends() <= pending.at) else {
            return;
        };
        let (text, scope) = (&pending.text[..], self.scope(pending.at));
        let is_whole = match self.values {
            Some(Syntax::JavaScript) => self.has_signatures(pending.at, text),
            // Methods of Groovy, and initializers of Swift.
            Some(Syntax::Java) => scope == Scope::Class && is_local_head(text, self.language),
            Some(Syntax::Kotlin) => scope == Scope::Class && text.starts_with("init"),
            _ => false,
        };
        if pending.parentheses == 0 && is_whole {
            self.declare(pending.at, pending.line, &pending.text, Declaration::Function);
        }
    }

    /// Returns how a line fits in that may be an equation of the signature above it.
    pub(super) fn with_equations(&mut self, line: &Line<'_>, placement: Placement) -> Placement {
        let Some((at, name)) = &self.signature else { return placement };
        match placement {
            Placement::Begins(begin, _)
                if begin == *at && line.text.split(' ').next() == Some(name) =>
            {
                Placement::Joins(*at)
            }
            _ => {
                self.signature.take_if(|(at, _)| placement.ends() <= *at);
                placement
            }
        }
    }

    /// Adds a name to an entry that does not begin with it: the end of a `typedef`, or a class of
    /// Haskell below its context.
    pub(super) fn complete(&mut self, line: &Line<'_>, placement: Placement) {
        let (at, words) = match (self.values, placement) {
            (Some(Syntax::C), Placement::Joins(at)) if line.text.starts_with('}') => {
                (Some(at), &["typedef"][..])
            }
            (Some(Syntax::Script), Placement::Begins(at, _)) if line.text.starts_with("=> ") => {
                (at.checked_sub(1), &["class", "instance"][..])
            }
            _ => return,
        };
        let statement = at.and_then(|at| self.nesting.get(at));
        if let Some((declared, _)) = statement.and_then(|statement| statement.memory.declares) {
            self.declared.complete(declared, words, line.text);
        }
    }

    /// Adds an entry for a line that defines a macro. Returns whether the line continues one.
    pub(super) fn is_in_macro(&mut self, line: &Line<'_>) -> bool {
        let continued = self.open_macro.take();
        let Some(begin) = continued
            .or_else(|| (is_macro(line.text) && !line.inside.starts).then_some(line.number))
        else {
            return false;
        };
        if continued.is_none() && !self.is_outer {
            self.pending = None;
            self.declared.add(begin, number(self.nesting.open().len()), line.text);
        } else if continued.is_none() {
            self.pending = None;
            let is_inside = self.nesting.placement(line, Shape::of(line)) == Placement::Inside;
            if !is_inside && has_text(line.text) {
                self.declared.add_value(begin, 0, line.text);
            }
        }
        self.declared.end(begin, line.number);
        self.open_macro = (line.last == Some('\\')).then_some(begin);
        continued.is_some()
    }
}

/// Returns the name in a type signature of Haskell or Elm.
fn signature(text: &str, syntax: Syntax) -> Option<&str> {
    of_script(text).filter(|_| syntax == Syntax::Script)?;
    let (name, after) = text.split_once([' ', ':'])?;
    after.trim_start().starts_with(':').then_some(name)
}

/// Returns whether a value is one of the file, or a constant of a class.
fn is_outer(at: usize, text: &str, syntax: Syntax, scope: Scope) -> bool {
    let is_constant = || text.contains("static final ") || text.contains("const ");
    match (syntax, scope) {
        // Statements below a condition are rarely definitions.
        (Syntax::Python, _) => at == 0,
        (Syntax::Java, Scope::Class) => is_constant(),
        // The arguments of a call may be in such a list.
        (Syntax::JavaScript, Scope::Group) => text.contains(" = "),
        // Other values are properties.
        (Syntax::Ruby, _) => scope == Scope::Module && text.starts_with(char::is_uppercase),
        (Syntax::Go, Scope::Class) => true,
        _ => matches!(scope, Scope::Module | Scope::Group),
    }
}

/// Returns whether a text may declare a function of C, with a type, as in `int x();` and
/// `EXTERN(int) x();`, or without: `X();`. The call of a macro is in capitals.
fn is_prototype(text: &str) -> bool {
    let Some((before, after)) = text.split_once('(') else { return false };
    let has_type = before.contains([' ', '\t']) || after.contains('(');
    has_type || before.len() < 3 || before.contains(|c: char| c.is_lowercase())
}

/// Returns whether a macro has a text. One without is a mark that a file was included.
fn has_text(text: &str) -> bool {
    macro_name(text).is_some_and(|name| !text.ends_with(name))
}
