//! What an encoder did to the pixels of a lossless picture, and how it is undone.

const OPAQUE_BLACK: u32 = 0xff00_0000;

/// A picture each pixel of which stands for a square of a larger one.
pub(crate) struct Block {
    /// The side of a square is 2 to the power of this.
    pub(crate) size_bits: u32,
    /// The squares in a row.
    pub(crate) columns: usize,
    pub(crate) values: Vec<u32>,
}

impl Block {
    /// The value for a pixel of the larger picture.
    pub(crate) fn at(&self, x: usize, y: usize) -> Option<u32> {
        self.values.get((y >> self.size_bits) * self.columns + (x >> self.size_bits)).copied()
    }
}

/// What was done to the pixels.
pub(crate) enum Transform {
    /// Only the differences from predictions were stored.
    Predict(Block),
    /// Red and blue were predicted from green, and blue from red.
    Colour(Block),
    /// Green was subtracted from red and blue.
    AddGreen,
    /// Numbers of colours were stored, several in a pixel if there are few colours.
    Palette(Vec<u32>),
}

impl Transform {
    /// A palette whose entries are differences from the one before.
    pub(crate) fn of_palette(mut differences: Vec<u32>) -> Self {
        let mut last = 0;
        for entry in &mut differences {
            *entry = add(*entry, last);
            last = *entry;
        }
        Self::Palette(differences)
    }

    /// How many pixels are stored in one.
    pub(crate) fn pixels_packed(&self) -> usize {
        match self {
            Self::Palette(colours) => match colours.len() {
                0..=2 => 8,
                3..=4 => 4,
                5..=16 => 2,
                _ => 1,
            },
            _ => 1,
        }
    }

    /// Undoes it, in a picture that is so large afterwards.
    pub(crate) fn undo(&self, pixels: &mut Vec<u32>, width: usize, height: usize) {
        match self {
            Self::Predict(blocks) => undo_prediction(pixels, width, blocks),
            Self::Colour(blocks) => undo_colour(pixels, width, blocks),
            Self::AddGreen => pixels.iter_mut().for_each(|pixel| {
                let green = *pixel >> 8 & 0xff;
                *pixel = add(*pixel, green << 16 | green);
            }),
            Self::Palette(colours) => unpack(pixels, colours, width, height, self.pixels_packed()),
        }
    }
}

/// Looks colours up, from the end on, so that nothing is overwritten before it is read.
fn unpack(pixels: &mut Vec<u32>, colours: &[u32], width: usize, height: usize, packed: usize) {
    let (packed_width, index_bits) = (width.div_ceil(packed), 8 / packed as u32);
    pixels.resize(width * height, 0);
    for y in (0..height).rev() {
        for x in (0..width).rev() {
            let bundle =
                pixels.get(y * packed_width + x / packed).copied().unwrap_or_default() >> 8;
            let index = bundle >> ((x % packed) as u32 * index_bits) & ((1 << index_bits) - 1);
            if let Some(pixel) = pixels.get_mut(y * width + x) {
                // Clear for an entry that is not there.
                *pixel = colours.get(index as usize).copied().unwrap_or_default();
            }
        }
    }
}

fn undo_colour(pixels: &mut [u32], width: usize, blocks: &Block) {
    for (y, row) in pixels.chunks_exact_mut(width).enumerate() {
        for (x, square) in row.chunks_mut(1 << blocks.size_bits).enumerate() {
            let factors = blocks.at(x << blocks.size_bits, y).unwrap_or_default().to_le_bytes();
            let [green_to_red, green_to_blue, red_to_blue, _] = factors;
            for pixel in square {
                let [blue, green, red, alpha] = pixel.to_le_bytes();
                let red = red.wrapping_add(share(green_to_red, green));
                let blue = blue
                    .wrapping_add(share(green_to_blue, green))
                    .wrapping_add(share(red_to_blue, red));
                *pixel = u32::from_le_bytes([blue, green, red, alpha]);
            }
        }
    }
}

