//! Python: dataclasses and decoders.

use anyhow::{Context, Result, ensure};
use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

use crate::model::{Case, Contract, Definition, Field, Kind, Type};
use crate::text::{Code, Comment, Docs, NOTICE, Style, used};

pub(crate) const STYLE: Style = Style {
    width: 100,
    indent: 4,
    trailing_comma: true,
    padding: "",
    member: |name| member(name),
    none: ["None", "None"],
    has_types: true,
    comment: Comment { line: ["\"\"\"", "\"\"\""], open: "\"\"\"", close: "\n\"\"\"", mark: "" },
};

/// Words that can name members in WIT and not in Python.
const KEYWORDS: [&str; 29] = [
    "and", "assert", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "self", "try", "while",
];

/// Returns the name of a member. A keyword gets an underscore at its end, as PEP 8 has it.
pub(crate) fn member(name: &str) -> String {
    let name = name.to_snake_case();
    if KEYWORDS.contains(&name.as_str()) { name + "_" } else { name }
}

/// Writes the module `generated.read_errors`: a class for each code.
pub(crate) fn read_errors(contract: &Contract) -> Result<String> {
    let docs = Docs::new(contract, &STYLE);
    let mut module = head("A class for each code of a `ReadError`.");
    module += &import(".._read_error", &["ReadError"]);
    let codes = contract.get("error-code").context("there is no `error-code`")?;
    for Case { name, docs: about, .. } in codes.cases() {
        let class = name.to_upper_camel_case();
        // As Python has it for a value that is wrong.
        let base = if name == "invalid-argument" { ", ValueError" } else { "" };
        module += &format!("\n\nclass {class}Error(ReadError{base}, code={name:?}):\n");
        module += &docs.comment(&docs.summary(about), &[], 1);
    }
    Ok(module)
}

/// Writes the module `contract`.
pub(crate) fn types(contract: &Contract) -> Result<String> {
    let parts = declarations(contract)?;
    let text = parts.concat();
    let mut module =
        head("The types of the contract: what a reader is asked, and what it answers.");
    module += &import("collections.abc", &used(&["Sequence"], &text));
    module += &import("dataclasses", &used(&["dataclass", "field"], &text));
    module += &import("typing", &used(&["Literal"], &text));
    module += "\n";
    module += &import("._short", &used(&["ShortRepr"], &text));
    let errors = contract.errors();
    module += &import(".errors", &errors.iter().map(String::as_str).collect::<Vec<_>>());
    Ok(module + &spaced(&parts))
}

/// Joins declarations with the blank lines that belong between them.
fn spaced(parts: &[String]) -> String {
    let mut text = String::new();
    let mut is_after_class = false;
    for part in parts {
        let is_class = part.starts_with('@');
        text += if is_class || is_after_class { "\n\n" } else { "\n" };
        text += part;
        is_after_class = is_class;
    }
    text
}

fn declarations(contract: &Contract) -> Result<Vec<String>> {
    let docs = Docs::new(contract, &STYLE);
    let mut parts = Vec::new();
    for definition in &contract.types {
        let name = definition.name.to_upper_camel_case();
        let (alias, cases) = match &definition.kind {
            Kind::Record(_) if definition.is_error() || definition.is_payload => continue,
            Kind::Record(fields) => {
                parts.push(class(
                    &docs,
                    &name,
                    &definition.docs,
                    None,
                    fields,
                    definition.is_answer,
                )?);
                continue;
            }
            Kind::Alias(target) => (format!("{name} = {}", annotation(target)), [].as_slice()),
            Kind::Enum(cases) => {
                let names =
                    cases.iter().map(|case| Code::plain(format!("{:?}", case.name))).collect();
                (
                    Code::list(format!("{name} = Literal["), names, "]").text(&STYLE, 0),
                    cases.as_slice(),
                )
            }
            Kind::Variant(cases) => {
                let mut classes = Vec::new();
                for case in cases {
                    let class_name = case.name.to_upper_camel_case() + &name;
                    let (about, members) =
                        (contract.case_docs(cases, case), contract.members(case));
                    parts.push(class(&docs, &class_name, about, Some(&case.name), &members, true)?);
                    classes.push(class_name);
                }
                let flat = format!("{name} = {}", classes.join(" | "));
                let is_short = classes.join(" | ").len() + STYLE.indent <= STYLE.width;
                let between = if is_short { " | " } else { "\n    | " };
                let broken = format!("{name} = (\n    {}\n)", classes.join(between));
                (if flat.len() > STYLE.width { broken } else { flat }, cases.as_slice())
            }
        };
        parts.push(format!("{alias}\n{}", docs.comment(&definition.docs, cases, 0)));
    }
    Ok(parts)
}

