//! Memory for messages, from the end of a call until its client has read the answer.
//!
//! The answers of a client that does not read stay in memory; the largest has 27 MB, and twice that
//! with structured content. They count towards the memory of all calls of the room
//! (`Limits::total_memory`): while they are not read, calls wait for memory or are refused.

use crate::incoming;
use readroom::Reservation;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use serde::Serialize;
use std::collections::VecDeque;
use std::io::{self, Write};

/// The maximum size in bytes of an answer that is sent although no memory is left for it, such as
/// an error that says so.
const SMALL_ANSWER: usize = 4 * 1024;

/// Adjusts a reservation to the length of an answer in bytes of JSON. Fails if memory is short.
pub(crate) fn adjust(reservation: &Reservation, length: usize) -> Result<(), ErrorData> {
    // The answer and its message exist side by side until that is encoded.
    match reservation.resize(2 * length) {
        Err(error) if length > SMALL_ANSWER => Err(incoming::busy(error.to_string(), error.hint())),
        _ => Ok(()),
    }
}

/// Returns the length of a tool's result in bytes of JSON. Nearly all of it is strings, which are
/// not encoded for that.
pub(crate) fn result_length(result: &mut CallToolResult) -> usize {
    let texts = |result: &mut CallToolResult, each: &mut dyn FnMut(&mut String)| {
        for block in &mut result.content {
            if let ContentBlock::Text(block) = block {
                each(&mut block.text);
            }
        }
    };
    let (mut taken, mut length) = (VecDeque::new(), 0);
    texts(result, &mut |text| {
        length += readroom::internal::escaped_length(text);
        taken.push_back(std::mem::take(text));
    });
    length += encoded_length(result);
    texts(result, &mut |text| *text = taken.pop_front().unwrap_or_default());
    length
}

/// Returns the length of an answer in bytes of JSON.
pub(crate) fn encoded_length(answer: &impl Serialize) -> usize {
    struct Length(usize);
    impl Write for Length {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut length = Length(0);
    // All map keys are strings, so that encoding does not fail.
    let _ = serde_json::to_writer(&mut length, answer);
    length.0
}

#[cfg(test)]
mod tests;
