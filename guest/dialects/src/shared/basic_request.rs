//! A read that every tool supports.

use super::json::Json;
use readroom_read::Start;

/// A read that every tool supports.
#[derive(Clone, Copy, Debug)]
pub struct BasicRequest<'a> {
    /// The file, as named by the agent.
    pub path: &'a str,
    /// Where to start.
    pub start: Option<Start<'a>>,
    /// The maximum number of lines.
    pub lines: Option<u64>,
}

impl BasicRequest<'_> {
    /// Returns the first line, for dialects that support no other start. `None` if the request has
    /// another.
    pub(crate) fn first_line(&self) -> Option<Option<u64>> {
        match self.start {
            None => Some(None),
            Some(Start::Line(line)) => Some(Some(line)),
            Some(_) => None,
        }
    }

    /// Encodes the request as JSON, with the argument names of a tool.
    pub(crate) fn encode(&self, path: &str, numbers: [(&str, Option<u64>); 2]) -> String {
        let mut members = vec![(path.into(), Json::text(self.path))];
        let given = numbers.into_iter().filter_map(|(name, number)| Some((name, number?)));
        members.extend(given.map(|(name, number)| (name.into(), Json::number(number))));
        Json::Object(members).write()
    }
}
