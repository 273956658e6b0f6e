//! Every limit ends a call, is named in the error, and does not affect the next call.

use readroom::observer::ReadOutcome;
use readroom::tree::{TreeEntry, TreeListing};
use readroom::{
    Builder, Cancel, Error, ErrorCode, Limit, Limits, ListRequest, MemoryTree, ReadRequest, Room,
    SharedLimits, Threads, Tree,
};
use readroom_testing::wait::wait_until;
use readroom_testing::{at_start, hostile, patient, short_of_cpu};
use std::ops::Add;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

fn tree() -> MemoryTree {
    let tree = MemoryTree::new().file("a.txt", "inside").unwrap().file("sub/b.txt", "b").unwrap();
    (0..20).fold(tree, |tree, number| tree.file(&format!("many/{number}"), "").unwrap())
}

fn builder() -> Builder {
    Room::builder_from_tree("/project", tree())
}

/// Returns a room with the hostile component, which is compiled once.
fn hostile_room(limits: Limits) -> Room {
    builder().component(hostile::component()).limits(limits).build().unwrap()
}

/// Returns limits with one that a call reaches soon, on any machine.
fn limits_for(limit: Limit) -> Limits {
    if limit == Limit::Cpu { short_of_cpu() } else { patient() }
}

#[track_caller]
fn limit_of(result: &Result<impl std::fmt::Debug, Error>) -> Limit {
    result.as_ref().unwrap_err().limit().unwrap_or_else(|| panic!("{result:?}"))
}

#[test]
fn a_hostile_call_ends_at_the_limit_that_it_reaches() {
    let room = hostile_room(patient());
    let short = hostile_room(short_of_cpu());
    for (command, limit) in [
        ("spin", Limit::Cpu),
        ("ask a.txt", Limit::Cpu),
        ("recurse", Limit::Stack),
        ("touch 200", Limit::Memory),
        ("flood 80000000", Limit::Transfer),
        ("send 80000000", Limit::Transfer),
        ("listings", Limit::Open),
        ("directories sub", Limit::Open),
    ] {
        let room = if limit == Limit::Cpu { &short } else { &room };
        assert_eq!(limit_of(&room.call("readroom", command)), limit, "{command}");
        let next = room.call("readroom", "open a.txt").unwrap();
        assert_eq!(next.json, "\"ok inside\"", "after {command}");
    }
    // Less than the limits allow works.
    assert_eq!(room.call("readroom", "flood 10000000").unwrap().json.len(), 10_000_000);
    for command in ["garbage", "lines", "nothing-that-it-knows", "values 100001", "claim 257 a.txt"]
    {
        let failed = room.call("readroom", command);
        assert!(matches!(failed, Err(Error::Call(_))), "{command}: {failed:?}");
    }
    let told = room.call("readroom", "environment").unwrap();
    let policy = r#"ok [("READROOM_POLICY", "{\"agentignore\":false,\"case_sensitive\":true,\"judged\":true}")] None"#;
    assert_eq!(serde_json::from_str::<String>(&told.json).unwrap(), policy);
}

#[test]
fn a_call_ends_at_its_wall_time_limit() {
    let room = hostile_room(patient().time(Duration::from_millis(100)));
    for command in ["spin", "ask a.txt"] {
        assert_eq!(limit_of(&room.call("readroom", command)), Limit::Time, "{command}");
    }
}

#[test]
fn the_start_function_of_a_component_is_limited_too() {
    for (fields, limit) in [
        ("(func $start (loop (br 0)))", Limit::Cpu),
        ("(func $start (call $start))", Limit::Stack),
        (
            "(memory 1) (func $start (loop (br_if 0 (i32.ne (memory.grow (i32.const 64)) \
             (i32.const -1)))) unreachable)",
            Limit::Memory,
        ),
        (
            "(table $t 1 funcref) (func $start (loop (br_if 0 (i32.ne \
             (table.grow $t (ref.null func) (i32.const 64)) (i32.const -1)))) unreachable)",
            Limit::TableElements,
        ),
        ("(memory 60000) (func $start)", Limit::Memory),
        ("(table 1000000 funcref) (func $start)", Limit::TableElements),
    ] {
        let component = at_start::compile(&at_start::module(fields)).unwrap();
        let result =
            builder().component(component).limits(limits_for(limit)).build().and_then(|room| {
                assert_eq!(limit_of(&room.call("readroom", "{}")), limit, "{fields}");
                room.read(&ReadRequest::new("a.txt"))
            });
        assert_eq!(limit_of(&result), limit, "{fields}");
    }
}

