//! The parts of the table of limits: units, values, and defaults that depend on the machine.

use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

/// The maximum length of a call's arguments, in bytes, unless [`crate::Limits::arguments`] is
/// lower.
///
/// It is slightly more than any dialect accepts, even with the last character cut in half, so that
/// the dialect itself can report that they are too long. A host that collects arguments need not
/// keep more.
pub const MAX_ARGUMENTS: usize = 64 * 1024 + 8;

/// The number of calls that run at once for each processor, unless a host sets another. A read of
/// text takes less than 0.1 ms of a processor, and a picture about a second: more at once would all
/// be slower, and reach their time limits together.
const CALLS_PER_PROCESSOR: u32 = 4;

/// The minimum of [`crate::Limits::concurrency`] that is not set. Calls may also wait for a file
/// system.
const MIN_CONCURRENCY: u32 = 8;

/// The maximum of [`crate::Limits::concurrency`] that is not set, for which the pool has instances.
pub(crate) const MAX_CONCURRENCY: u32 = 64;

/// The maximum of [`crate::Limits::shards`] that is not set: more memory than that is not worth it.
const MAX_SHARDS: u32 = 8;

/// The number of processors. Asking the operating system takes longer than a call.
static PROCESSORS: LazyLock<u32> = LazyLock::new(|| {
    let processors = thread::available_parallelism().map_or(1, |number| number.get());
    u32::try_from(processors).unwrap_or(u32::MAX)
});

/// The default of [`crate::Limits::concurrency`].
pub(crate) static DEFAULT_CONCURRENCY: LazyLock<u32> = LazyLock::new(|| {
    let calls = PROCESSORS.saturating_mul(CALLS_PER_PROCESSOR);
    calls.clamp(MIN_CONCURRENCY, MAX_CONCURRENCY)
});

/// The default of [`crate::Limits::shards`].
pub(crate) static DEFAULT_SHARDS: LazyLock<u32> = LazyLock::new(|| (*PROCESSORS).min(MAX_SHARDS));

/// The threads that calls run on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The caller's thread, unless a grant lies on a file system that may block: on a network, in a
    /// program (FUSE), or of an unknown type. Mounts below a grant count too. Checked when the room
    /// is built.
    #[default]
    Auto,
    /// The caller's thread. While the operating system does not respond, a call may exceed its time
    /// limit.
    Caller,
    /// A thread for each call, so that a call ends at its time limit whatever the operating system
    /// does, at a cost of about 20 µs. The thread ends when the operating system releases it, and
    /// until then it counts as a running call.
    Own,
}

/// Stack of a component in bytes, as the engine configures it.
pub(crate) const STACK: usize = 512 * 1024;

/// The unit of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    Milliseconds,
    Number,
}

/// The value of a limit, as a number in its unit.
pub(crate) trait Value {
    fn get(&self) -> u64;

    /// Sets the value. Returns false if it is too large.
    fn set(&mut self, value: u64) -> bool;
}

impl Value for usize {
    fn get(&self) -> u64 {
        *self as u64
    }

    fn set(&mut self, value: u64) -> bool {
        Self::try_from(value).map(|value| *self = value).is_ok()
    }
}

impl Value for u32 {
    fn get(&self) -> u64 {
        (*self).into()
    }

    fn set(&mut self, value: u64) -> bool {
        Self::try_from(value).map(|value| *self = value).is_ok()
    }
}

impl Value for Duration {
    fn get(&self) -> u64 {
        u64::try_from(self.as_millis()).unwrap_or(u64::MAX)
    }

    fn set(&mut self, value: u64) -> bool {
        *self = Self::from_millis(value);
        true
    }
}

impl Unit {
    /// Returns the suffixes of the unit and their sizes, longer suffixes before their own endings.
    fn names(self) -> &'static [(&'static str, u64)] {
        match self {
            Self::Bytes => &[("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)],
            Self::Milliseconds => &[("min", 60_000), ("ms", 1), ("s", 1000)],
            Self::Number => &[],
        }
    }

    pub(crate) fn syntax(self) -> &'static str {
        match self {
            Self::Bytes => "write a number of bytes, or one of KiB, MiB or GiB, such as 64MiB",
            Self::Milliseconds => "write a time in ms, s or min, such as 5s",
            Self::Number => "write a number",
        }
    }

    pub(crate) fn parse(self, text: &str) -> Option<u64> {
        let named =
            self.names().iter().find_map(|(name, size)| Some((text.strip_suffix(name)?, *size)));
        let (digits, size) = match (named, self) {
            (Some(named), _) => named,
            (None, Self::Milliseconds) => return None,
            (None, _) => (text, 1),
        };
        digits.trim_end().parse::<u64>().ok()?.checked_mul(size)
    }

    pub(crate) fn format(self, value: u64) -> String {
        let whole = |(_, size): &&(&str, u64)| value > 0 && value.is_multiple_of(*size);
        let mut names: Vec<_> = self.names().to_vec();
        names.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        match (names.iter().find(whole), self) {
            (Some((name, size)), _) => format!("{} {name}", value / size),
            (None, Self::Bytes) if value == 1 => "1 byte".into(),
            (None, Self::Bytes) => format!("{value} bytes"),
            (None, Self::Milliseconds) => format!("{value} ms"),
            (None, Self::Number) => value.to_string(),
        }
    }
}
