//! Tells the uses of a name from the paths of imports, from declarations, and from other names.

use readroom_matcher::Matcher;
use readroom_structure::{Definition, has_marked_names, is_c, is_of_words};
use std::ops::Range;

/// The maximum number of matches in a line that are looked at.
const MAX_MATCHES: usize = 16;

/// The texts before the quoted path of an import.
const IMPORTS: [&str; 6] = ["from", "import", "import(", "require", "require(", "include"];

/// The first words of statements and of other lines that do not begin with a type.
const STATEMENTS: &str = "return else goto case throw new delete typedef using sizeof";

/// Returns whether a line that matches has a use: not only the path of an import, or a declaration
/// of what is defined elsewhere. `around` is the definition that the line is in.
pub(crate) fn is_use(
    path: &str,
    line: &str,
    around: Option<&Definition>,
    matcher: &Matcher,
) -> bool {
    let text = line.trim();
    let mut found = matcher.find_all(text.as_bytes(), MAX_MATCHES).into_iter();
    let is_open = |around: &Definition| !around.entry.text.contains(['(', '=', '#']);
    let can_declare = is_c(path) && around.is_none_or(is_open);
    let is_other = |found: Range<usize>| {
        let (before, rest) = text.split_at_checked(found.start).unwrap_or_default();
        let (name, after) = rest.split_at_checked(found.len()).unwrap_or_default();
        // `static DEFINE_MUTEX(lock);` calls a macro.
        let is_macro = !name.bytes().any(|byte| byte.is_ascii_lowercase());
        is_import_path(path, before, after)
            || has_marked_names(path) && is_other_name(before, name, after)
            || can_declare && !is_macro && is_declaration(before, after)
    };
    !found.all(is_other) || matcher.find(text.as_bytes(), 0..text.len()).is_none()
}

/// Returns whether the text between two others is in the path of an import: `from '../x'`, `"x/y"`
/// of Go.
fn is_import_path(path: &str, before: &str, after: &str) -> bool {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let quotes = before.bytes().filter(is_quote).count();
    let Some(at) = before.bytes().rposition(|byte| is_quote(&byte)) else { return false };
    let outside = before.get(..at).unwrap_or_default().trim_end();
    let is_after = |import: &str| outside.strip_suffix(import).is_some_and(ends_word);
    let is_import = || IMPORTS.iter().any(|import| is_after(import));
    // In a list of imports, a line is a path and perhaps its name.
    let is_line = || path.ends_with(".go") && is_of_words(outside, b".") && after.ends_with('"');
    quotes % 2 == 1 && after.bytes().any(|byte| is_quote(&byte)) && (is_import() || is_line())
}

/// Returns whether a name between two texts is a part of another one: of `walk?`, `walk!`, or of
/// `walk=` where that is defined.
fn is_other_name(before: &str, name: &str, after: &str) -> bool {
    let is_definition = before.trim_start().starts_with("def ");
    name.ends_with(|last: char| last.is_alphanumeric() || last == '_')
        && match after.as_bytes() {
            [b'?' | b'!', rest @ ..] => rest.first() != Some(&b'='),
            [b'=', rest @ ..] => is_definition && rest.first() == Some(&b'('),
            _ => false,
        }
}

/// Returns whether a word may begin after a text.
fn ends_word(text: &str) -> bool {
    text.bytes().last().is_none_or(|last| !last.is_ascii_alphanumeric() && last != b'_')
}