/// Writes the module `_decode`: a decoder for every type of an answer, and for every function.
pub(crate) fn decoders(contract: &Contract) -> String {
    let mut text = String::new();
    for definition in contract.answers() {
        let name = definition.name.to_upper_camel_case();
        let of = |field: &Field| decoder(contract, &field.ty);
        let (ty, code) = match &definition.kind {
            Kind::Record(_) if definition.is_payload => continue,
            Kind::Record(fields) => {
                let class =
                    format!("{}.{name}", if definition.is_error() { "errors" } else { "contract" });
                let make = std::iter::once(Code::plain(&class));
                (
                    class.clone(),
                    Code::list("Record(", make.chain(keywords(fields, of)).collect(), ")"),
                )
            }
            Kind::Enum(_) => (
                format!("contract.{name}"),
                Code::plain(format!("Enum(get_args(contract.{name}))")),
            ),
            Kind::Variant(cases) => {
                let code = |case: &Case| {
                    let make =
                        Code::plain(format!("contract.{}{name}", case.name.to_upper_camel_case()));
                    let fields = keywords(&contract.members(case), of);
                    Code::list("Record(", std::iter::once(make).chain(fields).collect(), ")")
                };
                (format!("contract.{name}"), Code::list("Variant(", named(cases, code), ")"))
            }
            Kind::Alias(_) => continue,
        };
        let start = format!("{}: Final[Decoder[{ty}]] = ", definition.name.to_shouty_snake_case());
        text += &(code.after(&start).text(&STYLE, 0) + "\n");
    }
    for function in contract.functions.iter().filter(|function| !function.is_plain) {
        let name = function.name.to_shouty_snake_case();
        let ty = qualified(contract, &function.result);
        let code = decoder(contract, &function.result)
            .after(&format!("{name}_RESULT: Final[Decoder[{ty}]] = "));
        text += &(code.text(&STYLE, 0) + "\n");
    }
    let mut module = head(
        "Decoders of the contract's answers: of every type, and of the result of every function.",
    );
    module += &import("collections.abc", &used(&["Sequence"], &text));
    module += &import("typing", &used(&["Final", "get_args"], &text));
    module += &format!("\nfrom .. import {}\n", used(&["contract", "errors"], &text).join(", "));
    let classes = ["Decoder", "Enum", "List", "Option", "Record", "Result", "Variant"];
    module += &import(".._decoder", &[used(&NUMBERS, &text), used(&classes, &text)].concat());
    module + "\n" + &text
}

const NUMBERS: [&str; 10] =
    ["BOOL", "S8", "S16", "S32", "S64", "STRING", "U8", "U16", "U32", "U64"];

fn head(about: &str) -> String {
    format!("# {NOTICE}\n\"\"\"{about}\"\"\"\n\nfrom __future__ import annotations\n\n")
}

pub(crate) fn import(module: &str, names: &[&str]) -> String {
    let line = format!("from {module} import {}\n", names.join(", "));
    match names {
        [] => String::new(),
        _ if line.trim_end().len() <= STYLE.width => line,
        _ => format!("from {module} import (\n    {},\n)\n", names.join(",\n    ")),
    }
}

/// Writes a dataclass. Options of requests may be left out.
fn class(
    docs: &Docs<'_>,
    name: &str,
    about: &str,
    case: Option<&str>,
    fields: &[Field],
    is_answer: bool,
) -> Result<String> {
    ensure!(!about.is_empty(), "{name} has no documentation");
    let (arguments, base) = if is_answer {
        ("frozen=True, repr=False", "(ShortRepr)")
    } else {
        ("frozen=True, kw_only=True", "")
    };
    let docstring_of_class = docs.comment(about, &[], 1);
    let mut text = format!("@dataclass({arguments})\nclass {name}{base}:\n{docstring_of_class}");
    if case.is_some() || !fields.is_empty() {
        text.push('\n');
    }
    if let Some(case) = case {
        text += &format!("    kind: Literal[{case:?}] = field(default={case:?}, init=False)\n");
    }
    for field in fields {
        let member = member(&field.name);
        let is_optional = !is_answer && matches!(field.ty, Type::Option(_));
        let default = if is_optional { " = None" } else { "" };
        text += &format!("    {member}: {}{default}\n", annotation(&field.ty));
        text += &docs.comment(&field.docs, &[], 1);
    }
    Ok(text)
}

/// Returns a type as the module `contract` names it.
pub(crate) fn annotation(ty: &Type) -> String {
    in_words(ty, &|name| name.to_upper_camel_case())
}

/// Returns a type as any other module names it.
fn qualified(contract: &Contract, ty: &Type) -> String {
    in_words(contract.target(ty), &|name| {
        let is_error = contract.get(name).is_some_and(Definition::is_error);
        format!("{}.{}", if is_error { "errors" } else { "contract" }, name.to_upper_camel_case())
    })
}

fn in_words(ty: &Type, named: &impl Fn(&str) -> String) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::String => "str".to_owned(),
        Type::Integer { .. } => "int".to_owned(),
        Type::List(item) => format!("Sequence[{}]", in_words(item, named)),
        Type::Option(some) => format!("{} | None", in_words(some, named)),
        Type::Result(ok, error) => match ok.as_ref() {
            // None comes last.
            Type::Option(some) => {
                format!("{} | {} | None", in_words(some, named), in_words(error, named))
            }
            ok => format!("{} | {}", in_words(ok, named), in_words(error, named)),
        },
        Type::Named(name) => named(name),
    }
}

fn decoder(contract: &Contract, ty: &Type) -> Code {
    contract.decoder(ty, &|name| name.to_shouty_snake_case(), &|class| class.to_upper_camel_case())
}

fn keywords(fields: &[Field], code: impl Fn(&Field) -> Code) -> Vec<Code> {
    fields.iter().map(|field| code(field).after(&format!("{}=", member(&field.name)))).collect()
}

/// Writes cases as keywords, in a dictionary, because their WIT names are not names in Python.
fn named(cases: &[Case], code: impl Fn(&Case) -> Code) -> Vec<Code> {
    if cases.iter().all(|case| !case.name.contains('-')) {
        return cases.iter().map(|case| code(case).after(&format!("{}=", case.name))).collect();
    }
    let entries = cases.iter().map(|case| code(case).after(&format!("{:?}: ", case.name)));
    vec![Code::list("**{", entries.collect(), "}")]
}
