//! Limits on what a call may take of the host, whatever the component does.

pub(crate) mod clock;
pub(crate) mod limiter;
pub(crate) mod memory_budget;
pub(crate) mod meter;
pub(crate) mod semaphore;

use crate::contract::ErrorCode;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

/// The maximum length of a path, in bytes: the limit of Linux.
pub(crate) const PATH_BYTES: usize = 4096;

/// The maximum length of an absolute path, in bytes: a directory's path and one below it.
pub(crate) const ABSOLUTE_BYTES: usize = 2 * PATH_BYTES;

/// The maximum length of a name that a component asks about, in bytes: the limit of nearly every
/// file system.
pub(crate) const NAME_BYTES: usize = 255;

/// The maximum number of bytes of a file that one host call returns.
pub(crate) const READ_BYTES: usize = 64 * 1024;

/// The maximum length of a call's arguments, in bytes, unless [`Limits::arguments`] is lower.
///
/// It is slightly more than any dialect accepts, even with the last character cut in half, so that
/// the dialect itself can report that they are too long. A host that collects arguments need not
/// keep more.
pub const MAX_ARGUMENTS: usize = 64 * 1024 + 8;

/// The maximum size of an index of a file's lines, in bytes, as the contract has it.
pub(crate) const INDEX_BYTES: usize = 32 * 1024;

/// The maximum size of what a component notes of a file that was shown, in bytes, as the contract
/// has it.
pub(crate) const SHOWN_BYTES: usize = 4 * 1024;

/// The number of calls that run at once for each processor, unless a host sets another. A read of
/// text takes less than 0.1 ms of a processor, and a picture about a second: more at once would all
/// be slower, and reach their time limits together.
const CALLS_PER_PROCESSOR: u32 = 4;

/// The minimum of [`Limits::concurrency`] that is not set. Calls may also wait for a file system.
const MIN_CONCURRENCY: u32 = 8;

/// The maximum of [`Limits::concurrency`] that is not set, for which the pool has instances.
pub(crate) const MAX_CONCURRENCY: u32 = 64;

/// The default of [`Limits::concurrency`]. Asking the operating system takes longer than a call.
static DEFAULT_CONCURRENCY: LazyLock<u32> = LazyLock::new(|| {
    let processors = thread::available_parallelism().map_or(1, |number| number.get());
    u32::try_from(processors)
        .unwrap_or(MAX_CONCURRENCY)
        .saturating_mul(CALLS_PER_PROCESSOR)
        .clamp(MIN_CONCURRENCY, MAX_CONCURRENCY)
});

