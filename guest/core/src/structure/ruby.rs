//! Recognizes lines of Ruby that define methods by a call: `attr_reader :a, :b`.

use super::role::{code, word};

/// Returns the part of a line with the names of the methods that it defines: `:a, :b`. A list may
/// continue in deeper lines.
pub(super) fn accessors(text: &str) -> Option<&str> {
    let (first, list) = call(text)?;
    let list = match first {
        "alias" => return list.split(' ').next(),
        "alias_method" => list.split(',').next()?,
        "def_delegators" => list.split_once(',')?.1,
        "def_delegator" if !list.ends_with(',') => list.rsplit(',').next()?,
        _ if is_list(first) => list,
        _ => return None,
    };
    symbols(list).next().map(|_| list)
}

/// Returns whether a line begins a list of names that continues in deeper lines.
pub(super) fn begins_list(text: &str) -> bool {
    let is_of_names = |(first, _): (&str, &str)| is_list(first) || first == "def_delegators";
    code(text).ends_with([',', '(']) && call(text).is_some_and(is_of_names)
}

/// Returns the symbols of a list, without their colons: `a, b?` of `:a, :b?, to: :c`.
pub(super) fn symbols(list: &str) -> impl Iterator<Item = &str> {
    code(list).split(',').filter_map(|item| symbol(item.trim()))
}

/// Returns the name in `:x`, `"x"`, `:x)`.
pub(super) fn symbol(text: &str) -> Option<&str> {
    let quoted = text.strip_prefix(':').unwrap_or(text).trim_start_matches(['"', '\'']);
    let name = quoted.split([' ', ',', ')', '"', '\'']).next()?;
    let is_name = !name.is_empty() && !name.contains(['#', '@', '.', '(']);
    (is_name && text.starts_with([':', '"', '\''])).then_some(name)
}

/// Returns the method that a line calls, and its arguments.
fn call(text: &str) -> Option<(&str, &str)> {
    let text =
        ["private ", "protected "].iter().find_map(|word| text.strip_prefix(*word)).unwrap_or(text);
    let (first, after) = word(text);
    Some((first, after.strip_prefix([' ', '('])?.trim_start()))
}

/// Returns whether all arguments of a method are names: `attr_reader`, `mattr_accessor`.
fn is_list(method: &str) -> bool {
    let kind = method.rsplit("attr").next().unwrap_or_default();
    kind.len() < method.len() && matches!(kind, "" | "_reader" | "_writer" | "_accessor")
}
