//! Requests in TypeScript: options, and what each has to be.

use anyhow::Result;
use heck::{ToLowerCamelCase, ToShoutySnakeCase};

use super::{CONTEXT, Flat, Member, Shape, call_options, flat, members, options_of};
use crate::model::Contract;
use crate::text::{Docs, NOTICE, commented};
use crate::typescript::STYLE;

/// The options, each after the ones that it extends: of which record, and what they are.
const INTERFACES: [(&str, &str, &str, &str); 11] = [
    (
        "Start",
        "",
        "read-request",
        "Where a read starts: `start`, `cursor`, `block`, `definition` or `unit`. Line 1 if none \
         is given.",
    ),
    ("Read", " extends StartOptions", "read-request", "How to read a file. Numbers are integers."),
    ("List", "", "list-request", "Which part of a directory to list."),
    ("Context", "", CONTEXT, "What a tool returns."),
    ("Scope", "", "scope", "Which files are looked at."),
    ("Find", " extends ScopeOptions", "find-request", "What to find."),
    ("Search", " extends ScopeOptions", "search-request", "What to search for."),
    ("Map", " extends ScopeOptions", "map-request", "What to map."),
    ("Diff", "", "diff-request", "What to compare."),
    ("Log", "", "log-request", "Which commits to return."),
    ("Blame", "", "blame-request", "Whose lines to return."),
];

/// The functions whose path stands before their options. Elsewhere it is `.` by default.
const PATH_FIRST: [&str; 4] = ["read", "list", "blame", "arguments-for"];

/// Writes the module `generated/requests` of the package for JavaScript: options, and what each has
/// to be.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let words = Docs::new(contract, &STYLE);
    let mut interfaces = String::new();
    for (kind, extends, record, about) in INTERFACES {
        let mut all = match record {
            CONTEXT => call_options(contract)?,
            _ => members(contract, record)?,
        };
        let is_start = kind == "Start";
        all.retain(|Member { shape, .. }| match shape {
            Shape::Nested => false,
            Shape::Start => is_start,
            _ => !is_start,
        });
        let fields: String =
            options(&kind.to_lowercase(), &all).map(|each| field(&words, &each)).collect();
        interfaces += &commented(about, 0, &STYLE);
        interfaces += &format!("export interface {kind}Options{extends} {{\n{fields}}}\n\n");
    }
    let (mut shapes, mut defaults) = (String::new(), String::new());
    for function in &contract.functions {
        let Some((_, all)) = options_of(contract, function)? else { continue };
        let name = function.name.to_lower_camel_case();
        let given: String = options(&function.name, &all).map(|each| shape(&each)).collect();
        let others: String = all.iter().filter_map(|each| default(&function.name, each)).collect();
        shapes += &format!("  {name}: {{\n{given}  }},\n");
        defaults += &format!("  {name}: {{\n{others}  }},\n").replace("{\n  }", "{}");
    }
    Ok(format!(
        "// {NOTICE}\n/** Options of calls, and what each of them has to be. */\n\n\
         import * as contract from '../contract.js';\n\
         import type {{ AnyOf }} from '../types.js';\n\n\
         {interfaces}\
         /** The types of options, by function. */\n\
         export const OPTIONS = {{\n{shapes}}} as const;\n\n\
         /** The values of options that are left out, by function. */\n\
         export const DEFAULTS = {{\n{defaults}}} as const;\n"
    ))
}

/// Returns the members that are options.
fn options<'a>(of: &str, members: &'a [Member<'a>]) -> impl Iterator<Item = Flat<'a>> {
    let is_first = PATH_FIRST.contains(&of);
    flat(members).into_iter().filter(move |each| !is_first || each.name != "path")
}

/// Writes a member of an interface.
fn field(words: &Docs<'_>, Flat { name, docs, shape, ty, first }: &Flat<'_>) -> String {
    let docs = words.words(&docs.split_whitespace().collect::<Vec<_>>().join(" "));
    let (ty, more) = match shape {
        Shape::Required if *name == "path" => ("string | URL".into(), " `.` by default.".into()),
        Shape::Text | Shape::Required => ("string".into(), String::new()),
        Shape::Texts => {
            ("string | readonly string[]".into(), " A single one may be a string.".into())
        }
        Shape::Choices => (format!("readonly AnyOf<contract.{ty}>[]"), String::new()),
        Shape::Flag => ("boolean".into(), String::new()),
        Shape::Choice => (format!("AnyOf<contract.{ty}>"), format!(" `{first}` by default.")),
        _ => ("number".into(), String::new()),
    };
    let name = name.to_lower_camel_case();
    let about = commented(&(docs + &more), 1, &STYLE);
    if *shape == Shape::Required && name != "path" {
        return format!("{about}  {name}: {ty};\n");
    }
    format!("{about}  {name}?: {ty} | undefined;\n")
}

/// Writes what an option has to be.
fn shape(Flat { name, shape, ty, .. }: &Flat<'_>) -> String {
    let shape = match shape {
        Shape::Required if *name == "path" => "'path'".into(),
        Shape::Required => "'required'".into(),
        Shape::Text => "'text'".into(),
        Shape::Texts => "'texts'".into(),
        Shape::Number => "'number'".into(),
        // It may be 0.
        Shape::Count if *name == "context" => "'number'".into(),
        Shape::Integer => "'integer'".into(),
        Shape::Flag => "'flag'".into(),
        Shape::Choices => format!("{{ each: {} }}", all_of(ty)),
        Shape::Choice => all_of(ty),
        _ => "'count'".into(),
    };
    format!("    {}: {shape},\n", name.to_lower_camel_case())
}

/// Returns the name of the constant that has all cases of an enum.
fn all_of(ty: &str) -> String {
    let all = ty.to_shouty_snake_case();
    format!("contract.{}", if all.ends_with('S') { all } else { all + "S" })
}

/// Writes what a member is where it is left out and has to be there.
fn default(of: &str, Member { field, shape, first, .. }: &Member<'_>) -> Option<String> {
    let value = match shape {
        Shape::Required if field.name == "path" && !PATH_FIRST.contains(&of) => "'.'".into(),
        Shape::Choice => format!("'{first}'"),
        Shape::Flag => "false".into(),
        Shape::Number => "0".into(),
        Shape::Texts | Shape::Choices => "[]".into(),
        _ => return None,
    };
    Some(format!("    {}: {value},\n", field.name.to_lower_camel_case()))
}
