//! The output, which one thread at a time writes a line to.

use super::backlog::Backlog;
use readroom::audit::flush_all;
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// The unused bytes of a line that are not worth a copy.
const SPARE_BYTES: usize = 64 * 1024;

/// The output of a server of lines.
pub struct Output {
    to: Mutex<Box<dyn Write + Send>>,
    /// The lines that wait to be written, and the requests that wait for their answers.
    pub(super) backlog: Arc<Backlog>,
}

impl Output {
    /// Returns the output that writes to a pipe.
    pub fn new(output: impl Write + Send + 'static) -> Self {
        Self { to: Mutex::new(Box::new(output)), backlog: Arc::default() }
    }

    /// Writes a whole line and a line feed at once. Ends the process if the output is closed: no
    /// client waits for it then.
    pub fn write_line(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        // It may wait for long, and the room for more of it would be kept.
        if line.capacity() - line.len() > SPARE_BYTES {
            line.shrink_to_fit();
        }
        let _waiting = self.backlog.add(line.len());
        let mut output = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if write(&mut **output, &line).is_err() {
            flush_all();
            process::exit(0);
        }
    }

    /// Completes the line that is being written, and writes no other one: a process that exits then
    /// cuts no line.
    pub fn close(&self) {
        *self.to.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(io::sink());
    }
}

fn write(output: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    output.write_all(bytes)?;
    output.flush()
}
