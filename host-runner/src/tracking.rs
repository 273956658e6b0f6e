//! What agents' tools remember of the files that were read.
//!
//! The memory is fed with [`Event`](crate::observer::Event)s. It keeps a bounded number of files and sessions, and can be
//! used from many threads; clones share what they remember. A session that forgets a file treats it as one that was never
//! read.

mod read_times;
mod sessions;

pub use read_times::{ReadTimes, Stale};

/// The most files that are remembered for one session. The one that was read longest ago is forgotten first.
pub const MOST_FILES: usize = 2000;

/// The most sessions that are remembered. The one that read longest ago is forgotten first.
pub const MOST_SESSIONS: usize = 128;
