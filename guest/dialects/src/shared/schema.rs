//! JSON Schemas of arguments, in draft 2020-12.

use super::json::{Json, Members};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;

/// One property: its name and its schema.
pub(crate) type Property = (Cow<'static, str>, Json<'static>);

/// The schema of an object of arguments, of which only `path` is required.
pub(crate) fn arguments(properties: Members<'static>) -> String {
    let mut members = lenient(Some("path"), properties);
    members.push(("additionalProperties".into(), Json::Bool(false)));
    Json::Object(members).write()
}

/// The schema of an object of arguments, of which none is always required.
pub(crate) fn optional_arguments(properties: Members<'static>) -> String {
    let mut members = lenient(None, properties);
    members.push(("additionalProperties".into(), Json::Bool(false)));
    Json::Object(members).write()
}

/// The schema of an object of arguments, of which one is required and others that are not known are ignored.
pub(crate) fn lenient_arguments(required: &'static str, properties: Members<'static>) -> String {
    Json::Object(lenient(Some(required), properties)).write()
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

/// A property `path`.
pub(crate) fn path(description: &'static str) -> Property {
    let schema = Json::object([
        ("type", Json::text("string")),
        ("minLength", Json::number(1)),
        ("description", Json::text(description)),
    ]);
    ("path".into(), schema)
}

/// A property that is a string.
pub(crate) fn text(name: &'static str, description: &'static str) -> Property {
    (
        name.into(),
        Json::object([("type", Json::text("string")), ("description", Json::text(description))]),
    )
}

/// A property that is one of some strings, the first unless it is given.
pub(crate) fn one_of(
    name: &'static str,
    names: &[&'static str],
    description: &'static str,
) -> Property {
    let schema = Json::object([
        ("enum", Json::List(names.iter().map(|name| Json::text(*name)).collect())),
        ("default", Json::text(names.first().copied().unwrap_or_default())),
        ("description", Json::text(description)),
    ]);
    (name.into(), schema)
}

/// A property that is false unless it is given.
pub(crate) fn boolean(name: &'static str, description: &'static str) -> Property {
    let schema = Json::object([
        ("type", Json::text("boolean")),
        ("default", Json::Bool(false)),
        ("description", Json::text(description)),
    ]);
    (name.into(), schema)
}

/// What a number may be. Nothing is said of what is not set.
#[derive(Default)]
pub(crate) struct Range {
    pub(crate) minimum: Option<Json<'static>>,
    pub(crate) maximum: Option<u64>,
    pub(crate) default: Option<u64>,
}

/// A property that is a number without a fraction.
pub(crate) fn integer(
    name: &'static str,
    range: Range,
    description: impl Into<String>,
) -> Property {
    numeric("integer", name, range, description.into())
}

/// A property that is any number.
pub(crate) fn number(name: &'static str, range: Range, description: impl Into<String>) -> Property {
    numeric("number", name, range, description.into())
}

fn numeric(kind: &'static str, name: &'static str, range: Range, description: String) -> Property {
    let mut schema = vec![(Cow::Borrowed("type"), Json::text(kind))];
    schema.extend(range.minimum.map(|minimum| ("minimum".into(), minimum)));
    schema.extend(range.maximum.map(|maximum| ("maximum".into(), Json::number(maximum))));
    schema.extend(range.default.map(|default| ("default".into(), Json::number(default))));
    schema.push(("description".into(), Json::text(description)));
    (name.into(), Json::Object(schema))
}
