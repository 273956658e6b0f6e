//! Finding and searching in a random tree equals a recursive listing, filtered naively.

use crate::generated::several;
use crate::support::{MemoryTree, Node};
use arbitrary::{Result, Unstructured};
use readroom_core::FileKind;
use readroom_search::{
    Deadline, FindOrder, FindRequest, FoundOrder, LetterCase, Pattern, PatternSyntax, Scope,
    SearchOutput, SearchRequest, find, search,
};
use std::collections::BTreeMap;

const NAMES: [&str; 9] = ["a", "b", "c", "a.x", "b.y", ".h", ".h.x", "a-", "\u{e9}"];

/// Patterns that are simple enough for a naive implementation.
const PATTERNS: [&str; 12] =
    ["a", "b", "*.x", "*.y", "/a", "/c", "a/", "/b/", ".h", "*", "\u{e9}", "a-"];

/// The entries: names by the path of their directory, and patterns likewise.
#[derive(Default)]
struct Listing {
    entries: BTreeMap<Vec<&'static str>, FileKind>,
    patterns: BTreeMap<Vec<&'static str>, Vec<String>>,
}

fn names(input: &mut Unstructured<'_>, max: usize) -> Result<Vec<&'static str>> {
    several(input, max, |input| input.choose(&NAMES).copied())
}

fn pattern(input: &mut Unstructured<'_>) -> Result<String> {
    let mark = if input.ratio(1, 3)? { "!" } else { "" };
    Ok(format!("{mark}{}", input.choose(&PATTERNS)?))
}

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let mut tree = MemoryTree::new(&["/w"]);
    let mut listing = Listing::default();
    for _ in 0..input.int_in_range(0..=20)? {
        let mut path = names(input, 4)?;
        path.push(input.choose(&NAMES)?);
        let (node, kind) = match input.int_in_range(0..=6)? {
            0 => (Node::Link("a".into()), FileKind::Link),
            1 => (Node::Special, FileKind::Special),
            2 => (Node::Directory(BTreeMap::new()), FileKind::Directory),
            3 => (Node::File(b"nothing\n".to_vec()), FileKind::File),
            _ => (Node::File(b"a needle\n\n".to_vec()), FileKind::File),
        };
        let is_free = (1..path.len()).all(|end| {
            listing.entries.get(&path[..end]).is_none_or(|kind| *kind == FileKind::Directory)
        });
        if listing.entries.contains_key(&path) || !is_free {
            continue;
        }
        tree = tree.with(&format!("/w/{}", path.join("/")), node);
        for end in 1..path.len() {
            listing.entries.insert(path[..end].to_vec(), FileKind::Directory);
        }
        listing.entries.insert(path, kind);
    }
    for _ in 0..input.int_in_range(0..=2)? {
        let around = names(input, 2)?;
        let is_there = around.is_empty()
            || listing.entries.get(&around).is_some_and(|kind| *kind == FileKind::Directory);
        if !is_there {
            continue;
        }
        let lines = several(input, 4, pattern)?;
        let path = [&["", "w"][..], &around, &[".gitignore"]].concat().join("/");
        tree = tree.with(&path, Node::File(lines.join("\n").into()));
        let file = [&around[..], &[".gitignore"]].concat();
        listing.entries.insert(file, FileKind::File);
        listing.patterns.insert(around, lines);
    }
    let globs = if input.ratio(1, 2)? { several(input, 3, pattern)? } else { Vec::new() };
    let globs: Vec<&str> = globs.iter().map(String::as_str).collect();
    let depth = input.arbitrary::<bool>()?.then_some(input.int_in_range(1..=4)?);
    let (hidden, ignored) = (input.arbitrary()?, input.arbitrary()?);
    let scope = Scope { path: ".", globs: &globs, hidden, ignored, depth };
    let expected = listing.below(&[], &scope);

    let all = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];
    let kinds = several(input, 2, |input| input.choose(&all).copied())?;
    let size = input.int_in_range(1..=5)?;
    for (find_order, order) in
        [(FindOrder::Path, FoundOrder::Path), (FindOrder::Modified, FoundOrder::Modified)]
    {
        let found = pages(&tree, scope, find_order, &kinds, size);
        let is_wanted = |kind| kinds.contains(&kind) || kinds.is_empty() && kind == FileKind::File;
        let wanted = expected.iter().filter(|(_, kind)| is_wanted(*kind));
        let wanted: Vec<_> = wanted.map(|(path, _)| path.join("/")).collect();
        assert_eq!(found, in_order(wanted, order), "{scope:?} {kinds:?} {order:?}");
        let searched = searched(&tree, scope, order, size);
        let files = expected.iter().filter(|(_, kind)| *kind == FileKind::File);
        let wanted = files.map(|(path, _)| path.join("/"));
        let wanted: Vec<_> = wanted.filter(|path| has_needle(&tree, path)).collect();
        assert_eq!(searched, in_order(wanted, order), "{scope:?} {order:?}");
    }
    Ok(())
}

/// All times are the same, so entries are ordered by path, as strings.
fn in_order(mut paths: Vec<String>, order: FoundOrder) -> Vec<String> {
    if order == FoundOrder::Modified {
        paths.sort();
    }
    paths
}

