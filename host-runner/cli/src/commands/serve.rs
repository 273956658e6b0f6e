//! `readroom serve`: serves rooms to one program over a pipe.

use anyhow::Result;
use clap::Args;
use readroom::Outcome;
use std::io;
#[cfg(unix)]
use {
    rustix::event::{PollFd, PollFlags, Timespec, poll},
    std::thread,
    std::time::{Duration, Instant},
};

/// Serve rooms to another program, over a pipe.
///
/// That is the program that started this one. Standard input and output are lines of JSON, as
/// docs/protocol.md describes. The packages for Python and JavaScript speak it; for clients of the
/// Model Context Protocol there is `readroom mcp`.
#[derive(Args)]
pub(crate) struct Serve {}

impl Serve {
    #[expect(clippy::unused_self, reason = "every command runs in this form")]
    pub(crate) fn run(self) -> Result<Outcome> {
        readroom_serve::serve(Input::new(), io::stdout())?;
        Ok(Outcome::Answered)
    }
}

/// How long the input is watched before the thread sleeps. A program that reads one file after the
/// other sends its next request within this time.
#[cfg(unix)]
const WATCH: Duration = Duration::from_micros(200);

/// Standard input, which is watched for a moment. To wake a processor that sleeps can take as long as
/// to read a small file.
struct Input {
    input: io::Stdin,
    /// Not if the other program needs the only processor.
    #[cfg(unix)]
    is_watched: bool,
}

impl Input {
    fn new() -> Self {
        Self {
            input: io::stdin(),
            #[cfg(unix)]
            is_watched: thread::available_parallelism().is_ok_and(|number| number.get() > 1),
        }
    }

    #[cfg(unix)]
    fn watch(&self) {
        let started = Instant::now();
        let mut input = [PollFd::new(&self.input, PollFlags::IN)];
        while poll(&mut input, Some(&Timespec::default())) == Ok(0) && started.elapsed() < WATCH {
            thread::yield_now();
        }
    }
}

impl io::Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        if self.is_watched {
            self.watch();
        }
        self.input.read(buffer)
    }
}
