//! `readroom tools`: shows the tools as a model is shown them.

use crate::{End, Failure};
use clap::Args;
use readroom::Dialect;
use serde_json::json;
use std::io::Write;

/// Print the definitions of the tools as a JSON array: names, descriptions, schemas, prompt texts.
#[derive(Args)]
pub(crate) struct Tools {
    /// Only the tool of this dialect.
    dialect: Option<Dialect>,
}

impl Tools {
    pub(crate) fn run(self) -> Result<End, Failure> {
        let tools = readroom::tools()?;
        let wanted = tools.iter().filter(|tool| self.dialect.is_none_or(|dialect| dialect == tool.dialect));
        let definitions = wanted.map(|tool| {
            let parameters: serde_json::Value = serde_json::from_str(&tool.parameters).map_err(|error| {
                Failure::Message(format!("the schema of '{}' is no JSON: {error}", tool.name))
            })?;
            Ok(json!({
                "dialect": tool.dialect.name(),
                "name": tool.name,
                "description": tool.description,
                "parameters": parameters,
                "prompt_snippet": tool.snippet,
                "prompt_guidelines": tool.guidelines,
            }))
        });
        let definitions: Vec<_> = definitions.collect::<Result<_, Failure>>()?;
        writeln!(std::io::stdout().lock(), "{:#}", serde_json::Value::from(definitions))?;
        Ok(End::Answered)
    }
}
