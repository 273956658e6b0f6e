//! Finds the definitions in a file: what it declares, with their names.

use super::declaration::{FUNCTIONS, LineContext, declaration};
use super::language::{Language, Syntax};
use super::name::{names, range};
use super::outline::{Basis, Outliner};
use super::outline_entry::OutlineEntry;
use super::role::after_attributes;
use readroom_core::LineNumber;
use std::ops::Range;

/// The maximum number of definitions of a file.
const MAX_DEFINITIONS: usize = 200_000;

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its lines and its text, as in an outline. The text of a `typedef` that ends with its name
    /// has that end, too.
    pub entry: OutlineEntry,
    /// The bytes of the name in the text of the entry. Empty if the entry has no name.
    pub name: Range<usize>,
    /// Whether other files may use it, as far as the language shows it.
    pub is_public: bool,
}

impl Definition {
    /// Returns the name, or an empty text.
    pub fn name(&self) -> &str {
        self.entry.text.get(self.name.clone()).unwrap_or_default()
    }

    /// Returns whether a word before its name says that it is a function.
    pub fn is_function(&self) -> bool {
        let before = self.entry.text.get(..self.name.start).unwrap_or_default();
        before.split([' ', '*']).any(|word| FUNCTIONS.has(word))
    }

    /// Returns whether it is neither a function nor a type, nor what contains them, in a program
    /// with this name.
    pub fn is_value(&self, file_name: &str) -> bool {
        let text = after_attributes(&self.entry.text);
        let before = self.entry.text.len() - text.len();
        let end = self.name.end.saturating_sub(before);
        let after = text.get(end..).unwrap_or_default();
        let has_parameters = after.starts_with(['(', '<']);
        let is_function = has_parameters && !text.starts_with('#') && !text.ends_with(',');
        let context = LineContext { language: Language::of(file_name), indentation: 0 };
        match Syntax::of(file_name) {
            Syntax::Script if is_function_of_ml(text, after) => false,
            Syntax::Script if text.starts_with("module ") && after.contains('=') => {
                self.entry.line == self.entry.last
            }
            _ => !is_function && declaration(text, context).is_none(),
        }
    }
}

/// Returns whether a name of ML and what follows it is a function: `let f x =`, `val f : a -> b`.
fn is_function_of_ml(text: &str, after_name: &str) -> bool {
    let head = after_name.split(" =").next().unwrap_or_default().trim_start();
    ["let ", "and ", "val "].iter().any(|word| text.starts_with(word))
        && (head.contains("->") || !head.is_empty() && !head.starts_with([':', '=']))
}

/// A definition around others.
struct Outer {
    last: LineNumber,
    is_public: bool,
    /// Whether its members are as public as itself, without a word.
    is_open: bool,
}

/// Returns the definitions in a file with this name and text, in the order of their lines: those of
/// an outline, and values, aliases and keys. Several may be in one line.
pub fn definitions(file_name: &str, text: &str) -> Vec<Definition> {
    let (language, syntax) = (Language::of(file_name), Syntax::of(file_name));
    let visibility = Visibility::of(syntax, file_name);
    let mut outliner = Outliner::with_values(file_name, MAX_DEFINITIONS);
    outliner.push(text);
    let outline = outliner.finish();
    if outline.basis == Basis::Indentation {
        return Vec::new();
    }
    let mut definitions = Vec::with_capacity(outline.entries.len());
    let mut around: Vec<Outer> = Vec::new();
    for mut entry in outline.entries {
        while around.last().is_some_and(|outer| outer.last < entry.line) {
            around.pop();
        }
        entry.depth = around.len().try_into().unwrap_or(u32::MAX);
        let text = &entry.text[..];
        let names = names(text, language, syntax).into_iter().map(|name| range(text, name));
        let mut names: Vec<_> = names.collect();
        let outer = around.last();
        let is_public = |name: &Range<usize>| visibility.is_public(text, name, outer);
        let first = names.first().cloned().unwrap_or_default();
        let own = Outer { last: entry.last, is_public: is_public(&first), is_open: is_open(text) };
        let last = names.pop().unwrap_or_default();
        let is_last_public = is_public(&last);
        for name in names {
            let is_public = is_public(&name);
            definitions.push(Definition { entry: entry.clone(), name, is_public });
        }
        around.push(own);
        definitions.push(Definition { entry, name: last, is_public: is_last_public });
    }
    definitions.truncate(MAX_DEFINITIONS);
    definitions
}

/// How a language shows that other files may use a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    /// With this word.
    Word(&'static str),
    /// With a capital letter.
    Capital,
    /// Except with `static` in a file.
    Linkage,
    /// Unless a word or an underscore says otherwise.
    Default,
}

impl Visibility {
    fn of(syntax: Syntax, file_name: &str) -> Self {
        let is = |extensions: &[&str]| extensions.iter().any(|end| file_name.ends_with(end));
        match syntax {
            Syntax::Rust => Self::Word("pub"),
            Syntax::Kotlin if is(&[".zig"]) => Self::Word("pub"),
            Syntax::Java if is(&[".java"]) => Self::Word("public"),
            Syntax::JavaScript if is(&["ts", ".tsx", ".mjs"]) => Self::Word("export"),
            Syntax::Go => Self::Capital,
            Syntax::C => Self::Linkage,
            _ => Self::Default,
        }
    }

    fn is_public(self, text: &str, name: &Range<usize>, around: Option<&Outer>) -> bool {
        let before = text.get(..name.start).unwrap_or_default();
        let name = text.get(name.clone()).unwrap_or_default();
        let is_internal = name.starts_with('_') && !name.ends_with("__");
        let mut words = before.split([' ', '\t', '(']);
        let is_hidden = |word| {
            matches!(
                word,
                "private" | "fileprivate" | "protected" | "defp" | "defmacrop" | "defguardp"
            )
        };
        if is_internal || words.any(is_hidden) || before == "#" || before.ends_with(" #") {
            return false;
        }
        let has = |expected| before.split([' ', '\t', '(']).any(|word| word == expected);
        let inherits = around.is_none_or(|outer| outer.is_public);
        match (self, around) {
            (Self::Capital, _) => name.starts_with(char::is_uppercase),
            (Self::Word("export"), Some(_)) | (Self::Default, _) => inherits,
            (Self::Word(word), Some(outer)) => has(word) || inherits && outer.is_open,
            (Self::Word(word), None) => has(word) || text.starts_with("impl"),
            (Self::Linkage, Some(_)) => inherits,
            (Self::Linkage, None) => !has("static"),
        }
    }
}

/// Returns whether the members of a type are as public as itself.
fn is_open(text: &str) -> bool {
    let words = text.split([' ', '<']).take(4);
    let mut open = words
        .filter(|word| matches!(*word, "trait" | "interface" | "enum" | "@interface" | "impl"));
    open.next().is_some_and(|word| word != "impl" || text.contains(" for "))
}
