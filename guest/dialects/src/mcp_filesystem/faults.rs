//! Faults in the arguments of a tool, which are all reported at once.

use super::refused;
use crate::shared::{Arguments, Json, Reply, javascript};

/// Faults in the arguments of a tool.
pub(super) struct Faults {
    tool: &'static str,
    faults: Vec<String>,
}

impl Faults {
    /// Responds to a call with these arguments. `answer` returns `None` if it added faults.
    pub(super) fn answer(
        tool: &'static str,
        text: &str,
        answer: impl FnOnce(&Arguments<'_>, &mut Self) -> Option<Result<Reply, String>>,
    ) -> Reply {
        let mut faults = Self { tool, faults: Vec::new() };
        let answered = match Arguments::parse(text) {
            Ok(arguments) => answer(&arguments, &mut faults),
            Err(error) => {
                faults.faults.push(error.to_string());
                None
            }
        };
        match answered {
            Some(answered) => answered.unwrap_or_else(refused),
            None => faults.refused(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// Adds a fault in a member, or in an item of a list.
    pub(super) fn add(&mut self, name: &str, item: Option<usize>, fault: &str) {
        self.faults.push(match item {
            None => format!("{name}: {fault}"),
            Some(item) => format!("{name}.{item}: {fault}"),
        });
    }

    /// Adds that a value is not of the expected kind. `None` means that it is missing.
    pub(super) fn expected(
        &mut self,
        kind: &str,
        value: Option<&Json<'_>>,
        name: &str,
        item: Option<usize>,
    ) {
        let received = value.map_or("undefined", javascript::type_of);
        let fault = format!("Invalid input: expected {kind}, received {received}");
        self.add(name, item, &fault);
    }

    /// Returns a member that must be a string.
    pub(super) fn text<'a>(&mut self, arguments: &'a Arguments<'_>, name: &str) -> Option<&'a str> {
        match arguments.get(name) {
            Some(Json::Text(text)) => Some(text),
            other => {
                self.expected("string", other, name, None);
                None
            }
        }
    }

    /// Returns the strings in a value that must be a list of them.
    pub(super) fn texts<'a>(&mut self, value: Option<&'a Json<'_>>, name: &str) -> Vec<&'a str> {
        let Some(Json::List(values)) = value else {
            self.expected("array", value, name, None);
            return Vec::new();
        };
        let text = |(item, value): (usize, &'a Json<'_>)| match value {
            Json::Text(text) => Some(&**text),
            other => {
                self.expected("string", Some(other), name, Some(item));
                None
            }
        };
        values.iter().enumerate().filter_map(text).collect()
    }

    /// Returns the strings in an optional member that is a list of them.
    pub(super) fn optional_texts<'a>(
        &mut self,
        arguments: &'a Arguments<'_>,
        name: &str,
    ) -> Vec<&'a str> {
        match arguments.get(name) {
            None => Vec::new(),
            value => self.texts(value, name),
        }
    }

    pub(super) fn refused(self) -> Reply {
        refused(format!(
            "Input validation error: Invalid arguments for tool {}: {}",
            self.tool,
            self.faults.join(", ")
        ))
    }
}
