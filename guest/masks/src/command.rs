//! Finds the password in the arguments of a command.

use crate::check;
use crate::find::View;
use crate::found::{Hit, Rest};
use crate::set::{ALNUM, Set};
use crate::starts::{COMMANDS, OPTIONS};

const LOGIN: u8 = 0;

/// The maximum distance of a password from its command.
const MAX_ARGUMENTS: usize = 256;
const BLANK: Set = Set::of(" \t");
/// The signs between an option and its value. In a list, both are strings.
const BETWEEN: Set = Set::of(" \t=\"',");
const VALUE: Set = Set::of("!#-%*-:=?-[]-_a-{}~");

impl View<'_> {
    /// Finds the password after the user in the arguments of `docker login`.
    pub(crate) fn login_password(&self, rule: usize, place: usize, after: usize) -> Option<Hit> {
        let is_login = self.context(place, 64).windows(6).any(|word| word == b"login ");
        is_login.then(|| self.command_password(rule, LOGIN, after))?
    }

    pub(crate) fn command_password(&self, rule: usize, number: u8, after: usize) -> Option<Hit> {
        let command = COMMANDS.get(usize::from(number))?;
        let after = after - usize::from(command.ends_with('-'));
        let text = self.from(after);
        // The name of something else, such as `mysql-1`.
        if !command.ends_with(['-', ' ']) && text.starts_with(b"-") {
            return None;
        }
        let text = text.get(..MAX_ARGUMENTS).unwrap_or(text);
        let ends = |pair: &[u8]| matches!(pair, [b' ', b'|' | b'&'] | [b';', _]);
        let end = text.windows(2).position(ends).unwrap_or(text.len());
        let text = text.get(..end)?;
        let option = OPTIONS.get(usize::from(number))?.as_bytes();
        match option {
            b"" | b"+" => {
                let others = usize::from(option == b"+");
                return self.argument(rule, after + self.last_word(command, text, others)?);
            }
            b"," | b",," => {
                return self.argument(rule, after + self.literal(after, option.len())?);
            }
            // `user/password@host`.
            b"@" => {
                let sign = text.iter().position(|byte| *byte == b'@')?;
                let slash = text.get(..sign)?.iter().rposition(|byte| *byte == b'/')?;
                return self.last_part(rule, after + slash + 1, after + sign);
            }
            b"|" => return self.piped(rule, after, after + text.len()),
            _ => {}
        }
        let is_option = |at: &usize| {
            text.get(*at..).is_some_and(|text| text.starts_with(option))
                && (*at == 0 || b" \t\"'`,[".contains(text.get(at - 1).unwrap_or(&b' ')))
        };
        (0..text.len()).filter(is_option).find_map(|at| {
            let mut value = after + at + option.len();
            let until = |sign: u8, from: usize| {
                let word = self.from(from).iter().take(MAX_ARGUMENTS);
                let end =
                    word.take_while(|byte| !byte.is_ascii_whitespace()).position(|b| *b == sign);
                end.map(|length| from + length + 1)
            };
            match *command {
                // The value of a separate option is that of another one.
                "mysql" | "iadb" | "7z " | "7za " => {
                    value += Set::of("\"'").run(self.from(value), 1)
                }
                "smbclient" | "lftp -" | "http -" => {
                    let sign = match command.as_bytes() {
                        [b's', ..] => b'%',
                        [b'l', ..] => b',',
                        _ => b':',
                    };
                    value = until(sign, value + BLANK.run(self.from(value), 4))?;
                }
                "curl -" => value = until(b':', value)?,
                "net use" => {
                    value += text.get(at + option.len()..)?.iter().position(|b| *b == b' ')? + 1
                }
                _ => value += BETWEEN.run(self.from(value), 6),
            }
            self.argument(rule, value)
        })
    }

    /// Returns the offset of the last argument of a command that has its password there.
    fn last_word(&self, command: &str, text: &[u8], mut others: usize) -> Option<usize> {
        let mut at = 0;
        if command.starts_with('h') {
            // `-b FILE USER PASSWORD`, `-nb USER PASSWORD`.
            at = 1 + ALNUM.run(text.get(1..)?, 8);
            let options = text.get(..at)?;
            others = if options.contains(&b'n') { 1 } else { 2 };
            options.contains(&b'b').then_some(())?;
        }
        loop {
            at += BLANK.run(text.get(at..)?, 8);
            let word = text.get(at..)?;
            let is_option = word.first()? == &b'-';
            if !is_option && others == 0 {
                let quote = usize::from(word.starts_with(b"("));
                let quotes = Set::of("\"'").run(word.get(quote..)?, 1);
                return Some(at + if quotes > 0 { quote + 1 } else { 0 });
            }
            others -= usize::from(!is_option);
            at += word.iter().position(|byte| *byte == b' ')?;
        }
    }

    /// Returns the offset of a string after some commas in the arguments of a call.
    fn literal(&self, after: usize, commas: usize) -> Option<usize> {
        let (mut quote, mut depth, mut count) = (None, 0, 0);
        for (at, byte) in self.from(after).iter().take(MAX_ARGUMENTS).enumerate() {
            match byte {
                _ if quote.is_some() => quote = quote.filter(|quote| *quote != byte),
                b'"' | b'\'' if count == commas => {
                    let is_some = self.context(after + at, 5) == b"Some(";
                    return (depth == 0 || is_some).then_some(at + 1);
                }
                b'"' | b'\'' => quote = Some(byte),
                b',' if depth > 0 => {}
                b',' if count < commas => count += 1,
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b',' | b')' | b';' => return None,
                _ => {}
            }
        }
        None
    }

    /// Finds the password that a command reads: `echo user:password | chpasswd`, `… <<< a`.
    fn piped(&self, rule: usize, after: usize, end: usize) -> Option<Hit> {
        let last = |text: &[u8], word: &[u8]| text.windows(word.len()).rposition(|w| w == word);
        if let Some(start) = last(self.bytes.get(after..end)?, b"<<<") {
            return self.last_part(rule, after + start + 3, end);
        }
        let from = self.floor.max(after.saturating_sub(MAX_ARGUMENTS));
        let before = self.bytes.get(from..after)?;
        let start = last(before, b"echo ").or_else(|| last(before, b"rintf "))?;
        let length = before.get(start..)?.iter().position(|byte| b"|;".contains(byte))?;
        let length = (before.get(start + length) == Some(&b'|')).then_some(length)?;
        self.last_part(rule, from + start, from + start + length)
    }

    /// Finds the password at the end of a text: after a blank, a quotation mark, or a colon.
    fn last_part(&self, rule: usize, start: usize, end: usize) -> Option<Hit> {
        const AROUND: Set = Set::of(" \t\r\"'");
        let text = self.bytes.get(start..end)?;
        let text = text.get(..text.len() - AROUND.run_back(text, 8))?;
        let text = text.strip_suffix(b"\\n").unwrap_or(text);
        let before = text.iter().rposition(|byte| b" \t\"':".contains(byte));
        let start = start + before.map_or(0, |at| at + 1);
        self.secret(rule, start, start + text.len() - before.map_or(0, |at| at + 1))
    }

    fn argument(&self, rule: usize, start: usize) -> Option<Hit> {
        let end = start + VALUE.run(self.from(start), 65);
        let is_end = self.at(end).is_none_or(|byte| b" \t\r\"'`)\\<".contains(&byte));
        is_end.then(|| self.secret(rule, start, end))?
    }

    fn secret(&self, rule: usize, start: usize, end: usize) -> Option<Hit> {
        let value = self.bytes.get(start..end)?;
        let is_secret = VALUE.run(value, 65) == value.len() && check::is_argument(value);
        is_secret.then_some(Hit { rule, start, end, rest: Rest::Nothing })
    }
}
