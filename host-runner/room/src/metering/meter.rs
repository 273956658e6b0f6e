//! Counts what one instance uses of the host, and decides whether it may continue.

use crate::limits::{Limit, Limits};
use crate::metering::clock::{CallTimer, Interruption};
use crate::observer::Cost;
use crate::progress::{ProgressListener, ProgressReporter};
use std::time::Duration;
use wasmtime::{Result, format_err};

/// Counts host calls, bytes and directory entries, and stops a call that uses too much.
pub(crate) struct Meter {
    pub(crate) limits: Limits,
    pub(crate) cost: Cost,
    timer: CallTimer,
    entries: EntryBudget,
    /// How much was opened, and how much may be before several instances take over.
    opens: u32,
    max_opens: u32,
    progress: Option<ProgressReporter>,
}

/// How many directory entries may still be listed.
enum EntryBudget {
    Left(u32),
    /// None are left, and the component was already given the error.
    Exceeded,
}

/// Whether another directory entry may be listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextEntry {
    Available,
    /// The limit is reached; the component gets an error.
    LimitReached,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            cost: Cost::default(),
            timer: CallTimer::default(),
            entries: EntryBudget::Left(limits.entries),
            opens: 0,
            max_opens: u32::MAX,
            progress: None,
        }
    }

    pub(crate) fn set_timer(&mut self, timer: CallTimer) {
        self.timer = timer;
    }

    pub(crate) fn report_progress(&mut self, listener: ProgressListener) {
        self.progress = Some(ProgressReporter::new(listener));
    }

    /// Sets how much may be opened before several instances take over.
    pub(crate) fn set_max_opens(&mut self, max: u32) {
        self.max_opens = max;
    }

    /// Counts a file or directory that was opened. Fails if several instances have to take over.
    pub(crate) fn count_open(&mut self) -> Result<()> {
        self.opens = self.opens.saturating_add(1);
        if self.opens_too_much() { Err(format_err!("several instances go on")) } else { Ok(()) }
    }

    /// Returns whether the call was ended because several instances have to take over.
    pub(crate) fn opens_too_much(&self) -> bool {
        self.opens > self.max_opens
    }

    /// Counts a call of the component about files.
    pub(crate) fn host_call(&mut self) {
        self.cost.host_calls += 1;
    }

    /// Counts bytes of a file that the component gets, and reports the progress.
    pub(crate) fn count_bytes(&mut self, bytes: usize) {
        self.cost.bytes += bytes as u64;
        if let Some(progress) = &mut self.progress {
            progress.report(self.cost.bytes);
        }
    }

    /// Checks whether another directory entry may be listed. Fails, and stops the call, if the
    /// component continues after it was given the error.
    pub(crate) fn request_entry(&mut self) -> Result<NextEntry> {
        match self.entries {
            EntryBudget::Left(0) => {
                self.entries = EntryBudget::Exceeded;
                Ok(NextEntry::LimitReached)
            }
            EntryBudget::Left(_) => Ok(NextEntry::Available),
            EntryBudget::Exceeded => {
                self.timer.interrupt(Interruption::Limit(self.limits.reached(Limit::Entries)))
            }
        }
    }

    /// Counts a directory entry, even one whose name cannot be represented: it was looked up too.
    pub(crate) fn count_entry(&mut self) {
        if let EntryBudget::Left(left) = &mut self.entries {
            *left = left.saturating_sub(1);
        }
    }

    /// Checks the call at a tick of the clock. Fails if it has to end.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.timer.tick(&self.limits)
    }

    /// Returns why the call was stopped, if it was.
    pub(crate) fn interruption(&self) -> Option<Interruption> {
        self.timer.interruption
    }

    /// Returns the processor time that the call has left.
    pub(crate) fn cpu_left(&self) -> Duration {
        self.timer.cpu_left
    }
}
