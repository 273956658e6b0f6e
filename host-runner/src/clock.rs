//! Time and other reasons to end a call from outside.
//!
//! While calls run, a thread advances the engines' epoch every 10 ms. A component that runs when that happens, or next
//! after it, is interrupted for a moment, and the call looks whether it may go on. The thread ends when no call ran for a
//! second.

use crate::limits::{Limit, Limits, Reached};
use crate::{Cancel, Error};
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
        if !TICKING.load(Ordering::SeqCst) && !TICKING.swap(true, Ordering::SeqCst) {
            let started = thread::Builder::new().name("readroom-clock".into()).spawn(tick);
            if let Err(error) = started {
                TICKING.store(false, Ordering::SeqCst);
                return Err(Error::Call(format!("no thread can be started for the clock: {error}")));
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
            TICKING.store(false, Ordering::SeqCst);
            // A call that began in between may have seen the thread still there.
            if CALLS.load(Ordering::SeqCst) == 0 || TICKING.swap(true, Ordering::SeqCst) {
                return;
            }
            idle = 0;
        }
    }
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
    pub(crate) time: Duration,
    /// Ticks at which the component ran.
    pub(crate) ticks: u64,
}

impl TimeLeft {
    pub(crate) fn new(limits: &Limits) -> Self {
        let ticks = limits.cpu.as_millis().div_ceil(TICK.as_millis());
        Self { time: limits.time, ticks: u64::try_from(ticks).unwrap_or(u64::MAX) }
    }
}

/// Looks whether a call may go on, and remembers why not.
#[derive(Clone)]
pub(crate) struct Watch {
    /// None if that is too far away to be a time.
    deadline: Option<Instant>,
    pub(crate) ticks_left: u64,
    cancel: Option<Cancel>,
    pub(crate) stopped: Option<Stop>,
}

impl Watch {
    pub(crate) fn new(now: Instant, left: TimeLeft, cancel: Option<Cancel>) -> Self {
        Self { deadline: now.checked_add(left.time), ticks_left: left.ticks, cancel, stopped: None }
    }

    /// For something that runs in no instance.
    #[cfg(feature = "compiler")]
    pub(crate) fn for_compiling(limits: &Limits) -> Self {
        Self::new(Instant::now(), TimeLeft { time: limits.compile, ticks: 0 }, None)
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
        let stop = match self.patience(limits) {
            Err(stop) => stop,
            Ok(_) if self.ticks_left == 0 => Stop::Limit(limits.reached(Limit::Cpu)),
            Ok(_) => {
                self.ticks_left -= 1;
                return Ok(());
            }
        };
        self.stop(stop)
    }

    /// Ends the call, and says why to whoever asks afterwards.
    pub(crate) fn stop<T>(&mut self, stop: Stop) -> wasmtime::Result<T> {
        self.stopped = Some(stop);
        Err(wasmtime::format_err!("the host ended the call"))
    }
}
