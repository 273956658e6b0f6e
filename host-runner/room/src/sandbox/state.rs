//! The host's state for one call of a component: everything that it may import, and what it uses.
//!
//! Everything runs on the calling thread; no asynchronous runtime is needed or started.

#[cfg(test)]
#[path = "tests/state.rs"]
mod tests;

use crate::filesystem::wasi::{environment, preopens, types, wall_clock};
use crate::filesystem::{Access, Grant, GrantPath, NameFilter, ReadPaths, View};
use crate::limits::Limits;
use crate::metering::limiter::Limiter;
use crate::metering::meter::Meter;
use crate::observer::{Cost, OpenedFiles};
#[cfg(feature = "wasi-cli")]
use crate::{cli_log::CliLog, metering::memory_budget::HOST_CALL_BYTES};
use readroom_policy::gate::CallPermit;
use readroom_policy::handed::VARIABLE;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use wasmtime::Result;
use wasmtime::component::{HasData, HasSelf, Linker, ResourceTable};

/// The variable with the results of scanning shards, as the contract has it.
const SCANS: &str = "READROOM_SCANS";

/// The state of the host for one call.
pub(crate) struct HostState {
    pub(super) table: ResourceTable,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    home: Option<Arc<str>>,
    access: Access,
    /// The policy that the component applies itself, as JSON.
    policy: Option<Arc<str>>,
    /// The results of scanning shards, for the component.
    scans: Option<Arc<str>>,
    /// The policy's decisions. `None` if nothing is denied.
    permit: Option<Box<CallPermit>>,
    /// `None` if the paths are not needed.
    read_paths: Option<ReadPaths>,
    /// The absolute path that the call is about, once it is known.
    pub(crate) requested_path: Option<String>,
    pub(crate) meter: Meter,
    pub(crate) limiter: Limiter,
    /// The bytes of the answer, once there is one.
    pub(crate) answer_bytes: usize,
    /// For a component with imports beyond the contract.
    #[cfg(feature = "wasi-cli")]
    pub(crate) cli: Option<Box<CliState>>,
}

/// The store of one call.
pub(crate) type CallStore = wasmtime::Store<HostState>;

impl HostState {
    /// Returns the state of a call without access: the component runs, but every request about its
    /// grants is refused.
    pub(crate) fn new(
        grants: Arc<[Grant]>,
        cwd: Option<String>,
        home: Option<Arc<str>>,
        limits: Limits,
    ) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(grants.len().saturating_add(limits.open as usize));
        Self {
            table,
            grants,
            cwd,
            home,
            access: Access::Denied,
            policy: None,
            scans: None,
            permit: None,
            read_paths: None,
            requested_path: None,
            meter: Meter::new(limits),
            limiter: Limiter::new(&limits),
            answer_bytes: 0,
            #[cfg(feature = "wasi-cli")]
            cli: None,
        }
    }

    /// Records the paths that are read from now on, and lets `permit` decide about them. Must be
    /// called before the component runs.
    pub(crate) fn track_paths(&mut self, permit: Option<Box<CallPermit>>) {
        (self.permit, self.read_paths) = (permit, Some(ReadPaths::default()));
    }

    /// Passes the policy to the component, in the environment. Must be called before it accesses
    /// anything.
    pub(crate) fn hand_policy(&mut self, policy: Arc<str>) {
        self.policy = Some(policy);
    }

    /// Passes scan results to the component. Must be called before it searches.
    pub(crate) fn hand_scans(&mut self, scans: Option<Arc<str>>) {
        self.scans = scans;
    }

    /// Returns the permit, if anything may be denied.
    pub(crate) fn permit(&mut self) -> &mut Option<Box<CallPermit>> {
        &mut self.permit
    }

    /// Returns the files that were read, if they are recorded.
    pub(crate) fn opened(&self) -> OpenedFiles {
        let name = |read: &GrantPath| {
            let grant = self.grants.get(read.grant)?.name.trim_end_matches('/');
            Some(format!("{grant}/{}", read.path))
        };
        let Some(paths) = &self.read_paths else { return OpenedFiles::default() };
        OpenedFiles { paths: paths.first().filter_map(name).collect(), more: paths.further() }
    }

    /// Gives the component access to its grants, as far as the policy allows.
    pub(crate) fn grant_access(&mut self) {
        self.access = Access::Granted;
    }

    /// Returns what the call has used so far.
    pub(crate) fn cost(&self) -> Cost {
        Cost { memory: self.limiter.peak_memory, ..self.meter.cost }
    }

    /// Returns the maximum number of handles that a component may hold: two for everything that is
    /// open.
    pub(crate) fn max_handles(&self) -> usize {
        self.grants.len().saturating_add(self.meter.limits.open as usize).saturating_mul(2)
    }

    /// Connects the imports that the contract grants, except those of `wasi:io`.
    pub(crate) fn link(linker: &mut Linker<Self>) -> Result<()> {
        types::add_to_linker::<Self, Files>(linker, Self::files)?;
        preopens::add_to_linker::<Self, Files>(linker, Self::files)?;
        wall_clock::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        environment::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)
    }

    fn files(&mut self) -> View<'_> {
        View {
            table: &mut self.table,
            grants: &self.grants,
            access: self.access,
            filter: self.permit.as_deref_mut().map(|permit| permit as &mut dyn NameFilter),
            read_paths: self.read_paths.as_mut(),
            meter: &mut self.meter,
            #[cfg(feature = "wasi-cli")]
            cli_log: self.cli.as_ref().map(|cli| &cli.log),
        }
    }
}

impl wall_clock::Host for HostState {
    fn now(&mut self) -> Result<wall_clock::Datetime> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(wall_clock::Datetime { seconds: now.as_secs(), nanoseconds: now.subsec_nanos() })
    }

    fn resolution(&mut self) -> Result<wall_clock::Datetime> {
        Ok(wall_clock::Datetime { seconds: 0, nanoseconds: 1 })
    }
}

impl environment::Host for HostState {
    fn get_environment(&mut self) -> Result<Vec<(String, String)>> {
        let variables = [("HOME", &self.home), (VARIABLE, &self.policy), (SCANS, &self.scans)];
        let set = |(name, value): (&str, &Option<Arc<str>>)| {
            value.as_ref().map(|value| (name.into(), value.to_string()))
        };
        Ok(variables.into_iter().filter_map(set).collect())
    }

    fn get_arguments(&mut self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn initial_cwd(&mut self) -> Result<Option<String>> {
        Ok(self.cwd.clone())
    }
}

/// What imports of `wasi:cli` need for one call.
#[cfg(feature = "wasi-cli")]
pub(crate) struct CliState {
    pub(super) context: wasmtime_wasi::WasiCtx,
    pub(crate) log: CliLog,
}

#[cfg(feature = "wasi-cli")]
impl CliState {
    pub(crate) fn new(log: CliLog) -> Self {
        // By default, standard input is closed and the network is denied.
        let mut context = wasmtime_wasi::WasiCtx::builder();
        Self { context: context.max_random_size(HOST_CALL_BYTES as u64).build(), log }
    }
}

/// Names the type of [`View`] to the linker.
struct Files;

impl HasData for Files {
    type Data<'a> = View<'a>;
}
