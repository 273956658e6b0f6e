//! Makes a picture smaller with the Lanczos filter of three lobes, row by row as it is decoded.
//!
//! Only the rows that still take part in an unfinished one are in memory, so the picture that comes
//! in is never there as a whole. Opacity weighs the colors: what cannot be seen does not bleed into
//! what can.

use crate::picture::{Layout, Picture};
use std::collections::VecDeque;
use std::f64::consts::PI;

/// The lobes of the filter on each side.
const LOBES: f64 = 3.0;

/// A pixel while it is computed. Without opacity the last lane is unused; without color the last
/// three are.
type Lanes = [f32; 4];

/// Takes the rows of a picture and gives a smaller one.
pub(crate) struct Resizer {
    layout: Layout,
    columns: Axis,
    rows: Axis,
    /// The row that came last.
    row: Vec<Lanes>,
    /// That row in the new width.
    narrow: Vec<Lanes>,
    /// The sums of the rows in work, the first of which is `finished`.
    sums: VecDeque<Vec<Lanes>>,
    /// Rows that have come.
    taken: usize,
    /// Rows that are done.
    finished: usize,
    picture: Picture,
}

impl Resizer {
    /// From one width and height to another.
    pub(crate) fn new(layout: Layout, from: (u32, u32), to: (u32, u32)) -> Self {
        let (width, height) = to;
        let samples = Vec::with_capacity(width as usize * height as usize * layout.channels());
        Self {
            layout,
            columns: Axis::new(from.0, width),
            rows: Axis::new(from.1, height),
            row: vec![[0.0; 4]; from.0 as usize],
            narrow: vec![[0.0; 4]; width as usize],
            sums: VecDeque::new(),
            taken: 0,
            finished: 0,
            picture: Picture { width, height, layout, samples },
        }
    }

    /// At most how many bytes it takes, the new picture included.
    pub(crate) fn memory(layout: Layout, from: (u32, u32), to: (u32, u32)) -> u64 {
        let [from_width, from_height, width, height] = [from.0, from.1, to.0, to.1].map(u64::from);
        let lanes = size_of::<Lanes>() as u64;
        let rows_in_work = 2 * LOBES as u64 + 3;
        // An axis has as many weights as the filter covers, and some more at each rounded end.
        let axes = (from_width + from_height) * 4 * 2 * LOBES as u64 + (width + height) * 64;
        width * height * layout.channels() as u64
            + (from_width + (1 + rows_in_work) * width) * lanes
            + axes
    }

    /// Takes the next row.
    pub(crate) fn push(&mut self, samples: &[u8]) {
        unpack(samples, self.layout, &mut self.row);
        for (pixel, point) in self.narrow.iter_mut().zip(&self.columns.points) {
            let mut sum = [0.0; 4];
            let near = self.row.get(point.first..).unwrap_or_default();
            near.iter()
                .zip(self.columns.weights(point))
                .for_each(|(near, weight)| add(&mut sum, near, *weight));
            *pixel = sum;
        }
        let in_work = self.rows.points.get(self.finished..).unwrap_or_default();
        for (index, point) in in_work.iter().enumerate() {
            let Some(place) = self.taken.checked_sub(point.first) else { break };
            if self.sums.len() <= index {
                self.sums.push_back(vec![[0.0; 4]; self.narrow.len()]);
            }
            if let (Some(sum), Some(weight)) =
                (self.sums.get_mut(index), self.rows.weights(point).get(place))
            {
                sum.iter_mut().zip(&self.narrow).for_each(|(sum, pixel)| add(sum, pixel, *weight));
            }
        }
        self.taken += 1;
        while self.rows.points.get(self.finished).is_some_and(|point| point.end() <= self.taken) {
            let Some(mut sum) = self.sums.pop_front() else { break };
            pack(&sum, self.layout, &mut self.picture.samples);
            self.finished += 1;
            // It serves for a later row.
            sum.fill([0.0; 4]);
            self.sums.push_back(sum);
        }
    }

    /// The new picture, if every row of the old one has come.
    pub(crate) fn finish(self) -> Option<Picture> {
        (self.finished == self.picture.height as usize).then_some(self.picture)
    }
}

/// A new column or row: which old ones it is made of.
struct Point {
    /// The first old one.
    first: usize,
    /// Where its weights begin.
    weights: usize,
    /// How many old ones there are.
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
    weights: Vec<f32>,
}

impl Axis {
    fn new(from: u32, to: u32) -> Self {
        let ratio = f64::from(from) / f64::from(to.max(1));
        let scale = ratio.max(1.0);
        let reach = LOBES * scale;
        let (mut points, mut weights) = (Vec::with_capacity(to as usize), Vec::new());
        let mut unscaled = Vec::new();
        for index in 0..to {
            let center = (f64::from(index) + 0.5) * ratio;
            let first = (center - reach).floor().max(0.0) as usize;
            let end =
                ((center + reach).ceil() as usize).clamp(first + 1, (from as usize).max(first + 1));
            unscaled.clear();
            unscaled.extend((first..end).map(|near| lanczos((near as f64 + 0.5 - center) / scale)));
            let sum: f64 = unscaled.iter().sum();
            points.push(Point { first, weights: weights.len(), count: unscaled.len() });
            weights.extend(unscaled.iter().map(|weight| (weight / sum) as f32));
        }
        Self { points, weights }
    }

    /// The weights of the old ones that make a new one.
    fn weights(&self, point: &Point) -> &[f32] {
        self.weights.get(point.weights..point.weights + point.count).unwrap_or_default()
    }
}

