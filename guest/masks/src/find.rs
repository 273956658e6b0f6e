//! Decides whether a rule matches at an offset.

use crate::MAX_TOKEN;
use crate::check::Check;
use crate::colour::Colours;
use crate::found::{Found, Hit, Rest};
use crate::next_line::Expected;
use crate::rule::{Form, OPEN, Part, Rule};
use crate::rules::RULES;
use crate::set::{ALNUM, DIGIT, Set, URL64};
use readroom_anchors::Trigger;
use std::cell::Cell;

/// The number of known bytes before the text.
const MAX_BEFORE: usize = 256;

/// Text in which secrets are searched for: a line, or a part of one.
pub(crate) struct View<'a> {
    pub(crate) bytes: &'a [u8],
    /// The output of this line before the next offset, without color sequences.
    pub(crate) before: Vec<u8>,
    /// The offset up to which the text is finished.
    pub(crate) floor: usize,
    /// The sequences removed from it.
    pub(crate) colours: Colours,
    /// The byte range of a known run of [`URL64`], so that it is not counted again from each offset
    /// in it.
    run: Cell<(usize, usize)>,
    /// Where the value of the last name is expected, if it is not on its line.
    pub(crate) expected: Cell<Option<Expected>>,
}

impl<'a> View<'a> {
    pub(crate) fn new(bytes: &'a [u8], before: Vec<u8>, colours: Colours) -> Self {
        let (run, expected) = (Cell::new((0, 0)), Cell::new(None));
        Self { bytes, before, floor: 0, colours, run, expected }
    }

