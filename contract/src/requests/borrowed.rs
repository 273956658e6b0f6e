//! Requests of reads in Rust that borrow their strings.

use anyhow::{Context, Result};
use heck::{ToSnakeCase, ToUpperCamelCase};

use super::rust::default;
use super::{Shape, members};
use crate::model::{Contract, Definition, Field, Kind, Type};
use crate::rust::{STYLE, is_copy, spelled};
use crate::text::{Code, Docs, NOTICE};

/// The requests of reads, after their parts.
const READS: [&str; 6] =
    ["start", "block-selector", "read-request", "basic-request", "list-request", "shared-limits"];

/// Writes the module `generated::borrowed`: requests of reads, as the guest passes them on.
///
/// Their numbers have 64 bits, so that a tool can name the one that is too large.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let mut text = String::new();
    for record in READS {
        let definition = contract.get(record).with_context(|| format!("there is no `{record}`"))?;
        text += &borrowed_type(contract, definition);
    }
    Ok(format!(
        "// {NOTICE}\n//! Requests that borrow their strings. Numbers have 64 bits, so that a tool \
         can name one\n//! that is too large.\n\nuse super::types as owned;\n\
         use super::types::{{Siblings, Totals, View}};\n{text}"
    ))
}

fn borrowed_type(contract: &Contract, definition: &Definition) -> String {
    let name = definition.name.to_upper_camel_case();
    let docs = Docs::new(contract, &STYLE);
    let head = |keyword: &str, is_default: bool, ty: &str| {
        let default = if is_default { "Default, " } else { "" };
        format!(
            "\n{}#[derive(Clone, Copy, Debug, {default}PartialEq, Eq)]\npub {keyword} {ty} {{\n",
            docs.comment(&docs.summary(&definition.docs), &[], 0)
        )
    };
    let lifetime = if is_borrowing(contract, definition) { "<'a>" } else { "" };
    let (mut members, mut from) = (String::new(), Vec::new());
    let (keyword, is_default) = match &definition.kind {
        Kind::Record(fields) => {
            for field in fields {
                let member = field.name.to_snake_case();
                let (ty, code) = borrowed_form(contract, &field.ty, &format!("given.{member}"));
                members += &docs.comment(&docs.summary(&field.docs), &[], 1);
                members += &format!("    pub {member}: {ty},\n");
                from.push(Code::plain(format!("{member}: {code}")));
            }
            let is_option = |field: &Field| matches!(contract.target(&field.ty), Type::Option(_));
            ("struct", fields.iter().all(is_option))
        }
        Kind::Variant(cases) | Kind::Enum(cases) => {
            for case in cases {
                let member = case.name.to_upper_camel_case();
                let Some(payload) = &case.payload else { continue };
                let (ty, code) = borrowed_form(contract, payload, "*given");
                members += &docs.comment(&docs.summary(&case.docs), &[], 1);
                members += &format!("    {member}({ty}),\n");
                from.push(Code::plain(format!(
                    "owned::{name}::{member}(given) => Self::{member}({code})"
                )));
            }
            ("enum", false)
        }
        Kind::Alias(_) => return String::new(),
    };
    let from = match keyword {
        "struct" => Code::list("Self {", from, "}"),
        _ => Code::list("match given {", from, "}"),
    };
    let of = if lifetime.is_empty() { "&" } else { "&'a " };
    format!(
        "{}{members}}}\n\nimpl{lifetime} From<{of}owned::{name}> for {name}{lifetime} {{\n    \
         fn from(given: {of}owned::{name}) -> Self {{\n        {}\n    }}\n}}\n{}",
        head(keyword, is_default, &format!("{name}{lifetime}")),
        from.text(&STYLE, 2),
        borrowed_new(contract, definition)
    )
}

/// Writes the constructor of a request that has defaults.
fn borrowed_new(contract: &Contract, definition: &Definition) -> String {
    let Ok(members) = members(contract, &definition.name) else { return String::new() };
    if !members.iter().any(|member| member.shape == Shape::Required) {
        return String::new();
    }
    let (mut parameters, mut fields) = (Vec::new(), Vec::new());
    for member in &members {
        if member.shape == Shape::Required {
            let name = member.field.name.to_snake_case();
            parameters.push(format!("{name}: &'a str"));
            fields.push(Code::plain(name));
        } else {
            fields.push(default(member));
        }
    }
    let name = definition.name.to_upper_camel_case();
    format!(
        "\nimpl<'a> {name}<'a> {{\n    /// Returns a request with the defaults.\n    \
         pub fn new({}) -> Self {{\n        {}\n    }}\n}}\n",
        parameters.join(", "),
        Code::list("Self {", fields, "}").text(&STYLE, 2)
    )
}

/// Returns whether a type has strings or lists in it.
fn is_borrowing(contract: &Contract, definition: &Definition) -> bool {
    definition.parts().into_iter().any(|part| !is_copy(contract, part))
}

/// Returns a type that borrows, and the code that makes it of an owned value.
fn borrowed_form(contract: &Contract, ty: &Type, given: &str) -> (String, String) {
    match contract.target(ty) {
        // A payload is matched by reference.
        Type::String => ("&'a str".into(), format!("&{given}").replace("&*", "")),
        Type::Integer { .. } if given.starts_with('*') => {
            ("u64".into(), format!("({given}).into()"))
        }
        Type::Integer { .. } => ("u64".into(), format!("{given}.into()")),
        Type::Option(some) => match contract.target(some) {
            Type::String => ("Option<&'a str>".into(), format!("{given}.as_deref()")),
            Type::Integer { .. } => ("Option<u64>".into(), format!("{given}.map(u64::from)")),
            some => {
                let (ty, _) = borrowed_form(contract, some, given);
                (format!("Option<{ty}>"), format!("{given}.as_ref().map(Into::into)"))
            }
        },
        named => match contract.definition(named) {
            Some(definition) if !matches!(definition.kind, Kind::Enum(_)) => {
                let name = definition.name.to_upper_camel_case();
                let lifetime = if is_borrowing(contract, definition) { "<'a>" } else { "" };
                let code = format!("(&{given}).into()").replace("(&*given)", "given");
                (format!("{name}{lifetime}"), code)
            }
            _ => (spelled(ty), given.into()),
        },
    }
}
