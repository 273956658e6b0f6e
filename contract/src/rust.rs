//! Rust: the types, and tables of them that write answers as JSON.

use heck::{ToSnakeCase, ToUpperCamelCase};

use crate::model::{Case, Contract, Definition, Field, Kind, Type};
use crate::text::{Code, Comment, Docs, NOTICE, Style};

pub(crate) const STYLE: Style = Style {
    width: 100,
    indent: 4,
    trailing_comma: true,
    padding: " ",
    member: |name| name.to_snake_case(),
    none: ["`None`", "`None`"],
    has_types: true,
    comment: Comment { line: ["/// ", ""], open: "/// ", close: "", mark: "/// " },
};

/// Writes the module `generated::types`.
pub(crate) fn types(contract: &Contract) -> String {
    let docs = Docs::new(contract, &STYLE);
    let types: String = contract
        .types
        .iter()
        .map(|each| format!("\n{}", definition(contract, &docs, each)))
        .collect();
    format!(
        "// {NOTICE}\n//! The types of the contract.\n\n#[cfg(feature = \"host\")]\n\
         use wasmtime::component::{{ComponentType, Lift, Lower}};\n{types}"
    )
}

fn definition(contract: &Contract, docs: &Docs<'_>, definition: &Definition) -> String {
    let name = definition.name.to_upper_camel_case();
    let case = |case: &Case| {
        let payload = case.payload.as_ref().map(|ty| format!("({})", spelled(ty)));
        let payload = payload.unwrap_or_default();
        format!("{}{payload}", case.name.to_upper_camel_case())
    };
    let (form, more, keyword, members): (_, _, _, Vec<_>) = match &definition.kind {
        Kind::Alias(ty) => {
            let about = docs.comment(&definition.docs, &[], 0);
            return format!("{about}pub type {name} = {};\n", spelled(ty));
        }
        Kind::Record(fields) => {
            let field = |field: &Field| {
                let code = format!("pub {}: {}", field.name.to_snake_case(), spelled(&field.ty));
                member(docs, &field.name, &field.docs, &code)
            };
            let is_copy = fields.iter().all(|field| is_copy(contract, &field.ty));
            let more = if is_copy { "Copy, " } else { "" };
            ("record", more, "struct", fields.iter().map(field).collect())
        }
        Kind::Variant(cases) | Kind::Enum(cases) => {
            let (form, more) = match definition.kind {
                Kind::Enum(_) => ("enum", "Copy, PartialOrd, Ord, Hash, "),
                _ => ("variant", ""),
            };
            let member = |each: &Case| member(docs, &each.name, &each.docs, &case(each));
            (form, more, "enum", cases.iter().map(member).collect())
        }
    };
    let repr = if form == "enum" { "#[repr(u8)]\n" } else { "" };
    format!(
        "{}#[derive(Clone, {more}Debug, PartialEq, Eq)]\n\
         #[cfg_attr(feature = \"host\", derive(ComponentType, Lift, Lower), component({form}))]\n\
         {repr}pub {keyword} {name} {{\n{}}}\n",
        docs.comment(&definition.docs, &[], 0),
        members.concat()
    )
}

/// Writes a field or a case, and its name in the contract unless it is that of the code.
fn member(docs: &Docs<'_>, name: &str, about: &str, code: &str) -> String {
    let about = docs.comment(about, &[], 1);
    if code.contains(&format!(" {name}: ")) {
        return format!("{about}    {code},\n");
    }
    format!(
        "{about}    #[cfg_attr(feature = \"host\", component(name = \"{name}\"))]\n    {code},\n"
    )
}

/// Returns whether a value has nothing on the heap.
pub(crate) fn is_copy(contract: &Contract, ty: &Type) -> bool {
    match contract.target(ty) {
        Type::Bool | Type::Integer { .. } => true,
        Type::Option(some) => is_copy(contract, some),
        Type::String | Type::List(_) | Type::Result(..) => false,
        named => contract
            .definition(named)
            .is_some_and(|each| each.parts().into_iter().all(|part| is_copy(contract, part))),
    }
}

pub(crate) fn spelled(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::String => "String".into(),
        Type::Integer { signed, bits } => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
        Type::List(item) => format!("Vec<{}>", spelled(item)),
        Type::Option(some) => format!("Option<{}>", spelled(some)),
        Type::Result(ok, error) => format!("Result<{}, {}>", spelled(ok), spelled(error)),
        Type::Named(name) => name.to_upper_camel_case(),
    }
}

/// Writes the module `generated::tables`: what the macros of `to_json.rs` make implementations of.
pub(crate) fn tables(contract: &Contract) -> String {
    let mut tables = String::new();
    for definition in &contract.types {
        let is_answer = definition.is_answer;
        let (kind, items): (_, Vec<_>) = match &definition.kind {
            Kind::Enum(cases) => ("enumeration", cases.iter().map(enum_case).collect()),
            Kind::Record(fields) if is_answer => {
                ("record", fields.iter().map(|each| field(contract, each)).collect())
            }
            Kind::Variant(cases) if is_answer => {
                ("variant", cases.iter().map(|case| variant_case(contract, case)).collect())
            }
            _ => continue,
        };
        let name = definition.name.to_upper_camel_case();
        let items = items.into_iter().map(Code::plain).collect();
        tables += &(Code::list(format!("{kind}!({name} {{"), items, "});").text(&STYLE, 0) + "\n");
    }
    format!(
        "// {NOTICE}\n//! Every answer of the contract, and every enum.\n\n\
         use super::types::*;\nuse crate::json::{{enumeration, record, variant}};\n\n{tables}"
    )
}

fn enum_case(case: &Case) -> String {
    format!("{} = \"{}\"", case.name.to_upper_camel_case(), case.name)
}

/// A member that may be absent stands in brackets, and a list of results in parentheses.
fn field(contract: &Contract, field: &Field) -> String {
    let name = field.name.to_snake_case();
    match contract.target(&field.ty) {
        Type::Option(_) => format!("[{name}]"),
        Type::List(item) if matches!(contract.target(item), Type::Result(..)) => {
            format!("({name})")
        }
        _ => name,
    }
}

/// In the parentheses stands what goes beside `kind`: nothing, the members of a record, or a member
/// of this name.
fn variant_case(contract: &Contract, case: &Case) -> String {
    let payload = match &case.payload {
        None => String::new(),
        Some(_) if contract.is_single(case) => case.name.to_snake_case(),
        Some(_) => "..".to_owned(),
    };
    format!("{}({payload}) = \"{}\"", case.name.to_upper_camel_case(), case.name)
}