#[test]
fn instances_and_tables_of_a_component_are_limited() {
    let module = r#"(core module $m (table 1 funcref) (func (export "f")))"#;
    let with = |instances: usize| {
        let more = "(core instance (instantiate $m))".repeat(instances - 1);
        let parts = format!("{module} {more} (core instance $i (instantiate $m))");
        at_start::compile(&at_start::of(&parts)).unwrap()
    };
    for (instances, limit) in [(5, Limit::Tables), (11, Limit::Instances)] {
        let most = if instances == 5 {
            Limits::default()
        } else {
            Limits { tables: 20, ..Limits::default() }
        };
        let result = builder()
            .component(with(instances))
            .limits(most)
            .build()
            .and_then(|room| room.read(&ReadRequest::new("a.txt")));
        assert_eq!(limit_of(&result), limit, "{instances}");
    }
    // With enough of both, only its functions are wrong.
    let most = Limits { tables: 20, instances: 20, ..Limits::default() };
    let room = builder().component(with(11)).limits(most).build().unwrap();
    assert!(matches!(room.read(&ReadRequest::new("a.txt")), Err(Error::Call(_))));
}

#[test]
fn a_component_has_one_memory() {
    let module = r#"(core module $m (memory 1) (func (export "f")))"#;
    let two = "(core instance (instantiate $m)) (core instance $i (instantiate $m))";
    let component = at_start::compile(&at_start::of(&format!("{module} {two}"))).unwrap();
    let result = builder()
        .component(component)
        .build()
        .and_then(|room| room.read(&ReadRequest::new("a.txt")));
    assert_eq!(limit_of(&result), Limit::Memory);
}

/// wasmtime-wasi would start a runtime whose threads would never end.
#[test]
fn there_is_nothing_to_wait_for() {
    let component = at_start::of(concat!(
        r#"(import "wasi:io/poll@0.2.12" (instance $poll
            (export "pollable" (type $pollable (sub resource)))
            (export "poll" (func (param "in" (list (borrow $pollable))) (result (list u32))))))
        (alias export $poll "poll" (func $poll))
        (core module $memory
            (memory (export "memory") 1)
            (func (export "realloc") (param i32 i32 i32 i32) (result i32) i32.const 1024))
        (core instance $memory (instantiate $memory))
        (core func $poll
            (canon lower (func $poll) (memory (core memory $memory "memory")) "#,
        r#"(realloc (core func $memory "realloc"))))
        (core module $m
            (import "host" "poll" (func $poll (param i32 i32 i32)))
            (func $start (call $poll (i32.const 0) (i32.const 0) (i32.const 16)))
            (start $start)
            (func (export "f")))
        (core instance $i (instantiate $m (with "host" (instance (export "poll" (func $poll))))))"#,
    ));
    let room = builder().component(at_start::compile(&component).unwrap()).build().unwrap();
    let waited = room.read(&ReadRequest::new("a.txt"));
    assert!(
        matches!(&waited, Err(Error::Call(why)) if why.contains("nothing to wait for")),
        "{waited:?}"
    );
}

/// All of these are strings from the component, not only the content of files.
#[test]
fn every_string_of_an_answer_counts() {
    let room = hostile_room(Limits { output: 100, ..patient() });
    assert_eq!(limit_of(&room.call("readroom", "claim 200 a.txt")), Limit::Output);
    assert_eq!(limit_of(&room.requested_path("readroom", "look-for 200")), Limit::Output);
}

