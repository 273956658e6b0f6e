//! The rest of the world `wasi:cli/imports`, which standard libraries of languages import: standard
//! streams, clocks, random numbers, sockets. Nothing is behind them: input is empty, output is
//! logged, there is no network. Files, the environment and the wall clock stay those of the
//! contract.

use crate::limits::memory_budget::HOST_CALL_BYTES;
use crate::sandbox::state::HostState;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmtime::Result;
use wasmtime::component::{Component, Linker};
use wasmtime_wasi::p2::{DynOutputStream, OutputStream, Pollable, StreamResult};
use wasmtime_wasi::{WasiCtx, WasiView, async_trait};
use wasmtime_wasi_io::bytes::Bytes;

/// The maximum number of logged bytes of a component's output. The rest is only counted.
const MAX_OUTPUT: usize = 64 * 1024;

/// The interfaces of the contract, and those whose types belong to them.
const CONTRACT: [&str; 7] = [
    "wasi:cli/environment",
    "wasi:clocks/wall-clock",
    "wasi:filesystem/preopens",
    "wasi:filesystem/types",
    "wasi:io/error",
    "wasi:io/poll",
    "wasi:io/streams",
];

/// Connects these imports. What the contract grants is linked afterwards, and shadows them.
pub(super) fn link(linker: &mut Linker<HostState>) -> Result<()> {
    wasmtime_wasi::p2::add_to_linker_sync(linker)?;
    linker.allow_shadowing(true);
    for (interface, function) in
        [("wasi:cli/stdout@0.2.12", "get-stdout"), ("wasi:cli/stderr@0.2.12", "get-stderr")]
    {
        linker.instance(interface)?.func_wrap(function, |mut store, ()| {
            let state: &mut HostState = store.data_mut();
            let log = state.cli.as_ref().map(|cli| cli.log.clone()).unwrap_or_default();
            Ok((state.ctx().table.push(Box::new(log) as DynOutputStream)?,))
        })?;
    }
    Ok(())
}

/// Returns the names of the interfaces that a component imports beyond the contract.
pub(super) fn beyond_contract(component: &Component) -> Vec<String> {
    let type_ = component.component_type();
    let names = type_.imports(component.engine()).map(|(name, _)| name);
    let is_further =
        |name: &&str| name.split_once('@').is_none_or(|(name, _)| !CONTRACT.contains(&name));
    names.filter(is_further).map(Into::into).collect()
}

/// What calls of a component did besides answering: what they wrote to standard output and standard
/// error, and how they asked about files. Clones share one log.
#[derive(Clone, Debug, Default)]
pub struct CliLog(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    output: Vec<u8>,
    omitted: usize,
    asks_whole_paths: bool,
}

impl CliLog {
    /// Returns the output of both streams in the order in which it was written: the first 64 KiB,
    /// and then how much was left out.
    pub fn output(&self) -> String {
        let entries = self.entries();
        let mut output = String::from_utf8_lossy(&entries.output).into_owned();
        if entries.omitted > 0 {
            output += &format!("\n[{} more bytes were left out]\n", entries.omitted);
        }
        output
    }

    /// Returns whether a call asked about paths of several names, or followed links, instead of one
    /// plain name at a time.
    pub fn asks_whole_paths(&self) -> bool {
        self.entries().asks_whole_paths
    }

    pub(crate) fn note_whole_path(&self) {
        self.entries().asks_whole_paths = true;
    }

    fn log(&self, bytes: &[u8]) {
        let mut entries = self.entries();
        let free = MAX_OUTPUT.saturating_sub(entries.output.len());
        let (logged, omitted) = bytes.split_at(free.min(bytes.len()));
        entries.output.extend(logged);
        entries.omitted = entries.omitted.saturating_add(omitted.len());
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What these imports need for one call.
pub(crate) struct CliState {
    pub(crate) context: WasiCtx,
    pub(crate) log: CliLog,
}

impl CliState {
    pub(crate) fn new(log: CliLog) -> Self {
        // By default, standard input is closed and the network is denied.
        let context = WasiCtx::builder().max_random_size(HOST_CALL_BYTES as u64).build();
        Self { context, log }
    }
}

#[async_trait]
impl Pollable for CliLog {
    async fn ready(&mut self) {}
}

impl OutputStream for CliLog {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.log(&bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(MAX_OUTPUT)
    }
}
