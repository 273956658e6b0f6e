//! Handles client input as the transports do, for the fuzz target `messages`.

use crate::incoming::{self, ParsedMessage};
use readroom_serve::lines::next_line;
use serde_json::Value;

/// The result of handling a line.
#[derive(Debug, PartialEq)]
pub enum HandledLine {
    /// It is a message that is served, in the form that the protocol's library gets.
    Served(Value),
    /// It is not served, and this is the response.
    Refused(Value),
    /// It is not served, and not answered.
    Ignored,
}

/// Returns the result for each line of an input.
pub fn handle(mut input: &[u8]) -> Vec<HandledLine> {
    let mut handled = Vec::new();
    // Reading from memory does not fail.
    while let Ok(Some(line)) = next_line(&mut input, incoming::MAX_BYTES) {
        let message = match line.is_cut {
            true => ParsedMessage::Refused(incoming::too_large_response(&line.bytes, &line.end)),
            false => incoming::parse(&line.bytes, false),
        };
        handled.push(match message {
            ParsedMessage::Message(message) => {
                HandledLine::Served(serde_json::to_value(&message).unwrap_or_default())
            }
            ParsedMessage::Refused(response) => HandledLine::Refused(response),
            ParsedMessage::Ignored => HandledLine::Ignored,
        });
    }
    handled
}
