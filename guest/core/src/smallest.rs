//! The smallest of any number of items, in memory bounded by what is kept.

/// How much of the items that are kept may come in addition before they are sorted: a half. To sort
/// rarely is faster than to keep an order, and most directories are sorted once.
const SLACK: usize = 2;

/// The first items in order that fit into a number and a cost, of those that are offered in any
/// order.
#[derive(Debug)]
pub struct Smallest<T> {
    kept: Vec<T>,
    cost: usize,
    count: usize,
    room: usize,
    cost_of: fn(&T) -> usize,
    /// The first item that does not fit. Those after it do not either, whatever comes.
    first_left: Option<T>,
}

impl<T: Ord> Smallest<T> {
    /// Keeps up to `count` items, which cost up to `room` together.
    pub fn new(count: usize, room: usize, cost_of: fn(&T) -> usize) -> Self {
        Self { kept: Vec::new(), cost: 0, count, room, cost_of, first_left: None }
    }

    /// Returns the first item that is known not to fit.
    pub fn first_left(&self) -> Option<&T> {
        self.first_left.as_ref()
    }

    /// Takes an item.
    pub fn offer(&mut self, item: T) {
        if self.first_left.as_ref().is_some_and(|left| item >= *left) {
            return;
        }
        self.cost = self.cost.saturating_add((self.cost_of)(&item));
        self.kept.push(item);
        let with_slack = |most: usize| most.saturating_add(most / SLACK);
        if self.kept.len() > with_slack(self.count) || self.cost > with_slack(self.room) {
            self.sort();
        }
    }

    /// Returns the items in order, and whether some did not fit.
    pub fn into_sorted(mut self) -> (Vec<T>, bool) {
        self.sort();
        (self.kept, self.first_left.is_some())
    }

    /// Leaves what fits, in order.
    fn sort(&mut self) {
        self.kept.sort_unstable();
        let mut cost = 0usize;
        let fits = self.kept.iter().take(self.count).take_while(|item| {
            let with_item = cost.saturating_add((self.cost_of)(item));
            let fits = with_item <= self.room;
            if fits {
                cost = with_item;
            }
            fits
        });
        let fits = fits.count();
        let left = self.kept.drain(fits..).next();
        self.first_left = left.or(self.first_left.take());
        self.cost = cost;
    }
}
