//! The results of `ls`, `find` and `grep`: lines, as far as they fit, and notices about the rest.

use crate::shared::{Json, Members, Reply, javascript};
use readroom_read::ReadFacts;

/// The maximum size of the lines in bytes.
const MAX_BYTES: u64 = 50 * 1024;

/// The number that means no limit on lines.
const ANY_NUMBER: u64 = (1 << 53) - 1;

/// Returns the number of results that a limit allows.
pub(super) fn limit(given: Option<f64>, default: f64) -> f64 {
    given.map_or(default, |limit| limit.floor().max(1.0))
}

/// The lines of a result: those that fit, and the size of all.
#[derive(Default)]
pub(super) struct Rows {
    text: String,
    kept: u64,
    count: u64,
    bytes: u64,
}

impl Rows {
    pub(super) fn push(&mut self, row: &str) {
        let is_first = self.count == 0;
        let is_whole = self.kept == self.count;
        self.count += 1;
        self.bytes += row.len() as u64 + u64::from(!is_first);
        if is_whole && self.bytes <= MAX_BYTES {
            self.text.extend([if is_first { "" } else { "\n" }, row]);
            self.kept += 1;
        }
    }

    /// Returns the number of lines, including those that do not fit.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
}

/// The limit that ended a list of results.
pub(super) struct Reached {
    /// Its name in `details`.
    pub(super) name: &'static str,
    /// The counted items, in the plural.
    pub(super) what: &'static str,
    pub(super) limit: f64,
    pub(super) advice: &'static str,
}

/// Returns a result. `empty` is the text if there are no lines.
pub(super) fn answer(
    rows: &Rows,
    empty: &str,
    reached: Option<&Reached>,
    has_cut_lines: bool,
    facts: ReadFacts,
) -> Reply {
    let mut notices = Vec::new();
    let mut details: Members<'_> = Vec::new();
    if let Some(Reached { name, what, limit, advice }) = reached {
        let [now, more] = [*limit, 2.0 * limit].map(javascript::number);
        notices.push(format!("{now} {what} limit reached. Use limit={more} for more{advice}"));
        details.push(((*name).into(), Json::Number(now.into())));
    }
    if rows.kept < rows.count {
        notices.push("50.0KB limit reached".into());
        let truncation = Json::object([
            ("content", Json::text(&*rows.text)),
            ("truncated", Json::Bool(true)),
            ("truncatedBy", Json::text("bytes")),
            ("totalLines", Json::number(rows.count)),
            ("totalBytes", Json::number(rows.bytes)),
            ("outputLines", Json::number(rows.kept)),
            ("outputBytes", Json::number(rows.text.len() as u64)),
            ("lastLinePartial", Json::Bool(false)),
            ("firstLineExceedsLimit", Json::Bool(false)),
            ("maxLines", Json::number(ANY_NUMBER)),
            ("maxBytes", Json::number(MAX_BYTES)),
        ]);
        details.push(("truncation".into(), truncation));
    }
    if has_cut_lines {
        let notice = "Some lines truncated to 500 chars. Use read tool to see full lines";
        notices.push(notice.into());
        details.push(("linesTruncated".into(), Json::Bool(true)));
    }
    let mut text = if rows.count == 0 { empty.to_string() } else { rows.text.clone() };
    if !notices.is_empty() {
        text.push_str(&format!("\n\n[{}]", notices.join(". ")));
    }
    let block = Json::object([("type", Json::text("text")), ("text", Json::text(&*text))]);
    let mut result: Members<'_> = vec![("content".into(), Json::List(vec![block]))];
    if !details.is_empty() {
        result.push(("details".into(), Json::Object(details)));
    }
    Reply::text(Json::Object(result).write(), text, vec![facts])
}
