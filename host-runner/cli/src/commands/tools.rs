//! `readroom tools`: prints the tools in the form that a model sees, and the release that each
//! equals.

use anyhow::{Context, Result};
use clap::Args;
use readroom::{Error, Outcome, Tool, UnknownToolError};
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
            let mut definition = serde_json::to_value(tool)?;
            for name in ["parameters", "full_parameters"] {
                if let Some(schema) = definition.get_mut(name)
                    && let Some(text) = schema.as_str()
                {
                    let parsed = serde_json::from_str(text);
                    *schema = parsed
                        .with_context(|| format!("the schema of '{}' is not JSON", tool.name))?;
                }
            }
            Ok(definition)
        });
        let definitions: Vec<_> = definitions.collect::<Result<_>>()?;
        writeln!(std::io::stdout().lock(), "{:#}", serde_json::Value::from(definitions))?;
        Ok(Outcome::Answered)
    }
}
