//! Prints answers on standard output, and messages for the user on standard error.

use crate::pager;
use anyhow::Result;
use readroom::terminal::{escaped_json, one_line};
use readroom::{Error, Outcome, Reply};
use readroom_mcp::{Log, LogLevel};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;

/// The log that messages are written to, if the command has one.
static LOG: OnceLock<Log> = OnceLock::new();

/// Redirects messages to a log from now on, so that standard error has only its lines.
pub(crate) fn log_messages(log: Log) {
    // A process runs one command.
    let _ = LOG.set(log);
}

/// Prints what a tool returned, and reports to the user what the policy denied.
pub(crate) fn print_reply(reply: Reply) -> Result<Outcome> {
    print_denied(&reply);
    write_json(&mut io::stdout().lock(), reply.json)?;
    Ok(reply.outcome)
}

/// Writes JSON on one line: on a terminal, so that no name or text in it can control it.
pub(crate) fn write_json(output: &mut impl Write, mut json: String) -> Result<()> {
    if io::stdout().is_terminal() {
        json = escaped_json(&json).into_owned();
    }
    // Written in one piece: a separate line feed would be a separate write.
    json.push('\n');
    Ok(output.write_all(json.as_bytes())?)
}

/// Returns a page, or prints the error that the component reports in its place.
pub(crate) fn answered<T>(answer: Result<T, Error>) -> Result<Option<T>> {
    match answer {
        Err(error @ Error::Read(_)) => {
            print_message(&error.to_string());
            Ok(None)
        }
        answer => Ok(Some(answer?)),
    }
}

/// Escapes a name for printing: on a terminal, so that it cannot control it.
pub(crate) fn shown(name: &str, is_terminal: bool) -> Cow<'_, str> {
    if is_terminal { one_line(name).into() } else { name.into() }
}

/// Prints a message for the user on one line, regardless of the names in it; after the pager, if
/// there is one. An error is ignored: standard error may be closed.
pub(crate) fn print_message(message: &str) {
    if let Some(log) = LOG.get() {
        log.write(LogLevel::Error, "error", &[("message", Some(message.into()))]);
        return;
    }
    if pager::keep_message(message) {
        return;
    }
    let _ = writeln!(io::stderr().lock(), "readroom: {}", one_line(message));
}

/// Reports which rule denied a path.
pub(crate) fn print_denied(reply: &Reply) {
    if let Some(denied) = &reply.denied {
        print_message(&format!("'{}' was {denied}", denied.path));
    }
}
