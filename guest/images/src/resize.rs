//! Shrinks a picture with a three-lobed Lanczos filter, row by row as it is decoded.
//!
//! Only the rows that still contribute to an unfinished one are in memory, so the source picture
//! never is as a whole. Colors are weighted by alpha: invisible ones do not bleed into visible
//! ones.

use crate::picture::{Layout, Picture};
use std::collections::VecDeque;
use std::f64::consts::PI;

/// The lobes of the filter on each side.
const LOBES: f64 = 3.0;

/// The number of new pixels that an old one contributes to, where none are skipped.
const COVERED: usize = 2 * LOBES as usize;

/// The additional weights of a new pixel at the rounded ends of the filter.
const ENDS: usize = 3;

/// The samples of a pixel while a row is narrowed. Without alpha the last lane is unused; without
/// color the last three are.
const LANES: usize = 4;

/// The number of pixels weighted at once.
const BLOCK: usize = 4;

/// Takes the rows of a picture and produces a smaller one.
pub(crate) struct Resizer {
    layout: Layout,
    columns: Axis,
    rows: Axis,
    /// The last row taken, and a block of zeros.
    row: Vec<[f32; LANES]>,
    /// That row at the new width: the samples of each pixel, without unused lanes.
    narrow: Vec<f32>,
    /// The row before it.
    before: Vec<f32>,
    /// The sums of the rows in progress, the first of which is `finished`.
    sums: VecDeque<Vec<f32>>,
    /// The number of rows taken.
    taken: usize,
    /// The number of rows finished.
    finished: usize,
    picture: Picture,
}

impl Resizer {
    /// Returns a resizer from one width and height to another.
    pub(crate) fn new(layout: Layout, from: (u32, u32), to: (u32, u32)) -> Self {
        let ((width, height), channels) = (to, layout.channels());
        let samples = Vec::with_capacity(width as usize * height as usize * channels);
        Self {
            layout,
            columns: Axis::new(from.0, width, BLOCK),
            rows: Axis::new(from.1, height, 1),
            row: vec![[0.0; LANES]; from.0 as usize + BLOCK],
            narrow: vec![0.0; width as usize * channels],
            before: vec![0.0; width as usize * channels],
            sums: VecDeque::new(),
            taken: 0,
            finished: 0,
            picture: Picture { width, height, layout, samples },
        }
    }

    /// The maximum memory in bytes, including the new picture.
    pub(crate) fn memory(layout: Layout, from: (u32, u32), to: (u32, u32)) -> u64 {
        let [from_width, from_height, width, height] = [from.0, from.1, to.0, to.1].map(u64::from);
        let [sample, channels, lanes] =
            [size_of::<f32>(), layout.channels(), LANES].map(|size| size as u64);
        let rows_in_work = COVERED as u64 + 4;
        let weights = (from_width + from_height) * COVERED as u64;
        let ends = (width + height) * (BLOCK + ENDS) as u64;
        let unscaled = 2 * from_width.max(from_height) * size_of::<f64>() as u64;
        width * height * channels
            + (from_width + BLOCK as u64) * lanes * sample
            + (2 + rows_in_work) * width * channels * sample
            + (weights + ends) * sample
            + (width + height) * size_of::<Point>() as u64
            + unscaled
    }

    /// Takes the next row.
    pub(crate) fn push(&mut self, samples: &[u8]) {
        unpack(samples, self.layout, &mut self.row);
        std::mem::swap(&mut self.narrow, &mut self.before);
        match self.layout {
            Layout::Gray => narrow::<1>(&self.row, &self.columns, &mut self.narrow),
            Layout::Rgb => narrow::<3>(&self.row, &self.columns, &mut self.narrow),
            Layout::Rgba => narrow::<4>(&self.row, &self.columns, &mut self.narrow),
        }
        self.taken += 1;
        if self.taken.is_multiple_of(2) {
            self.add_two(self.taken - 2);
        }
    }

