//! The smallest of any number of items, in memory bounded by what is kept.

/// The share of kept items that may be added before the next sort: a half. Sorting rarely is faster
/// than keeping an order, and most directories are sorted once.
const SLACK: usize = 2;

/// The smallest of the offered items, up to a number and a total cost.
#[derive(Debug)]
pub struct Smallest<T> {
    kept: Vec<T>,
    cost: usize,
    count: usize,
    room: usize,
    cost_of: fn(&T) -> usize,
    /// The smallest item that does not fit. Later ones do not fit either, regardless of further
    /// offers.
    first_left: Option<T>,
}

impl<T: Ord> Smallest<T> {
    /// Keeps up to `count` items, with a total cost of up to `room`.
    pub fn new(count: usize, room: usize, cost_of: fn(&T) -> usize) -> Self {
        Self { kept: Vec::new(), cost: 0, count, room, cost_of, first_left: None }
    }

    /// Returns the smallest item that is known not to fit.
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

    /// Keeps the items that fit, in order.
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
