//! The seam between a component and the operating system: all that a component can do to the world goes through here.
//!
//! Files of the machine are read by wasmtime-wasi. What is added:
//!
//! - Paths are walked name by name, and stay beneath the directory that they start from.
//! - What the host's policy denies cannot be read, listed or looked at, by whatever path a component comes.
//! - Nothing that writes is delegated at all, on top of wasmtime-wasi's own read-only grants.
//! - An open never waits and never succeeds on a pipe, socket or device: the type is looked at before and checked on
//!   the opened file.
//! - The target of an absolute link is shown if it lies in a grant, so that a component can walk there; wasmtime-wasi
//!   shows none.
//! - Paths have limits, because each name in one can cost a descriptor.
//! - Directories are listed a buffer at a time, and only so many entries in one call; wasmtime-wasi would collect a
//!   directory whole in memory.
//! - Files are not read as streams: wasmtime-wasi would start threads for them. The embedded component does not ask.
//! - A host can serve files of its own making in the place of a directory.
//! - A host can deny everything for one call.
//! - Everything happens on the calling thread; no asynchronous runtime is needed or started.
//!
//! One job a module: [`view`] is what the component calls; it asks a [`node`], which is a file of the machine
//! ([`local`], with [`unix`] and [`listing`]) or of a tree ([`served`]); [`walk`] is how both get from a path to a file,
//! [`resources`] how both lie in one table, and [`ways`] knows by which names.

mod grant;
#[cfg(unix)]
mod listing;
mod local;
mod node;
#[cfg(not(unix))]
mod other;
mod resources;
mod served;
#[cfg(test)]
mod tests;
#[cfg(unix)]
pub(crate) mod unix;
mod view;
mod walk;
mod ways;

pub(crate) use grant::Grant;

use crate::guard::Pass;
use crate::limiter::Limiter;
use crate::limits::{self, Limits};
use crate::meter::Meter;
use crate::observer::Cost;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};
use std::time::{SystemTime, UNIX_EPOCH};
use view::View;
use wasmtime::Result;
use wasmtime::component::{HasData, HasSelf, Linker, Resource, ResourceTable};
use wasmtime_wasi::WasiCtx;
use wasmtime_wasi::filesystem::{WasiFilesystemCtx, WasiFilesystemCtxView};
use wasmtime_wasi::p2::bindings::clocks::wall_clock;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::bindings::sync::filesystem::types as wasi;
use wasmtime_wasi::p2::bindings::sync::io::{error, poll, streams};
use wasmtime_wasi::p2::bindings::{cli::environment, filesystem::preopens};
use wasmtime_wasi::p2::{DynPollable, FsError, FsResult};
use ways::{Way, Ways};

/// What the host keeps for one call.
pub(crate) struct State {
    table: ResourceTable,
    filesystem: WasiFilesystemCtx,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    home: Option<Arc<str>>,
    access: Access,
    /// What decides about names. None where nothing is denied.
    pass: Option<Box<Pass>>,
    /// None where nobody needs to know names.
    ways: Option<Ways>,
    /// The absolute name that the call is about, once it is known.
    pub(crate) asked: Option<String>,
    pub(crate) meter: Meter,
    pub(crate) limiter: Limiter,
}

/// Whether a component gets to see what is in its grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// It does.
    Granted,
    /// It knows the names of the grants, and everything it asks about them is refused as an operating system refuses:
    /// each dialect finds its own words for that, and nothing tells what exists.
    Denied,
}

/// What wasmtime-wasi wants to know for every call: that it may block the thread.
static FILESYSTEM: LazyLock<WasiFilesystemCtx> = LazyLock::new(|| {
    let mut wasi = WasiCtx::builder().allow_blocking_current_thread(true).build();
    std::mem::take(wasi.filesystem())
});

