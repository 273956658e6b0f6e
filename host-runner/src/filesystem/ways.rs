//! The names that things were opened by.

/// The most names that are kept of files that were read.
const MOST_READ: usize = 16;

/// What was opened, by which names, and which of it was read.
#[derive(Default)]
pub(super) struct Ways {
    /// For each number in the table that stands for an open file or directory. Few are open at a time.
    open: Vec<(u32, Way)>,
    read: Vec<Way>,
}

/// The number of a grant, and the path from there on.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) grant: usize,
    pub(super) path: String,
}

impl Ways {
    pub(super) fn get(&self, number: u32) -> Option<&Way> {
        let open = self.open.iter().rev().find(|(of, _)| *of == number);
        open.map(|(_, way)| way)
    }

    pub(super) fn keep(&mut self, number: u32, way: Way) {
        self.forget(number);
        self.open.push((number, way));
    }

    pub(super) fn forget(&mut self, number: u32) {
        self.open.retain(|(of, _)| *of != number);
    }

    /// Bytes of it were handed over.
    pub(super) fn was_read(&mut self, number: u32) {
        let way = self.open.iter().rev().find(|(of, _)| *of == number);
        if let Some((_, way)) = way.filter(|(_, way)| self.read.len() < MOST_READ && !self.read.contains(way))
        {
            self.read.push(way.clone());
        }
    }

    /// What was read, in order, as far as it is kept.
    pub(super) fn read(&self) -> &[Way] {
        &self.read
    }
}