/// What calls in a room may take of the host. The defaults leave the embedded component ample room:
/// a call that reaches a limit is hostile, or asks for more than an agent can use.
///
/// A limit that is reached ends the call with [`crate::Error::Limit`], which names it; the next
/// call is served.
///
/// ```
/// use readroom::{Limits, Room};
/// use std::time::Duration;
///
/// let limits = Limits::default().time(Duration::from_secs(5)).concurrency(8);
/// let room = Room::builder(".").limits(limits).build()?;
/// # Ok::<(), readroom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Linear memory of a call in bytes. Default: 128 MiB.
    ///
    /// A read with the default bounds takes less than 8 MiB, the largest text answer that JSON has
    /// to escape throughout about 60, an image that is scaled down up to 104. Growth beyond the
    /// limit is refused; a component may be able to go on without it, but the embedded one cannot.
    pub memory: usize,
    /// Memory in bytes of all calls in a room, its clones and its sessions: linear memory, and the
    /// answers for as long as calls or a [`crate::Reservation`] hold them. Default: 1 GiB.
    ///
    /// A call for which too little is left ends its instance, waits in order for what it needs, as
    /// it waits for a slot, and is repeated. It is refused as `busy` if that takes too long, and at
    /// once if it needs more than this alone. The process itself, its threads and its pool of
    /// instances take some 100 MiB besides.
    pub total_memory: usize,
    /// Core instances in a component. Default: 10. The embedded component has three.
    pub instances: u32,
    /// Tables in a component. Default: 4. The embedded component has two.
    pub tables: u32,
    /// Elements in each table. Default: 10 000. The embedded component has a few hundred functions.
    pub table_elements: usize,
    /// Files, directories and listings that a call keeps open at once, besides the grants. Default:
    /// 64.
    ///
    /// Each listing takes a handle and at most 32 KiB. The embedded component needs up to 35
    /// handles: a process that makes many calls at once may have to raise its own limit on
    /// descriptors.
    pub open: usize,
    /// Directory entries that one call may list, all listings together. Default: 4 000 000. This
    /// serves a component that lists the largest directories, and stops one that lists without end.
    pub entries: u32,
    /// Bytes that may cross from the component to the host in an answer. Default: 64 MiB, the same
    /// as for the answer itself. In a host call, where only names cross, at most 256 KiB.
    pub transfer: usize,
    /// Bytes of an answer, all its texts together. Default: 64 MiB. The largest answer of the
    /// embedded component contains a file of 20 MiB twice in base64.
    pub output: usize,
    /// Bytes of arguments. Default: [`MAX_ARGUMENTS`].
    ///
    /// A tool's arguments are cut at [`MAX_ARGUMENTS`], and the dialect reports those longer than
    /// 64 KiB itself. With a lower limit, the host refuses them.
    pub arguments: usize,
    /// Estimated tokens of what a call shows a model, whatever its arguments ask for. Default: no
    /// limit. It applies to the tool `readroom`: the tools of agents have the limits of their
    /// agent, and a program says with each read how much it wants.
    pub tokens: u32,
    /// Processor time of a call, checked every 10 ms while the component runs. Default: 10 s.
    pub cpu: Duration,
    /// Time from the start of a call to its end. Default: 30 s. Waiting for a slot counts; waiting
    /// for permission does not.
    pub time: Duration,
    /// Calls that run at once in a room, its clones and its sessions. Default: 4 for each processor
    /// that this process may use, from 8 to 64.
    ///
    /// A call that a file system blocks keeps its slot: as many of these as there are slots make
    /// all others wait. A host that expects that sets more.
    pub concurrency: u32,
    /// How long a call waits in all, for a slot when `concurrency` calls are running and for memory
    /// when `total_memory` is used up. Default: up to its whole `time`. With zero it is refused at
    /// once, as `busy`.
    pub queue: Duration,
    /// The threads that calls run on.
    pub threads: Threads,
    /// Bytes of a component other than the embedded one. Default: 8 MiB. The embedded one has
    /// 1.5 MiB.
    pub component: usize,
    /// Time to compile a component other than the embedded one. Default: 60 s. The embedded one
    /// takes about one.
    pub compile: Duration,
}

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

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 128 * 1024 * 1024,
            total_memory: 1024 * 1024 * 1024,
            instances: 10,
            tables: 4,
            table_elements: 10_000,
            open: 64,
            entries: 4_000_000,
            transfer: 64 * 1024 * 1024,
            output: 64 * 1024 * 1024,
            arguments: MAX_ARGUMENTS,
            tokens: u32::MAX,
            cpu: Duration::from_secs(10),
            time: Duration::from_secs(30),
            concurrency: *DEFAULT_CONCURRENCY,
            queue: Duration::MAX,
            threads: Threads::Auto,
            component: 8 * 1024 * 1024,
            compile: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// Sets the time limit of a call.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Sets the processor time of a call.
    #[must_use]
    pub fn cpu(self, cpu: Duration) -> Self {
        Self { cpu, ..self }
    }

    /// Sets the memory of a call, in bytes.
    #[must_use]
    pub fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Sets the memory of all calls together, in bytes.
    #[must_use]
    pub fn total_memory(self, total_memory: usize) -> Self {
        Self { total_memory, ..self }
    }

    /// Sets the estimated number of tokens that a call may show.
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens, ..self }
    }

    /// Sets how many calls run at once.
    #[must_use]
    pub fn concurrency(self, concurrency: u32) -> Self {
        Self { concurrency, ..self }
    }

    /// Sets how long a call waits for a slot and for memory.
    #[must_use]
    pub fn queue(self, queue: Duration) -> Self {
        Self { queue, ..self }
    }

    /// Sets the threads that calls run on.
    #[must_use]
    pub fn threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Returns the value of a limit, in its unit: bytes, milliseconds or a number.
    pub fn get(&self, limit: Limit) -> u64 {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        match limit {
            Limit::Memory => self.memory as u64,
            Limit::TotalMemory => self.total_memory as u64,
            Limit::Instances => self.instances.into(),
            Limit::Tables => self.tables.into(),
            Limit::TableElements => self.table_elements as u64,
            Limit::Open => self.open as u64,
            Limit::Entries => self.entries.into(),
            Limit::Transfer => self.transfer as u64,
            Limit::Output => self.output as u64,
            Limit::Arguments => self.arguments as u64,
            Limit::Tokens => self.tokens.into(),
            Limit::Cpu => milliseconds(self.cpu),
            Limit::Time => milliseconds(self.time),
            Limit::Concurrency => self.concurrency.into(),
            Limit::Queue => milliseconds(self.queue),
            Limit::Component => self.component as u64,
            Limit::Compile => milliseconds(self.compile),
            Limit::Stack => STACK as u64,
        }
    }

    /// Sets a limit by name, as in `time=5s`, `memory=64MiB` or `concurrency=8`.
    ///
    /// Times are in `ms`, `s` or `min`, sizes in bytes, `KiB`, `MiB` or `GiB`, and everything else
    /// is a number. `threads` is `auto`, `caller` or `own`. Fails if the name or the value is not
    /// valid.
    pub fn set(&mut self, setting: &str) -> Result<(), LimitError> {
        let error = |reason| LimitError { setting: setting.into(), reason };
        let wrong = |reason: &'static str| error(Cow::Borrowed(reason));
        let (name, value) =
            setting.split_once('=').ok_or_else(|| wrong("write NAME=VALUE, such as time=5s"))?;
        if name == "threads" {
            self.threads = match value {
                "auto" => Threads::Auto,
                "caller" => Threads::Caller,
                "own" => Threads::Own,
                _ => return Err(wrong("write auto, caller or own")),
            };
            return Ok(());
        }
        let limit: Limit = name.parse().map_err(|()| error(unknown(name).into()))?;
        let value = limit.unit().parse(value).ok_or_else(|| wrong(limit.unit().syntax()))?;
        let (size, number) = (usize::try_from(value), u32::try_from(value));
        let size = size.map_err(|_| wrong("the value is too large"));
        let number = number.map_err(|_| wrong("the value is too large"));
        match limit {
            Limit::Memory => self.memory = size?,
            Limit::TotalMemory => self.total_memory = size?,
            Limit::Instances => self.instances = number?,
            Limit::Tables => self.tables = number?,
            Limit::TableElements => self.table_elements = size?,
            Limit::Open => self.open = size?,
            Limit::Entries => self.entries = number?,
            Limit::Transfer => self.transfer = size?,
            Limit::Output => self.output = size?,
            Limit::Arguments => self.arguments = size?,
            Limit::Tokens => self.tokens = number?,
            Limit::Cpu => self.cpu = Duration::from_millis(value),
            Limit::Time => self.time = Duration::from_millis(value),
            Limit::Concurrency => self.concurrency = number?,
            Limit::Queue => self.queue = Duration::from_millis(value),
            Limit::Component => self.component = size?,
            Limit::Compile => self.compile = Duration::from_millis(value),
            Limit::Stack => return Err(wrong("this limit is fixed")),
        }
        Ok(())
    }

    /// Returns a time written as in [`Limits::set`], such as `5s`, `0ms` or `2min`. `None` if it is
    /// malformed.
    pub fn parse_time(text: &str) -> Option<Duration> {
        Unit::Milliseconds.parse(text).map(Duration::from_millis)
    }

    /// Returns the error for a limit that was reached.
    pub(crate) fn reached(&self, limit: Limit) -> Reached {
        let busy = matches!(limit, Limit::Concurrency | Limit::Queue);
        Reached { limit, allowed: self.get(limit), busy }
    }

    /// Returns the error for a limit that other calls have used up.
    pub(crate) fn used_up(&self, limit: Limit) -> Reached {
        Reached { busy: true, ..self.reached(limit) }
    }

    /// Returns whether an instance with these limits fits in a pool that was made for the default
    /// ones.
    pub(crate) fn fit_in_pool(&self) -> bool {
        let pool = Self::default();
        self.memory <= pool.memory
            && self.instances <= pool.instances
            && self.tables <= pool.tables
            && self.table_elements <= pool.table_elements
    }
}

