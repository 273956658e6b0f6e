//! Searches the text of a line for secrets.

use super::{Masker, floor};
use crate::MAX_TOKEN;
use crate::base64;
use crate::block::{self, Block, Lines};
use crate::colour;
use crate::columns::Columns;
use crate::find::View;
use crate::format::ValueFormat;
use crate::found::{Found, Hit, Rest};
use crate::rules::{ASSIGNMENT, CREDENTIALS, KEY_BLOCK};
use crate::sentinel::push_sentinel;
use crate::trigger;
use readroom_anchors::{Trigger, next_run, run_at};
use std::mem::take;

/// How far to look back from an offset: the longest prefix of a rule, and the part before it.
const LOOK_BACK: usize = 320;

/// The maximum depth of base64 within base64.
const MAX_DEPTH: u8 = 2;
/// The lengths of base64, and of a line with it, that may be wrapped.
const MIN_WRAPPED: usize = 56;
const MAX_WRAPPED: usize = 256;

/// The result of a scan: the finished length of the text, and whether anything was replaced.
pub(super) struct Scanned {
    pub(super) over: usize,
    is_changed: bool,
}

impl Masker {
    pub(super) fn tokens(&mut self, line: &str, out: &mut String) -> bool {
        self.before.clear();
        let mut uncoloured = String::new();
        let first = next(line.as_bytes());
        if first.is_none() && !self.columns.is_open() {
            return false;
        }
        if colour::has(line) {
            self.colours.take(line, &mut uncoloured);
            self.colours.end(&mut uncoloured);
        }
        let line = if uncoloured.is_empty() { line } else { &uncoloured };
        self.first = first.filter(|_| uncoloured.is_empty()).unwrap_or(0);
        let is_changed = self.scan(line, false, false, out).is_changed;
        self.end_rest();
        is_changed
    }

    /// Ends a line. A key whose end marker is not on it continues on the next.
    pub(super) fn end_rest(&mut self) {
        if self.rest == Rest::Key {
            (self.block, self.is_counted) =
                (Block::Inside(Lines { is_full: true, others: 0 }), true);
        }
        self.rest = Rest::Nothing;
        self.before.clear();
    }

