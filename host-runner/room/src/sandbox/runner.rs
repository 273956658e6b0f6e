//! Runs a component within the limits of a call.

use crate::cancel::Cancel;
use crate::error::Error;
use crate::limits::clock::{Running, Stop, TimeLeft, Watch};
use crate::limits::{Limit, Limits};
use crate::observer::Cost;
use crate::sandbox::engine::Ready;
use crate::sandbox::exports::Reader;
use crate::sandbox::slots::{Slot, Slots, own_thread};
use crate::sandbox::state::State;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wasmtime::component::ResourceTableError;
use wasmtime::{Store, Trap};

/// A component, and the limits that it runs in.
#[derive(Clone)]
pub(crate) struct Runner {
    component: Ready,
    pub(crate) limits: Limits,
    slots: Arc<Slots>,
    /// Whether each call runs on a separate thread.
    own_thread: bool,
}

/// What one call has used and has left, across all instances that it runs.
pub(crate) struct Account {
    pub(crate) cost: Cost,
    /// The absolute path that the call is about, if an instance named it.
    pub(crate) asked: Option<String>,
    /// The absolute paths of the files that the last instance read.
    pub(crate) opened: Vec<String>,
    left: TimeLeft,
    cancel: Option<Cancel>,
}

/// The result of a run, and what it used.
struct Ended<T> {
    answer: Result<T, Error>,
    cost: Cost,
    asked: Option<String>,
    opened: Vec<String>,
    cpu_left: Duration,
}

impl Runner {
    pub(crate) fn new(component: Ready, limits: Limits, own_thread: bool) -> Self {
        Self { component, limits, slots: Slots::new(&limits), own_thread }
    }

    /// Returns the context of a new call.
    pub(crate) fn account(&self, cancel: Option<Cancel>) -> Account {
        Account {
            cost: Cost::default(),
            asked: None,
            opened: Vec::new(),
            left: TimeLeft::new(&self.limits),
            cancel,
        }
    }

    /// Runs a call in a fresh instance.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        state: State,
        account: &mut Account,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let started = Instant::now();
        let watch = Watch::new(started, account.left, account.cancel.clone());
        // On the caller's thread nothing else checks before the first tick.
        watch.patience(&self.limits)?;
        let slot = self.slots.take(&watch, &self.limits)?;
        let ended = if self.own_thread {
            let (component, watching) = (self.component.clone(), watch.clone());
            own_thread(&watch, &self.limits, move || run(&component, slot, state, watching, call))?
        } else {
            run(&self.component, slot, state, watch, call)
        };
        account.left.time = account.left.time.saturating_sub(started.elapsed());
        account.left.cpu = ended.cpu_left;
        account.cost = account.cost.and(ended.cost);
        (account.asked, account.opened) = (ended.asked.or(account.asked.take()), ended.opened);
        ended.answer
    }
}

/// Runs a call, and holds its slot meanwhile.
fn run<T>(
    component: &Ready,
    _slot: Slot,
    mut state: State,
    watch: Watch,
    call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
) -> Ended<T> {
    state.meter.watch(watch);
    let (answer, state) = match Running::start() {
        Ok(_running) => {
            let (answer, state) = component.run(state, call);
            (answer.map_err(|error| failed(&error, &state)), state)
        }
        Err(error) => (Err(error), state),
    };
    let (cost, cpu_left, opened) = (state.cost(), state.meter.cpu_left(), state.opened());
    Ended { answer, cost, asked: state.asked, opened, cpu_left }
}

/// Returns why a component did not answer: the limit that it reached, if any.
fn failed(error: &wasmtime::Error, state: &State) -> Error {
    if let Some(stop) = state.meter.stopped() {
        return stop.into();
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
        Some(limit) => Stop::Limit(state.meter.limits.reached(limit)).into(),
        None => Error::Call(text),
    }
}