    /// Returns what starts at the anchor of a trigger.
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
            Form::Assignment => self.assignment(number, rule, place, after),
            Form::UrlPassword => self.url_password(number, after).map(Found::Secret),
            Form::DsnPassword => self.dsn_password(number, place).map(Found::Secret),
            Form::CurlPassword => {
                let found = self.curl_password(number, place, after);
                found.or_else(|| self.login_password(number, place, after)).map(Found::Secret)
            }
            Form::Command => self.command_password(number, trigger.start, after).map(Found::Secret),
            Form::Colour => None,
            Form::Manifest => self.map_of_secret(place).or(Some(Found::Manifest)),
            Form::KeyBlock => self.key_block(number, place, after),
        }
    }

    pub(crate) fn from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    pub(crate) fn at(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Appends to the output of the line, without color sequences.
    pub(crate) fn finish(&mut self, text: &str) {
        let text = text.as_bytes();
        let last = text.get(text.len().saturating_sub(MAX_BEFORE)..).unwrap_or(text);
        self.before.extend_from_slice(last);
        if self.before.len() > 4 * MAX_BEFORE {
            self.before.drain(..self.before.len() - MAX_BEFORE);
        }
    }

    /// Returns at most `length` bytes before an offset. Secrets in them are masked, so that masked
    /// text is masked to itself, and lines are masked alike in pieces of any length.
    pub(crate) fn context(&self, at: usize, length: usize) -> Vec<u8> {
        let here = self.bytes.get(at.saturating_sub(length).max(self.floor)..at);
        let here = here.unwrap_or_default();
        let before = self.before.len().saturating_sub(length - here.len());
        [self.before.get(before..).unwrap_or_default(), here].concat()
    }

    /// Returns the byte `back` bytes before an offset, like [`View::context`].
    pub(crate) fn back(&self, at: usize, back: usize) -> u8 {
        let here = at.saturating_sub(self.floor);
        let byte = match back.checked_sub(here + 1) {
            None => self.at(at - back),
            Some(before) => self.before.iter().rev().nth(before).copied(),
        };
        byte.unwrap_or(0)
    }

    /// Returns whether a token may start at an offset: after another kind of character, an escaped
    /// one (`\n`, `\x22`, `\u0022`, `\042`, `%22`, `=22`), or a color sequence.
    fn begins(&self, at: usize) -> bool {
        let [sixth, fifth, fourth, third, second, first] =
            [6, 5, 4, 3, 2, 1].map(|back| self.back(at, back));
        let are_hex = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_hexdigit);
        !ALNUM.has(first)
            || second == b'\\'
            || [second, first] == *b"(B"
            || b"%=".contains(&third) && are_hex(&[second, first])
            || fourth == b'\\' && (third == b'x' || DIGIT.has(third)) && are_hex(&[second, first])
            || [sixth, fifth] == *b"\\u" && are_hex(&[fourth, third, second, first])
            || self.colours.is_at(at)
    }

    /// Returns the token of a known format at an offset.
    pub(crate) fn token_at(&self, place: usize) -> Option<Hit> {
        let tokens = RULES.iter().enumerate().filter(|(_, rule)| rule.form == Form::Token);
        let starts = tokens.flat_map(|rule| rule.1.starts.iter().map(move |start| (rule, start)));
        let mut here = starts.filter(|(_, start)| self.from(place).starts_with(start.as_bytes()));
        here.find_map(|((number, rule), start)| {
            let hit = self.token(number, rule, place, place + start.len())?;
            (hit.start == place).then_some(hit)
        })
    }

    fn token(&self, number: usize, rule: &Rule, place: usize, after: usize) -> Option<Hit> {
        let mut start = place;
        if let Some((set, min, max)) = rule.before {
            let before = self.bytes.get(self.floor..place).unwrap_or_default();
            let length = set.run_back(before, max);
            start = place.checked_sub(length).filter(|_| length >= min)?;
        }
        // `https://api.telegram.org/bot123456789:AA…`.
        let is_bot = || rule.before.is_some() && self.context(start, 4) == b"/bot";
        let is_word = self.at(start).is_some_and(|byte| URL64.has(byte));
        if is_word && !self.begins(start) && !is_bot() {
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
                    let mut length = set.run(self.from(at), max.saturating_add(1));
                    if length > max {
                        // It may end at a color sequence, or be joined to other text: `_AIza…_`.
                        let is_joint = is_last && min == max && b"_-".contains(&self.at(at + max)?);
                        let colour = self.colours.first_in(at + min..at + max + 1);
                        length = colour.or(is_joint.then_some(at + max))? - at;
                    }
                    (min..=max).contains(&length).then_some(length)?
                }
            };
        }
        let ends_in_run = rest == Rest::Nothing && matches!(rule.parts.last(), Some(Part::Run(..)));
        let is_longer = self.at(at).is_some_and(|byte| ALNUM.has(byte)) && !self.colours.is_at(at);
        // A sentinel that starts within a run may be in place of more of it.
        let is_cut = || self.from(at).starts_with("«".as_bytes()) && !ALNUM.has(self.back(at, 1));
        // The name of a file: `…-us2.png`.
        let is_dotted = rule.check == Check::Shape && self.at(at) == Some(b'.');
        let is_file = || is_dotted && self.at(at + 1).is_some_and(|byte| ALNUM.has(byte));
        if ends_in_run && (is_longer || is_cut() || is_file()) {
            return None;
        }
        let checked = if rule.before.is_some() { start } else { after };
        if !rule.check.passes(self.bytes.get(checked..at)?) {
            return None;
        }
        let start = if rule.keeps_start { after } else { start };
        let glued = self.glued(at, rest, place.saturating_add(MAX_TOKEN));
        let (end, rest) = glued.map_or((at, rest), |end| (end, Rest::Run(URL64)));
        Some(Hit { rule: number, start, end, rest })
    }

    /// Returns the end of the parts of a token that are joined to it by dots, like those of a JSON
    /// Web Token. `None` if there are none.
    fn glued(&self, at: usize, rest: Rest, limit: usize) -> Option<usize> {
        let run = |set: Set, at: usize| at + set.run(self.from(at), limit.saturating_sub(at));
        let mut end = if let Rest::Run(set) = rest { run(set, at) } else { at };
        let mut is_glued = false;
        while self.at(end) == Some(b'.') && run(URL64, end + 1) >= end + 17 {
            if rest == Rest::Nothing && !is_glued && !self.from(end).starts_with(b".eyJ") {
                break;
            }
            (end, is_glued) = (run(URL64, end + 1), true);
        }
        is_glued.then_some(end)
    }

    /// Returns the length of a run of [`URL64`], which is examined up to `limit`.
    fn url64_run(&self, at: usize, limit: usize) -> usize {
        let (start, end) = self.run.get();
        let (start, known) = if (start..end).contains(&at) { (start, end) } else { (at, at) };
        let end = known + URL64.run(self.from(known), limit.saturating_sub(known));
        self.run.set((start, end));
        end.min(limit).saturating_sub(at)
    }
}
