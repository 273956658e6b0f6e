//! Refuses patterns of a policy that no path can match.

/// Fails for a pattern in a form that no path has, with what to write instead.
///
/// Git lets such a pattern match nothing, which in a list of denied files must not go unnoticed.
pub(crate) fn check_names(line: &str) -> Result<(), String> {
    let pattern = line.strip_prefix('!').unwrap_or(line);
    let (inner, is_rooted) = match pattern.strip_prefix('/') {
        Some(inner) => (inner, true),
        None => (pattern, false),
    };
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.split('/').any(|name| name == "..") {
        return Err("it matches nothing, because no path has a `..`; write it from the root".into());
    }
    let is_name = |name: &&str| !matches!(*name, "" | ".");
    let mut names: Vec<_> = inner.split('/').filter(is_name).collect();
    if names.join("/") == inner || line.starts_with('#') {
        return Ok(());
    }
    if names.is_empty() {
        names.push("*");
    }
    let mark = if line.starts_with('!') { "!" } else { "" };
    let is_rooted = is_rooted || inner.starts_with("./") || names.len() > 1;
    let root = if is_rooted { "/" } else { "" };
    let end = if pattern.ends_with('/') || pattern.ends_with("/.") { "/" } else { "" };
    Err(format!("it matches nothing; write `{mark}{root}{}{end}`", names.join("/")))
}

#[cfg(test)]
mod tests {
    use super::check_names;

    #[test]
    fn a_pattern_that_no_path_can_match_says_what_to_write() {
        for (line, written) in [
            ("./drafts/", "/drafts/"),
            ("drafts//", "drafts/"),
            ("drafts/./a", "/drafts/a"),
            ("//drafts", "/drafts"),
            ("!.//a//b/", "!/a/b/"),
            ("drafts/.", "drafts/"),
            ("**//a.?", "/**/a.?"),
            (".", "*"),
            ("./", "*/"),
        ] {
            let reason = check_names(line).unwrap_err();
            assert_eq!(reason, format!("it matches nothing; write `{written}`"), "{line}");
            assert_eq!(check_names(written), Ok(()));
        }
        for line in ["../x", "a/../b", "!/..", "..", "a/.."] {
            assert!(check_names(line).unwrap_err().contains("`..`"), "{line}");
        }
        for line in ["a", "/a/", "a/**/b", ".a/..b/c.", "**", "/", "!", "\\./x", "# ./x"] {
            assert_eq!(check_names(line), Ok(()), "{line}");
        }
    }
}
