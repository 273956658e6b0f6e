//! The memory that listing takes in the host. It runs in a separate process, whose memory is
//! measured.

use readroom::Room;
use readroom_testing::alone::alone;
use readroom_testing::hostile;
use std::fs;

/// The number of files in one directory.
const FILES: usize = 100_000;

/// Returns the additional peak memory of the process in KiB while it runs an action.
fn growth(act: impl FnOnce()) -> u64 {
    // This resets the peak to the current usage.
    fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = memory("VmRSS:");
    act();
    memory("VmHWM:").saturating_sub(before)
}

fn memory(what: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(what)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn run(room: &Room, command: &str) -> String {
    let reply = room.call("readroom", command).unwrap_or_else(|error| panic!("{command}: {error}"));
    reply.json.trim_matches('"').into()
}

#[test]
fn a_large_directory_costs_the_host_no_memory() {
    alone("listing::a_large_directory_costs_the_host_no_memory", || {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("many")).unwrap();
        fs::create_dir(root.path().join("few")).unwrap();
        for number in 0..FILES {
            fs::File::create(
                root.path().join(format!("many/a file with a name of some length {number}")),
            )
            .unwrap();
        }
        let room = Room::builder(root.path()).component(hostile::component()).build().unwrap();
        run(&room, "hold 60 few");
        let known = growth(|| drop(std::hint::black_box(vec![1u8; 16 << 20])));
        assert!(known > 15 << 10, "{known} KiB is what 16 MiB seem to be");
        let listed = growth(|| assert_eq!(run(&room, "count many"), format!("ok {FILES} 0")));
        let held = growth(|| assert_eq!(run(&room, "hold 60 many"), "ok 60"));
        assert!(listed < 2048, "{listed} KiB to list {FILES} files");
        assert!(held < 8192, "{held} KiB for 60 listings");
    });
}
