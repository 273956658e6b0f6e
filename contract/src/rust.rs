//! Rust: tables of the answers for the host, which write them as JSON.

use heck::{ToSnakeCase, ToUpperCamelCase};

use crate::model::{Case, Contract, Field, Kind, Type};
use crate::text::{Code, NOTICE, Style};

pub(crate) const STYLE: Style = Style {
    width: 100,
    indent: 4,
    trailing_comma: true,
    padding: " ",
    member: |name| name.to_snake_case(),
    none: ["`None`", "`None`"],
    has_types: true,
};

/// The answer that the host has in a form of its own.
const OF_THE_HOST: &str = "reply";

/// Writes the module `generated::tables`: what the macros of `to_json.rs` make implementations of.
pub(crate) fn tables(contract: &Contract) -> String {
    let mut tables = String::new();
    for definition in &contract.types {
        if definition.name == OF_THE_HOST {
            continue;
        }
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
         use super::to_json::{{enumeration, record, variant}};\nuse super::*;\n\n{tables}"
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
