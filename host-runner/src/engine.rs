//! The engines, and components ready to run in them.
//!
//! Calls run in a pool: memory for so many instances, set up once and used again and again, which is reset after each
//! call by writing over the few pages that it touched. A process that has no address space for a pool, and calls beyond
//! what it holds, do without: each such call gets memory of its own from the operating system, which takes longer.

use crate::Error;
use crate::config::config;
use crate::filesystem::State;
use crate::limits;
use crate::reader::{Prepared, Reader};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};
use wasmtime::component::{Component, Linker};
use wasmtime::{Enabled, Engine, PoolConcurrencyLimitError, PoolingAllocationConfig, Store};

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
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(POOLED)
        .total_core_instances(POOLED * limits::INSTANCES)
        .max_core_instances_per_component(limits::INSTANCES)
        .total_memories(POOLED)
        .max_memories_per_component(limits::MEMORIES)
        .max_memory_size(limits::MEMORY)
        .total_tables(POOLED * limits::TABLES)
        .max_tables_per_component(limits::TABLES)
        .table_elements(limits::TABLE_ELEMENTS)
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
    Engine::new(config).map_err(|error| format!("{error:#}"))
}

/// A compiled component, ready to run.
#[derive(Clone)]
pub(crate) struct Ready(Arc<Kinds>);

struct Kinds {
    compiled: Cow<'static, [u8]>,
    /// None if there is no pool.
    pooled: Option<Prepared>,
    /// Made when it is first needed.
    alone: OnceLock<Result<Prepared, String>>,
}

impl Ready {
    fn new(compiled: Cow<'static, [u8]>) -> Result<Self, String> {
        let pooled = match POOL.as_ref() {
            Ok(engine) => Some(load(engine, &compiled)?),
            Err(_) => None,
        };
        let kinds = Kinds { compiled, pooled, alone: OnceLock::new() };
        if kinds.pooled.is_none() {
            kinds.alone()?;
        }
        Ok(Self(Arc::new(kinds)))
    }

    /// A fresh instance, and the store that it lives in.
    pub(crate) fn instantiate(&self, state: State) -> wasmtime::Result<(Reader, Store<State>)> {
        let mut state = state;
        if let Some(pooled) = &self.0.pooled {
            let mut store = store(pooled, state);
            match pooled.instantiate(&mut store) {
                Err(error) if error.is::<PoolConcurrencyLimitError>() => state = store.into_data(),
                reader => return Ok((reader?, store)),
            }
        }
        let alone = self.0.alone().map_err(wasmtime::Error::msg)?;
        let mut store = store(alone, state);
        Ok((alone.instantiate(&mut store)?, store))
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
    let handles = state.most_handles();
    let mut store = Store::new(component.engine(), state);
    store.limiter(|state| &mut state.limits);
    store.set_max_component_handles(handles);
    store.set_hostcall_fuel(limits::TRANSFER);
    store
}

/// Loads what the compiler made, and connects its imports to the host. A component that wants more than the contract
/// grants is refused.
fn load(engine: &Engine, compiled: &[u8]) -> Result<Prepared, String> {
    let load = || {
        #[expect(unsafe_code, reason = "the only way to load compiled code")]
        // SAFETY: these bytes are what wasmtime's compiler made, in this process or in the build script of this very
        // program. They never were in a file that anybody could exchange. The engine checks that version, settings
        // and processor fit.
        let component = unsafe { Component::deserialize(engine, compiled) }?;
        let mut linker = Linker::new(engine);
        State::link(&mut linker)?;
        Prepared::new(linker.instantiate_pre(&component)?)
    };
    load().map_err(|error: wasmtime::Error| format!("{error:#}"))
}

static EMBEDDED: LazyLock<Result<Ready, String>> = LazyLock::new(|| Ready::new(Cow::Borrowed(COMPILED)));

/// The embedded component, loaded once a process.
pub(crate) fn embedded() -> Result<Ready, Error> {
    EMBEDDED.clone().map_err(Error::Component)
}

/// Another component of the same world, compiled here and now.
#[cfg(feature = "compiler")]
pub(crate) fn compile(bytes: &[u8]) -> Result<Ready, Error> {
    let compile = || {
        let compiled = ALONE.as_ref().map_err(Clone::clone)?.precompile_component(bytes);
        Ready::new(Cow::Owned(compiled.map_err(|error| format!("{error:#}"))?))
    };
    compile().map_err(Error::Component)
}
