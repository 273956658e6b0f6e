//! The engines, and components ready to run in them.
//!
//! Calls run in a pool: memory for so many instances, set up once and used again and again, which is reset after each
//! call by writing over the few pages that it touched. A process that has no address space for a pool, and calls beyond
//! what it holds, do without: each such call gets memory of its own from the operating system, which takes longer.

use crate::error::Error;
use crate::limits::Limits;
use crate::limits::clock;
use crate::limits::limiter::MEMORIES;
use crate::sandbox::config::config;
use crate::sandbox::exports::{Prepared, Reader};
use crate::sandbox::state::State;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};
use wasmtime::component::{Component, Linker};
use wasmtime::{
    Enabled, Engine, PoolConcurrencyLimitError, PoolingAllocationConfig, Store, UpdateDeadline,
};

/// The embedded component, as every host runs it.
pub fn component() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/readroom.wasm"))
}

/// The same component, compiled for this machine by the build script.
static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/readroom.cwasm"));

/// The most instances in the pool. Each reserves 4 GiB of addresses, and no memory before it runs.
const POOLED: u32 = 64;

/// How much of its memory an instance in the pool leaves to the next one, in bytes, once that is reset. A read of a small
/// file touches a tenth of it.
const KEPT: usize = 1024 * 1024;

/// One engine of each kind a process: components share what it has set up.
static POOL: LazyLock<Result<Engine, String>> = LazyLock::new(|| {
    let (limits, mut pool) = (Limits::default(), PoolingAllocationConfig::new());
    pool.total_component_instances(POOLED)
        .total_core_instances(POOLED * limits.instances)
        .max_core_instances_per_component(limits.instances)
        .total_memories(POOLED)
        .max_memories_per_component(MEMORIES)
        .max_memory_size(limits.memory)
        .total_tables(POOLED * limits.tables)
        .max_tables_per_component(limits.tables)
        .table_elements(limits.table_elements)
        .total_stacks(0)
        .linear_memory_keep_resident(KEPT)
        .table_keep_resident(KEPT)
        .pagemap_scan(Enabled::Auto);
    let mut config = config();
    config.allocation_strategy(pool);
    engine(&config)
});

static ALONE: LazyLock<Result<Engine, String>> = LazyLock::new(|| engine(&config()));

fn engine(config: &wasmtime::Config) -> Result<Engine, String> {
    let engine = Engine::new(config).map_err(|error| format!("{error:#}"))?;
    clock::drive(&engine);
    Ok(engine)
}

/// A compiled component, ready to run.
#[derive(Clone)]
pub(crate) struct Ready(Arc<Kinds>);

struct Kinds {
    compiled: Cow<'static, [u8]>,
    /// None if there is no pool, or no place in it for such a component: its own limits then say why, if they do.
    pooled: Option<Prepared>,
    /// Made when it is first needed.
    alone: OnceLock<Result<Prepared, String>>,
}

impl Ready {
    /// What is handed over here is run: see [`load`].
    pub(crate) fn new(compiled: Cow<'static, [u8]>) -> Result<Self, String> {
        let pooled = POOL.as_ref().ok().and_then(|engine| load(engine, &compiled).ok());
        let kinds = Kinds { compiled, pooled, alone: OnceLock::new() };
        if kinds.pooled.is_none() {
            kinds.alone()?;
        }
        Ok(Self(Arc::new(kinds)))
    }

    /// Makes a call in a fresh instance, and gives back what the host kept for it.
    pub(crate) fn run<T>(
        &self,
        mut state: State,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> (wasmtime::Result<T>, State) {
        if let Some(pooled) = self.0.pooled.as_ref().filter(|_| state.meter.limits.fit_the_pool()) {
            let mut store = store(pooled, state);
            match pooled.instantiate(&mut store) {
                Err(error) if error.is::<PoolConcurrencyLimitError>() => state = store.into_data(),
                reader => {
                    let answer = reader.and_then(|reader| call(&reader, &mut store));
                    return (answer, store.into_data());
                }
            }
        }
        let alone = match self.0.alone() {
            Ok(alone) => alone,
            Err(reason) => return (Err(wasmtime::Error::msg(reason)), state),
        };
        let mut store = store(alone, state);
        let answer = alone.instantiate(&mut store).and_then(|reader| call(&reader, &mut store));
        (answer, store.into_data())
    }
}

impl Kinds {
    fn alone(&self) -> Result<&Prepared, String> {
        let load = || load(ALONE.as_ref().map_err(Clone::clone)?, &self.compiled);
        self.alone.get_or_init(load).as_ref().map_err(Clone::clone)
    }
}

/// A store with the limits of one call.
fn store(component: &Prepared, state: State) -> Store<State> {
    let (handles, transfer) = (state.most_handles(), state.meter.limits.transfer);
    let mut store = Store::new(component.engine(), state);
    store.limiter(|state| &mut state.limiter);
    store.set_max_component_handles(handles);
    store.set_hostcall_fuel(transfer);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut store| {
        store.data_mut().meter.tick()?;
        Ok(UpdateDeadline::Continue(1))
    });
    store
}

/// Loads what the compiler made, and connects its imports to the host. A component that wants more than the contract
/// grants is refused.
fn load(engine: &Engine, compiled: &[u8]) -> Result<Prepared, String> {
    let load = || {
        #[expect(unsafe_code, reason = "the only way to load compiled code")]
        // SAFETY: these bytes are what wasmtime's compiler made, in this process, in the build script of this very
        // program, or in a process whose program the host trusts and whose pipe they came from. They never were in a file
        // that anybody could exchange. The engine checks that version, settings and processor fit.
        let component = unsafe { Component::deserialize(engine, compiled) }?;
        let mut linker = Linker::new(engine);
        State::link(&mut linker)?;
        Prepared::new(linker.instantiate_pre(&component)?)
    };
    load().map_err(|error: wasmtime::Error| format!("{error:#}"))
}

static EMBEDDED: LazyLock<Result<Ready, String>> =
    LazyLock::new(|| Ready::new(Cow::Borrowed(COMPILED)));

/// The embedded component, loaded once a process.
pub(crate) fn embedded() -> Result<Ready, Error> {
    EMBEDDED.clone().map_err(Error::Component)
}

/// Compiles a component. What comes out is code for this machine and this version of the engine, for
/// [`crate::Component::compile_by`] in another process.
#[cfg(feature = "compiler")]
pub fn precompile(component: &[u8]) -> Result<Vec<u8>, Error> {
    let compile = || {
        let engine = ALONE.as_ref().map_err(Clone::clone)?;
        engine.precompile_component(component).map_err(|error| format!("{error:#}"))
    };
    compile().map_err(Error::Component)
}
