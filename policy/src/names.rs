//! Operations on absolute paths as text.

/// Returns an absolute path without `.`, `..`, empty names and a final `/`. The top is empty.
pub fn clean(absolute: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in absolute.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.iter().flat_map(|name| ["/", name]).collect()
}

/// Returns the part of a clean path below a clean directory, if it lies in it.
pub fn below<'a>(path: &'a str, directory: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(directory)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Returns whether a clean path is that of a directory or of something in it.
pub fn lies_in(path: &str, directory: &str) -> bool {
    below(path, directory).is_some()
}
