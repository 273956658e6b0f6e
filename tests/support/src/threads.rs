//! Inspects the threads of processes, as Linux shows them.

#![cfg(target_os = "linux")]

use crate::wait::wait_until;
use std::fs;
use std::path::{Path, PathBuf};

/// How many times in a row all threads must be found asleep: one that another woke during an
/// inspection is found awake later.
const LOOKS: u32 = 10;

/// The thread that wakes every 10 ms while calls run, regardless of their work.
const CLOCK: &str = "readroom-clock";

/// Returns the state of a thread or of a process's main thread: `S` while it sleeps, `R` while it
/// runs or waits for a processor. `None` if it has ended.
pub fn state(task: &Path) -> Option<char> {
    let stat = fs::read_to_string(task.join("stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.trim_start().chars().next()
}

/// Returns the name of a thread. `None` if it has ended.
fn name(task: &Path) -> Option<String> {
    fs::read_to_string(task.join("comm")).ok().map(|name| name.trim().into())
}

/// Returns the directories of the threads of a process, such as `/proc/7/task/8`.
fn tasks(process: u32) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

/// Returns the number of threads of this process that have a name.
pub fn count(of: &str) -> usize {
    tasks(std::process::id()).filter(|task| name(task).is_some_and(|name| name == of)).count()
}

/// Returns the directory of the calling thread.
pub fn this_thread() -> PathBuf {
    Path::new("/proc").join(fs::read_link("/proc/thread-self").unwrap())
}

/// Waits until all threads of a process sleep, and another thread too if one is given: each waits
/// for something that none of them will do. A thread that waits for a processor does not sleep.
#[track_caller]
pub fn wait_until_asleep(process: u32, other: Option<&Path>) {
    let sleeps = |task: &Path| {
        let is_clock = || name(task).is_some_and(|name| name == CLOCK);
        state(task).is_none_or(|state| matches!(state, 'S' | 'Z')) || is_clock()
    };
    let mut looks = 0;
    wait_until("all threads of the process sleep", || {
        let all_sleep = other.is_none_or(sleeps) && tasks(process).all(|task| sleeps(&task));
        looks = if all_sleep { looks + 1 } else { 0 };
        looks == LOOKS
    });
}
