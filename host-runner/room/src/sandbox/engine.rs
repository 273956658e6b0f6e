//! The engines, and components loaded in them.
//!
//! Calls run in a pool of instances: memory that is set up once and reused, and reset after each
//! call by overwriting the few pages that it touched. Where a process lacks the address space for a
//! pool, and for calls beyond its size, instances are allocated on demand, which takes longer.

#[cfg(feature = "wasi-cli")]
use crate::cli_log::CliLog;
use crate::error::Error;
use crate::limits::{Limits, MAX_CONCURRENCY};
use crate::metering::clock;
use crate::metering::limiter::MEMORIES;
use crate::sandbox::code;
use crate::sandbox::config::config;
use crate::sandbox::exports::{Answer, Job, LinkedComponent};
use crate::sandbox::state::HostState;
use crate::sandbox::streams;
#[cfg(feature = "wasi-cli")]
use crate::sandbox::{cli_imports, state::CliState};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};
use wasmtime::component::{Component, Linker};
use wasmtime::{
    Enabled, Engine, PoolConcurrencyLimitError, PoolingAllocationConfig, Store, UpdateDeadline,
};

/// Returns the embedded component, the same that every host runs.
pub fn component() -> &'static [u8] {
    readroom_embedded::COMPONENT
}

/// The number of instances in the pool: enough for a room that sets no limit. Each reserves 4 GiB
/// of addresses, and no memory before it runs.
const POOL_SIZE: u32 = MAX_CONCURRENCY;

/// How much memory a pooled instance keeps for the next one after the reset, in bytes. A read of a
/// small file touches a tenth of it.
const KEEP_RESIDENT: usize = 1024 * 1024;

/// One engine of each kind per process, because components share its setup.
static POOLING: LazyLock<Result<Engine, String>> = LazyLock::new(|| {
    let (limits, mut pool) = (Limits::default(), PoolingAllocationConfig::new());
    pool.total_component_instances(POOL_SIZE)
        .total_core_instances(POOL_SIZE * limits.instances)
        .max_core_instances_per_component(limits.instances)
        .total_memories(POOL_SIZE)
        .max_memories_per_component(MEMORIES)
        .max_memory_size(limits.memory)
        .total_tables(POOL_SIZE * limits.tables)
        .max_tables_per_component(limits.tables)
        .table_elements(limits.table_elements as usize)
        .linear_memory_keep_resident(KEEP_RESIDENT)
        .table_keep_resident(KEEP_RESIDENT)
        .pagemap_scan(Enabled::Auto);
    // Calls are synchronous. Each stack of the pool would take four microseconds of each start.
    #[cfg(feature = "wasi-cli")]
    pool.total_stacks(1);
    let mut config = config(cfg!(windows));
    config.allocation_strategy(pool);
    code::allow_in_place(&mut config);
    engine(&config)
});

static ON_DEMAND: LazyLock<Result<Engine, String>> =
    LazyLock::new(|| engine(&config(cfg!(windows))));

fn engine(config: &wasmtime::Config) -> Result<Engine, String> {
    let engine = Engine::new(config).map_err(|error| format!("{error:#}"))?;
    clock::register(&engine);
    Ok(engine)
}

/// A compiled component, ready to run.
#[derive(Clone)]
pub(crate) struct LoadedComponent(Arc<Variants>, pub(crate) CliLog);

/// Without the feature there is nothing to log.
#[cfg(not(feature = "wasi-cli"))]
#[derive(Clone, Default)]
pub(crate) struct CliLog;

struct Variants {
    compiled: Cow<'static, [u8]>,
    /// Why the imports of the contract are not enough for it, if the rest of `wasi:cli` is linked.
    refusal: Option<String>,
    /// `None` if there is no pool, or if the component does not fit in it; its own limits then give
    /// the reason.
    pooled: Option<LinkedComponent>,
    /// Loaded on first use.
    on_demand: OnceLock<Result<LinkedComponent, String>>,
}

