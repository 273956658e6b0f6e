//! What agents' tools remember of the files that were read.
//!
//! The memory is fed with [`Event`](crate::observer::Event)s. It keeps a bounded number of files and sessions, and can be
//! used from many threads; clones share what they remember. A session that forgets a file treats it as one that was never
//! read.

mod read_times;
mod sessions;

pub use read_times::{ReadTimes, Stale};
pub use sessions::{MAX_FILES, MAX_SESSIONS};
