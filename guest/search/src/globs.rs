//! Globs that include and exclude files.

use readroom_core::FileKind;
use readroom_policy::IgnoreFile;
use std::borrow::Cow;

/// The maximum number of globs after brace expansion, and their maximum length in bytes.
const MAX_EXPANDED: usize = 1000;
const MAX_EXPANDED_BYTES: usize = 64 * 1024;

/// The maximum size of the directory prefixes of all globs in bytes.
const MAX_WAYS_BYTES: usize = 256 * 1024;

/// Why a glob is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobError {
    /// The glob as given.
    pub glob: String,
    /// The reason.
    pub reason: String,
}

/// Globs in the syntax of `.gitignore` with alternatives in braces. The last one that matches
/// decides.
#[derive(Debug, Default)]
pub struct Globs {
    patterns: Option<IgnoreFile>,
    /// Whether any glob includes; files that none matches are then left out.
    includes: bool,
    /// The names that including globs spell out, with the names before them.
    spelled: Option<IgnoreFile>,
    /// The directories in which an including glob may match. `None` means any.
    ways: Option<IgnoreFile>,
    /// Whether case does not matter. The patterns are in lower case.
    folds_case: bool,
}

/// The verdict of globs about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobMatch {
    /// It is included.
    Included,
    /// A directory, or a link to one, that may contain included entries.
    Way,
    /// It is left out.
    Excluded,
}

impl Globs {
    /// Compiles globs. Those that start with `!` exclude.
    pub fn new(globs: &[&str]) -> Result<Self, GlobError> {
        Self::compile(globs, false)
    }

    /// Compiles lower-case globs that match in any case.
    pub(crate) fn in_any_case(globs: &[&str]) -> Result<Self, GlobError> {
        Self::compile(globs, true)
    }

    fn compile(globs: &[&str], folds_case: bool) -> Result<Self, GlobError> {
        if globs.is_empty() {
            return Ok(Self::default());
        }
        let (mut lines, mut ways, mut includes, mut count) =
            (String::new(), Ways::default(), false, 0);
        for glob in globs.iter().flat_map(|glob| listed(glob)) {
            let fail = |reason: String| GlobError { glob: glob.into(), reason };
            let (mark, text) = split_mark(glob);
            includes |= mark.is_empty();
            if text.is_empty() {
                return Err(fail("it is empty".into()));
            }
            if text.contains(['\n', '\0']) {
                return Err(fail("no name contains a line feed or a NUL".into()));
            }
            if glob.starts_with("!(") && glob.contains(')') {
                return Err(fail(
                    "exclude without parentheses: `!*.js`, or `!\\(a)` for a name".into(),
                ));
            }
            if has_other_alternatives(text) {
                return Err(fail("write alternatives in braces: `*.{ts,tsx}`".into()));
            }
            let mut add = |expanded: &str| {
                // A leading `#` or `!` is part of a name.
                let escape = if expanded.starts_with(['#', '!']) { "\\" } else { "" };
                lines.extend([mark, escape, expanded, "\n"]);
                if mark.is_empty() {
                    ways.add(expanded);
                }
                count += 1;
                count <= MAX_EXPANDED && lines.len() <= MAX_EXPANDED_BYTES
            };
            expand_all(text, &mut add).map_err(|error| fail(error.reason().into()))?;
            let of_glob = lines.lines().last().unwrap_or_default();
            IgnoreFile::new(of_glob).map_err(fail)?;
        }
        let (spelled, ways) = ways.compile();
        Ok(Self { patterns: IgnoreFile::new(&lines).ok(), includes, spelled, ways, folds_case })
    }

    /// Returns whether any glob includes.
    pub(crate) fn include(&self) -> bool {
        self.includes
    }

    /// Returns the verdict about a path, relative to the start of the search.
    pub fn of(&self, path: &str, kind: FileKind) -> GlobMatch {
        let Some(patterns) = &self.patterns else { return GlobMatch::Included };
        let path = &*self.folded(path);
        match patterns.ignores(path, kind == FileKind::Directory) {
            Some(true) => GlobMatch::Included,
            Some(false) => GlobMatch::Excluded,
            None if !self.includes => GlobMatch::Included,
            None if !matches!(kind, FileKind::Directory | FileKind::Link) => GlobMatch::Excluded,
            None => match self.ways.as_ref().map(|ways| ways.ignores(path, true)) {
                None | Some(Some(_)) => GlobMatch::Way,
                Some(None) => GlobMatch::Excluded,
            },
        }
    }