fn has_needle(tree: &MemoryTree, path: &str) -> bool {
    tree.obvious_way("/w", path).is_some_and(|bytes| bytes.starts_with(b"a needle"))
}

fn pages(
    tree: &MemoryTree,
    scope: Scope<'_>,
    order: FindOrder,
    kinds: &[FileKind],
    size: u64,
) -> Vec<String> {
    let (mut paths, mut cursor) = (Vec::new(), None);
    loop {
        let request = FindRequest {
            scope,
            kinds,
            order,
            details: false,
            lines: false,
            cursor: cursor.as_deref(),
            entries: Some(size),
        };
        let page = find(tree, None, &request, Deadline::NEVER).unwrap();
        assert!(page.next.is_none() || page.entries.len() as u64 == size);
        paths.extend(page.entries.into_iter().map(|entry| entry.path));
        cursor = page.next;
        if cursor.is_none() {
            return paths;
        }
    }
}

fn searched(tree: &MemoryTree, scope: Scope<'_>, order: FoundOrder, size: u64) -> Vec<String> {
    let (mut paths, mut cursor) = (Vec::new(), None);
    loop {
        let pattern = Pattern {
            text: "needle",
            syntax: PatternSyntax::Literal,
            case: LetterCase::Sensitive,
            words: true,
        };
        let request = SearchRequest {
            scope,
            want: SearchOutput::Files,
            order,
            cursor: cursor.as_deref(),
            matches: Some(size),
            ..SearchRequest::new(pattern, ".")
        };
        let page = search(tree, None, &request, Deadline::NEVER).unwrap();
        paths.extend(page.files.into_iter().map(|file| file.path));
        cursor = page.next;
        if cursor.is_none() {
            return paths;
        }
    }
}

impl Listing {
    /// Returns the remaining entries below a directory, sorted by name.
    fn below(
        &self,
        around: &[&'static str],
        scope: &Scope<'_>,
    ) -> Vec<(Vec<&'static str>, FileKind)> {
        let mut left = Vec::new();
        let inside = |path: &[&str]| path.len() == around.len() + 1 && path.starts_with(around);
        for (path, kind) in self.entries.iter().filter(|(path, _)| inside(path)) {
            let is_directory = *kind == FileKind::Directory;
            let is_included = included(path, is_directory, scope);
            // Entries in a directory may be included though it is not.
            let is_entered = is_included.is_none() && is_directory;
            if !(is_included == Some(true) || is_entered)
                || !spelled(path, scope) && self.leaves_out(path, is_directory, scope)
            {
                continue;
            }
            if !is_entered {
                left.push((path.clone(), *kind));
            }
            if scope.depth.is_none_or(|depth| (path.len() as u64) < depth) {
                left.extend(self.below(path, scope));
            }
        }
        left
    }

    /// Returns whether ignore files or its name leave an entry out.
    fn leaves_out(&self, path: &[&str], is_directory: bool, scope: &Scope<'_>) -> bool {
        if !scope.ignored {
            for end in (0..path.len()).rev() {
                let patterns = self.patterns.get(&path[..end]).map_or(&[][..], Vec::as_slice);
                if let Some(is_ignored) = decide(patterns, &path[end..], is_directory) {
                    return is_ignored;
                }
            }
        }
        !scope.hidden && path[path.len() - 1].starts_with('.')
    }
}

/// Returns whether globs include or exclude an entry. `None` if neither.
fn included(path: &[&str], is_directory: bool, scope: &Scope<'_>) -> Option<bool> {
    // In globs, `!` excludes; in ignore files it re-includes.
    let globs: Vec<_> = scope.globs.iter().map(|glob| (*glob).to_string()).collect();
    let includes = globs.iter().any(|glob| !glob.starts_with('!'));
    decide(&globs, path, is_directory).or((!includes).then_some(true))
}

/// Returns whether an including glob is the name itself, or begins with a dot as it does.
fn spelled(path: &[&str], scope: &Scope<'_>) -> bool {
    scope.globs.iter().filter(|glob| !glob.starts_with('!')).any(|glob| {
        let at_top = !glob.starts_with('/') || path.len() == 1;
        at_top && glob.trim_matches('/') == path[path.len() - 1]
    })
}

/// Returns whether the last pattern that matches has no `!`. `None` if none matches.
fn decide(patterns: &[String], path: &[&str], is_directory: bool) -> Option<bool> {
    let pattern = patterns.iter().rev().find(|pattern| {
        let pattern = pattern.trim_start_matches('!');
        let (pattern, only_directories) = match pattern.strip_suffix('/') {
            Some(pattern) => (pattern, true),
            None => (pattern, false),
        };
        let (pattern, at_top) = match pattern.strip_prefix('/') {
            Some(pattern) => (pattern, true),
            None => (pattern, false),
        };
        let name = path[path.len() - 1];
        let matches = match pattern.strip_prefix('*') {
            Some(end) => name.ends_with(end),
            None => name == pattern,
        };
        matches && (!at_top || path.len() == 1) && (!only_directories || is_directory)
    })?;
    Some(!pattern.starts_with('!'))
}
