//! The memory of all calls together has one limit: calls wait for it in order, are repeated once
//! they have it, or are refused.

use readroom::policy::PolicyAnswer;
use readroom::{Cancel, Error, ErrorCode, Limit, Limits, MemoryTree, Outcome, Policy, Reply, Room};
use readroom_testing::wait::{wait_for, wait_until};
use readroom_testing::{hostile, patient};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const MIB: usize = 1024 * 1024;

/// A text of 2 MiB that JSON escapes throughout: reading all of it takes some 30 MiB of linear
/// memory, and its answer as much.
fn escaped(name: &str) -> MemoryTree {
    let line = "\u{1}".repeat(1999) + "\n";
    MemoryTree::new().file(name, line.repeat(1000)).unwrap().file("a.txt", "inside").unwrap()
}

fn hostile_room(limits: Limits) -> Room {
    let tree = MemoryTree::new().file("a.txt", "inside").unwrap();
    let builder = Room::builder_from_tree("/project", tree).component(hostile::component());
    builder.limits(limits).build().unwrap()
}

/// Returns the limit that a call reached, and the code of its error.
#[track_caller]
fn reached(called: Result<Reply, Error>) -> (Option<Limit>, Option<ErrorCode>) {
    let error = called.unwrap_err();
    (error.limit(), error.code())
}

const BUSY: (Option<Limit>, Option<ErrorCode>) = (Some(Limit::TotalMemory), Some(ErrorCode::Busy));

#[test]
fn a_call_that_needs_more_than_there_is_in_all_is_refused_at_once() {
    let room = hostile_room(patient().total_memory(64 * MIB));
    let error = room.call("readroom", "touch 80").unwrap_err();
    assert_eq!((error.limit(), error.code()), (Some(Limit::TotalMemory), Some(ErrorCode::Other)));
    assert_eq!(error.to_string(), "the call reached its limit 'total-memory' (64 MiB)");
    // Answers count as memory, too.
    let answer = reached(room.call("readroom", "flood 45000000"));
    assert_eq!(answer, (Some(Limit::TotalMemory), Some(ErrorCode::Other)));
    assert!(matches!(room.call("readroom", "touch 40"), Err(Error::Call(_))));
    assert_eq!(room.call("readroom", "flood 10000000").unwrap().json.len(), 10_000_000);
    // The limit per call is reached first.
    let room = hostile_room(patient());
    assert_eq!(reached(room.call("readroom", "touch 200")).0, Some(Limit::Memory));
}

#[test]
fn an_answer_counts_until_its_call_returns_or_as_long_as_it_is_reserved() {
    let limits = patient().total_memory(52 * MIB).queue(Duration::ZERO);
    let room = hostile_room(limits);
    let session = room.session("another");
    for _ in 0..4 {
        assert_eq!(room.call("readroom", "flood 7000000").unwrap().json.len(), 7_000_000);
    }
    let reservation = room.reservation();
    let reserving = session.reserving_in(&reservation);
    for answers in 1..=3 {
        assert_eq!(reserving.call("readroom", "flood 4000000").unwrap().json.len(), 4_000_000);
        let reserved = reservation.bytes();
        // Each with as much again, to encode it.
        assert!((answers * 8_000_000..answers * 8_200_000).contains(&reserved), "{reserved}");
    }
    let before = reservation.bytes();
    assert!(matches!(reserving.call("readroom", "touch 20"), Err(Error::Call(_))));
    assert_eq!(reservation.bytes(), before, "there is no answer");
    // 29 MiB are left.
    let error = room.call("readroom", "touch 32").unwrap_err();
    assert_eq!((error.limit(), error.code()), BUSY);
    assert!(
        error.to_string().contains("other calls and answers use up the limit 'total-memory'"),
        "{error}"
    );
    assert!(error.hint().contains("Try again"), "{}", error.hint());
    assert_eq!(room.call("readroom", "open a.txt").unwrap().json, "\"ok inside\"");
    reservation.resize(47 * MIB).unwrap();
    assert_eq!(reached(room.call("readroom", "open a.txt")), BUSY);
    drop((reservation, reserving));
    assert!(matches!(room.call("readroom", "touch 32"), Err(Error::Call(_))));
}

