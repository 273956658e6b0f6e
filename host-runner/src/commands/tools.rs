//! `readroom tools`: shows the tools as a model is shown them, and what each equals.

use crate::{End, Failure, unknown_tool};
use clap::Args;
use readroom::Tool;
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
        let is_wanted = |tool: &&Tool| self.tool.as_deref().is_none_or(|id| tool.has_id(id));
        let wanted: Vec<_> = tools.iter().filter(is_wanted).collect();
        if let (true, Some(id)) = (wanted.is_empty(), &self.tool) {
            return Err(unknown_tool(id, &tools));
        }
        let definitions = wanted.into_iter().map(|tool| {
            let parameters: serde_json::Value =
                serde_json::from_str(&tool.parameters).map_err(|error| {
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
