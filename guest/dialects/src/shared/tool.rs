//! The identity of a tool, and its definition for a model.

/// The identity of a tool: agent, release and tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The agent.
    pub(crate) dialect: &'static str,
    /// The release, as short as is unambiguous.
    pub(crate) revision: &'static str,
    /// The tool, if the release has several. Empty otherwise.
    pub(crate) tool: &'static str,
    /// The release that it equals, for people.
    pub release: &'static str,
    /// How that was established, in one sentence.
    pub basis: &'static str,
}

impl Identity {
    /// Returns the id: `dialect@revision` or `dialect@revision:tool`.
    pub fn id(&self) -> String {
        let Self { dialect, revision, tool, .. } = self;
        if tool.is_empty() {
            format!("{dialect}@{revision}")
        } else {
            format!("{dialect}@{revision}:{tool}")
        }
    }

    /// Returns whether an id refers to this tool: without a revision to any revision, without a
    /// tool to any tool.
    pub(crate) fn has_id(&self, id: &str) -> bool {
        let (id, tool) = match id.split_once(':') {
            Some((id, tool)) => (id, Some(tool)),
            None => (id, None),
        };
        let (dialect, revision) = match id.split_once('@') {
            Some((dialect, revision)) => (dialect, Some(revision)),
            None => (id, None),
        };
        self.dialect == dialect
            && revision.is_none_or(|revision| self.revision == revision)
            && tool.is_none_or(|tool| !tool.is_empty() && self.tool == tool)
    }
}

/// The definition of a tool for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name that the model calls.
    pub name: &'static str,
    /// Its description.
    pub description: String,
    /// The JSON Schema of the arguments.
    pub parameters: String,
    /// The schema including the arguments that `parameters` leaves out, if there are any.
    pub full_parameters: Option<String>,
    /// One line for a system prompt.
    pub snippet: &'static str,
    /// Advice for a system prompt.
    pub guidelines: Vec<String>,
}

#[cfg(test)]
mod tests;
