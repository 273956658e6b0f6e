//! Finds where the value of a name starts.

use crate::check;
use crate::find::View;
use crate::next_line::is_setting;
use crate::set::Set;

pub(crate) const BLANK: Set = Set::of(" \t");
/// The characters of a type between a name and its value.
const TYPE: Set = Set::of(" &'.0-9<>A-Z[]_a-z|?");
/// Quotation marks as they are written in other text.
const ESCAPED_QUOTES: &str = "&quot; &#34; &#x22; &apos; &#39; &#x27; \\u0022 %22 %27";

impl View<'_> {
    /// Returns the offsets where the value of a name may start: at its quotation mark, if it has
    /// one.
    pub(crate) fn values(&self, name_start: usize, name_end: usize) -> [Option<usize>; 2] {
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
        let is_quote = |at| self.at(at).is_some_and(|byte| b"\"'`".contains(&byte));
        let tags = if self.at(at) == Some(b'<') { self.tags(at) } else { at };
        match self.at(at) {
            _ if tags > at && self.at(tags) != Some(b':') => [Some(tags), None],
            Some(b':' | b'<') if self.at(tags) == Some(b':') => {
                let first = self.tags(blank(tags + 1));
                if self.at(first).is_some_and(|byte| b"\"'`\\=".contains(&byte)) {
                    return [self.assigned(first), None];
                }
                if self.at(first) == Some(b'|') {
                    let cell = first + Set::of(" \t|").run(self.from(first), 32);
                    return [Some(self.prefixed(cell)), None];
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
            Some(b'=') => [self.assigned(at), self.alternative(at)],
            // `password.value = "…"`, `get("password").type("…")`.
            Some(b'.') if let Some(value) = self.member(at + 1) => [Some(value), None],
            // `PASSWORD ?? "…"`, `getenv("PASSWORD") ?: "…"`, `${PASSWORD-…}`.
            Some(b'?') if starts(at, "??") || starts(at, "?:") => {
                [self.assigned(blank(at + 2)), None]
            }
            Some(b'-') if before == b'{' => [Some(at + 1), None],
            // `password <- "…"`, `<name>password</name><value>…`, `<key>password</key><string>…`.
            Some(b'!') if starts(at, "!=") => [self.assigned(at + 1), None],
            Some(b'-') if starts(at, "->") => [Some(self.prefixed(blank(at + 2))), None],
            Some(_) if starts(at, "：") => [Some(self.prefixed(blank(at + 3))), None],
            Some(b'<') if starts(at, "<-") => [Some(self.prefixed(blank(at + 2))), None],
            Some(b'>') if closing > 0 || b"<:".contains(&before) => [Some(self.tags(at + 1)), None],
            Some(b'%') if starts(at, "%3") => [Some(self.prefixed(at + 3)), None],
            // `get("PASSWORD") or "…"`, `ENV["PASSWORD"] || "…"`.
            Some(b'o') if at > end && starts(at, "or ") => [self.assigned(blank(at + 3)), None],
            Some(b'|') if at > end && starts(at, "||") => [self.assigned(blank(at + 2)), None],
            // `"PASSWORD", "…"`, `| password | … |`, `password || "…"`.
            Some(b',' | b'|')
                if is_plain(closing)
                    && !self.at(name_end).is_some_and(|byte| b")}".contains(&byte)) =>
            {
                let start = at + Set::of(" \t,|").run(self.from(at), 32);
                let is_defined = self.context(name_start, 8).starts_with(b"define(");
                let is_cell = self.at(at) == Some(b'|')
                    || is_compound()
                    || is_defined
                    || self.is_argument(name_start);
                [self.attribute(start), is_cell.then_some(start)]
            }
            // `setPassword("…")`, `password{"…"}`, `fetch("PASSWORD") { "…" }`.
            Some(b'(' | b'{') if is_quote(blank(at + 1)) => [Some(blank(at + 1)), None],
            Some(_) if at > end => {
                // `<add key="password" value="…"/>`, `<password type="…">…`.
                let is = if starts(at, "is") { Set::of("is: ").run(self.from(at), 5) } else { 0 };
                // `variable "password" { default = "…" }`.
                let value = self.attribute(if starts(at, "{ ") { blank(at + 1) } else { at });
                let end = Set::of(" !-=?-~").run(self.from(at), 120) + at;
                let is_element = closing == 0 && b"<:".contains(&before) && starts(end, ">");
                let text = is_element.then(|| self.tags(end + 1));
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

    /// Returns the offset after the tags at an offset: `</b>`, `</key><string>`, `<![CDATA[`.
    fn tags(&self, at: usize) -> usize {
        let mut end = at;
        for _ in 0..4 {
            let text = self.from(end);
            let is_tag = matches!(text, [b'<', b'/' | b'A'..=b'Z' | b'a'..=b'z', ..]);
            let tag = text.iter().take(64).position(|byte| *byte == b'>').filter(|_| is_tag);
            match tag {
                Some(length) => end += length + 1 + BLANK.run(self.from(end + length + 1), 32),
                None if text.starts_with(b"<![CDATA[") => return end + 9,
                None => break,
            }
        }
        end
    }

    /// Returns the start of a string that a member of a name is set to, or called with.
    fn member(&self, at: usize) -> Option<usize> {
        let end = at + Set::of("A-Z_a-z").run(self.from(at), 24);
        let is_value = ["value", "text"].iter().any(|word| {
            check::ends_with(self.bytes.get(at..end).unwrap_or_default(), word.as_bytes())
        });
        let sign = end + BLANK.run(self.from(end), 8);
        match self.from(end) {
            [b'(', b'"' | b'\'' | b'`', ..] => Some(end + 1),
            _ if is_value && self.at(sign) == Some(b'=') => self.assigned(sign),
            _ => None,
        }
    }

    /// Returns the start of the string after a condition or another value: `a ? "…" : b`,
    /// `a || "…"`.
    fn alternative(&self, at: usize) -> Option<usize> {
        const BEFORE: [&[u8]; 6] = [b"?", b":", b"||", b"??", b" or", b" else"];
        let mut at = at;
        for _ in 0..4 {
            let start = at + Set::of(" !&(-+--:<->?A-[]_a-z|").run(self.from(at), 64);
            let quote = self.at(start).filter(|byte| b"\"'`".contains(byte))?;
            let before = self.bytes.get(at..start)?.trim_ascii_end();
            let length = self.from(start + 1).iter().take(64).position(|byte| *byte == quote);
            if BEFORE.iter().any(|sign| before.ends_with(sign)) && length.is_none_or(|l| l > 7) {
                return Some(start);
            }
            at = start + length? + 2;
        }
        None
    }

    /// Returns whether a name is the first argument of a call: `put("db.password", "…")`.
    fn is_argument(&self, name: usize) -> bool {
        let before = self.context(name, 48);
        let name = Set::of("--.0-9A-Z_a-z#").run_back(&before, 48);
        let before = before.get(..before.len() - name).unwrap_or_default();
        matches!(before, [.., last, b'(', b'"' | b'\''] if last.is_ascii_alphanumeric())
    }

    /// Returns the start of a value before its name: `"value": "…", "key": "password"`.
    pub(crate) fn value_before(&self, name: usize) -> Option<usize> {
        const SIGNS: Set = Set::of(" \t\"':=\\");
        const BETWEEN: Set = Set::of(" \t\"'`,;\\{");
        let before = self.bytes.get(self.floor..name)?;
        let before = before.get(before.len().saturating_sub(300)..)?;
        let back = |set: Set, text: &[u8]| text.len() - set.run_back(text, 8);
        let label = before.get(..back(SIGNS, before))?;
        let is_label = ["name", "key"].iter().any(|word| check::ends_with(label, word.as_bytes()));
        if !is_label || label.len() == before.len() {
            return None;
        }
        let value = label.get(..back(Set::of("A-Za-z"), label))?;
        let value = value.get(..back(BETWEEN, value))?;
        let at = value.windows(5).rposition(|word| word.eq_ignore_ascii_case(b"value"))?;
        let start = at + 5 + SIGNS.run(value.get(at + 5..)?, 8);
        let is_quoted = b"\"'`".contains(value.get(start - 1)?);
        let end = value.get(start..)?.iter().position(|byte| b" \t\"'`,".contains(byte));
        (start > at + 5 && end.is_none())
            .then(|| name - before.len() + start - usize::from(is_quoted))
    }

    /// Returns the start of the value of an attribute `value`, or of a key with this name, which
    /// other settings may precede.
    fn attribute(&self, mut at: usize) -> Option<usize> {
        for _ in 0..4 {
            let setting = self.from(at + Set::of("\"'").run(self.from(at), 1));
            if !is_setting(setting) {
                break;
            }
            let setting = self.from(at);
            let end = setting.iter().take(80).position(|byte| *byte == b',')?;
            at += end + 1 + BLANK.run(setting.get(end + 1..)?, 8);
        }
        at += Set::of("\"'").run(self.from(at), 1);
        at += if self.from(at).starts_with(b"Parameter") { 9 } else { 0 };
        let is_here = |word: &&str| {
            self.from(at).get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word.as_bytes()))
        };
        let word = ["value", "default", "fallback"].into_iter().find(is_here);
        let (is_value, at) = (word.is_some(), at + word.map_or(0, str::len));
        // `default "…"`.
        let first = at + BLANK.run(self.from(at), 8);
        if is_value && first > at && self.at(first).is_some_and(|byte| b"\"'".contains(&byte)) {
            return Some(first);
        }
        let sign = at + Set::of("\"' ").run(self.from(at), 4);
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
    pub(crate) fn escaped_quote(&self, at: usize) -> usize {
        let text = self.from(at);
        let may_be = text.first().is_some_and(|byte| b"&\\%".contains(byte));
        let quotes = if may_be { ESCAPED_QUOTES } else { "" };
        let quote = quotes.split(' ').find(|quote| text.starts_with(quote.as_bytes()));
        quote.map_or(0, str::len)
    }

    /// Returns whether a typographic quotation mark is at an offset.
    pub(crate) fn is_curly(&self, at: usize) -> bool {
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
        let at = at + self.escaped_quote(at);
        // `SecretStr("…")`, `[]byte("…")`.
        let call = at + Set::of(".0-:A-Z]_a-z").run(self.from(at), 40);
        let name = self.bytes.get(at..call).unwrap_or_default();
        // An identifier: `uuid("…")`, `Guid.Parse("…")`.
        let is_id = ["uuid", "guid"].iter().any(|word| check::contains(name, word.as_bytes()));
        let is_call = call > at && self.at(call) == Some(b'(') && is_quote(call + 1) && !is_id;
        let at = if is_call { call + 1 } else { at };
        // A quotation mark in JSON that is in JSON, once or more.
        let quote = at + Set::of("\\").run(self.from(at), 15);
        let at = if quote > at && is_quote(quote) { quote } else { at };
        let prefix = at + Set::of("#$8@A-Za-z").run(self.from(at), 3);
        let at = if is_quote(prefix) { prefix } else { at };
        let marks = ["\"\"\"", "'''"].map(str::as_bytes);
        at + match self.from(at).get(..3) {
            Some(mark) if marks.contains(&mark) => 2,
            Some(_) if self.is_curly(at) => 3,
            _ => 0,
        }
    }
}
