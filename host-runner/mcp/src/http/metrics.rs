//! The metrics of a server, in the text format of Prometheus, version 0.0.4.
//!
//! Every label has few values: those of tools are the ids of the offered tools. No name from a
//! client or a file becomes a label.

use readroom::Load;
use readroom::observer::{Event, ReadOutcome};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the buckets of durations, in microseconds. A small read takes less than the
/// first, and a call may take 30 s unless the host sets another limit.
const BUCKETS: [u64; 16] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 5_000_000, 10_000_000, 30_000_000,
];

/// The label of reads without a tool: those of resources.
const RESOURCES: &str = "resources";

/// The counters of a running server.
pub(crate) struct Metrics {
    /// The offered tools, and last the reads of resources.
    calls: Vec<(String, CallCounts)>,
    durations: Histogram,
    read_bytes: AtomicU64,
    /// The number of requests by their labels.
    requests: Mutex<BTreeMap<RequestLabels, u64>>,
}

/// The number of calls of a tool by their outcome.
#[derive(Default)]
struct CallCounts([AtomicU64; 4]);

/// How calls end, in the order of [`CallCounts`].
const OUTCOMES: [&str; 4] = ["answered", "refused", "failed", "busy"];

/// The labels of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestLabels {
    /// The path, or `other`.
    pub(crate) path: &'static str,
    /// The status of the response. 0 if the client disconnected before it.
    pub(crate) status: u16,
    pub(crate) outcome: &'static str,
}

/// The gauges of a server.
pub(crate) struct Gauges {
    pub(crate) load: Load,
    pub(crate) connections: usize,
    pub(crate) is_draining: bool,
}

impl Metrics {
    pub(crate) fn new<'a>(tools: impl Iterator<Item = &'a str>) -> Self {
        let names = tools.chain([RESOURCES]);
        Self {
            calls: names.map(|name| (name.into(), CallCounts::default())).collect(),
            durations: Histogram::default(),
            read_bytes: AtomicU64::new(0),
            requests: Mutex::default(),
        }
    }

    /// Counts a call.
    pub(crate) fn count_call(&self, event: &Event) {
        let tool = event.tool.as_deref().unwrap_or(RESOURCES);
        let at = match event.outcome {
            _ if event.busy => 3,
            ReadOutcome::Answered => 0,
            ReadOutcome::Refused => 1,
            ReadOutcome::Failed => 2,
        };
        let counts = self.calls.iter().find(|(name, _)| name == tool);
        if let Some(count) = counts.and_then(|(_, CallCounts(counts))| counts.get(at)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.durations.observe(event.duration);
        self.read_bytes.fetch_add(event.cost.bytes, Ordering::Relaxed);
    }

    /// Counts a request.
    pub(crate) fn count_request(&self, labels: RequestLabels) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry(labels).or_default() += 1;
    }

    /// Returns all metrics as text.
    pub(crate) fn render(&self, now: &Gauges) -> String {
        let mut page = Page(String::new());
        page.family("readroom_build_info", "gauge", "The version of the server.");
        page.sample("readroom_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
        page.family("readroom_http_requests_total", "counter", "HTTP requests that ended.");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (labels, count) in requests {
            let code = if labels.status == 0 { String::new() } else { labels.status.to_string() };
            let labels = [("path", labels.path), ("code", &code), ("outcome", labels.outcome)];
            page.sample("readroom_http_requests_total", &labels, count);
        }
        page.family("readroom_calls_total", "counter", "Calls that ended.");
        for (tool, CallCounts(counts)) in &self.calls {
            for (outcome, count) in OUTCOMES.iter().zip(counts) {
                let labels = [("tool", tool.as_str()), ("outcome", outcome)];
                page.sample("readroom_calls_total", &labels, count.load(Ordering::Relaxed));
            }
        }
        let durations = "The time from the start of a call to its end, waiting included.";
        page.family("readroom_call_duration_seconds", "histogram", durations);
        self.durations.render(&mut page);
        let read = "Bytes of files that calls read.";
        page.family("readroom_read_bytes_total", "counter", read);
        page.sample("readroom_read_bytes_total", &[], self.read_bytes.load(Ordering::Relaxed));
        let Gauges { load, connections, is_draining } = now;
        for (name, help, value) in [
            ("readroom_calls_running", "Calls that run.", load.running),
            ("readroom_calls_waiting", "Calls that wait for a slot or for memory.", load.waiting),
            (
                "readroom_calls_abandoned",
                "Running calls that failed, and whose threads the file system still blocks.",
                load.abandoned,
            ),
            ("readroom_calls_limit", "Calls that may run at once.", load.slots),
            (
                "readroom_memory_reserved_bytes",
                "Memory reserved for calls and for answers that are not sent yet.",
                load.reserved_memory,
            ),
            (
                "readroom_memory_limit_bytes",
                "Memory that may be reserved, the limit total-memory.",
                load.total_memory,
            ),
            ("readroom_http_connections", "Open connections.", *connections),
            ("readroom_draining", "1 while the server ends, else 0.", usize::from(*is_draining)),
        ] {
            page.family(name, "gauge", help);
            page.sample(name, &[], value);
        }
        page.0
    }
}

/// Durations by buckets.
#[derive(Default)]
struct Histogram {
    /// The number of durations in each bucket alone, and above the last one.
    counts: [AtomicU64; BUCKETS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    fn observe(&self, duration: Duration) {
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let at = BUCKETS.partition_point(|bound| *bound < microseconds);
        if let Some(count) = self.counts.get(at) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    fn render(&self, page: &mut Page) {
        let name = "readroom_call_duration_seconds";
        // The sum first: a call that ends meanwhile is in the counts alone.
        let sum = Seconds(self.microseconds.load(Ordering::Relaxed));
        let bounds = BUCKETS.map(|bound| Seconds(bound).to_string());
        let bounds = bounds.iter().map(String::as_str).chain(["+Inf"]);
        let mut all = 0;
        for (bound, count) in bounds.zip(&self.counts) {
            all += count.load(Ordering::Relaxed);
            page.sample(&format!("{name}_bucket"), &[("le", bound)], all);
        }
        page.sample(&format!("{name}_sum"), &[], sum);
        page.sample(&format!("{name}_count"), &[], all);
    }
}

/// Microseconds, written as seconds.
struct Seconds(u64);

impl Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The text of the metrics.
struct Page(String);

impl Page {
    /// Begins a metric. Its samples follow.
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.0.push_str(name);
        for (at, (label, value)) in labels.iter().enumerate() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let before = if at == 0 { '{' } else { ',' };
            let _ = write!(self.0, "{before}{label}=\"{value}\"");
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.0, "{end} {value}");
    }
}

#[cfg(test)]
mod tests;
