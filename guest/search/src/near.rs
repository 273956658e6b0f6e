//! Suggestions for globs that match nothing.

use crate::relative_globs::Start;
use crate::{FoundEntry, Globs, Scope, Walk};
use readroom_core::{FileKind, Tree};
use readroom_matcher::Deadline;

/// The maximum number of entries returned, and of entries visited.
const MAX_NEAR: usize = 3;
const MAX_ENTRIES: usize = 20_000;

/// All kinds.
const ANY: [FileKind; 4] = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];

/// Returns the first entries of any kind that the globs match in any case, or else those of hidden
/// ones, or else those that they match at any depth with the last component of a glob as a part of
/// the name.
pub fn near<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    deadline: Deadline<'_>,
) -> Vec<FoundEntry> {
    let folded = |glob: &&str| without_line(glob).to_lowercase();
    let mut globs: Vec<_> = scope.globs.iter().map(folded).collect();
    let start = Start::of(tree, cwd, scope).ok();
    if let Some(relative) = start.and_then(|start| start.folded().taken_as(&texts(&globs), false)) {
        globs.extend(relative);
    }
    for hidden in [scope.hidden, true] {
        let near = first(tree, cwd, &Scope { hidden, ..*scope }, &globs, deadline);
        if !near.is_empty() {
            return near;
        }
    }
    for glob in globs.iter_mut().filter(|glob| !glob.starts_with('!')) {
        let name = glob.rfind('/').map_or(0, |slash| slash + 1);
        if glob.len() > name && !glob.contains(['*', '?']) {
            glob.insert(name, '*');
            glob.push('*');
        }
        if glob.contains('/') && !glob.starts_with(['/', '*']) {
            glob.insert_str(0, "**/");
        }
    }
    first(tree, cwd, scope, &globs, deadline)
}

/// Returns the first entries of any kind that lower-case globs match in any case.
fn first<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    globs: &[String],
    deadline: Deadline<'_>,
) -> Vec<FoundEntry> {
    let globs = Globs::in_any_case(&texts(globs));
    let (mut near, mut seen) = (Vec::new(), 0);
    if !globs.as_ref().is_ok_and(Globs::include) {
        return near;
    }
    let Ok(mut walk) = Walk::with_globs(tree, cwd, scope, globs, &ANY) else { return near };
    let base = walk.base();
    while near.len() < MAX_NEAR
        && seen < MAX_ENTRIES
        && !deadline.has_passed()
        && let Some(entry) = walk.next()
    {
        seen += 1;
        if entry.is_taken {
            let path = [&*base, &entry.path].concat();
            near.push(FoundEntry { path, kind: entry.kind, metadata: None, length: None });
        }
    }
    near
}

/// Returns a glob without a line after it, such as `:10`.
fn without_line(glob: &str) -> &str {
    let line = glob.rsplit_once(':').filter(|(_, line)| line.bytes().all(|b| b.is_ascii_digit()));
    line.map_or(glob, |(glob, _)| glob)
}

fn texts(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
