//! Counts what one instance takes of the host, and decides whether it may go on.

use crate::limits::clock::{Stop, Watch};
use crate::limits::{Limit, Limits};
use crate::observer::Cost;
use crate::progress::{Listener, Teller};
use std::time::Duration;
use wasmtime::Result;

/// Counts host calls, bytes and directory entries, and stops a call that takes too much.
pub(crate) struct Meter {
    pub(crate) limits: Limits,
    pub(crate) cost: Cost,
    watch: Watch,
    entries: Entries,
    teller: Option<Teller>,
}

/// How many directory entries may still be listed.
enum Entries {
    Left(u32),
    /// None are left, and the component has had the error for it.
    Told,
}

/// Whether another directory entry may be listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Another {
    Entry,
    /// The limit is reached; the component gets an error.
    Enough,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            cost: Cost::default(),
            watch: Watch::default(),
            entries: Entries::Left(limits.entries),
            teller: None,
        }
    }

    pub(crate) fn watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    pub(crate) fn tell(&mut self, listener: Listener) {
        self.teller = Some(Teller::new(listener));
    }

    /// Counts a call of the component about files.
    pub(crate) fn host_call(&mut self) {
        self.cost.host_calls += 1;
    }

    /// Counts bytes of a file that the component gets, and reports the progress.
    pub(crate) fn hand_over(&mut self, bytes: usize) {
        self.cost.bytes += bytes as u64;
        if let Some(teller) = &mut self.teller {
            teller.read(self.cost.bytes);
        }
    }

    /// Checks whether another directory entry may be listed. Fails, and stops the call, if the
    /// component goes on after it got the error for that.
    pub(crate) fn ask_for_entry(&mut self) -> Result<Another> {
        match self.entries {
            Entries::Left(0) => {
                self.entries = Entries::Told;
                Ok(Another::Enough)
            }
            Entries::Left(_) => Ok(Another::Entry),
            Entries::Told => self.watch.stop(Stop::Limit(self.limits.reached(Limit::Entries))),
        }
    }

    /// Counts a directory entry, also one whose name cannot be represented: it was looked up too.
    pub(crate) fn hand_out_entry(&mut self) {
        if let Entries::Left(left) = &mut self.entries {
            *left = left.saturating_sub(1);
        }
    }

    /// Checks the call at a tick of the clock. Fails if it has to end.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.watch.tick(&self.limits)
    }

    /// Returns why the call was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.watch.stopped
    }

    /// Returns the processor time that the call has left.
    pub(crate) fn cpu_left(&self) -> Duration {
        self.watch.cpu_left
    }
}
