//! Requests in TypeScript: options, and what each has to be.

use anyhow::{Result, bail};
use heck::{ToLowerCamelCase, ToShoutySnakeCase};

use super::{Flat, Member, START, Shape, call_options, flat, members};
use crate::model::Contract;
use crate::text::{Docs, NOTICE, commented};
use crate::typescript::STYLE;

/// Writes the module `generated/requests` of the package for JavaScript: options, and what each has
/// to be.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let style = &STYLE;
    let words = Docs::new(contract, style);
    let (read, list) = (members(contract, "read-request")?, members(contract, "list-request")?);
    let call = call_options(contract)?;
    let scope = members(contract, "scope")?;
    let scoped = |record| -> Result<Vec<_>> {
        let all = members(contract, record)?;
        Ok(all.into_iter().filter(|each| each.shape != Shape::Nested).collect())
    };
    let (find, search, map) =
        (scoped("find-request")?, scoped("search-request")?, scoped("map-request")?);
    let (diff, log) = (members(contract, "diff-request")?, members(contract, "log-request")?);
    let blame = members(contract, "blame-request")?;
    let (starts, others): (Vec<_>, Vec<_>) =
        flat(&read).into_iter().partition(|each| START.iter().any(|(name, ..)| *name == each.name));
    let mut text = String::new();
    for (kind, extends, about, members) in [
        (
            "Start",
            "",
            "Where a read starts: `start`, `cursor`, `block`, `definition` or `unit`. Line 1 if \
             none is given.",
            starts,
        ),
        ("Read", " extends StartOptions", "How to read a file. Numbers are integers.", others),
        ("List", "", "Which part of a directory to list.", flat(&list)),
        ("Context", "", "What a tool returns.", flat(&call)),
        ("Scope", "", "Which files are looked at.", flat(&scope)),
        ("Find", " extends ScopeOptions", "What to find.", flat(&find)),
        ("Search", " extends ScopeOptions", "What to search for.", flat(&search)),
        ("Map", " extends ScopeOptions", "What to map.", flat(&map)),
        ("Diff", "", "What to compare.", flat(&diff)),
        ("Log", "", "Which commits to return.", flat(&log)),
        ("Blame", "", "Whose lines to return.", flat(&blame)),
    ] {
        let (mut fields, mut shapes) = (String::new(), String::new());
        for Flat { name, docs, shape, ty, first } in members {
            // The path of a read stands before its options. That of a diff is the root by default.
            if shape == Shape::Required && ["Read", "List", "Blame"].contains(&kind) {
                continue;
            }
            let is_required = shape == Shape::Required && name != "path";
            let name = name.to_lower_camel_case();
            let mut docs = words.words(&docs.split_whitespace().collect::<Vec<_>>().join(" "));
            let (ty, shape) = match shape {
                Shape::Text | Shape::Required => {
                    docs += if name == "path" { " `.` by default." } else { "" };
                    let ty = if name == "path" { "string | URL" } else { "string" };
                    (ty.into(), "'text'".into())
                }
                Shape::Count | Shape::Start => ("number".into(), "'count'".into()),
                Shape::Number => ("number".into(), "'number'".into()),
                Shape::Texts => {
                    docs += " A single one may be a string.";
                    ("string | readonly string[]".into(), "'texts'".into())
                }
                Shape::Choices => {
                    let names = format!("readonly AnyOf<contract.{ty}>[]");
                    (names, format!("{{ each: {} }}", all_of(ty)))
                }
                Shape::Nested => bail!("`{name}` is not covered"),
                Shape::Integer => ("number".into(), "'integer'".into()),
                Shape::Flag => ("boolean".into(), "'flag'".into()),
                Shape::Choice => {
                    docs += &format!(" `{first}` by default.");
                    (format!("AnyOf<contract.{ty}>"), all_of(ty))
                }
            };
            fields += &commented(&docs, 1, style, ["/**", " * ", " */"]);
            fields += &if is_required {
                format!("  {name}: {ty};\n")
            } else {
                format!("  {name}?: {ty} | undefined;\n")
            };
            shapes += &format!("  {name}: {shape},\n");
        }
        text += &format!(
            "\n{}export interface {kind}Options{extends} {{\n{fields}}}\n\n\
             export const {}_OPTIONS = {{\n{shapes}}} as const;\n",
            commented(about, 0, style, ["/**", " * ", " */"]),
            kind.to_shouty_snake_case()
        );
    }
    for (name, about, members) in [
        ("DEFAULTS", "What a component is given where a choice is left out.", &read),
        ("CONTEXT_DEFAULTS", "What a tool is given where an option is left out.", &call),
        ("LIST_DEFAULTS", "What `list` is given where an option is left out.", &list),
        ("FIND_DEFAULTS", "What `find` is given where an option is left out.", &find),
        ("SEARCH_DEFAULTS", "What `search` is given where an option is left out.", &search),
        ("DIFF_DEFAULTS", "What `diff` is given where an option is left out.", &diff),
        ("LOG_DEFAULTS", "What `log` is given where an option is left out.", &log),
    ] {
        let defaults: String = members.iter().filter_map(default).collect();
        text += &format!("\n/** {about} */\nexport const {name} = {{\n{defaults}}} as const;\n");
    }
    Ok(format!(
        "// {NOTICE}\n/** Options of calls, and what each of them has to be. */\n\n\
         import * as contract from '../contract.js';\nimport type {{ AnyOf }} from '../types.js';\n\
         {text}"
    ))
}

/// Returns the name of the constant that has all cases of an enum.
fn all_of(ty: &str) -> String {
    let all = ty.to_shouty_snake_case();
    format!("contract.{}", if all.ends_with('S') { all } else { all + "S" })
}

/// Writes what a member is where it is left out and has to be there.
fn default(Member { field, shape, first, .. }: &Member<'_>) -> Option<String> {
    let value = match shape {
        Shape::Choice => format!("'{first}'"),
        Shape::Flag => "false".into(),
        Shape::Number => "0".into(),
        Shape::Texts | Shape::Choices => "[]".into(),
        _ => return None,
    };
    Some(format!("  {}: {value},\n", field.name.to_lower_camel_case()))
}
