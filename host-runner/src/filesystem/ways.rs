//! The names that things were opened by.

/// For each number in the table that stands for an open file or directory: the number of its grant, and its path from
/// there on. Few are open at a time.
#[derive(Default)]
pub(super) struct Ways(Vec<(u32, usize, String)>);

impl Ways {
    pub(super) fn get(&self, number: u32) -> Option<(usize, &str)> {
        let way = self.0.iter().rev().find(|(of, ..)| *of == number);
        way.map(|(_, grant, path)| (*grant, path.as_str()))
    }

    pub(super) fn keep(&mut self, number: u32, grant: usize, path: String) {
        self.forget(number);
        self.0.push((number, grant, path));
    }

    pub(super) fn forget(&mut self, number: u32) {
        self.0.retain(|(of, ..)| *of != number);
    }
}