#[test]
fn a_call_waits_for_the_memory_that_others_have() {
    let room = hostile_room(patient().total_memory(100 * MIB));
    let held = room.reservation();
    held.resize(60 * MIB).unwrap();
    thread::scope(|scope| {
        let call = scope.spawn(|| room.call("readroom", "flood 25000000").unwrap().json.len());
        wait_until("it waits", || room.load().waiting == 1);
        held.resize(0).unwrap();
        assert_eq!(call.join().unwrap(), 25_000_000);
    });
}

#[test]
fn waiting_for_memory_ends_with_the_time_the_patience_or_a_cancellation() {
    let waits = |limits: Limits| {
        let room = hostile_room(limits.total_memory(64 * MIB));
        let held = room.reservation();
        held.resize(40 * MIB).unwrap();
        (room, held)
    };
    // The time has to suffice until the call lacks memory: on a busy machine that takes longer.
    let mut time = Duration::from_millis(250);
    let ended = wait_for("a call that waits until its time is over", || {
        time *= 2;
        let (room, _held) = waits(patient().time(time));
        let ended = reached(room.call("readroom", "touch 40"));
        (ended.0 != Some(Limit::Time)).then_some(ended)
    });
    assert_eq!(ended, BUSY);
    let (room, _held) = waits(patient().queue(Duration::from_millis(100)));
    assert_eq!(reached(room.call("readroom", "touch 40")), BUSY);

    let cancel = Cancel::new();
    let (room, _held) = waits(patient());
    thread::scope(|scope| {
        let call = scope.spawn(|| room.cancelled_by(&cancel).call("readroom", "touch 40"));
        wait_until("it waits", || room.load().waiting == 1);
        cancel.cancel();
        assert!(matches!(call.join().unwrap(), Err(Error::Cancelled)));
    });
}

