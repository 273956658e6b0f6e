//! Names of copies that editors and people leave next to a file.

// `SUFFIXES`: the suffixes of copies, after the name of the original, and `LAST_BYTES`: the last
// bytes of all. Vim's swap files also have a dot before the name.
include!(concat!(env!("OUT_DIR"), "/copies.rs"));

/// Returns the path of the original, if a path is named like a copy.
pub(crate) fn original(path: &str) -> Option<String> {
    let start = path.bytes().rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1);
    let (directory, name) = path.split_at_checked(start)?;
    let found = original_name(name).filter(|original| !original.is_empty());
    let found = found.map(str::to_owned).or_else(|| numbered(name))?;
    Some(format!("{directory}{found}"))
}

/// Returns the original name of a copy named by a browser, macOS or Windows: `.env 2`,
/// `a (1).json`, `a copy 2.json`, `a - Copy.json`, `Copy of a.json`.
fn numbered(name: &str) -> Option<String> {
    if let Some((_, original)) = name
        .split_at_checked(8)
        .filter(|(start, original)| start.eq_ignore_ascii_case("copy of ") && !original.is_empty())
    {
        return Some(original.to_owned());
    }
    if let Some(original) = unmarked(name) {
        return Some(original.to_owned());
    }
    let (stem, extension) = name.rsplit_once('.')?;
    unmarked(stem).map(|stem| format!("{stem}.{extension}"))
}

/// Strips the copy marker at the end of a name.
fn unmarked(name: &str) -> Option<&str> {
    if !matches!(name.as_bytes().last()?, b')' | b'0'..=b'9' | b'y' | b'Y' | b'e' | b'E') {
        return None;
    }
    let unnumbered = |name: &'_ str| -> Option<usize> {
        let (inner, is_round) = name.strip_suffix(')').map_or((name, false), |inner| (inner, true));
        let start = inner.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let has_number = (1..=3).contains(&(inner.len() - start.len()));
        let start = match is_round {
            true => start.strip_suffix('(')?.trim_end(),
            false => start.strip_suffix(' ')?,
        };
        has_number.then_some(start.len())
    };
    let unnumbered = unnumbered(name).and_then(|length| name.get(..length));
    let stem = unnumbered.unwrap_or(name);
    let marked =
        [" - copy", " - kopie", " copy", " (copy)"].iter().find(|mark| ends_with(stem, mark));
    let original = marked.map(|mark| stem.get(..stem.len() - mark.len())).unwrap_or(unnumbered);
    original.filter(|original| !original.is_empty())
}

fn original_name(name: &str) -> Option<&str> {
    let bytes = name.as_bytes();
    let last = bytes.last()?.to_ascii_lowercase();
    // Emacs: locks, auto-save files, and numbered copies.
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
    if !LAST_BYTES.contains(&last) {
        return None;
    }
    let suffix = SUFFIXES.iter().find(|suffix| ends_with(name, suffix))?;
    let original = name.get(..name.len() - suffix.len())?;
    match suffix.starts_with(".sw") {
        true => original.strip_prefix('.').or(Some(original)),
        false => Some(original),
    }
}

/// Returns whether a name ends with an ASCII suffix in any case.
fn ends_with(name: &str, suffix: &str) -> bool {
    let start = name.len().checked_sub(suffix.len());
    let end = start.and_then(|start| name.as_bytes().get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(suffix.as_bytes()))
}
