//! Compiles lines of `.gitignore` to the code that [`crate::wildmatch`] runs on paths.
//!
//! The reference is git's `dir.c` and `wildmatch.c`, which compare bytes. A compiled pattern is its
//! flags, followed by its names with `/` between them. In these, each byte is a literal, except for
//! those below, which do not occur in UTF-8.

use std::borrow::Cow;

/// Any text without `/`.
pub(crate) const STAR: u8 = 0xff;
/// One byte.
pub(crate) const ANY: u8 = 0xfe;
/// One byte of a set: followed by the number of its ranges minus one, with [`SET_COUNT`], and the
/// first and the last byte of each range. None of these bytes is a `/`.
pub(crate) const SET: u8 = 0xfd;
pub(crate) const SET_COUNT: u8 = 0x80;
/// As a name: any number of names; at the end, at least one.
pub(crate) const NAMES: u8 = 0xfc;
/// After a literal prefix: the rest is compared with the text after it, inside a name.
pub(crate) const GLUE: u8 = 0xfb;

/// The pattern starts with `!`.
pub(crate) const EXCEPTION: u8 = 1;
/// The pattern ends with `/`.
pub(crate) const DIRECTORY: u8 = 2;
/// The pattern matches in any directory.
pub(crate) const FLOATING: u8 = 4;
/// The pattern contains [`NAMES`].
pub(crate) const DEEP: u8 = 8;
/// The pattern contains [`GLUE`].
pub(crate) const GLUED: u8 = 16;
/// The pattern is one name.
pub(crate) const SINGLE: u8 = 32;
/// The pattern is [`STAR`] followed by a literal.
pub(crate) const END: u8 = 64;
/// A set has a reversed range, or a character that is not one byte.
pub(crate) const DOUBTFUL: u8 = 128;

/// Returns the folded form of a name, for comparisons.
pub(crate) type Fold = fn(&str) -> Cow<'_, str>;