/// Stack of a component in bytes, as the engine configures it.
pub(crate) const STACK: usize = 512 * 1024;

/// The name of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::total_memory`].
    TotalMemory,
    /// [`Limits::instances`].
    Instances,
    /// [`Limits::tables`].
    Tables,
    /// [`Limits::table_elements`].
    TableElements,
    /// [`Limits::open`].
    Open,
    /// [`Limits::entries`].
    Entries,
    /// [`Limits::transfer`].
    Transfer,
    /// [`Limits::output`].
    Output,
    /// [`Limits::arguments`].
    Arguments,
    /// [`Limits::tokens`].
    Tokens,
    /// [`Limits::cpu`].
    Cpu,
    /// [`Limits::time`].
    Time,
    /// [`Limits::concurrency`].
    Concurrency,
    /// [`Limits::queue`].
    Queue,
    /// [`Limits::component`].
    Component,
    /// [`Limits::compile`].
    Compile,
    /// The stack of the component: 512 KiB, which cannot be changed.
    Stack,
}

/// The unit of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Bytes,
    Milliseconds,
    Number,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 18] = [
        Self::Memory,
        Self::TotalMemory,
        Self::Instances,
        Self::Tables,
        Self::TableElements,
        Self::Open,
        Self::Entries,
        Self::Transfer,
        Self::Output,
        Self::Arguments,
        Self::Tokens,
        Self::Cpu,
        Self::Time,
        Self::Concurrency,
        Self::Queue,
        Self::Component,
        Self::Compile,
        Self::Stack,
    ];

    /// Returns the name that errors and settings use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::TotalMemory => "total-memory",
            Self::Instances => "instances",
            Self::Tables => "tables",
            Self::TableElements => "table-elements",
            Self::Open => "open",
            Self::Entries => "entries",
            Self::Transfer => "transfer",
            Self::Output => "output",
            Self::Arguments => "arguments",
            Self::Tokens => "tokens",
            Self::Cpu => "cpu",
            Self::Time => "time",
            Self::Concurrency => "concurrency",
            Self::Queue => "queue",
            Self::Component => "component",
            Self::Compile => "compile",
            Self::Stack => "stack",
        }
    }

    /// Returns the error code of a call that reached this limit by itself; see [`Reached::code`].
    pub fn code(self) -> ErrorCode {
        match self {
            Self::Cpu | Self::Time | Self::Compile => ErrorCode::Timeout,
            Self::Concurrency | Self::Queue => ErrorCode::Busy,
            Self::Output | Self::Arguments | Self::Component => ErrorCode::TooLarge,
            _ => ErrorCode::Other,
        }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Memory
            | Self::TotalMemory
            | Self::Transfer
            | Self::Output
            | Self::Arguments
            | Self::Component
            | Self::Stack => Unit::Bytes,
            Self::Cpu | Self::Time | Self::Queue | Self::Compile => Unit::Milliseconds,
            _ => Unit::Number,
        }
    }
}

