//! A file system that never answers does not delay a call beyond its time limit.
//!
//! Mounts a file system whose program reads no request, which takes root and `/dev/fuse`; without
//! them the test prints that and passes.

use readroom::{Limit, ReadRequest, Room, Threads};
use readroom_testing::alone::alone;
use readroom_testing::wait::wait_until;
use readroom_testing::{patient, threads};
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use std::ffi::CString;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A mounted file system that is not served, until it is dropped.
struct Stalled {
    at: PathBuf,
    /// The end from which its program would read requests. Closing it ends them all.
    requests: Option<File>,
}

impl Stalled {
    fn mount(at: &Path) -> Option<Self> {
        let requests = File::options().read(true).write(true).open("/dev/fuse").ok()?;
        let options = format!("fd={},rootmode=40000,user_id=0,group_id=0", requests.as_raw_fd());
        let options = CString::new(options).unwrap();
        mount("stalled", at, "fuse", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())
            .ok()?;
        Some(Self { at: at.into(), requests: Some(requests) })
    }

    fn let_go(&mut self) {
        self.requests = None;
    }
}

impl Drop for Stalled {
    fn drop(&mut self) {
        self.let_go();
        unmount(&self.at, UnmountFlags::DETACH).unwrap();
    }
}

/// Returns the number of threads that run calls.
fn threads_of_calls() -> usize {
    threads::count("readroom-call")
}

#[test]
fn calls_end_at_their_time_and_their_threads_when_the_operating_system_lets_go() {
    alone(
        "stalled::calls_end_at_their_time_and_their_threads_when_the_operating_system_lets_go",
        || {
            let root = tempfile::tempdir().unwrap();
            let mounted = root.path().join("mounted");
            fs::create_dir(&mounted).unwrap();
            fs::write(root.path().join("a.txt"), "local\n").unwrap();
            let limits =
                patient().time(Duration::from_millis(200)).concurrency(4).queue(Duration::ZERO);
            let before =
                Room::builder(root.path()).limits(limits.threads(Threads::Own)).build().unwrap();
            let Some(mut stalled) = Stalled::mount(&mounted) else {
                eprintln!("skipped: no file system can be mounted here");
                return;
            };
            // The room that was built before cannot know of it, and one that is built now detects
            // it.
            let knowing = Room::builder(root.path()).limits(limits).build().unwrap();
            let reads = |room: &Room, path: &str| room.read(&ReadRequest::new(path));
            wait_until("a read within its time", || reads(&before, "a.txt").is_ok());
            for room in [&before, &knowing] {
                // As many threads are kept as calls may run, and no more. On a busy machine a
                // call's time may be over before its thread has reached the file system.
                let mut kept = 0;
                wait_until("all threads are kept", || {
                    kept += 1;
                    let (read, call) = match kept % 2 {
                        0 => (reads(room, "mounted/a.txt").err(), None),
                        _ => (None, room.call("dm-cc", r#"{"filePath": "mounted"}"#).err()),
                    };
                    let limit = read.or(call).unwrap().limit().unwrap();
                    assert!(matches!(limit, Limit::Time | Limit::Concurrency), "{limit:?}");
                    limit == Limit::Concurrency
                });
                assert!(kept > 4, "{kept}");
                assert_eq!(reads(room, "a.txt").unwrap_err().limit(), Some(Limit::Concurrency));
            }
            assert_eq!(threads_of_calls(), 8);
            stalled.let_go();
            wait_until("the threads end", || threads_of_calls() == 0);
            for room in [&before, &knowing] {
                wait_until("a read within its time", || reads(room, "a.txt").is_ok());
                wait_until("the file system is gone", || {
                    reads(room, "mounted/a.txt").unwrap_err().limit().is_none()
                });
            }
        },
    );
}
