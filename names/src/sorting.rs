//! Sorts with one function for all types: each sort of the standard library takes
//! thousands of bytes of code for its type.

use std::cmp::Ordering;

/// Sorts items. Equal ones stay in their order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let at = |place: usize| items.get(place);
    let order = order(items.len(), &|a, b| match (at(a), at(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut taken: Vec<_> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| taken.get_mut(place)?.take()));
}

/// Returns the indices of the items in sorted order.
fn order(items: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<_> = (0..items).collect();
    order.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    order
}
