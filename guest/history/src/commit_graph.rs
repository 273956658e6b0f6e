//! Commits as walks need them: without names and messages.

use crate::commit::Headers;
use crate::error::HistoryError;
use crate::object::{Links, ObjectKind, Objects};
use crate::object_id::ObjectId;
use memchr::memrchr;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::rc::Rc;

/// The maximum number of commits that one walk reads.
const MAX_COMMITS: u64 = 2_000_000;

/// The size of the largest commit that is kept until it is shown, in bytes.
const MAX_KEPT_BYTES: usize = 4096;

/// The number of commits whose objects are read before the file with what walks need is: it has all
/// commits.
const FEW_COMMITS: usize = 32;

/// A commit in a [`CommitGraph`].
pub(crate) struct CommitNode {
    pub(crate) id: ObjectId,
    pub(crate) tree: ObjectId,
    parents: RefCell<Rc<[ObjectId]>>,
    /// The committer's date. As in git, a negative one is a huge one.
    pub(crate) date: u64,
    /// The object if it is small, for the commit that is shown.
    pub(crate) data: Option<Rc<[u8]>>,
}

impl CommitNode {
    /// Returns its parents.
    pub(crate) fn parents(&self) -> Rc<[ObjectId]> {
        self.parents.borrow().clone()
    }

    /// Replaces its parents, for a walk that simplifies history.
    pub(crate) fn set_parents(&self, parents: &[ObjectId]) {
        self.parents.replace(parents.into());
    }
}

/// The commits that a walk has read.
pub(crate) struct CommitGraph<'a> {
    pub(crate) objects: &'a dyn Objects,
    /// Commits whose parents are not part of the clone.
    pub(crate) shallow: &'a BTreeSet<ObjectId>,
    /// Whether the objects of small commits are kept.
    keeps_data: bool,
    /// The number of commits whose objects were read.
    read: usize,
    nodes: HashMap<ObjectId, Rc<CommitNode>>,
}

impl<'a> CommitGraph<'a> {
    /// Returns a graph that has no commits yet.
    pub(crate) fn new(
        objects: &'a dyn Objects,
        shallow: &'a BTreeSet<ObjectId>,
        keeps_data: bool,
    ) -> Self {
        Self { objects, shallow, keeps_data, read: 0, nodes: HashMap::new() }
    }

    /// Returns the number of commits that were read.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the commits that were read.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ObjectId> {
        self.nodes.keys().copied()
    }

    /// Returns a commit that was read before.
    pub(crate) fn known(&self, id: ObjectId) -> Option<Rc<CommitNode>> {
        self.nodes.get(&id).cloned()
    }

    /// Returns a commit, and reads it if it was not read before.
    pub(crate) fn node(&mut self, id: ObjectId) -> Result<Rc<CommitNode>, HistoryError> {
        if let Some(node) = self.known(id) {
            return Ok(node);
        }
        check_commits(self.nodes.len())?;
        let stored = Some(self.objects).filter(|_| {
            // Like git, a shallow clone has none.
            !self.keeps_data && self.read >= FEW_COMMITS && self.shallow.is_empty()
        });
        let node = Rc::new(match stored.and_then(|objects| objects.links(id)) {
            Some(Links { tree, parents, date }) => {
                let parents = RefCell::new(parents.into());
                CommitNode { id, tree, parents, date, data: None }
            }
            None => self.read(id)?,
        });
        self.nodes.insert(id, node.clone());
        Ok(node)
    }

    fn read(&mut self, id: ObjectId) -> Result<CommitNode, HistoryError> {
        self.read += 1;
        let data = self.objects.data(id, ObjectKind::Commit)?;
        let Headers { tree, parents, rest } = Headers::parse(id, &data)?;
        let (parents, date) = (RefCell::new(parents.into()), committer_date(rest).unwrap_or(0));
        let mut node = CommitNode { id, tree, parents, date, data: None };
        if self.shallow.contains(&id) {
            node.set_parents(&[]);
        }
        node.data = (self.keeps_data && data.len() <= MAX_KEPT_BYTES).then_some(data);
        Ok(node)
    }

    /// Frees a commit that the walk has left.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        self.nodes.remove(&id);
    }
}

pub(crate) fn check_commits(number: usize) -> Result<(), HistoryError> {
    HistoryError::check_max(number as u64, MAX_COMMITS, "commits")
}

/// Returns the committer's date as git sorts by it. `None` if it is malformed.
fn committer_date(headers: &[u8]) -> Option<u64> {
    let mut lines = headers.split(|byte| *byte == b'\n');
    lines.next().filter(|line| line.starts_with(b"author"))?;
    let line = lines.next().filter(|line| line.starts_with(b"committer"))?;
    let date = line.get(memrchr(b'>', line)? + 1..)?.trim_ascii_start();
    let (digits, is_negative) = date.strip_prefix(b"-").map_or((date, false), |d| (d, true));
    let mut seconds = Some(0u64);
    for digit in digits.iter().map_while(|byte| char::from(*byte).to_digit(10)) {
        seconds = seconds.and_then(|value| value.checked_mul(10)?.checked_add(digit.into()));
    }
    Some(match seconds {
        Some(seconds) if is_negative => seconds.wrapping_neg(),
        Some(seconds) => seconds,
        None => u64::MAX,
    })
}

/// A queue that returns the latest date first, and of equal dates the commit that came first.
#[derive(Default)]
pub(crate) struct DateQueue {
    heap: BinaryHeap<(u64, Reverse<u64>, ObjectId)>,
    next: u64,
}

impl DateQueue {
    pub(crate) fn push(&mut self, node: &CommitNode) {
        self.heap.push((node.date, Reverse(self.next), node.id));
        self.next = self.next.saturating_add(1);
    }

    pub(crate) fn pop(&mut self) -> Option<ObjectId> {
        self.heap.pop().map(|(.., id)| id)
    }

    /// Returns the date of what [`Self::pop`] would return.
    pub(crate) fn date(&self) -> Option<u64> {
        self.heap.peek().map(|(date, ..)| *date)
    }
}
