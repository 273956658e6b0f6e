//! Finds definitions by their names.

use super::definitions::Definition;
use super::heading_levels::first_line_of_section;
use super::language::{Language, is_c};
use super::role::{has_word, is_of_words};
use super::word_list::WordList;
use readroom_core::LineNumber;

/// What separates a name from those around it.
const SEPARATORS: [&str; 5] = ["::", "->", ".", "#", "\\"];

/// The marks that a comment, an attribute or a decorator starts with.
const ATTACHED: [&str; 8] = ["//", "/*", "* ", "*/", "#", "@", "--", ";;"];

/// The words of preprocessor directives, which are no comments.
static DIRECTIVES: WordList =
    WordList::new("if elif else undef ifdef endif error define ifndef pragma import include");

/// Words for the type or the crate that code is in, whatever its name is.
static OWN: WordList = WordList::new("cls self Self this crate super");

/// The beginnings of lines that name the module of the lines after them.
const MODULES: [&str; 4] = ["namespace ", "package ", "module ", "inline namespace "];

/// A file with definitions.
#[derive(Clone, Copy, Debug)]
pub struct DefiningFile<'t> {
    /// Its path.
    pub path: &'t str,
    /// Its text.
    pub text: &'t str,
}

/// Splits a name such as `Walk::next` into the names around it and its own. `None` for a name
/// without others, and for what is not only names. Empty parentheses at its end do not count;
/// a mark such as that of `valid?` may be there.
pub fn qualified(name: &str) -> Option<(&str, &str)> {
    let name = without_parentheses(name);
    let is_of_name = |c: char| c.is_alphanumeric() || "_$:.#\\-><".contains(c);
    let bare = match name.as_bytes() {
        [bare @ .., b'\\', b'?' | b'!' | b'='] | [bare @ .., b'?' | b'!' | b'='] => {
            name.get(..bare.len())?
        }
        _ => name,
    };
    if !bare.chars().all(is_of_name) {
        return None;
    }
    let split = |separator| bare.rsplit_once(separator);
    let shorter = |(around, own): &(&str, &str)| (own.len(), around.len());
    let (around, own) = SEPARATORS.into_iter().filter_map(split).min_by_key(shorter)?;
    let around = around.trim_end_matches('\\');
    let marked = name.get(bare.len() - own.len()..)?;
    (!around.is_empty() && !own.is_empty()).then_some((around, marked))
}

/// Returns a name without `()` or `(` at its end, which may be escaped.
pub fn without_parentheses(name: &str) -> &str {
    let without = |text, mark: char| {
        let text = str::strip_suffix(text, mark)?;
        Some(text.strip_suffix('\\').unwrap_or(text))
    };
    let open = without(name, ')').unwrap_or(name);
    without(open, '(').filter(|bare| !bare.is_empty()).unwrap_or(name)
}

/// Returns the definitions in a file with a name: as written or, if no name is written so, in any
/// case; else those whose lines have a text such as `fn next` or `[next]`, and titles with words
/// such as `4.2.0`.
pub fn named<'d>(
    all: &'d [Definition],
    wanted: &str,
    file: DefiningFile<'_>,
) -> Vec<&'d Definition> {
    let equal = |one: &str, other: &str| one == other;
    let alike = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    let mut found = named_by(all, wanted, file, equal);
    if found.is_empty() {
        found = named_by(all, wanted, file, alike);
    }
    if found.is_empty() {
        let is_of_line = wanted.contains([' ', '[', '#']);
        let has_titles = Language::of(file.path).has_headings();
        let words = wanted.to_lowercase();
        let is_meant = |definition: &&Definition| {
            is_of_line && definition.entry.text.contains(wanted)
                || has_titles && has_word(&definition.name().to_lowercase(), &words)
        };
        found.extend(all.iter().filter(is_meant));
        found.dedup_by_key(|definition| definition.entry.line);
    }
    found
}

fn named_by<'d>(
    all: &'d [Definition],
    wanted: &str,
    file: DefiningFile<'_>,
    is_same: fn(&str, &str) -> bool,
) -> Vec<&'d Definition> {
    let with = |name: &str| -> Vec<_> {
        all.iter().filter(|definition| is_same(definition.name(), name)).collect()
    };
    let mut found = with(wanted);
    if found.is_empty() {
        found = with(without_parentheses(wanted));
    }
    let Some((around, own)) = qualified(wanted).filter(|_| found.is_empty()) else { return found };
    let mut found = with(own);
    found.retain(|definition| is_inside(all, definition, around, file));
    // A deeper one is in something else that is in it.
    let depth = found.iter().map(|definition| definition.entry.depth).min();
    found.retain(|definition| Some(definition.entry.depth) == depth);
    found
}