impl LoadedComponent {
    /// Loads a component. `compiled` is run as code: see [`code`].
    ///
    /// If it was refused, the rest of `wasi:cli` is linked too.
    pub(crate) fn new(
        compiled: Cow<'static, [u8]>,
        refusal: Option<String>,
    ) -> Result<Self, String> {
        let is_cli = refusal.is_some();
        let load = |engine| link(engine, code::in_place(engine, &compiled), is_cli).ok();
        let pooled = POOLING.as_ref().ok().and_then(load);
        let variants = Variants { compiled, refusal, pooled, on_demand: OnceLock::new() };
        if variants.pooled.is_none() {
            variants.on_demand()?;
        }
        Ok(Self(Arc::new(variants), Default::default()))
    }

    /// Returns why the contract's imports are not enough for it.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.0.refusal.as_deref()
    }

    /// Runs a call in a fresh instance, and returns its result and the state of the host.
    pub(crate) fn run(
        &self,
        mut state: HostState,
        job: Job,
    ) -> (wasmtime::Result<Answer>, HostState) {
        #[cfg(feature = "wasi-cli")]
        if self.refusal().is_some() {
            state.cli = Some(CliState::new(self.1.clone()).into());
        }
        if let Some(pooled) = self.0.pooled.as_ref().filter(|_| state.meter.limits.fit_in_pool()) {
            let mut store = store(pooled, state);
            match pooled.instantiate(&mut store) {
                Err(error) if error.is::<PoolConcurrencyLimitError>() => state = store.into_data(),
                instance => {
                    let answer = instance.and_then(|instance| job(&instance, &mut store));
                    return (answer, store.into_data());
                }
            }
        }
        let on_demand = match self.0.on_demand() {
            Ok(on_demand) => on_demand,
            Err(reason) => return (Err(wasmtime::Error::msg(reason)), state),
        };
        let mut store = store(on_demand, state);
        let answer =
            on_demand.instantiate(&mut store).and_then(|instance| job(&instance, &mut store));
        (answer, store.into_data())
    }
}

impl Variants {
    fn on_demand(&self) -> Result<&LinkedComponent, String> {
        let load = || {
            let engine = ON_DEMAND.as_ref().map_err(Clone::clone)?;
            link(engine, code::copied(engine, &self.compiled), self.refusal.is_some())
        };
        self.on_demand.get_or_init(load).as_ref().map_err(Clone::clone)
    }
}

/// Returns a store with the limits of one call.
fn store(component: &LinkedComponent, state: HostState) -> Store<HostState> {
    let handles = state.max_handles();
    let mut store = Store::new(component.engine(), state);
    store.limiter(|state| &mut state.limiter);
    store.set_max_component_handles(handles);
    store.call_hook(|mut store, hook| {
        if let Some(bytes) = store.data_mut().limiter.transferable_after(hook) {
            store.set_hostcall_fuel(bytes);
        }
        Ok(())
    });
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut store| {
        store.data_mut().meter.tick()?;
        Ok(UpdateDeadline::Continue(1))
    });
    store
}

/// Connects the imports of a component to the host. Fails if it imports more than the contract
/// grants.
fn link(
    engine: &Engine,
    component: wasmtime::Result<Component>,
    is_cli: bool,
) -> Result<LinkedComponent, String> {
    let link = || {
        let mut linker = Linker::new(engine);
        match is_cli {
            #[cfg(feature = "wasi-cli")]
            true => cli_imports::link(&mut linker)?,
            _ => streams::link(&mut linker)?,
        }
        HostState::link(&mut linker)?;
        LinkedComponent::new(linker.instantiate_pre(&component?)?)
    };
    link().map_err(|error: wasmtime::Error| format!("{error:#}"))
}

static EMBEDDED: LazyLock<Result<LoadedComponent, String>> =
    LazyLock::new(|| LoadedComponent::new(code::embedded(), None));

/// Returns the embedded component, which is loaded once per process.
pub(crate) fn embedded() -> Result<LoadedComponent, Error> {
    EMBEDDED.clone().map_err(Error::Component)
}

/// Compiles a component to code for this machine and this version of the engine, for
/// [`crate::Component::compile_by`] in another process.
#[cfg(feature = "compiler")]
pub fn precompile(component: &[u8]) -> Result<Vec<u8>, Error> {
    let compile = || {
        let engine = ON_DEMAND.as_ref().map_err(Clone::clone)?;
        engine.precompile_component(component).map_err(|error| format!("{error:#}"))
    };
    compile().map_err(Error::Component)
}
