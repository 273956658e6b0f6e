//! Finds the value of a name on the line after it.

use crate::check::{self, NAME, VALUE};
use crate::set::Set;

/// Returns whether a name, between these texts, has its value on the next line: `password: |`,
/// `token = <<END`, `- name: PASSWORD`, `"Name": "PASSWORD",`, `<key>password</key>`, `<password>`,
/// `password: # comment`, `password = """`.
pub(crate) fn ends_with_name(before: &[u8], after: &[u8]) -> bool {
    const CLOSING: Set = Set::of("\"'` \t\r");
    let is_quote = |byte: &u8| CLOSING.has(*byte) || b":>".contains(byte);
    let label = before.rsplit(|byte| !is_quote(byte)).next().map_or(0, <[u8]>::len);
    let label = before.get(before.len().saturating_sub(label + 4)..before.len() - label);
    let is_named = label.is_some_and(|label| label == b"name" || label == b"Name");
    let after = after.get(CLOSING.run(after, 4)..).unwrap_or_default();
    let rest = match after.first() {
        Some(b':' | b'=') => after.get(1..).unwrap_or_default().trim_ascii(),
        Some(b',') | None => return is_named && after.len() <= 2,
        Some(b'>') if before.ends_with(b"<") => return after.trim_ascii_end() == b">",
        Some(b'{') => return before.ends_with(b"variable \""),
        _ => return [&b"</key>"[..], b"</name>"].contains(&after.trim_ascii_end()),
    };
    if is_comment(rest) {
        return true;
    }
    let end = rest.strip_prefix(b"<<").unwrap_or_default();
    rest.len() <= 3 && rest.iter().all(|byte| b"|>-+[({\\\"'`".contains(byte))
        || !end.is_empty() && end.len() < 16 && NAME.run(end, 16) == end.len()
}

fn is_comment(text: &[u8]) -> bool {
    [&b"#"[..], b"//", b"/*", b"<!--", b"--"].iter().any(|mark| text.starts_with(mark))
}

/// Returns whether the value of a name may be after a line: it is blank, a comment, or a mark.
pub(crate) fn is_between(line: &str) -> bool {
    let line = line.as_bytes().trim_ascii();
    // The other settings of a variable in Terraform, of a parameter in CloudFormation.
    let name = line.strip_prefix(b"\"").unwrap_or(line);
    let is_setting = |setting: &str| {
        name.get(..setting.len()).is_some_and(|name| name.eq_ignore_ascii_case(setting.as_bytes()))
    };
    is_comment(line)
        || ["type", "description", "sensitive", "noecho"].into_iter().any(is_setting)
        || line.len() <= 3 && !line.iter().any(u8::is_ascii_alphanumeric)
}

/// Returns the byte range of the value in the line after that of its name: alone, in a list, as
/// `value`.
pub(crate) fn on_next_line(line: &str) -> Option<(usize, usize)> {
    let mut rest = line.trim_start_matches([' ', '\t', '-', '"', '\'', '`', '(']);
    for before in ["value", "Value", "default", "Default", "<string>", "<value>"] {
        let after = rest.strip_prefix(before);
        rest = after.map_or(rest, |text| text.trim_start_matches([' ', '"', '\'', ':', '=']));
    }
    let start = line.len() - rest.len();
    let close = match line.get(..start)?.bytes().next_back() {
        Some(b'>') => Some('<'),
        quote => quote.map(char::from).filter(|quote| "\"'`".contains(*quote)),
    };
    let closed = close.and_then(|close| rest.find(close)).filter(|length| *length < 257);
    let end = start + closed.unwrap_or_else(|| VALUE.run(rest.as_bytes(), 257));
    let after = line.get(end..)?.as_bytes();
    let is_alone = Set::of(" \t\r\"'`,;)]}</>a-z\\").run(after, 16) == after.len();
    let value = line.get(start..end)?.as_bytes();
    let is_printed = value.iter().all(u8::is_ascii_graphic);
    let is_closed = closed.is_some() && is_printed && check::is_punctuated(value);
    (is_alone && (is_closed || check::is_bare_random(value))).then_some((start, end))
}
