//! Time limits and cancellation: the reasons to end a call from outside.
//!
//! While calls run, a thread advances the engines' epoch every 10 ms. That interrupts a running
//! component for a moment, and the call checks whether it may continue. The thread ends when no
//! call has run for a second.

use crate::cancel::Cancel;
use crate::error::Error;
use crate::limits::{Limit, Limits, Reached};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wasmtime::Engine;

/// How often a call is checked.
const TICK: Duration = Duration::from_millis(10);

/// The number of ticks without a call after which the thread ends.
const IDLE_TICKS: u32 = 100;

static ENGINES: Mutex<Vec<Engine>> = Mutex::new(Vec::new());
static CALLS: AtomicUsize = AtomicUsize::new(0);
static TICKING: AtomicBool = AtomicBool::new(false);
/// Held while the thread is started, and while it decides to end.
static CHANGING: Mutex<()> = Mutex::new(());

/// Advances the epoch of this engine from now on.
pub(crate) fn register(engine: &Engine) {
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner).push(engine.clone());
}

/// Keeps the clock ticking while it exists.
pub(crate) struct TickGuard;

impl TickGuard {
    /// Starts the clock if it is not running. Fails if the operating system cannot start a thread.
    pub(crate) fn start() -> Result<Self, Error> {
        CALLS.fetch_add(1, Ordering::SeqCst);
        // From here on `drop` lowers the count again in any case.
        let tick_guard = Self;
        if !TICKING.load(Ordering::SeqCst) {
            let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
            if !TICKING.load(Ordering::SeqCst) {
                let started = thread::Builder::new().name("readroom-clock".into()).spawn(tick);
                started.map_err(|error| {
                    Error::Call(format!("cannot start a thread for the clock: {error}"))
                })?;
                TICKING.store(true, Ordering::SeqCst);
            }
        }
        Ok(tick_guard)
    }
}

impl Drop for TickGuard {
    fn drop(&mut self) {
        CALLS.fetch_sub(1, Ordering::SeqCst);
    }
}

fn tick() {
    let mut idle = 0;
    loop {
        thread::sleep(TICK);
        for engine in ENGINES.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            engine.increment_epoch();
        }
        idle = if CALLS.load(Ordering::SeqCst) == 0 { idle + 1 } else { 0 };
        if idle >= IDLE_TICKS {
            let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
            TICKING.store(false, Ordering::SeqCst);
            // A call that began meanwhile may have seen the thread still running.
            if CALLS.load(Ordering::SeqCst) == 0 {
                return;
            }
            TICKING.store(true, Ordering::SeqCst);
            idle = 0;
        }
    }
}

/// Returns the processor time of this thread. It does not advance while other threads have the
/// processor.
#[cfg(unix)]
fn thread_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The same on Windows, which counts in steps of its timer, some 16 ms.
#[cfg(windows)]
fn thread_cpu_time() -> Duration {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentThread, GetThreadTimes};
    let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    #[expect(unsafe_code, reason = "no crate of ours wraps it")]
    // SAFETY: the handle denotes the calling thread, and each pointer is to a distinct value.
    let known = unsafe {
        GetThreadTimes(GetCurrentThread(), &mut created, &mut ended, &mut kernel, &mut user)
    };
    let hundreds_of_ns =
        |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    let taken = hundreds_of_ns(kernel).saturating_add(hundreds_of_ns(user));
    if known == 0 { Duration::ZERO } else { Duration::from_nanos(taken.saturating_mul(100)) }
}

/// Why a call was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interruption {
    Limit(Reached),
    Cancelled,
}

impl From<Interruption> for Error {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Limit(reached) => Self::Limit(reached),
            Interruption::Cancelled => Self::Cancelled,
        }
    }
}

/// The time that a call has left, across all instances that it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLeft {
    /// Wall time until the end of the call.
    pub(crate) time: Duration,
    /// Processor time.
    pub(crate) cpu: Duration,
}

/// The time of a call, or of several calls that share it.
#[derive(Clone, Debug)]
pub(crate) struct TimeBudget(Arc<Mutex<TimeLeft>>);

impl TimeBudget {
    /// Returns the whole time of a call.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self::of(TimeLeft { time: limits.time, cpu: limits.cpu })
    }

    /// Returns this much time.
    pub(crate) fn of(left: TimeLeft) -> Self {
        Self(Arc::new(Mutex::new(left)))
    }

    pub(crate) fn left(&self) -> TimeLeft {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subtracts what a run took.
    pub(crate) fn spend(&self, time: Duration, cpu: Duration) {
        let mut left = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        left.time = left.time.saturating_sub(time);
        left.cpu = left.cpu.saturating_sub(cpu);
    }
}

/// Checks whether a call may continue, and keeps the reason if not. The default never lets it.
#[derive(Clone, Default)]
pub(crate) struct CallTimer {
    /// `None` if it is too far away to be represented.
    deadline: Option<Instant>,
    pub(crate) cpu_left: Duration,
    /// The processor time of the thread at the last tick.
    last_cpu_time: Option<Duration>,
    cancel: Option<Cancel>,
    pub(crate) interruption: Option<Interruption>,
}

impl CallTimer {
    pub(crate) fn new(now: Instant, left: TimeLeft, cancel: Option<Cancel>) -> Self {
        Self {
            deadline: now.checked_add(left.time),
            cpu_left: left.cpu,
            last_cpu_time: None,
            cancel,
            interruption: None,
        }
    }

    /// Returns a timer for compiling, which runs in no instance.
    #[cfg(feature = "compiler")]
    pub(crate) fn for_compilation(limits: &Limits) -> Self {
        let left = TimeLeft { time: limits.compile, cpu: Duration::MAX };
        Self::new(Instant::now(), left, None)
    }

    /// Returns how long to wait before the next check. Fails if the time is over or the call is
    /// cancelled.
    pub(crate) fn remaining(&self, limits: &Limits) -> Result<Duration, Interruption> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(Interruption::Cancelled);
        }
        let left = self
            .deadline
            .map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        match self.cancel {
            _ if left.is_zero() => Err(Interruption::Limit(limits.reached(Limit::Time))),
            Some(_) => Ok(left.min(TICK)),
            None => Ok(left),
        }
    }

    /// Checks the call at a tick of the clock. Fails if the call has to end.
    pub(crate) fn tick(&mut self, limits: &Limits) -> wasmtime::Result<()> {
        let now = thread_cpu_time();
        // Before the first tick, at most one tick has passed.
        let since =
            self.last_cpu_time.replace(now).map_or(TICK, |before| now.saturating_sub(before));
        self.cpu_left = self.cpu_left.saturating_sub(since);
        match self.remaining(limits) {
            Err(interruption) => self.interrupt(interruption),
            Ok(_) if self.cpu_left.is_zero() => {
                self.interrupt(Interruption::Limit(limits.reached(Limit::Cpu)))
            }
            Ok(_) => Ok(()),
        }
    }

    /// Ends the call, and keeps the reason.
    pub(crate) fn interrupt<T>(&mut self, interruption: Interruption) -> wasmtime::Result<T> {
        self.interruption = Some(interruption);
        Err(wasmtime::format_err!("the host ended the call"))
    }
}
