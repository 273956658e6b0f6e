//! Paths as text, as an agent's own tool treats them before it accesses a file.

use super::clip::clipped;
use readroom_core::{MAX_PATH_BYTES, PathStyle};
use std::borrow::Cow;

pub(crate) use readroom_read::paths::{entry, split};

/// Returns a path as an absolute name without `.`, `..`, empty components and a slash at the end. A
/// relative path starts at `cwd`. Both are in this style.
///
/// Links are not resolved: `link/..` is the directory of the link. Several agents treat it that
/// way.
pub(crate) fn absolute(style: PathStyle, cwd: &str, path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let path = style.with_slashes(path);
    let start = if style.is_absolute(&path) { &*path } else { cwd };
    let cwd = if style.is_absolute(&path) { "" } else { cwd };
    for name in cwd.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    let names = names.join("/");
    let has_drive = |name: &str| PathStyle::of(name) == PathStyle::Windows;
    match style {
        PathStyle::Windows if has_drive(start) && has_drive(&names) => {
            style.with_slashes(&names).into_owned()
        }
        // A device named like a drive is in no grant.
        PathStyle::Windows if has_drive(&names) => format!("//{names}"),
        _ => format!("/{names}"),
    }
}

/// Returns a path without `.`, empty components and slashes at the end, and without `..` where
/// something precedes it, as Node.js normalizes paths.
pub(crate) fn normalized(path: &str) -> String {
    if path.starts_with('/') {
        return absolute(PathStyle::Posix, "/", path);
    }
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => drop(names.pop()),
            name => names.push(name),
        }
    }
    if names.is_empty() { ".".into() } else { names.join("/") }
}

/// Returns the relative path from one absolute name to another, both without `.` and `..`: empty if
/// they are equal.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|name| !name.is_empty()).collect();
    let to: Vec<&str> = to.split('/').filter(|name| !name.is_empty()).collect();
    let same = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    let up = from.iter().skip(same).map(|_| "..");
    up.chain(to.into_iter().skip(same)).collect::<Vec<_>>().join("/")
}

/// Returns whether an absolute name is a directory or below it.
pub(crate) fn is_inside(directory: &str, path: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns a path for a message, clipped only if it is longer than any path.
pub(crate) fn for_message(path: &str) -> Cow<'_, str> {
    if path.len() > MAX_PATH_BYTES { clipped(path) } else { Cow::Borrowed(path) }
}

/// Returns the extension of the last name in lower case, with its dot. A name whose only dot is the
/// first character has none.
pub(crate) fn extension(path: &str) -> Cow<'_, str> {
    let (_, name) = split(path);
    match name.rfind('.') {
        Some(at) if name.get(..at).is_some_and(|stem| !stem.is_empty()) => {
            let extension = name.get(at..).unwrap_or_default();
            if extension.chars().any(char::is_uppercase) {
                Cow::Owned(extension.to_lowercase())
            } else {
                Cow::Borrowed(extension)
            }
        }
        _ => Cow::Borrowed(""),
    }
}

#[cfg(test)]
mod tests {
    use super::{PathStyle, extension, is_inside, normalized, relative};

    fn absolute(cwd: &str, path: &str) -> String {
        super::absolute(PathStyle::of(cwd), cwd, path)
    }

    #[test]
    fn a_path_becomes_an_absolute_name() {
        for (path, expected) in [
            ("a", "/w/d/a"),
            ("./a//b/.", "/w/d/a/b"),
            ("../a/", "/w/a"),
            ("../../../..", "/"),
            ("", "/w/d"),
            ("/", "/"),
            ("/a/../b", "/b"),
            ("//a", "/a"),
        ] {
            assert_eq!(absolute("/w/d", path), expected, "{path}");
        }
    }

    #[test]
    fn a_path_of_windows_becomes_an_absolute_name() {
        for (path, expected) in [
            (r"a\b", "C:/w/d/a/b"),
            (r"..\a\", "C:/w/a"),
            (r"c:\x\..\y", "C:/y"),
            (r"\x", "/x"),
            (r"\\.\C:\x", "//C:/x"),
            ("", "C:/w/d"),
            (r"C:\", "C:/"),
            (r"..\..\..\..\x", "/x"),
        ] {
            assert_eq!(absolute("C:/w/d", path), expected, "{path}");
        }
    }

    #[test]
    fn a_relative_path_stays_relative() {
        for (path, expected) in [
            ("./a//b/.", "a/b"),
            ("a/../b", "b"),
            ("../../a/", "../../a"),
            ("a/..", "."),
            ("", "."),
            ("/a/../../b", "/b"),
        ] {
            assert_eq!(normalized(path), expected, "{path}");
        }
    }

    #[test]
    fn the_relative_path_between_two_names() {
        for (to, expected) in [
            ("/w/a", "a"),
            ("/w", ""),
            ("/x/a", "../x/a"),
            ("/", ".."),
            ("/wa", "../wa"),
            ("/w/a/b", "a/b"),
        ] {
            assert_eq!(relative("/w", to), expected, "{to}");
        }
        assert_eq!(relative("/", "/a"), "a");
    }

    #[test]
    fn an_extension_is_the_end_of_a_name() {
        for (path, expected) in [
            ("/w/a.TXT", ".txt"),
            ("a.tar.gz", ".gz"),
            (".zip", ""),
            ("d.zip/a", ""),
            ("a.", "."),
            ("a.zip/", ".zip"),
            ("..zip", ".zip"),
        ] {
            assert_eq!(extension(path), expected, "{path}");
        }
    }

    #[test]
    fn inside_is_by_whole_names() {
        assert!(is_inside("/w", "/w") && is_inside("/w", "/w/a") && is_inside("/", "/a"));
        assert!(!is_inside("/w", "/wa") && !is_inside("/w/a", "/w"));
    }
}
