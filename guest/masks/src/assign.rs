//! Decides whether what is assigned to a name, or stands where a password does, is a secret.

use crate::check::{self, Check};
use crate::find::View;
use crate::found::{Hit, Rest};
use crate::rule::Rule;
use crate::rules::{ASSIGNMENT, AWS_SECRET, RULES};
use crate::set::{ALNUM, BASE64, Set};

/// The characters of a user's name, and of a password, in a URL.
const USER: Set = Set::of("!#-&*-.0-9;=A-Z^_a-z|~");
const PASSWORD: Set = Set::of("!#-&*-.0-9:;=A-Z^_a-z|~?");
/// What random values consist of, in quotation marks and without.
const VALUE: Set = Set::of("!#-&*-9;=@-Z^-_a-z~");
const BARE: Set = Set::of("!$%*+.-9=?-Z^-_a-z~-");
/// What may follow a value without quotation marks.
const AFTER_BARE: Set = Set::of(" \t\r;,&#\"'`<)]}|\\");
const NAME: Set = Set::of("0-9A-Za-z_-");
const BLANK: Set = Set::of(" \t");
/// The characters of a type between a name and its value.
const TYPE: Set = Set::of(" &'.0-9<>A-Z[]_a-z|?");

/// What a name ends in that says something about a secret and has none.
const OTHER_NOUNS: &str = "account address algorithm arn checksum class commit contract count \
    created date digest endpoint expires expiry field file filename fingerprint hash header host \
    id ids index label length limit md5 mint name names path pattern policy prefix ref regex rev \
    revision selector sha sha1 sha256 size symbol type uri url usage uuid version";
/// What the token of a page or of a protocol has before it.
const PUBLIC: &str = "next continuation page request change sync cancel marker client public";

