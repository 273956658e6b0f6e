//! Checks and provides what a case or an attack needs of the system.

use readroom_check::Need;

/// Returns whether this system meets the needs, or whether [`with`] can provide them.
pub fn are_met(needs: &[Need]) -> bool {
    needs.iter().all(|need| match need {
        // The superuser can drop these privileges.
        Need::NonRoot => true,
        need => need.unmet_need().is_none(),
    })
}

/// Runs an action with the needed privileges: the superuser drops its privileges over files.
pub fn with<T: Send>(needs: &[Need], action: impl FnOnce() -> T + Send) -> T {
    #[cfg(target_os = "linux")]
    if needs.contains(&Need::NonRoot) && rustix::process::geteuid().is_root() {
        return as_nobody(action);
    }
    let _ = needs;
    action()
}

/// Runs an action in a thread whose file accesses are checked as those of an unprivileged user.
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
