//! Names and absolute paths as text.

use readroom_names::PathStyle;

/// Returns an absolute path without `.`, `..`, empty names and a final `/`. The root is empty; a
/// drive is kept without a slash before it.
pub fn clean(absolute: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in absolute.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    match PathStyle::of(absolute) {
        PathStyle::Posix => names.iter().flat_map(|name| ["/", name]).collect(),
        PathStyle::Windows => names.join("/"),
    }
}

/// Returns the part of a clean path below a clean directory, if it is in it.
pub fn below<'a>(path: &'a str, directory: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(directory)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Returns whether a clean path is a directory or in it.
pub fn lies_in(path: &str, directory: &str) -> bool {
    below(path, directory).is_some()
}

/// Returns whether Windows, or a file system made for it, resolves a name to another one, or to
/// several: no rule about names could match it.
pub fn is_other_spelling(name: &str) -> bool {
    name.contains(['\\', ':']) || name.ends_with(['.', ' ']) || is_short_name(name)
}

/// Returns whether a name may be the short form that Windows makes of a long one, such as `ENV~1`
/// of `.env`.
fn is_short_name(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let digits = stem.rsplit_once('~').map(|(_, digits)| digits);
    stem.len() <= 8
        && digits.is_some_and(|digits| digits.starts_with(|first: char| first.is_ascii_digit()))
}
