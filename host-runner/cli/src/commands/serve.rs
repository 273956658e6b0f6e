//! `readroom serve`: serves rooms to one program over a pipe.

use anyhow::{Context, Result};
use clap::Args;
use readroom::Outcome;
use std::process::Command;
use std::{env, io};
#[cfg(unix)]
use {
    rustix::event::{PollFd, PollFlags, Timespec, poll},
    std::hint,
    std::thread,
    std::time::{Duration, Instant},
};

/// Serve rooms to another program, over a pipe.
///
/// That is the program that started this one. Standard input and output are lines of JSON, as
/// docs/protocol.md describes. The packages for Python and JavaScript speak it; for clients of the
/// Model Context Protocol there is `readroom mcp`.
#[derive(Args)]
pub(crate) struct Serve {
    /// Serve in a separate process, and end this one at once.
    ///
    /// For a client that may end without waiting for its children, such as a thread.
    #[arg(long)]
    detach: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Result<Outcome> {
        if self.detach {
            return detach();
        }
        readroom::machine::return_freed_memory();
        // Not with a single processor, which the other program needs.
        #[cfg(unix)]
        if thread::available_parallelism().is_ok_and(|number| number.get() > 1) {
            readroom_serve::serve(PolledStdin(io::stdin()), io::stdout())?;
            return Ok(Outcome::Answered);
        }
        readroom_serve::serve(io::stdin(), io::stdout())?;
        Ok(Outcome::Answered)
    }
}

/// Starts a server that has the pipes of this process, but is not waited for.
fn detach() -> Result<Outcome> {
    let started = env::current_exe().and_then(|file| Command::new(file).arg("serve").spawn());
    started.context("cannot start the server")?;
    Ok(Outcome::Answered)
}

/// How long the input is polled before the thread sleeps. A program that reads one file after the
/// other sends its next request within this time.
#[cfg(unix)]
const POLL_TIME: Duration = Duration::from_micros(200);

/// Standard input, which is polled for a moment. Waking a sleeping processor can take as long as
/// reading a small file.
#[cfg(unix)]
struct PolledStdin(io::Stdin);

#[cfg(unix)]
impl io::Read for PolledStdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let started = Instant::now();
        let mut input = [PollFd::new(&self.0, PollFlags::IN)];
        while poll(&mut input, Some(&Timespec::default())) == Ok(0) && started.elapsed() < POLL_TIME
        {
            // On Linux, `yield_now` would take a time slice from this thread's share each time, so
            // that on a busy machine it would not run for seconds.
            hint::spin_loop();
        }
        self.0.read(buffer)
    }
}
