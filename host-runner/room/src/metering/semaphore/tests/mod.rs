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