    /// Adds row `first` and the next one to those in progress: the sums are read and written once
    /// for both.
    fn add_two(&mut self, first: usize) {
        let in_work = self.rows.points.get(self.finished..).unwrap_or_default();
        for (index, point) in in_work.iter().enumerate() {
            if point.first > first + 1 {
                break;
            }
            if self.sums.len() <= index {
                self.sums.push_back(vec![0.0; self.narrow.len()]);
            }
            let weights = self.rows.weights(point);
            let weight = |row: usize| {
                row.checked_sub(point.first).and_then(|place| weights.get(place)).copied()
            };
            let weights = [first, first + 1].map(|row| weight(row).unwrap_or_default());
            if let Some(sum) = self.sums.get_mut(index) {
                add(sum, &self.before, &self.narrow, weights);
            }
        }
        while self.rows.points.get(self.finished).is_some_and(|point| point.end() <= self.taken) {
            let Some(mut sum) = self.sums.pop_front() else { break };
            pack(&sum, self.layout, &mut self.picture.samples);
            self.finished += 1;
            // Reuse it for a later row.
            sum.fill(0.0);
            self.sums.push_back(sum);
        }
    }

    /// Returns the new picture, if every row of the old one was taken.
    pub(crate) fn finish(mut self) -> Option<Picture> {
        if !self.taken.is_multiple_of(2) {
            // There is no row after it, and no weight for one.
            std::mem::swap(&mut self.narrow, &mut self.before);
            self.add_two(self.taken - 1);
        }
        (self.finished == self.picture.height as usize).then_some(self.picture)
    }
}

/// Adds the weighted samples of two rows to those of another. Inlined, it would not be vectorized.
#[inline(never)]
fn add(sum: &mut [f32], one: &[f32], other: &[f32], [weight, other_weight]: [f32; 2]) {
    for ((sum, one), other) in sum.iter_mut().zip(one).zip(other) {
        *sum += one * weight + other * other_weight;
    }
}

fn narrow<const CHANNELS: usize>(row: &[[f32; LANES]], columns: &Axis, narrow: &mut [f32]) {
    let (pixels, _) = narrow.as_chunks_mut::<CHANNELS>();
    for (pixel, point) in pixels.iter_mut().zip(&columns.points) {
        let near = row.get(point.first..).unwrap_or_default();
        let sum = weigh(near, columns.weights(point));
        pixel.iter_mut().zip(sum).for_each(|(sample, sum)| *sample = sum);
    }
}

/// Sums weighted pixels, separately for each position in a block: a single sum would wait for each
/// addition. Not inlined, for the same reason as [`add`].
#[inline(never)]
fn weigh(near: &[[f32; LANES]], weights: &[f32]) -> [f32; LANES] {
    let (near, _) = near.as_flattened().as_chunks::<{ LANES * BLOCK }>();
    let mut sums = [0.0; LANES * BLOCK];
    for (near, [a, b, c, d]) in near.iter().zip(weights.as_chunks::<BLOCK>().0) {
        // A table with each weight four times would not stay in the cache.
        let weights = [*a, *a, *a, *a, *b, *b, *b, *b, *c, *c, *c, *c, *d, *d, *d, *d];
        for ((sum, sample), weight) in sums.iter_mut().zip(near).zip(weights) {
            *sum += sample * weight;
        }
    }
    let mut sum = [0.0; LANES];
    for sums in sums.as_chunks::<LANES>().0 {
        sum.iter_mut().zip(sums).for_each(|(sum, other)| *sum += other);
    }
    sum
}

/// A new column or row, and the old ones it is made from.
struct Point {
    /// The first old one.
    first: usize,
    /// The start of its weights.
    weights: usize,
    /// The number of its weights.
    weight_count: usize,
    /// The number of old ones.
    count: usize,
}

impl Point {
    /// The old one after the last.
    fn end(&self) -> usize {
        self.first + self.count
    }
}

/// The columns, or the rows, of the new picture.
struct Axis {
    points: Vec<Point>,
    /// For each old column or row of a point; zeros fill the last block.
    weights: Vec<f32>,
}

