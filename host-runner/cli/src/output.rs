//! What a command prints: answers on standard output, messages for the person on standard error.

use anyhow::Result;
use readroom::terminal::{escaped, escaped_json, one_line};
use readroom::{Outcome, Reply};
use std::io::{self, IsTerminal, Write};

/// Prints what a tool returned, and tells the person what the policy denied.
pub(crate) fn print_reply(reply: Reply) -> Result<Outcome> {
    tell_denied(&reply);
    let mut output = io::stdout().lock();
    let mut line = reply.json;
    if output.is_terminal() {
        line = escaped_json(&line).to_string();
    }
    // In one piece: a line feed on its own would be written on its own.
    line.push('\n');
    output.write_all(line.as_bytes())?;
    Ok(reply.outcome)
}

/// Writes a message for the person. Nothing can be done if standard error is closed.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(io::stderr().lock(), "readroom: {}", escaped(message));
}

/// Tells the person by which rule something was denied. A name may hold anything: it is drawn on one
/// line all the same.
pub(crate) fn tell_denied(reply: &Reply) {
    if let Some(denied) = &reply.denied {
        tell(&one_line(&format!("'{}' was {denied}", denied.path)));
    }
}
