//! Text in any of the languages: lists that are broken if they are too long, and documentation.

use std::collections::HashMap;

use heck::ToUpperCamelCase;

use crate::model::{Case, Contract, Definition, Kind, Type};

/// The first line of every generated file.
pub(crate) const NOTICE: &str =
    "Generated from wit/ by `cargo run -p readroom-contract`; do not edit.";

/// How a language is written.
pub(crate) struct Style {
    /// The maximum length of a line in characters.
    pub(crate) width: usize,
    pub(crate) indent: usize,
    /// Whether the last item of a broken list has a comma.
    pub(crate) trailing_comma: bool,
    /// The text between braces and their content.
    pub(crate) padding: &'static str,
    /// Returns the name of a member.
    pub(crate) member: fn(&str) -> String,
    /// The word for an absent value, at the beginning of a sentence and at its end.
    pub(crate) none: [&'static str; 2],
    /// Whether types are in CamelCase.
    pub(crate) has_types: bool,
    pub(crate) comment: Comment,
}

/// How a comment is written.
#[derive(Clone, Copy)]
pub(crate) struct Comment {
    /// The text around a single line that fits.
    pub(crate) line: [&'static str; 2],
    /// The text around several lines.
    pub(crate) open: &'static str,
    pub(crate) close: &'static str,
    /// The start of every line but the first.
    pub(crate) mark: &'static str,
}

impl Style {
    /// Returns the maximum length of a line of a comment.
    fn comment_width(&self, depth: usize) -> usize {
        self.width - depth * self.indent - self.comment.mark.len().max(3)
    }
}

/// Code that is broken if it is too long.
#[derive(Clone)]
pub(crate) enum Code {
    Plain(String),
    /// Items between brackets: all on one line, or one per line.
    List(String, Vec<Self>, &'static str),
}

impl Code {
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self::Plain(text.into())
    }

    pub(crate) fn list(open: impl Into<String>, items: Vec<Self>, close: &'static str) -> Self {
        Self::List(open.into(), items, close)
    }

    /// Puts a text before the code, such as the name that it is assigned to.
    pub(crate) fn after(self, text: &str) -> Self {
        match self {
            Self::Plain(code) => Self::Plain(format!("{text}{code}")),
            Self::List(open, items, close) => Self::List(format!("{text}{open}"), items, close),
        }
    }

    /// Writes the code at a depth of indentation. The first line is already indented.
    pub(crate) fn text(&self, style: &Style, depth: usize) -> String {
        let flat = self.flat(style);
        // The comma behind an item.
        let end = usize::from(depth > 0);
        match self {
            Self::List(open, items, close)
                if !items.is_empty()
                    && depth * style.indent + flat.chars().count() + end > style.width =>
            {
                let inner = " ".repeat((depth + 1) * style.indent);
                let items: Vec<_> =
                    items.iter().map(|item| inner.clone() + &item.text(style, depth + 1)).collect();
                let comma = if style.trailing_comma { "," } else { "" };
                format!(
                    "{open}\n{}{comma}\n{}{close}",
                    items.join(",\n"),
                    " ".repeat(depth * style.indent)
                )
            }
            _ => flat,
        }
    }

    fn flat(&self, style: &Style) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::List(open, items, close) => {
                let items: Vec<_> = items.iter().map(|item| item.flat(style)).collect();
                let space =
                    if open.ends_with('{') && !items.is_empty() { style.padding } else { "" };
                format!("{open}{space}{}{space}{close}", items.join(", "))
            }
        }
    }
}

impl Contract {
    /// Writes the decoder of a type, with the names of values and of classes in a language.
    pub(crate) fn decoder(
        &self,
        ty: &Type,
        name: &dyn Fn(&str) -> String,
        class: &dyn Fn(&str) -> String,
    ) -> Code {
        let of = |start: &str, parts: &[&Type]| {
            let parts = parts.iter().map(|part| self.decoder(part, name, class)).collect();
            Code::list(class(start) + "(", parts, ")")
        };
        match self.target(ty) {
            Type::Bool => Code::plain(name("bool")),
            Type::String => Code::plain(name("string")),
            Type::Integer { signed, bits } => {
                Code::plain(name(&format!("{}{bits}", if *signed { 's' } else { 'u' })))
            }
            Type::List(item) => of("list", &[item]),
            Type::Option(some) => of("option", &[some]),
            Type::Result(ok, error) => of("result", &[ok, error]),
            Type::Named(named) => Code::plain(name(named)),
        }
    }
}

/// Documentation with the names of a language.
pub(crate) struct Docs<'a> {
    style: &'a Style,
    words: HashMap<&'a str, String>,
}