impl State {
    /// For a call that is not allowed to see anything yet: the component runs, and everything it asks about its grants is
    /// refused.
    pub(crate) fn new(
        grants: Arc<[Grant]>,
        cwd: Option<String>,
        home: Option<Arc<str>>,
        limits: Limits,
    ) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(grants.len().saturating_add(limits.open));
        Self {
            table,
            filesystem: FILESYSTEM.clone(),
            grants,
            cwd,
            home,
            access: Access::Denied,
            pass: None,
            ways: None,
            asked: None,
            meter: Meter::new(limits),
            limiter: Limiter::new(&limits),
        }
    }

    /// Keeps the names of what is opened from now on, and has them judged if anything may be denied. To be called before
    /// the component runs.
    pub(crate) fn follow(&mut self, pass: Option<Box<Pass>>) {
        (self.pass, self.ways) = (pass, Some(Ways::default()));
    }

    /// What decides about names, if anything does.
    pub(crate) fn pass(&mut self) -> &mut Option<Box<Pass>> {
        &mut self.pass
    }

    /// The absolute names of the files of which bytes were handed over, if names were kept: the first ones, each once.
    pub(crate) fn opened(&self) -> Vec<String> {
        let read = self.ways.as_ref().map_or(&[][..], Ways::read);
        let name = |way: &Way| {
            let grant = self.grants.get(way.grant)?.name.trim_end_matches('/');
            Some(if way.path.is_empty() { grant.into() } else { format!("{grant}/{}", way.path) })
        };
        read.iter().filter_map(name).collect()
    }

    /// From now on, the component sees what is in its grants, as far as a policy allows it.
    pub(crate) fn allow(&mut self) {
        self.access = Access::Granted;
    }

    /// What the call has taken so far.
    pub(crate) fn cost(&self) -> Cost {
        Cost { memory: self.limiter.memory, ..self.meter.cost }
    }

    /// The most handles that a component may hold: two to everything that is open for it.
    pub(crate) fn most_handles(&self) -> usize {
        self.grants.len().saturating_add(self.meter.limits.open).saturating_mul(2)
    }

    /// Offers to a component what the contract grants, and nothing else.
    pub(crate) fn link(linker: &mut Linker<Self>) -> Result<()> {
        wasi::add_to_linker::<Self, Seam>(linker, Self::seam)?;
        preopens::add_to_linker::<Self, Seam>(linker, Self::seam)?;
        wall_clock::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        environment::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        // The types of streams belong to those of files. No stream is ever handed out.
        error::add_to_linker::<Self, Streams>(linker, |state| &mut state.table)?;
        poll::add_to_linker::<Self, HasSelf<Self>>(linker, |state| state)?;
        streams::add_to_linker::<Self, Streams>(linker, |state| &mut state.table)
    }

    fn seam(&mut self) -> View<'_> {
        let inner = WasiFilesystemCtxView { ctx: &mut self.filesystem, table: &mut self.table };
        let (pass, ways) = (self.pass.as_deref_mut(), self.ways.as_mut());
        View { inner, grants: &self.grants, access: self.access, pass, ways, meter: &mut self.meter }
    }
}

impl wall_clock::Host for State {
    fn now(&mut self) -> Result<wall_clock::Datetime> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(wall_clock::Datetime { seconds: now.as_secs(), nanoseconds: now.subsec_nanos() })
    }

    fn resolution(&mut self) -> Result<wall_clock::Datetime> {
        Ok(wall_clock::Datetime { seconds: 0, nanoseconds: 1 })
    }
}

impl environment::Host for State {
    fn get_environment(&mut self) -> Result<Vec<(String, String)>> {
        Ok(self.home.iter().map(|home| ("HOME".into(), home.to_string())).collect())
    }

    fn get_arguments(&mut self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn initial_cwd(&mut self) -> Result<Option<String>> {
        Ok(self.cwd.clone())
    }
}

/// There is nothing to wait for. wasmtime-wasi would start its runtime even to wait for nothing.
impl poll::Host for State {
    fn poll(&mut self, _: Vec<Resource<DynPollable>>) -> Result<Vec<u32>> {
        nothing_to_wait_for()
    }
}

impl poll::HostPollable for State {
    fn ready(&mut self, _: Resource<DynPollable>) -> Result<bool> {
        nothing_to_wait_for()
    }

    fn block(&mut self, _: Resource<DynPollable>) -> Result<()> {
        nothing_to_wait_for()
    }

    fn drop(&mut self, _: Resource<DynPollable>) -> Result<()> {
        nothing_to_wait_for()
    }
}

fn nothing_to_wait_for<T>() -> Result<T> {
    Err(wasmtime::format_err!("there is nothing to wait for"))
}

/// Names the type of [`View`] to the linker.
struct Seam;

impl HasData for Seam {
    type Data<'a> = View<'a>;
}

/// Names the implementation of streams to the linker, which is wasmtime-wasi's.
struct Streams;

impl HasData for Streams {
    type Data<'a> = &'a mut ResourceTable;
}

/// Refuses paths that would cost too much.
fn limited(path: &str) -> FsResult<()> {
    if path.len() > limits::PATH_BYTES || path.split('/').count() > limits::PATH_NAMES {
        return Err(ErrorCode::NameTooLong.into());
    }
    Ok(())
}

/// The value of a future that never waits, as those of wasmtime-wasi do not when they may block the thread.
fn ready<T>(future: impl Future<Output = T>) -> Result<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Ok(value),
        Poll::Pending => Err(wasmtime::format_err!("a file operation wanted to wait")),
    }
}

/// The same for an operation on files.
fn now<T>(future: impl Future<Output = FsResult<T>>) -> FsResult<T> {
    ready(future).map_err(FsError::trap)?
}