/// Returns whether a definition is inside of what has a name: a type, a module, or the receiver of
/// a method.
pub fn is_inside(
    all: &[Definition],
    definition: &Definition,
    around: &str,
    file: DefiningFile<'_>,
) -> bool {
    let around = match qualified(around).map_or(around, |(_, own)| own) {
        "var" if Language::of(file.path) == Language::Hcl => "variable",
        "local" if Language::of(file.path) == Language::Hcl => "locals",
        around => around,
    };
    let entry = &definition.entry;
    let before = entry.text.get(..definition.name.start).unwrap_or_default();
    // An implementation names a trait, too; a class names its base, which is another one.
    let is_named = |outer: &Definition| {
        outer.name() == around
            || outer.name().rsplit('.').next() == Some(around)
            || ["impl", "defimpl"].iter().any(|word| outer.entry.text.starts_with(word))
                && has_word(&outer.entry.text, around)
    };
    has_word(before, around)
        || OWN.has(around)
        || all
            .iter()
            .take_while(|outer| outer.entry.line < entry.line)
            .any(|outer| outer.entry.last >= entry.last && is_named(outer))
        || entry.depth == 0 && is_module(around, entry.line, file)
}

/// Returns whether a file, a directory around it, or a line before another one such as `package x;`
/// has the name of a module.
fn is_module(name: &str, before: LineNumber, file: DefiningFile<'_>) -> bool {
    let is_same = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default();
        let of_ml = |end| part.ends_with(end) && stem.eq_ignore_ascii_case(name);
        [stem, &stem.replace('-', "_")].contains(&name) || of_ml(".ml") || of_ml(".mli")
    };
    let lines = usize::try_from(before.get()).unwrap_or(usize::MAX);
    let is_named = |line: &str| {
        MODULES.iter().any(|word| line.trim_start().starts_with(word)) && has_word(line, name)
    };
    file.path.split('/').any(is_same) || file.text.lines().take(lines).any(is_named)
}

/// Returns the first line of a definition with its type, if that is in the lines above, and the
/// comments and attributes directly above it, given the lines of the file by their numbers.
pub fn first_line<'t>(
    definition: &Definition,
    file_name: &str,
    line: &dyn Fn(u64) -> &'t str,
) -> LineNumber {
    let indentation_of = |line: &str| line.len() - line.trim_start().len();
    let own = definition.entry.line;
    let language = Language::of(file_name);
    if language.has_headings() {
        return first_line_of_section(own, language, line);
    }
    let indentation = indentation_of(line(own.get()));
    // In a file of sections, a line in brackets is another one.
    let has_brackets = definition.name.start > 0 && !definition.entry.text.starts_with(['[', '#']);
    let mut first = own;
    let is_of_type =
        |above: &u64| indentation_of(line(*above)) == indentation && is_type(line(*above).trim());
    if is_c(file_name) && is_untyped(definition) {
        let above = (1..own.get()).rev().take(MAX_TYPE_LINES).take_while(is_of_type).last();
        first = above.and_then(LineNumber::new).unwrap_or(own);
    }
    while let Some(above) = first.get().checked_sub(1).filter(|above| *above > 0) {
        let last = line(above);
        let is_outer = |number: &u64| indentation_of(line(*number)) <= indentation;
        let begin = if ends_attribute(last, indentation_of(last) > indentation) {
            (1..above).rev().find(is_outer).unwrap_or(above)
        } else if last.ends_with("*/") && !last.contains("/*") {
            let begins = |number: &u64| line(*number).trim_start().starts_with("/*");
            (1..above).rev().take(MAX_COMMENT_LINES).find(begins).unwrap_or(above)
        } else {
            above
        };
        let text = line(begin).trim();
        let is_bracketed = has_brackets && begin == above && text.ends_with(']');
        let is_attribute = is_bracketed && text.starts_with('[') || is_template(text);
        let is_level = indentation_of(line(begin)) == indentation;
        if !(is_attached(line(begin), indentation) || is_attribute && is_level) {
            break;
        }
        first = LineNumber::new(begin).unwrap_or(first);
    }
    first
}

/// The maximum number of lines of a comment above a definition whose lines have no marks.
const MAX_COMMENT_LINES: usize = 100;

/// The maximum number of lines with the type of a function above its name.
const MAX_TYPE_LINES: usize = 3;