impl Unit {
    /// Returns the suffixes of the unit and their sizes, longer suffixes before those they end
    /// with.
    fn names(self) -> &'static [(&'static str, u64)] {
        match self {
            Self::Bytes => &[("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)],
            Self::Milliseconds => &[("min", 60_000), ("ms", 1), ("s", 1000)],
            Self::Number => &[],
        }
    }

    fn syntax(self) -> &'static str {
        match self {
            Self::Bytes => "write a number of bytes, or one of KiB, MiB or GiB, such as 64MiB",
            Self::Milliseconds => "write a time in ms, s or min, such as 5s",
            Self::Number => "write a number",
        }
    }

    fn parse(self, text: &str) -> Option<u64> {
        let named =
            self.names().iter().find_map(|(name, size)| Some((text.strip_suffix(name)?, *size)));
        let (digits, size) = match (named, self) {
            (Some(named), _) => named,
            (None, Self::Milliseconds) => return None,
            (None, _) => (text, 1),
        };
        digits.trim_end().parse::<u64>().ok()?.checked_mul(size)
    }

    fn format(self, value: u64) -> String {
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

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Limit {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|limit| limit.name() == name).ok_or(())
    }
}

/// The error for a setting that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    setting: String,
    reason: Cow<'static, str>,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid limit '{}': {}", self.setting, self.reason)
    }
}

/// Returns the reason for a name that no limit has, with the names that limits have.
fn unknown(name: &str) -> String {
    let settable = Limit::ALL.into_iter().filter(|limit| *limit != Limit::Stack);
    let names: Vec<_> = settable.map(Limit::name).chain(["threads"]).collect();
    format!("there is no limit '{name}'; the limits are {}", names.join(", "))
}

impl std::error::Error for LimitError {}

/// A limit that a call reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The limit that ended the call.
    pub limit: Limit,
    /// Its value, in bytes, milliseconds or as a number.
    pub allowed: u64,
    /// Whether other calls had used it up: the same call can be answered later.
    pub busy: bool,
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = self.limit.unit().format(self.allowed);
        match self.limit {
            Limit::Concurrency => {
                write!(f, "the limit 'concurrency' ({allowed}) leaves no slot for another call")
            }
            Limit::Queue => write!(f, "the call waited too long for other calls to end"),
            Limit::TotalMemory if self.busy => {
                write!(f, "other calls and answers use up the limit 'total-memory' ({allowed})")
            }
            Limit::Component => write!(f, "the component is larger than {allowed}"),
            Limit::Compile => write!(f, "compiling the component takes longer than {allowed}"),
            limit => write!(f, "the call reached its limit '{limit}' ({allowed})"),
        }
    }
}

impl Reached {
    /// Returns the error code of the call.
    pub fn code(&self) -> ErrorCode {
        if self.busy { ErrorCode::Busy } else { self.limit.code() }
    }

    /// Returns what the caller can do next.
    pub fn hint(&self) -> &'static str {
        match self.limit {
            Limit::Time | Limit::Cpu => "Ask for less of the file, or raise the host's limit.",
            Limit::TotalMemory if self.busy => {
                "Try again when other calls have ended and their answers have been read."
            }
            Limit::Concurrency | Limit::Queue => "Try again when other calls have ended.",
            Limit::Output => "Ask for fewer lines.",
            Limit::Arguments => "Send shorter arguments.",
            Limit::Component | Limit::Compile => {
                "Make the component smaller, or raise the host's limit."
            }
            Limit::Stack => "Report this: the component recursed without end.",
            _ => "Ask for less, or raise the host's limit.",
        }
    }
}
