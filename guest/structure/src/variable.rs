//! Recognizes variables and fields whose type comes first, and aliases of types in C.

use super::declaration::{is_name_start, skip_modifier};
use super::language::Syntax;
use super::role::{is_control, skip_brackets, word};
use super::word_list::WordList;

/// `typedef unsigned x;`, `using x = y;`.
pub(super) fn alias(text: &str) -> Option<&str> {
    let template = text.strip_prefix("template").map(str::trim_start).map(skip_brackets);
    if let Some(using) = template.unwrap_or(text).trim_start().strip_prefix("using ") {
        let (name, then) = word(using.trim_start());
        return (is_name(name) && then.trim_start().starts_with('=')).then_some(name);
    }
    let rest = text.strip_prefix("typedef ")?;
    if matches!(rest, "struct" | "union" | "enum") {
        return Some(rest);
    }
    if let Some((_, pointer)) = rest.split_once("(*") {
        return Some(word(pointer.trim_start()).0).filter(|name| is_name(name));
    }
    let (before, _) = rest.split_once(';')?;
    let before = before.split_once(" __attribute__").map_or(before, |(before, _)| before);
    let before = before.split_once('(').map_or(before, |(before, _)| before);
    last_name(before.split_once('[').map_or(before, |(before, _)| before))
}

/// `static int x = 1;`, `int a, *b;`, `int X { get; }`.
pub(super) fn variable(text: &str, syntax: Syntax) -> Option<&str> {
    let is_c = syntax == Syntax::C;
    let mut rest = text;
    if !is_c && rest.starts_with('[') {
        rest = rest.split_once("] ").map_or(rest, |(_, rest)| rest).trim_start();
    }
    let end = rest.find(if is_c { &['=', ';'][..] } else { &['=', ';', '{'] });
    let end = end.or_else(|| is_property(rest, syntax).then_some(rest.len()))?;
    let (mut declared, value) = rest.split_at_checked(end)?;
    while let Some(annotation) = declared.find('@') {
        declared = skip_modifier(declared.get(annotation..)?)?;
    }
    if is_c {
        // The size of an array, or the braces of a value.
        let names = declared.split_once(',').map_or(declared, |(first, _)| first);
        let braces = names.find('{').filter(|at| {
            names
                .get(..*at)
                .is_some_and(|before| last_name(before).is_some() && !before.ends_with(' '))
        });
        let array = names.find('[');
        if let Some(end) = array.into_iter().chain(braces).min() {
            let size = names.get(end..)?.split_once(']').map_or("", |(_, after)| after);
            if size.trim_start().starts_with('(') {
                return None;
            }
            declared = declared.get(..end)?;
        }
    }
    let allowed = |c: char| c.is_alphanumeric() || " _:<>,*&[]?.\t$".contains(c);
    let (first, after) = word(declared);
    let is_elsewhere = is_c && first == "extern" && value.starts_with(';');
    if is_elsewhere
        || value.starts_with("==")
        || is_control(first)
        || is_statement(first)
        || !declared.chars().all(allowed)
    {
        return None;
    }
    // The type may be in the line before.
    if is_c && after.trim().is_empty() && !first.is_empty() {
        return value.starts_with('=').then_some(first);
    }
    // Names follow the type, separated by commas unless these are in the type.
    let comma = if declared.contains('<') { None } else { declared.find(',') };
    let head = declared.get(..comma.unwrap_or(declared.len()))?.trim_end();
    let head = match head.split_once('[') {
        Some((name, array)) if array.ends_with(']') && !array.contains("] ") => name,
        _ => head,
    };
    let name = last_name(head).filter(|name| *name != "operator")?;
    let before = head.trim_end().strip_suffix(name)?;
    let is_typed = before.ends_with([' ', '\t', '*', '&', '>', ']', '?']);
    let is_forward = matches!(before.trim(), "" | "struct" | "enum" | "union" | "class");
    (is_typed && !is_forward).then(|| declared.get(before.len()..))?
}

/// `public int X` of C#, whose accessors are in the next lines.
fn is_property(text: &str, syntax: Syntax) -> bool {
    syntax == Syntax::Java
        && matches!(word(text).0, "public" | "private" | "protected" | "internal")
        && text.split(' ').count() >= 3
        && last_name(text).is_some()
}

/// The first words of other lines.
static STATEMENTS: WordList = WordList::new(
    "new part with using break class where friend throws export typedef package extends \
    template continue namespace interface implements",
);

/// Returns whether a line with this first word declares no variable.
fn is_statement(first: &str) -> bool {
    STATEMENTS.has(first)
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start)
}

/// Returns the identifier at the end of a text.
pub(super) fn last_name(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    text.get(before.len()..).filter(|name| is_name(name))
}
