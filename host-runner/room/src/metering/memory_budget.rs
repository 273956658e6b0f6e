//! Bounds the memory of all calls in a room together: the linear memory of their instances, and
//! their answers for as long as they are kept.
//!
//! A call reserves what most calls need before its instance starts, and more when the instance
//! grows. Nothing waits while it holds memory: if too little is left, the instance ends, and the
//! call waits in order for all that it needs and is repeated.

use crate::error::Error;
use crate::limits::{Limit, Limits, Reached};
use crate::metering::semaphore::Semaphore;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The memory that a call reserves before it starts, in bytes. That is enough for most reads of
/// text, with their answers.
const FIRST_RESERVATION: usize = 8 * 1024 * 1024;

/// The host's own memory for a call, besides its linear memory and its answer, in bytes. It
/// includes what a component may pass in one host call.
pub(crate) const HOST_OVERHEAD: usize = HOST_CALL_BYTES + 256 * 1024;

/// The maximum number of bytes that a component may pass to the host in one host call. Names, the
/// only thing that the host uses, are shorter.
pub(crate) const HOST_CALL_BYTES: usize = 256 * 1024;

/// How many times an answer counts that waits for its only reader.
const UNREAD_WEIGHT: usize = 8;

/// The size in bytes up to which an answer counts once: the capacity of a pipe.
const SMALL_ANSWER: usize = 64 * 1024;

/// The memory of all calls of a room.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    bytes: Semaphore,
    total: usize,
}

impl MemoryBudget {
    pub(crate) fn new(limits: &Limits) -> Arc<Self> {
        let total = limits.total_memory;
        Arc::new(Self { bytes: Semaphore::new(total), total })
    }

    /// Returns how many bytes are reserved, and how many calls wait for some.
    pub(crate) fn usage(&self) -> (usize, usize) {
        let (free, waiting) = self.bytes.usage();
        (self.total.saturating_sub(free), waiting)
    }

    /// Reserves memory, and waits for it in order, as [`Semaphore::acquire`] does.
    pub(crate) fn reserve<E>(
        self: &Arc<Self>,
        bytes: usize,
        remaining: impl FnMut() -> Result<Duration, E>,
    ) -> Result<ReservedMemory, E> {
        let bytes = bytes.min(self.total);
        self.bytes.acquire(bytes, remaining)?;
        Ok(ReservedMemory { budget: self.clone(), bytes })
    }
}

/// How much a call reserves before an instance starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReservationSize {
    /// Enough for most calls.
    First,
    /// More than that, after an attempt that ran short.
    AtLeast(usize),
    /// All that the call may use: it is not repeated for memory again.
    Whole,
}

impl ReservationSize {
    pub(crate) fn bytes(self, limits: &Limits) -> usize {
        let whole = limits.memory.saturating_add(limits.transfer).saturating_add(HOST_OVERHEAD);
        match self {
            Self::First => FIRST_RESERVATION.min(whole),
            // Half as much again: an instance that grows to this size often grows further.
            Self::AtLeast(bytes) => bytes.saturating_add(bytes / 2).min(whole),
            Self::Whole => whole,
        }
    }

    /// Returns what to reserve after an attempt that lacked memory, when it needed `bytes`.
    pub(crate) fn after_shortage(self, bytes: usize) -> Self {
        match self {
            Self::First => Self::AtLeast(bytes),
            Self::AtLeast(_) | Self::Whole => Self::Whole,
        }
    }
}

/// The result of reserving more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    Granted,
    /// Other calls hold it now.
    Short,
    /// It is more than all calls may have together.
    ExceedsTotal,
}

/// Memory that is reserved until this is dropped.
#[derive(Debug)]
pub(crate) struct ReservedMemory {
    budget: Arc<MemoryBudget>,
    bytes: usize,
}

impl ReservedMemory {
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns whether this reserves all memory of the room.
    pub(crate) fn is_total(&self) -> bool {
        self.bytes >= self.budget.total
    }

