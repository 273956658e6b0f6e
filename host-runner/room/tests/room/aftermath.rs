//! Checks that ten thousand hostile calls leave nothing behind: no threads, descriptors or memory.
//!
//! Runs alone in its process, so that nothing else opens or closes anything. With `--nocapture` it
//! prints the outcomes of each kind of call and its duration.

use readroom::{Component, Error, Limits, ReadRequest, Room, Threads};
use readroom_testing::alone::alone;
use readroom_testing::wait::wait_until;
use readroom_testing::{at_start, hostile, patient, short_of_cpu, threads};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The operating system's resources that this process holds.
#[derive(Debug)]
struct Holdings {
    threads: usize,
    descriptors: usize,
    resident_kib: u64,
}

impl Holdings {
    fn now() -> Self {
        let count = |directory: &str| fs::read_dir(directory).unwrap().count();
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        Self {
            threads: count("/proc/self/task"),
            descriptors: count("/proc/self/fd"),
            resident_kib: resident.trim().trim_end_matches(" kB").parse().unwrap(),
        }
    }
}

/// Returns the outcome of a call in a word or two.
fn outcome(result: Result<readroom::Reply, Error>) -> String {
    match result {
        Ok(reply) => reply.json.chars().take(40).collect(),
        Err(error) => error.limit().map_or("failed".into(), |limit| format!("limit: {limit}")),
    }
}

fn project() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("root");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::create_dir(root.join("empty")).unwrap();
    fs::write(root.join("a.txt"), "inside").unwrap();
    fs::write(directory.path().join("secret.txt"), "SECRET").unwrap();
    std::os::unix::fs::symlink("../secret.txt", root.join("out")).unwrap();
    for number in 0..500 {
        fs::write(root.join("sub").join(number.to_string()), "").unwrap();
    }
    assert!(
        std::process::Command::new("mkfifo").arg(root.join("pipe")).status().unwrap().success()
    );
    directory
}

/// The commands, their expected outcomes, and how often each runs: ten thousand in all.
const CALLS: [(&str, &str, usize); 18] = [
    ("spin", "limit: cpu", 10),
    ("ask a.txt", "limit: cpu", 10),
    ("recurse", "limit: stack", 1000),
    ("memory", "\"ok ", 300),
    ("touch 40", "limit: memory", 200),
    ("flood 5000000", "limit: transfer", 100),
    ("send 5000000", "limit: transfer", 100),
    ("listings sub", "limit: open", 900),
    ("directories sub", "limit: open", 900),
    ("list-all sub", "limit: entries", 100),
    ("open pipe", "\"error no-device", 1000),
    ("open-follow out", "\"error not-permitted", 1000),
    ("open ../secret.txt", "\"error not-permitted", 1000),
    ("change a.txt", "\"ok \"", 500),
    ("garbage", "failed", 1000),
    ("unknown", "failed", 1240),
    ("environment", "\"ok [(\\\"READROOM_POLICY\\\",", 300),
    ("remember 1000000 /a", "\"0\"", 340),
];

#[test]
#[ignore = "long"]
fn ten_thousand_hostile_calls_leave_nothing_behind() {
    alone("aftermath::ten_thousand_hostile_calls_leave_nothing_behind", || {
        let project = project();
        let build = |component: Component, limits: Limits, threads| {
            let limits = Limits { entries: 5000, transfer: 4 << 20, ..limits }.memory(32 << 20);
            let builder = Room::builder(project.path().join("root")).component(component);
            builder.limits(limits.threads(threads)).build().unwrap()
        };
        let rooms = |limits: Limits| {
            [Threads::Caller, Threads::Own]
                .map(|threads| build(hostile::component(), limits, threads))
        };
        // Only commands that never end by themselves run out of time.
        let (patient, short) = (rooms(patient()), rooms(short_of_cpu()));
        let rooms = |expected: &str| if expected.ends_with("cpu") { &short } else { &patient };
        let starts = [
            ("at start: loop", "(func $start (loop (br 0)))"),
            ("at start: recursion", "(func $start (call $start))"),
            ("at start: trap", "(func $start unreachable)"),
        ];
        let starting = starts.map(|(name, fields)| {
            let component = at_start::compile(&at_start::module(fields)).unwrap();
            (name, build(component, short_of_cpu(), Threads::Caller))
        });
        let mut times: BTreeMap<&str, (Vec<Duration>, String)> = BTreeMap::new();
        let mut run = |name: &'static str, call: &dyn Fn() -> String| {
            let started = Instant::now();
            let outcome = call();
            let (times, known) = times.entry(name).or_default();
            times.push(started.elapsed());
            known.clone_from(&outcome);
            outcome
        };

        // Run every command once: some state is set up on first use and stays.
        for (command, expected, _) in CALLS {
            for room in rooms(expected) {
                let outcome = run(command, &|| outcome(room.call("readroom", command)));
                assert!(outcome.starts_with(expected), "{command}: {outcome}");
            }
        }
        // The clock's thread ends a while after the last call, and those of calls right after it.
        let settled = || {
            wait_until("threads of calls and the clock end", || {
                threads::count("readroom-clock") + threads::count("readroom-call") == 0
            });
            Holdings::now()
        };
        let before = settled();

        let mut calls = 0;
        for (command, expected, times) in CALLS {
            for number in 0..times {
                let room = &rooms(expected)[number % 2];
                let outcome = run(command, &|| outcome(room.call("readroom", command)));
                assert!(outcome.starts_with(expected), "{command}: {outcome}");
                calls += 1;
            }
        }
        assert_eq!(calls, 10_000);
        for (name, room) in &starting {
            for _ in 0..20 {
                run(name, &|| match room.read(&ReadRequest::new("a.txt")) {
                    Err(Error::Limit(reached)) => format!("limit: {}", reached.limit),
                    Err(Error::Call(_)) => "failed".into(),
                    other => panic!("{name}: {other:?}"),
                });
            }
        }
        let after = settled();

        println!("before {before:?}\nafter  {after:?}");
        for (name, (times, outcome)) in &mut times {
            times.sort();
            let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
            println!("| `{name}` | {outcome} | {median:.1?} | {longest:.1?} |");
        }
        assert_eq!(after.threads, before.threads, "threads are left");
        assert_eq!(after.descriptors, before.descriptors, "descriptors are left");
        let more = after.resident_kib.saturating_sub(before.resident_kib);
        assert!(more < 16 * 1024, "{more} KiB of memory are left");
        assert_eq!(fs::read_to_string(project.path().join("root/a.txt")).unwrap(), "inside");
        assert!(!Path::new(&project.path().join("root/new")).exists());
    });
}
