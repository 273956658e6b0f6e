//! TypeScript: interfaces and decoders.

use anyhow::{Result, ensure};
use heck::{ToLowerCamelCase, ToShoutySnakeCase, ToUpperCamelCase};

use crate::model::{Case, Contract, Definition, Field, Kind, Type};
use crate::text::{Code, Comment, Docs, NOTICE, Style, used};

pub(crate) const STYLE: Style = Style {
    width: 100,
    indent: 2,
    trailing_comma: true,
    padding: " ",
    member: |name| name.to_lower_camel_case(),
    none: ["`undefined`", "undefined"],
    has_types: true,
    comment: Comment { line: ["/** ", " */"], open: "/**\n * ", close: "\n */", mark: " * " },
};

/// Writes the module `contract`.
pub(crate) fn types(contract: &Contract) -> Result<String> {
    let mut module =
        head("The types of the contract: what a reader is asked, and what it answers.");
    let errors = contract.errors().join(", ");
    if !errors.is_empty() {
        module += &format!("import type {{ {errors} }} from './errors.js';\n\n");
    }
    Ok(module + &declarations(contract)?)
}

fn declarations(contract: &Contract) -> Result<String> {
    let docs = Docs::new(contract, &STYLE);
    let mut parts = Vec::new();
    for definition in &contract.types {
        let name = definition.name.to_upper_camel_case();
        let mut part = String::new();
        match &definition.kind {
            Kind::Record(_) if definition.is_payload => continue,
            Kind::Record(fields) => {
                // A class of the package is made of them.
                let suffix = if definition.is_error() { "Fields" } else { "" };
                let name = name + suffix;
                part +=
                    &interface(&docs, &name, &definition.docs, None, fields, definition.is_answer)?;
            }
            Kind::Alias(target) => {
                part += &docs.comment(&definition.docs, &[], 0);
                part += &format!("export type {name} = {};\n", annotation(target));
            }
            Kind::Enum(cases) => {
                part += &docs.comment(&definition.docs, cases, 0);
                part +=
                    &format!("export type {name} = (typeof {})[number];\n\n", all_of(definition));
                let names =
                    cases.iter().map(|case| Code::plain(format!("'{}'", case.name))).collect();
                let open = format!("export const {} = Object.freeze([", all_of(definition));
                part += &format!("/** Every {{@link {name}}}. */\n");
                part += &(Code::list(open, names, "] as const);").text(&STYLE, 0) + "\n");
            }
            Kind::Variant(cases) => {
                let mut classes = Vec::new();
                for case in cases {
                    let class = case.name.to_upper_camel_case() + &name;
                    let (about, members) =
                        (contract.case_docs(cases, case), contract.members(case));
                    part += &(interface(&docs, &class, about, Some(&case.name), &members, true)?
                        + "\n");
                    classes.push(class);
                }
                part += &docs.comment(&definition.docs, cases, 0);
                let flat = format!("export type {name} = {};\n", classes.join(" | "));
                let broken = format!("export type {name} =\n  | {};\n", classes.join("\n  | "));
                part += if flat.len() > STYLE.width { &broken } else { &flat };
            }
        }
        parts.push(part);
    }
    Ok(parts.join("\n"))
}