/// More memory than one of these calls needs, and less than two: some of them are repeated, and all
/// are answered.
#[test]
fn calls_that_lack_memory_are_repeated_until_they_are_answered() {
    let limits = patient().total_memory(80 * MIB).concurrency(16);
    let room = Room::builder_from_tree("/project", escaped("big")).limits(limits).build().unwrap();
    thread::scope(|scope| {
        let large = || {
            let reply = room.call("mycodeagent", r#"{"path": "big", "limit": 2000}"#).unwrap();
            reply.outcome == Outcome::Answered && reply.json.len() > 12_000_000
        };
        let small = || room.call("pi", r#"{"path": "a.txt"}"#).unwrap().outcome;
        let large: Vec<_> = (0..4).map(|_| scope.spawn(large)).collect();
        let small: Vec<_> = (0..32).map(|_| scope.spawn(small)).collect();
        assert!(large.into_iter().all(|call| call.join().unwrap()));
        assert!(small.into_iter().all(|call| call.join().unwrap() == Outcome::Answered));
    });
    // Nothing stays reserved.
    room.reservation().resize(80 * MIB).unwrap();
}

#[test]
fn the_user_is_asked_once_even_if_memory_is_short() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let policy = Policy::default().on_ask(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        PolicyAnswer::Once
    });
    let limits = patient().total_memory(80 * MIB);
    let room = Room::builder_from_tree("/project", escaped(".env")).limits(limits).policy(policy);
    let room = room.build().unwrap();
    let held = room.reservation();
    held.resize(60 * MIB).unwrap();
    thread::scope(|scope| {
        let call = scope.spawn(|| room.call("mycodeagent", r#"{"path": ".env", "limit": 2000}"#));
        wait_until("it was allowed, and waits for memory", || {
            asked.load(Ordering::SeqCst) == 1 && room.load().waiting == 1
        });
        held.resize(0).unwrap();
        assert_eq!(call.join().unwrap().unwrap().outcome, Outcome::Answered);
    });
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

/// The number of concurrent calls in a room without limits depends on the machine.
#[test]
fn the_default_concurrency_is_that_of_the_processors() {
    let processors = thread::available_parallelism().unwrap().get();
    let concurrency = Limits::default().concurrency as usize;
    assert_eq!(concurrency, (4 * processors).clamp(8, 64));
}

/// The memory of the process besides that of all calls, in KiB: the pool's instances, threads, the
/// compiler of the hostile component, and the allocator's caches.
#[cfg(target_os = "linux")]
const OTHER_KIB: u64 = 192 * 1024;

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long"]
fn sixty_four_hostile_calls_at_once_stay_within_the_memory_of_all_calls() {
    readroom_testing::alone::alone(
        "memory::sixty_four_hostile_calls_at_once_stay_within_the_memory_of_all_calls",
        || {
            // More of them run at once than have memory, on threads of both kinds. Each of the 64
            // holds the memory of its last answer while it waits for more: if the waiting had no
            // end, all could wait for each other.
            let limits = patient()
                .concurrency(32)
                .total_memory(512 * MIB)
                .queue(std::time::Duration::from_millis(200));
            let rooms = [readroom::Threads::Caller, readroom::Threads::Own]
                .map(|threads| hostile_room(limits.threads(threads)));
            for room in &rooms {
                let _ = room.call("readroom", "environment");
            }
            let peak = Peak::begin();
            for room in &rooms {
                soak(room);
            }
            // Each of the two rooms has its own limit, and one ran after the other.
            let peak = peak.end();
            println!("at most {} MiB more", peak / 1024);
            assert!(peak < 512 * 1024 + OTHER_KIB, "{} MiB", peak / 1024);
            for room in &rooms {
                // Nothing stays reserved.
                room.reservation().resize(512 * MIB).unwrap();
            }
        },
    );
}

/// Makes hostile calls on 64 threads: each makes all of them twice, and keeps its last answer.
#[cfg(target_os = "linux")]
fn soak(room: &Room) {
    const COMMANDS: [&str; 9] = [
        "memory",
        "touch 100",
        "touch 200",
        "flood 12000000",
        "flood 5000000",
        "send 60000000",
        "look-for 20000000",
        "remember 9000000 /a",
        "values 100000",
    ];
    let outcomes = std::sync::Mutex::new(std::collections::BTreeMap::<String, usize>::new());
    thread::scope(|scope| {
        for number in 0..64 {
            let outcomes = &outcomes;
            scope.spawn(move || {
                let mut kept = None;
                for turn in number..number + 2 * COMMANDS.len() {
                    let command = COMMANDS[turn % COMMANDS.len()];
                    let reservation = room.reservation();
                    let reserving = room.reserving_in(&reservation);
                    let reply = reserving.call("readroom", command);
                    let outcome = match &reply {
                        Ok(_) => "answered".to_string(),
                        Err(error) => match (error.limit(), error.code()) {
                            (Some(limit), Some(code)) => format!("{limit} {}", code.name()),
                            _ => "failed".into(),
                        },
                    };
                    let outcome = format!("{command}: {outcome}");
                    *outcomes.lock().unwrap().entry(outcome).or_default() += 1;
                    drop(kept.replace((reply, reservation)));
                }
            });
        }
    });
    println!("{:#?}", outcomes.into_inner().unwrap());
}

/// The peak of this process's memory since this was created.
#[cfg(target_os = "linux")]
struct Peak(u64);

#[cfg(target_os = "linux")]
impl Peak {
    fn begin() -> Self {
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        Self(Self::status("VmRSS:"))
    }

    /// Returns the maximum growth of the memory, in KiB.
    fn end(self) -> u64 {
        Self::status("VmHWM:") - self.0
    }

    fn status(name: &str) -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}
