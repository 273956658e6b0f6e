//! Splits and joins paths as text.

/// Splits a path at its last slash, ignoring slashes at the end: the directory and the name. The
/// directory of a path without a slash is `.`.
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

/// Returns the path of an entry of a directory.
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
