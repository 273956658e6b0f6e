//! Runs a component within the limits of a call.

use crate::cancel::Cancel;
use crate::error::Error;
use crate::limits::{Limit, Limits, Reached};
use crate::metering::clock::{CallTimer, Interruption, TickGuard, TimeBudget};
use crate::metering::memory_budget::{MemoryBudget, Reservation, ReservationSize, ReservedMemory};
use crate::observer::{Cost, OpenedFiles};
use crate::sandbox::engine::LoadedComponent;
use crate::sandbox::exports::{Answer, Job, ReaderInstance};
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
    pub(crate) slots: Arc<Slots>,
    pub(crate) memory: Arc<MemoryBudget>,
    /// Whether each call runs on a separate thread.
    own_thread: bool,
}

/// The resources that one call has used and has left, across all its instances.
pub(crate) struct CallContext {
    pub(crate) cost: Cost,
    /// The absolute path that the call is about, if an instance named it.
    pub(crate) requested_path: Option<String>,
    /// The files that the last instance read.
    pub(crate) opened: OpenedFiles,
    /// How much the next instance may open before several take over, and whether the last one was
    /// ended for that.
    pub(crate) max_opens: u32,
    pub(crate) opens_too_much: bool,
    /// The results of scanning shards, for the next instance.
    pub(crate) scans: Option<Arc<str>>,
    /// The memory that the next instance reserves before it starts.
    pub(crate) reservation_size: ReservationSize,
    time: TimeBudget,
    waiting: WaitingTime,
    cancel: Option<Cancel>,
    /// The slot of an attempt that has to be repeated.
    slot: Option<Slot>,
    /// The memory of the last instance's answer.
    answer_memory: Option<ReservedMemory>,
    /// Where the memory of the answer stays reserved after the call.
    reservation: Option<Reservation>,
}

/// The time that a call waits for slots and for memory.
struct WaitingTime {
    left: Duration,
    spent: Duration,
}

impl CallContext {
    /// Keeps the memory of the last answer reserved after the call, if the host requests that.
    pub(crate) fn keep_answer(&mut self) {
        if let Some(reservation) = &self.reservation
            && let Some(memory) = self.answer_memory.take()
        {
            reservation.add(memory);
        }
    }

    /// Returns the context of an instance that runs alongside others of the same call: it has the
    /// time that the call has left, and `waits` for a slot and for memory or does without.
    pub(crate) fn beside(&self, runner: &Runner, waits: bool) -> Self {
        let time = TimeBudget::of(self.time.left());
        let mut beside = runner.new_context(self.cancel.clone(), Some(time), None);
        beside.waiting.left = if waits { self.waiting.left } else { Duration::ZERO };
        beside
    }

    /// Adds what instances have used that ran concurrently for `elapsed`.
    pub(crate) fn add(&mut self, elapsed: Duration, beside: impl Iterator<Item = Self>) {
        let left = self.time.left();
        let mut cpu = Duration::ZERO;
        for context in beside {
            cpu += left.cpu.saturating_sub(context.time.left().cpu);
            self.cost = self.cost.and(context.cost);
        }
        self.time.spend(elapsed, cpu);
    }

    /// Returns for how many milliseconds this many instances can run at once.
    pub(crate) fn milliseconds(&self, instances: usize) -> u32 {
        let left = self.time.left();
        let cpu = left.cpu / u32::try_from(instances.max(1)).unwrap_or(u32::MAX);
        u32::try_from(left.time.min(cpu).as_millis()).unwrap_or(u32::MAX)
    }

    /// Releases the memory of the last answer. Must be called before concurrent instances wait.
    pub(crate) fn release_answer(&mut self) {
        self.answer_memory = None;
    }

    /// Lets no further instance wait for its slot or its memory.
    pub(crate) fn stop_waiting(&mut self) {
        self.waiting.left = Duration::ZERO;
    }
}

