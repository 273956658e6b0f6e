//! Errors in the wording of the tool.

use crate::shared::{Json, Members, Reply, paths};
use readroom_core::FileError;

/// The error result of the tool.
pub(super) struct ToolError {
    pub(super) output: String,
    /// The note about lines that do not fit.
    pub(super) note: Option<String>,
}

impl ToolError {
    pub(super) fn new(output: impl Into<String>) -> Self {
        Self { output: output.into(), note: None }
    }

    /// Returns an error about a path, starting with the path.
    pub(super) fn about(path: &str, what: &str) -> Self {
        Self::new(format!("\"{}\" {what}", paths::for_message(path)))
    }

    pub(super) fn not_text(path: &str) -> Self {
        Self::about(path, "is not readable as UTF-8 text. Only text files can be read.")
    }

    /// Returns the content for the model.
    pub(super) fn shown(&self) -> String {
        let shown = format!("<system>ERROR: Tool execution failed.</system>\n{}", self.output);
        match &self.note {
            Some(note) => format!("{shown}\n{note}"),
            None => shown,
        }
    }

    pub(super) fn reply(self) -> Reply {
        let shown = self.shown();
        let mut members: Members<'_> = vec![("output".into(), Json::text(self.output))];
        if let Some(note) = self.note {
            members.push(("note".into(), Json::text(note)));
            members.push(("truncated".into(), Json::Bool(true)));
        }
        members.push(("isError".into(), Json::Bool(true)));
        Reply::refused(Json::Object(members).write(), shown)
    }
}

/// Returns the error for a file that exists but cannot be read.
pub(super) fn failure(error: FileError, path: &str) -> ToolError {
    match error {
        FileError::NotFound | FileError::NotDirectory | FileError::EmptyPath => {
            ToolError::about(path, "does not exist.")
        }
        FileError::IsDirectory | FileError::NotAFile => ToolError::about(path, "is not a file."),
        FileError::OutsideRoot => ToolError::about(path, "is outside the granted directories."),
        FileError::Denied => ToolError::new("read failed: permission denied"),
        _ => ToolError::new("read failed: unrecognized filesystem error"),
    }
}
