// Generated from contract/limits.toml by `cargo run -p readroom-contract`; do not edit.
//! The limits on calls.

use crate::contract::ErrorCode;
use crate::limits::value::{
    DEFAULT_CONCURRENCY, DEFAULT_SHARDS, MAX_ARGUMENTS, STACK, Threads, Unit, Value,
};
use std::time::Duration;

/// What calls in a room may take of the host. A call that reaches a limit fails, and the next call
/// is served.
///
/// A limit that is reached ends the call with [`crate::Error::Limit`], which names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time from the start of a call to its end. Waiting for a slot counts; waiting for permission
    /// does not. Default: 30 s.
    pub time: Duration,
    /// Processor time of a call. It is checked every 10 ms while the component runs. Default: 10 s.
    pub cpu: Duration,
    /// Calls that run at once in a room and its sessions. A call that a file system blocks keeps
    /// its slot: as many of these as there are slots make all others wait. Default: 4 for each
    /// processor, from 8 to 64.
    pub concurrency: u32,
    /// Instances that search a large directory at once, each on a thread of its own and with a slot
    /// and memory, as far as those are free. With 1, where calls are recorded or the policy asks,
    /// and with `threads=caller`, one instance searches. Default: 1 for each processor, up to 8.
    pub shards: u32,
    /// Time that a call waits in all, for a slot and for memory. With 0 it is refused at once.
    /// Default: the call's time.
    pub queue: Duration,
    /// Memory of all calls in a room and its sessions: linear memory, and answers. If other calls
    /// use it up, the code is `busy`. The process itself, its threads and its pool of instances
    /// take some 100 MiB besides. Default: 1 GiB.
    pub total_memory: usize,
    /// Length of an answer, all its texts together. The largest one of the embedded component has a
    /// file of 20 MiB twice in base64. Default: 64 MiB.
    pub output: usize,
    /// Length of a call's arguments. By default they are cut there, and the tool itself reports
    /// those above 64 KiB; with a lower limit, the host refuses them. Default: 65544 bytes.
    pub arguments: usize,
    /// Estimated tokens that the tool `readroom` shows in a call. A page that would have more ends
    /// there, whatever the arguments ask for. The tools of agents have the limits of their agent.
    /// Default: no limit.
    pub tokens: u32,
    /// Linear memory of a call. Text takes less than 8 MiB, or up to 60 where a tool returns 4 MiB
    /// of it and JSON escapes every character; an image that is scaled down takes up to 104.
    /// Default: 128 MiB.
    pub memory: usize,
    /// Core instances in a component. The embedded one has three. Default: 10.
    pub instances: u32,
    /// Tables in a component. The embedded one has two. Default: 4.
    pub tables: u32,
    /// Elements in each table. The embedded component has a few hundred functions. Default: 10000.
    pub table_elements: u32,
    /// Files, directories and listings that a call keeps open at once, besides the grants. The
    /// embedded component needs up to 35. A listing also takes up to 32 KiB. Default: 64.
    pub open: u32,
    /// Directory entries that a call lists, all listings together. Default: 4000000.
    pub entries: u32,
    /// Length of what crosses from the component to the host in an answer. In a host call, where
    /// only names cross, it is at most 256 KiB. Default: 64 MiB.
    pub transfer: usize,
    /// Threads that calls run on: `auto`, `caller` or `own`. `auto` means threads of their own if a
    /// grant lies on a file system that may block. Default: auto.
    pub threads: Threads,
    /// Size of a component other than the embedded one, which has 4 MiB. Default: 8 MiB.
    pub component: usize,
    /// Time to compile a component other than the embedded one, which takes about one second.
    /// Default: 60 s.
    pub compile: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(30),
            cpu: Duration::from_secs(10),
            concurrency: *DEFAULT_CONCURRENCY,
            shards: *DEFAULT_SHARDS,
            queue: Duration::MAX,
            total_memory: 1 << 30,
            output: 64 << 20,
            arguments: MAX_ARGUMENTS,
            tokens: u32::MAX,
            memory: 128 << 20,
            instances: 10,
            tables: 4,
            table_elements: 10000,
            open: 64,
            entries: 4000000,
            transfer: 64 << 20,
            threads: Threads::Auto,
            component: 8 << 20,
            compile: Duration::from_secs(60),
        }
    }
}

