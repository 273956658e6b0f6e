//! Time and other reasons to end a call from outside.
//!
//! While calls run, a thread advances the engines' epoch every 10 ms. A component that runs when that happens, or next
//! after it, is interrupted for a moment, and the call looks whether it may go on. The thread ends when no call ran for a
//! second.

use crate::cancel::Cancel;
use crate::error::Error;
use crate::limits::{Limit, Limits, Reached};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use wasmtime::Engine;

/// How often calls are looked at.
const TICK: Duration = Duration::from_millis(10);

/// After so many ticks without a call the thread ends.
const IDLE_TICKS: u32 = 100;

static ENGINES: Mutex<Vec<Engine>> = Mutex::new(Vec::new());
static CALLS: AtomicUsize = AtomicUsize::new(0);
static TICKING: AtomicBool = AtomicBool::new(false);
/// Held while the thread is started, and while it decides to end.
static CHANGING: Mutex<()> = Mutex::new(());

/// Advances the epoch of this engine from now on.
pub(crate) fn drive(engine: &Engine) {
    ENGINES.lock().unwrap_or_else(PoisonError::into_inner).push(engine.clone());
}

/// As long as one of these is there, time passes for components.
pub(crate) struct Running;

impl Running {
    /// Fails if the operating system gives no thread.
    pub(crate) fn start() -> Result<Self, Error> {
        CALLS.fetch_add(1, Ordering::SeqCst);
        // From here on the count goes down again, whatever happens.
        let running = Self;
        if !TICKING.load(Ordering::SeqCst) {
            let _changing = CHANGING.lock().unwrap_or_else(PoisonError::into_inner);
            if !TICKING.load(Ordering::SeqCst) {
                let started = thread::Builder::new().name("readroom-clock".into()).spawn(tick);
                started.map_err(|error| {
                    Error::Call(format!("no thread can be started for the clock: {error}"))
                })?;
                TICKING.store(true, Ordering::SeqCst);
            }
        }
        Ok(running)
    }
}

impl Drop for Running {
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
            // A call that began in between may have seen the thread still there.
            if CALLS.load(Ordering::SeqCst) == 0 {
                return;
            }
            TICKING.store(true, Ordering::SeqCst);
            idle = 0;
        }
    }
}

/// How long a processor has worked for this thread. On a machine that is busy with other things, time passes and this
/// does not.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Elsewhere, as if it had worked all the time.
#[cfg(not(unix))]
fn worked() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Why a call was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Limit(Reached),
    Cancelled,
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit(reached) => Self::Limit(reached),
            Stop::Cancelled => Self::Cancelled,
        }
    }
}

/// What a call may still take of time, through all instances that it needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLeft {
    /// From its beginning to its end.
    pub(crate) time: Duration,
    /// That a processor works for it.
    pub(crate) cpu: Duration,
}

impl TimeLeft {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { time: limits.time, cpu: limits.cpu }
    }
}

/// Looks whether a call may go on, and remembers why not. The default lets nothing go on.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    /// None if that is too far away to be a time.
    deadline: Option<Instant>,
    pub(crate) cpu_left: Duration,
    /// What the thread had worked when the last tick found it.
    worked: Option<Duration>,
    cancel: Option<Cancel>,
    pub(crate) stopped: Option<Stop>,
}

impl Watch {
    pub(crate) fn new(now: Instant, left: TimeLeft, cancel: Option<Cancel>) -> Self {
        Self {
            deadline: now.checked_add(left.time),
            cpu_left: left.cpu,
            worked: None,
            cancel,
            stopped: None,
        }
    }

    /// For something that runs in no instance.
    #[cfg(feature = "compiler")]
    pub(crate) fn for_compiling(limits: &Limits) -> Self {
        Self::new(Instant::now(), TimeLeft { time: limits.compile, cpu: Duration::MAX }, None)
    }

    /// How long to wait for something before looking again. Fails if there is nothing left to wait.
    pub(crate) fn patience(&self, limits: &Limits) -> Result<Duration, Stop> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Err(Stop::Cancelled);
        }
        let left = self
            .deadline
            .map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
        match self.cancel {
            _ if left.is_zero() => Err(Stop::Limit(limits.reached(Limit::Time))),
            Some(_) => Ok(left.min(TICK)),
            None => Ok(left),
        }
    }

    /// At each tick that finds the component running. Fails if the call is over.
    pub(crate) fn tick(&mut self, limits: &Limits) -> wasmtime::Result<()> {
        let working = worked();
        // Before the first tick, at most so much.
        let since =
            self.worked.replace(working).map_or(TICK, |before| working.saturating_sub(before));
        self.cpu_left = self.cpu_left.saturating_sub(since);
        match self.patience(limits) {
            Err(stop) => self.stop(stop),
            Ok(_) if self.cpu_left.is_zero() => self.stop(Stop::Limit(limits.reached(Limit::Cpu))),
            Ok(_) => Ok(()),
        }
    }

    /// Ends the call, and says why to whoever asks afterwards.
    pub(crate) fn stop<T>(&mut self, stop: Stop) -> wasmtime::Result<T> {
        self.stopped = Some(stop);
        Err(wasmtime::format_err!("the host ended the call"))
    }
}