/// What one colour has of another, both with a sign; the factor counts 32nds.
fn share(factor: u8, colour: u8) -> u8 {
    ((i32::from(factor.cast_signed()) * i32::from(colour.cast_signed())) >> 5) as u8
}

fn undo_prediction(pixels: &mut [u32], width: usize, blocks: &Block) {
    let mut done = 0;
    while done < pixels.len() {
        let (above, row) = pixels.split_at_mut(done);
        let row = row.get_mut(..width).unwrap_or_default();
        let y = done / width;
        // The pixel right above the last one's right neighbour is the first of this row.
        let above = above.get(done.saturating_sub(width)..).unwrap_or_default();
        let mut left = OPAQUE_BLACK;
        let first = row.first().copied().unwrap_or_default();
        let first = add(first, above.first().copied().unwrap_or(OPAQUE_BLACK));
        let mut above_left = 0;
        for (x, pixel) in row.iter_mut().enumerate() {
            let top = above.get(x).copied().unwrap_or_default();
            let predicted = if x == 0 {
                if y == 0 { OPAQUE_BLACK } else { top }
            } else if y == 0 {
                left
            } else {
                let above_right = above.get(x + 1).copied().unwrap_or(first);
                let mode = blocks.at(x, y).unwrap_or_default() >> 8 & 15;
                predict(mode, left, top, above_left, above_right)
            };
            *pixel = add(*pixel, predicted);
            left = *pixel;
            above_left = top;
        }
        done += width;
    }
}

/// What a pixel would be from its neighbours.
fn predict(mode: u32, left: u32, top: u32, above_left: u32, above_right: u32) -> u32 {
    match mode {
        1 => left,
        2 => top,
        3 => above_right,
        4 => above_left,
        5 => mean(mean(left, above_right), top),
        6 => mean(left, above_left),
        7 => mean(left, top),
        8 => mean(above_left, top),
        9 => mean(top, above_right),
        10 => mean(mean(left, above_left), mean(top, above_right)),
        11 => nearer(left, top, above_left),
        12 => by_sample([left, top, above_left], |[left, top, corner]| left + top - corner),
        13 => by_sample([mean(left, top), above_left, 0], |[mean, corner, _]| {
            mean + (mean - corner) / 2
        }),
        _ => OPAQUE_BLACK,
    }
}

/// Adds each of the four samples, without carrying.
fn add(one: u32, other: u32) -> u32 {
    let alpha_and_green = (one & 0xff00_ff00).wrapping_add(other & 0xff00_ff00) & 0xff00_ff00;
    let red_and_blue = (one & 0x00ff_00ff).wrapping_add(other & 0x00ff_00ff) & 0x00ff_00ff;
    alpha_and_green | red_and_blue
}

/// The mean of each sample, rounded down.
fn mean(one: u32, other: u32) -> u32 {
    ((one ^ other) & 0xfefe_fefe).wrapping_shr(1) + (one & other)
}

/// Computes each sample, and brings it to where samples are.
fn by_sample(pixels: [u32; 3], compute: impl Fn([i32; 3]) -> i32) -> u32 {
    let sample = |shift: u32| {
        compute(pixels.map(|pixel| (pixel >> shift & 0xff) as i32)).clamp(0, 255) as u32
    };
    sample(24) << 24 | sample(16) << 16 | sample(8) << 8 | sample(0)
}

/// Left or top, whichever is nearer to left + top - corner.
fn nearer(left: u32, top: u32, corner: u32) -> u32 {
    let distance = |one: u32, other: u32| -> u32 {
        let samples = one.to_le_bytes().into_iter().zip(other.to_le_bytes());
        samples.map(|(one, other)| u32::from(one.abs_diff(other))).sum()
    };
    if distance(top, corner) < distance(left, corner) { left } else { top }
}
