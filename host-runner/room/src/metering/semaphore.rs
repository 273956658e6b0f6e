//! A counting semaphore that serves its waiters in order.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Units that calls take and release. A waiter for many is not overtaken by later ones for few.
#[derive(Debug)]
pub(crate) struct Semaphore(Mutex<Units>);

#[derive(Debug)]
struct Units {
    free: usize,
    /// The waiters in order. Each has its own condition variable, so that a release wakes only the
    /// next one.
    waiting: VecDeque<Arc<Condvar>>,
}

impl Semaphore {
    pub(crate) fn new(units: usize) -> Self {
        Self(Mutex::new(Units { free: units, waiting: VecDeque::new() }))
    }

    /// Acquires units, waiting in order until they are free. `remaining` returns how long to wait
    /// before it is called again, or why to stop waiting.
    pub(crate) fn acquire<E>(
        &self,
        count: usize,
        mut remaining: impl FnMut() -> Result<Duration, E>,
    ) -> Result<(), E> {
        let mut units = self.lock();
        if units.waiting.is_empty() && units.take(count) {
            return Ok(());
        }
        let turn = Arc::new(Condvar::new());
        units.waiting.push_back(turn.clone());
        let acquired = loop {
            let is_first = units.waiting.front().is_some_and(|first| Arc::ptr_eq(first, &turn));
            if is_first && units.take(count) {
                break Ok(());
            }
            match remaining() {
                Ok(time) => {
                    units = turn.wait_timeout(units, time).unwrap_or_else(PoisonError::into_inner).0
                }
                Err(reason) => break Err(reason),
            }
        };
        units.waiting.retain(|other| !Arc::ptr_eq(other, &turn));
        // The rest may be enough for the next one.
        units.wake_first();
        acquired
    }

    /// Acquires units if they are free, ahead of any waiters.
    pub(crate) fn try_acquire(&self, count: usize) -> bool {
        self.lock().take(count)
    }

    /// Acquires the free units, up to `count`, ahead of any waiters. Returns how many.
    pub(crate) fn acquire_up_to(&self, count: usize) -> usize {
        let mut units = self.lock();
        let taken = units.free.min(count);
        units.free -= taken;
        taken
    }

    pub(crate) fn release(&self, count: usize) {
        let mut units = self.lock();
        units.free = units.free.saturating_add(count);
        units.wake_first();
    }

    /// Returns how many units are free, and how many calls wait for some.
    pub(crate) fn usage(&self) -> (usize, usize) {
        let units = self.lock();
        (units.free, units.waiting.len())
    }

    /// No update under the lock can be left incomplete.
    fn lock(&self) -> MutexGuard<'_, Units> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Units {
    fn take(&mut self, count: usize) -> bool {
        match self.free.checked_sub(count) {
            Some(left) => {
                self.free = left;
                true
            }
            None => false,
        }
    }

    fn wake_first(&self) {
        if let Some(first) = self.waiting.front() {
            first.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;
