//! The names of references.

/// The maximum length of a name in bytes.
const MAX_NAME_BYTES: usize = 1000;

/// The prefixes of references that each work tree has for itself, with those like `HEAD`.
const PER_WORK_TREE: [&str; 3] = ["refs/bisect/", "refs/worktree/", "refs/rewritten/"];

/// Returns whether git accepts a name that is below `refs/` or like `HEAD`. Other files of git are
/// not read as references.
pub(crate) fn is_reference_name(name: &str) -> bool {
    let is_forbidden = |byte: u8| {
        byte <= b' ' || matches!(byte, b'~' | b'^' | b':' | b'?' | b'*' | b'[' | b'\\' | 0x7f)
    };
    let is_component =
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    (name.starts_with("refs/") || is_head_like(name))
        && name.len() <= MAX_NAME_BYTES
        && !name.bytes().any(is_forbidden)
        && !name.contains("..")
        && !name.contains("@{")
        && !name.ends_with('.')
        && name.split('/').all(is_component)
}

/// Returns whether each work tree has its own reference of this name.
pub(crate) fn is_per_work_tree(name: &str) -> bool {
    !name.starts_with("refs/") || PER_WORK_TREE.iter().any(|prefix| name.starts_with(prefix))
}

fn is_head_like(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || matches!(byte, b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::is_reference_name;

    #[test]
    fn a_name_follows_the_rules_of_git() {
        for name in ["HEAD", "FETCH_HEAD", "refs/heads/a", "refs/heads/a/b.c", "refs/x/@", "refs/é"]
        {
            assert!(is_reference_name(name), "{name}");
        }
        for name in [
            "",
            "@",
            "config",
            "index",
            "logs/HEAD",
            "../x",
            "/HEAD",
            "refs",
            "refs/",
            "refs//a",
            "refs/../../x",
            "refs/a..b",
            "refs/.a",
            "refs/a/.b",
            "refs/a.lock",
            "refs/a.lock/b",
            "refs/a.",
            "refs/a/",
            "refs/a@{b",
            "refs/a b",
            "refs/a\tb",
            "refs/a\0",
            "refs/a\x7f",
            "refs/a~",
            "refs/a^",
            "refs/a:b",
            "refs/a?",
            "refs/a*",
            "refs/a[",
            "refs/a\\b",
        ] {
            assert!(!is_reference_name(name), "{name}");
        }
    }
}
