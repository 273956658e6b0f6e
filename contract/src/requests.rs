//! Requests as people and programs give them: flat, with the members of a `start` beside the
//! others.

pub(crate) mod borrowed;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod typescript;

use anyhow::{Result, bail};
use heck::{ToKebabCase, ToUpperCamelCase};

use crate::model::{Contract, Definition, Field, Function, Kind, Type};

/// The requests that callers give flat, and a record in some of them.
const REQUESTS: [&str; 11] = [
    "read-request",
    "basic-request",
    "list-request",
    "shared-limits",
    "scope",
    "find-request",
    "search-request",
    "map-request",
    "diff-request",
    "log-request",
    "blame-request",
];

/// What callers may choose of a call is what its host does not add.
const CONTEXT: &str = "call-context";
const OF_HOST: [&str; 4] = ["index", "shown", "max-tokens", "milliseconds"];

/// Where a read starts, flat.
const START: [(&str, Shape, &str); 7] = [
    (
        "start",
        Shape::Integer,
        "The first line, counted from 1. A negative number counts from the end of the file: -20 \
         starts 20 lines before it. 0 fails with `invalid-argument`, a line past the end with \
         `offset-past-end`. In a notebook it counts cells.",
    ),
    (
        "cursor",
        Shape::Text,
        "Where an earlier page of the same file stopped: the `cursor` of its `next`. Instead of \
         `start`.",
    ),
    (
        "block",
        Shape::Count,
        "A line whose block is returned: the lines that belong to it by their indentation, such as \
         its function. Instead of `start`.",
    ),
    (
        "definition",
        Shape::Text,
        "A name whose definition is returned, such as `next` or `Walk::next`. Instead of `start`.",
    ),
    (
        "unit",
        Shape::Text,
        "A sheet, slide, chapter or page of a document to start at: its title, in any case, or its \
         number. Instead of `start`.",
    ),
    ("levels", Shape::Number, "How many headers further out the block begins. 0 by default."),
    (
        "siblings",
        Shape::Flag,
        "Whether to return the lines beside the block too: all that the header around it is the \
         header of.",
    ),
];

/// What a member of a request can be.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// Text that has to be there.
    Required,
    Text,
    Count,
    Integer,
    Flag,
    /// A number that is 0 by default.
    Number,
    /// Any number of texts.
    Texts,
    /// Any number of names of an enum.
    Choices,
    /// Another request, which has to be there.
    Nested,
    /// One of the names of an enum, of which the first is the default.
    Choice,
    /// Where to start.
    Start,
}

struct Member<'a> {
    field: &'a Field,
    shape: Shape,
    /// The enum of a choice, or another request.
    ty: String,
    /// The name of its first case.
    first: &'a str,
}

fn members<'a>(contract: &'a Contract, record: &str) -> Result<Vec<Member<'a>>> {
    let Some(Kind::Record(fields)) = contract.get(record).map(|each| &each.kind) else {
        bail!("there is no record `{record}`");
    };
    let member = |field: &'a Field| {
        let (inner, is_optional) = match contract.target(&field.ty) {
            Type::Option(some) => (contract.target(some), true),
            ty => (ty, false),
        };
        let item = match inner {
            Type::List(item) => contract.target(item),
            inner => inner,
        };
        let named = contract.definition(item);
        let cases = named.map_or(&[][..], Definition::cases);
        let shape = match (inner, is_optional) {
            (Type::String, false) => Shape::Required,
            (Type::String, true) => Shape::Text,
            (Type::Integer { signed: false, bits: 32 }, true) => Shape::Count,
            (Type::Bool, false) => Shape::Flag,
            (Type::Integer { signed: false, bits: 32 }, false) => Shape::Number,
            (Type::List(_), false) if *item == Type::String => Shape::Texts,
            (Type::List(_), false) if !cases.is_empty() => Shape::Choices,
            (Type::Named(ty), false) if REQUESTS.contains(&ty.as_str()) => Shape::Nested,
            (Type::Named(ty), true) if ty == "start" => Shape::Start,
            (Type::Named(_), false) if !cases.is_empty() => Shape::Choice,
            _ => bail!("`{record}`: `{}` is not covered", field.name),
        };
        let ty = named.map(|each| each.name.to_upper_camel_case()).unwrap_or_default();
        let first = cases.first().map_or("", |case| &case.name);
        Ok(Member { field, shape, ty, first })
    };
    fields.iter().map(member).collect()
}

/// Returns the members of a request, and of the request in it instead of that.
fn spread<'a>(contract: &'a Contract, record: &str) -> Result<Vec<Member<'a>>> {
    let mut all = Vec::new();
    for member in members(contract, record)? {
        match member.shape {
            Shape::Nested => all.extend(members(contract, &member.ty.to_kebab_case())?),
            _ => all.push(member),
        }
    }
    Ok(all)
}

/// Returns the record that a function takes last, if it takes one, and what callers choose of it.
fn options_of<'a>(
    contract: &'a Contract,
    function: &'a Function,
) -> Result<Option<(&'a str, Vec<Member<'a>>)>> {
    let record = function.parameters.last().and_then(|last| contract.record(last));
    let options = |record: &'a Definition| {
        let name = record.name.as_str();
        let all = if name == CONTEXT { call_options(contract) } else { spread(contract, name) };
        Ok((name, all?))
    };
    record.map(|(record, _)| options(record)).transpose()
}

/// Returns what callers may choose of a call.
fn call_options(contract: &Contract) -> Result<Vec<Member<'_>>> {
    let mut members = members(contract, CONTEXT)?;
    members.retain(|member| !OF_HOST.contains(&member.field.name.as_str()));
    Ok(members)
}

/// A member that stands for itself in a flat request.
struct Flat<'a> {
    name: &'a str,
    docs: &'a str,
    shape: Shape,
    ty: &'a str,
    first: &'a str,
}

fn flat<'a>(members: &'a [Member<'a>]) -> Vec<Flat<'a>> {
    let mut all = Vec::new();
    for Member { field, shape, ty, first } in members {
        if *shape == Shape::Start {
            let start = |&(name, shape, docs)| Flat { name, docs, shape, ty: "", first: "" };
            all.extend(START.iter().map(start));
        } else {
            let Field { name, docs, .. } = field;
            all.push(Flat { name, docs, shape: *shape, ty, first });
        }
    }
    all
}
