//! JSON Schema (draft 2020-12) of answers, as `docs/json.md` maps them.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use anyhow::{Context, Result};
use heck::ToSnakeCase;

use crate::model::{Case, Contract, Definition, Field, Kind, Type};
use crate::text::{Code, Comment, Docs, NOTICE, Style};

pub(crate) const STYLE: Style = Style {
    width: 110,
    indent: 2,
    trailing_comma: false,
    padding: " ",
    member: |name| name.to_snake_case(),
    none: ["Absent", "absent"],
    has_types: false,
    comment: Comment { line: ["", ""], open: "", close: "", mark: "" },
};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Writes a schema with every type of an answer under `$defs`.
pub(crate) fn complete(contract: &Contract) -> String {
    let writer = Writer::new(contract, true);
    let types = contract.types.iter().filter(|definition| {
        definition.is_answer && !definition.is_payload && !matches!(definition.kind, Kind::Alias(_))
    });
    let types = types.map(|definition| {
        (definition.name.as_str(), writer.definition(definition, &definition.docs))
    });
    let schema = object([
        ("$comment", string(NOTICE)),
        ("$schema", string(DRAFT)),
        ("$defs", object(types)),
    ]);
    schema.text(&STYLE, 0) + "\n"
}

/// Writes a schema of the results of some functions, without references: not every client resolves
/// them.
pub(crate) fn results(contract: &Contract, functions: &[&str]) -> Result<String> {
    let writer = Writer::new(contract, false);
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for name in functions {
        let function = contract.functions.iter().find(|function| function.name == *name);
        let function = function.with_context(|| format!("there is no function `{name}`"))?;
        match contract.target(&function.result) {
            Type::Result(ok, error) => {
                values.push(writer.ty(ok, ""));
                if !errors.contains(error) {
                    errors.push(error.clone());
                }
            }
            other => values.push(writer.ty(other, "")),
        }
    }
    values.extend(errors.iter().map(|error| writer.error(error)));
    let schema = object([
        ("$comment", string(NOTICE)),
        ("$schema", string(DRAFT)),
        ("type", string("object")),
        ("anyOf", Code::list("[", values, "]")),
    ]);
    Ok(schema.text(&STYLE, 0) + "\n")
}

struct Writer<'a> {
    contract: &'a Contract,
    docs: Docs<'a>,
    /// Whether types refer to each other, with all of their documentation, or only its first
    /// sentences.
    is_complete: bool,
    /// The types that are described, which without references are not described again.
    described: RefCell<HashSet<String>>,
    /// How many types that are already described enclose the current one.
    silent: Cell<usize>,
}

impl<'a> Writer<'a> {
    fn new(contract: &'a Contract, is_complete: bool) -> Self {
        let docs = Docs::new(contract, &STYLE);
        Self { contract, docs, is_complete, described: RefCell::default(), silent: Cell::default() }
    }

    /// Writes a type. Without documentation of its own it gets that of its definition.
    fn ty(&self, ty: &Type, docs: &str) -> Code {
        let array = |item: &Type| vec![("type", string("array")), ("items", self.ty(item, ""))];
        let members = match ty {
            Type::Bool => vec![("type", string("boolean"))],
            Type::String => vec![("type", string("string"))],
            Type::Integer { signed: true, .. } => vec![("type", string("integer"))],
            Type::Integer { signed: false, .. } => {
                vec![("type", string("integer")), ("minimum", Code::plain("0"))]
            }
            Type::List(item) => array(item),
            Type::Option(some) => {
                any_of(vec![self.ty(some, ""), object([("type", string("null"))])])
            }
            Type::Result(ok, error) => any_of(vec![self.ty(ok, ""), self.error(error)]),
            Type::Named(name) => match self.contract.get(name) {
                Some(Definition { kind: Kind::Alias(target), docs: own, .. }) => {
                    return self.ty(target, if docs.is_empty() { own } else { docs });
                }
                Some(definition) if !self.is_complete => {
                    return self.definition(
                        definition,
                        if docs.is_empty() { &definition.docs } else { docs },
                    );
                }
                _ => vec![("$ref", string(&format!("#/$defs/{name}")))],
            },
        };
        object(members.into_iter().chain(self.description(docs, &[])))
    }

    fn definition(&self, definition: &Definition, docs: &str) -> Code {
        let cases = if let Kind::Enum(cases) = &definition.kind { cases.as_slice() } else { &[] };
        let about = self.description(docs, cases);
        let is_again =
            !self.is_complete && !self.described.borrow_mut().insert(definition.name.clone());
        self.silent.update(|depth| depth + usize::from(is_again));
        let code = match &definition.kind {
            Kind::Record(fields) => self.record(None, fields, about),
            Kind::Variant(cases) => {
                let case = |case: &Case| {
                    let about = if self.is_complete {
                        self.contract.case_docs(cases, case)
                    } else {
                        &case.docs
                    };
                    self.record(
                        Some(&case.name),
                        &self.contract.members(case),
                        self.description(about, &[]),
                    )
                };
                object(any_of(cases.iter().map(case).collect()).into_iter().chain(about))
            }
            Kind::Enum(cases) => {
                let names = cases.iter().map(|case| string(&case.name)).collect();
                object([("enum", Code::list("[", names, "]"))].into_iter().chain(about))
            }
            Kind::Alias(target) => self.ty(target, docs),
        };
        self.silent.update(|depth| depth - usize::from(is_again));
        code
    }

    fn record(&self, case: Option<&str>, fields: &[Field], about: Option<(&str, Code)>) -> Code {
        let mut required: Vec<_> = case.iter().map(|_| string("kind")).collect();
        let mut members: Vec<_> =
            case.iter().map(|name| entry("kind", object([("const", string(name))]))).collect();
        for field in fields {
            let name = field.name.to_snake_case();
            let ty = match self.contract.target(&field.ty) {
                Type::Option(some) => some,
                _ => {
                    required.push(string(&name));
                    &field.ty
                }
            };
            members.push(entry(&name, self.ty(ty, &field.docs)));
        }
        object([("type", string("object"))].into_iter().chain(about).chain([
            ("properties", Code::list("{", members, "}")),
            ("required", Code::list("[", required, "]")),
            ("additionalProperties", Code::plain("false")),
        ]))
    }

    /// Writes an error instead of a value.
    fn error(&self, error: &Type) -> Code {
        let field = Field { name: "error".to_owned(), docs: String::new(), ty: error.clone() };
        self.record(None, &[field], None)
    }

    fn description(&self, docs: &str, cases: &[Case]) -> Option<(&'static str, Code)> {
        let text = if self.is_complete {
            self.docs.lines(docs, cases, usize::MAX).join("\n")
        } else {
            self.docs.summary(docs)
        };
        (!text.is_empty() && self.silent.get() == 0).then(|| ("description", string(&text)))
    }
}

fn any_of(schemas: Vec<Code>) -> Vec<(&'static str, Code)> {
    vec![("anyOf", Code::list("[", schemas, "]"))]
}

pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Code)>) -> Code {
    Code::list("{", members.into_iter().map(|(name, value)| entry(name, value)).collect(), "}")
}

fn entry(name: &str, value: Code) -> Code {
    value.after(&format!("\"{name}\": "))
}

pub(crate) fn string(text: &str) -> Code {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    Code::plain(format!("\"{escaped}\""))
}