/// Returns whether the name between two texts is declared there, in C: `int x(`, `extern int x;`,
/// `struct x;`. `x(` alone may call a macro, as `EXPORT_SYMBOL(` does.
fn is_declaration(before: &str, after: &str) -> bool {
    if !is_of_words(before, b" \t*&:<>,") || !ends_word(before) {
        return false;
    }
    let first = before.split(' ').next().unwrap_or_default();
    match after.trim_start().bytes().next() {
        Some(b'(') => !first.is_empty() && !STATEMENTS.split(' ').any(|known| known == first),
        Some(b';' | b'[' | b',') => {
            first == "extern" || matches!(before.trim_end(), "struct" | "union" | "enum" | "class")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_use;
    use readroom_matcher::{LineEnds, Matcher, Pattern};
    use readroom_structure::definitions;
    use readroom_types::{LetterCase, PatternSyntax};

    fn matcher(text: &str) -> Matcher {
        let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
        let pattern = Pattern { text, syntax, case, words: true };
        Matcher::new(&pattern, LineEnds::LfOrCrLf).unwrap()
    }

    /// Returns whether a line of a file uses `walk`.
    fn uses(path: &str, line: &str) -> bool {
        is_use(path, line, None, &matcher("walk"))
    }

    #[test]
    fn a_path_of_an_import_is_no_use() {
        for (path, line) in [
            ("a.ts", "import { next } from '../walk';"),
            ("a.ts", "export * from \"./walk/index\";"),
            ("a.ts", "} from './walk'"),
            ("a.js", "const next = require('./walk').next;"),
            ("a.js", "import './walk.css';"),
            ("a.ts", "const { next } = await import('../walk');"),
            ("a.c", "#include \"walk.h\""),
            ("a.go", "\t\"example.com/walk\""),
            ("a.go", "\tw \"example.com/walk\""),
        ] {
            assert!(!uses(path, line), "{line}");
        }
        for (path, line) in [
            ("a.ts", "import { walk } from '../walk';"),
            ("a.ts", "import walk from 'x';"),
            ("a.ts", "log('from walk', walk);"),
            ("a.ts", "say(\"import walk\");"),
            ("a.py", "from x.walk import next"),
            ("a.go", "\tlog(\"walk\")"),
        ] {
            assert!(uses(path, line), "{line}");
        }
    }

    #[test]
    fn a_name_with_a_mark_is_another_one() {
        for (path, line) in [
            ("a.rb", "  def walk?"),
            ("a.rb", "  def self.walk!(x)"),
            ("a.rb", "  def walk=(x)"),
            ("lib/Rakefile", "stop if tree.walk?"),
            ("a.ex", "  def walk?(x), do: walk!(x)"),
            ("a.cr", "tree.walk?"),
            ("a.jl", "walk!(tree)"),
        ] {
            assert!(!uses(path, line), "{line}");
        }
        for line in ["  def walk?", "walk if walk?", "walk?(x)"] {
            assert!(is_use("a.rb", line, None, &matcher(r"walk\?")), "{line}");
        }
        for (path, line) in [
            ("a.rb", "walk ? 1 : 2"),
            ("a.rb", "x if walk!=y"),
            ("a.rb", "tree.walk=(x)"),
            ("a.rb", "walk if walk?"),
            ("a.rs", "walk?;"),
            ("a.rs", "walk!(tree)"),
            ("a.ts", "walk?: Tree"),
            ("a.swift", "walk?.next()"),
        ] {
            assert!(uses(path, line), "{line}");
        }
    }

    #[test]
    fn a_declaration_of_c_is_no_use() {
        for line in [
            "int walk(struct tree *tree);",
            "extern struct tree *walk(void);",
            "extern int walk;",
            "struct walk;",
            "std::vector<int> walk(int a,",
        ] {
            assert!(!uses("a.h", line), "{line}");
        }
        for line in [
            "EXPORT_SYMBOL(walk);",
            "walk(next);",
            "#define STEP(x) walk(x)",
            "static int (*step)(void) = walk;",
            "struct walk *first;",
            "int x = walk(1);",
            "return walk(1);",
            "typedef struct walk walk_t;",
            "    .step = walk,",
        ] {
            assert!(uses("a.h", line), "{line}");
        }
        // In a function, it is a call or a variable.
        let around = definitions("a.c", "void f(void)\n{\n    int walk(1);\n}\n");
        assert!(is_use("a.c", "    int walk(1);", around.first(), &matcher("walk")));
        assert!(is_use("a.c", "static DEFINE_LOCK(walk);", None, &matcher("DEFINE_LOCK")));
    }
}
