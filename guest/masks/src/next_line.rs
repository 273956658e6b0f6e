//! Finds the value of a name on the lines after it.

use crate::check::{self, NAME, VALUE};
use crate::set::Set;

/// The lines in which the value of a name is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) kind: Kind,
    /// The indentation of the name.
    pub(crate) indent: usize,
    pub(crate) is_password: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One value, alone on a line.
    Value,
    /// The elements of a list, or lines of text.
    List,
    /// Strings that are joined to one before.
    Strings,
    /// The rest of a value after a backslash.
    Rest,
}

/// The signs between joined strings.
pub(crate) const JOINTS: Set = Set::of("+.&\\");
/// The characters of an element without quotation marks.
const ELEMENT: Set = Set::of("!#-&*+.-9;=@-Z^-_a-z~-");
/// The maximum length of the text between a name and the end of its line.
const MAX_HEAD: usize = 64;
/// The maximum number of blanks in a list.
const MAX_LIST: usize = 64;
/// The maximum length of a value.
const MAX_VALUE: usize = 2048;
const CLOSING: Set = Set::of("\"'` \t\r");

/// Returns where the value of a name is expected, which is between these texts: `password: |`,
/// `token = <<END`, `- name: PASSWORD`, `"Name": "PASSWORD",`, `<key>password</key>`, `<password>`,
/// `password: # comment`, `password = """`, `passwords: [`, `- --password`.
pub(crate) fn after_name(before: &[u8], is_option: bool, after: &[u8]) -> Option<Kind> {
    let is_quote = |byte: &u8| CLOSING.has(*byte) || b":>".contains(byte);
    let label = before.rsplit(|byte| !is_quote(byte)).next().map_or(0, <[u8]>::len);
    let label = before.get(before.len().saturating_sub(label + 4)..before.len() - label);
    let is_label = label.is_some_and(|label| {
        [&b"name"[..], b"Name"].contains(&label)
            || [b"key", b"Key"].iter().any(|key| label.ends_with(*key))
    });
    let is_named = is_label || is_option && Set::of(" \t\"'-").run(before, 33) == before.len()
        // `? password`, `: …`.
        || before == b"?";
    let value = |is_value: bool| is_value.then_some(Kind::Value);
    let after = after.get(CLOSING.run(after, 4)..).unwrap_or_default();
    let rest = match after.first() {
        Some(b':' | b'=') => after.get(1..).unwrap_or_default().trim_ascii(),
        Some(b',' | b'#') | None => {
            return value(is_named && (after.len() <= 2 || is_comment(after)));
        }
        Some(b'>') if before.ends_with(b"<") => {
            return value([&b">"[..], b"><![CDATA["].contains(&after.trim_ascii_end()));
        }
        Some(b'{') => return value(before.ends_with(b"variable \"")),
        _ => return value([&b"</key>"[..], b"</name>"].contains(&after.trim_ascii_end())),
    };
    let end = rest.strip_prefix(b"<<").unwrap_or_default();
    if !end.is_empty() && end.len() < 16 && NAME.run(end, 16) == end.len() {
        return Some(Kind::Value);
    }
    if rest.len() > MAX_HEAD && !is_comment(rest) {
        return None;
    }
    let is_list = rest.is_empty() && after.first() == Some(&b':');
    let mut kind = if is_list { Kind::List } else { Kind::Value };
    for word in rest.split(|byte| *byte == b' ') {
        let has = |signs: &[u8]| word.iter().all(|byte| signs.contains(byte));
        match word.first() {
            _ if is_comment(word) => break,
            // The header of a block in YAML, with a tag or an anchor.
            Some(b'|' | b'>') if word.len() <= 3 && has(b"|>+-123456789") => kind = Kind::List,
            Some(b'[') if word.len() == 1 => kind = Kind::List,
            Some(b'!' | b'&') if word.len() < 16 => {}
            _ if word.len() <= 3 && has(b"+[({\\\"'`") => {}
            _ => return None,
        }
    }
    Some(kind)
}

fn is_comment(text: &[u8]) -> bool {
    [&b"#"[..], b"//", b"/*", b"<!--", b"--"].iter().any(|mark| text.starts_with(mark))
}

/// Returns whether the value of a name may be after a line: it is blank, a comment, or a mark.
fn is_between(line: &[u8]) -> bool {
    // The other settings of a variable in Terraform, of a parameter in CloudFormation.
    line.len() <= 3 && !line.iter().any(u8::is_ascii_alphanumeric)
        || is_comment(line)
        || is_setting(line.strip_prefix(b"\"").unwrap_or(line))
}

