//! Remembers which files agents' tools have read.
//!
//! It is fed with [`Event`](crate::observer::Event)s. It keeps a bounded number of files and
//! sessions, and can be used from many threads; clones share their content. A file that a session
//! forgets counts as never read.

mod read_times;
mod sessions;

pub use read_times::{ReadTimes, Stale};
pub use sessions::{MAX_FILES, MAX_SESSIONS};