/// The filter, at a distance in units of its zeros.
fn lanczos(distance: f64) -> f64 {
    if distance == 0.0 {
        return 1.0;
    }
    if distance.abs() >= LOBES {
        return 0.0;
    }
    let angle = PI * distance;
    angle.sin() / angle * ((angle / LOBES).sin() / (angle / LOBES))
}

/// Adds a weighed pixel.
fn add(sum: &mut Lanes, pixel: &Lanes, weight: f32) {
    sum.iter_mut().zip(pixel).for_each(|(sum, sample)| *sum += sample * weight);
}

/// Makes lanes of samples.
fn unpack(samples: &[u8], layout: Layout, row: &mut [Lanes]) {
    let pixels = row.iter_mut().zip(samples.chunks_exact(layout.channels()));
    match layout {
        Layout::Gray => pixels.for_each(|(lanes, pixel)| {
            if let [gray] = *pixel {
                *lanes = [f32::from(gray), 0.0, 0.0, 0.0];
            }
        }),
        Layout::Rgb => pixels.for_each(|(lanes, pixel)| {
            if let [red, green, blue] = *pixel {
                *lanes = [red.into(), green.into(), blue.into(), 0.0];
            }
        }),
        Layout::Rgba => pixels.for_each(|(lanes, pixel)| {
            if let [red, green, blue, alpha] = *pixel {
                let opacity = f32::from(alpha) / 255.0;
                let [red, green, blue] =
                    [red, green, blue].map(|sample| f32::from(sample) * opacity);
                *lanes = [red, green, blue, alpha.into()];
            }
        }),
    }
}

/// Makes samples of lanes.
fn pack(row: &[Lanes], layout: Layout, samples: &mut Vec<u8>) {
    // The conversion saturates.
    let round = |sample: f32| (sample + 0.5) as u8;
    match layout {
        Layout::Gray => samples.extend(row.iter().map(|[gray, ..]| round(*gray))),
        Layout::Rgb => row.iter().for_each(|[red, green, blue, _]| {
            samples.extend([red, green, blue].map(|s| round(*s)))
        }),
        Layout::Rgba => row.iter().for_each(|[red, green, blue, alpha]| {
            let weight = if *alpha > 0.0 { 255.0 / alpha } else { 0.0 };
            samples.extend([red, green, blue].map(|sample| round(sample * weight)));
            samples.push(round(*alpha));
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Resizer, lanczos};
    use crate::picture::{Layout, Picture};

    fn resized(layout: Layout, from: (u32, u32), to: (u32, u32), samples: &[u8]) -> Picture {
        let mut resizer = Resizer::new(layout, from, to);
        samples.chunks_exact(from.0 as usize * layout.channels()).for_each(|row| resizer.push(row));
        resizer.finish().unwrap()
    }

    #[test]
    fn the_filter_is_one_in_the_middle_and_zero_at_whole_distances() {
        assert_eq!(lanczos(0.0), 1.0);
        for distance in [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 7.0] {
            assert!(lanczos(distance).abs() < 1e-15, "{distance}");
        }
    }

    #[test]
    fn the_same_size_changes_nothing() {
        for layout in [Layout::Gray, Layout::Rgb] {
            let samples: Vec<u8> =
                (0..13 * 7 * layout.channels()).map(|at| (at * 37 % 256) as u8).collect();
            assert_eq!(resized(layout, (13, 7), (13, 7), &samples).samples, samples);
        }
    }

    #[test]
    fn one_color_stays_as_it_is() {
        let pixel = [200, 100, 50, 40];
        let picture = resized(Layout::Rgba, (97, 53), (11, 5), &pixel.repeat(97 * 53));
        assert_eq!(picture.samples, pixel.repeat(11 * 5));
    }

    #[test]
    fn what_cannot_be_seen_gives_no_color() {
        // Black and clear on the left, white and opaque on the right.
        let row = [[0, 0, 0, 0].repeat(32), [255; 4].repeat(32)].concat();
        let picture = resized(Layout::Rgba, (64, 32), (16, 8), &row.repeat(32));
        for pixel in picture.samples.chunks_exact(4).filter(|pixel| pixel[3] > 0) {
            assert_eq!(&pixel[..3], &[255, 255, 255]);
        }
        assert!(picture.samples.chunks_exact(4).any(|pixel| (1..255).contains(&pixel[3])));
    }

    #[test]
    fn a_missing_row_is_noticed() {
        let mut resizer = Resizer::new(Layout::Gray, (8, 8), (4, 4));
        (0..7).for_each(|_| resizer.push(&[9; 8]));
        assert!(resizer.finish().is_none());
    }

    #[test]
    fn it_agrees_with_another_implementation() {
        let (from, to) = ((301, 211), (97, 68));
        let samples: Vec<u8> = (0..from.1)
            .flat_map(|y| {
                (0..from.0)
                    .flat_map(move |x| [x * y / 250, x * 255 / 300, (x / 16 + y / 16) % 2 * 255])
            })
            .map(|sample| sample.min(255) as u8)
            .collect();
        let ours = resized(Layout::Rgb, from, to, &samples);
        let reference = image::RgbImage::from_raw(from.0, from.1, samples).unwrap();
        let theirs =
            image::imageops::resize(&reference, to.0, to.1, image::imageops::FilterType::Lanczos3);
        for (ours, theirs) in ours.samples.iter().zip(theirs.as_raw()) {
            assert!(ours.abs_diff(*theirs) <= 2, "{ours} for {theirs}");
        }
    }
}