impl Limits {
    /// The names of the limits, each with its default and what it bounds, a line each.
    pub const HELP: &str = "\
        time [30 s]: time from the start of a call to its end\n\
        cpu [10 s]: processor time of a call\n\
        concurrency [4 for each processor, from 8 to 64]: calls that run at once in a room and \
        its sessions\n\
        shards [1 for each processor, up to 8]: instances that search a large directory at once, \
        each on a thread of its own and with a slot and memory, as far as those are free\n\
        queue [the call's time]: time that a call waits in all, for a slot and for memory\n\
        total-memory [1 GiB]: memory of all calls in a room and its sessions: linear memory, and \
        answers\n\
        output [64 MiB]: length of an answer, all its texts together\n\
        arguments [65544 bytes]: length of a call's arguments\n\
        tokens [no limit]: estimated tokens that the tool `readroom` shows in a call\n\
        memory [128 MiB]: linear memory of a call\n\
        instances [10]: core instances in a component\n\
        tables [4]: tables in a component\n\
        table-elements [10000]: elements in each table\n\
        open [64]: files, directories and listings that a call keeps open at once, besides the \
        grants\n\
        entries [4000000]: directory entries that a call lists, all listings together\n\
        transfer [64 MiB]: length of what crosses from the component to the host in an answer\n\
        threads [auto]: threads that calls run on: `auto`, `caller` or `own`";

    /// Sets [`Limits::time`].
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Sets [`Limits::cpu`].
    #[must_use]
    pub fn cpu(self, cpu: Duration) -> Self {
        Self { cpu, ..self }
    }

    /// Sets [`Limits::concurrency`].
    #[must_use]
    pub fn concurrency(self, concurrency: u32) -> Self {
        Self { concurrency, ..self }
    }

    /// Sets [`Limits::shards`].
    #[must_use]
    pub fn shards(self, shards: u32) -> Self {
        Self { shards, ..self }
    }

    /// Sets [`Limits::queue`].
    #[must_use]
    pub fn queue(self, queue: Duration) -> Self {
        Self { queue, ..self }
    }

    /// Sets [`Limits::total_memory`].
    #[must_use]
    pub fn total_memory(self, total_memory: usize) -> Self {
        Self { total_memory, ..self }
    }

    /// Sets [`Limits::output`].
    #[must_use]
    pub fn output(self, output: usize) -> Self {
        Self { output, ..self }
    }

    /// Sets [`Limits::arguments`].
    #[must_use]
    pub fn arguments(self, arguments: usize) -> Self {
        Self { arguments, ..self }
    }

    /// Sets [`Limits::tokens`].
    #[must_use]
    pub fn tokens(self, tokens: u32) -> Self {
        Self { tokens, ..self }
    }

    /// Sets [`Limits::memory`].
    #[must_use]
    pub fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// Sets [`Limits::instances`].
    #[must_use]
    pub fn instances(self, instances: u32) -> Self {
        Self { instances, ..self }
    }

    /// Sets [`Limits::tables`].
    #[must_use]
    pub fn tables(self, tables: u32) -> Self {
        Self { tables, ..self }
    }

    /// Sets [`Limits::table_elements`].
    #[must_use]
    pub fn table_elements(self, table_elements: u32) -> Self {
        Self { table_elements, ..self }
    }

    /// Sets [`Limits::open`].
    #[must_use]
    pub fn open(self, open: u32) -> Self {
        Self { open, ..self }
    }

    /// Sets [`Limits::entries`].
    #[must_use]
    pub fn entries(self, entries: u32) -> Self {
        Self { entries, ..self }
    }

    /// Sets [`Limits::transfer`].
    #[must_use]
    pub fn transfer(self, transfer: usize) -> Self {
        Self { transfer, ..self }
    }

    /// Sets [`Limits::threads`].
    #[must_use]
    pub fn threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Sets [`Limits::component`].
    #[must_use]
    pub fn component(self, component: usize) -> Self {
        Self { component, ..self }
    }

    /// Sets [`Limits::compile`].
    #[must_use]
    pub fn compile(self, compile: Duration) -> Self {
        Self { compile, ..self }
    }

    pub(crate) fn value(&self, limit: Limit) -> &dyn Value {
        match limit {
            Limit::Time => &self.time,
            Limit::Cpu => &self.cpu,
            Limit::Concurrency => &self.concurrency,
            Limit::Shards => &self.shards,
            Limit::Queue => &self.queue,
            Limit::TotalMemory => &self.total_memory,
            Limit::Output => &self.output,
            Limit::Arguments => &self.arguments,
            Limit::Tokens => &self.tokens,
            Limit::Memory => &self.memory,
            Limit::Instances => &self.instances,
            Limit::Tables => &self.tables,
            Limit::TableElements => &self.table_elements,
            Limit::Stack => &STACK,
            Limit::Open => &self.open,
            Limit::Entries => &self.entries,
            Limit::Transfer => &self.transfer,
            Limit::Component => &self.component,
            Limit::Compile => &self.compile,
        }
    }

