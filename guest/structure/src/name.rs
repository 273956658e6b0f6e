//! Finds the names in a line that declares something.

use super::declaration::{
    CREATE, Keyword, LISP, TESTS, is_assigned_class, is_before_function, keyword, labels,
    skip_modifier,
};
use super::head::without_generics;
use super::language::{Language, Syntax};
use super::role::{after_attributes, code, is_of_words, skip_brackets, skip_brackets_if, word};
use super::ruby::{symbol, symbols};
use super::scope::Scope;
use super::title::{
    after_context, created, heading, instance, of_block, of_lisp, of_shell, prefix, targets, title,
    title_of_markup,
};
use super::value::{macro_name, value};
use super::variable::{alias, last_name};
use std::ops::Range;

/// Returns the names that a line declares, as it has them. A line of an outline, or of a value.
pub(super) fn names(text: &str, language: Language, syntax: Syntax) -> Vec<&str> {
    let text = if language.has_words() { after_attributes(text) } else { text };
    match language {
        Language::Markdown => vec![heading(text, '#')],
        Language::Markup(markup) => vec![title_of_markup(text, markup)],
        Language::Sections if text.starts_with('[') => {
            vec![code(text).trim_start_matches('[').trim_end_matches(']').trim()]
        }
        Language::Make if value(text, syntax, Scope::Module).is_none() => targets(text),
        Language::Sql => vec![created(text)],
        Language::Hcl if let Some(labels) = labels(text) => of_block(text, labels),
        _ => match keyword(text, language) {
            Some(found) => of_keyword(text, found, syntax),
            None => of_form(text, language, syntax),
        },
    }
}

fn of_keyword<'t>(
    text: &'t str,
    Keyword { word: first, after, .. }: Keyword<'t>,
    syntax: Syntax,
) -> Vec<&'t str> {
    let name = match first {
        "" => assigned(after),
        CREATE => created(text),
        LISP => of_lisp(after),
        "impl" => implementing(after),
        _ if is_before_function(first) => function(after, syntax),
        "const" | "var" => word(after.trim_start()).0,
        "macro_rules" => word(after.trim_start_matches('!').trim_start()).0,
        _ if TESTS.has(first) => title(after),
        "define_method" | "define_singleton_method" => symbol(after).unwrap_or_default(),
        _ if matches!(after.trim(), "struct {" | "interface {") => first,
        _ if is_assigned_class(first, after) => first,
        "instance" => instance(after),
        "namespace" | "module" | "package" | "defmodule" | "defimpl" => {
            whole_path(container(after))
        }
        _ if syntax == Syntax::C => in_c(after),
        "class" if syntax == Syntax::Script => last_part(container(after_context(after))),
        // A class without a name.
        _ => Some(last_part(container(after)))
            .filter(|name| !matches!(*name, "extends" | "implements"))
            .unwrap_or_default(),
    };
    let mut names = vec![name];
    let is_path = |path: &&str| first.is_empty() && is_of_words(path, b".$");
    names.extend(after.split(" = ").skip(1).take_while(is_path).map(last_part));
    if syntax == Syntax::Kotlin && first == "class" {
        let parameters = after.split_once('(').map_or("", |(_, parameters)| parameters);
        names.extend(items(parameters).filter_map(property));
    }
    if first == "enum"
        && let Some((_, members)) = after.split_once('{')
    {
        names.extend(items(members).filter_map(member));
        names.retain(|name| !name.is_empty());
    }
    if syntax == Syntax::C
        && text.starts_with("typedef ")
        && let Some((_, alias)) = text.rsplit_once('}')
    {
        let aliases = alias.split([',', ';']).filter_map(last_name);
        names.extend(aliases);
        names.retain(|name| !name.is_empty());
    }
    if name.is_empty() && text.starts_with("export default") {
        return text.get(7..14).into_iter().collect();
    }
    names
}

