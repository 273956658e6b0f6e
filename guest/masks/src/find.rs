//! Decides whether a rule matches at a place.

use crate::MAX_TOKEN;
use crate::block;
use crate::found::{Found, Hit, Rest};
use crate::rule::{Form, OPEN, Part, Rule};
use crate::rules::RULES;
use crate::sentinel::SENTINEL_START;
use crate::set::{ALNUM, URL64};
use crate::trigger::Trigger;
use std::cell::Cell;

/// Text in which secrets are looked for: a line, or a part of one.
pub(crate) struct View<'a> {
    pub(crate) bytes: &'a [u8],
    /// The three bytes before the text, and what of it is over.
    pub(crate) before: [u8; 3],
    pub(crate) floor: usize,
    /// Where a run of [`URL64`] is known to be: it need not be counted again from each place in it.
    run: Cell<(usize, usize)>,
}

impl<'a> View<'a> {
    pub(crate) fn new(bytes: &'a [u8], before: [u8; 3]) -> Self {
        Self { bytes, before, floor: 0, run: Cell::new((0, 0)) }
    }

    /// Returns what begins where a trigger has its anchor.
    pub(crate) fn find(&self, anchor: usize, trigger: &Trigger) -> Option<Found> {
        let place = anchor.checked_sub(trigger.offset.into()).filter(|at| *at >= self.floor)?;
        let number = usize::from(trigger.rule);
        let rule = RULES.get(number)?;
        let start = rule.starts.get(usize::from(trigger.start))?.as_bytes();
        let here = self.bytes.get(place..)?.get(..start.len())?;
        let is_here = match rule.form {
            Form::Assignment => here.eq_ignore_ascii_case(start),
            _ => here == start,
        };
        if !is_here {
            return None;
        }
        let after = place + start.len();
        match rule.form {
            Form::Token => self.token(number, rule, place, after).map(Found::Secret),
            Form::Assignment => self.assignment(number, rule, place, after).map(Found::Secret),
            Form::UrlPassword => self.url_password(number, after).map(Found::Secret),
            Form::DsnPassword => self.dsn_password(number, place).map(Found::Secret),
            Form::CurlPassword => self.curl_password(number, place, after).map(Found::Secret),
            Form::KeyBlock => block::marker(self.bytes, number, place, after),
        }
    }

    pub(crate) fn from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    pub(crate) fn at(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Returns the byte `back` places before a place, also if it is before the text.
    pub(crate) fn back(&self, at: usize, back: usize) -> u8 {
        match at.checked_sub(back) {
            Some(at) => self.at(at).unwrap_or(0),
            None => self.before.get((3 + at).saturating_sub(back)).copied().unwrap_or(0),
        }
    }

    /// Returns whether a token may begin at a place: after another kind of character, an escaped
    /// one (`\n`), or a percent-encoded one.
    fn begins(&self, at: usize) -> bool {
        let (third, second, first) = (self.back(at, 3), self.back(at, 2), self.back(at, 1));
        let is_hex = |byte: u8| byte.is_ascii_hexdigit();
        !ALNUM.has(first) || second == b'\\' || third == b'%' && is_hex(second) && is_hex(first)
    }

    fn token(&self, number: usize, rule: &Rule, place: usize, after: usize) -> Option<Hit> {
        let mut start = place;
        if let Some((set, min, max)) = rule.before {
            let before = self.bytes.get(self.floor..place).unwrap_or_default();
            let length = set.run_back(before, max);
            start = place.checked_sub(length).filter(|_| length >= min)?;
        }
        if self.at(start).is_some_and(|byte| URL64.has(byte)) && !self.begins(start) {
            return None;
        }
        let (mut at, mut rest) = (after, Rest::Nothing);
        for (index, part) in rule.parts.iter().enumerate() {
            let is_last = index + 1 == rule.parts.len();
            at += match *part {
                Part::Text(text) => {
                    let is_here = self.from(at).starts_with(text.as_bytes());
                    is_here.then_some(text.len())?
                }
                Part::One(set) => set.has(self.at(at)?).then_some(1)?,
                Part::Run(set, min, OPEN) if is_last => {
                    rest = Rest::Run(set.or(ALNUM));
                    let length = set.run(self.from(at), min.max(64));
                    (length >= min).then_some(length)?
                }
                Part::Run(_, min, OPEN) => {
                    let length = self.url64_run(at, place.saturating_add(MAX_TOKEN));
                    (length >= min).then_some(length)?
                }
                Part::Run(set, min, max) => {
                    let length = set.run(self.from(at), max.saturating_add(1));
                    (min..=max).contains(&length).then_some(length)?
                }
            };
        }
        let ends_in_run = rest == Rest::Nothing && matches!(rule.parts.last(), Some(Part::Run(..)));
        // Where a sentinel is now, more of the run may have been.
        let goes_on = || self.from(at).starts_with(SENTINEL_START.as_bytes());
        if ends_in_run && (self.at(at).is_some_and(|byte| ALNUM.has(byte)) || goes_on()) {
            return None;
        }
        let checked = if rule.before.is_some() { start } else { after };
        let passes = rule.check.passes(self.bytes.get(checked..at)?);
        let start = if rule.keeps_start { after } else { start };
        passes.then_some(Hit { rule: number, start, end: at, rest })
    }

    /// Returns the length of a run of [`URL64`], which is looked at up to `limit`.
    fn url64_run(&self, at: usize, limit: usize) -> usize {
        let (start, end) = self.run.get();
        let (start, known) = if (start..end).contains(&at) { (start, end) } else { (at, at) };
        let end = known + URL64.run(self.from(known), limit.saturating_sub(known));
        self.run.set((start, end));
        end.min(limit).saturating_sub(at)
    }
}
