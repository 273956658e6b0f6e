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
    let mut nodes: Vec<_> = tagged.filter_map(|id| graph.node(id).ok()).collect();
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
