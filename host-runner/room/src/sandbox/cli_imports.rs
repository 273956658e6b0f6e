//! The rest of the world `wasi:cli/imports`, which standard libraries of languages import: standard
//! streams, clocks, random numbers, sockets. Nothing is behind them: input is empty, output is
//! logged, there is no network. Files, the environment and the wall clock stay those of the
//! contract.

use crate::sandbox::state::{CliState, HostState};
use wasmtime::Result;
use wasmtime::component::Linker;
use wasmtime_wasi::p2::DynOutputStream;
use wasmtime_wasi::{WasiCtxView, WasiView};

impl WasiView for HostState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let cli = self.cli.get_or_insert_with(|| CliState::new(Default::default()).into());
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
