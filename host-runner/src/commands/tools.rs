//! `readroom tools`: shows the tools as a model is shown them, and what each equals.

use crate::{End, Failure};
use clap::Args;
use readroom::{Error, Tool, UnknownToolError};
use serde_json::json;
use std::io::Write;

/// Print the tools as a JSON array: ids, names, descriptions, schemas, prompt texts, and which release each equals and how that was established.
#[derive(Args)]
pub(crate) struct Tools {
    /// Only the tools of this id, such as pi or pi@0.
    #[arg(value_name = "TOOL")]
    tool: Option<String>,
}

impl Tools {
    pub(crate) fn run(self) -> Result<End, Failure> {
        let tools = readroom::tools()?;
        let is_wanted = |tool: &Tool| {
            let wanted = self.tool.as_deref();
            wanted
                .is_none_or(|id| tool.id.strip_prefix(id).is_some_and(|rest| !rest.starts_with(is_of_a_name)))
        };
        let wanted: Vec<_> = tools.iter().filter(|tool| is_wanted(tool)).collect();
        if let (true, Some(tool)) = (wanted.is_empty(), self.tool) {
            let known = tools.into_iter().map(|tool| tool.id).collect();
            return Err(Error::UnknownTool(UnknownToolError { tool, known }).into());
        }
        let definitions = wanted.into_iter().map(|tool| {
            let parameters: serde_json::Value = serde_json::from_str(&tool.parameters).map_err(|error| {
                Failure::Message(format!("the schema of '{}' is no JSON: {error}", tool.name))
            })?;
            Ok(json!({
                "id": tool.id,
                "name": tool.name,
                "description": tool.description,
                "parameters": parameters,
                "snippet": tool.snippet,
                "guidelines": tool.guidelines,
                "release": tool.release,
                "basis": tool.basis,
            }))
        });
        let definitions: Vec<_> = definitions.collect::<Result<_, Failure>>()?;
        writeln!(std::io::stdout().lock(), "{:#}", serde_json::Value::from(definitions))?;
        Ok(End::Answered)
    }
}

/// Whether a character goes on with the part of an id before it.
fn is_of_a_name(character: char) -> bool {
    !matches!(character, '@' | ':')
}
