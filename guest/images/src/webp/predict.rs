//! Predicts blocks from the samples above and on the left.

use super::plane::Plane;

/// How a large block is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LargeMode {
    /// All samples are the mean of the neighbours.
    Mean,
    /// From above.
    Vertical,
    /// From the left.
    Horizontal,
    /// From both, as the corner differs.
    Gradient,
}

/// How a block of 4 by 4 is predicted, in the order of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SmallMode {
    #[default]
    Mean,
    Gradient,
    Vertical,
    Horizontal,
    LeftDown,
    RightDown,
    VerticalRight,
    VerticalLeft,
    HorizontalDown,
    HorizontalUp,
}

impl LargeMode {
    /// What it counts as for small blocks next to it.
    pub(crate) fn as_small(self) -> SmallMode {
        match self {
            Self::Mean => SmallMode::Mean,
            Self::Vertical => SmallMode::Vertical,
            Self::Horizontal => SmallMode::Horizontal,
            Self::Gradient => SmallMode::Gradient,
        }
    }
}

/// Predicts a square of 16 or 8 samples on a side, at a multiple of that.
pub(crate) fn predict_large(plane: &mut Plane, mode: LargeMode, x: usize, y: usize, side: usize) {
    let place = plane.place(x, y);
    let mut above = [0; 16];
    for (above, sample) in above.iter_mut().zip(plane.run(place - plane.stride, side)) {
        *above = *sample;
    }
    let above = above.get(..side).unwrap_or_default();
    let corner = i32::from(plane.at(place - plane.stride - 1));
    let mean = mean_of_edges(plane, above, x, y);
    for row in 0..side {
        let place = place + row * plane.stride;
        let left = plane.at(place - 1);
        let samples = plane.run_mut(place, side);
        match mode {
            LargeMode::Mean => samples.fill(mean),
            LargeMode::Vertical => samples.copy_from_slice(above),
            LargeMode::Horizontal => samples.fill(left),
            LargeMode::Gradient => {
                let slope = i32::from(left) - corner;
                samples
                    .iter_mut()
                    .zip(above)
                    .for_each(|(sample, above)| *sample = clamp(i32::from(*above) + slope));
            }
        }
    }
}

/// The mean of the samples above and on the left, as far as they lie in the picture.
fn mean_of_edges(plane: &Plane, above: &[u8], x: usize, y: usize) -> u8 {
    let (mut sum, mut count) = (0, 0);
    if y > 0 {
        sum += above.iter().map(|sample| u32::from(*sample)).sum::<u32>();
        count += above.len() as u32;
    }
    if x > 0 {
        let lefts = (0..above.len()).map(|row| u32::from(plane.at(plane.place(x, y + row) - 1)));
        sum += lefts.sum::<u32>();
        count += above.len() as u32;
    }
    (sum + count / 2).checked_div(count).map_or(128, |mean| mean as u8)
}

/// Predicts a square of 4 samples on a side. The four samples on the right of those above are given, because they are
/// not always in the picture.
pub(crate) fn predict_small(
    plane: &mut Plane,
    mode: SmallMode,
    place: usize,
    above_right: [u8; 4],
) {
    let mut edge = [0; 9];
    for (row, sample) in edge.iter_mut().take(4).enumerate() {
        *sample = plane.at(place + (3 - row) * plane.stride - 1);
    }
    for (sample, above) in edge.iter_mut().skip(4).zip(plane.run(place - plane.stride - 1, 5)) {
        *sample = *above;
    }
    for (row, samples) in small_block(mode, edge, above_right).as_chunks::<4>().0.iter().enumerate()
    {
        let run = plane.run_mut(place + row * plane.stride, 4);
        run.iter_mut().zip(samples).for_each(|(sample, predicted)| *sample = *predicted);
    }
}

