//! Decides whether a value assigned to a name is a secret.

use crate::check::{self, Check, NAME};
use crate::find::View;
use crate::found::{Found, Hit, Rest};
use crate::next_line::ends_with_name;
use crate::rule::Rule;
use crate::rules::{ASSIGNMENT, AWS_SECRET, RULES};
use crate::set::{BASE64, Set};

/// The characters of values: between quotation marks, on the rest of a line, and before others.
const QUOTED: Set = Set::of("!-[]-~");
const WHOLE: Set = Set::of("!#-&(-[]-_a-~");
const BARE: Set = Set::of("!$%*+.-9=?-Z^-_a-z~-");
/// The characters that may follow an unquoted value.
pub(crate) const AFTER_BARE: Set = Set::of(" \t\r;,&#\"'`<)]}|\\");
const BLANK: Set = Set::of(" \t");
/// The signs of a password that was chosen; without quotation marks, those that code does not have
/// in a name.
const SIGNS: Set = Set::of("!#-&*+?@^~");
const BARE_SIGNS: Set = Set::of("!@");
/// The characters of a type between a name and its value.
const TYPE: Set = Set::of(" &'.0-9<>A-Z[]_a-z|?");

/// Last words of names that describe a secret but do not hold one.
const OTHER_NOUNS: &str = "account address algorithm arn checksum class commit contract count \
    created date digest endpoint expires expiry field file filename fingerprint hash header host \
    id ids index label length limit md5 mint name names path pattern policy prefix ref regex rev \
    revision selector sha sha1 sha256 size symbol type uri url usage uuid version";
/// Words before `token` in the names of pagination and protocol tokens.
const PUBLIC: &str = "next continuation page request change sync cancel marker client public";
/// Words before `_key` in the names of other keys.
const OTHER_KEYS: &str = "cache column dedup dedupe event foreign group hash idempotency index \
    item lookup map message natural object partition primary public publishable range request \
    routing row s3 shard site sort state unique";
/// Words before `key` in the names of secrets.
const SECRET_KEYS: &str = "account admin aes cipher cookie crypt deploy encryption hmac jwt master \
    root server service session shared sign signing ssh webhook";
/// Quotation marks as they are written in other text.
const ESCAPED_QUOTES: &str = "&quot; &#34; &#x22; &apos; &#39; &#x27; \\u0022 %22 %27";

