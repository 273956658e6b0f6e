//! A bounded map.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// A map of at most so many entries, which forgets the one that was put in first.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    most: usize,
    /// Counts what was put in.
    next: u64,
    entries: HashMap<K, (u64, V)>,
    order: BTreeMap<u64, K>,
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, next: 0, entries: HashMap::new(), order: BTreeMap::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.entries.get(key).map(|(_, value)| value)
    }

    pub(crate) fn remove<Q>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let (number, value) = self.entries.remove(key)?;
        self.order.remove(&number);
        Some(value)
    }

    /// Puts in what is not there.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        if self.entries.len() >= self.most
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.entries.remove(&oldest);
        }
        self.order.insert(self.next, key.clone());
        self.entries.insert(key, (self.next, value));
        self.next += 1;
    }
}
