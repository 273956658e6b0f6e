//! The arguments of a call that continues or repeats another.

use crate::shared::{Json, escaped};
use readroom_core::Ordinal;
use readroom_read::{ReadRequest, Totals, View};
use std::borrow::Cow;

/// What differs from the call before.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    pub(super) start: Option<Ordinal>,
    pub(super) lines: Option<u64>,
    pub(super) column: Option<u64>,
    pub(super) again: bool,
}

/// Returns the arguments of a call as JSON: those of a request, without its start, and what
/// differs.
pub(super) fn arguments(request: &ReadRequest<'_>, changes: Changes) -> String {
    let view = (request.view == View::Text).then_some("text");
    let totals = match request.totals {
        Totals::Auto => None,
        Totals::Always => Some("always"),
        Totals::Never => Some("never"),
    };
    let number = |number: Option<u64>| number.map(Json::number);
    let start = changes.start.map(|start| Json::Number(start.to_string().into()));
    let members = [
        ("path", Some(Json::text(request.path))),
        ("start", start),
        ("lines", number(changes.lines.or(request.lines))),
        ("bytes", number(request.bytes)),
        ("tokens", number(request.tokens)),
        ("column", number(changes.column.or(request.column))),
        ("columns", number(request.columns)),
        ("encoding", request.encoding.map(Json::text)),
        ("view", view.map(Json::text)),
        ("totals", totals.map(Json::text)),
        ("at", request.at.map(Json::text)),
        ("again", changes.again.then_some(Json::Bool(true))),
    ];
    let given = members.into_iter().filter_map(|(name, value)| Some((Cow::Borrowed(name), value?)));
    escaped(&Json::Object(given.collect()).write()).into_owned()
}
