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
mod tests {
    use super::Semaphore;
    use readroom_testing::wait::wait_until;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    /// Waits without end, and checks again every minute.
    fn patiently() -> Result<Duration, ()> {
        Ok(Duration::from_secs(60))
    }

    fn until_waiting(semaphore: &Semaphore, number: usize) {
        wait_until("as many wait", || semaphore.lock().waiting.len() == number);
    }

    fn free(semaphore: &Semaphore) -> usize {
        semaphore.lock().free
    }

    #[test]
    fn waiters_are_served_in_order() {
        let (semaphore, served) = (Semaphore::new(4), Mutex::new(Vec::new()));
        semaphore.acquire(4, patiently).unwrap();
        thread::scope(|scope| {
            // A large one among small ones.
            for (number, count) in [1, 1, 4, 1, 1].into_iter().enumerate() {
                let (semaphore, served) = (&semaphore, &served);
                scope.spawn(move || {
                    semaphore.acquire(count, patiently).unwrap();
                    served.lock().unwrap().push(number);
                    semaphore.release(count);
                });
                until_waiting(semaphore, number + 1);
            }
            semaphore.release(4);
        });
        let served = served.into_inner().unwrap();
        // The first two, and the last two, may run at once.
        assert_eq!(served[2], 2, "{served:?}");
        assert!(served[..2].iter().all(|number| *number < 2), "{served:?}");
        assert_eq!(free(&semaphore), 4);
    }

    #[test]
    fn small_ones_do_not_starve_a_large_one() {
        let semaphore = Semaphore::new(4);
        semaphore.acquire(1, patiently).unwrap();
        thread::scope(|scope| {
            let large = scope.spawn(|| semaphore.acquire(4, patiently));
            until_waiting(&semaphore, 1);
            // Three units are free, and a later one still waits.
            assert_eq!(semaphore.acquire(1, || Err("busy")), Err("busy"));
            // A running call may take more all the same: it holds what the large one waits for.
            assert!(semaphore.try_acquire(1));
            semaphore.release(2);
            large.join().unwrap().unwrap();
        });
        assert_eq!(free(&semaphore), 0);
    }

    #[test]
    fn one_that_stops_waiting_lets_the_next_one_in() {
        let semaphore = Semaphore::new(2);
        semaphore.acquire(1, patiently).unwrap();
        let is_cancelled = AtomicBool::new(false);
        let look = || match is_cancelled.load(Ordering::SeqCst) {
            false => Ok(Duration::from_millis(20)),
            true => Err("cancelled"),
        };
        thread::scope(|scope| {
            let cancelled = scope.spawn(|| semaphore.acquire(2, &look));
            until_waiting(&semaphore, 1);
            let next = scope.spawn(|| semaphore.acquire(1, patiently));
            until_waiting(&semaphore, 2);
            is_cancelled.store(true, Ordering::SeqCst);
            assert_eq!(cancelled.join().unwrap(), Err("cancelled"));
            next.join().unwrap().unwrap();
        });
        until_waiting(&semaphore, 0);
        assert_eq!(free(&semaphore), 0);
    }

    #[test]
    fn free_units_are_acquired_in_part() {
        let semaphore = Semaphore::new(10);
        assert_eq!((semaphore.acquire_up_to(7), semaphore.acquire_up_to(7)), (7, 3));
        assert!(!semaphore.try_acquire(1));
        semaphore.release(10);
        assert!(semaphore.try_acquire(10));
    }
}
