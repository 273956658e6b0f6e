//! What one instance takes of the host, and whether it may go on.

use crate::limits::clock::{Stop, Watch};
use crate::limits::{Limit, Limits};
use crate::observer::Cost;
use crate::progress::{Listener, Teller};
use std::time::Duration;
use wasmtime::Result;

/// Counts, and stops a call that takes too much.
pub(crate) struct Meter {
    pub(crate) limits: Limits,
    pub(crate) cost: Cost,
    watch: Watch,
    entries: Entries,
    teller: Option<Teller>,
}

/// How many entries of directories may still be handed out.
enum Entries {
    Left(u32),
    /// None, and the component knows.
    Told,
}

/// Whether there is another entry to hand out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Another {
    Entry,
    /// The component is to be told that it got enough.
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

    /// A component asks about files.
    pub(crate) fn host_call(&mut self) {
        self.cost.host_calls += 1;
    }

    /// So many bytes of a file are handed over.
    pub(crate) fn hand_over(&mut self, bytes: usize) {
        self.cost.bytes += bytes as u64;
        if let Some(teller) = &mut self.teller {
            teller.read(self.cost.bytes);
        }
    }

    /// A component asks for an entry of a directory. Whoever goes on after having been told that it is enough is stopped.
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

    /// There was one, if only one that cannot be named: it was looked for too.
    pub(crate) fn hand_out_entry(&mut self) {
        if let Entries::Left(left) = &mut self.entries {
            *left = left.saturating_sub(1);
        }
    }

    /// At each tick of the clock that finds the component running.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.watch.tick(&self.limits)
    }

    /// Why the call was stopped, if it was.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.watch.stopped
    }

    /// How much longer a processor may work for the call.
    pub(crate) fn cpu_left(&self) -> Duration {
        self.watch.cpu_left
    }
}
