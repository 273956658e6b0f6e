//! The definition of the tool for a model.

use super::arguments::{DEFAULT_CHARS, MAX_CHARS, MAX_INTEGER};
use crate::shared::schema::{self, Property};
use crate::shared::{Definition, Json};
use std::borrow::Cow;

pub(crate) fn definition() -> Definition {
    Definition {
        name: "Read",
        description: description(),
        parameters: parameters(),
        full_parameters: None,
        snippet: "Read: read a text file with line numbers",
        guidelines: vec![
            "Read whole files; go on with the arguments of Next Read where one did not fit.".into(),
            "Read the end of a log with a negative line_offset.".into(),
            "Give an absolute path for a file outside the working directory.".into(),
        ],
    }
}

fn description() -> String {
    format!(
        "Reads a text file whose path is known. Not for directories, nor for images, videos and \
         other binary files.\n\
         \n\
         - Each line comes with its number and a tab, which are not part of the file.\n\
         - All of the range is shown if it fits: without n_lines everything from line_offset on. \
         Read several files at once when you know that you need them.\n\
         - max_chars limits lines and status together: {DEFAULT_CHARS} characters by default, at \
         most {MAX_CHARS}. Where the limit is reached, the status has Next Read: call again with \
         exactly these arguments.\n\
         - A line that is too long by itself comes in fragments. Next Read then has column_offset, \
         counted in UTF-16 units from 0. Such a fragment is not a whole line.\n\
         - A negative line_offset counts from the end: -100 are the last 100 lines, of which \
         n_lines keeps the first. If they do not fit, the newest are shown, and Next Read has \
         those before them. column_offset does not go with it.\n\
         - The status after the text, in <system>, says how many lines were read and from where, \
         how many the file has, whether the range is complete, and whether the file ends there.\n\
         - Text is UTF-8 or UTF-16. The status names UTF-16, and bytes in it that are not text. \
         Convert other encodings first.\n\
         - CR LF is shown as a line end where all lines end so. In a file with mixed line ends \
         each CR is shown as \\r, and the status says so.\n\
         - Files that are likely to hold secrets (.env, private keys, credentials) are refused, \
         also through links; so are links out of the working directory.\n\
         - A relative path is below the working directory; a file outside it needs an absolute one."
    )
}

fn parameters() -> String {
    let max = MAX_INTEGER.to_string();
    let integer = |bounds: [(&'static str, String); 2]| {
        let mut members = vec![("type".into(), Json::text("integer"))];
        members.extend(
            bounds.into_iter().map(|(name, bound)| (name.into(), Json::Number(bound.into()))),
        );
        members
    };
    let property = |name: &'static str, bound: (&'static str, &str), about: Cow<'static, str>| {
        let (kind, least) = bound;
        let mut schema = integer([(kind, least.into()), ("maximum", max.clone())]);
        schema.push(("description".into(), Json::Text(about)));
        (Cow::Borrowed(name), Json::Object(schema))
    };
    let from_start = integer([("minimum", "1".into()), ("maximum", max.clone())]);
    let from_end = integer([("exclusiveMaximum", "0".into()), ("minimum", format!("-{max}"))]);
    let line_offset = Json::object([
        ("anyOf", Json::List(vec![Json::Object(from_start), Json::Object(from_end)])),
        (
            "description",
            Json::text(
                "The first line to read, counted from 1, or from the end if negative: -1 is the \
                 last.",
            ),
        ),
    ]);
    let properties: Vec<Property> = vec![
        schema::text(
            "path",
            "The file. Absolute if it lies outside the working directory.",
        ),
        ("line_offset".into(), line_offset),
        property(
            "column_offset",
            ("minimum", "0"),
            "The number of UTF-16 units to leave out at the beginning of the first line. Only with \
             a positive line_offset."
                .into(),
        ),
        property(
            "n_lines",
            ("exclusiveMinimum", "0"),
            "The most lines to read. All by default.".into(),
        ),
        property(
            "max_chars",
            ("exclusiveMinimum", "0"),
            format!(
                "The most characters of the answer. {DEFAULT_CHARS} by default; more than \
                 {MAX_CHARS} act as {MAX_CHARS}."
            )
            .into(),
        ),
    ];
    Json::object([
        ("$schema", Json::text("http://json-schema.org/draft-07/schema#")),
        ("type", Json::text("object")),
        ("properties", Json::Object(properties)),
        ("required", Json::List(vec![Json::text("path")])),
        ("additionalProperties", Json::Bool(false)),
    ])
    .write()
}
