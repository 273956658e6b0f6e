//! JSON Schemas of arguments, in draft 2020-12.

use super::json::{Json, Members};
use std::borrow::Cow;

/// One property: its name and its schema.
pub(crate) type Property = (Cow<'static, str>, Json<'static>);

/// Returns the schema of an object of arguments, of which only `path` is required.
pub(crate) fn arguments(properties: Members<'static>) -> String {
    closed_arguments("path", properties)
}

/// Returns the schema of an object of arguments with one required member and no unknown ones.
pub(crate) fn closed_arguments(required: &'static str, properties: Members<'static>) -> String {
    let mut members = lenient(Some(required), properties);
    members.push(("additionalProperties".into(), Json::Bool(false)));
    Json::Object(members).write()
}

/// Returns the schema of an object of arguments with one required member, which ignores unknown
/// ones.
pub(crate) fn lenient_arguments(required: &'static str, properties: Members<'static>) -> String {
    Json::Object(lenient(Some(required), properties)).write()
}

/// Same as [`lenient_arguments`], with no required member.
pub(crate) fn without_required(properties: Members<'static>) -> String {
    Json::Object(lenient(None, properties)).write()
}

fn lenient(required: Option<&'static str>, properties: Members<'static>) -> Members<'static> {
    let mut members = vec![
        ("$schema".into(), Json::text("https://json-schema.org/draft/2020-12/schema")),
        ("type".into(), Json::text("object")),
        ("properties".into(), Json::Object(properties)),
    ];
    members.extend(required.map(|name| ("required".into(), Json::List(vec![Json::text(name)]))));
    members
}

/// Returns the schema of the arguments that most calls need, by name, type and description. The
/// type `a|b` is an enum of these words, and `[string]` an array of strings. It is part of every
/// request to a model, so each word counts.
pub(crate) fn short(
    properties: &[(&'static str, &'static str, &'static str)],
    required: &[&'static str],
) -> String {
    let property = |(name, kind, about): &(&'static str, &'static str, &'static str)| {
        let mut members = match *kind {
            "[string]" => {
                vec![("type".into(), Json::text("array")), ("items".into(), typed("string"))]
            }
            words if words.contains('|') => choice(words.split('|')),
            kind => vec![("type".into(), Json::text(kind))],
        };
        if !about.is_empty() {
            members.push(("description".into(), Json::text(*about)));
        }
        (Cow::Borrowed(*name), Json::Object(members))
    };
    let properties = Json::Object(properties.iter().map(property).collect());
    let mut members = vec![
        (Cow::Borrowed("type"), Json::text("object")),
        (Cow::Borrowed("properties"), properties),
    ];
    if !required.is_empty() {
        let required = required.iter().map(|name| Json::text(*name)).collect();
        members.push(("required".into(), Json::List(required)));
    }
    Json::Object(members).write()
}

pub(crate) fn path(description: &'static str) -> Property {
    let schema = Json::object([
        ("type", Json::text("string")),
        ("minLength", Json::number(1)),
        ("description", Json::text(description)),
    ]);
    ("path".into(), schema)
}

pub(crate) fn text(name: &'static str, description: &'static str) -> Property {
    (
        name.into(),
        Json::object([("type", Json::text("string")), ("description", Json::text(description))]),
    )
}

/// Returns a property that is an array of texts, or of objects that have such a text as a member.
pub(crate) fn texts_or_objects(
    name: &'static str,
    member: &'static str,
    max: u64,
    description: &'static str,
) -> Property {
    let object = Json::object([
        ("type", Json::text("object")),
        ("properties", Json::object([(member, typed("string"))])),
        ("required", Json::List(vec![Json::text(member)])),
    ]);
    let schema = Json::object([
        ("type", Json::text("array")),
        ("items", Json::object([("anyOf", Json::List(vec![typed("string"), object]))])),
        ("maxItems", Json::number(max)),
        ("description", Json::text(description)),
    ]);
    (name.into(), schema)
}

/// Returns a property that is a text or an integer.
pub(crate) fn text_or_integer(name: &'static str, description: &'static str) -> Property {
    any_of(name, [typed("string"), typed("integer")], description)
}

/// Returns a property that is a text or several.
pub(crate) fn text_or_texts(name: &'static str, description: &'static str) -> Property {
    let texts = Json::object([("type", Json::text("array")), ("items", typed("string"))]);
    any_of(name, [typed("string"), texts], description)
}

fn any_of(name: &'static str, schemas: [Json<'static>; 2], description: &'static str) -> Property {
    let schemas = Json::List(schemas.into());
    (name.into(), Json::object([("anyOf", schemas), ("description", Json::text(description))]))
}

/// Returns the schema of the values of a type.
fn typed(kind: &'static str) -> Json<'static> {
    Json::object([("type", Json::text(kind))])
}

/// Returns a property that is an enum of strings; the first is the default.
pub(crate) fn one_of(
    name: &'static str,
    names: &[&'static str],
    description: &'static str,
) -> Property {
    let mut schema = choice(names.iter().copied());
    schema.extend([
        ("default".into(), Json::text(names.first().copied().unwrap_or_default())),
        ("description".into(), Json::text(description)),
    ]);
    (name.into(), Json::Object(schema))
}

/// Returns the schema of an enum of strings. Some providers refuse it without a type.
fn choice(words: impl Iterator<Item = &'static str>) -> Members<'static> {
    let words = words.map(Json::text).collect();
    vec![("type".into(), Json::text("string")), ("enum".into(), Json::List(words))]
}

/// Returns a property that is a boolean, false by default.
pub(crate) fn boolean(name: &'static str, description: &'static str) -> Property {
    let schema = Json::object([
        ("type", Json::text("boolean")),
        ("default", Json::Bool(false)),
        ("description", Json::text(description)),
    ]);
    (name.into(), schema)
}

/// The range and the default of a number, as far as set.
#[derive(Clone, Copy, Default)]
pub(crate) struct Range {
    pub(crate) minimum: Option<i64>,
    pub(crate) maximum: Option<u64>,
    pub(crate) default: Option<u64>,
}

impl Range {
    pub(crate) fn at_least(minimum: i64) -> Self {
        Self { minimum: Some(minimum), ..Self::default() }
    }

    pub(crate) fn at_most(self, maximum: u64) -> Self {
        Self { maximum: Some(maximum), ..self }
    }

    pub(crate) fn with_default(self, default: u64) -> Self {
        Self { default: Some(default), ..self }
    }
}

pub(crate) fn integer(
    name: &'static str,
    range: Range,
    description: impl Into<String>,
) -> Property {
    numeric("integer", name, range, description.into())
}

pub(crate) fn number(name: &'static str, range: Range, description: impl Into<String>) -> Property {
    numeric("number", name, range, description.into())
}

fn numeric(kind: &'static str, name: &'static str, range: Range, description: String) -> Property {
    let mut schema = vec![(Cow::Borrowed("type"), Json::text(kind))];
    let minimum = range.minimum.map(|minimum| Json::Number(minimum.to_string().into()));
    schema.extend(minimum.map(|minimum| ("minimum".into(), minimum)));
    schema.extend(range.maximum.map(|maximum| ("maximum".into(), Json::number(maximum))));
    schema.extend(range.default.map(|default| ("default".into(), Json::number(default))));
    schema.push(("description".into(), Json::text(description)));
    (name.into(), Json::Object(schema))
}
