//! The limits of the control group (cgroup v2) that this process is in.

use super::Mounts;
use std::fs;
use std::path::{Component, Path};

/// The limits of a control group and of those around it: the lowest of each kind counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CgroupLimits {
    /// `memory.max`, in bytes. Above it the kernel ends processes of the group.
    pub memory: Option<u64>,
    /// `cpu.max`, as a number of processors.
    pub processors: Option<f64>,
    /// `pids.max`: processes and threads.
    pub processes: Option<u64>,
    /// Whether the group controls memory. If not, another mechanism may, such as cgroup v1.
    pub controls_memory: bool,
}

impl CgroupLimits {
    /// Reads the limits of this process. `None` if the system has no cgroup v2.
    pub fn now(mounts: &Mounts) -> Option<Self> {
        let table = fs::read_to_string("/proc/self/cgroup").ok()?;
        let group = table.lines().find_map(|line| line.strip_prefix("0::"))?;
        Some(Self::of(&mounts.of_kind("cgroup2")?.at, group))
    }

    /// Reads the limits of a group, by its path below the mount point of the hierarchy.
    fn of(hierarchy: &Path, group: &str) -> Self {
        let mut limits = Self::default();
        let mut folder = hierarchy.to_path_buf();
        limits.narrow(&folder);
        // A group outside of the namespace has `..` in its path, and is not visible.
        let names = Path::new(group).components();
        for name in names.filter(|name| matches!(name, Component::Normal(_))) {
            folder.push(name);
            limits.narrow(&folder);
        }
        limits
    }

    fn narrow(&mut self, folder: &Path) {
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let lower = |old: Option<u64>, new: Option<u64>| old.into_iter().chain(new).min();
        self.memory = lower(self.memory, number(&text("memory.max")));
        self.processes = lower(self.processes, number(&text("pids.max")));
        if let Some((quota, period)) = text("cpu.max").trim().split_once(' ')
            && let (Ok(quota), Ok(period)) = (quota.parse::<f64>(), period.parse::<f64>())
            && period > 0.0
        {
            let processors = quota / period;
            self.processors = Some(self.processors.map_or(processors, |old| old.min(processors)));
        }
        self.controls_memory =
            text("cgroup.controllers").split_whitespace().any(|name| name == "memory");
    }
}

#[cfg(test)]
mod tests {
    use super::CgroupLimits;
    use std::fs;

    #[test]
    fn the_lowest_limit_on_the_way_to_a_group_counts() {
        let hierarchy = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = hierarchy.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write("cgroup.controllers", "cpu memory pids\n");
        write("pod/cgroup.controllers", "cpu memory pids\n");
        write("pod/memory.max", "536870912\n");
        write("pod/cpu.max", "max 100000\n");
        write("pod/pids.max", "100\n");
        write("pod/one/cgroup.controllers", "memory\n");
        write("pod/one/memory.max", "max\n");
        write("pod/one/cpu.max", "150000 100000\n");
        write("pod/one/pids.max", "200\n");
        write("pod/two/cpu.max", "broken");
        let of = |group| CgroupLimits::of(hierarchy.path(), group);
        let pod =
            CgroupLimits { memory: Some(536_870_912), processes: Some(100), ..of("/elsewhere") };
        assert_eq!(of("/pod"), CgroupLimits { controls_memory: true, ..pod.clone() });
        let one = CgroupLimits { processors: Some(1.5), controls_memory: true, ..pod.clone() };
        assert_eq!(of("/pod/one"), one);
        assert_eq!(of("/../pod/two"), pod);
        assert_eq!(of("/"), CgroupLimits { controls_memory: true, ..CgroupLimits::default() });
    }
}
