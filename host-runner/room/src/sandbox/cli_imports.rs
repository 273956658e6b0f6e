//! The rest of the world `wasi:cli/imports`, which standard libraries of languages import: standard
//! streams, clocks, random numbers, sockets. Nothing is behind them: input is empty, output is
//! logged, there is no network. Files, the environment and the wall clock stay those of the
//! contract.

use crate::limits::memory_budget::HOST_CALL_BYTES;
use crate::sandbox::state::HostState;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmtime::Result;
use wasmtime::component::Linker;
use wasmtime_wasi::p2::{DynOutputStream, OutputStream, Pollable, StreamResult};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView, async_trait};
use wasmtime_wasi_io::bytes::Bytes;

/// The maximum number of logged bytes of a component's output.
const MAX_OUTPUT: usize = 64 * 1024;

/// What calls of a component did besides answering. Clones share one log.
#[derive(Clone, Debug, Default)]
pub struct CliLog(Arc<Mutex<(Vec<u8>, bool)>>);

impl CliLog {
    /// Returns what was written to standard output and standard error: the first 64 KiB.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.entries().0).into_owned()
    }

    /// Returns whether a call asked about paths of several names, or followed links, instead of one
    /// plain name at a time.
    pub fn asks_whole_paths(&self) -> bool {
        self.entries().1
    }

    pub(crate) fn note_whole_path(&self) {
        self.entries().1 = true;
    }

    fn entries(&self) -> MutexGuard<'_, (Vec<u8>, bool)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Pollable for CliLog {
    async fn ready(&mut self) {}
}

impl OutputStream for CliLog {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        let output = &mut self.entries().0;
        let free = MAX_OUTPUT.saturating_sub(output.len());
        output.extend(bytes.iter().take(free));
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(MAX_OUTPUT)
    }
}

/// What these imports need for one call.
pub(crate) struct CliState {
    context: WasiCtx,
    pub(crate) log: CliLog,
}

impl CliState {
    pub(crate) fn new(log: CliLog) -> Self {
        // By default, standard input is closed and the network is denied.
        Self { context: WasiCtx::builder().max_random_size(HOST_CALL_BYTES as u64).build(), log }
    }
}

impl WasiView for HostState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let cli = self.cli.get_or_insert_with(|| CliState::new(CliLog::default()).into());
        WasiCtxView { ctx: &mut cli.context, table: &mut self.table }
    }
}

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
            Ok((state.table.push(Box::new(log) as DynOutputStream)?,))
        })?;
    }
    Ok(())
}