impl View<'_> {
    pub(crate) fn assignment(
        &self,
        number: usize,
        rule: &Rule,
        place: usize,
        after: usize,
    ) -> Option<Found> {
        // Some names are recognized only with the sign after them.
        let start = self.bytes.get(place..after)?;
        let after = after - start.iter().rev().take_while(|byte| !NAME.has(**byte)).count();
        let name_end = after + NAME.run(self.from(after), 40);
        let name_start = place - NAME.run_back(self.bytes.get(self.floor..place)?, 40);
        // `${PASSWORD-default}`.
        let is_default = self.context(name_start, 2) == b"${";
        let word = self.bytes.get(after..name_end)?;
        let word = word.split(|byte| is_default && *byte == b'-').next()?;
        let name_end = after + word.len();
        let name = self.bytes.get(place..name_end)?;
        let is_aws = |start: &&str| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start.as_bytes()))
        };
        let aws = RULES.get(AWS_SECRET)?;
        let is_general = number == ASSIGNMENT;
        if is_general && aws.starts.iter().any(is_aws) {
            return None;
        }
        // Lists of words are searched only if there is a value.
        let is_other = || is_general && self.is_other(place, after, name_end);
        let hit = |start, end| {
            let known = self.token_at(start).filter(|hit| hit.end >= end);
            let hit = known.unwrap_or(Hit { rule: number, start, end, rest: Rest::Nothing });
            (!is_other()).then_some(Found::Secret(hit))
        };
        let is_password =
            || is_general && ["pass", "pwd"].iter().any(|w| check::contains(name, w.as_bytes()));
        for start in self.values(name_start, name_end).into_iter().flatten() {
            let quote = self.at(start).filter(|byte| b"\"'`".contains(byte));
            let start = start + usize::from(quote.is_some());
            // `"\"…\""`.
            let is_quoted_twice = quote.is_some() && self.from(start).starts_with(b"\\\"");
            let start = start + if is_quoted_twice { 2 } else { 0 };
            if number == AWS_SECRET {
                let end = start + BASE64.run(self.from(start), 41);
                if end - start == 40 && Check::Mixed.passes(self.bytes.get(start..end)?) {
                    return hit(start, end);
                }
                continue;
            }
            if let Some(end) = self.whole(name_start, start).filter(|_| is_general) {
                return hit(start, end);
            }
            let is_separate = || {
                let before = self.context(name_start, 10);
                before.trim_ascii_end().ends_with(b";") && !before.contains(&b'&')
            };
            let set = match quote {
                Some(_) => QUOTED,
                // In a connection string, only a semicolon ends it.
                None if is_separate() => BARE.or(Set::of("&")),
                None => BARE,
            };
            let text = self.from(start);
            let text = text.get(..set.run(text, 257))?;
            let end = start + text.split(|byte| Some(*byte) == quote).next()?.len();
            let value = &*self.colours.with_asterisks(self.bytes, start..end);
            let is_secret = match (quote, self.at(end)) {
                (Some(quote), Some(last)) if last == quote || last == b'\\' => {
                    // A name in the argument of a function is not a secret.
                    let is_argument = self.back(start, 2) == b'(';
                    let is_random = rule.check.passes(value);
                    let is_chosen = || is_password() && check::is_chosen(value, SIGNS, true);
                    is_random && !(is_argument && check::is_identifier(value)) || is_chosen()
                }
                (Some(_), _) => false,
                (None, last)
                    if last.is_none_or(|byte| AFTER_BARE.has(byte))
                        || self.from(end).starts_with(b"[^")
                        || self.is_curly(end) =>
                {
                    match rule.check {
                        Check::Literal => {
                            check::is_bare_random(value)
                                || is_password() && check::is_chosen(value, BARE_SIGNS, false)
                                || self.is_in_connection(name_start, place, value, end)
                        }
                        check => check.passes(value),
                    }
                }
                (None, _) => false,
            };
            if is_secret {
                return hit(start, end);
            }
        }
        let label = || self.context(name_start, 32);
        (is_general && ends_with_name(label().trim_ascii_end(), self.from(name_end)) && !is_other())
            .then_some(Found::Name)
    }

    /// Returns the end of an unquoted value of any characters, the rest of an element or a line.
    fn whole(&self, name: usize, start: usize) -> Option<usize> {
        const BEFORE: [&[u8]; 6] = [b"", b"-", b"export", b"ENV", b"ARG", b"set"];
        let text = self.from(start);
        let value = text.get(..WHOLE.run(text, 257)).filter(|value| value.len() > 15)?;
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
        (is_secret && check::is_punctuated(value)).then_some(start + value.len())
    }

    /// Returns whether an unquoted password is among other connection settings:
    /// `Server=db;Password=…`, `jdbc:x://db/y?password=…`, `password=… host=db`.
    fn is_in_connection(&self, name: usize, place: usize, value: &[u8], end: usize) -> bool {
        const SETTINGS: &str = ":// server= host= source= id= uid= dbname= user= database=";
        if name != place || !check::is_password(value) {
            return false;
        }
        let before = self.context(name, 200);
        let after = self.from(end);
        let after = after.get(..200).unwrap_or(after);
        let is_connection = || {
            let mut words = SETTINGS.split(' ').map(str::as_bytes);
            words.any(|word| [&before, after].iter().any(|text| check::contains(text, word)))
        };
        let is_separate = b";?&".contains(&self.back(name, 1));
        let is_code = || {
            before.iter().any(|byte| b"(,{".contains(byte))
                || after.first().is_some_and(|byte| b",)".contains(byte))
        };
        self.at(place).is_some_and(|byte| b"pP".contains(&byte))
            && (is_separate || !is_code())
            && is_connection()
    }

    /// Returns whether a name shows that its value is not a credential: a page token, the address
    /// of a secret, a tokenizer.
    fn is_other(&self, place: usize, after: usize, name_end: usize) -> bool {
        let before = self.bytes.get(self.floor..place).unwrap_or_default();
        let start = place - NAME.run_back(before, 32);
        let name = self.bytes.get(start..place).unwrap_or_default();
        let word = self.bytes.get(place..after).unwrap_or_default();
        // A variable of an environment is not a page token, and `exchange` has `change` in it.
        let is_public = !check::ends_with(name, b"exchange_")
            && !word.starts_with(b"TOKEN")
            && PUBLIC.split(' ').any(|word| check::contains(name, word.as_bytes()));
        if is_public && word.eq_ignore_ascii_case(b"token") {
            return true;
        }
        let is_one_of = |keys: &str| {
            let end = name.get(..name.len() - Set::of("_-").run_back(name, 1)).unwrap_or_default();
            keys.split_whitespace().any(|word| check::ends_with(end, word.as_bytes()))
        };
        let is_key = word.eq_ignore_ascii_case(b"key");
        let is_part = is_key && name.ends_with(b"_") || word.eq_ignore_ascii_case(b"_key");
        if is_part && is_one_of(OTHER_KEYS) || is_key && !is_part && !is_one_of(SECRET_KEYS) {
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
        // A noun followed by another one.
        let last = rest.rsplit(|byte| b"_-".contains(byte)).next().unwrap_or_default();
        let is_capital = u8::is_ascii_uppercase;
        let is_hump = |pair: &[u8]| matches!(pair, [a, b] if !is_capital(a) && is_capital(b));
        let hump = last.windows(2).rposition(is_hump).and_then(|at| last.get(at + 1..));
        let is_noun = |word: &[u8]| {
            OTHER_NOUNS.split_whitespace().any(|noun| word.eq_ignore_ascii_case(noun.as_bytes()))
        };
        is_longer && ![&b"key"[..], b"value"].iter().any(is_key)
            || is_noun(last)
            || hump.is_some_and(is_noun)
    }

    /// Returns the offsets where the value of a name may start: at its quotation mark, if it has
    /// one.
    fn values(&self, name_start: usize, name_end: usize) -> [Option<usize>; 2] {
        let blank = |at: usize| at + BLANK.run(self.from(at), 32);
        let starts = |at: usize, text: &str| self.from(at).starts_with(text.as_bytes());
        let before = self.back(name_start, 1);
        let name = self.bytes.get(name_start..name_end).unwrap_or_default();
        let name_end = name_end + self.escaped_quote(name_end);
        let closing = Set::of("\"'`])?!\\*}").run(self.from(name_end), 8);
        let is_plain = |closing| closing <= 1 || self.from(name_end).starts_with(b"**");
        // The length of an array.
        let length = Set::of("[0-9").run(self.from(name_end + closing), 6);
        let length =
            if self.at(name_end + closing + length) == Some(b']') { length + 1 } else { 0 };
        let end = name_end + closing + length;
        let at = blank(end);
        // The name of a setting rather than a word before another.
        let is_compound = || {
            name.iter().any(|byte| b"_-. ".contains(byte))
                || name.iter().all(u8::is_ascii_uppercase)
        };
        let element = |at: usize| at + if starts(at, "<![CDATA[") { 9 } else { 0 };
        match self.at(at) {
            Some(b':') => {
                let first = blank(at + 1);
                if self.at(first).is_some_and(|byte| b"\"'`\\=".contains(&byte)) {
                    return [self.assigned(first), None];
                }
                if self.at(first) == Some(b'|') {
                    return [Some(self.prefixed(first + 1)), None];
                }
                let typed = first + TYPE.run(self.from(first), 40);
                let is_typed = self.at(typed) == Some(b'=');
                // A scheme, a YAML tag, the sign of a default in a shell.
                let word = Set::of("!&A-Za-z").run(self.from(first), 20);
                let is_known = |scheme: &[u8]| {
                    let word = self.from(first).get(..word);
                    word.is_some_and(|word| word.eq_ignore_ascii_case(scheme))
                };
                let is_scheme =
                    name.ends_with(b"ization") && !is_known(b"Basic") && !is_known(b"Bearer")
                        || self.at(first).is_some_and(|byte| b"!&".contains(&byte));
                let other = if is_typed {
                    self.assigned(typed)
                } else if is_scheme {
                    Some(blank(first + word))
                } else {
                    starts(first, "-").then_some(first + 1)
                };
                [Some(self.prefixed(first)), other]
            }
            Some(b'=') => [self.assigned(at), None],
            // `PASSWORD ?? "…"`, `getenv("PASSWORD") ?: "…"`, `${PASSWORD-…}`.
            Some(b'?') if starts(at, "??") || starts(at, "?:") => {
                [self.assigned(blank(at + 2)), None]
            }
            Some(b'-') if before == b'{' => [Some(at + 1), None],
            // `password <- "…"`, `<name>password</name><value>…`, `<key>password</key><string>…`.
            Some(b'!') if starts(at, "!=") => [self.assigned(at + 1), None],
            Some(b'<') if starts(at, "<-") => [Some(self.prefixed(blank(at + 2))), None],
            Some(b'<') if starts(at, "</name><value>") || starts(at, "</key><string>") => {
                [Some(element(at + 14)), None]
            }
            Some(b'>') if closing > 0 || b"<:".contains(&before) => [Some(element(at + 1)), None],
            Some(b'%') if starts(at, "%3") => [Some(self.prefixed(at + 3)), None],
            // `"PASSWORD", "…"`, `| password | … |`, `password || "…"`.
            Some(b',' | b'|')
                if is_plain(closing)
                    && !self.at(name_end).is_some_and(|byte| b")}".contains(&byte)) =>
            {
                let start = at + Set::of(" \t,|").run(self.from(at), 32);
                let is_defined = self.context(name_start, 8).starts_with(b"define(");
                let is_cell = self.at(at) == Some(b'|') || is_compound() || is_defined;
                [self.attribute(start), is_cell.then_some(start)]
            }
            // `setPassword("…")`, `password{"…"}`.
            Some(b'(' | b'{') if self.at(at + 1).is_some_and(|byte| b"\"'`".contains(&byte)) => {
                [Some(at + 1), None]
            }
            Some(_) if at > end => {
                // `<add key="password" value="…"/>`, `<password type="…">…`.
                let is = if starts(at, "is") { Set::of("is: ").run(self.from(at), 5) } else { 0 };
                let value = self.attribute(at);
                let end = Set::of(" !-=?-~").run(self.from(at), 120) + at;
                let is_element = closing == 0 && b"<:".contains(&before) && starts(end, ">");
                let text = is_element.then(|| element(end + 1));
                // `var password string = "…"`, `string Password { get; set; } = "…"`.
                let set = if starts(at, "{ get") { TYPE.or(Set::of("{;}")) } else { TYPE };
                let typed = at + set.run(self.from(at), 40);
                let typed =
                    || self.at(typed).filter(|byte| *byte == b'=').and(self.assigned(typed));
                [value.or(Some(self.prefixed(at + is))), text.or_else(typed)]
            }
            _ => [None; 2],
        }
    }

    /// Returns the start of the value of an attribute `value`, or of a key with this name.
    fn attribute(&self, at: usize) -> Option<usize> {
        let at = at + Set::of("\"'").run(self.from(at), 1);
        let at = at + if self.from(at).starts_with(b"Parameter") { 9 } else { 0 };
        let is_value = self.from(at).get(..5)?.eq_ignore_ascii_case(b"value");
        let sign = at + 5 + Set::of("\"' ").run(self.from(at + 5), 4);
        let is_assigned = is_value && self.at(sign).is_some_and(|byte| b":=".contains(&byte));
        is_assigned.then(|| sign + 1 + BLANK.run(self.from(sign + 1), 8))
    }

    /// Returns the start of a value after an equals sign.
    fn assigned(&self, mut at: usize) -> Option<usize> {
        if self.at(at) == Some(b'=') {
            at += 1;
            match self.at(at) {
                // `password == "…"`.
                Some(b'=') => {
                    at += Set::of("= ").run(self.from(at), 4);
                    return self.at(at).filter(|byte| b"\"'".contains(byte)).map(|_| at);
                }
                Some(b'~') => return None,
                Some(b'>') => at += 1,
                _ => {}
            }
            at += BLANK.run(self.from(at), 32);
        }
        Some(self.prefixed(at))
    }

    /// Returns the length of a quotation mark as it is written in other text, if there is one.
    fn escaped_quote(&self, at: usize) -> usize {
        let text = self.from(at);
        let may_be = text.first().is_some_and(|byte| b"&\\%".contains(byte));
        let quotes = if may_be { ESCAPED_QUOTES } else { "" };
        let quote = quotes.split(' ').find(|quote| text.starts_with(quote.as_bytes()));
        quote.map_or(0, str::len)
    }

    /// Returns whether a typographic quotation mark is at an offset.
    fn is_curly(&self, at: usize) -> bool {
        matches!(self.from(at), [0xe2, 0x80, 0x98..=0x9f, ..])
    }

    /// Returns the start of a value after a bracket, the name of a function, or the prefix of a
    /// string literal.
    fn prefixed(&self, at: usize) -> usize {
        let is_quote = |at| self.at(at).is_some_and(|byte| b"\"'`".contains(&byte));
        let at = at + Set::of("[(* ").run(self.from(at), 4);
        if self.at(at) == Some(b'{') {
            return self.attribute(at + 1 + BLANK.run(self.from(at + 1), 8)).unwrap_or(at);
        }
        let at = at + if self.from(at).starts_with(b"hidden: ") { 8 } else { 0 };
        let at = at + self.escaped_quote(at);
        // `SecretStr("…")`, `[]byte("…")`.
        let call = at + Set::of(".0-:A-Z]_a-z").run(self.from(at), 40);
        let is_call = call > at && self.at(call) == Some(b'(') && is_quote(call + 1);
        let at = if is_call { call + 1 } else { at };
        // A quotation mark in JSON that is in JSON, once or more.
        let quote = at + Set::of("\\").run(self.from(at), 15);
        let at = if quote > at && is_quote(quote) { quote } else { at };
        let prefix = at + Set::of("#$@A-Za-z").run(self.from(at), 3);
        let at = if is_quote(prefix) { prefix } else { at };
        let marks = ["\"\"\"", "'''"].map(str::as_bytes);
        at + match self.from(at).get(..3) {
            Some(mark) if marks.contains(&mark) => 2,
            Some(_) if self.is_curly(at) => 3,
            _ => 0,
        }
    }
}