/// Returns whether a definition is a function without a type in the line of its name.
fn is_untyped(definition: &Definition) -> bool {
    let text = &definition.entry.text;
    let (before, rest) = text.split_at_checked(definition.name.start).unwrap_or_default();
    let after = rest.get(definition.name.len()..).unwrap_or_default();
    after.trim_start().starts_with('(') && is_of_words(before, b":<>,~*&")
}

/// Returns whether a line has only the type of a function: `static inline int *`, `void`.
fn is_type(line: &str) -> bool {
    let [Some(first), Some(last)] = [line.bytes().next(), line.bytes().last()] else {
        return false;
    };
    (first.is_ascii_alphabetic() || first == b'_')
        && !matches!(last, b',' | b':' | b'(')
        && is_of_words(line, b":<>,*&() \t\"")
        && (last != b')' || line.contains("__attribute__"))
}

/// Returns whether a line begins with the parameters of a template.
fn is_template(text: &str) -> bool {
    text.strip_prefix("template").is_some_and(|rest| rest.trim_start().starts_with('<'))
}

/// Returns whether a line may end an attribute over several lines: `)`, `)]`, `})`, a deeper `>`.
fn ends_attribute(line: &str, is_deeper: bool) -> bool {
    let text = line.trim();
    match is_deeper {
        true => text.ends_with('>'),
        false => text.len() <= 3 && text.ends_with([')', ']']) && text.starts_with([')', ']', '}']),
    }
}

/// Returns whether a line is a comment or an attribute with an indentation, or continues one.
fn is_attached(line: &str, indentation: usize) -> bool {
    let text = line.trim_start();
    let is_directive = || {
        let rest = text.strip_prefix('#').unwrap_or_default().trim_start();
        let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        !rest.starts_with('[') && DIRECTIVES.has(word)
    };
    let is_marked = text == "*" || ATTACHED.iter().any(|mark| text.starts_with(mark));
    let is_level = line.len() - text.len() == indentation || text.starts_with('*');
    is_marked && is_level && !(text.starts_with('#') && is_directive())
}

#[cfg(test)]
mod tests {
    use super::super::definitions::definitions;
    use super::{DefiningFile, first_line, named, qualified};

    const FILE: DefiningFile<'_> = DefiningFile { path: "a.rs", text: "" };

    const RUST: &str = "impl Walk {\n    /// Goes on.\n    #[inline]\n    fn next() {\n    }\n}\n\
        impl Other {\n    fn next() {\n    }\n}\n";

    #[test]
    fn a_name_may_have_those_around_it() {
        assert_eq!(qualified("Walk::next"), Some(("Walk", "next")));
        assert_eq!(qualified("a.b::Walk.next"), Some(("a.b::Walk", "next")));
        assert_eq!(qualified("Walk#next?"), Some(("Walk", "next?")));
        assert_eq!(qualified("Walk.next="), Some(("Walk", "next=")));
        assert_eq!(qualified(r"Walk#next\?"), Some(("Walk", r"next\?")));
        for plain in ["next", "next?", "next ", "::next", "a b.c", "a.?b"] {
            assert_eq!(qualified(plain), None, "{plain}");
        }
    }

    #[test]
    fn definitions_are_found_by_name() {
        let all = definitions("a.rs", RUST);
        let lines = |wanted| -> Vec<u64> {
            named(&all, wanted, FILE).iter().map(|definition| definition.entry.line.get()).collect()
        };
        assert_eq!(lines("next"), [4, 8]);
        assert_eq!(lines("Other::next"), [8]);
        assert_eq!(lines("walk.NEXT"), []);
        assert_eq!(lines("Walk.NEXT"), [4]);
        assert_eq!(lines("nex"), []);
    }

    #[test]
    fn some_words_of_a_title_are_enough() {
        let text = "# News\n\n## [4.2.0] / 2020-12-14\n\n## 4.2 and Older Ones\n";
        let all = definitions("a.md", text);
        let file = DefiningFile { path: "a.md", text };
        let lines = |wanted| -> Vec<u64> {
            named(&all, wanted, file).iter().map(|found| found.entry.line.get()).collect()
        };
        for (wanted, line) in [("4.2.0", 3), ("older ones", 5), ("4.2 and", 5), ("news", 1)] {
            assert_eq!(lines(wanted), [line], "{wanted}");
        }
        assert_eq!(lines("old"), []);
    }

