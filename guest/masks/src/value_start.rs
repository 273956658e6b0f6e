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

/// Between a name and its value in an element each.
const TAGS: [&str; 4] = ["</name><value>", "</key><string>", "</td><td>", "</dt><dd>"];

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
        let element = |at: usize| at + if starts(at, "<![CDATA[") { 9 } else { 0 };
        match self.at(at) {
            Some(b':') => {
                let first = blank(at + 1);
                let first = if starts(first, "<br>") { first + 4 } else { first };
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
            Some(b'-') if starts(at, "->") => [Some(self.prefixed(blank(at + 2))), None],
            Some(_) if starts(at, "：") => [Some(self.prefixed(blank(at + 3))), None],
            Some(b'<') if starts(at, "<-") => [Some(self.prefixed(blank(at + 2))), None],
            Some(b'<') if let Some(tags) = TAGS.iter().find(|tags| starts(at, tags)) => {
                [Some(element(at + tags.len())), None]
            }
            Some(b'>') if closing > 0 || b"<:".contains(&before) => [Some(element(at + 1)), None],
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
            // `setPassword("…")`, `password{"…"}`.
            Some(b'(' | b'{') if self.at(at + 1).is_some_and(|byte| b"\"'`".contains(&byte)) => {
                [Some(at + 1), None]
            }
            Some(_) if at > end => {
                // `<add key="password" value="…"/>`, `<password type="…">…`.
                let is = if starts(at, "is") { Set::of("is: ").run(self.from(at), 5) } else { 0 };
                // `variable "password" { default = "…" }`.
                let value = self.attribute(if starts(at, "{ ") { blank(at + 1) } else { at });
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

    /// Returns whether a name is the first argument of a call: `put("db.password", "…")`.
    fn is_argument(&self, name: usize) -> bool {
        let before = self.context(name, 48);
        let name = Set::of("--.0-9A-Z_a-z").run_back(&before, 48);
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
        let word = ["value", "default"].into_iter().find(is_here);
        let (is_value, at) = (word.is_some(), at + word.map_or(0, str::len));
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
        let is_call = call > at && self.at(call) == Some(b'(') && is_quote(call + 1);
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
