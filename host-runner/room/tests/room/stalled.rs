//! A file system that never answers does not delay a call beyond its time limit.
//!
//! Mounts a file system whose program reads no request, which takes root and `/dev/fuse`; without
//! them the test prints that and passes.

use readroom::{Limit, Limits, ReadRequest, Room, Threads};
use readroom_testing::alone::alone;
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use std::ffi::CString;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::thread;
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
fn threads() -> usize {
    let names =
        fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap().path().join("comm"));
    // A thread may have ended since it was listed.
    names
        .filter(|name| fs::read_to_string(name).is_ok_and(|name| name.trim() == "readroom-call"))
        .count()
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
            let limits = Limits::default()
                .time(Duration::from_millis(200))
                .concurrency(4)
                .queue(Duration::ZERO);
            let before =
                Room::builder(root.path()).limits(limits.threads(Threads::Own)).build().unwrap();
            let Some(mut stalled) = Stalled::mount(&mounted) else {
                eprintln!("skipped: no file system can be mounted here");
                return;
            };
            // The room that was built before cannot know of it, and one that is built now detects
            // it.
            let knowing = Room::builder(root.path()).limits(limits).build().unwrap();
            assert!(before.read(&ReadRequest::new("a.txt")).is_ok());
            for room in [&before, &knowing] {
                for _ in 0..2 {
                    let kept = room.read(&ReadRequest::new("mounted/a.txt"));
                    assert_eq!(kept.unwrap_err().limit(), Some(Limit::Time));
                    let kept = room.call("dm-cc", r#"{"filePath": "mounted"}"#);
                    assert_eq!(kept.unwrap_err().limit(), Some(Limit::Time));
                }
                // As many threads are kept as calls may run, and no more.
                let refused = room.read(&ReadRequest::new("a.txt"));
                assert_eq!(refused.unwrap_err().limit(), Some(Limit::Concurrency));
            }
            assert_eq!(threads(), 8);
            stalled.let_go();
            while threads() > 0 {
                thread::sleep(Duration::from_millis(10));
            }
            for room in [&before, &knowing] {
                assert!(room.read(&ReadRequest::new("a.txt")).is_ok());
                assert!(
                    room.read(&ReadRequest::new("mounted/a.txt")).unwrap_err().limit().is_none()
                );
            }
        },
    );
}