#[test]
fn a_name_that_leads_nowhere_costs_nothing() {
    let room = hostile_room(patient());
    for length in [10_000, 20_000_000] {
        let reply = room.call("readroom", &format!("look-for {length}")).unwrap();
        assert_eq!(reply.json, "\"ok nothing\"");
    }
}

#[test]
fn limits_that_a_host_sets_are_those_that_hold() {
    let limits =
        Limits { open: 3, entries: 5, output: 50, arguments: 60, ..patient() }.memory(16 << 20);
    let room = hostile_room(limits);
    let call = |command: &str| room.call("readroom", command);
    assert_eq!(limit_of(&call("touch 20")), Limit::Memory);
    assert_eq!(call("hold 1 many").unwrap().json, r#""error overflow""#, "told that it is enough");
    assert_eq!(limit_of(&call("list-all many")), Limit::Entries);
    assert_eq!(limit_of(&call("directories sub")), Limit::Open);
    assert_eq!(limit_of(&call("flood 100")), Limit::Output);
    assert_eq!(limit_of(&call(&format!("open {}", "a".repeat(60)))), Limit::Arguments);
    let reached = call("flood 100").unwrap_err();
    assert_eq!(reached.to_string(), "the call reached its limit 'output' (50 bytes)");
    assert_eq!(reached.code(), Some(ErrorCode::TooLarge));
    assert!(matches!(reached, Error::Limit(reached) if reached.allowed == 50));
}

#[test]
fn the_embedded_component_reaches_limits_in_the_same_way() {
    let tree = MemoryTree::new().file("big", "\u{1}".repeat(1999).add("\n").repeat(2000)).unwrap();
    let room =
        |limits| Room::builder_from_tree("/project", tree.clone()).limits(limits).build().unwrap();
    let all = r#"{"path": "big", "limit": 2000}"#;
    assert_eq!(
        limit_of(&room(Limits { output: 1000, ..Limits::default() }).call("mycodeagent", all)),
        Limit::Output
    );
    assert_eq!(
        limit_of(&room(Limits::default().memory(3 << 20)).call("mycodeagent", all)),
        Limit::Memory
    );
    assert!(room(Limits::default()).call("mycodeagent", all).is_ok());
    let none = room(Limits::default().time(Duration::ZERO)).read(&ReadRequest::new("big"));
    assert_eq!(none.unwrap_err().code(), Some(ErrorCode::Timeout));
}

#[test]
fn observers_get_calls_that_were_ended() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = events.clone();
    let room = builder().component(hostile::component()).limits(patient());
    let room = room
        .observer(move |event| kept.lock().unwrap().push((event.outcome, event.limit)))
        .build()
        .unwrap();
    let _ = room.call("readroom", "recurse");
    let _ = room.call("readroom", "open a.txt");
    assert_eq!(
        *events.lock().unwrap(),
        [(ReadOutcome::Failed, Some(Limit::Stack)), (ReadOutcome::Answered, None)]
    );
}

/// A tree whose files can be read only when the test allows it.
struct Slow {
    inner: MemoryTree,
    waiting: Arc<AtomicUsize>,
    go_on: Arc<AtomicBool>,
}

impl Tree for Slow {
    fn entry(&self, path: &str) -> std::io::Result<TreeEntry> {
        self.inner.entry(path)
    }

    fn link_target(&self, path: &str) -> std::io::Result<String> {
        self.inner.link_target(path)
    }

    fn read(&self, path: &str, offset: u64, length: usize) -> std::io::Result<Vec<u8>> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        wait_until("the test lets go", || self.go_on.load(Ordering::SeqCst));
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        self.inner.read(path, offset, length)
    }

    fn list(&self, path: &str) -> std::io::Result<TreeListing> {
        self.inner.list(path)
    }
}

/// A tree with one file of 1 TiB, which is one line.
struct Endless;

impl Tree for Endless {
    fn entry(&self, path: &str) -> std::io::Result<TreeEntry> {
        Ok(match path {
            "" => TreeEntry::directory(),
            "big" => TreeEntry::file(1 << 40),
            _ => return Err(std::io::ErrorKind::NotFound.into()),
        })
    }