/// Returns whether a text starts with a setting that a value may follow.
pub(crate) fn is_setting(text: &[u8]) -> bool {
    const SETTINGS: &str = "type description sensitive noecho min max allowed constraint nullable \
        enabled required optional secret hidden";
    SETTINGS.split_ascii_whitespace().any(|word| {
        text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Returns whether a line ends with the sign between joined strings.
pub(crate) fn is_cut(text: &[u8]) -> bool {
    text.trim_ascii_end().last().is_some_and(|byte| JOINTS.has(*byte))
}

/// Returns whether a value, the rest of which is on the next line, may be a part of a secret.
pub(crate) fn is_part(value: &[u8]) -> bool {
    value.len() > 5 && check::is_password(value)
}

fn is_secret(value: &[u8], is_quoted: bool, is_password: bool) -> bool {
    value.iter().all(u8::is_ascii_graphic)
        && (is_quoted && check::is_punctuated(value)
            || check::is_bare_random(value)
            || is_password && check::is_chosen(value, is_quoted))
}

/// Returns the byte ranges of the secrets in a list, and the offset after its elements.
pub(crate) fn secrets(list: &[u8], is_password: bool) -> (Vec<(usize, usize)>, usize) {
    let from = |at: usize| list.get(at..).unwrap_or_default();
    let (mut found, mut at) = (Vec::new(), Set::of(" \t-").run(list, MAX_LIST));
    // A list of more elements is masked in part.
    for _ in 0..64 {
        at += Set::of(" \t,").run(from(at), MAX_LIST);
        let quote = list.get(at).filter(|byte| b"\"'`".contains(byte));
        let start = at + usize::from(quote.is_some());
        let end = match quote {
            Some(quote) => from(start).iter().take(MAX_VALUE).position(|byte| byte == quote),
            None => Some(ELEMENT.run(from(start), MAX_VALUE)).filter(|length| *length > 0),
        };
        let Some(end) = end.map(|length| start + length) else { break };
        let after = end + usize::from(quote.is_some());
        let next = after + Set::of(" \t\r").run(from(after), MAX_LIST);
        if list.get(next).is_some_and(|byte| !b",])".contains(byte)) {
            break;
        }
        let value = list.get(start..end).unwrap_or_default();
        if is_secret(value, quote.is_some(), is_password) {
            found.push((start, end));
        }
        at = next;
    }
    (found, at)
}

impl Expected {
    /// Returns the byte ranges of the values in a line: alone, in a list, as `value`.
    pub(crate) fn values(&self, line: &str) -> Vec<(usize, usize)> {
        let found = match self.kind {
            Kind::List => secrets(line.as_bytes(), self.is_password).0,
            _ => Vec::new(),
        };
        if found.is_empty() { self.value(line).into_iter().collect() } else { found }
    }

    fn value(&self, line: &str) -> Option<(usize, usize)> {
        let mut rest =
            line.trim_start_matches([' ', '\t', '-', '+', '.', '&', ':', '"', '\'', '`', '(']);
        for before in ["value", "Value", "default", "Default", "<string>", "<value>"] {
            let after = rest.strip_prefix(before);
            rest = after.map_or(rest, |text| text.trim_start_matches([' ', '"', '\'', ':', '=']));
        }
        let start = line.len() - rest.len();
        let close = match line.get(..start).and_then(|before| before.bytes().next_back()) {
            Some(b'>') => Some('<'),
            quote => quote.map(char::from).filter(|quote| "\"'`".contains(*quote)),
        };
        let closed = close.and_then(|close| rest.find(close)).filter(|length| *length < MAX_VALUE);
        let end = start + closed.unwrap_or_else(|| VALUE.run(rest.as_bytes(), MAX_VALUE));
        let after = line.get(end..)?.as_bytes();
        const ENDS: Set = Set::of(" \t\r\"'`,;)]}</>\\+&.");
        let value = line.get(start..end)?.as_bytes();
        let has_secret = match self.kind {
            Kind::Strings => closed.is_some() && ENDS.run(after, 16) == after.len(),
            Kind::Rest => !value.is_empty() && ENDS.run(after, 16) == after.len(),
            _ => {
                let is_alone = ENDS.or(Set::of("a-z")).run(after, 16) == after.len();
                is_alone
                    && (is_secret(value, closed.is_some(), self.is_password)
                        || closed.is_some() && is_cut(after) && is_part(value))
            }
        };
        has_secret.then_some((start, end))
    }

    /// Returns what is expected after a line.
    pub(crate) fn after(self, line: &str, has_value: bool) -> Option<Self> {
        let text = line.as_bytes().trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        if has_value && is_cut(text) {
            let kind = if self.kind == Kind::Rest { Kind::Rest } else { Kind::Strings };
            return Some(Self { kind, ..self });
        }
        let is_open = match self.kind {
            Kind::Value => !has_value && is_between(text),
            Kind::Strings => has_value && text.last().is_some_and(|byte| CLOSING.has(*byte)),
            Kind::Rest => false,
            Kind::List if text.is_empty() => true,
            // An element, or a line of text.
            Kind::List => {
                let is_element = text.starts_with(b"-") || text.ends_with(b",");
                indent >= self.indent && is_element
                    || indent > self.indent && NAME.run(text, 99) == text.len()
                    || !has_value && is_between(text)
            }
        };
        is_open.then_some(self)
    }
}
