//! A read that every tool supports.

use super::json::Json;
use readroom_read::Start;
pub use readroom_types::borrowed::BasicRequest;

/// Returns the first line, for dialects that support no other start. `None` if the request has
/// another.
pub(crate) fn first_line_of(request: &BasicRequest<'_>) -> Option<Option<u64>> {
    match request.start {
        None => Some(None),
        Some(Start::Line(line)) => Some(Some(line)),
        Some(_) => None,
    }
}

/// Encodes a read for a tool whose only start is a line, given the names of its arguments for the
/// path, the first line and the number of lines. `None` if it starts elsewhere.
pub(crate) fn lines_of(request: &BasicRequest<'_>, names: [&str; 3]) -> Option<String> {
    let [path, first, lines] = names;
    let numbers = [(first, first_line_of(request)?), (lines, request.lines)];
    Some(arguments_of([path, request.path], numbers))
}

/// Encodes a path and numbers as JSON, with the argument names of a tool.
pub(crate) fn arguments_of(path: [&str; 2], numbers: [(&str, Option<u64>); 2]) -> String {
    let [name, path] = path;
    let mut members = vec![(name.into(), Json::text(path))];
    let given = numbers.into_iter().filter_map(|(name, number)| Some((name, number?)));
    members.extend(given.map(|(name, number)| (name.into(), Json::number(number))));
    Json::Object(members).write()
}
