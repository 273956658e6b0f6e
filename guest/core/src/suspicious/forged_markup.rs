//! Finds tags like those that agents and models use to mark instructions, messages, tool calls and
//! their results. In a file they are text; to a model they may look like more.

/// The names of such tags, except `invoke`. Those that are also common in ordinary markup, such as
/// `system`, are not among them.
const NAMES: &str = "end_of_turn function_call function_calls function_response function_result \
    function_results start_of_turn system-message system-reminder system_message system_prompt \
    system_reminder tool_call tool_calls tool_outputs tool_response tool_result tool_results \
    tool_use";

/// The prefix of some models' tags.
const PREFIX: &str = "antml:";

/// The maximum length of a tag, in bytes. A longer one is reported as its name alone.
const MAX_TAG_BYTES: usize = 256;

/// Returns the offset of each such tag, and its number of characters.
pub(super) fn forged_markup(text: &str) -> impl Iterator<Item = (usize, u32)> {
    memchr::memchr_iter(b'<', text.as_bytes()).filter_map(move |at| {
        let tag = tag(text.get(at..)?)?;
        Some((at, u32::try_from(tag.chars().count()).unwrap_or(u32::MAX)))
    })
}

/// Returns whether this is such a name. Most others are rejected without looking at the list.
fn is_known(name: &str) -> bool {
    name == "invoke" || name.contains(['_', '-']) && NAMES.split(' ').any(|known| known == name)
}

/// Returns the tag at the start of the text.
fn tag(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    for (open, close) in [("|", "|>"), ("\u{ff5c}", "\u{ff5c}>")] {
        if let Some(name) = inside.strip_prefix(open) {
            return special_token(text, name, close);
        }
    }
    for whole in ["<SYS>>", "</SYS>>"] {
        if inside.starts_with(whole) {
            return text.get(..1 + whole.len());
        }
    }
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let name = name.strip_prefix(PREFIX).unwrap_or(name);
    let length = name.bytes().position(|byte| !is_of_name(byte))?;
    let (name, rest) = name.split_at_checked(length)?;
    if !is_known(name) || !rest.starts_with(['>', '/', ' ', '\t', '\r', '\n']) {
        return None;
    }
    let named = text.len() - rest.len();
    let end = rest.bytes().take(MAX_TAG_BYTES).position(|byte| byte == b'>');
    text.get(..end.map_or(named, |end| named + end + 1))
}

/// Returns a token that models use between messages, such as `<|im_end|>`.
fn special_token<'t>(text: &'t str, name: &str, close: &str) -> Option<&'t str> {
    let end = name.bytes().take(MAX_TAG_BYTES).position(|byte| !is_of_name(byte) && byte < 0x80)?;
    // The non-ASCII bar has been passed.
    let end = if close.is_ascii() { end } else { end.checked_sub(close.len() - 1)? };
    let is_closed = end > 0 && name.get(end..)?.starts_with(close);
    let length = text.len() - name.len() + end + close.len();
    is_closed.then(|| text.get(..length)).flatten()
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

#[cfg(test)]
mod tests;