impl Axis {
    fn new(from: u32, to: u32, block: usize) -> Self {
        let ratio = f64::from(from) / f64::from(to.max(1));
        let scale = ratio.max(1.0);
        let reach = LOBES * scale;
        let mut points = Vec::with_capacity(to as usize);
        let most = from as usize * COVERED + to as usize * (block + ENDS);
        let mut weights = Vec::with_capacity(most);
        let mut unscaled = Vec::new();
        for index in 0..to {
            let center = (f64::from(index) + 0.5) * ratio;
            let first = (center - reach).floor().max(0.0) as usize;
            let end =
                ((center + reach).ceil() as usize).clamp(first + 1, (from as usize).max(first + 1));
            unscaled.clear();
            unscaled.extend((first..end).map(|near| lanczos((near as f64 + 0.5 - center) / scale)));
            let sum: f64 = unscaled.iter().sum();
            let count = unscaled.len();
            let weight_count = count.next_multiple_of(block);
            points.push(Point { first, weights: weights.len(), weight_count, count });
            weights.extend(unscaled.iter().map(|weight| (weight / sum) as f32));
            weights.extend(std::iter::repeat_n(0.0, weight_count - count));
        }
        Self { points, weights }
    }

    /// The weights of the old ones that make up a new one.
    fn weights(&self, point: &Point) -> &[f32] {
        self.weights.get(point.weights..point.weights + point.weight_count).unwrap_or_default()
    }
}

/// The filter at a distance, in units of its zeros.
fn lanczos(distance: f64) -> f64 {
    if distance == 0.0 {
        return 1.0;
    }
    if distance.abs() >= LOBES {
        return 0.0;
    }
    // The sine of three times an angle follows from that of the angle.
    let angle = PI * distance / LOBES;
    let sine = sine(angle);
    let triple = 3.0 * sine - 4.0 * sine * sine * sine;
    triple / (3.0 * angle) * (sine / angle)
}

/// Returns the sine of an angle of at most π. That of the standard library is for any angle, and
/// takes 7,700 bytes.
fn sine(angle: f64) -> f64 {
    let square = angle * angle;
    // The series, from its smallest term on.
    let term = |sum, place| 1.0 - square / f64::from(place * (place + 1)) * sum;
    angle * (1..=12).rev().map(|place| 2 * place).fold(1.0, term)
}

/// Expands samples to lanes. Colors are weighted by their alpha.
fn unpack(samples: &[u8], layout: Layout, row: &mut [[f32; LANES]]) {
    match layout {
        Layout::Gray => {
            for (lanes, sample) in row.iter_mut().zip(samples) {
                *lanes = [f32::from(*sample), 0.0, 0.0, 0.0];
            }
        }
        Layout::Rgb => {
            for (lanes, [red, green, blue]) in row.iter_mut().zip(samples.as_chunks().0) {
                *lanes = [*red, *green, *blue, 0].map(f32::from);
            }
        }
        Layout::Rgba => {
            for (lanes, pixel) in row.iter_mut().zip(samples.as_chunks::<4>().0) {
                let [red, green, blue, alpha] = pixel.map(f32::from);
                let opacity = alpha / 255.0;
                *lanes = [red * opacity, green * opacity, blue * opacity, alpha];
            }
        }
    }
}

/// Converts the computed lanes to samples.
fn pack(row: &[f32], layout: Layout, samples: &mut Vec<u8>) {
    // The conversion saturates.
    let round = |sample: f32| (sample + 0.5) as u8;
    match layout {
        Layout::Gray | Layout::Rgb => samples.extend(row.iter().map(|sample| round(*sample))),
        Layout::Rgba => row.as_chunks().0.iter().for_each(|[red, green, blue, alpha]| {
            let weight = if *alpha > 0.0 { 255.0 / alpha } else { 0.0 };
            samples.extend([red, green, blue].map(|sample| round(sample * weight)));
            samples.push(round(*alpha));
        }),
    }
}

#[cfg(test)]
mod tests;
