//! Recognizes lines of Ruby that define methods by a call: `attr_reader :a, :b`.

use super::role::{code, word};
use super::word_list::WordList;

/// The methods whose arguments are all names.
static LISTS: WordList = WordList::new(
    "attr attr_reader attr_writer cattr_reader cattr_writer mattr_reader mattr_writer \
    attr_accessor cattr_accessor mattr_accessor",
);

/// Returns the part of a line with the names of the methods that it defines: `:a, :b`. A list may
/// continue in deeper lines.
pub(super) fn accessors(text: &str) -> Option<&str> {
    let (first, list) = call(text)?;
    let list = match first {
        "alias" => return list.split(' ').next(),
        "alias_method" => list.split(',').next()?,
        "def_delegators" => list.split_once(',')?.1,
        "def_delegator" if !list.ends_with(',') => list.rsplit(',').next()?,
        _ if LISTS.has(first) => list,
        _ => return None,
    };
    (!symbols(list).is_empty()).then_some(list)
}

/// Returns whether a line begins a list of names that continues in deeper lines.
pub(super) fn begins_list(text: &str) -> bool {
    let is_of_names = |(first, _)| LISTS.has(first) || first == "def_delegators";
    matches!(code(text).bytes().last(), Some(b',' | b'(')) && call(text).is_some_and(is_of_names)
}

/// Returns the symbols of a list, without their colons: `a, b?` of `:a, :b?, to: :c`.
#[inline(never)]
pub(super) fn symbols(list: &str) -> Vec<&str> {
    code(list).split(',').filter_map(symbol).collect()
}

/// Returns the name in `:x`, `"x"`, `(:x)`.
#[inline(never)]
pub(super) fn symbol(text: &str) -> Option<&str> {
    let (mut start, bytes) = (0, text.as_bytes());
    let mut is_marked = false;
    while let Some(byte @ (b' ' | b'(' | b':' | b'"' | b'\'')) = bytes.get(start) {
        is_marked |= !matches!(byte, b' ' | b'(');
        start += 1;
    }
    let name = text.get(start..)?;
    let end = name.bytes().position(|byte| b" ,)\"'".contains(&byte)).unwrap_or(name.len());
    let name = name.get(..end)?;
    let is_name = !name.is_empty() && !name.bytes().any(|byte| b"#@.(".contains(&byte));
    (is_name && is_marked).then_some(name)
}

/// Returns the method that a line calls, and its arguments.
#[inline(never)]
fn call(text: &str) -> Option<(&str, &str)> {
    let (first, after) = word(text.strip_prefix("private ").unwrap_or(text));
    let is_call = matches!(after.bytes().next(), Some(b' ' | b'('));
    Some((first, after.get(1..).filter(|_| is_call)?.trim_start()))
}