/// Strips unescaped spaces at the end of a line. Other blanks are kept.
pub(crate) fn without_trailing_spaces(line: &str) -> &str {
    let (mut end, mut is_escaped) = (0, false);
    for (at, character) in line.char_indices() {
        if character != ' ' || is_escaped {
            end = at + character.len_utf8();
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    line.get(..end).unwrap_or(line)
}

/// Compiles a line without trailing spaces, which is neither empty nor a comment.
///
/// # Errors
///
/// Returns why the line is not a pattern for git.
pub(crate) fn compile(line: &str, fold: Option<Fold>, code: &mut Vec<u8>) -> Result<(), String> {
    let (exception, pattern) = match line.strip_prefix('!') {
        Some(pattern) => (EXCEPTION, pattern),
        None => (0, line),
    };
    let (directory, pattern) = match pattern.strip_suffix('/') {
        Some(pattern) => (DIRECTORY, pattern),
        None => (0, pattern),
    };
    let is_anchored = pattern.contains('/');
    let pattern = pattern.strip_prefix('/').unwrap_or(pattern);
    if pattern.is_empty() {
        return Err("it matches nothing".into());
    }
    let floating = if is_anchored { 0 } else { FLOATING };
    let first = code.len();
    code.push(exception | directory | floating);
    let compiler =
        Compiler { code, first, fold, literal: String::new(), rest: pattern, after_names: None };
    compiler.run(pattern, is_anchored)
}

struct Compiler<'a> {
    code: &'a mut Vec<u8>,
    /// The offset of the pattern in the code.
    first: usize,
    fold: Option<Fold>,
    /// The pending literal text.
    literal: String,
    rest: &'a str,
    /// The length of the code after the last [`NAMES`].
    after_names: Option<usize>,
}

impl Compiler<'_> {
    fn run(mut self, pattern: &str, is_anchored: bool) -> Result<(), String> {
        let wildcard = pattern.find(['*', '?', '[', '\\']);
        // Whether a name starts here.
        let mut is_start = true;
        while let Some(character) = self.next() {
            let at = pattern.len() - self.rest.len() - character.len_utf8();
            match character {
                '*' => {
                    let stars = self.rest.trim_start_matches('*');
                    let is_double = stars.len() < self.rest.len();
                    self.rest = stars;
                    let is_end =
                        stars.is_empty() || stars.starts_with('/') || stars.starts_with("\\/");
                    // Git compares the text before the first wildcard separately, and treats a `**`
                    // after it as if at the start: `a**/b` matches `ab` and `a/x/b`. Releases since
                    // 2.52 do not. An exception is better too narrow.
                    let is_glued = wildcard == Some(at) && !self.is_exception();
                    if is_anchored && is_double && is_end && (is_start || is_glued) {
                        is_start = self.names(is_start);
                        continue;
                    }
                    self.op(STAR);
                }
                '?' => self.op(ANY),
                '[' => match Set::parse(self.rest.as_bytes(), self.fold.is_some())? {
                    Some((set, length)) => {
                        self.flush();
                        self.set_flags(if set.is_doubtful { DOUBTFUL } else { 0 });
                        set.write(self.code);
                        self.rest = self.rest.get(length..).unwrap_or_default();
                    }
                    // In git, an unclosed set matches nothing. An exception must not match more
                    // than in git; in any other pattern the `[` is a literal.
                    None if self.is_exception() => {
                        return Err("a `[` without its `]` matches nothing".into());
                    }
                    None => self.literal.push('['),
                },
                '\\' => {
                    let escaped = self.next().ok_or("a `\\` at the end escapes nothing")?;
                    self.literal.push(escaped);
                }
                character => self.literal.push(character),
            }
            is_start = self.literal.ends_with('/');
        }
        self.flush();
        let code = self.code.get(self.first + 1..).unwrap_or_default();
        if !code.contains(&b'/') {
            let is_end = code.strip_prefix(&[STAR]).is_some_and(is_literal);
            self.set_flags(if is_end { SINGLE | END } else { SINGLE });
        }
        Ok(())
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let next = rest.next();
        self.rest = rest.as_str();
        next
    }

    /// Writes a `**` that is a whole name, or that ends one after a literal prefix. Returns whether
    /// a name starts after it.
    fn names(&mut self, is_start: bool) -> bool {
        self.flush();
        if self.code.len() == self.first + 1 {
            if let Some(rest) = self.rest.strip_prefix('/') {
                self.rest = rest;
                self.set_flags(FLOATING);
                return true;
            }
            if self.rest.is_empty() {
                self.set_flags(FLOATING);
                self.code.push(STAR);
                return false;
            }
        }
        self.set_flags(DEEP);
        if !is_start {
            self.set_flags(GLUED);
            self.code.push(GLUE);
        }
        if let Some(slash) = self.rest.strip_prefix('\\') {
            // An escaped slash is not dropped with the stars.
            self.rest = slash;
            self.code.extend([STAR, b'/', NAMES]);
        } else if self.after_names.is_some_and(|after| after + 1 == self.code.len()) {
            // Again: without the slash between both.
            self.code.pop();
        } else {
            self.code.push(NAMES);
        }
        self.after_names = Some(self.code.len());
        false
    }

    fn op(&mut self, op: u8) {
        self.flush();
        self.code.push(op);
    }

    fn flush(&mut self) {
        let literal = match self.fold {
            Some(fold) => fold(&self.literal),
            None => Cow::Borrowed(&*self.literal),
        };
        self.code.extend(literal.bytes());
        self.literal.clear();
    }

    fn is_exception(&self) -> bool {
        self.code.get(self.first).is_some_and(|flags| flags & EXCEPTION != 0)
    }

    fn set_flags(&mut self, flags: u8) {
        if let Some(all) = self.code.get_mut(self.first) {
            *all |= flags;
        }
    }
}

fn is_literal(code: &[u8]) -> bool {
    code.iter().all(|&byte| byte < GLUE)
}

/// A set of bytes, such as `[a-c]`.
struct Set {
    members: [bool; 256],
    is_doubtful: bool,
}

