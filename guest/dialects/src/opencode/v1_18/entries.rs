//! Lists a directory as version 1.18 does.

use super::{RequestedPage, exception, metadata};
use crate::opencode::title;
use crate::shared::titled::{self, PREVIEW_LINES};
use crate::shared::{Collation, Environment, Json, Reply, ToolException, paths};
use readroom_core::{Directory, FileKind, Links, Tree};
use readroom_read::facts_of_directory;

/// The tool has no limit. A result holds the names of a page several times.
const MAX_NAME_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn list<T: Tree>(
    env: &Environment<'_, T>,
    page: &RequestedPage,
    directory: &Directory<'_, T>,
) -> Result<Reply, ToolException> {
    let RequestedPage { path, offset, limit } = page;
    let (skip, collation) = (offset - 1, Collation::new());
    let key = |name: &str, kind| Some(collation.key(&marked(name, kind)));
    let listing = directory
        .page(key, Links::Followed, skip, *limit, MAX_NAME_BYTES)
        .map_err(|error| exception(error, env, path))?;
    let (count, total) = (listing.entries.len() as u64, listing.total);
    if count < total.saturating_sub(skip).min(*limit) {
        return Err(ToolException::error(format!(
            "The names of these entries have more than {MAX_NAME_BYTES} bytes: use a smaller limit"
        )));
    }
    let shown = paths::for_message(path);
    let entries: Vec<String> =
        listing.entries.into_iter().map(|entry| marked(&entry.name, entry.kind)).collect();
    let end = offset.saturating_add(count);
    let truncated = end <= total;
    let notice = if truncated {
        format!(
            "(Showing {count} of {total} entries. Use 'offset' parameter to read beyond entry \
             {end})"
        )
    } else {
        format!("({total} entries)")
    };
    let names = entries.join("\n");
    let output = format!(
        "<path>{shown}</path>\n<type>directory</type>\n<entries>\n{names}\n\n{notice}\n</entries>"
    );
    drop(names);
    let preview = entries.get(..PREVIEW_LINES).unwrap_or(&entries).join("\n");
    let display = Json::object([
        ("type", Json::text("directory")),
        ("path", Json::text(&*shown)),
        ("entries", Json::List(entries.into_iter().map(Json::text).collect())),
        ("offset", Json::number(*offset)),
        ("totalEntries", Json::number(total)),
        ("truncated", Json::Bool(truncated)),
    ]);
    let facts = facts_of_directory(directory.location(), count);
    let metadata = metadata(&preview, truncated, Some(display));
    Ok(titled::reply(&title(env, path), output, metadata, facts))
}

/// Returns the name of an entry, with a slash after that of a directory.
fn marked(name: &str, kind: FileKind) -> String {
    [name, if kind == FileKind::Directory { "/" } else { "" }].concat()
}