    /// Returns whether an including glob spells a name out: its component for the name has no
    /// wildcard, or starts with a dot as the name does.
    pub(crate) fn spell(&self, path: &str, is_directory: bool) -> bool {
        let spelled = self.spelled.as_ref();
        spelled.is_some_and(|names| names.ignores(&self.folded(path), is_directory).is_some())
    }

    fn folded<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if self.folds_case { path.to_lowercase().into() } else { path.into() }
    }
}

/// The prefixes of including globs.
#[derive(Default)]
struct Ways {
    spelled: String,
    ways: String,
    /// Whether one of them may match anywhere, or there are too many.
    lead_anywhere: bool,
}

impl Ways {
    fn add(&mut self, glob: &str) {
        let is_spelled =
            |name: &str| name.trim_start_matches('\\').starts_with('.') || !has_wildcard(name);
        // Without a slash before a name, it matches at any depth.
        let is_name = !glob.trim_end_matches('/').contains('/');
        let glob = [if is_name { "**/" } else { "" }, glob.trim_matches('/')].concat();
        let (mut before, mut is_fixed) = (String::new(), true);
        let mut names = glob.split('/').peekable();
        while let Some(name) = names.next() {
            if !self.has_room(&before) {
                return;
            }
            let slash = if names.peek().is_some() { "/" } else { "" };
            if name == "**" {
                self.lead_anywhere |= is_fixed && before.is_empty();
                if std::mem::take(&mut is_fixed) {
                    self.ways.extend([&*before, "/**/\n"]);
                }
            } else {
                let parts = [&*before, "/", name, slash, "\n"];
                if is_fixed && !slash.is_empty() {
                    self.ways.extend(parts);
                }
                if is_spelled(name) {
                    self.spelled.extend(parts);
                }
            }
            before.extend(["/", name]);
        }
    }

    /// Returns whether one more fits. If not, anything may match.
    fn has_room(&mut self, more: &str) -> bool {
        let has_room = self.spelled.len() + self.ways.len() + 2 * more.len() <= MAX_WAYS_BYTES;
        self.lead_anywhere |= !has_room;
        has_room
    }

    /// Returns the names that are spelled out, and the directories on the way.
    fn compile(self) -> (Option<IgnoreFile>, Option<IgnoreFile>) {
        let compiled = |lines: &str| IgnoreFile::parse(lines.as_bytes());
        let ways = if self.lead_anywhere { None } else { compiled(&self.ways) };
        (compiled(&self.spelled).filter(|_| !self.spelled.is_empty()), ways)
    }
}

fn has_wildcard(name: &str) -> bool {
    let mut bytes = name.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'*' | b'?' | b'[' => return true,
            _ => {}
        }
    }
    false
}

/// Splits off the exclusion mark of a glob, and a leading `./`.
pub(crate) fn split_mark(glob: &str) -> (&'static str, &str) {
    let (mark, text) = match glob.strip_prefix('!') {
        Some(text) => ("!", text),
        None => ("", glob),
    };
    (mark, text.trim_start_matches("./"))
}

/// Splits a glob that is a list of several: `*.js, *.ts`, also in brackets.
fn listed(glob: &str) -> Vec<&str> {
    let inside = glob.strip_prefix('[').and_then(|glob| glob.strip_suffix(']'));
    if let Some(inside) = inside.filter(|inside| !inside.contains(['[', ']'])) {
        // A class such as `[*,?]` has one character between commas.
        let parts = listed(inside);
        let parts = parts.get(1..).filter(|parts| parts.iter().all(|part| part.len() > 1));
        return [&[glob], parts.unwrap_or_default()].concat();
    }
    let mut depth = 0_i32;
    let is_separator = |character| {
        depth += match character {
            '{' | '[' | '(' => 1,
            '}' | ']' | ')' => -1,
            _ => 0,
        };
        depth == 0 && matches!(character, ',' | ';' | '|')
    };
    let mut parts: Vec<_> = glob.split(is_separator).map(str::trim).collect();
    if parts.len() == 1 && glob.split_whitespace().all(|part| part.starts_with('*')) {
        parts = glob.split_whitespace().collect();
    }
    // Commas are rare in names, and rarer still where each part looks like a name by itself.
    let is_glob = |part: &&str| part.contains(['*', '?', '.']) && *part != ".";
    match &*parts {
        [_, _, ..] if parts.iter().all(is_glob) => [&[glob], &*parts].concat(),
        _ => vec![glob],
    }
}

