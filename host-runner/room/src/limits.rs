//! Limits on what a call may use of the host, whatever the component does.

pub(crate) mod value;

use crate::contract::ErrorCode;
pub use crate::generated::limits::{Limit, Limits};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
pub(crate) use value::MAX_CONCURRENCY;
use value::Unit;
pub use value::{MAX_ARGUMENTS, Threads};

/// The maximum length of a path, in bytes: the limit of Linux.
pub(crate) const PATH_BYTES: usize = 4096;

/// The maximum length of an absolute path, in bytes: a directory's path and one below it.
pub(crate) const ABSOLUTE_BYTES: usize = 2 * PATH_BYTES;

/// The maximum length of a name that a component asks about, in bytes: the limit of nearly every
/// file system.
pub(crate) const NAME_BYTES: usize = 255;

/// The maximum number of bytes of a file that one host call returns.
pub(crate) const READ_BYTES: usize = 64 * 1024;

/// The maximum size of an index of a file's lines, in bytes, as the contract has it.
pub(crate) const INDEX_BYTES: usize = 32 * 1024;

/// The maximum size of what a component notes of a file that was shown, in bytes, as the contract
/// has it.
pub(crate) const SHOWN_BYTES: usize = 4 * 1024;

impl Limits {
    /// Returns the value of a limit, in its unit: bytes, milliseconds or a number.
    pub fn get(&self, limit: Limit) -> u64 {
        self.value(limit).get()
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
        let slot = self.value_mut(limit).ok_or_else(|| wrong("this limit is fixed"))?;
        if slot.set(value) { Ok(()) } else { Err(wrong("the value is too large")) }
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

    /// Returns whether an instance with these limits fits in a pool built for the default ones.
    pub(crate) fn fit_in_pool(&self) -> bool {
        let pool = Self::default();
        self.memory <= pool.memory
            && self.instances <= pool.instances
            && self.tables <= pool.tables
            && self.table_elements <= pool.table_elements
    }
}

impl Limit {
    /// Returns the name that errors and settings use.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the error code of a call that reached this limit by itself; see [`Reached::code`].
    pub fn code(self) -> ErrorCode {
        self.row().2
    }

    fn unit(self) -> Unit {
        self.row().1
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

/// Returns the reason for an unknown name, with the names of all limits.
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