    fn read(&self, _: &str, _: u64, length: usize) -> std::io::Result<Vec<u8>> {
        Ok(vec![b'x'; length])
    }

    fn list(&self, _: &str) -> std::io::Result<TreeListing> {
        Ok(Box::new(std::iter::empty()))
    }
}

/// Returns a room in which every read of a file blocks until it is released.
fn slow(limits: Limits) -> (Room, Arc<AtomicUsize>, Arc<AtomicBool>) {
    let (waiting, go_on) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let tree = Slow { inner: tree(), waiting: waiting.clone(), go_on: go_on.clone() };
    (Room::builder_from_tree("/project", tree).limits(limits).build().unwrap(), waiting, go_on)
}

#[test]
fn calls_beyond_the_limit_wait_for_a_slot_or_are_refused() {
    let request = ReadRequest::new("a.txt");
    let (room, waiting, go_on) = slow(Limits::default().concurrency(2));
    let (refusing, also_waiting, also_go_on) =
        slow(Limits::default().concurrency(2).queue(Duration::ZERO));
    thread::scope(|scope| {
        let calls: Vec<_> = (0..5).map(|_| scope.spawn(|| room.read(&request))).collect();
        let two: Vec<_> = (0..2).map(|_| scope.spawn(|| refusing.read(&request))).collect();
        let read = || waiting.load(Ordering::SeqCst) == 2;
        wait_until("two calls read", || read() && also_waiting.load(Ordering::SeqCst) == 2);
        let busy = refusing.session("another").read(&request);
        assert_eq!(limit_of(&busy), Limit::Concurrency);
        assert_eq!(busy.unwrap_err().code(), Some(ErrorCode::Busy));
        assert_eq!(waiting.load(Ordering::SeqCst), 2, "more than two ran at once");
        go_on.store(true, Ordering::SeqCst);
        also_go_on.store(true, Ordering::SeqCst);
        assert!(calls.into_iter().chain(two).all(|call| call.join().unwrap().is_ok()));
    });
    assert!(refusing.read(&request).is_ok());
}

#[test]
fn waiting_for_a_slot_has_an_end() {
    let (room, waiting, go_on) =
        slow(Limits::default().concurrency(1).queue(Duration::from_millis(30)));
    thread::scope(|scope| {
        let first = scope.spawn(|| room.read(&ReadRequest::new("a.txt")));
        wait_until("a call reads", || waiting.load(Ordering::SeqCst) == 1);
        assert_eq!(limit_of(&room.read(&ReadRequest::new("a.txt"))), Limit::Queue);
        go_on.store(true, Ordering::SeqCst);
        assert!(first.join().unwrap().is_ok());
    });
}

/// A tree stands in for an operating system that does not answer: the test is that no call waits
/// for it.
#[test]
fn a_call_ends_at_its_time_while_its_thread_is_kept_and_the_thread_ends_when_it_is_let_go() {
    let limits = patient()
        .time(Duration::from_millis(100))
        .threads(Threads::Own)
        .concurrency(2)
        .queue(Duration::ZERO);
    let (room, waiting, go_on) = slow(limits);
    // On a busy machine the time may be over before a thread has begun.
    wait_until("two threads are kept", || {
        let limit = limit_of(&room.read(&ReadRequest::new("a.txt")));
        assert!(matches!(limit, Limit::Time | Limit::Concurrency), "{limit:?}");
        waiting.load(Ordering::SeqCst) == 2
    });
    // Both threads are still in use, and count.
    assert_eq!(limit_of(&room.read(&ReadRequest::new("a.txt"))), Limit::Concurrency);
    go_on.store(true, Ordering::SeqCst);
    wait_until("a read within its time", || room.read(&ReadRequest::new("a.txt")).is_ok());
}

