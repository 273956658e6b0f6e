//! What a case or an attack needs of the system, and how it gets it.

use readroom_check::Need;

/// Whether this system has what is needed, or can do without it.
pub fn are_met(needs: &[Need]) -> bool {
    needs.iter().all(|need| match need {
        // What the superuser can give up.
        Need::NonRoot => true,
        need => need.is_missing().is_none(),
    })
}

/// Does something with the privileges that are needed: the superuser gives up those over files.
pub fn with<T: Send>(needs: &[Need], action: impl FnOnce() -> T + Send) -> T {
    #[cfg(target_os = "linux")]
    if needs.contains(&Need::NonRoot) && rustix::process::geteuid().is_root() {
        return as_nobody(action);
    }
    let _ = needs;
    action()
}

/// Does something in a thread whose file accesses are checked as those of a user without privileges.
#[cfg(target_os = "linux")]
pub fn as_nobody<T: Send>(action: impl FnOnce() -> T + Send) -> T {
    let unprivileged = move || {
        #[expect(unsafe_code, reason = "no crate wraps it")]
        // SAFETY: a system call without pointers that concerns this thread only.
        unsafe {
            libc::setfsuid(65534);
        }
        action()
    };
    std::thread::scope(|scope| scope.spawn(unprivileged).join().unwrap())
}
