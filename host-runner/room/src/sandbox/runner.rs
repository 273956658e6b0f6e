//! Runs a component within the limits of a call.

use crate::cancel::Cancel;
use crate::error::Error;
use crate::limits::clock::{CallTimer, Interruption, TickGuard, TimeBudget};
use crate::limits::{Limit, Limits};
use crate::observer::{Cost, OpenedFiles};
use crate::sandbox::engine::LoadedComponent;
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::slots::{Slot, Slots, run_on_own_thread};
use crate::sandbox::state::{CallStore, HostState};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wasmtime::Trap;
use wasmtime::component::ResourceTableError;

/// A component, and the limits that it runs in.
#[derive(Clone)]
pub(crate) struct Runner {
    component: LoadedComponent,
    pub(crate) limits: Limits,
    slots: Arc<Slots>,
    /// Whether each call runs on a separate thread.
    own_thread: bool,
}

/// What one call has used and has left, across all instances that it runs.
pub(crate) struct CallContext {
    pub(crate) cost: Cost,
    /// The absolute path that the call is about, if an instance named it.
    pub(crate) requested_path: Option<String>,
    /// What the last instance read.
    pub(crate) opened: OpenedFiles,
    time: TimeBudget,
    cancel: Option<Cancel>,
}

/// The result of a run, and what it used.
struct RunResult<T> {
    answer: Result<T, Error>,
    cost: Cost,
    requested_path: Option<String>,
    opened: OpenedFiles,
    cpu_left: Duration,
}

impl Runner {
    pub(crate) fn new(component: LoadedComponent, limits: Limits, own_thread: bool) -> Self {
        Self { component, limits, slots: Slots::new(&limits), own_thread }
    }

    /// Returns the context of a new call, which has a time of its own unless it shares one.
    pub(crate) fn new_context(
        &self,
        cancel: Option<Cancel>,
        shared_time: Option<TimeBudget>,
    ) -> CallContext {
        CallContext {
            cost: Cost::default(),
            requested_path: None,
            opened: OpenedFiles::default(),
            time: shared_time.unwrap_or_else(|| TimeBudget::new(&self.limits)),
            cancel,
        }
    }

    /// Runs a call in a fresh instance.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        state: HostState,
        context: &mut CallContext,
        call: impl FnOnce(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let (started, left) = (Instant::now(), context.time.left());
        let timer = CallTimer::new(started, left, context.cancel.clone());
        let result = self.run_in_slot(timer, state, call);
        let cpu_left = result.as_ref().map_or(left.cpu, |result| result.cpu_left);
        context.time.spend(started.elapsed(), left.cpu.saturating_sub(cpu_left));
        let result = result?;
        context.cost = context.cost.and(result.cost);
        (context.requested_path, context.opened) =
            (result.requested_path.or(context.requested_path.take()), result.opened);
        result.answer
    }

    /// Runs a call once a slot is free. Fails if the time is over before it has ended.
    fn run_in_slot<T: Send + 'static>(
        &self,
        timer: CallTimer,
        state: HostState,
        call: impl FnOnce(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<RunResult<T>, Error> {
        // On the caller's thread nothing else checks before the first tick.
        timer.remaining(&self.limits)?;
        let slot = self.slots.acquire(&timer, &self.limits)?;
        if !self.own_thread {
            return Ok(run(&self.component, slot, state, timer, call));
        }
        let (component, for_thread) = (self.component.clone(), timer.clone());
        run_on_own_thread(&timer, &self.limits, move || {
            run(&component, slot, state, for_thread, call)
        })
    }
}

/// Runs a call, and holds its slot meanwhile.
fn run<T>(
    component: &LoadedComponent,
    _slot: Slot,
    mut state: HostState,
    timer: CallTimer,
    call: impl FnOnce(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T>,
) -> RunResult<T> {
    state.meter.set_timer(timer);
    let (answer, state) = match TickGuard::start() {
        Ok(_tick_guard) => {
            let (answer, state) = component.run(state, call);
            (answer.map_err(|error| failed(&error, &state)), state)
        }
        Err(error) => (Err(error), state),
    };
    let (cost, cpu_left, opened) = (state.cost(), state.meter.cpu_left(), state.opened());
    RunResult { answer, cost, requested_path: state.requested_path, opened, cpu_left }
}

/// Returns why a component did not answer: the limit that it reached, if any.
fn failed(error: &wasmtime::Error, state: &HostState) -> Error {
    if let Some(interruption) = state.meter.interruption() {
        return interruption.into();
    }
    let text = format!("{error:#}");
    let limit = match (error.downcast_ref(), error.downcast_ref()) {
        (Some(Trap::StackOverflow), _) => Some(Limit::Stack),
        (_, Some(ResourceTableError::Full)) => Some(Limit::Open),
        // The engine has no types for these.
        _ if text.contains("store handle limit exceeded") => Some(Limit::Open),
        _ if text.contains("fuel allocated for hostcalls has been exhausted") => {
            Some(Limit::Transfer)
        }
        _ if text.contains("instance count too high") => Some(Limit::Instances),
        _ if text.contains("table count too high") => Some(Limit::Tables),
        _ if text.contains("memory count too high") => Some(Limit::Memory),
        // A component that is refused memory can only fail.
        _ => state.limiter.refused,
    };
    match limit {
        Some(limit) => Interruption::Limit(state.meter.limits.reached(limit)).into(),
        None => Error::Call(text),
    }
}