#[test]
fn a_call_can_be_cancelled_wherever_it_is() {
    // While it computes.
    let cancel = Cancel::new();
    let room = hostile_room(patient());
    thread::scope(|scope| {
        let call = scope.spawn(|| room.cancelled_by(&cancel).call("readroom", "spin"));
        wait_until("it runs", || room.load().running == 1);
        cancel.cancel();
        assert!(matches!(call.join().unwrap(), Err(Error::Cancelled)));
    });

    // While it waits for a slot, and while the operating system blocks the thread.
    let (room, waiting, go_on) = slow(patient().concurrency(1).threads(Threads::Own));
    let (first, second) = (Cancel::new(), Cancel::new());
    thread::scope(|scope| {
        let kept = scope.spawn(|| room.cancelled_by(&first).read(&ReadRequest::new("a.txt")));
        wait_until("the first reads", || waiting.load(Ordering::SeqCst) == 1);
        let queued = scope.spawn(|| room.cancelled_by(&second).read(&ReadRequest::new("a.txt")));
        wait_until("the second waits", || room.load().waiting == 1);
        second.cancel();
        assert!(matches!(queued.join().unwrap(), Err(Error::Cancelled)));
        first.cancel();
        assert!(matches!(kept.join().unwrap(), Err(Error::Cancelled)));
    });
    go_on.store(true, Ordering::SeqCst);

    // Before it starts, on threads of both kinds.
    let cancelled = Cancel::new();
    cancelled.cancel();
    for room in [&room, &builder().build().unwrap()] {
        let early = room.cancelled_by(&cancelled).read(&ReadRequest::new("a.txt"));
        assert!(matches!(early, Err(Error::Cancelled)), "{early:?}");
    }
    assert!(room.read(&ReadRequest::new("a.txt")).is_ok());
}

