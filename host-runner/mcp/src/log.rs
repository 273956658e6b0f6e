//! Structured logs: a JSON object for each event, on a line of standard error.
//!
//! A line has the time, the level, the name of the event and its fields. Names from clients and
//! files are escaped, so that no name can begin another line. Neither the content of files nor a
//! token is ever logged.

use humantime::format_rfc3339_millis;
use readroom::terminal::escaped_json;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::time::SystemTime;

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Log {
    /// Nothing is logged.
    #[default]
    Off,
    /// A JSON object a line (JSON Lines).
    Json,
}

/// The severity of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// An event of normal operation.
    Info,
    /// An event that needs an operator's attention, although the server continues.
    Warn,
    /// The reason why something was not done.
    Error,
}

impl LogLevel {
    fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

impl Log {
    /// Writes an event, with those fields that have a value. An error is ignored: standard error
    /// may be closed.
    pub fn write(self, level: LogLevel, event: &str, fields: &[(&str, Option<Value>)]) {
        if let Some(line) = self.line(SystemTime::now(), level, event, fields) {
            // In one piece, so that the lines of threads do not mix.
            let _ = io::stderr().lock().write_all(line.as_bytes());
        }
    }

    /// Returns the line of an event, with its line ending.
    fn line(
        self,
        time: SystemTime,
        level: LogLevel,
        event: &str,
        fields: &[(&str, Option<Value>)],
    ) -> Option<String> {
        if self == Self::Off {
            return None;
        }
        let time = format_rfc3339_millis(time).to_string();
        let begin =
            [("time", time.into()), ("level", level.name().into()), ("event", event.into())];
        let fields =
            fields.iter().filter_map(|(name, value)| Some((*name, value.as_ref()?.clone())));
        let members: Map<_, _> = begin
            .into_iter()
            .chain(fields)
            .map(|(name, value)| (name.to_string(), value))
            .collect();
        Some(format!("{}\n", escaped_json(&Value::Object(members).to_string())))
    }
}

#[cfg(test)]
mod tests;