/// The predicted block. The edge begins with the lowest sample on the left, and goes on over the corner.
fn small_block(mode: SmallMode, edge: [u8; 9], above_right: [u8; 4]) -> [u8; 16] {
    let [l3, l2, l1, l0, corner, a0, a1, a2, a3] = edge;
    let [a4, a5, a6, a7] = above_right;
    match mode {
        SmallMode::Mean => {
            let sum: u32 = [l0, l1, l2, l3, a0, a1, a2, a3].into_iter().map(u32::from).sum();
            [((sum + 4) >> 3) as u8; 16]
        }
        SmallMode::Gradient => {
            let row = |left: u8| {
                [a0, a1, a2, a3]
                    .map(|above| clamp(i32::from(left) + i32::from(above) - i32::from(corner)))
            };
            rows([l0, l1, l2, l3].map(row))
        }
        SmallMode::Vertical => rows(
            [[mean3(corner, a0, a1), mean3(a0, a1, a2), mean3(a1, a2, a3), mean3(a2, a3, a4)]; 4],
        ),
        SmallMode::Horizontal => rows(
            [mean3(corner, l0, l1), mean3(l0, l1, l2), mean3(l1, l2, l3), mean3(l2, l3, l3)]
                .map(|s| [s; 4]),
        ),
        SmallMode::LeftDown => {
            let [b, c, d, e] =
                [mean3(a0, a1, a2), mean3(a1, a2, a3), mean3(a2, a3, a4), mean3(a3, a4, a5)];
            let [f, g, h] = [mean3(a4, a5, a6), mean3(a5, a6, a7), mean3(a6, a7, a7)];
            rows([[b, c, d, e], [c, d, e, f], [d, e, f, g], [e, f, g, h]])
        }
        SmallMode::RightDown => {
            let [b, c, d] = [mean3(l3, l2, l1), mean3(l2, l1, l0), mean3(l1, l0, corner)];
            let [e, f, g, h] = [
                mean3(l0, corner, a0),
                mean3(corner, a0, a1),
                mean3(a0, a1, a2),
                mean3(a1, a2, a3),
            ];
            rows([[e, f, g, h], [d, e, f, g], [c, d, e, f], [b, c, d, e]])
        }
        SmallMode::VerticalRight => {
            let [b, c] = [mean3(l2, l1, l0), mean3(l1, l0, corner)];
            let [d, e, f, g] = [
                mean3(l0, corner, a0),
                mean3(corner, a0, a1),
                mean3(a0, a1, a2),
                mean3(a1, a2, a3),
            ];
            let [h, i, j, k] = [mean2(corner, a0), mean2(a0, a1), mean2(a1, a2), mean2(a2, a3)];
            rows([[h, i, j, k], [d, e, f, g], [c, h, i, j], [b, d, e, f]])
        }
        SmallMode::VerticalLeft => {
            let [b, c, d, e] = [mean2(a0, a1), mean2(a1, a2), mean2(a2, a3), mean2(a3, a4)];
            let [f, g, h] = [mean3(a0, a1, a2), mean3(a1, a2, a3), mean3(a2, a3, a4)];
            let [i, j, k] = [mean3(a3, a4, a5), mean3(a4, a5, a6), mean3(a5, a6, a7)];
            rows([[b, c, d, e], [f, g, h, i], [c, d, e, j], [g, h, i, k]])
        }
        SmallMode::HorizontalDown => {
            let [b, c, d, e] = [mean2(l3, l2), mean2(l2, l1), mean2(l1, l0), mean2(l0, corner)];
            let [f, g, h] = [mean3(l3, l2, l1), mean3(l2, l1, l0), mean3(l1, l0, corner)];
            let [i, j, k] = [mean3(l0, corner, a0), mean3(corner, a0, a1), mean3(a0, a1, a2)];
            rows([[e, i, j, k], [d, h, e, i], [c, g, d, h], [b, f, c, g]])
        }
        SmallMode::HorizontalUp => {
            let [b, c, d] = [mean2(l0, l1), mean2(l1, l2), mean2(l2, l3)];
            let [e, f, g] = [mean3(l0, l1, l2), mean3(l1, l2, l3), mean3(l2, l3, l3)];
            rows([[b, e, c, f], [c, f, d, g], [d, g, l3, l3], [l3; 4]])
        }
    }
}

fn rows(rows: [[u8; 4]; 4]) -> [u8; 16] {
    let mut block = [0; 16];
    block.copy_from_slice(rows.as_flattened());
    block
}

fn mean2(one: u8, other: u8) -> u8 {
    ((u16::from(one) + u16::from(other) + 1) >> 1) as u8
}

/// The mean of three, of which the middle one counts twice.
fn mean3(one: u8, middle: u8, other: u8) -> u8 {
    ((u16::from(one) + 2 * u16::from(middle) + u16::from(other) + 2) >> 2) as u8
}

fn clamp(sample: i32) -> u8 {
    sample.clamp(0, 255) as u8
}
