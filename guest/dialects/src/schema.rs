//! JSON Schemas of arguments, in draft 2020-12.

use crate::json::{Json, Members};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;

/// One property: its name and its schema.
pub(crate) type Property = (Cow<'static, str>, Json<'static>);

/// The schema of an object of arguments, of which only `path` is required.
pub(crate) fn arguments(properties: Members<'static>) -> String {
    Json::object([
        ("$schema", Json::text("https://json-schema.org/draft/2020-12/schema")),
        ("type", Json::text("object")),
        ("properties", Json::Object(properties)),
        ("required", Json::List(vec![Json::text("path")])),
        ("additionalProperties", Json::Bool(false)),
    ])
    .write()
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

/// An integer and its range.
pub(crate) struct Range {
    pub(crate) minimum: Json<'static>,
    pub(crate) maximum: Option<u64>,
    pub(crate) default: u64,
}

/// A property that is an integer.
pub(crate) fn integer(name: &'static str, range: Range, description: impl Into<String>) -> Property {
    let mut schema = vec![(Cow::Borrowed("type"), Json::text("integer")), ("minimum".into(), range.minimum)];
    schema.extend(range.maximum.map(|maximum| ("maximum".into(), Json::number(maximum))));
    schema.push(("default".into(), Json::number(range.default)));
    schema.push(("description".into(), Json::text(description.into())));
    (name.into(), Json::Object(schema))
}
