//! The arguments of a call, checked against their schema as the tool does.

use super::error::ToolError;
use crate::shared::{Arguments, Json, numbers, paths};

/// The default and the maximum of `max_chars`.
pub(super) const DEFAULT_CHARS: u64 = 100_000;
pub(super) const MAX_CHARS: u64 = 500_000;

/// The largest integer that is exact in JavaScript.
pub(super) const MAX_INTEGER: u64 = (1 << 53) - 1;

const NAMES: [&str; 5] = ["path", "line_offset", "column_offset", "n_lines", "max_chars"];

pub(super) struct Request {
    /// The path as given.
    pub(super) path: String,
    pub(super) start: Start,
    /// The number of UTF-16 units to leave out at the beginning of the first row.
    pub(super) column: u64,
    pub(super) n_lines: Option<u64>,
    /// The maximum number of UTF-16 units shown to the model.
    pub(super) max_chars: u64,
    /// The requested value, if it exceeds the maximum.
    pub(super) capped: Option<u64>,
}

/// The start of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// At this line, counted from 1.
    Line(u64),
    /// This many lines before the end.
    FromEnd(u64),
}

/// Parses arguments, and reports their faults before the path is accessed.
pub(super) fn parse(arguments: &str) -> Result<Request, ToolError> {
    let invalid = |what: &str| ToolError::new(format!("Invalid args for tool \"Read\": {what}"));
    let arguments = Arguments::parse(arguments).map_err(|error| invalid(&error.to_string()))?;
    let faults = faults(&arguments);
    if !faults.is_empty() {
        return Err(invalid(&faults.join("; ")));
    }
    let integer = |name: &str| match arguments.get(name) {
        Some(Json::Number(digits)) => numbers::safe_integer(digits.parse().ok()?),
        _ => None,
    };
    let natural = |name: &str| integer(name).map(i64::unsigned_abs);
    let Some(Json::Text(path)) = arguments.get("path") else {
        return Err(invalid("must have required property 'path'"));
    };
    let start = match integer("line_offset").unwrap_or(1) {
        line @ 0.. => Start::Line(line.unsigned_abs()),
        lines => Start::FromEnd(lines.unsigned_abs()),
    };
    let column = natural("column_offset");
    if column.is_some() && matches!(start, Start::FromEnd(_)) {
        return Err(ToolError::new(
            "column_offset is only supported for forward reads. Use a positive line_offset or the \
             forward Next Read arguments.",
        ));
    }
    if path.starts_with("kimi-file://") {
        return Err(ToolError::new(format!(
            "Tool \"Read\" failed to resolve execution: Attachment \"{}\" is not available in the \
             current session.",
            paths::for_message(path)
        )));
    }
    if path.is_empty() {
        return Err(ToolError::new("Path cannot be empty"));
    }
    let max_chars = natural("max_chars").unwrap_or(DEFAULT_CHARS);
    Ok(Request {
        path: path.to_string(),
        start,
        column: column.unwrap_or_default(),
        n_lines: natural("n_lines"),
        max_chars: max_chars.min(MAX_CHARS),
        capped: Some(max_chars).filter(|chars| *chars > MAX_CHARS),
    })
}

/// Returns all faults, in the order of the tool's validator.
fn faults(arguments: &Arguments<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    if arguments.get("path").is_none() {
        faults.push("must have required property 'path'".to_string());
    }
    let unknown = arguments.0.iter().filter(|(name, _)| !NAMES.contains(&&**name));
    faults.extend(unknown.map(|(name, _)| {
        format!("must NOT have additional property '{}'", paths::for_message(name))
    }));
    if !matches!(arguments.get("path"), None | Some(Json::Text(_))) {
        faults.push("/path must be string".into());
    }
    if let Some(value) = arguments.get("line_offset") {
        let alternatives = [
            broken(value, &[AtLeast(1.0), AtMost(MAX_INTEGER as f64)]),
            broken(value, &[Below(0.0), AtLeast(-(MAX_INTEGER as f64))]),
        ];
        if alternatives.iter().all(|broken| !broken.is_empty()) {
            let broken = alternatives.concat();
            faults.extend(broken.iter().map(|rule| format!("/line_offset {rule}")));
            faults.push("/line_offset must match a schema in anyOf".into());
        }
    }
    for (name, least) in
        [("column_offset", AtLeast(0.0)), ("n_lines", Above(0.0)), ("max_chars", Above(0.0))]
    {
        if let Some(value) = arguments.get(name) {
            let broken = broken(value, &[least, AtMost(MAX_INTEGER as f64)]);
            faults.extend(broken.iter().map(|rule| format!("/{name} {rule}")));
        }
    }
    faults
}

/// A bound of a number.
#[derive(Clone, Copy)]
enum Bound {
    AtLeast(f64),
    Above(f64),
    AtMost(f64),
    Below(f64),
}

use Bound::{Above, AtLeast, AtMost, Below};

/// Returns the constraints that a value violates: being an integer, and the bounds.
fn broken(value: &Json<'_>, bounds: &[Bound]) -> Vec<String> {
    let number = match value {
        Json::Number(digits) => digits.parse::<f64>().ok().filter(|number| number.is_finite()),
        _ => None,
    };
    let mut broken = Vec::new();
    if !number.is_some_and(numbers::is_whole) {
        broken.push("must be integer".to_string());
    }
    let Some(number) = number else { return broken };
    for bound in bounds {
        let (holds, sign, limit) = match *bound {
            AtLeast(limit) => (number >= limit, ">=", limit),
            Above(limit) => (number > limit, ">", limit),
            AtMost(limit) => (number <= limit, "<=", limit),
            Below(limit) => (number < limit, "<", limit),
        };
        if !holds {
            broken.push(format!("must be {sign} {}", numbers::truncated(limit)));
        }
    }
    broken
}