/// The name of a function without a keyword, or those of values.
fn of_form(text: &str, language: Language, syntax: Syntax) -> Vec<&str> {
    if let Some(name) = macro_name(text).or_else(|| alias(text)).filter(|_| syntax == Syntax::C) {
        return vec![name];
    }
    if let Some(values) = text.strip_prefix("case ") {
        return items(values).map(|value| word(value.trim_start()).0).collect();
    }
    let of = |scope| value(text, syntax, scope);
    let has_types = matches!(syntax, Syntax::C | Syntax::Java);
    let mut found = None;
    if !has_types {
        found = of(Scope::Module).or_else(|| of(Scope::Class));
    }
    if found.is_none() && language.has_methods() {
        let name = if syntax == Syntax::Shell { of_shell(text) } else { head(text) };
        if !name.is_empty() {
            return vec![name];
        }
    }
    if has_types {
        found = of(if syntax == Syntax::C { Scope::Module } else { Scope::Class });
    }
    let found = found.or_else(|| of(Scope::Enum)).or_else(|| of(Scope::Group));
    let Some(found) = found else { return Vec::new() };
    let before = text.get(..range(text, found).start).unwrap_or_default();
    let is_one = matches!(syntax, Syntax::Keys | Syntax::Sections | Syntax::Kotlin);
    if is_one
        || before.ends_with(['"', '\''])
        || syntax == Syntax::Script && found.ends_with(['?', '!'])
    {
        return vec![found];
    }
    if syntax == Syntax::Ruby {
        let names = symbols(found);
        return if names.is_empty() {
            found.split([',', '=']).map(str::trim).collect()
        } else {
            names
        };
    }
    found.split([',', '=']).filter_map(|name| last_name(prefix(name, '['))).collect()
}

/// Returns the bytes of a part of the text.
pub(super) fn range(text: &str, part: &str) -> Range<usize> {
    if part.is_empty() {
        return 0..0;
    }
    let begin = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    begin..begin + part.len()
}

/// Returns the parts of a text between commas that are not in brackets, up to a semicolon or the
/// bracket that ends the list.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let mut is_end = move |c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth < 0 || c == ';' && depth == 0
    };
    let list = text.split(&mut is_end).next().unwrap_or_default();
    let mut depth = 0_i32;
    list.split(move |c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    })
}

/// The name of a property among the parameters of a class in Kotlin: `private val x: Int`.
fn property(text: &str) -> Option<&str> {
    let (_, name) = text.split_once("val ").or_else(|| text.split_once("var "))?;
    Some(word(name.trim_start()).0).filter(|name| !name.is_empty())
}

/// The name of a value of an enumeration: `A`, `A = 1`, `A(u8)`, `A { x: u8 }`, `case a`.
fn member(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let text = text.strip_prefix("case ").unwrap_or(text);
    last_name(text.split(['=', '(', '{', ':']).next()?)
}

/// The name in `x = function`, `a.b.x = () =>`, `x: function`, `'x': function`.
fn assigned(text: &str) -> &str {
    if let Some(quoted) = text.strip_prefix(['"', '\'']) {
        return quoted.split(['"', '\'']).next().unwrap_or_default();
    }
    let end = text.trim_start().find([' ', '=', ':']);
    let path = end.and_then(|end| text.trim_start().get(..end)).unwrap_or_default();
    last_part(path)
}

/// The type in `impl<T> Tree for Walk<T>`.
fn implementing(after: &str) -> &str {
    let rest = skip_brackets(after).trim_start();
    let rest = prefix(rest.split_once(" where ").map_or(rest, |(rest, _)| rest), '{');
    let mut of = rest;
    let mut depth = 0u32;
    for (at, c) in rest.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                if let Some(target) = rest.get(at..).and_then(|rest| rest.strip_prefix(" for ")) {
                    of = target;
                    break;
                }
            }
            _ => {}
        }
    }
    let path = of.trim().trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let path = path
        .split_once(' ')
        .filter(|(lifetime, _)| of.contains(&format!("'{lifetime} ")))
        .map_or(path, |(_, path)| path);
    let mut path = path;
    while let ("mut" | "dyn" | "const", rest) = word(path) {
        path = rest.trim_start();
    }
    let path = prefix(path, '<');
    let end =
        path.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':')).unwrap_or(path.len());
    last_part(path.get(..end).unwrap_or_default())
}