    #[test]
    fn a_class_is_not_inside_of_its_base() {
        let classes = "class A:\n    def f(self):\n        pass\n\n\
            class B(A):\n    def f(self):\n        pass\n";
        let all = definitions("a.py", classes);
        let lines: Vec<_> =
            named(&all, "A.f", FILE).iter().map(|found| found.entry.line.get()).collect();
        assert_eq!(lines, [2]);
    }

    #[test]
    fn terraform_has_its_own_names_of_modules() {
        let text = "variable \"x\" {\n}\nlocals {\n  x = 1\n}\nresource \"a_b\" \"x\" {\n}\n\
            data \"a_b\" \"y\" {\n}\nmodule \"x\" {\n}\n";
        let all = definitions("a.tf", text);
        let file = DefiningFile { path: "dir/a.tf", text };
        let lines = |wanted| -> Vec<u64> {
            named(&all, wanted, file).iter().map(|found| found.entry.line.get()).collect()
        };
        for (wanted, line) in [
            ("var.x", 1),
            ("local.x", 4),
            ("a_b.x", 6),
            ("data.a_b.y", 8),
            ("module.x", 10),
            ("resource \"a_b\" \"x\"", 6),
        ] {
            assert_eq!(lines(wanted), [line], "{wanted}");
        }
        assert_eq!(lines("a_b"), [6, 8]);
    }

    #[test]
    fn comments_and_attributes_above_belong_to_a_definition() {
        let all = definitions("a.rs", RUST);
        let lines: Vec<_> = RUST.lines().collect();
        let line = |number: u64| lines.get(number as usize - 1).copied().unwrap_or_default();
        let first = |wanted| {
            let found = named(&all, wanted, FILE);
            found.first().map(|found| first_line(found, "a.rs", &line).get())
        };
        assert_eq!(first("Walk::next"), Some(2));
        assert_eq!(first("Other::next"), Some(8));
    }

    #[test]
    fn a_module_may_be_a_file_a_directory_or_a_line() {
        let text = "package com.x;\n\nnamespace a::b {\nint f() {\n}\n}\nclass C {\n  int g() {\n  \
            }\n}\n";
        let all = definitions("a.cc", text);
        let file = DefiningFile { path: "my-lib/src/walk.cc", text };
        let lines = |wanted| -> Vec<u64> {
            named(&all, wanted, file).iter().map(|found| found.entry.line.get()).collect()
        };
        for wanted in ["walk::f", "my_lib.f", "a::b::f", "crate::f", "com.x.f()", "int f"] {
            assert_eq!(lines(wanted), [4], "{wanted}");
        }
        assert_eq!(lines("self.g"), [8]);
        // It is in a class of the file.
        assert_eq!(lines("walk::g"), []);
        assert_eq!(lines("other::f"), []);
    }

    #[test]
    fn attributes_above_may_have_several_lines() {
        for (file, text, expected) in [
            ("a.py", "x = f(\n)\n@a\n@b(\n    1,\n)\ndef f():\n    pass\n", 3),
            ("a.ts", "// A.\n@C({\n  x: 1,\n})\nexport class f {\n}\n", 1),
            ("a.cc", "int x;\ntemplate <class A,\n          class B>\n[[a]]\nint f() {\n}\n", 2),
            ("a.cs", "int x;\n[A]\n[B(1)]\npublic void f()\n{\n}\n", 2),
            ("a.toml", "[a]\nf = 1\n", 2),
            ("a.rs", "fn a() {\n}\nfn f() {\n}\n", 3),
            ("a.c", "int x;\n// A.\nstatic inline int *\nf(int a)\n{\n}\n", 2),
            ("a.c", "#define X\nvoid\n*f (a)\n  int a;\n{\n}\n", 2),
            ("a.cc", "}\ntemplate <class T>\nstd::vector<T>\nA<T>::f()\n{\n}\n", 2),
            ("a.h", "Q_OBJECT\n\nint f()\n{\n}\n", 3),
            ("a.c", "MACRO(x)\nf()\n{\n}\n", 2),
            ("a.c", "a:\nf()\n{\n}\n", 2),
            ("a.c", "int x;\n\n/* A\n   b.  */\nint\nf()\n{\n}\n", 3),
            ("a.sh", "fi\nf() {\n}\n", 2),
        ] {
            let all = definitions(file, text);
            let lines: Vec<_> = text.lines().collect();
            let line = |number: u64| lines.get(number as usize - 1).copied().unwrap_or_default();
            let found = named(&all, "f", FILE);
            let found = found.first().map(|found| first_line(found, file, &line).get());
            assert_eq!(found, Some(expected), "{file}");
        }
    }
}
