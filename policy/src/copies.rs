//! Names of copies that editors and people leave next to a file.

/// What a copy has at the end of its name, after the name of the original, one per line. Vim's swap
/// files also have a dot before it.
const SUFFIXES: &str = include_str!("copies.txt");

/// Returns the path of the file that a path is named as a copy of.
pub(crate) fn original(path: &str) -> Option<String> {
    let (directory, name) = match path.rfind('/') {
        Some(end) => path.split_at(end + 1),
        None => ("", path),
    };
    let found = original_name(name).filter(|original| !original.is_empty())?;
    Some(format!("{directory}{found}"))
}

fn original_name(name: &str) -> Option<&str> {
    // Emacs: files it saves by itself, locks, and numbered copies.
    if let Some(original) = name.strip_prefix('#').and_then(|name| name.strip_suffix('#')) {
        return Some(original);
    }
    if let Some(original) = name.strip_prefix(".#") {
        return Some(original);
    }
    if let Some((original, number)) = name.strip_suffix('~').and_then(|name| name.rsplit_once(".~"))
        && number.bytes().all(|digit| digit.is_ascii_digit())
    {
        return Some(original);
    }
    let suffix = SUFFIXES.lines().find(|suffix| {
        let end = name.len().checked_sub(suffix.len()).and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    })?;
    let original = name.get(..name.len() - suffix.len())?;
    match suffix.starts_with(".sw") {
        true => original.strip_prefix('.').or(Some(original)),
        false => Some(original),
    }
}
