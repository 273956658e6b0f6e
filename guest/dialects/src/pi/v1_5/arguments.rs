//! Arguments, converted as the validator of the tools does.

use crate::shared::{Arguments, Json, ToolException, javascript, numbers};

/// The arguments of a call, and their faults.
pub(super) struct Given<'a> {
    tool: &'static str,
    arguments: Arguments<'a>,
    faults: Vec<String>,
}

impl<'a> Given<'a> {
    /// Parses the arguments of a tool.
    pub(super) fn parse(tool: &'static str, text: &'a str) -> Result<Self, ToolException> {
        match Arguments::parse(text) {
            Ok(arguments) => Ok(Self { tool, arguments, faults: Vec::new() }),
            Err(error) => Err(invalid(tool, &format!("root: {error}"))),
        }
    }

    /// Returns a required argument. `null` is converted to a string there.
    pub(super) fn text(&mut self, name: &str) -> String {
        match self.arguments.get(name) {
            None => {
                self.faults.push(format!("{name}: missing"));
                String::new()
            }
            Some(Json::Null) => "null".into(),
            Some(_) => self.optional_text(name).unwrap_or_default(),
        }
    }

    /// Returns an optional argument.
    pub(super) fn optional_text(&mut self, name: &str) -> Option<String> {
        match self.arguments.get(name)? {
            Json::Null => None,
            Json::Text(text) => Some(text.to_string()),
            value @ (Json::Bool(_) | Json::Number(_)) => Some(javascript::stringify(value)),
            other => {
                let kind = javascript::type_of(other);
                self.faults.push(format!("{name}: expected string, got {kind}"));
                None
            }
        }
    }

    pub(super) fn number(&mut self, name: &str) -> Option<f64> {
        let value = self.arguments.get(name).filter(|value| !matches!(value, Json::Null))?;
        let number = numbers::javascript(value).or_else(|| in_words(value));
        if number.is_none() {
            let kind = javascript::type_of(value);
            self.faults.push(format!("{name}: expected number, got {kind}"));
        }
        number
    }

    /// Returns an argument that is a boolean, false by default.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        let number = |value: &Json<'_>| numbers::javascript(value);
        let kind = match self.arguments.get(name) {
            None | Some(Json::Null) => return false,
            Some(Json::Bool(flag)) => return *flag,
            Some(Json::Text(text)) => match &*text.to_ascii_lowercase() {
                "true" | "1" => return true,
                "false" | "0" => return false,
                _ => "string",
            },
            Some(value @ Json::Number(_)) => match number(value) {
                Some(1.0) => return true,
                Some(0.0) => return false,
                Some(number) if numbers::is_whole(number) => "integer",
                _ => "number",
            },
            Some(other) => javascript::type_of(other),
        };
        self.faults.push(format!("{name}: expected boolean, got {kind}"));
        false
    }

    /// Fails with all faults, if there are any.
    pub(super) fn check(self) -> Result<(), ToolException> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let received = javascript::stringify(&Json::Object(self.arguments.0));
        let faults = self.faults.join("\n  - ");
        Err(invalid(self.tool, &format!("{faults}\n\nReceived arguments:\n{received}")))
    }
}

/// Returns the number that the validator reads from a boolean or a `bigint` in a string.
fn in_words(value: &Json<'_>) -> Option<f64> {
    let Json::Text(text) = value else { return None };
    match &*text.to_lowercase() {
        "true" => Some(1.0),
        "false" => Some(0.0),
        _ => {
            let digits = text.strip_suffix('n')?;
            let number = digits.parse::<i64>().ok().filter(|_| !digits.starts_with('+'))?;
            numbers::safe_integer(number as f64).map(|number| number as f64)
        }
    }
}

fn invalid(tool: &str, faults: &str) -> ToolException {
    ToolException::error(format!("Validation failed for tool \"{tool}\":\n  - {faults}"))
}
