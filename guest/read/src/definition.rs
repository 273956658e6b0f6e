//! Finds the definition of a name in a file.

use crate::error::{ArgumentError, PathError, ReadError, SizeLimit};
use crate::similar::closest_of;
use readroom_core::{File, FileError, Rules, Tree};
use readroom_structure::{
    BlockSpan, DefiningFile, Definition, Heading, MAX_HEADERS, definitions, first_line,
    has_clauses, named, qualified,
};

/// The largest file in which definitions are found, in bytes: its text is held in memory.
pub const MAX_DEFINED_BYTES: u64 = 4 * 1024 * 1024;

/// The maximum number of further definitions of a name.
const MAX_SAME_NAME: usize = 20;

/// The lines of a definition.
pub(crate) struct Defined {
    pub(crate) span: BlockSpan,
    /// Further definitions with the same name.
    pub(crate) same_name: Vec<Heading>,
}

/// Finds the definition of a name.
pub(crate) fn defined<T: Tree>(
    file: &File<'_, T>,
    wanted: &str,
    path: &str,
    rules: &Rules,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Defined, ReadError> {
    if file.text_bytes() > MAX_DEFINED_BYTES {
        let limit = SizeLimit::Definition(MAX_DEFINED_BYTES);
        return Err(ReadError::about(path, PathError::TooLarge(limit)));
    }
    let text = file.whole_text(rules).map_err(failed)?;
    let name = file.text_name();
    let all = definitions(&name, &text);
    let defining = DefiningFile { path: &name, text: &text };
    let mut found = named(&all, wanted.trim(), defining).into_iter().peekable();
    let Some(first) = found.next() else {
        let own = qualified(wanted).map_or(wanted, |(_, own)| own);
        let names = match all.iter().any(|known| known.name() == own) {
            true => vec![own.into()],
            false => closest_of(own, all.iter().map(Definition::name)),
        };
        return Err(
            ArgumentError::NoDefinition { name: wanted.into(), path: path.into(), names }.into()
        );
    };
    let lines: Vec<_> = text.lines().collect();
    let line = |number: u64| {
        let at = usize::try_from(number.saturating_sub(1)).ok();
        at.and_then(|at| lines.get(at)).copied().unwrap_or_default()
    };
    let mut end = first;
    let lines = DefinitionLines { file_name: &name, all: &all, line: &line };
    while let Some(next) = found.next_if(|next| lines.continues(end, next)) {
        end = next;
    }
    let heading = |Definition { entry, .. }: &Definition| Heading {
        line: entry.line,
        text: entry.text.clone(),
    };
    let is_around = |outer: &&Definition| {
        outer.entry.line < first.entry.line && outer.entry.last >= first.entry.last
    };
    let around: Vec<_> = all.iter().filter(is_around).map(heading).collect();
    let outer = around.len().saturating_sub(MAX_HEADERS);
    Ok(Defined {
        span: BlockSpan {
            first: first_line(first, &name, &line),
            last: end.entry.last,
            headers: around.into_iter().skip(outer).collect(),
        },
        same_name: found.map(heading).take(MAX_SAME_NAME).collect(),
    })
}

/// The definitions in a file, and its lines by their numbers.
struct DefinitionLines<'d, 't> {
    file_name: &'d str,
    all: &'d [Definition],
    line: &'d dyn Fn(u64) -> &'t str,
}

impl DefinitionLines<'_, '_> {
    /// Returns whether a definition continues the one of the same name before it, as overloads and
    /// clauses do. Clauses have nothing else that is defined in between. Of others, the first has
    /// no body, and only comments and attributes are in between.
    fn continues(&self, one: &Definition, next: &Definition) -> bool {
        let is_function = |one: &Definition| one.is_function() || one.entry.text.contains('(');
        let (last, begin) = (one.entry.last, next.entry.line);
        let is_between = |other: &Definition| other.entry.line > last && other.entry.line < begin;
        let is_attached = |text: &str| text.is_empty() || text.starts_with(['/', '*', '#', '@']);
        is_function(one)
            && is_function(next)
            && one.entry.depth == next.entry.depth
            && begin > last
            && match has_clauses(self.file_name) {
                true => !self.all.iter().any(is_between),
                false => {
                    self.is_head(one)
                        && (last.get() + 1..begin.get()).map(|n| self.text(n)).all(is_attached)
                }
            }
    }

    /// Returns whether a definition ends where its parameters do.
    fn is_head(&self, one: &Definition) -> bool {
        let mut open = 0;
        let mut is_open = |number| {
            let text = self.text(number);
            open += text.matches('(').count();
            open -= text.matches(')').count().min(open);
            open > 0
        };
        let last = one.entry.last.get();
        (one.entry.line.get()..last).all(&mut is_open) && self.text(last).contains(')')
    }

    fn text(&self, number: u64) -> &str {
        (self.line)(number).trim()
    }
}

#[cfg(test)]
mod tests {
    use super::{DefinitionLines, definitions};

    /// Returns whether the second definition in a file continues the first.
    fn continues(file: &str, text: &str) -> bool {
        let all = definitions(file, text);
        let lines: Vec<_> = text.lines().collect();
        let line = |number: u64| lines.get(number as usize - 1).copied().unwrap_or_default();
        let [first, .., next] = &all[..] else { return false };
        let lines = DefinitionLines { file_name: file, all: &all, line: &line };
        lines.continues(first, next)
    }

    #[test]
    fn heads_without_a_body_belong_to_what_follows() {
        let overloads = "function f(a: 1): void\nfunction f(a: any) {\n  x()\n}\n";
        let python = "@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\n";
        let wide = "function f(\n  a: 1,\n): void\nfunction f(a: any) {\n  x()\n}\n";
        for (file, text) in [("a.ts", overloads), ("a.ts", wide), ("a.pyi", python)] {
            assert!(continues(file, text), "{file}");
        }
        let whole = "def f(a):\n    x()\n\ndef f(b):\n    y()\n\n";
        assert!(!continues("a.py", whole));
    }

    #[test]
    fn clauses_with_bodies_are_one_function() {
        let clauses = "def f(:a), do: 1\n\n# b\ndef f(b) do\n  b\nend\n";
        let whole = "def f(:a) do\n  1\nend\n\n@doc \"\"\"\nA.\n\"\"\"\ndef f(b, c) do\n  b\nend\n";
        for text in [clauses, whole] {
            assert!(continues("a.ex", text), "{text}");
        }
        let apart = "def f(:a), do: 1\ndef g(x), do: x\ndef f(b), do: b\n";
        assert!(!continues("a.ex", apart));
    }
}
