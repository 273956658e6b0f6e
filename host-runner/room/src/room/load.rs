//! The current load of a room: for metrics, and to decide whether a host can take more.

use crate::observer::Event;
use crate::room::definition::Room;
use std::sync::Arc;

/// The resources that the calls in a room, its clones and its sessions use at one moment.
///
/// ```
/// use readroom::{MemoryTree, Room};
///
/// let room = Room::from_tree("/project", MemoryTree::new())?;
/// let load = room.load();
/// assert_eq!((load.running, load.waiting, load.reserved_memory), (0, 0, 0));
/// # Ok::<(), readroom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Load {
    /// The number of calls that have a slot and do not wait for memory.
    pub running: usize,
    /// The number of calls that wait, for a slot or for memory.
    pub waiting: usize,
    /// How many of the running calls have failed, because their time is over or they were
    /// cancelled, while the operating system still blocks their threads. If it blocks as many as
    /// there are slots, no call can run.
    pub abandoned: usize,
    /// The number of calls that may run at once.
    pub slots: usize,
    /// The memory that calls and answers have reserved, in bytes.
    pub reserved_memory: usize,
    /// The memory that they may reserve, in bytes.
    pub total_memory: usize,
}

impl Room {
    /// Returns what the calls of this room, its clones and its sessions use now.
    pub fn load(&self) -> Load {
        let limits = &self.runner.limits;
        let slots = limits.concurrency as usize;
        let (free, waiting_for_slot) = self.runner.slots.usage();
        let (reserved_memory, waiting_for_memory) = self.runner.memory.usage();
        Load {
            // A call that waits for memory has a slot. The two numbers are not of the same moment.
            running: slots.saturating_sub(free).saturating_sub(waiting_for_memory),
            waiting: waiting_for_slot + waiting_for_memory,
            abandoned: self.runner.slots.abandoned(),
            slots,
            reserved_memory,
            total_memory: limits.total_memory,
        }
    }

    /// Returns the same room with one more observer, which is called after every read in it, after
    /// those of [`crate::Builder::observer`].
    #[must_use]
    pub fn observed_by(&self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        let mut room = self.clone();
        room.observers.add(Arc::new(observer));
        room
    }
}