/// The result of a run, and what it used.
struct RunResult {
    answer: Result<Answer, Error>,
    cost: Cost,
    requested_path: Option<String>,
    opened: OpenedFiles,
    cpu_left: Duration,
    opens_too_much: bool,
    slot: Slot,
    memory: Option<ReservedMemory>,
    shortage: Option<usize>,
}

impl Runner {
    pub(crate) fn new(component: LoadedComponent, limits: Limits, own_thread: bool) -> Self {
        let (slots, memory) = (Slots::new(&limits), MemoryBudget::new(&limits));
        Self { component, limits, slots, memory, own_thread }
    }

    /// Returns the context of a new call, which has its own time unless it shares one, and whose
    /// answer stays reserved in `reservation`.
    pub(crate) fn new_context(
        &self,
        cancel: Option<Cancel>,
        shared_time: Option<TimeBudget>,
        reservation: Option<Reservation>,
    ) -> CallContext {
        CallContext {
            cost: Cost::default(),
            requested_path: None,
            opened: OpenedFiles::default(),
            max_opens: u32::MAX,
            opens_too_much: false,
            scans: None,
            reservation_size: ReservationSize::First,
            time: shared_time.unwrap_or_else(|| TimeBudget::new(&self.limits)),
            waiting: WaitingTime { left: self.limits.queue, spent: Duration::ZERO },
            cancel,
            slot: None,
            answer_memory: None,
            reservation,
        }
    }

    /// Runs a call in a fresh instance. Returns `None` if other calls hold the memory that it
    /// needs: then it has to be repeated, and waits for that memory first.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        state: HostState,
        context: &mut CallContext,
        call: impl FnOnce(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<Option<T>, Error> {
        let job = move |instance: &ReaderInstance, store: &mut CallStore| {
            call(instance, store).map(|answer| Box::new(answer) as Answer)
        };
        let Some(answer) = self.run_job(state, context, Box::new(job))? else { return Ok(None) };
        match answer.downcast() {
            Ok(answer) => Ok(Some(*answer)),
            Err(_) => Err(Error::Call("it was answered as another function".into())),
        }
    }

    fn run_job(
        &self,
        mut state: HostState,
        context: &mut CallContext,
        job: Job,
    ) -> Result<Option<Answer>, Error> {
        state.meter.set_max_opens(context.max_opens);
        state.hand_scans(context.scans.clone());
        let (started, left) = (Instant::now(), context.time.left());
        let timer = CallTimer::new(started, left, context.cancel.clone());
        let result = self.run_in_slot(timer, state, context, job);
        let cpu_left = result.as_ref().map_or(left.cpu, |result| result.cpu_left);
        context.time.spend(started.elapsed(), left.cpu.saturating_sub(cpu_left));
        let result = result.map_err(|error| self.blame_queue(error, context))?;
        context.cost = context.cost.and(result.cost);
        context.opens_too_much = result.opens_too_much;
        (context.requested_path, context.opened) =
            (result.requested_path.or(context.requested_path.take()), result.opened);
        match (result.answer, result.shortage) {
            (Err(_), Some(bytes)) => {
                context.reservation_size = context.reservation_size.after_shortage(bytes);
                context.slot = Some(result.slot);
                Ok(None)
            }
            (answer, _) => {
                context.reservation_size = ReservationSize::First;
                context.answer_memory = result.memory;
                answer.map(Some).map_err(|error| self.blame_queue(error, context))
            }
        }
    }

    /// Returns the error of a call. If it waited for most of its time, others used that time up,
    /// and the same call can be answered later.
    fn blame_queue(&self, error: Error, context: &CallContext) -> Error {
        match error {
            Error::Limit(Reached { limit: Limit::Time, .. })
                if context.waiting.spent > self.limits.time / 2 =>
            {
                Error::Limit(self.limits.used_up(Limit::Queue))
            }
            error => error,
        }
    }

    /// Returns a function for waiting, which returns how long to wait before it is called again. It
    /// fails when the time or the call's patience is over; `limit` is what it waits for.
    fn waiting<'a>(
        &'a self,
        timer: &'a CallTimer,
        context: &'a mut CallContext,
        limit: Limit,
    ) -> impl FnMut() -> Result<Duration, Interruption> + 'a {
        let mut last = None;
        move || {
            let now = Instant::now();
            let waited = last.replace(now).map_or(Duration::ZERO, |last| now - last);
            let time = &mut context.waiting;
            (time.left, time.spent) = (time.left.saturating_sub(waited), time.spent + waited);
            let is_queued = limit == Limit::Concurrency && !self.limits.queue.is_zero();
            let busy = self.limits.used_up(if is_queued { Limit::Queue } else { limit });
            if time.left.is_zero() {
                return Err(Interruption::Limit(busy));
            }
            match timer.remaining(&self.limits) {
                Ok(remaining) => Ok(remaining.min(time.left)),
                // The instance has not even begun.
                Err(Interruption::Limit(_)) => Err(Interruption::Limit(busy)),
                Err(Interruption::Cancelled) => Err(Interruption::Cancelled),
            }
        }
    }

    /// Runs a call once a slot and memory are free. Fails if the time is over before it has ended.
    fn run_in_slot(
        &self,
        timer: CallTimer,
        state: HostState,
        context: &mut CallContext,
        job: Job,
    ) -> Result<RunResult, Error> {
        // On the caller's thread nothing else checks before the first tick.
        timer.remaining(&self.limits)?;
        // Nothing waits while it holds memory.
        context.answer_memory = None;
        let slot = match context.slot.take() {
            Some(slot) => slot,
            None => self.slots.acquire(self.waiting(&timer, context, Limit::Concurrency))?,
        };
        let memory = context.reservation_size.bytes(&self.limits);
        let waiting = self.waiting(&timer, context, Limit::TotalMemory);
        let memory = self.memory.reserve(memory, waiting)?;
        if !self.own_thread {
            return Ok(run(&self.component, slot, memory, state, timer, job));
        }
        let (component, for_thread) = (self.component.clone(), timer.clone());
        run_on_own_thread(&self.slots, &timer, &self.limits, move || {
            run(&component, slot, memory, state, for_thread, job)
        })
    }
}

