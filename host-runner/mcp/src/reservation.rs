//! Memory for what is sent, from the end of a call until its client has read the answer.
//!
//! The answers of a client that does not read stay in memory; the largest has 27 MB, and twice that
//! with structured content. They are part of the memory that all calls of the room take together
//! (`Limits::total_memory`): while they are not read, calls wait for memory or are refused.

use crate::incoming;
use readroom::Reservation;
use rmcp::model::ErrorData;
use serde::Serialize;
use std::io::{self, Write};

/// The maximum size in bytes of an answer that is sent although no memory is left for it, such as
/// an error that says so.
const SMALL_ANSWER: usize = 4 * 1024;

/// Adjusts a reservation to the length of an answer in bytes of JSON. Fails if memory is short.
pub(crate) fn adjust(reservation: &Reservation, length: usize) -> Result<(), ErrorData> {
    // The answer exists beside its message until that is encoded.
    match reservation.resize(2 * length) {
        Err(error) if length > SMALL_ANSWER => Err(incoming::busy(error.to_string(), error.hint())),
        _ => Ok(()),
    }
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
    // The keys of all maps are texts, so that encoding does not fail.
    let _ = serde_json::to_writer(&mut length, answer);
    length.0
}

#[cfg(test)]
mod tests {
    use super::{SMALL_ANSWER, adjust, encoded_length};
    use readroom::{Limits, MemoryTree, Room};

    #[test]
    fn large_answers_need_memory_and_small_ones_are_always_sent() {
        let limits = Limits::default().total_memory(1 << 20);
        let room = Room::builder_from_tree("/project", MemoryTree::new()).limits(limits);
        let room = room.build().unwrap();
        let length = |length| encoded_length(&"x".repeat(length - 2));
        let (unread, next) = (room.reservation(), room.reservation());
        adjust(&unread, length(500_000)).unwrap();
        assert_eq!(unread.bytes(), 1_000_000);
        let busy = adjust(&next, length(100_000)).unwrap_err();
        assert_eq!(busy.data.unwrap()["code"], "busy");
        adjust(&next, length(SMALL_ANSWER)).unwrap();
        adjust(&unread, length(10)).unwrap();
        adjust(&next, length(100_000)).unwrap();
        assert_eq!((unread.bytes(), next.bytes()), (20, 200_000));
    }
}
