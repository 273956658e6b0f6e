//! What a component with imports beyond the contract did besides answering.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmtime_wasi::async_trait;
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};
use wasmtime_wasi_io::bytes::Bytes;

/// The maximum number of logged bytes of a component's output.
const MAX_OUTPUT: usize = 64 * 1024;

/// What calls of a component did besides answering. Clones share one log.
#[derive(Clone, Debug, Default)]
pub struct CliLog(Arc<Mutex<(Vec<u8>, bool)>>);

impl CliLog {
    /// Returns what was written to standard output and standard error: the first 64 KiB.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.entries().0).into_owned()
    }

    /// Returns whether a call asked about paths of several names, or followed links, instead of one
    /// plain name at a time.
    pub fn asks_whole_paths(&self) -> bool {
        self.entries().1
    }

    pub(crate) fn note_whole_path(&self) {
        self.entries().1 = true;
    }

    fn entries(&self) -> MutexGuard<'_, (Vec<u8>, bool)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Pollable for CliLog {
    async fn ready(&mut self) {}
}

impl OutputStream for CliLog {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        let output = &mut self.entries().0;
        let free = MAX_OUTPUT.saturating_sub(output.len());
        output.extend(bytes.iter().take(free));
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(MAX_OUTPUT)
    }
}
