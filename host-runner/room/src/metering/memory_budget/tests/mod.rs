use super::{Growth, MemoryBudget, Reservation, ReservationSize, ReservedMemory, SMALL_ANSWER};
use crate::contract::ErrorCode;
use crate::limits::Limits;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

const MIB: usize = 1024 * 1024;

fn budget(total: usize) -> Arc<MemoryBudget> {
    MemoryBudget::new(&Limits { total_memory: total, ..Limits::default() })
}

/// Reserves memory that is free.
fn reserve(budget: &Arc<MemoryBudget>, bytes: usize) -> ReservedMemory {
    budget.reserve(bytes, || -> Result<Duration, Infallible> { panic!("it waits") }).unwrap()
}

fn free(budget: &Arc<MemoryBudget>) -> usize {
    let all = budget.bytes.acquire_up_to(usize::MAX);
    budget.bytes.release(all);
    all
}

#[test]
fn a_call_grows_while_something_is_left() {
    let budget = budget(100);
    let (mut first, mut second) = (reserve(&budget, 20), reserve(&budget, 20));
    assert_eq!(first.grow_to(10), Growth::Granted);
    assert_eq!(first.grow_to(70), Growth::Granted);
    assert_eq!(second.grow_to(31), Growth::Short);
    assert_eq!(second.grow_to(101), Growth::ExceedsTotal);
    assert_eq!((first.bytes(), second.bytes(), free(&budget)), (70, 20, 10));
    second.grow_towards(90);
    assert_eq!((second.bytes(), free(&budget)), (30, 0));
    first.shrink_to(50);
    first.shrink_to(60);
    assert_eq!((first.bytes(), free(&budget)), (50, 20));
    drop(first);
    assert_eq!(second.grow_to(100), Growth::Granted);
    assert!(second.is_total());
    drop(second);
    assert_eq!(free(&budget), 100);
}

#[test]
fn nothing_stays_reserved_when_a_call_panics() {
    let budget = budget(100);
    let for_call = budget.clone();
    let call = std::thread::spawn(move || {
        let _reserved = reserve(&for_call, 60);
        panic!("a test");
    });
    assert!(call.join().is_err());
    assert_eq!(free(&budget), 100);
}

#[test]
fn one_that_stops_waiting_has_nothing() {
    let budget = budget(100);
    let held = reserve(&budget, 60);
    let waited = budget.reserve(50, || Err("busy"));
    assert_eq!(waited.map(|reserved| reserved.bytes()), Err("busy"));
    drop(held);
    assert_eq!(free(&budget), 100);
    // There is no more than that to wait for: the call gets everything.
    assert_eq!(reserve(&budget, 1000).bytes(), 100);
}

#[test]
fn an_answer_stays_reserved_as_long_as_it_is_kept() {
    let (budget, other) = (budget(100), budget(100));
    let reservation = Reservation::new(&budget);
    reservation.add(reserve(&budget, 30));
    reservation.add(reserve(&budget, 30));
    // Memory of another room is not counted here.
    reservation.add(reserve(&other, 30));
    assert_eq!((reservation.bytes(), free(&budget), free(&other)), (60, 40, 100));
    let kept = reservation.clone();
    reservation.resize(80).unwrap();
    let call = reserve(&budget, 15);
    let short = reservation.resize(90).unwrap_err();
    assert_eq!(short.code(), Some(ErrorCode::Busy));
    let never = reservation.resize(101).unwrap_err();
    assert_eq!(never.code(), Some(ErrorCode::Other));
    assert_eq!(kept.bytes(), 80, "what fails changes nothing");
    drop(call);
    kept.resize(10).unwrap();
    drop(reservation);
    assert_eq!(free(&budget), 90);
    drop(kept);
    assert_eq!(free(&budget), 100);
}

#[test]
fn a_large_answer_that_waits_for_its_reader_leaves_little_for_others() {
    let budget = budget(256 * MIB);
    let answers: Vec<_> = (0..4).map(|_| Reservation::new(&budget)).collect();
    answers[0].resize(2 * SMALL_ANSWER).unwrap();
    answers[0].keep_unread(SMALL_ANSWER);
    assert_eq!(answers[0].bytes(), SMALL_ANSWER);
    answers[1].keep_unread(10 * MIB);
    assert_eq!(answers[1].bytes(), 80 * MIB);
    answers[2].resize(40 * MIB).unwrap();
    answers[2].keep_unread(20 * MIB);
    assert_eq!(answers[2].bytes(), 144 * MIB - SMALL_ANSWER);
    // An eighth stays free, and an answer keeps its own bytes even of that.
    assert_eq!(free(&budget), 32 * MIB);
    answers[3].resize(20 * MIB).unwrap();
    answers[3].keep_unread(10 * MIB);
    assert_eq!(answers[3].bytes(), 10 * MIB);
    drop(answers);
    assert_eq!(free(&budget), 256 * MIB);
}

#[test]
fn a_call_is_repeated_at_most_twice() {
    let limits = Limits { memory: 100 * MIB, transfer: 50 * MIB, ..Limits::default() };
    let first = ReservationSize::First;
    assert_eq!(first.bytes(&limits), 8 * MIB);
    let second = first.after_shortage(60 * MIB);
    assert_eq!(second.bytes(&limits), 90 * MIB);
    let third = second.after_shortage(95 * MIB);
    assert!(third.bytes(&limits) > 150 * MIB);
    assert_eq!(third, ReservationSize::Whole);
    // Never more than it may take.
    let tiny = Limits { memory: MIB, transfer: MIB, ..limits };
    assert!(first.bytes(&tiny) < 3 * MIB);
    assert!(first.after_shortage(usize::MAX).bytes(&limits) <= third.bytes(&limits));
}