impl Set {
    /// Parses a set after its `[`. Returns the set and its length including the `]`, or `None` if
    /// it is unclosed.
    fn parse(text: &[u8], folds: bool) -> Result<Option<(Self, usize)>, String> {
        let mut set = Self { members: [false; 256], is_doubtful: false };
        let is_negated = matches!(text.first(), Some(b'!' | b'^'));
        let start = usize::from(is_negated);
        let mut at = start;
        // The last byte, which may start a range.
        let mut first = None;
        loop {
            let Some(&byte) = text.get(at) else { return Ok(None) };
            let rest = text.get(at + 1..).unwrap_or_default();
            match (byte, first, rest) {
                (b']', ..) if at > start => break,
                (b'-', Some(first_byte), [b'\\', last, ..]) => {
                    set.add(first_byte, *last);
                    (at, first) = (at + 3, None);
                }
                (b'-', Some(first_byte), [last, ..]) if !b"]\\".contains(last) => {
                    set.add(first_byte, *last);
                    (at, first) = (at + 2, None);
                }
                (b'[', _, [b':', rest @ ..]) => {
                    let Some(end) = rest.iter().position(|&byte| byte == b']') else {
                        return Ok(None);
                    };
                    match rest.get(..end).unwrap_or_default().strip_suffix(b":") {
                        Some(name) => {
                            for &(first, last) in class(name)? {
                                set.add(first, last);
                            }
                            (at, first) = (at + 2 + end + 1, None);
                        }
                        None => {
                            set.add(b'[', b'[');
                            (at, first) = (at + 1, Some(b'['));
                        }
                    }
                }
                (b'\\', _, [member, ..]) => {
                    set.add(*member, *member);
                    (at, first) = (at + 2, Some(*member));
                }
                (b'\\', _, []) => return Ok(None),
                (member, ..) => {
                    set.add(member, member);
                    (at, first) = (at + 1, Some(member));
                }
            }
        }
        if folds {
            for upper in b'A'..=b'Z' {
                if set.has(upper) {
                    set.add(upper.to_ascii_lowercase(), upper.to_ascii_lowercase());
                }
            }
        }
        for (byte, is_member) in (0..=u8::MAX).zip(&mut set.members) {
            *is_member = *is_member != is_negated && byte != b'/';
        }
        set.is_doubtful |= !text.get(..at).unwrap_or_default().is_ascii();
        Ok(Some((set, at + 1)))
    }

    fn has(&self, byte: u8) -> bool {
        self.members.get(usize::from(byte)).is_some_and(|&is_member| is_member)
    }

    /// Adds a range. A reversed one adds nothing.
    fn add(&mut self, first: u8, last: u8) {
        self.is_doubtful |= last < first;
        let range = usize::from(first)..=usize::from(last);
        self.members.get_mut(range).unwrap_or_default().fill(true);
    }

    fn write(&self, code: &mut Vec<u8>) {
        let at = code.len();
        code.extend([SET, SET_COUNT]);
        let mut count = 0;
        for byte in 0..=u8::MAX {
            if self.has(byte) && !(byte > 0 && self.has(byte - 1)) {
                code.push(byte);
            }
            if self.has(byte) && !(byte < u8::MAX && self.has(byte + 1)) {
                code.push(byte);
                count += 1;
            }
        }
        // One character, such as `[.]`, is a literal.
        if let Some(&[first, last]) = code.get(at + 2..)
            && first == last
            && first.is_ascii()
        {
            code.truncate(at);
            code.push(first);
            return;
        }
        match code.get_mut(at + 1) {
            Some(length) if count > 0 => *length = SET_COUNT + (count - 1),
            // An empty range.
            _ => code.extend([1, 0]),
        }
    }
}

/// Returns the characters of a named class.
fn class(name: &[u8]) -> Result<&'static [(u8, u8)], String> {
    Ok(match name {
        b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
        b"blank" => &[(b' ', b' '), (b'\t', b'\t')],
        b"cntrl" => &[(0, 0x1f), (0x7f, 0x7f)],
        b"digit" => &[(b'0', b'9')],
        b"graph" => &[(b'!', b'~')],
        b"lower" => &[(b'a', b'z')],
        b"print" => &[(b' ', b'~')],
        b"punct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        b"space" => &[(b'\t', b'\r'), (b' ', b' ')],
        b"upper" => &[(b'A', b'Z')],
        b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        name => {
            let name = String::from_utf8_lossy(name);
            return Err(format!("there is no class `[:{name}:]`"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::compile;

    #[test]
    fn patterns_that_git_does_not_know_are_errors() {
        for (line, reason) in [
            ("b\\", "a `\\` at the end escapes nothing"),
            ("b\\/", "a `\\` at the end escapes nothing"),
            ("[[:secret:]]", "there is no class `[:secret:]`"),
            ("!a[b", "a `[` without its `]` matches nothing"),
            ("!/", "it matches nothing"),
        ] {
            assert_eq!(compile(line, None, &mut Vec::new()).unwrap_err(), reason, "{line}");
        }
    }
}
