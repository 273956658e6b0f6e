//! Makes `openat2` fail, to test the fallback.
//!
//! On Linux the host resolves paths with `openat2`, and with other code if that fails: with ENOSYS
//! on an old kernel, with EPERM in a strict container. Tests of confinement run in all three modes:
//! a program runs itself again, with the mode in an environment variable.

use libtest_mimic::{Arguments, Trial};
use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, ExitCode, Output, Stdio};

/// The environment variable with the mode of this process.
const VARIABLE: &str = "READROOM_TEST_OPENAT2";

/// The default mode.
pub const AS_IS: &str = "as-is";

/// The other modes that this system supports.
pub const OTHER_WAYS: &[&str] = if cfg!(target_os = "linux") { &["ENOSYS", "EPERM"] } else { &[] };

/// Runs this program again in another mode, and returns whether it succeeded.
pub fn run_again(way: &str, arguments: &[OsString]) -> bool {
    again(way, arguments).status().unwrap().success()
}

fn again(way: &str, arguments: &[OsString]) -> Command {
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(arguments).env(VARIABLE, way);
    again
}

/// Returns whether this program was started by itself, to run in another mode.
pub fn is_started_for_another_way() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs trials in all modes, in a process for each, and there one after the other: they measure the
/// whole process (time, descriptors, memory). What this process prints comes first.
pub fn run_in_all_ways(trials: impl FnOnce(&'static str) -> Vec<Trial>) -> ExitCode {
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    let way = answer_as_told();
    let mut others = Vec::new();
    if way == AS_IS && !arguments.list {
        let given = std::env::args_os().skip(1).collect::<Vec<_>>();
        let start = |way| again(way, &given).stdout(Stdio::piped()).spawn().unwrap();
        // After either error the same code runs, so that the second one is for long runs.
        let is_wanted =
            |way: &&str| *way == "ENOSYS" || arguments.include_ignored || arguments.ignored;
        others.extend(OTHER_WAYS.iter().copied().filter(is_wanted).map(start));
    }
    let mut all_passed = !libtest_mimic::run(&arguments, trials(way)).has_failed();
    for other in others {
        let Output { status, stdout, .. } = other.wait_with_output().unwrap();
        std::io::stdout().write_all(&stdout).unwrap();
        all_passed &= status.success();
    }
    if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Applies the mode in the environment to this thread and those that it starts. Returns the mode.
pub fn answer_as_told() -> &'static str {
    let told = std::env::var(VARIABLE).unwrap_or(AS_IS.into());
    let Some(way) = OTHER_WAYS.iter().find(|way| **way == told) else { return AS_IS };
    #[cfg(target_os = "linux")]
    linux::answer(if *way == "ENOSYS" { libc::ENOSYS } else { libc::EPERM });
    way
}

#[cfg(target_os = "linux")]
mod linux {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    pub(super) fn answer(errno: i32) {
        let filter = SeccompFilter::new(
            [(libc::SYS_openat2, Vec::new())].into(),
            SeccompAction::Allow,
            SeccompAction::Errno(errno as u32),
            std::env::consts::ARCH.try_into().unwrap(),
        );
        let program: BpfProgram = filter.unwrap().try_into().unwrap();
        seccompiler::apply_filter(&program).unwrap();
        #[expect(unsafe_code, reason = "the system call is made to see that it fails")]
        // SAFETY: the filter answers before the kernel reads the arguments; a null pointer would be
        // an error.
        let answer = unsafe {
            libc::syscall(libc::SYS_openat2, -1, std::ptr::null::<u8>(), std::ptr::null::<u8>(), 0)
        };
        assert_eq!((answer, std::io::Error::last_os_error().raw_os_error()), (-1, Some(errno)));
    }
}
