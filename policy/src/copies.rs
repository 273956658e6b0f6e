//! Names of copies that editors and people leave next to a file.

// `SUFFIXES`: what a copy has at the end of its name, after the name of the original, and the last
// byte of that. Vim's swap files also have a dot before it.
include!(concat!(env!("OUT_DIR"), "/copies.rs"));

/// Returns the path of the file that a path is named as a copy of.
pub(crate) fn original(path: &str) -> Option<String> {
    let start = path.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1);
    let (directory, name) = path.split_at_checked(start)?;
    let found = original_name(name).filter(|original| !original.is_empty())?;
    Some(format!("{directory}{found}"))
}

fn original_name(name: &str) -> Option<&str> {
    let bytes = name.as_bytes();
    let last = bytes.last()?.to_ascii_lowercase();
    // Emacs: locks, files it saves by itself, and numbered copies.
    if bytes.starts_with(b".#") {
        return name.get(2..);
    }
    if last == b'#' {
        return name.strip_prefix('#')?.strip_suffix('#');
    }
    if last == b'~'
        && let Some((original, number)) = name.strip_suffix('~')?.rsplit_once(".~")
        && number.bytes().all(|digit| digit.is_ascii_digit())
    {
        return Some(original);
    }
    let ends_name = |suffix: &str| {
        let end = bytes.len().checked_sub(suffix.len()).and_then(|start| bytes.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(suffix.as_bytes()))
    };
    let mut same_end = SUFFIXES.iter().filter(|(end, _)| *end == Some(last));
    let (_, suffix) = same_end.find(|(_, suffix)| ends_name(suffix))?;
    let original = name.get(..name.len() - suffix.len())?;
    match suffix.starts_with(".sw") {
        true => original.strip_prefix('.').or(Some(original)),
        false => Some(original),
    }
}
