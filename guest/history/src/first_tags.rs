//! The first tags that contain a commit.

use crate::commit_graph::{CommitGraph, DateQueue, check_commits};
use crate::error::HistoryError;
use crate::object::Objects;
use crate::object_id::ObjectId;
use readroom_search::Deadline;
use std::collections::{BTreeSet, HashMap};

/// How much older than its descendants a commit may claim to be in seconds, as for git.
const SLOP: u64 = 24 * 60 * 60;

/// Returns the tagged commit with the earliest date among those that a commit led to. `None` if it
/// led to no tag, or if that is not known in time.
pub(crate) fn first_tagged(
    objects: &dyn Objects,
    shallow: &BTreeSet<ObjectId>,
    tagged: impl Iterator<Item = ObjectId>,
    wanted: ObjectId,
    deadline: Deadline<'_>,
) -> Result<Option<ObjectId>, HistoryError> {
    let mut graph = CommitGraph::new(objects, shallow, false);
    let oldest = graph.node(wanted)?.date.saturating_sub(SLOP);
    // A tag may be one of a file, or its commit may be missing.
    let in_time = tagged.take_while(|_| !deadline.has_passed());
    let mut nodes: Vec<_> = in_time.filter_map(|id| graph.node(id).ok()).collect();
    readroom_core::sort_by(&mut nodes, |one, other| one.date.cmp(&other.date));
    // The position of the earliest tag that is known to contain each commit.
    let (mut earliest, mut queue) = (HashMap::new(), DateQueue::default());
    for (position, node) in nodes.iter().enumerate() {
        earliest.entry(node.id).or_insert(position);
        queue.push(node);
    }
    let mut steps = 0;
    while queue.date().is_some_and(|date| date >= oldest)
        && let Some(id) = queue.pop()
    {
        steps += 1;
        check_commits(steps)?;
        if deadline.has_passed() {
            return Ok(None);
        }
        let Some(position) = earliest.get(&id).copied() else { continue };
        for parent in graph.node(id)?.parents().iter() {
            let known = earliest.entry(*parent).or_insert(usize::MAX);
            if position < *known {
                *known = position;
                queue.push(&*graph.node(*parent)?);
            }
        }
    }
    Ok(earliest.get(&wanted).and_then(|position| nodes.get(*position)).map(|node| node.id))
}

/// Returns whether a tag names a version before a release, such as `v2.0-rc.1` or `rel_2_1_0b3`.
pub(crate) fn precedes_release(tag: &str) -> bool {
    const WORDS: &str = "alpha beta dev pre rc snapshot a b c m";
    let tag = tag.to_ascii_lowercase();
    let is_word = |word: &str| WORDS.split(' ').any(|known| known == word);
    let Some(version) = tag.find(|c: char| c.is_ascii_digit()) else { return false };
    let version = tag.get(version..).unwrap_or_default();
    version.split(|c: char| !c.is_ascii_alphabetic()).any(is_word)
}

#[cfg(test)]
mod tests {
    use super::precedes_release;

    #[test]
    fn a_version_before_a_release_is_told_from_one() {
        for tag in ["v3.0.0-rc.0", "rel_2_1_0b3", "1.0-Beta2", "v2-alpha", "5.0.0-dev", "2.0.0a1"] {
            assert!(precedes_release(tag), "{tag}");
        }
        for tag in ["v3.0.0", "rel_2_0_0", "beta", "go_router-v1.2.0", "v1.2.0+1", "2024-11"] {
            assert!(!precedes_release(tag), "{tag}");
        }
    }
}
