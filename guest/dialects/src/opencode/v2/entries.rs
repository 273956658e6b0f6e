//! Lists a directory as version 2 does.

use super::target::unreadable;
use super::{RequestedPage, notice, push_next, reply};
use crate::shared::{Collation, Json, Reply, ToolException, paths};
use readroom_core::{Directory, FileKind, KeyedEntry, Links, Tree};
use readroom_read::facts_of_directory;

/// The memory for the names of a page, more than the largest page takes.
const MAX_NAME_BYTES: usize = 1024 * 1024;

pub(super) fn list<T: Tree>(
    page: &RequestedPage,
    directory: &Directory<'_, T>,
) -> Result<Reply, ToolException> {
    let first = page.first();
    let collation = Collation::new();
    let key = |name: &str, kind| key(&collation, name, kind);
    let listing = directory
        .page(key, Links::Kept, first - 1, page.count(), MAX_NAME_BYTES)
        .map_err(|error| unreadable(error, &page.path))?;
    let count = listing.entries.len() as u64;
    let next = first.saturating_add(count);
    let next = (count > 0 && next <= listing.total).then_some(next);
    let path = paths::for_message(&page.path);
    let mut shown = match count {
        0 => format!("Read directory {path}, 0 entries"),
        _ => format!("Read directory {path}, entries {first}-{}", first + count - 1),
    };
    let mut entries = Vec::with_capacity(listing.entries.len());
    for KeyedEntry { name, kind, .. } in &listing.entries {
        let (mark, kind) = match kind {
            FileKind::Directory => ("/", "directory"),
            FileKind::Link => ("", "symlink"),
            FileKind::File | FileKind::Special => ("", "file"),
        };
        let path = [name, mark].concat();
        shown.push('\n');
        shown.push_str(&path);
        entries.push(Json::object([("path", Json::text(path)), ("type", Json::text(kind))]));
    }
    shown.push_str(&notice(next));
    let mut output =
        vec![("type".into(), Json::text("list-page")), ("entries".into(), Json::List(entries))];
    push_next(&mut output, next);
    let facts = vec![facts_of_directory(directory.location(), count)];
    Ok(reply(shown, output, next.is_some(), facts))
}

/// Returns the sort key of an entry: directories first, then the rest. Special files are left out.
fn key(collation: &Collation, name: &str, kind: FileKind) -> Option<String> {
    match kind {
        FileKind::Directory => Some(["0", &collation.key(&[name, "/"].concat())].concat()),
        FileKind::File | FileKind::Link => Some(["1", &collation.key(name)].concat()),
        FileKind::Special => None,
    }
}
