//! Paths as text, taken apart and put together.

use alloc::format;
use alloc::string::String;

/// A path without slashes at the end, taken apart at its last slash: the directory and the name. A path without a
/// slash lies in `.`.
pub fn split(path: &str) -> (&str, &str) {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        Some((directory, name)) => {
            let directory = directory.trim_end_matches('/');
            (if directory.is_empty() { "/" } else { directory }, name)
        }
        None if trimmed.is_empty() && path.starts_with('/') => ("/", ""),
        None => (".", trimmed),
    }
}

/// An entry of a directory, by its path.
pub fn entry(directory: &str, name: &str) -> String {
    format!("{}/{name}", directory.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_path_comes_apart_at_its_last_name() {
        for (path, expected) in [
            ("/w/a", ("/w", "a")),
            ("/w/a//", ("/w", "a")),
            ("/a", ("/", "a")),
            ("/", ("/", "")),
            ("a", (".", "a")),
            ("d//a", ("d", "a")),
        ] {
            assert_eq!(split(path), expected, "{path}");
        }
    }
}
