//! Spans for hosts that collect them with the crate `tracing`: one per read, named `read`, with the
//! target `readroom` and at the level INFO. Its fields are those of an audit log's record. Without
//! a subscriber the cost is negligible.

use crate::observer::Event;
use tracing::field::{Empty, display};
use tracing::{Level, Span};

/// Begins the span of a read.
pub(crate) fn span(session: Option<&str>, tool: Option<&str>) -> Span {
    tracing::span!(
        target: "readroom",
        Level::INFO,
        "read",
        session,
        tool,
        path = Empty,
        real = Empty,
        lines = Empty,
        bytes = Empty,
        outcome = Empty,
        denied = Empty,
        limit = Empty,
        host_calls = Empty,
        read_bytes = Empty,
        memory = Empty,
    )
}

/// Returns whether spans are collected.
pub(crate) fn is_collected() -> bool {
    tracing::enabled!(target: "readroom", Level::INFO)
}

/// Adds the result of the read.
pub(crate) fn record(span: &Span, event: &Event) {
    let facts = if let [facts] = &*event.facts { Some(facts) } else { None };
    span.record("path", event.path.as_deref());
    span.record("real", facts.map(|facts| facts.real_path.as_str()));
    span.record("lines", facts.map(|facts| facts.lines));
    span.record("bytes", facts.map(|facts| facts.bytes));
    span.record("outcome", event.outcome.name());
    span.record("denied", event.denied.as_ref().map(display));
    span.record("limit", event.limit.map(display));
    span.record("host_calls", event.cost.host_calls);
    span.record("read_bytes", event.cost.bytes);
    span.record("memory", event.cost.memory);
}
