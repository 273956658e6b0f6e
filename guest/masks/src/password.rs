//! Finds passwords by their position: in a URL, before an address, after an option.

use crate::assign::AFTER_BARE;
use crate::check;
use crate::find::View;
use crate::found::{Hit, Rest};
use crate::set::{ALNUM, DIGIT, Set};

/// The characters of a user name, and of a password, in a URL.
const USER: Set = Set::of("!#-&*-.0-9;=A-Z^_a-z|~");
const PASSWORD: Set = Set::of("!#-&*-.0-9:;=A-Z^_a-z|~?");

/// The characters of a password after a `@` in it.
const AFTER_SIGN: Set = Set::of("!$-&*+.0-9:=@A-Z^_a-z|~-");

impl View<'_> {
    /// Finds the password in `user:password@host`, in a URL after `://`.
    pub(crate) fn url_password(&self, number: usize, after: usize) -> Option<Hit> {
        if self.at(after - 1) != Some(b'/') {
            return self.encoded_password(number, after);
        }
        let colon = after + USER.run(self.from(after), 65);
        let start = colon + 1;
        let slash = start + PASSWORD.run(self.from(start), 257);
        let end = slash + PASSWORD.or(Set::of("/")).run(self.from(slash), 257);
        let password = self.bytes.get(start..end)?;
        // `host:8080/path@2`.
        let is_path = || {
            !check::is_password(password)
                || password.windows(2).any(|pair| pair == b"//")
                || DIGIT.run(password, 257) >= slash - start
        };
        if slash < end && is_path() {
            return None;
        }
        // The last sign before the host counts.
        let rest = self.from(end);
        let rest = rest.get(..AFTER_SIGN.run(rest, 257))?;
        let is_host = |byte| ALNUM.has(byte) || b"[{$<".contains(&byte);
        let is_sign =
            |at: &usize| rest.get(*at) == Some(&b'@') && self.at(end + at + 1).is_some_and(is_host);
        let sign = (0..rest.len()).rev().find(is_sign).filter(|_| rest.starts_with(b"@"))?;
        self.password(number, after, colon, end + sign)
    }

    /// Same where signs are written as `%3A`.
    fn encoded_password(&self, number: usize, after: usize) -> Option<Hit> {
        let text = self.from(after);
        let text = text.get(..PASSWORD.run(text, 330))?;
        let sign = |text: &[u8], sign: &[u8]| {
            text.windows(3).position(|part| part.eq_ignore_ascii_case(sign))
        };
        let colon = sign(text, b"%3A")?;
        let end = colon + 3 + sign(text.get(colon + 3..)?, b"%40")?;
        let password = text.get(colon + 3..end)?;
        let is_secret =
            sign(password, b"%2F").is_none() && is_password(text.get(..colon)?, password);
        let (start, end) = (after + colon + 3, after + end);
        is_secret.then_some(Hit { rule: number, start, end, rest: Rest::Nothing })
    }

    /// Same before `@tcp(`, where database drivers put the address.
    pub(crate) fn dsn_password(&self, number: usize, place: usize) -> Option<Hit> {
        let before = self.bytes.get(self.floor..place)?;
        let start = place - PASSWORD.run_back(before, 257);
        let colon = start + self.bytes.get(start..place)?.iter().position(|byte| *byte == b':')?;
        self.password(number, start, colon, place)
    }

    /// Same for `curl -u user:password`.
    pub(crate) fn curl_password(&self, number: usize, place: usize, after: usize) -> Option<Hit> {
        // Options of one letter may precede it: `-su`.
        let options = ALNUM.run_back(self.bytes.get(self.floor..place)?, 8);
        let is_option = self.at(place) == Some(b'-') || self.back(place - options, 1) == b'-';
        if !is_option || !self.context(place, 256).windows(4).any(|word| word == b"curl") {
            return None;
        }
        let start = after + usize::from(self.at(after).is_some_and(|byte| b"\"'".contains(&byte)));
        let colon = start + USER.run(self.from(start), 65);
        let end = colon + PASSWORD.or(Set::of("@/")).run(self.from(colon), 257);
        let ends = self.at(end).is_none_or(|byte| AFTER_BARE.has(byte));
        ends.then(|| self.password(number, start, colon, end))?
    }

    fn password(&self, rule: usize, user: usize, colon: usize, end: usize) -> Option<Hit> {
        let (user, password) = (self.bytes.get(user..colon)?, self.bytes.get(colon + 1..end)?);
        let is_secret = self.at(colon) == Some(b':') && is_password(user, password);
        is_secret.then_some(Hit { rule, start: colon + 1, end, rest: Rest::Nothing })
    }
}

/// Returns whether a text before a host is a password, and not the port of one.
fn is_password(user: &[u8], password: &[u8]) -> bool {
    let is_port = password.len() <= 5 && password.iter().all(|byte| DIGIT.has(*byte));
    !check::is_placeholder(password) && user != password && !(is_port && user.contains(&b'.'))
}