/// The name of a function after its keyword: the last part of a path, or an operator.
fn function(after: &str, syntax: Syntax) -> &str {
    let mut rest = after.trim_start().trim_start_matches('*').trim_start();
    if rest.starts_with('(') {
        // The receiver of a method in Go.
        rest = skip_brackets(rest).trim_start();
        if syntax != Syntax::Go {
            return "";
        }
    }
    if syntax == Syntax::Kotlin {
        rest = skip_brackets(rest).trim_start();
    }
    rest = rest.strip_prefix("r#").unwrap_or(rest);
    rest = rest.strip_prefix("::").unwrap_or(rest);
    let marks = match syntax {
        Syntax::Ruby | Syntax::Script | Syntax::None => "?!'-",
        Syntax::Shell => "-",
        _ => "",
    };
    let mut name = rest;
    loop {
        if let Some(quoted) = rest.strip_prefix(['`', '"']) {
            return quoted.split(['`', '"']).next().unwrap_or_default();
        }
        let end =
            rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$' && !marks.contains(c));
        let (part, then) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or_default();
        if part.is_empty() {
            break;
        }
        name = part;
        let generic = skip_brackets_if(then, '<').trim_start_matches('?');
        let separated =
            generic.strip_prefix("::").or_else(|| generic.strip_prefix('.')).or_else(|| {
                let is_path = matches!(syntax, Syntax::Script | Syntax::Shell);
                then.strip_prefix(':').filter(|_| is_path)
            });
        match separated {
            Some(further)
                if further.starts_with(|c: char| c.is_alphanumeric() || "_`$".contains(c)) =>
            {
                rest = further;
            }
            Some(further) if syntax == Syntax::Ruby => {
                rest = further;
                break;
            }
            _ => {
                let setter = syntax == Syntax::Ruby && then.starts_with("=(");
                let length = part.len() + usize::from(setter);
                return rest.get(..length).unwrap_or(name).trim_end_matches('-');
            }
        }
    }
    if rest.is_empty() || rest.starts_with(['{', '#']) {
        return name;
    }
    // An operator.
    let end = rest.find(['(', ' ', '\t']).filter(|end| *end > 0).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// The path after the keyword of a type or a module, or the text in quotes.
fn container(after: &str) -> &str {
    let mut rest = after.trim_start_matches([' ', '\t', '@', '[']);
    while let ("class" | "struct", further) = word(rest)
        && further.starts_with(' ')
    {
        rest = further.trim_start();
    }
    if let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`')) {
        return rest.get(1..).unwrap_or_default().split(quote).next().unwrap_or_default();
    }
    let end =
        rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ':' | '$' | '-'));
    let path = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
    path.trim_end_matches([':', '.', '-'])
}

/// The name of a type in C, which macros and attributes may precede.
fn in_c(after: &str) -> &str {
    let mut rest = after.trim_start();
    let mut name = "";
    loop {
        if rest.starts_with("[[") {
            rest = rest.split_once("]]").map_or("", |(_, rest)| rest).trim_start();
        }
        let end =
            rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
        let (path, then) = rest.split_at_checked(end).unwrap_or_default();
        let base = path.ends_with(':');
        let path = path.trim_end_matches(':');
        if path.is_empty() || path == "final" {
            break;
        }
        if !matches!(path, "class" | "struct" | "__attribute__" | "alignas" | "__declspec") {
            name = last_part(path);
        }
        if base {
            break;
        }
        rest = skip_brackets_if(then.trim_start(), '(').trim_start();
    }
    name
}

/// The last part of a path.
fn last_part(path: &str) -> &str {
    path.rsplit(['.', ':', '#']).next().unwrap_or_default()
}

/// A path with dots, or the last part of one with colons.
fn whole_path(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or_default()
}

/// The name before the parameters of a function without a keyword.
fn head(text: &str) -> &str {
    let mut rest = text;
    while rest.starts_with('@') {
        rest = skip_modifier(rest).unwrap_or_default();
    }
    let parameters = rest.find('(').unwrap_or(rest.len());
    if let Some(at) = rest.find("operator").filter(|at| *at < parameters)
        && rest
            .get(at + 8..)
            .is_some_and(|then| !then.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    {
        let operator = rest.get(at..).unwrap_or_default();
        let from = ["operator()", "operator ()"].iter().find(|name| operator.starts_with(**name));
        let from = from.map_or(8, |name| name.len());
        let (_, parameters) = operator.split_at_checked(from).unwrap_or_default();
        let length = from + parameters.find('(').unwrap_or(parameters.len());
        return operator.get(..length).unwrap_or_default().trim_end();
    }
    loop {
        let Some(at) = memchr::memchr(b'(', rest.as_bytes()) else { return "" };
        let (named, parameters) = rest.split_at_checked(at).unwrap_or_default();
        if memchr::memchr(b'=', without_generics(named.trim_end()).as_bytes()).is_some() {
            return "";
        }
        let name = name_before_parameters(named);
        // The size of an array.
        if named.rfind('[') > named.rfind(']') {
            return "";
        }
        let is_attribute = matches!(name, "__attribute__" | "__declspec" | "alignas");
        let is_macro = named == name && !name.is_empty();
        let further = skip_brackets(parameters).trim_start();
        let follows = further.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '*')
            && prefix(further, '(').len() < further.len()
            && !matches!(
                word(further).0,
                "noexcept" | "throw" | "requires" | "const" | "override" | "throws"
            );
        if !(is_attribute || is_macro && follows) {
            return name;
        }
        rest = further;
    }
}

fn name_before_parameters(text: &str) -> &str {
    let text = text.trim_end().trim_end_matches(['?', '!']);
    if text.ends_with(']') {
        return text.rfind('[').and_then(|at| text.get(at..)).unwrap_or_default();
    }
    let text = without_generics(text);
    let outer =
        text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '~'));
    text.get(outer.len()..).unwrap_or_default()
}