/// Returns whether a glob has alternatives in the syntax of other tools: `@(a|b)`, `(a|b)`.
fn has_other_alternatives(glob: &str) -> bool {
    let inside = glob.split('(').skip(1).filter_map(|part| part.split_once(')'));
    inside.into_iter().any(|(inside, _)| inside.contains('|'))
}

/// Passes the expansions of a glob to `add`, and the glob taken literally, because names may
/// contain brackets and braces, too.
fn expand_all(glob: &str, add: &mut dyn FnMut(&str) -> bool) -> Result<(), BraceError> {
    let mut add_literal = |glob: &str, characters: &[char]| match glob.contains(characters) {
        true => expand(&escaped(glob, characters), add),
        false => Ok(()),
    };
    add_literal(glob, &['{', '}', '[', ']'])?;
    if glob.contains('{') {
        add_literal(glob, &['[', ']'])?;
    }
    expand(glob, add)
}

/// Puts a backslash before the wanted characters that are not escaped.
fn escaped(glob: &str, wanted: &[char]) -> String {
    let mut text = String::new();
    let mut characters = glob.chars();
    while let Some(character) = characters.next() {
        if wanted.contains(&character) {
            text.push('\\');
        }
        text.push(character);
        if character == '\\' {
            text.extend(characters.next());
        }
    }
    text
}

/// Why braces cannot be expanded.
#[derive(Debug)]
pub(crate) enum BraceError {
    Open,
    OpenSet,
    TooMany,
}

impl BraceError {
    fn reason(&self) -> &'static str {
        match self {
            Self::Open => "a `{` has no `}`; write `\\{` for the character",
            Self::OpenSet => "a `[` has no `]`; write `\\[` for the character",
            Self::TooMany => "its braces have too many alternatives",
        }
    }
}

/// Passes the brace expansions of a glob to `add`, in order, until it returns `false`.
pub(crate) fn expand(glob: &str, add: &mut dyn FnMut(&str) -> bool) -> Result<(), BraceError> {
    let Some((before, alternatives, after)) = first_braces(glob)? else {
        return if add(glob) { Ok(()) } else { Err(BraceError::TooMany) };
    };
    alternatives.into_iter().try_for_each(|part| expand(&[before, part, after].concat(), add))
}

/// The text before the braces, the alternatives in them, and the text after.
type Braces<'a> = (&'a str, Vec<&'a str>, &'a str);

/// Splits a glob at its first braces.
fn first_braces(glob: &str) -> Result<Option<Braces<'_>>, BraceError> {
    let (mut depth, mut open, mut begin) = (0_usize, 0, 0);
    let mut alternatives = Vec::new();
    let mut bytes = glob.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            // In a set they are ordinary characters.
            b'[' => {
                let rest = glob.as_bytes().get(at + 2..).unwrap_or_default();
                let length = rest.iter().position(|byte| *byte == b']');
                let Some(length) = length else { return Err(BraceError::OpenSet) };
                bytes.by_ref().take(length + 2).for_each(drop);
            }
            b'{' => {
                depth += 1;
                if depth == 1 {
                    (open, begin) = (at, at + 1);
                }
            }
            b',' if depth == 1 => {
                alternatives.push(glob.get(begin..at).unwrap_or_default());
                begin = at + 1;
            }
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    alternatives.push(glob.get(begin..at).unwrap_or_default());
                    let (before, after) = (glob.get(..open), glob.get(at + 1..));
                    return Ok(before
                        .zip(after)
                        .map(|(before, after)| (before, alternatives, after)));
                }
            }
            _ => {}
        }
    }
    if depth > 0 { Err(BraceError::Open) } else { Ok(None) }
}

#[cfg(test)]
mod tests;
