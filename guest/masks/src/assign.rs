//! Decides whether a value assigned to a name is a secret.

use crate::MAX_TOKEN;
use crate::check::{self, Check, NAME};
use crate::find::View;
use crate::found::{Found, Hit, Rest};
use crate::next_line::{Expected, JOINTS, Kind, after_name, is_cut, is_part, secrets};
use crate::rule::Rule;
use crate::rules::{ASSIGNMENT, AWS_SECRET, RULES};
use crate::set::{BASE64, Set};
use crate::value_start::BLANK;
use std::ops::Range;

/// The characters of values: between quotation marks, on the rest of a line, and before others.
const QUOTED: Set = Set::of("!-[]-~");
const WHOLE: Set = Set::of("!#-&(-[]-_a-~");
const BARE: Set = Set::of("!$%*+.-9=?-Z^-_a-z~-");
/// The number of bytes by which a value is judged. The rest of a longer one is a secret, too.
const MAX_JUDGED: usize = 257;
/// The characters that may follow an unquoted value.
pub(crate) const AFTER_BARE: Set = Set::of(" \t\r;,&#\"'`<)]}|\\");

/// A name that a value may be assigned to.
struct Name {
    /// The rule that has a part of it.
    rule: usize,
    /// The offset of that part.
    place: usize,
    /// The offset after the part.
    after: usize,
    /// The range of the whole name.
    start: usize,
    end: usize,
    is_password: bool,
}

