//! Reports the progress of a long read.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of files that the call has read. It may read a file in part, or a part of it twice.
    pub bytes: u64,
}

/// The minimum time between two reports.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// A function that is called with the progress of a call.
#[derive(Clone)]
pub(crate) struct ProgressListener(Arc<dyn Fn(Progress) + Send + Sync>);

impl ProgressListener {
    pub(crate) fn new(listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listener))
    }

    pub(crate) fn report(&self, bytes: u64) {
        (self.0)(Progress { bytes });
    }
}

impl fmt::Debug for ProgressListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgressListener")
    }
}

/// Reports the progress of one call.
pub(crate) struct ProgressReporter {
    listener: ProgressListener,
    last: Instant,
}

impl ProgressReporter {
    pub(crate) fn new(listener: ProgressListener) -> Self {
        Self { listener, last: Instant::now() }
    }

    /// Reports the bytes that were read, unless the last report is too recent.
    pub(crate) fn report(&mut self, bytes: u64) {
        let now = Instant::now();
        if now.duration_since(self.last) >= MIN_INTERVAL {
            self.last = now;
            self.listener.report(bytes);
        }
    }
}