    /// Grows to `bytes` if that much is free. Never waits.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Growth {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            Growth::Granted
        } else if bytes > self.budget.total {
            Growth::ExceedsTotal
        } else if self.budget.bytes.try_acquire(more) {
            self.bytes = bytes;
            Growth::Granted
        } else {
            Growth::Short
        }
    }

    /// Grows towards `bytes`, by as much as is free. Never waits.
    pub(crate) fn grow_towards(&mut self, bytes: usize) {
        let more = bytes.saturating_sub(self.bytes);
        if more > 0 {
            self.bytes += self.budget.bytes.acquire_up_to(more);
        }
    }

    pub(crate) fn shrink_to(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        if less > 0 {
            self.bytes -= less;
            self.budget.bytes.release(less);
        }
    }

    /// Merges another reservation into this one. One of another room is dropped instead.
    pub(crate) fn merge(&mut self, mut other: Self) {
        if Arc::ptr_eq(&self.budget, &other.budget) {
            self.bytes += std::mem::take(&mut other.bytes);
        }
    }
}

impl Drop for ReservedMemory {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// Memory that answers hold after their calls returned, of all that the calls of a room may take
/// together ([`Limits::total_memory`]). It is released when the last clone is dropped.
///
/// A host that keeps many answers, such as a server whose clients read slowly, makes its calls in a
/// room of [`crate::Room::reserving_in`]. While it keeps them, further calls wait or are refused.
///
/// ```
/// use readroom::{MemoryTree, Room};
///
/// let room = Room::from_tree("/project", MemoryTree::new().file("a.txt", "one\n")?)?;
/// let reservation = room.reservation();
/// let reply = room.reserving_in(&reservation).call("pi", r#"{"path": "a.txt"}"#)?;
/// assert!(reservation.bytes() >= reply.json.len());
/// let message = format!("{}\n", reply.json);
/// drop(reply);
/// reservation.resize(message.len())?;
/// // Once the message is sent:
/// drop(reservation);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reservation(Arc<Mutex<ReservedMemory>>);

impl Reservation {
    pub(crate) fn new(budget: &Arc<MemoryBudget>) -> Self {
        Self(Arc::new(Mutex::new(ReservedMemory { budget: budget.clone(), bytes: 0 })))
    }

    /// Returns the number of bytes that are reserved.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Reserves this number of bytes, instead of what was reserved before. Never waits: fails with
    /// [`Error::Limit`], and changes nothing, if other calls and answers leave too little.
    pub fn resize(&self, bytes: usize) -> Result<(), Error> {
        let mut reserved = self.lock();
        reserved.shrink_to(bytes);
        let busy = match reserved.grow_to(bytes) {
            Growth::Granted => return Ok(()),
            Growth::Short => true,
            Growth::ExceedsTotal => false,
        };
        let allowed = reserved.budget.total as u64;
        Err(Error::Limit(Reached { limit: Limit::TotalMemory, allowed, busy }))
    }

    /// Reserves memory for an answer of this many bytes that waits for its only reader. A large one
    /// counts eight times, as long as an eighth of all memory stays free: while a client does not
    /// read, few of its answers are made, and further calls wait. Never waits itself.
    pub fn keep_unread(&self, bytes: usize) {
        let mut reserved = self.lock();
        reserved.shrink_to(bytes);
        if bytes > SMALL_ANSWER {
            let budget = &reserved.budget;
            let free = budget.bytes.usage().0.saturating_sub(budget.total / 8);
            let most = reserved.bytes.saturating_add(free);
            reserved.grow_towards(bytes.saturating_mul(UNREAD_WEIGHT).min(most));
        }
    }

    pub(crate) fn add(&self, reserved: ReservedMemory) {
        self.lock().merge(reserved);
    }

    /// No update under the lock can be left incomplete.
    fn lock(&self) -> MutexGuard<'_, ReservedMemory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
