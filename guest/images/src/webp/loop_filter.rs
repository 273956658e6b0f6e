//! Smooths the edges between blocks.

use super::plane::Plane;

/// How much samples at an edge may differ to be smoothed.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Across the edge.
    pub(crate) edge: i32,
    /// Next to each other on one side.
    pub(crate) interior: i32,
    /// A larger difference next to the edge is a contrast that must stay.
    pub(crate) contrast: i32,
}

/// Edges in a plane: where one begins, how far the samples across it are from each other, how far those along it.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) start: usize,
    pub(crate) across: usize,
    pub(crate) along: usize,
    pub(crate) length: usize,
}

impl Edge {
    /// The places of the first sample after the edge.
    fn places(self) -> impl Iterator<Item = usize> {
        (0..self.length).map(move |step| self.start + step * self.along)
    }
}

/// The simple filter, which looks at two samples on each side.
pub(crate) fn smooth_simply(plane: &mut Plane, edge: Edge, limit: i32) {
    for place in edge.places() {
        let Some([p1, p0, q0, q1]) = load(plane, place, edge.across) else { return };
        if (p0 - q0).abs() * 2 + ((p1 - q1).abs() >> 1) <= limit {
            let change = clamp(clamp(p1 - q1) + 3 * (q0 - p0));
            store(
                plane,
                place,
                edge.across,
                [p0 + (clamp(change + 3) >> 3), q0 - (clamp(change + 4) >> 3)],
            );
        }
    }
}

/// The normal filter at an edge of a macroblock, or at one inside.
pub(crate) fn smooth(plane: &mut Plane, edge: Edge, limits: Limits, is_outer: bool) {
    for place in edge.places() {
        let Some(samples) = load(plane, place, edge.across) else { return };
        let [p3, p2, p1, p0, q0, q1, q2, q3] = samples;
        let differences = [p3 - p2, p2 - p1, p1 - p0, q1 - q0, q2 - q1, q3 - q2];
        if (p0 - q0).abs() * 2 + ((p1 - q1).abs() >> 1) > limits.edge
            || differences.into_iter().any(|difference| difference.abs() > limits.interior)
        {
            continue;
        }
        let has_contrast = (p1 - p0).abs() > limits.contrast || (q1 - q0).abs() > limits.contrast;
        let change =
            clamp((if has_contrast || is_outer { clamp(p1 - q1) } else { 0 }) + 3 * (q0 - p0));
        if has_contrast {
            store(
                plane,
                place,
                edge.across,
                [p0 + (clamp(change + 3) >> 3), q0 - (clamp(change + 4) >> 3)],
            );
        } else if is_outer {
            let [far, middle, near] = [9, 18, 27].map(|weight| clamp((weight * change + 63) >> 7));
            store(
                plane,
                place,
                edge.across,
                [p2 + far, p1 + middle, p0 + near, q0 - near, q1 - middle, q2 - far],
            );
        } else {
            let (before, after) = (clamp(change + 3) >> 3, clamp(change + 4) >> 3);
            let farther = (after + 1) >> 1;
            store(plane, place, edge.across, [p1 + farther, p0 + before, q0 - after, q1 - farther]);
        }
    }
}

/// Samples on both sides of an edge, from -128 to 127.
fn load<const COUNT: usize>(plane: &Plane, place: usize, across: usize) -> Option<[i32; COUNT]> {
    let first = place.checked_sub(COUNT / 2 * across)?;
    let mut samples = [0; COUNT];
    let mut run = plane.samples.get(first..=first + (COUNT - 1) * across)?.iter().step_by(across);
    samples.fill_with(|| run.next().map_or(0, |sample| i32::from(*sample) - 128));
    Some(samples)
}

/// Writes them back.
fn store<const COUNT: usize>(
    plane: &mut Plane,
    place: usize,
    across: usize,
    samples: [i32; COUNT],
) {
    let first = place - COUNT / 2 * across;
    let places = plane.samples.get_mut(first..).unwrap_or_default().iter_mut().step_by(across);
    places.zip(samples).for_each(|(place, sample)| *place = (clamp(sample) + 128) as u8);
}

fn clamp(sample: i32) -> i32 {
    sample.clamp(-128, 127)
}
