//! One of the three planes of a lossy picture: luma or a chroma.

/// What is above the picture.
const ABOVE: u8 = 127;
/// What is on the left of the picture.
const LEFT: u8 = 129;
/// Columns on the right, of which the first row is looked at.
const RIGHT_COLUMNS: usize = 4;

/// Samples with a border, so that those at the edge have neighbours to be predicted from.
pub(crate) struct Plane {
    pub(crate) samples: Vec<u8>,
    /// How far a sample is from the one below it.
    pub(crate) stride: usize,
}

impl Plane {
    /// For a picture of so many whole blocks.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let stride = 1 + width + RIGHT_COLUMNS;
        let mut samples = vec![LEFT; stride * (1 + height)];
        samples.iter_mut().take(stride).for_each(|sample| *sample = ABOVE);
        Self { samples, stride }
    }

    /// At most the bytes that it takes.
    pub(crate) fn memory(width: u64, height: u64) -> u64 {
        (1 + width + RIGHT_COLUMNS as u64) * (1 + height)
    }

    /// Where a sample of the picture is in `samples`. The one on the left is 1 before it, the one above a stride.
    pub(crate) fn place(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// So many samples from a place on.
    pub(crate) fn run(&self, place: usize, count: usize) -> &[u8] {
        self.samples.get(place..place + count).unwrap_or_default()
    }

    /// The same, to be written.
    pub(crate) fn run_mut(&mut self, place: usize, count: usize) -> &mut [u8] {
        self.samples.get_mut(place..place + count).unwrap_or_default()
    }

    /// The sample at a place.
    pub(crate) fn at(&self, place: usize) -> u8 {
        self.samples.get(place).copied().unwrap_or_default()
    }

    /// Adds differences to the 4 by 4 samples from a place on.
    pub(crate) fn add(&mut self, place: usize, differences: &[i32; 16]) {
        for (row, differences) in differences.chunks_exact(4).enumerate() {
            for (sample, difference) in
                self.run_mut(place + row * self.stride, 4).iter_mut().zip(differences)
            {
                *sample = (i32::from(*sample) + difference).clamp(0, 255) as u8;
            }
        }
    }
}
