//! The best common ancestor of two commits.

use crate::commit_graph::{CommitGraph, DateQueue, check_commits};
use crate::error::HistoryError;
use crate::object::Objects;
use crate::object_id::ObjectId;
use std::collections::{BTreeSet, HashMap};

/// An ancestor of the one commit.
const ONE: u8 = 1;
/// An ancestor of one of the others.
const OTHERS: u8 = 2;
/// An ancestor of a common ancestor.
const STALE: u8 = 4;
/// A common ancestor that was found.
const RESULT: u8 = 8;

/// Returns the common ancestor of two commits that `git merge-base` prints: the first of
/// [`merge_bases`]. `None` if they have none in common.
pub fn merge_base(
    objects: &dyn Objects,
    a: ObjectId,
    b: ObjectId,
    shallow: &BTreeSet<ObjectId>,
) -> Result<Option<ObjectId>, HistoryError> {
    Ok(merge_bases(objects, a, b, shallow)?.0.first().copied())
}

/// Returns the common ancestors of two commits that no other common ancestor descends from, that
/// with the latest date first, and the commits that were read to find them.
pub(crate) fn merge_bases(
    objects: &dyn Objects,
    a: ObjectId,
    b: ObjectId,
    shallow: &BTreeSet<ObjectId>,
) -> Result<(Vec<ObjectId>, Vec<ObjectId>), HistoryError> {
    let mut search = Search {
        graph: CommitGraph::new(objects, shallow, false),
        steps: 0,
        flags: HashMap::new(),
    };
    if a == b {
        return search.graph.node(a).map(|node| (vec![node.id], Vec::new()));
    }
    let mut bases = search.paint(a, &[b])?;
    bases.retain(|(_, id)| search.flags(*id) & STALE == 0);
    // A stable sort: of equal dates, git prints what it found first.
    readroom_core::sort_by(&mut bases, |(one, _), (other, _)| other.cmp(one));
    let mut bases: Vec<_> = bases.into_iter().map(|(_, id)| id).collect();
    let mut number = 0;
    while let Some(base) = bases.get(number).copied() {
        let others: Vec<_> = bases.iter().copied().filter(|other| *other != base).collect();
        if others.is_empty() {
            break;
        }
        search.paint(base, &others)?;
        bases.retain(|id| {
            let needless = if *id == base { OTHERS } else { ONE };
            search.flags(*id) & needless == 0
        });
        number += usize::from(bases.contains(&base));
    }
    Ok((bases, search.graph.ids().collect()))
}

struct Search<'a> {
    graph: CommitGraph<'a>,
    /// The number of commits that all paintings together have visited.
    steps: usize,
    flags: HashMap<ObjectId, u8>,
}

impl Search<'_> {
    fn flags(&self, id: ObjectId) -> u8 {
        self.flags.get(&id).copied().unwrap_or(0)
    }

    /// Marks the ancestors of a commit and those of others, and returns the common ones with their
    /// dates. Those that are ancestors of another turn stale.
    fn paint(
        &mut self,
        one: ObjectId,
        others: &[ObjectId],
    ) -> Result<Vec<(u64, ObjectId)>, HistoryError> {
        self.flags.clear();
        let mut queue = DateQueue::default();
        // How often each commit that is not stale is in the queue, and the sum.
        let (mut queued, mut fresh) = (HashMap::<ObjectId, usize>::new(), 0usize);
        let tips = others.iter().map(|other| (*other, OTHERS));
        let mut pending: Vec<_> = std::iter::once((one, ONE)).chain(tips).collect();
        let mut common = Vec::new();
        loop {
            for (id, flags) in pending.drain(..) {
                let node = self.graph.node(id)?;
                let all = self.flags.entry(id).or_default();
                let was_stale = *all & STALE != 0;
                *all |= flags;
                if *all & STALE == 0 {
                    *queued.entry(id).or_default() += 1;
                    fresh += 1;
                } else if !was_stale {
                    fresh = fresh.saturating_sub(queued.remove(&id).unwrap_or(0));
                }
                queue.push(&node);
            }
            if fresh == 0 {
                return Ok(common);
            }
            let Some(id) = queue.pop() else { return Ok(common) };
            let node = self.graph.node(id)?;
            self.steps += 1;
            check_commits(self.steps / 4)?;
            if let Some(count) = queued.get_mut(&node.id) {
                *count -= 1;
                fresh -= 1;
                if *count == 0 {
                    queued.remove(&node.id);
                }
            }
            let all = self.flags.entry(node.id).or_default();
            let mut flags = *all & (ONE | OTHERS | STALE);
            if flags == ONE | OTHERS {
                if *all & RESULT == 0 {
                    *all |= RESULT;
                    common.push((node.date, node.id));
                }
                flags |= STALE;
            }
            for parent in node.parents().iter() {
                if self.flags(*parent) & flags != flags {
                    pending.push((*parent, flags));
                }
            }
        }
    }
}
