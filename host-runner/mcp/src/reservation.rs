//! Memory for what is sent, from the end of a call until its client has read the answer.
//!
//! The answers of a client that does not read stay in memory; the largest has 27 MB, and twice that
//! with structured content. They are part of the memory that all calls of the room take together
//! (`Limits::total_memory`): while they are not read, calls wait for memory or are refused.

use crate::incoming;
use readroom::Reservation;
use rmcp::model::ErrorData;

/// The maximum size in bytes of an answer that is sent although no memory is left for it, such as
/// an error that says so.
const SMALL_ANSWER: usize = 4 * 1024;

/// Adjusts a reservation to the size of an answer. Fails if memory is short.
pub(crate) fn adjust(reservation: &Reservation, size: AnswerSize) -> Result<(), ErrorData> {
    // Both exist until the message is encoded.
    match reservation.resize(size.bytes + size.encoded) {
        Err(error) if size.bytes > SMALL_ANSWER => {
            Err(incoming::busy(error.to_string(), error.hint()))
        }
        _ => Ok(()),
    }
}

/// The size of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnswerSize {
    /// The bytes of its texts.
    bytes: usize,
    /// Their bytes in the encoded message.
    encoded: usize,
}

impl AnswerSize {
    /// Returns the size of a text.
    pub(crate) fn of(text: &str) -> Self {
        let escapes = text.bytes().map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
            0..0x20 => 5,
            _ => 0,
        });
        Self { bytes: text.len(), encoded: text.len() + escapes.sum::<usize>() }
    }

    /// Returns the size of base64, which is never escaped.
    pub(crate) fn of_base64(data: &str) -> Self {
        Self { bytes: data.len(), encoded: data.len() }
    }
}

impl std::iter::Sum for AnswerSize {
    fn sum<I: Iterator<Item = Self>>(sizes: I) -> Self {
        sizes.fold(Self::default(), |all, size| Self {
            bytes: all.bytes + size.bytes,
            encoded: all.encoded + size.encoded,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerSize, SMALL_ANSWER, adjust};
    use readroom::{Limits, MemoryTree, Room};
    use serde_json::json;

    #[test]
    fn a_text_has_the_size_that_it_is_encoded_to() {
        let every: String = (0..=255_u8).map(char::from).chain("é€𐍈\u{2028}".chars()).collect();
        for text in ["", "plain", "two\nlines\twith \"quotes\" and \\", every.as_str()] {
            let AnswerSize { bytes, encoded } = AnswerSize::of(text);
            // Without the quotes around it.
            assert_eq!((bytes, encoded), (text.len(), json!(text).to_string().len() - 2), "{text}");
        }
    }

    #[test]
    fn large_answers_need_memory_and_small_ones_are_always_sent() {
        let limits = Limits::default().total_memory(1 << 20);
        let room = Room::builder_from_tree("/project", MemoryTree::new()).limits(limits);
        let room = room.build().unwrap();
        let text = |length| AnswerSize::of(&"x".repeat(length));
        let (unread, next) = (room.reservation(), room.reservation());
        adjust(&unread, text(500_000)).unwrap();
        assert_eq!(unread.bytes(), 1_000_000);
        let busy = adjust(&next, text(100_000)).unwrap_err();
        assert_eq!(busy.data.unwrap()["code"], "busy");
        adjust(&next, text(SMALL_ANSWER)).unwrap();
        adjust(&unread, text(10)).unwrap();
        adjust(&next, text(100_000)).unwrap();
        assert_eq!((unread.bytes(), next.bytes()), (20, 200_000));
    }
}
