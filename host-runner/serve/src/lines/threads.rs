//! The threads that read requests and serve them.
//!
//! A thread that has read a request serves it and reads on. To wake another one takes longer than
//! reading a small file, so that happens only if there is more to read already and a processor is
//! free, or if nothing was read for longer than [`PATIENCE`]: then another thread reads on, because
//! a call may wait for a disk, or for an answer to its question. If all threads serve, requests
//! wait for the next that is idle.

use super::backlog::Waiting;
use super::{LineServer, next_line};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of threads: that of the requests that are served at a time, and one.
const MAX_THREADS: usize = 257;

/// The maximum number of requests that wait for a thread. Then nothing is read until one is taken.
const MAX_WAITING: usize = 4096;

/// How long a thread that serves may leave the input unread.
const PATIENCE: Duration = Duration::from_millis(1);

/// How long after the last request the input is watched.
const WATCH: Duration = Duration::from_secs(1);

type Input = BufReader<Box<dyn Read + Send>>;

/// A request, and what it takes of what may wait until it is answered.
type Accepted<S> = (<S as LineServer>::Request, Waiting);

struct Threads<S: LineServer> {
    server: Arc<S>,
    state: Mutex<State<Accepted<S>>>,
    processors: usize,
    /// Tells idle threads that there is something to do.
    work: Condvar,
    /// Tells the thread that reads that a request was taken.
    taken: Condvar,
    /// Tells that a thread has ended.
    ended: Condvar,
}

struct State<R> {
    /// Absent while a thread reads.
    input: Option<Input>,
    /// Whether an idle thread should read on at once.
    is_urgent: bool,
    /// When the last request was read.
    last: Instant,
    has_ended: bool,
    waiting: VecDeque<R>,
    /// The number of threads, and of those that wait for something to do.
    threads: usize,
    idle: usize,
    /// Whether one of them looks after an input that is left unread.
    is_watched: bool,
}

/// Serves until the input ends and everything is answered.
///
/// Fails if the first thread cannot be started.
pub fn run<S: LineServer>(server: &Arc<S>, input: impl Read + Send + 'static) -> io::Result<()> {
    let threads = Arc::new(Threads {
        server: server.clone(),
        state: Mutex::new(State {
            input: Some(BufReader::new(Box::new(input))),
            is_urgent: false,
            last: Instant::now(),
            has_ended: false,
            waiting: VecDeque::new(),
            threads: 0,
            idle: 0,
            is_watched: false,
        }),
        processors: thread::available_parallelism().map_or(1, NonZero::get),
        work: Condvar::new(),
        taken: Condvar::new(),
        ended: Condvar::new(),
    });
    let mut state = threads.lock();
    threads.start(&mut state)?;
    drop(threads.ended.wait_while(state, |state| state.threads > 0));
    server.output().close();
    Ok(())
}

impl<S: LineServer> Threads<S> {
    fn lock(&self) -> MutexGuard<'_, State<Accepted<S>>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(self: &Arc<Self>, state: &mut State<Accepted<S>>) -> io::Result<()> {
        let threads = self.clone();
        let builder = thread::Builder::new().name("lines".into());
        builder.spawn(move || threads.work())?;
        state.threads += 1;
        Ok(())
    }

    fn work(self: &Arc<Self>) {
        while let Some((request, _waiting)) = self.next() {
            self.server.answer(request);
        }
        self.lock().threads -= 1;
        self.ended.notify_all();
    }

    /// Returns a request for this thread. `None` when everything is served.
    fn next(self: &Arc<Self>) -> Option<Accepted<S>> {
        let mut state = self.lock();
        loop {
            if let Some(request) = state.waiting.pop_front() {
                self.taken.notify_one();
                return Some(request);
            }
            if state.has_ended {
                return None;
            }
            let may_read = state.is_late() || state.others() < self.processors;
            if let Some(input) = state.input.take_if(|_| may_read) {
                state.is_urgent = false;
                drop(state);
                match self.read(input) {
                    Some(request) => return Some(request),
                    None => state = self.lock(),
                }
            } else {
                state = self.idle(state);
            }
        }
    }

    /// Waits for something to do. One of the threads looks after the input meanwhile, until there
    /// has been no request for a while.
    fn idle<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<Accepted<S>>>,
    ) -> MutexGuard<'a, State<Accepted<S>>> {
        state.idle += 1;
        if !state.is_watched {
            state.is_watched = true;
            while state.last.elapsed() < WATCH && !state.has_something_to_do() {
                let waited = self.work.wait_timeout(state, PATIENCE);
                (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            }
            state.is_watched = false;
        }
        if !state.has_something_to_do() {
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.idle -= 1;
        state
    }

    /// Reads until there is a request for this thread. `None` at the end of input.
    fn read(self: &Arc<Self>, mut input: Input) -> Option<Accepted<S>> {
        loop {
            let backlog = &self.server.output().backlog;
            backlog.wait_for_less();
            // A pipe that cannot be read has ended.
            let Ok(Some(line)) = next_line(&mut input, S::MAX_LINE) else {
                self.server.input_ended();
                self.lock().has_ended = true;
                self.work.notify_all();
                return None;
            };
            let bytes = line.bytes.len();
            let Some(request) = self.server.accept(line) else { continue };
            let request = (request, backlog.add(bytes));
            let has_more = !input.buffer().is_empty();
            let mut state = self.lock();
            state.last = Instant::now();
            // Another thread would have to share a processor.
            let are_enough = state.others() + 1 >= self.processors;
            if state.is_watched && (!has_more || are_enough) {
                state.input = Some(input);
                return Some(request);
            }
            if state.idle > 0 {
                state.input = Some(input);
                state.is_urgent = !are_enough;
                drop(state);
                self.work.notify_one();
                return Some(request);
            }
            if state.threads < MAX_THREADS && self.start(&mut state).is_ok() {
                state.input = Some(input);
                return Some(request);
            }
            state.waiting.push_back(request);
            drop(self.taken.wait_while(state, |state| state.waiting.len() > MAX_WAITING));
        }
    }
}

impl<R> State<R> {
    /// Returns the number of threads that serve, beside the one that asks.
    fn others(&self) -> usize {
        self.threads.saturating_sub(self.idle + 1)
    }

    /// Returns whether another thread should read on, however many serve.
    fn is_late(&self) -> bool {
        self.is_urgent || self.last.elapsed() >= PATIENCE
    }

    /// Returns whether an idle thread is needed.
    fn has_something_to_do(&self) -> bool {
        self.input.is_some() && self.is_late() || !self.waiting.is_empty() || self.has_ended
    }
}