    pub(crate) fn value_mut(&mut self, limit: Limit) -> Option<&mut dyn Value> {
        Some(match limit {
            Limit::Time => &mut self.time,
            Limit::Cpu => &mut self.cpu,
            Limit::Concurrency => &mut self.concurrency,
            Limit::Shards => &mut self.shards,
            Limit::Queue => &mut self.queue,
            Limit::TotalMemory => &mut self.total_memory,
            Limit::Output => &mut self.output,
            Limit::Arguments => &mut self.arguments,
            Limit::Tokens => &mut self.tokens,
            Limit::Memory => &mut self.memory,
            Limit::Instances => &mut self.instances,
            Limit::Tables => &mut self.tables,
            Limit::TableElements => &mut self.table_elements,
            Limit::Stack => return None,
            Limit::Open => &mut self.open,
            Limit::Entries => &mut self.entries,
            Limit::Transfer => &mut self.transfer,
            Limit::Component => &mut self.component,
            Limit::Compile => &mut self.compile,
        })
    }
}

/// The name of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::time`].
    Time,
    /// [`Limits::cpu`].
    Cpu,
    /// [`Limits::concurrency`].
    Concurrency,
    /// [`Limits::shards`].
    Shards,
    /// [`Limits::queue`].
    Queue,
    /// [`Limits::total_memory`].
    TotalMemory,
    /// [`Limits::output`].
    Output,
    /// [`Limits::arguments`].
    Arguments,
    /// [`Limits::tokens`].
    Tokens,
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::instances`].
    Instances,
    /// [`Limits::tables`].
    Tables,
    /// [`Limits::table_elements`].
    TableElements,
    /// Stack of a component: calls within calls. 512 KiB, which cannot be changed.
    Stack,
    /// [`Limits::open`].
    Open,
    /// [`Limits::entries`].
    Entries,
    /// [`Limits::transfer`].
    Transfer,
    /// [`Limits::component`].
    Component,
    /// [`Limits::compile`].
    Compile,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 19] = [
        Self::Time,
        Self::Cpu,
        Self::Concurrency,
        Self::Shards,
        Self::Queue,
        Self::TotalMemory,
        Self::Output,
        Self::Arguments,
        Self::Tokens,
        Self::Memory,
        Self::Instances,
        Self::Tables,
        Self::TableElements,
        Self::Stack,
        Self::Open,
        Self::Entries,
        Self::Transfer,
        Self::Component,
        Self::Compile,
    ];

    /// Returns its name, its unit, and the error code of a call that reached it by itself.
    pub(crate) fn row(self) -> (&'static str, Unit, ErrorCode) {
        match self {
            Self::Time => ("time", Unit::Milliseconds, ErrorCode::Timeout),
            Self::Cpu => ("cpu", Unit::Milliseconds, ErrorCode::Timeout),
            Self::Concurrency => ("concurrency", Unit::Number, ErrorCode::Busy),
            Self::Shards => ("shards", Unit::Number, ErrorCode::Other),
            Self::Queue => ("queue", Unit::Milliseconds, ErrorCode::Busy),
            Self::TotalMemory => ("total-memory", Unit::Bytes, ErrorCode::Other),
            Self::Output => ("output", Unit::Bytes, ErrorCode::TooLarge),
            Self::Arguments => ("arguments", Unit::Bytes, ErrorCode::TooLarge),
            Self::Tokens => ("tokens", Unit::Number, ErrorCode::Other),
            Self::Memory => ("memory", Unit::Bytes, ErrorCode::Other),
            Self::Instances => ("instances", Unit::Number, ErrorCode::Other),
            Self::Tables => ("tables", Unit::Number, ErrorCode::Other),
            Self::TableElements => ("table-elements", Unit::Number, ErrorCode::Other),
            Self::Stack => ("stack", Unit::Bytes, ErrorCode::Other),
            Self::Open => ("open", Unit::Number, ErrorCode::Other),
            Self::Entries => ("entries", Unit::Number, ErrorCode::Other),
            Self::Transfer => ("transfer", Unit::Bytes, ErrorCode::Other),
            Self::Component => ("component", Unit::Bytes, ErrorCode::TooLarge),
            Self::Compile => ("compile", Unit::Milliseconds, ErrorCode::Timeout),
        }
    }
}
