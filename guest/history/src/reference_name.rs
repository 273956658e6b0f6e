//! The names of references.

use crate::object_id::ObjectId;
use readroom_core::sort_by;
use std::collections::BTreeMap;

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

/// Returns the name of a branch or a tag without the part that says what it is.
pub(crate) fn short_name(name: &str) -> Option<&str> {
    name.splitn(3, '/').nth(2)
}

/// Returns the names of references that are there: branches, then tags, those of versions first and
/// the highest one before others, then remote branches.
pub(crate) fn by_version(references: &BTreeMap<String, Option<ObjectId>>) -> Vec<&str> {
    let mut names = Vec::new();
    for (name, id) in references {
        let kind = name.split('/').nth(1);
        let own = short_name(name).unwrap_or_default();
        let is_version = own.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
        let (rank, version) = match kind {
            Some("heads") => (0, Vec::new()),
            Some("tags") => (if is_version { 1 } else { 2 }, version(own.trim_start_matches('v'))),
            _ => (3, Vec::new()),
        };
        if id.is_none_or(|id| !id.is_null()) {
            names.push((rank, version, &**name));
        }
    }
    sort_by(&mut names, |one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(&one.1)));
    names.into_iter().map(|(_, _, name)| name).collect()
}

/// Returns what versions are compared by: 1.10 is after 1.9, and 1.0 after 1.0-rc1 and 1.0rc1.
fn version(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    for part in name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        match part.first() {
            // A number with more digits is larger.
            Some(b'0'..=b'9') => key.push(part.len().min(9) as u8),
            Some(b'-' | b'a'..=b'z') => key.push(b' '),
            _ => {}
        }
        key.extend(part);
    }
    // After the space, before a point.
    key.push(b'-');
    key
}

#[cfg(test)]
mod tests {
    use super::{by_version, is_reference_name};

    #[test]
    fn tags_are_in_the_order_of_their_versions() {
        let tags = [
            "heads/v9",
            "tags/v2.11.4",
            "tags/v2.11.4-rc.2",
            "tags/v2.11.4-beta.10",
            "tags/v2.11.4-beta.9",
            "tags/v2.9.1.1",
            "tags/v2.9.1",
            "tags/v2.9.1rc1",
            "tags/v2.9.1b2",
            "tags/v2.9",
            "tags/1.0",
            "tags/snapshot20101120",
            "remotes/a",
        ];
        let tags = tags.map(|tag| format!("refs/{tag}"));
        let references = tags.iter().map(|name| (name.clone(), None)).collect();
        assert_eq!(by_version(&references), tags);
    }

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
