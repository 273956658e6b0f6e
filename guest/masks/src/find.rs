//! Decides whether a rule matches at a place.

use crate::MAX_TOKEN;
use crate::block;
use crate::check::{self, Check};
use crate::found::{Found, Hit, Rest};
use crate::rule::{Form, OPEN, Part, Rule};
use crate::rules::{ASSIGNMENT, AWS_SECRET, RULES};
use crate::sentinel::SENTINEL_START;
use crate::set::{ALNUM, BASE64, Set, URL64};
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

/// The characters of a user's name, and of a password, in a URL.
const USER: Set = Set::of("!#-&*-.0-9;=A-Z^_a-z|~");
const PASSWORD: Set = Set::of("!#-&*-.0-9:;=A-Z^_a-z|~?");
/// What random values consist of.
const VALUE: Set = Set::of("!#-&*-9;=@-Z^-_a-z~");
const NAME: Set = Set::of("0-9A-Za-z_-");
/// The characters of a type between a name and its value.
const TYPE: Set = Set::of(" &'.0-9<>A-Z[]_a-z|?");

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
            Form::KeyBlock => block::marker(self.bytes, number, place, after),
        }
    }

    fn from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    fn at(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Returns the byte `back` places before a place, also if it is before the text.
    fn back(&self, at: usize, back: usize) -> u8 {
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

    fn url_password(&self, number: usize, after: usize) -> Option<Hit> {
        let colon = after + USER.run(self.from(after), 65);
        let start = colon + 1;
        let end = start + PASSWORD.run(self.from(start), 257);
        let is_host = |byte| ALNUM.has(byte) || b"[{$<".contains(&byte);
        if self.at(colon) != Some(b':') || self.at(end) != Some(b'@') {
            return None;
        }
        let (user, password) = (self.bytes.get(after..colon)?, self.bytes.get(start..end)?);
        let is_secret = self.at(end + 1).is_some_and(is_host)
            && !check::is_placeholder(password)
            && user != password;
        is_secret.then_some(Hit { rule: number, start, end, rest: Rest::Nothing })
    }

    fn assignment(&self, number: usize, rule: &Rule, place: usize, after: usize) -> Option<Hit> {
        let name_end = after + NAME.run(self.from(after), 40);
        let name = self.bytes.get(place..name_end)?;
        let is_aws = |start: &&str| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start.as_bytes()))
        };
        let aws = RULES.get(AWS_SECRET)?;
        if number == ASSIGNMENT && (aws.starts.iter().any(is_aws) || self.is_public(place, after)) {
            return None;
        }
        let mut start = self.value(name_end)?;
        let quote = self.at(start).filter(|byte| b"\"'`".contains(byte));
        start += usize::from(quote.is_some());
        if number == AWS_SECRET {
            let end = start + BASE64.run(self.from(start), 41);
            let is_secret = end - start == 40 && Check::Mixed.passes(self.bytes.get(start..end)?);
            return is_secret.then_some(Hit { rule: number, start, end, rest: Rest::Nothing });
        }
        let quote = quote?;
        let end = start + VALUE.run(self.from(start), 257);
        let closes = self.at(end).is_some_and(|byte| byte == quote || byte == b'\\');
        let is_secret = closes && rule.check.passes(self.bytes.get(start..end)?);
        is_secret.then_some(Hit { rule: number, start, end, rest: Rest::Nothing })
    }

    /// Returns whether the name of a token says that it is not a credential: a page, a request.
    fn is_public(&self, place: usize, after: usize) -> bool {
        const PUBLIC: [&[u8]; 9] = [
            b"next",
            b"continuation",
            b"page",
            b"request",
            b"change",
            b"sync",
            b"cancel",
            b"marker",
            b"client",
        ];
        let before = self.bytes.get(..place).unwrap_or_default();
        let start = place - NAME.run_back(before, 32);
        let name = self.bytes.get(start..place).unwrap_or_default();
        let word = self.bytes.get(place..after).unwrap_or_default();
        let has =
            |word: &&[u8]| name.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word));
        word.eq_ignore_ascii_case(b"token") && PUBLIC.iter().any(has)
    }

    /// Returns where the value of a name begins that ends at a place: at its quotation mark, if it
    /// has one.
    fn value(&self, name_end: usize) -> Option<usize> {
        const BLANK: Set = Set::of(" \t");
        let blank = |at: usize| at + BLANK.run(self.from(at), 32);
        let closing = Set::of("\"'`])?!\\").run(self.from(name_end), 4);
        let mut at = blank(name_end + closing);
        if self.at(at) == Some(b':') {
            at = blank(at + 1);
            if !self.at(at).is_some_and(|byte| b"\"'`\\=".contains(&byte)) {
                let typed = at + TYPE.run(self.from(at), 40);
                at = if self.at(typed) == Some(b'=') { typed } else { return Some(at) };
            }
        } else if self.at(at) != Some(b'=') {
            return None;
        }
        if self.at(at) == Some(b'=') {
            at += 1;
            match self.at(at) {
                Some(b'=' | b'~') => return None,
                Some(b'>') => at += 1,
                _ => {}
            }
        }
        at = blank(at);
        let is_prefixed = self.at(at).is_some_and(|byte| b"bru@\\".contains(&byte))
            && self.at(at + 1).is_some_and(|byte| b"\"'`".contains(&byte));
        Some(at + usize::from(is_prefixed))
    }
}
