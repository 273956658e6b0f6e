//! MIME types by extension, as in the npm package `mime-types`.

use super::paths;

/// Lines with a type and its extensions: facts of the npm package `mime-db`, without most
/// vendor-specific types.
const TYPES: &str = include_str!("mime_types.txt");

/// Returns the MIME type of a file by the last extension of its path, which is absolute.
/// `application/octet-stream` if it has none or an unknown one.
pub(crate) fn of(path: &str) -> &'static str {
    let extension = paths::extension(path);
    let known = extension.strip_prefix('.').filter(|extension| !extension.is_empty());
    known.and_then(of_extension).unwrap_or("application/octet-stream")
}

fn of_extension(extension: &str) -> Option<&'static str> {
    TYPES.lines().find_map(|line| {
        let (mime, extensions) = line.split_once(' ')?;
        extensions.split(' ').any(|known| known == extension).then_some(mime)
    })
}

#[cfg(test)]
mod tests;
