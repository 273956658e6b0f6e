//! The instructions of fields, such as `HYPERLINK "https://example.org"`.

/// Returns the arguments of an instruction with this keyword.
pub(crate) fn keyword<'i>(instruction: &'i str, keyword: &str) -> Option<&'i str> {
    let instruction = instruction.trim_start();
    let (name, arguments) = instruction.split_at_checked(keyword.len())?;
    let is_word = arguments.starts_with([' ', '\t', '\\', '"', '\u{a0}']);
    (is_word && name.eq_ignore_ascii_case(keyword)).then_some(arguments)
}

/// Returns the address that a field links to: `HYPERLINK "https://example.org" \o "Tip"`.
pub(crate) fn link_target(instruction: &str) -> Option<String> {
    let mut rest = keyword(instruction, "HYPERLINK")?.trim_start();
    let mut is_option = false;
    while !rest.is_empty() {
        let (argument, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        let is_switch = argument.starts_with('\\') && !rest.starts_with('"');
        if !is_switch && !std::mem::take(&mut is_option) {
            return (!argument.is_empty()).then(|| argument.to_owned());
        }
        // These have an argument: a bookmark, a tip, a frame.
        is_option = is_switch && matches!(argument, "\\l" | "\\o" | "\\t");
        rest = after.trim_start();
    }
    None
}