/// Writes the module `decode`: a decoder for every type of an answer, and for every function.
pub(crate) fn decoders(contract: &Contract) -> String {
    let mut text = String::new();
    for definition in contract.answers() {
        let name = definition.name.to_upper_camel_case();
        let of = |fields: &[Field]| -> Vec<_> {
            let field = |field: &Field| {
                let name = field.name.to_lower_camel_case();
                match decoder(contract, &field.ty) {
                    Code::Plain(same) if same == name => Code::Plain(same),
                    code => code.after(&format!("{name}: ")),
                }
            };
            fields.iter().map(field).collect()
        };
        let code = match &definition.kind {
            Kind::Record(_) if definition.is_payload => continue,
            Kind::Record(fields) if definition.is_error() => {
                Code::list(format!("error(errors.{name}, {{"), of(fields), "});")
            }
            Kind::Record(fields) => Code::list("record({", of(fields), "});"),
            Kind::Enum(_) => Code::plain(format!("enumeration(contract.{});", all_of(definition))),
            Kind::Variant(cases) => {
                let case = |case: &Case| {
                    let open = if contract.is_single(case) { "single({" } else { "record({" };
                    let name = if case.name.contains('-') {
                        format!("'{}'", case.name)
                    } else {
                        case.name.clone()
                    };
                    Code::list(open, of(&contract.members(case)), "})").after(&format!("{name}: "))
                };
                Code::list("variant({", cases.iter().map(case).collect(), "});")
            }
            Kind::Alias(_) => continue,
        };
        let ty = qualified(contract, &definition.name);
        let start =
            format!("export const {}: Decoder<{ty}> = ", definition.name.to_lower_camel_case());
        text += &(code.after(&start).text(&STYLE, 0) + "\n\n");
    }
    for function in contract.functions.iter().filter(|function| !function.is_plain) {
        let ty = in_words(contract.target(&function.result), &|name| qualified(contract, name));
        let start =
            format!("export const {}Result: Decoder<{ty}> = ", function.name.to_lower_camel_case());
        let code = match decoder(contract, &function.result) {
            Code::List(open, items, _) => Code::List(open, items, ");"),
            Code::Plain(code) => Code::Plain(code + ";"),
        };
        text += &(code.after(&start).text(&STYLE, 0) + "\n");
    }
    let mut module = head(
        "Decoders of the contract's answers: of every type, and of the result of every function.",
    );
    let names: Vec<_> =
        "bool enumeration error list option record result s16 s32 s64 s8 single string \
         u16 u32 u64 u8 variant"
            .split(' ')
            .collect();
    for name in used(&["contract", "errors"], &text) {
        module += &format!("import * as {name} from '../{name}.js';\n");
    }
    let names = used(&names, &text).into_iter().map(Code::plain).collect();
    module += &(Code::list("import {", names, "} from '../decoder.js';").text(&STYLE, 0) + "\n");
    module += "import type { Decoder } from '../decoder.js';\n\n";
    module + &text
}

/// Returns the name of the constant that has all cases of an enum.
fn all_of(definition: &Definition) -> String {
    let name = definition.name.to_shouty_snake_case();
    if name.ends_with('S') { name } else { name + "S" }
}

fn head(about: &str) -> String {
    format!("// {NOTICE}\n/** {about} */\n\n")
}

/// Writes an interface. Options of requests may be left out.
fn interface(
    docs: &Docs<'_>,
    name: &str,
    about: &str,
    case: Option<&str>,
    fields: &[Field],
    is_answer: bool,
) -> Result<String> {
    ensure!(!about.is_empty(), "{name} has no documentation");
    let mut text = format!("{}export interface {name} {{\n", docs.comment(about, &[], 0));
    if let Some(case) = case {
        text += &format!("  kind: '{case}';\n");
    }
    for field in fields {
        let mark = if !is_answer && matches!(field.ty, Type::Option(_)) { "?" } else { "" };
        text += &docs.comment(&field.docs, &[], 1);
        text +=
            &format!("  {}{mark}: {};\n", field.name.to_lower_camel_case(), annotation(&field.ty));
    }
    Ok(text + "}\n")
}

/// Returns a type as the module `contract` names it.
fn annotation(ty: &Type) -> String {
    in_words(ty, &|name| name.to_upper_camel_case())
}

/// Returns the name of a type in any other module.
fn qualified(contract: &Contract, name: &str) -> String {
    let is_error = contract.get(name).is_some_and(Definition::is_error);
    format!("{}.{}", if is_error { "errors" } else { "contract" }, name.to_upper_camel_case())
}

fn in_words(ty: &Type, named: &impl Fn(&str) -> String) -> String {
    match ty {
        Type::Bool => "boolean".to_owned(),
        Type::String => "string".to_owned(),
        Type::Integer { .. } => "number".to_owned(),
        Type::List(item) => match in_words(item, named) {
            item if item.contains(' ') => format!("({item})[]"),
            item => format!("{item}[]"),
        },
        Type::Option(some) => format!("{} | undefined", in_words(some, named)),
        Type::Result(ok, error) => format!("{} | {}", in_words(ok, named), in_words(error, named)),
        Type::Named(name) => named(name),
    }
}

fn decoder(contract: &Contract, ty: &Type) -> Code {
    let name = |name: &str| name.to_lower_camel_case();
    contract.decoder(ty, &name, &name)
}
