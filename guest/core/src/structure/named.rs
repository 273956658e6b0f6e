//! Finds definitions by their names.

use super::definitions::Definition;
use crate::line_number::LineNumber;

/// What separates a name from those around it.
const SEPARATORS: [&str; 5] = ["::", "->", ".", "#", "\\"];

/// The marks that a comment, an attribute or a decorator starts with.
const ATTACHED: [&str; 8] = ["//", "/*", "* ", "*/", "#", "@", "--", ";;"];

/// The words of preprocessor directives, which are no comments.
const DIRECTIVES: &str = "include define undef if ifdef ifndef elif else endif pragma error import";

/// Splits a name such as `Walk::next` into the names around it and its own. `None` for a name
/// without others, and for what is not only names.
pub fn qualified(name: &str) -> Option<(&str, &str)> {
    let is_of_name = |c: char| c.is_alphanumeric() || "_$:.#\\-><".contains(c);
    if !name.chars().all(is_of_name) {
        return None;
    }
    let split = |separator| name.rsplit_once(separator);
    let shorter = |(around, own): &(&str, &str)| (own.len(), around.len());
    let (around, own) = SEPARATORS.into_iter().filter_map(split).min_by_key(shorter)?;
    (!around.is_empty() && !own.is_empty()).then_some((around, own))
}

/// Returns the definitions with a name: as written or, if no name is written so, in any case.
pub fn named<'d>(all: &'d [Definition], wanted: &str) -> Vec<&'d Definition> {
    let equal = |one: &str, other: &str| one == other;
    let alike = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    let found = named_by(all, wanted, equal);
    if found.is_empty() { named_by(all, wanted, alike) } else { found }
}

fn named_by<'d>(
    all: &'d [Definition],
    wanted: &str,
    is_same: fn(&str, &str) -> bool,
) -> Vec<&'d Definition> {
    let with = |name: &str| -> Vec<_> {
        all.iter().filter(|definition| is_same(definition.name(), name)).collect()
    };
    let found = with(wanted);
    let Some((around, own)) = qualified(wanted).filter(|_| found.is_empty()) else { return found };
    let mut found = with(own);
    found.retain(|definition| is_inside(all, definition, around));
    found
}

/// Returns whether a definition is inside of what has a name: a type, a module, or the receiver of
/// a method.
pub fn is_inside(all: &[Definition], definition: &Definition, around: &str) -> bool {
    let around = qualified(around).map_or(around, |(_, own)| own);
    let entry = &definition.entry;
    let before = entry.text.get(..definition.name.start).unwrap_or_default();
    // An implementation names a trait, too; a class names its base, which is another one.
    let is_named = |outer: &Definition| {
        outer.name() == around
            || outer.entry.text.starts_with("impl") && has_word(&outer.entry.text, around)
    };
    has_word(before, around)
        || all
            .iter()
            .take_while(|outer| outer.entry.line < entry.line)
            .any(|outer| outer.entry.last >= entry.last && is_named(outer))
}

/// Returns whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        let after = rest.get(word.len()..).unwrap_or_default();
        !before.ends_with(is_of_word) && !after.starts_with(is_of_word)
    })
}

/// Returns the first line of a definition with the comments and attributes directly above it, given
/// the lines of the file by their numbers.
pub fn first_line<'t>(definition: &Definition, line: impl Fn(u64) -> &'t str) -> LineNumber {
    let own = definition.entry.line.get();
    let text = line(own);
    let indentation = text.len() - text.trim_start().len();
    let is_above = |number: &u64| is_attached(line(*number), indentation);
    let above = (1..own).rev().take_while(is_above).last();
    above.and_then(LineNumber::new).unwrap_or(definition.entry.line)
}

/// Returns whether a line is a comment or an attribute with an indentation, or continues one.
fn is_attached(line: &str, indentation: usize) -> bool {
    let text = line.trim_start();
    let is_directive = || {
        let rest = text.strip_prefix('#').unwrap_or_default().trim_start();
        let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        !rest.starts_with('[') && DIRECTIVES.split(' ').any(|directive| directive == word)
    };
    let is_marked = text == "*" || ATTACHED.iter().any(|mark| text.starts_with(mark));
    let is_level = line.len() - text.len() == indentation || text.starts_with('*');
    is_marked && is_level && !(text.starts_with('#') && is_directive())
}

#[cfg(test)]
mod tests {
    use super::super::definitions::definitions;
    use super::{first_line, named, qualified};

    const RUST: &str = "impl Walk {\n    /// Goes on.\n    #[inline]\n    fn next() {\n    }\n}\n\
        impl Other {\n    fn next() {\n    }\n}\n";

    #[test]
    fn a_name_may_have_those_around_it() {
        assert_eq!(qualified("Walk::next"), Some(("Walk", "next")));
        assert_eq!(qualified("a.b::Walk.next"), Some(("a.b::Walk", "next")));
        for plain in ["next", "next ", "::next", "a b.c"] {
            assert_eq!(qualified(plain), None, "{plain}");
        }
    }

    #[test]
    fn definitions_are_found_by_name() {
        let all = definitions("a.rs", RUST);
        let lines = |wanted| -> Vec<u64> {
            named(&all, wanted).iter().map(|definition| definition.entry.line.get()).collect()
        };
        assert_eq!(lines("next"), [4, 8]);
        assert_eq!(lines("Other::next"), [8]);
        assert_eq!(lines("walk.NEXT"), []);
        assert_eq!(lines("Walk.NEXT"), [4]);
        assert_eq!(lines("nex"), []);
    }

    #[test]
    fn a_class_is_not_inside_of_its_base() {
        let classes = "class A:\n    def f(self):\n        pass\n\n\
            class B(A):\n    def f(self):\n        pass\n";
        let all = definitions("a.py", classes);
        let lines: Vec<_> = named(&all, "A.f").iter().map(|found| found.entry.line.get()).collect();
        assert_eq!(lines, [2]);
    }

    #[test]
    fn comments_and_attributes_above_belong_to_a_definition() {
        let all = definitions("a.rs", RUST);
        let lines: Vec<_> = RUST.lines().collect();
        let line = |number: u64| lines.get(number as usize - 1).copied().unwrap_or_default();
        let first = |wanted| named(&all, wanted).first().map(|found| first_line(found, line).get());
        assert_eq!(first("Walk::next"), Some(2));
        assert_eq!(first("Other::next"), Some(8));
    }
}