/// Runs a call, and holds its slot and its memory meanwhile.
fn run(
    component: &LoadedComponent,
    slot: Slot,
    memory: ReservedMemory,
    mut state: HostState,
    timer: CallTimer,
    job: Job,
) -> RunResult {
    state.meter.set_timer(timer);
    state.limiter.set_reserved(memory);
    let (answer, mut state) = match TickGuard::start() {
        Ok(_tick_guard) => {
            let (answer, mut state) = component.run(state, job);
            (answer.map_err(|error| failed(&error, &mut state)), state)
        }
        Err(error) => (Err(error), state),
    };
    // The instance is gone, but its answer stays, and as much again: a host that keeps the answer
    // encodes it, and that memory would have to be free then.
    let mut memory = state.limiter.take_reserved().filter(|_| answer.is_ok());
    if let Some(memory) = &mut memory {
        memory.shrink_to(state.answer_bytes.saturating_mul(2));
    }
    let (cost, cpu_left, opened) = (state.cost(), state.meter.cpu_left(), state.opened());
    let (requested_path, shortage) = (state.requested_path, state.limiter.shortage());
    let opens_too_much = state.meter.opens_too_much();
    RunResult {
        answer,
        cost,
        requested_path,
        opened,
        cpu_left,
        opens_too_much,
        slot,
        memory,
        shortage,
    }
}

/// Returns why a component did not answer: the limit that it reached, if any.
fn failed(error: &wasmtime::Error, state: &mut HostState) -> Error {
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
            state.limiter.refuse_transfer();
            state.limiter.refused
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