#[test]
fn progress_is_reported_while_a_file_is_read() {
    let (told, cancel) = (Arc::new(Mutex::new(Vec::new())), Cancel::new());
    let room = Room::from_tree("/project", Endless).unwrap().cancelled_by(&cancel);
    let (kept, enough) = (told.clone(), cancel.clone());
    let room = room.on_progress(move |progress| {
        let mut told = kept.lock().unwrap();
        told.push(progress.bytes);
        if told.len() == 3 {
            enough.cancel();
        }
    });
    // The whole line is measured.
    let call = room.call("kimi-cli", r#"{"path": "big"}"#);
    let told = told.lock().unwrap();
    match call {
        Err(Error::Cancelled) => assert!(told.len() >= 3 && told.is_sorted(), "{told:?}"),
        other => panic!("{other:?}: {told:?}"),
    }
}

#[test]
fn limits_are_set_by_name() {
    let mut limits = Limits::default();
    for setting in [
        "time=5s",
        "cpu=100ms",
        "queue=1min",
        "memory=64MiB",
        "total-memory=2GiB",
        "output=1000",
        "arguments=1KiB",
        "open=8",
        "entries=9",
        "transfer=1GiB",
        "instances=3",
        "tables=2",
        "table-elements=500",
        "shards=3",
        "concurrency=1",
        "threads=own",
        "component=2MiB",
        "compile=2s",
        "tokens=5000",
    ] {
        limits.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    let expected = Limits {
        memory: 64 << 20,
        total_memory: 2 << 30,
        instances: 3,
        tables: 2,
        table_elements: 500,
        shards: 3,
        open: 8,
        entries: 9,
        transfer: 1 << 30,
        output: 1000,
        arguments: 1024,
        tokens: 5000,
        cpu: Duration::from_millis(100),
        time: Duration::from_secs(5),
        concurrency: 1,
        queue: Duration::from_secs(60),
        threads: Threads::Own,
        component: 2 << 20,
        compile: Duration::from_secs(2),
    };
    assert_eq!(limits, expected);
    for wrong in [
        "time",
        "time=",
        "time=5",
        "time=-1s",
        "time=5h",
        "tiem=5s",
        "memory=1TB",
        "entries=4294967296",
        "stack=1",
        "threads=2",
    ] {
        let error = limits.set(wrong).unwrap_err().to_string();
        assert!(error.starts_with(&format!("invalid limit '{wrong}': ")), "{error}");
        // The names are listed only if one is wrong.
        let is_name_wrong = wrong.starts_with("tiem");
        let has_names = error.contains("the limits are ") && error.ends_with(", threads");
        assert_eq!(has_names, is_name_wrong, "{error}");
    }
    let error = limits.set("time=3").unwrap_err().to_string();
    assert_eq!(error, "invalid limit 'time=3': write a time in ms, s or min, such as 5s");
    assert_eq!(limits, expected, "what is wrong changes nothing");
    for limit in Limit::ALL {
        assert_eq!(limit.name().parse(), Ok(limit));
    }
}

/// Each of these calls takes 50 ms or more.
#[test]
fn calls_that_share_time_have_that_of_one() {
    let room = hostile_room(patient().time(Duration::from_millis(400)));
    let (shared, mut answered) = (room.sharing_time(), 0);
    let limit = loop {
        match shared.stat("a.txt") {
            Ok(_) => answered += 1,
            Err(error) => break error.limit(),
        }
    };
    assert_eq!(limit, Some(Limit::Time));
    assert!(answered <= 8, "{answered}");
    assert_eq!(limit_of(&shared.session("other").stat("a.txt")), Limit::Time);
    // Other calls have their own time, which suffices for one if the machine is not too busy.
    wait_until("a call has time of its own", || room.stat("a.txt").is_ok());
    wait_until("calls share new time", || room.sharing_time().stat("a.txt").is_ok());

    let room = hostile_room(short_of_cpu());
    let (shared, mut limit) = (room.sharing_time(), None);
    // On a busy machine, a call has less of the processor in its time.
    wait_until("calls share what a processor may spend", || {
        limit = shared.stat("a.txt").err().and_then(|error| error.limit());
        limit.is_some()
    });
    assert_eq!(limit, Some(Limit::Cpu));
    assert_eq!(limit_of(&shared.stat("a.txt")), Limit::Cpu);
    wait_until("a call has its own", || room.stat("a.txt").is_ok());

    // A call that waited for a slot in vain has used the time too.
    let limits = Limits::default().time(Duration::from_millis(100)).concurrency(0);
    let room = hostile_room(limits).sharing_time();
    assert_eq!(limit_of(&room.stat("a.txt")), Limit::Queue);
    assert_eq!(limit_of(&room.stat("a.txt")), Limit::Time);
}

#[test]
fn a_page_of_a_directory_is_the_one_that_was_requested() {
    let room = hostile_room(Limits::default());
    let list = |after: Option<&str>, entries| {
        let request = ListRequest::new(".").entries(entries);
        room.list(&match after {
            None => request,
            Some(after) => request.after(after),
        })
    };
    for (after, why) in [
        (None, "it returned more entries than requested"),
        (Some("long"), "its page has more than 1 MiB of names"),
        (Some("paths"), "it returned a path instead of a name"),
        (Some("order"), "its entries are not in order"),
        (Some("unsorted"), "its entries are not in order"),
        (Some("nothing"), "its pages have no end"),
    ] {
        let refused = list(after, 10).unwrap_err().to_string();
        assert_eq!(refused, format!("the component failed: {why}"), "{after:?}");
    }
    assert_eq!(list(Some("links"), 10).unwrap().entries.len(), 10);
    // The contract's default if the request sets none, and its maximum.
    assert!(room.list(&ListRequest::new(".")).is_err());
    assert_eq!(room.list(&ListRequest::new(".").after("links")).unwrap().entries.len(), 1000);
    assert_eq!(list(Some("links"), 90_000).unwrap().entries.len(), 90_000);
    assert!(list(Some("links"), 100_001).is_err());
}

#[test]
fn a_wrong_number_of_answers_is_an_error() {
    let room = hostile_room(Limits::default());
    let read = |files: usize| {
        let requests = vec![ReadRequest::new("/project/pages"); files];
        room.read_many(&requests, SharedLimits { bytes: None, tokens: None })
    };
    assert!(matches!(read(1), Err(Error::Call(_))), "{:?}", read(1));
    assert_eq!(read(2).unwrap().len(), 2);
}