impl View<'_> {
    pub(crate) fn assignment(
        &self,
        number: usize,
        rule: &Rule,
        place: usize,
        after: usize,
    ) -> Option<Found> {
        let name = self.name(number, place, after)?;
        let (is_general, is_password) = (number == ASSIGNMENT, name.is_password);
        if is_general && let Some((mut hits, is_open)) = self.list(place, name.end, is_password) {
            if is_open {
                self.expect(Kind::List, name.start, is_password);
            }
            hits.retain(|_| !self.is_of_other(&name));
            return (!hits.is_empty()).then_some(Found::List(hits));
        }
        let before = self.value_before(name.start);
        for start in self.values(name.start, name.end).into_iter().chain([before]).flatten() {
            let quote = self.at(start).filter(|byte| b"\"'`".contains(byte));
            let start = start + usize::from(quote.is_some());
            // `"\"…\""`.
            let is_quoted_twice = quote.is_some() && self.from(start).starts_with(b"\\\"");
            let start = start + if is_quoted_twice { 2 } else { 0 };
            if number == AWS_SECRET {
                let end = start + BASE64.run(self.from(start), 41);
                if end - start == 40 && Check::Mixed.passes(self.bytes.get(start..end)?) {
                    return self.hit(&name, start, end);
                }
                continue;
            }
            if let Some(end) = self.whole(name.start, start).filter(|_| is_general) {
                return self.hit(&name, start, end);
            }
            let end = self.value_end(&name, start, quote)?;
            let (last, value, next) = self.joined(start, end, quote);
            // The rest of it is on the next line.
            let is_cut = next.is_some() && is_cut(self.from(last));
            let is_part = || is_general && is_cut && is_part(&value);
            if self.is_secret(&name, rule.check, &value, quote, start..end) || is_part() {
                let found = self.hit(&name, start, last);
                if let Some(kind) = next.filter(|_| found.is_some() && is_general) {
                    self.expect(kind, name.start, is_password);
                }
                return found;
            }
        }
        let before = self.context(name.start, 32);
        let is_option = self.from(name.start).starts_with(b"--");
        let kind = || after_name(before.trim_ascii_end(), is_option, self.from(name.end));
        if let Some(kind) = is_general.then(kind).flatten().filter(|_| !self.is_of_other(&name)) {
            self.expect(kind, name.start, is_password);
        }
        None
    }

    /// Returns the name around a part. `None` if another rule has it.
    fn name(&self, rule: usize, place: usize, after: usize) -> Option<Name> {
        // Some names are recognized only with the sign after them.
        let part = self.bytes.get(place..after)?;
        let after = after - part.iter().rev().take_while(|byte| !NAME.has(**byte)).count();
        let start = place - NAME.run_back(self.bytes.get(self.floor..place)?, 40);
        // `${PASSWORD-default}`.
        let is_default = self.context(start, 2) == b"${";
        let rest = self.from(after);
        let rest = rest.get(..NAME.run(rest, 40))?;
        let end = after + rest.split(|byte| is_default && *byte == b'-').next()?.len();
        let name = self.bytes.get(place..end)?;
        let is_aws = |start: &&str| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start.as_bytes()))
        };
        let is_general = rule == ASSIGNMENT;
        if is_general && RULES.get(AWS_SECRET)?.starts.iter().any(is_aws) {
            return None;
        }
        let is_password =
            is_general && ["pass", "pw"].iter().any(|w| check::contains(name, w.as_bytes()));
        Some(Name { rule, place, after, start, end, is_password })
    }

    /// Returns whether a value is not a secret because of its name. Lists of words are searched, so
    /// this is only asked if there is a value.
    fn is_of_other(&self, name: &Name) -> bool {
        name.rule == ASSIGNMENT && self.is_other(name.place, name.after, name.end)
    }

    /// Returns whether a name is an argument, or a variable that a command reads.
    fn is_typed(&self, name: &Name) -> bool {
        // `/password:…`.
        let is_slashed = self.context(name.start, 2) == b" /";
        let name = self.bytes.get(name.start..name.end).unwrap_or_default();
        let is_read = [&b"PGPASSWORD"[..], b"MYSQL_PWD", b"SSHPASS"].contains(&name);
        let words = ["password", "passphrase", "passwd", "pass", "pwd"];
        let is_option = || words.iter().any(|word| check::ends_with(name, word.as_bytes()));
        is_read
            || check::ends_with(name, b"identified by")
            || (is_slashed || name.starts_with(b"-")) && is_option()
    }

    fn hit(&self, name: &Name, start: usize, end: usize) -> Option<Found> {
        let known = self.token_at(start).filter(|hit| hit.end >= end);
        let rest = if end - start < MAX_JUDGED { Rest::Nothing } else { Rest::Run(BARE) };
        let hit = known.unwrap_or(Hit { rule: name.rule, start, end, rest });
        (!self.is_of_other(name)).then_some(Found::Secret(hit))
    }

    /// Returns the end of the first string of a value.
    fn value_end(&self, name: &Name, start: usize, quote: Option<u8>) -> Option<usize> {
        let is_separate = || {
            let before = self.context(name.start, 10);
            before.trim_ascii_end().ends_with(b";") && !before.contains(&b'&')
        };
        let set = match quote {
            Some(_) => QUOTED,
            // In a connection string, only a semicolon ends it.
            None if is_separate() => BARE.or(Set::of("&")),
            // A user may be before it.
            None if name.rule != ASSIGNMENT => BARE.or(Set::of(":")),
            None => BARE,
        };
        let text = self.from(start);
        let text = text.get(..set.run(text, MAX_JUDGED))?;
        Some(start + text.split(|byte| Some(*byte) == quote).next()?.len())
    }

    /// Returns whether a value is a secret, whose first string has this range.
    fn is_secret(
        &self,
        name: &Name,
        check: Check,
        value: &[u8],
        quote: Option<u8>,
        first: Range<usize>,
    ) -> bool {
        let Range { start, end } = first;
        let is_argument = || self.is_typed(name) && check::is_argument(value);
        match (quote, self.at(end)) {
            _ if end - start == MAX_JUDGED && value.iter().all(|byte| BARE.has(*byte)) => {
                check::is_bare_random(value)
            }
            (Some(quote), Some(last)) if last == quote || last == b'\\' => {
                // A name in the argument of a function is not a secret.
                let is_name = || self.back(start, 2) == b'(' && check::is_identifier(value);
                check.passes(value) && !is_name()
                    || name.is_password && check::is_chosen(value, true)
                    || is_argument()
            }
            (Some(_), _) => false,
            (None, last)
                if last.is_none_or(|byte| AFTER_BARE.has(byte))
                    || self.from(end).starts_with(b"[^")
                    || self.is_curly(end) =>
            {
                match check {
                    Check::Literal => {
                        check::is_bare_random(value)
                            || name.is_password && check::is_chosen(value, false)
                            || is_argument()
                            || self.is_in_connection(name.start, name.place, value, end)
                    }
                    check => check.passes(value),
                }
            }
            (None, _) => false,
        }
    }

    /// Notes that the value of a name is expected on the next line.
    fn expect(&self, kind: Kind, name: usize, is_password: bool) {
        let before = self.context(name, 64);
        let is_start = before.len() < 64;
        let indent = if is_start { BLANK.run(&before, 64) } else { 0 };
        self.expected.set(Some(Expected { kind, indent, is_password }));
    }

    /// Returns the secrets in a list that is assigned to a name, in order, and whether it continues
    /// on the next line. `None` if the value is not a list, or has none and ends.
    fn list(&self, place: usize, name: usize, is_password: bool) -> Option<(Vec<Hit>, bool)> {
        const SIGNS: Set = Set::of(" \t\"'`:=>\\");
        let signs = SIGNS.run(self.from(name), 8);
        let start = name + signs + 1;
        let is_assigned = || self.from(name).iter().take(signs).any(|byte| b":=".contains(byte));
        if self.at(start - 1) != Some(b'[') || !is_assigned() {
            return None;
        }
        let limit = (place + MAX_TOKEN).min(self.bytes.len());
        let (found, over) = secrets(self.bytes.get(start..limit)?, is_password);
        let is_open = start + over == self.bytes.len();
        let hit = |(from, to)| Hit {
            rule: ASSIGNMENT,
            start: start + from,
            end: start + to,
            rest: Rest::Nothing,
        };
        let hits: Vec<Hit> = found.into_iter().map(hit).collect();
        (is_open || !hits.is_empty()).then_some((hits, is_open))
    }

    /// Returns the end of the last string that is joined to a value, `"a" + "b"`, the value of all,
    /// and what is expected on the next line if it continues there.
    fn joined(
        &self,
        start: usize,
        end: usize,
        quote: Option<u8>,
    ) -> (usize, Vec<u8>, Option<Kind>) {
        let mut value = self.colours.with_signs(self.bytes, start..end);
        let mut last = end;
        let Some(quote) = quote else {
            let is_cut = self.from(end) == b"\\";
            return (last, value, is_cut.then_some(Kind::Rest));
        };
        // At most as many parts as a line has.
        for _ in 0..16 {
            let after = last + 1;
            let next = after + JOINTS.or(BLANK).run(self.from(after), 8);
            if self.at(last) != Some(quote) {
                let is_cut = self.from(last) == b"\\";
                return (last, value, is_cut.then_some(Kind::Rest));
            }
            if self.at(next).is_none() {
                return (last, value, Some(Kind::Strings));
            }
            if next == after || self.at(next) != Some(quote) {
                break;
            }
            let part = self.from(next + 1);
            let Some(part) = part.get(..QUOTED.run(part, MAX_JUDGED)) else { break };
            let Some(length) = part.iter().position(|byte| *byte == quote) else { break };
            value.extend_from_slice(part.get(..length).unwrap_or_default());
            last = next + 1 + length;
        }
        (last, value, None)
    }

    /// Returns the end of an unquoted value of any characters, the rest of an element or a line.
    fn whole(&self, name: usize, start: usize) -> Option<usize> {
        const BEFORE: [&[u8]; 6] = [b"", b"-", b"export", b"ENV", b"ARG", b"set"];
        let text = self.from(start);
        let value = text.get(..WHOLE.run(text, MAX_JUDGED)).filter(|value| value.len() > 15)?;
        let after = start + value.len() + BLANK.run(text.get(value.len()..)?, 32);
        let before = self.back(start, 1);
        let element = value.iter().position(|byte| *byte == b'<').filter(|_| before == b'>');
        let is_end = self.at(after).is_none_or(|byte| b"\r#".contains(&byte));
        let length = value.iter().rposition(|byte| !b",;".contains(byte)).map(|last| last + 1);
        let value = value.get(..element.or(length)?)?;
        let is_bare = || value.iter().all(|byte| BARE.has(*byte)) || check::is_identifier(value);
        // The bracket may be before it.
        let is_end = is_end && (!value.ends_with(b"]") || value.contains(&b'['));
        let is_line = || is_end && BEFORE.contains(&self.context(name, 32).trim_ascii());
        let is_secret = !is_bare() && (element.is_some() || is_line());
        (is_secret && check::is_punctuated(value) && !check::is_indexed(value))
            .then_some(start + value.len())
    }

    /// Returns whether an unquoted password is among other connection settings:
    /// `Server=db;Password=…`, `jdbc:x://db/y?password=…`, `password=… host=db`.
    fn is_in_connection(&self, name: usize, place: usize, value: &[u8], end: usize) -> bool {
        const SETTINGS: &str =
            ":// server= host= source= id= uid= dbname= user= username= database= ssl=";
        if name != place || !check::is_password(value) {
            return false;
        }
        let before = self.context(name, 200);
        // `connect("…`.
        let before = before.rsplit(|byte| b"\"'".contains(byte)).next().unwrap_or_default();
        let after = self.from(end);
        let after = after.get(..200).unwrap_or(after);
        let is_connection = || {
            let mut words = SETTINGS.split(' ').map(str::as_bytes);
            words.any(|word| [before, after].iter().any(|text| check::contains(text, word)))
        };
        let is_separate = b";?&".contains(&self.back(name, 1));
        // `host:1,password=…,ssl=…`.
        let is_listed = self.back(name, 1) == b',';
        let is_code = || {
            before.iter().any(|byte| b"({".contains(byte))
                || !is_listed && before.contains(&b',')
                || !is_listed && after.first().is_some_and(|byte| b",)".contains(byte))
        };
        self.at(place).is_some_and(|byte| b"pP".contains(&byte))
            && (is_separate || !is_code())
            && is_connection()
    }
}