    /// Searches for tokens in text that may continue. If something is replaced, or `copies` is set,
    /// the finished part is appended to `out`.
    pub(super) fn scan(
        &mut self,
        text: &str,
        more: bool,
        copies: bool,
        out: &mut String,
    ) -> Scanned {
        let bytes = text.as_bytes();
        let mut view = View::new(bytes, take(&mut self.before), take(&mut self.colours));
        let is_whole = !more && view.before.is_empty();
        let is_line = is_whole && text.len() <= MAX_WRAPPED;
        let mut may_be_header = is_whole && self.format == ValueFormat::Plain;
        view.floor = self.end_of_rest(text, 0);
        let (mut at, mut is_changed) = (view.floor.max(self.seen), false);
        let limit = if more { text.len().saturating_sub(MAX_TOKEN) } else { text.len() };
        let mut run = next_run(bytes, at);
        let mut trigger = trigger::next(bytes, at.max(take(&mut self.first)));
        // Secrets after their names, which may hold others: `https://TOKEN:password@host`.
        let mut later = if is_whole { view.cells(&self.columns, 0) } else { Vec::new() };
        loop {
            // Base64 runs before it are unchanged.
            if trigger.is_some_and(|(anchor, _)| anchor < at) {
                trigger = trigger::next(bytes, at);
            }
            let limit = later.last().map_or(limit, |hit| hit.start);
            let next = trigger.filter(|(anchor, _)| *anchor < limit);
            let anchor = next.map_or(limit.saturating_sub(1), |(anchor, _)| anchor);
            let found = match (run.filter(|(start, _)| *start <= anchor), next) {
                (Some((start, end)), _) if start < view.floor => {
                    run = next_run(bytes, end);
                    None
                }
                (Some((start, mut end)), _) => {
                    let base64 = view.base64(start, &mut end);
                    run = next_run(bytes, end);
                    let rule = base64.as_ref().and_then(|(_, text)| self.rule_in_base64(text));
                    let hit = |(start, _), rule| Hit { rule, start, end, rest: base64::REST };
                    base64.zip(rule).map(|(base64, rule)| Found::Secret(hit(base64, rule)))
                }
                (None, Some((anchor, triggers))) => {
                    at = anchor + 1;
                    let found = triggers.iter().find_map(|trigger| view.find(anchor, trigger));
                    let is_name = |trigger: &Trigger| usize::from(trigger.rule) == ASSIGNMENT;
                    if found.is_none() && may_be_header && triggers.iter().any(is_name) {
                        may_be_header = false;
                        self.begin_columns(&view, &mut later);
                    }
                    found
                }
                (None, None) => {
                    let Some(hit) = later.pop() else { break };
                    at = at.max(hit.start);
                    Some(Found::Secret(hit))
                }
            };
            match found {
                // It is part of one that is known.
                Some(Found::Secret(hit))
                    if hit.start < view.floor && hit.end <= view.floor
                        || later.last().is_some_and(|last| hit.start >= last.start) => {}
                Some(Found::Secret(hit)) if hit.start > at => later.push(hit),
                Some(Found::Secret(Hit { rule, start, end, rest })) => {
                    if start >= view.floor {
                        view.colours.copy(text, view.floor..start, true, out);
                        view.finish(text.get(view.floor..start).unwrap_or_default());
                        let sentinel = out.len();
                        push_sentinel(rule, out);
                        view.finish(out.get(sentinel..).unwrap_or_default());
                        self.add(rule, 1);
                    }
                    (self.rest, is_changed) = (rest, true);
                    view.floor = self.end_of_rest(text, end);
                    at = at.max(view.floor);
                    run = run_at(bytes, view.floor).or(run);
                    // Wrapped base64 may continue on the next line.
                    let is_wrapped = is_line && rest == base64::REST && end - start >= MIN_WRAPPED;
                    if is_wrapped && base64::wraps(bytes.get(view.floor..).unwrap_or_default()) {
                        (self.block, self.is_counted) = (Block::Unknown, true);
                    }
                }
                Some(Found::Manifest) => self.manifest.begin(text),
                Some(Found::Block) => {
                    (self.block, self.is_counted) = (Block::Inside(Lines::default()), false);
                }
                Some(Found::List(hits)) if later.is_empty() => later.extend(hits.into_iter().rev()),
                Some(Found::List(_)) | None => {}
            }
        }
        let expected = view.expected.take().filter(|_| self.format == ValueFormat::Plain);
        self.expected = expected.or(self.expected);
        let mut over = text.len();
        if more {
            let certain = floor(text, limit.saturating_sub(LOOK_BACK));
            // The whole secret is finished, except for a dash that may be the first of two.
            over = if self.rest == Rest::Nothing { certain.max(view.floor) } else { view.floor };
        }
        self.seen = if more { limit.saturating_sub(over) } else { 0 };
        if is_changed || copies {
            view.colours.copy(text, view.floor..over, !more, out);
        }
        if more {
            view.colours.drop_before(over);
            view.finish(text.get(view.floor..over).unwrap_or_default());
            (self.before, self.colours) = (view.before, view.colours);
        }
        Scanned { over, is_changed }
    }

    /// Starts a table, if a line names its columns. Its values may be on the same line.
    fn begin_columns(&mut self, view: &View<'_>, later: &mut Vec<Hit>) {
        let columns =
            Columns::of(view.bytes).filter(|(columns, _)| !columns.is_like(&self.columns));
        if let Some((columns, names)) = columns {
            if later.is_empty() {
                *later = view.cells(&columns, names);
            }
            self.columns = columns;
        }
    }

    /// Returns the rule of the secret in decoded base64.
    fn rule_in_base64(&self, text: &str) -> Option<usize> {
        let mut masker = Masker { depth: self.depth + 1, ..Masker::new(ValueFormat::Plain) };
        if masker.depth > MAX_DEPTH {
            return None;
        }
        for line in text.lines() {
            masker.line(line, &mut String::new());
        }
        let first = masker.counts.iter().position(|count| *count > 0);
        let first = first.or(matches!(masker.block, Block::Inside(_)).then_some(KEY_BLOCK));
        first.or_else(|| base64::is_file(text).then_some(CREDENTIALS))
    }

    /// Returns the end of a secret that continues at `at`. It may continue after the text.
    fn end_of_rest(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes().get(at..).unwrap_or_default();
        let end = match self.rest {
            Rest::Nothing => at,
            Rest::Run(set) => at + set.run(bytes, usize::MAX),
            Rest::Key => at + block::key_end(bytes),
        };
        if end < text.len() && !(self.rest == Rest::Key && end + 1 == text.len()) {
            self.rest = Rest::Nothing;
        }
        end
    }
}

/// Returns an offset on the same line, at or before the first that needs examination.
pub(super) fn next(text: &[u8]) -> Option<usize> {
    let trigger = trigger::next(text, 0).map(|(at, _)| at);
    let before = text.get(..trigger.unwrap_or(text.len())).unwrap_or_default();
    next_run(before, 0).map(|(start, _)| start).or(trigger)
}
