//! Requests in TypeScript: options, and what each has to be.

use anyhow::{Result, bail};
use heck::{ToLowerCamelCase, ToShoutySnakeCase};

use super::{Flat, START, Shape, call_options, flat, members};
use crate::model::Contract;
use crate::text::{Docs, NOTICE, commented};
use crate::typescript::STYLE;

/// Writes the module `generated/requests` of the package for JavaScript: options, and what each has
/// to be.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let style = &STYLE;
    let words = Docs::new(contract, style);
    let [read, list] = ["read-request", "list-request"].map(|name| members(contract, name));
    let (read, list, call) = (read?, list?, call_options(contract)?);
    let (starts, others): (Vec<_>, Vec<_>) =
        flat(&read).into_iter().partition(|each| START.iter().any(|(name, ..)| *name == each.name));
    let mut text = String::new();
    for (name, extends, about, members) in [
        (
            "Start",
            "",
            "Where a read starts: `start`, `cursor` or `block`. Line 1 if none is given.",
            starts,
        ),
        ("Read", " extends StartOptions", "How to read a file. Numbers are integers.", others),
        ("List", "", "Which part of a directory to list.", flat(&list)),
        ("Context", "", "What a tool returns.", flat(&call)),
    ] {
        let (mut fields, mut shapes) = (String::new(), String::new());
        for Flat { name, docs, shape, ty, first } in members {
            if shape == Shape::Required {
                continue;
            }
            let name = name.to_lower_camel_case();
            let mut docs = words.words(&docs.split_whitespace().collect::<Vec<_>>().join(" "));
            let (ty, shape) = match shape {
                Shape::Text | Shape::Required => ("string".into(), "'text'".into()),
                Shape::Count | Shape::Number | Shape::Start => ("number".into(), "'count'".into()),
                Shape::Texts | Shape::Choices | Shape::Nested => bail!("`{name}` is not covered"),
                Shape::Integer => ("number".into(), "'integer'".into()),
                Shape::Flag => ("boolean".into(), "'flag'".into()),
                Shape::Choice => {
                    docs += &format!(" `{first}` by default.");
                    let all = ty.to_shouty_snake_case();
                    let all = if all.ends_with('S') { all } else { all + "S" };
                    (format!("AnyOf<contract.{ty}>"), format!("contract.{all}"))
                }
            };
            fields += &commented(&docs, 1, style, ["/**", " * ", " */"]);
            fields += &format!("  {name}?: {ty} | undefined;\n");
            shapes += &format!("  {name}: {shape},\n");
        }
        text += &format!(
            "\n{}export interface {name}Options{extends} {{\n{fields}}}\n\n\
             export const {}_OPTIONS = {{\n{shapes}}} as const;\n",
            commented(about, 0, style, ["/**", " * ", " */"]),
            name.to_shouty_snake_case()
        );
    }
    let defaults = read.iter().filter(|each| each.shape == Shape::Choice);
    let defaults = defaults
        .map(|each| format!("  {}: '{}',\n", each.field.name.to_lower_camel_case(), each.first));
    let defaults: String = defaults.collect();
    Ok(format!(
        "// {NOTICE}\n/** Options of calls, and what each of them has to be. */\n\n\
         import * as contract from '../contract.js';\nimport type {{ AnyOf }} from '../types.js';\n\
         {text}\n/** What a component is given where a choice is left out. */\n\
         export const DEFAULTS = {{\n{defaults}}} as const;\n\n\
         /** What a tool is given where an option is left out. */\n\
         export const CONTEXT_DEFAULTS = {{\n{}}} as const;\n",
        call.iter()
            .map(|each| format!("  {}: false,\n", each.field.name.to_lower_camel_case()))
            .collect::<String>()
    ))
}
