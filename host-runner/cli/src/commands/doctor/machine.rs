//! Checks what the machine and this process offer, whatever is granted.

use super::report::Report;
use readroom::Limits;
use readroom::machine::{self, CgroupLimits, Mounts, SystemCall};

/// How many descriptors the embedded component needs at most in one call.
const DESCRIPTORS_OF_A_CALL: u64 = 35;

/// How many descriptors and threads the program takes besides its calls.
const BESIDES: u64 = 32;

/// What the process takes besides the memory of its calls, in bytes.
const MEMORY_BESIDES: u64 = 100 * MIB;

const MIB: u64 = 1024 * 1024;

pub(super) fn check(report: &mut Report, limits: &Limits) {
    let arch = std::env::consts::ARCH;
    match readroom::tools() {
        Ok(_) => report.ok(
            "processor",
            format!("the compiled component fits it ({arch}, {} at once)", limits.concurrency),
        ),
        Err(error) => report.problem(
            "processor",
            format!("the compiled component cannot be loaded: {error}"),
            "build the program on this machine, or take a package for its processor",
        ),
    }
    openat2(report);
    pool(report);
    cgroup(report, CgroupLimits::now(&Mounts::now()), limits);
    descriptors(report, limits);
}

fn openat2(report: &mut Report) {
    match machine::openat2() {
        SystemCall::Works => {
            report.ok("openat2", "works, with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS");
        }
        SystemCall::Refused(why) => report.weak(
            "openat2",
            format!(
                "refused ({why}): names are opened with openat and O_NOFOLLOW instead, which \
                 confines as well, but without the kernel's own check"
            ),
            "allow the system call openat2 in the seccomp profile, or take Linux 5.6 or later",
        ),
        SystemCall::OtherSystem => report.note("openat2", "not checked on this system"),
    }
}

fn pool(report: &mut Report) {
    let limit = machine::address_space_limit();
    match (machine::pool_problem(), limit) {
        (None, None) => report.ok("pool", "instances come from a pool"),
        (None, Some(bytes)) => {
            report
                .ok("pool", format!("instances come from a pool (ulimit -v {} KiB)", bytes / 1024));
        }
        (Some(why), limit) => {
            let remedy = match limit {
                Some(bytes) => format!(
                    "raise or remove the limit of {} KiB that `ulimit -v` has set: the pool \
                     reserves addresses, not memory",
                    bytes / 1024
                ),
                None => "no limit of `ulimit -v` is set: see the reason".into(),
            };
            let text = format!("there is no pool, and each call takes longer to start: {why}");
            report.weak("pool", text, remedy);
        }
    }
}

fn cgroup(report: &mut Report, group: Option<CgroupLimits>, limits: &Limits) {
    let Some(group) = group else {
        return report.note("cgroup", "no cgroup v2: its limits were not checked");
    };
    let needed = (limits.total_memory as u64).saturating_add(MEMORY_BESIDES);
    match group.memory {
        Some(memory) if memory < needed => report.weak(
            "cgroup",
            format!(
                "memory.max is {} MiB, less than the {} MiB that calls may have together and 100 \
                 MiB besides: the kernel may end the process before it refuses calls",
                memory / MIB,
                limits.total_memory as u64 / MIB,
            ),
            match memory.saturating_sub(MEMORY_BESIDES) / MIB {
                0..128 => "raise memory.max to 256 MiB or more".into(),
                rest => format!("add --limit total-memory={rest}MiB, or raise memory.max"),
            },
        ),
        Some(memory) => {
            report
                .ok("cgroup", format!("memory.max is {} MiB, enough for all calls", memory / MIB));
        }
        None if group.controls_memory => {
            report.ok("cgroup", "no memory.max: Readroom's own limits count")
        }
        None => report.note(
            "cgroup",
            "cgroup v2 does not control the memory of this process; limits of cgroup v1 were not \
             checked",
        ),
    }
    if let Some(processors) = group.processors {
        report.note(
            "cgroup",
            format!(
                "cpu.max allows {processors} processors; {} calls may run at once",
                limits.concurrency
            ),
        );
    }
    let threads = u64::from(limits.concurrency) + BESIDES;
    if let Some(processes) = group.processes.filter(|processes| *processes < threads) {
        report.weak(
            "cgroup",
            format!("pids.max is {processes}, less than the {threads} threads that may be needed"),
            format!("raise pids.max to {threads}, or add --limit concurrency=N"),
        );
    }
}

fn descriptors(report: &mut Report, limits: &Limits) {
    let Some(files) = machine::open_files_limit() else {
        return report.note("files", "no limit on open files is known");
    };
    let of_a_call = DESCRIPTORS_OF_A_CALL.min(limits.open as u64);
    let needed = u64::from(limits.concurrency) * of_a_call + BESIDES;
    if files >= needed {
        return report.ok("files", format!("{files} may be open, at most {needed} are needed"));
    }
    report.weak(
        "files",
        format!(
            "{files} may be open, and {} calls at once may need {needed}: some would fail then",
            limits.concurrency
        ),
        format!("set `ulimit -n {needed}`, or add --limit concurrency=N"),
    );
}

#[cfg(test)]
mod tests {
    use super::{MIB, Report, cgroup};
    use readroom::Limits;
    use readroom::machine::CgroupLimits;

    #[test]
    fn a_group_with_less_than_all_calls_may_take_is_weak() {
        let limits = Limits::default().concurrency(8);
        for (memory, processes, expected) in [
            (None, None, "✓ ok      cgroup: no memory.max"),
            (Some(2048), Some(40), "✓ ok      cgroup: memory.max is 2048 MiB"),
            (Some(1100), None, "→ add --limit total-memory=1000MiB, or raise memory.max"),
            (Some(200), None, "→ raise memory.max to 256 MiB or more"),
            (Some(2048), Some(39), "! weak    cgroup: pids.max is 39, less than the 40 threads"),
        ] {
            let memory = memory.map(|memory: u64| memory * MIB);
            let group = CgroupLimits { memory, processors: None, processes, controls_memory: true };
            let mut report = Report::default();
            cgroup(&mut report, Some(group), &limits);
            let text = report.text(false);
            assert!(text.contains(expected), "{text}");
            assert_eq!(text.contains("weak"), !expected.contains("ok"), "{text}");
        }
    }
}
