//! What globs may have meant that match nothing.

use crate::deadline::Deadline;
use crate::find::FoundEntry;
use crate::globs::Globs;
use crate::walk::{Scope, Walk};
use readroom_core::{FileKind, Tree};

/// The maximum number of entries that are returned, and that are looked at.
const MAX_NEAR: usize = 3;
const MAX_ENTRIES: usize = 20_000;

/// All kinds.
const ANY: [FileKind; 4] = [FileKind::File, FileKind::Directory, FileKind::Link, FileKind::Special];

/// Returns the first entries of any kind that globs match whatever the case of their letters.
pub fn near<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    deadline: Deadline<'_>,
) -> Vec<FoundEntry> {
    let globs = Globs::in_any_case(scope.globs);
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
            near.push(FoundEntry { path, kind: entry.kind, metadata: None });
        }
    }
    near
}