impl View<'_> {
    /// Finds the password of `user:password@host`, in a URL after `://`.
    pub(crate) fn url_password(&self, number: usize, after: usize) -> Option<Hit> {
        let colon = after + USER.run(self.from(after), 65);
        let start = colon + 1;
        let end = start + PASSWORD.run(self.from(start), 257);
        let is_host = |byte| ALNUM.has(byte) || b"[{$<".contains(&byte);
        let is_url = self.at(end) == Some(b'@') && self.at(end + 1).is_some_and(is_host);
        is_url.then(|| self.password(number, after, colon, end))?
    }

    /// Same before `@tcp(`, where drivers of databases have the address.
    pub(crate) fn dsn_password(&self, number: usize, place: usize) -> Option<Hit> {
        let before = self.bytes.get(self.floor..place)?;
        let start = place - PASSWORD.run_back(before, 257);
        let colon = start + self.bytes.get(start..place)?.iter().position(|byte| *byte == b':')?;
        self.password(number, start, colon, place)
    }

    /// Same for `curl -u user:password`.
    pub(crate) fn curl_password(&self, number: usize, place: usize, after: usize) -> Option<Hit> {
        let line = self.bytes.get(place.saturating_sub(256)..place)?;
        if !line.windows(4).any(|word| word == b"curl") {
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
        let is_secret =
            self.at(colon) == Some(b':') && !check::is_placeholder(password) && user != password;
        is_secret.then_some(Hit { rule, start: colon + 1, end, rest: Rest::Nothing })
    }

    pub(crate) fn assignment(
        &self,
        number: usize,
        rule: &Rule,
        place: usize,
        after: usize,
    ) -> Option<Hit> {
        let name_end = after + NAME.run(self.from(after), 40);
        let name = self.bytes.get(place..name_end)?;
        let is_aws = |start: &&str| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start.as_bytes()))
        };
        let aws = RULES.get(AWS_SECRET)?;
        let is_general = number == ASSIGNMENT;
        if is_general && (aws.starts.iter().any(is_aws) || self.is_other(place, after, name_end)) {
            return None;
        }
        let hit = |start, end| Some(Hit { rule: number, start, end, rest: Rest::Nothing });
        let before = self.bytes.get(..place)?;
        let name_start = place - NAME.run_back(before, 40);
        for start in self.values(name_start, name_end).into_iter().flatten() {
            let quote = self.at(start).filter(|byte| b"\"'`".contains(byte));
            let start = start + usize::from(quote.is_some());
            if number == AWS_SECRET {
                let end = start + BASE64.run(self.from(start), 41);
                if end - start == 40 && Check::Mixed.passes(self.bytes.get(start..end)?) {
                    return hit(start, end);
                }
                continue;
            }
            let set = if quote.is_some() { VALUE } else { BARE };
            let end = start + set.run(self.from(start), 257);
            let value = self.bytes.get(start..end)?;
            let is_secret = match (quote, self.at(end)) {
                (Some(quote), Some(last)) if last == quote || last == b'\\' => {
                    rule.check.passes(value)
                }
                (Some(_), _) => false,
                (None, last) if last.is_none_or(|byte| AFTER_BARE.has(byte)) => match rule.check {
                    Check::Literal => {
                        check::is_bare_random(value)
                            || self.is_in_connection(name_start, place, value)
                    }
                    check => check.passes(value),
                },
                (None, _) => false,
            };
            if is_secret {
                return hit(start, end);
            }
        }
        None
    }

    /// Returns whether a password without quotation marks stands among other settings of a
    /// connection: `Server=db;Password=…`, `jdbc:x://db/y?password=…`, `host=db password=…`.
    fn is_in_connection(&self, name: usize, place: usize, value: &[u8]) -> bool {
        const SETTINGS: &str = ":// server= host= source= id= uid= dbname=";
        let before = self.bytes.get(name.saturating_sub(200)..name).unwrap_or_default();
        let is_connection =
            SETTINGS.split(' ').any(|word| check::contains(before, word.as_bytes()));
        let is_separate = name > 0 && b";?&".contains(&self.back(name, 1));
        let is_code = || before.iter().any(|byte| b"(,{".contains(byte));
        let has = |is: fn(&u8) -> bool| value.iter().any(is);
        name == place
            && self.at(place).is_some_and(|byte| b"pP".contains(&byte))
            && is_connection
            && (is_separate || !is_code())
            && has(u8::is_ascii_alphabetic)
            && has(u8::is_ascii_digit)
            && !check::is_placeholder(value)
    }

    /// Returns whether a name says that its value is not a credential: the token of a page, the
    /// address of a secret, a tokenizer.
    fn is_other(&self, place: usize, after: usize, name_end: usize) -> bool {
        let before = self.bytes.get(..place).unwrap_or_default();
        let start = place - NAME.run_back(before, 32);
        let name = self.bytes.get(start..place).unwrap_or_default();
        let word = self.bytes.get(place..after).unwrap_or_default();
        let is_public = PUBLIC.split(' ').any(|word| check::contains(name, word.as_bytes()));
        if is_public && word.eq_ignore_ascii_case(b"token") {
            return true;
        }
        let rest = self.bytes.get(after..name_end).unwrap_or_default();
        let rest = rest.strip_prefix(b"s").or_else(|| rest.strip_prefix(b"S")).unwrap_or(rest);
        // A longer word, such as `tokenizer`.
        let cases =
            [word.last(), rest.first()].map(|byte| byte.filter(|b| b.is_ascii_alphabetic()));
        let is_longer = matches!(cases, [Some(a), Some(b)]
            if a.is_ascii_lowercase() == b.is_ascii_lowercase());
        let is_key = |word: &&[u8]| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        // A noun that another one comes after.
        let last = rest.rsplit(|byte| b"_-".contains(byte)).next().unwrap_or_default();
        let is_hump = |pair: &[u8]| matches!(pair, [a, b] if !a.is_ascii_uppercase() && b.is_ascii_uppercase());
        let hump = last.windows(2).rposition(is_hump).and_then(|at| last.get(at + 1..));
        let is_noun = |word: &[u8]| {
            OTHER_NOUNS.split_whitespace().any(|noun| word.eq_ignore_ascii_case(noun.as_bytes()))
        };
        is_longer && ![&b"key"[..], b"value"].iter().any(is_key)
            || is_noun(last)
            || hump.is_some_and(is_noun)
    }

    /// Returns where the value of a name may begin: at its quotation mark, if it has one.
    fn values(&self, name_start: usize, name_end: usize) -> [Option<usize>; 2] {
        let blank = |at: usize| at + BLANK.run(self.from(at), 32);
        let closing = Set::of("\"'`])?!\\").run(self.from(name_end), 4);
        let mut at = blank(name_end + closing);
        match self.at(at) {
            Some(b':') => {
                let first = blank(at + 1);
                if !self.at(first).is_some_and(|byte| b"\"'`\\=".contains(&byte)) {
                    let typed = first + TYPE.run(self.from(first), 40);
                    let typed = (self.at(typed) == Some(b'=')).then(|| self.assigned(typed));
                    return [Some(first), typed.flatten()];
                }
                at = first;
            }
            Some(b'=') => {}
            Some(b'>') if closing == 0 && self.back(name_start, 1) == b'<' => {
                let cdata = self.from(at + 1).starts_with(b"<![CDATA[");
                return [Some(at + 1 + if cdata { 9 } else { 0 }), None];
            }
            // `<add key="password" value="…"/>`, `{"name": "PASSWORD", "value": "…"}`.
            Some(b',' | b'v') if closing > 0 => {
                at += Set::of(" \t,\"'").run(self.from(at), 5);
                let sign = blank(at + 5 + Set::of("\"'").run(self.from(at + 5), 1));
                let is_value = self.from(at).starts_with(b"value")
                    && self.at(sign).is_some_and(|byte| b":=".contains(&byte));
                return [is_value.then(|| blank(sign + 1)), None];
            }
            Some(_) if closing == 0 && at > name_end => {
                let before = self.bytes.get(..name_start).unwrap_or_default();
                let is_argument = self.at(name_start) == Some(b'-')
                    || before.ends_with(b"ENV ")
                    || before.ends_with(b"ARG ");
                return [is_argument.then_some(at), None];
            }
            _ => return [None; 2],
        }
        [if self.at(at) == Some(b'=') { self.assigned(at) } else { Some(self.prefixed(at)) }, None]
    }

    /// Returns where a value begins after a sign of equality.
    fn assigned(&self, mut at: usize) -> Option<usize> {
        at += 1;
        match self.at(at) {
            Some(b'=' | b'~') => return None,
            Some(b'>') => at += 1,
            _ => {}
        }
        at += BLANK.run(self.from(at), 32);
        Some(self.prefixed(at))
    }

    fn prefixed(&self, at: usize) -> usize {
        let is_prefixed = self.at(at).is_some_and(|byte| b"bru@\\".contains(&byte))
            && self.at(at + 1).is_some_and(|byte| b"\"'`".contains(&byte));
        at + usize::from(is_prefixed)
    }
}
