//! `readroom tools`: prints the tools in the form that a model sees, and the release that each
//! equals.

use anyhow::{Context, Result};
use clap::Args;
use readroom::{Error, Outcome, Tool, UnknownToolError};
use serde_json::json;
use std::io::Write;

/// Print the tools and their schemas as JSON.
///
/// It is an array. Each tool has its id, name, description, schema and prompt texts, the release of
/// the agent that it equals, and how that was established; and the schema of all arguments, where
/// the one for models leaves some out.
#[derive(Args)]
pub(crate) struct Tools {
    /// Only the tools with this id, such as pi or pi@0.
    #[arg(value_name = "TOOL")]
    tool: Option<String>,
}

impl Tools {
    pub(crate) fn run(self) -> Result<Outcome> {
        let tools = readroom::tools()?;
        let is_wanted = |tool: &&Tool| self.tool.as_deref().is_none_or(|id| tool.has_id(id));
        let wanted: Vec<_> = tools.iter().filter(is_wanted).collect();
        if let (true, Some(id)) = (wanted.is_empty(), &self.tool) {
            return Err(Error::UnknownTool(UnknownToolError::new(id, &tools)).into());
        }
        let definitions = wanted.into_iter().map(|tool| {
            let schema = |text: &str| {
                serde_json::from_str::<serde_json::Value>(text)
                    .with_context(|| format!("the schema of '{}' is not JSON", tool.name))
            };
            let parameters = schema(&tool.parameters)?;
            let mut definition = json!({
                "id": tool.id,
                "name": tool.name,
                "description": tool.description,
                "parameters": parameters,
                "snippet": tool.snippet,
                "guidelines": tool.guidelines,
                "release": tool.release,
                "basis": tool.basis,
            });
            if let (Some(full), Some(members)) = (&tool.full_parameters, definition.as_object_mut())
            {
                members.insert("full_parameters".into(), schema(full)?);
            }
            Ok(definition)
        });
        let definitions: Vec<_> = definitions.collect::<Result<_>>()?;
        writeln!(std::io::stdout().lock(), "{:#}", serde_json::Value::from(definitions))?;
        Ok(Outcome::Answered)
    }
}
