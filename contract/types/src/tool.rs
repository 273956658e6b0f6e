//! Tools by their ids.

use crate::{Tool, UnknownToolError};

impl Tool {
    /// Returns whether an id means this tool: without a revision it means any, and without a tool's
    /// name any tool.
    pub fn has_id(&self, id: &str) -> bool {
        let (release, name) = self.id.split_once(':').unwrap_or((&self.id, ""));
        let (wanted, wanted_name) = match id.split_once(':') {
            Some((wanted, name)) => (wanted, Some(name)),
            None => (id, None),
        };
        wanted_name.is_none_or(|wanted| !wanted.is_empty() && wanted == name)
            && (wanted == release || wanted == self.dialect())
    }

    /// Returns its id without the name of a tool.
    pub fn release_id(&self) -> &str {
        self.id.split(':').next().unwrap_or_default()
    }

    /// Returns the part of its id before the revision.
    pub fn dialect(&self) -> &str {
        self.id.split(['@', ':']).next().unwrap_or_default()
    }
}

impl UnknownToolError {
    /// Returns the error for an unknown id, with the ids that exist.
    pub fn new(id: &str, tools: &[Tool]) -> Self {
        Self { tool: id.into(), known: tools.iter().map(|tool| tool.id.clone()).collect() }
    }
}