impl<'a> Docs<'a> {
    pub(crate) fn new(contract: &'a Contract, style: &'a Style) -> Self {
        let mut words = HashMap::new();
        if style.has_types {
            let types = contract.types.iter().filter(|definition| !definition.is_payload);
            words.extend(types.map(|each| (each.name.as_str(), each.name.to_upper_camel_case())));
        }
        // Where a word names other things too, it is not the type.
        let functions = contract.functions.iter().map(|function| &function.name);
        let cases = contract.types.iter().flat_map(Definition::cases);
        functions
            .chain(cases.map(|case| &case.name))
            .for_each(|name| _ = words.remove(name.as_str()));
        for definition in &contract.types {
            if let Kind::Record(fields) = &definition.kind {
                words.extend(
                    fields.iter().map(|field| (field.name.as_str(), (style.member)(&field.name))),
                );
            }
        }
        Self { style, words }
    }

    /// Replaces the names of members and types by those of the language.
    pub(crate) fn words(&self, docs: &str) -> String {
        let [first, last] = self.style.none;
        let parts = docs.split('`').enumerate().map(|(number, part)| {
            if number % 2 == 0 {
                let part = part
                    .replace("None ", &format!("{first} "))
                    .replace(&format!("{first} of "), "None of ");
                return match part.strip_prefix(" is none") {
                    Some(rest) => format!(" is {last}{rest}"),
                    None => part,
                };
            }
            let words =
                part.split('.').map(|word| self.words.get(word).map_or(word, String::as_str));
            words.collect::<Vec<_>>().join(".")
        });
        parts.collect::<Vec<_>>().join("`")
    }

    /// Returns the first sentence of a text.
    pub(crate) fn summary(&self, docs: &str) -> String {
        let docs = self.words(&unwrapped(docs).join(" "));
        docs.split_once(". ").map_or(docs.clone(), |(first, _)| format!("{first}."))
    }

    /// Writes documentation, and one item for each case, as a comment.
    pub(crate) fn comment(&self, docs: &str, cases: &[Case], depth: usize) -> String {
        let lines = self.lines(docs, cases, self.style.comment_width(depth));
        comment(&lines, depth, self.style)
    }

    /// Returns documentation and one item for each case, as lines of at most `width` characters.
    pub(crate) fn lines(&self, docs: &str, cases: &[Case], width: usize) -> Vec<String> {
        let mut lines = paragraphs(docs, width, |paragraph| self.words(paragraph));
        for (number, Case { name, docs, .. }) in cases.iter().enumerate() {
            if number == 0 {
                lines.push(String::new());
            }
            let item = format!("`{name}`: {}", self.words(&unwrapped(docs).join(" ")));
            for (number, line) in wrapped(&item, width - 2).into_iter().enumerate() {
                lines.push(format!("{}{line}", if number == 0 { "- " } else { "  " }));
            }
        }
        lines
    }
}

/// Returns the paragraphs of a text as lines of at most `width` characters.
fn paragraphs(docs: &str, width: usize, words: impl Fn(&str) -> String) -> Vec<String> {
    let lines: Vec<_> =
        unwrapped(docs).iter().map(|paragraph| wrapped(&words(paragraph), width)).collect();
    lines.join(&String::new())
}

/// Returns the paragraphs of a text, each on one line.
pub(crate) fn unwrapped(docs: &str) -> Vec<String> {
    let paragraphs =
        docs.split("\n\n").map(|each| each.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Writes documentation as a comment.
pub(crate) fn commented(docs: &str, depth: usize, style: &Style) -> String {
    comment(&paragraphs(docs, style.comment_width(depth), str::to_owned), depth, style)
}

fn comment(lines: &[String], depth: usize, style: &Style) -> String {
    let indent = " ".repeat(depth * style.indent);
    let Comment { line: [start, end], open, mark, close } = style.comment;
    let text = match lines {
        [] => return String::new(),
        [line] if indent.len() + start.len() + line.chars().count() + end.len() <= style.width => {
            format!("{start}{line}{end}")
        }
        _ => format!("{open}{}{close}", lines.join(&format!("\n{mark}"))),
    };
    text.lines().map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n").collect()
}

/// Returns the names that occur in a text as whole words.
pub(crate) fn used<'a>(names: &[&'a str], text: &str) -> Vec<&'a str> {
    let is_in_word = |character: char| character.is_alphanumeric() || character == '_';
    let words: std::collections::HashSet<_> =
        text.split(|character| !is_in_word(character)).collect();
    names.iter().copied().filter(|name| words.contains(name)).collect()
}
