//! The five ways in which PNG predicts a byte from its neighbours.

/// A way to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Not at all.
    None,
    /// From the left.
    Sub,
    /// From above.
    Up,
    /// From the mean of both.
    Average,
    /// From whichever of left, above and above left is nearest to left + above - above left.
    Paeth,
}

impl Filter {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [Self; 5] = [Self::None, Self::Sub, Self::Up, Self::Average, Self::Paeth];

    /// The one with this number.
    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// Filters a row, and writes the filter's number and what is left of the bytes. `step` is the distance in bytes to the
/// neighbour on the left; the rows are equally long.
pub(crate) fn filter(kind: Filter, row: &[u8], above: &[u8], step: usize, out: &mut Vec<u8>) {
    out.push(kind as u8);
    // The first pixel has no neighbours on the left: zeros stand for them.
    let lefts = std::iter::repeat_n(&0, step).chain(row);
    let above_lefts = std::iter::repeat_n(&0, step).chain(above);
    let bytes = row.iter().zip(above);
    match kind {
        Filter::None => out.extend_from_slice(row),
        Filter::Sub => {
            out.extend(row.iter().zip(lefts).map(|(byte, left)| byte.wrapping_sub(*left)))
        }
        Filter::Up => out.extend(bytes.map(|(byte, above)| byte.wrapping_sub(*above))),
        Filter::Average => {
            out.extend(
                bytes
                    .zip(lefts)
                    .map(|((byte, above), left)| byte.wrapping_sub(mean(*left, *above))),
            );
        }
        Filter::Paeth => out.extend(bytes.zip(lefts.zip(above_lefts)).map(
            |((byte, above), (left, above_left))| {
                byte.wrapping_sub(paeth(*left, *above, *above_left))
            },
        )),
    }
}

/// Undoes a filter in place.
pub(crate) fn unfilter(kind: Filter, row: &mut [u8], above: &[u8], step: usize) {
    match kind {
        Filter::None => {}
        Filter::Up => {
            row.iter_mut().zip(above).for_each(|(byte, above)| *byte = byte.wrapping_add(*above))
        }
        Filter::Sub => each_with_left(row, above, step, |left, _, _| left),
        Filter::Average => each_with_left(row, above, step, |left, above, _| mean(left, above)),
        Filter::Paeth => each_with_left(row, above, step, paeth),
    }
}

/// Adds to every byte what `predict` says of left, above and above left.
fn each_with_left(row: &mut [u8], above: &[u8], step: usize, predict: impl Fn(u8, u8, u8) -> u8) {
    // A pixel has at most four samples of two bytes.
    let (mut left, mut above_left) = ([0_u8; 8], [0_u8; 8]);
    for (pixel, above) in row.chunks_mut(step).zip(above.chunks(step)) {
        let neighbours = left.iter_mut().zip(&mut above_left);
        for ((byte, above), (left, above_left)) in pixel.iter_mut().zip(above).zip(neighbours) {
            *byte = byte.wrapping_add(predict(*left, *above, *above_left));
            *left = *byte;
            *above_left = *above;
        }
    }
}

fn mean(left: u8, above: u8) -> u8 {
    u16::midpoint(left.into(), above.into()) as u8
}

fn paeth(left: u8, above: u8, above_left: u8) -> u8 {
    let [a, b, c] = [left, above, above_left].map(i16::from);
    let (from_left, from_above, from_both) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if from_left <= from_above && from_left <= from_both {
        left
    } else if from_above <= from_both {
        above
    } else {
        above_left
    }
}

#[cfg(test)]
mod tests {
    use super::{Filter, filter, unfilter};

    #[test]
    fn what_is_filtered_comes_back() {
        let bytes: Vec<u8> = (0..96_u32).map(|at| (at * at * 7 % 251) as u8).collect();
        let (above, row) = bytes.split_at(48);
        for kind in Filter::ALL {
            for step in [1, 2, 3, 4, 6, 8] {
                let mut filtered = Vec::new();
                filter(kind, row, above, step, &mut filtered);
                assert_eq!(Filter::from_number(filtered.remove(0)), Some(kind));
                unfilter(kind, &mut filtered, above, step);
                assert_eq!(filtered, row, "{kind:?} at {step}");
            }
        }
        assert_eq!(Filter::from_number(5), None);
    }
}
