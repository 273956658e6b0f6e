//! Decodes VP8L, WebP's lossless pictures.

use super::bits::Bits;
use super::prefix_code::{PrefixCode, read_code};
use super::transform::{Block, Transform};

/// The most bytes that prefix codes may take: more than any encoder needs, for a picture of any size.
pub(crate) const MOST_CODE_BYTES: usize = 12 << 20;

/// The symbols of a literal green, and of a length.
const LITERALS: usize = 256;
const LENGTHS: usize = 24;
const DISTANCES: usize = 40;

/// The neighbours that the first codes of a distance mean: how far to the left, and how far up.
#[rustfmt::skip]
const NEIGHBOURS: [(i8, i8); 120] = [
    (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1), (2, 2), (-2, 2), (0, 3), (3, 0),
    (1, 3), (-1, 3), (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2), (0, 4), (4, 0), (1, 4), (-1, 4), (4, 1),
    (-4, 1), (3, 3), (-3, 3), (2, 4), (-2, 4), (4, 2), (-4, 2), (0, 5), (3, 4), (-3, 4), (4, 3), (-4, 3), (5, 0),
    (1, 5), (-1, 5), (5, 1), (-5, 1), (2, 5), (-2, 5), (5, 2), (-5, 2), (4, 4), (-4, 4), (3, 5), (-3, 5), (5, 3),
    (-5, 3), (0, 6), (6, 0), (1, 6), (-1, 6), (6, 1), (-6, 1), (2, 6), (-2, 6), (6, 2), (-6, 2), (4, 5), (-4, 5),
    (5, 4), (-5, 4), (3, 6), (-3, 6), (6, 3), (-6, 3), (0, 7), (7, 0), (1, 7), (-1, 7), (5, 5), (-5, 5), (7, 1),
    (-7, 1), (4, 6), (-4, 6), (6, 4), (-6, 4), (2, 7), (-2, 7), (7, 2), (-7, 2), (3, 7), (-3, 7), (7, 3), (-7, 3),
    (5, 6), (-5, 6), (6, 5), (-6, 5), (8, 0), (4, 7), (-4, 7), (7, 4), (-7, 4), (8, 1), (8, 2), (6, 6), (-6, 6),
    (8, 3), (5, 7), (-5, 7), (7, 5), (-7, 5), (8, 4), (6, 7), (-6, 7), (7, 6), (-7, 6), (8, 5), (7, 7), (-7, 7),
    (8, 6), (8, 7),
];

/// At most how many bytes decoding takes, the pixels included.
pub(crate) fn memory(pixels: u64) -> u64 {
    // Four bytes a pixel, and three small pictures with a sixteenth of the pixels each; their edges are rounded up.
    pixels * 4 + pixels * 4 / 16 * 3 + MOST_CODE_BYTES as u64 + (1 << 20)
}

/// Decodes a picture with its header. Pixels are opacity, red, green and blue, from the highest byte on.
pub(crate) fn decode(bytes: &[u8], width: usize, height: usize) -> Option<Vec<u32>> {
    // A byte that tells the kind, then width and height of 14 bits, a hint, and three bits of a version.
    let mut bits = Bits::new(bytes.get(1..)?);
    let size = (bits.take(14) as usize + 1, bits.take(14) as usize + 1);
    bits.flag();
    if size != (width, height) || bits.take(3) != 0 {
        return None;
    }
    decode_pixels(&mut bits, width, height)
}

/// Decodes what comes after the header.
pub(crate) fn decode_pixels(bits: &mut Bits<'_>, width: usize, height: usize) -> Option<Vec<u32>> {
    let (mut transforms, mut kinds_seen, mut packed_width) = (Vec::new(), 0, width);
    while bits.flag() {
        let kind = bits.take(2);
        // Each kind at most once.
        if kinds_seen & 1 << kind != 0 {
            return None;
        }
        kinds_seen |= 1 << kind;
        transforms.push((packed_width, read_transform(bits, kind, &mut packed_width, height)?));
    }
    // What is packed is unpacked in place.
    let mut pixels = Vec::with_capacity(width * height);
    decode_image(bits, packed_width, height, true, &mut pixels)?;
    while let Some((unpacked_width, transform)) = transforms.pop() {
        transform.undo(&mut pixels, unpacked_width, height);
    }
    (pixels.len() == width * height).then_some(pixels)
}

/// Reads a transform of this kind. Pixels may get packed, so that rows become shorter.
fn read_transform(
    bits: &mut Bits<'_>,
    kind: u32,
    width: &mut usize,
    height: usize,
) -> Option<Transform> {
    Some(match kind {
        0 => Transform::Predict(read_blocks(bits, *width, height)?),
        1 => Transform::Colour(read_blocks(bits, *width, height)?),
        2 => Transform::AddGreen,
        _ => {
            let entries = bits.take(8) as usize + 1;
            let mut palette = Vec::with_capacity(entries);
            decode_image(bits, entries, 1, false, &mut palette)?;
            let transform = Transform::of_palette(palette);
            *width = width.div_ceil(transform.pixels_packed());
            transform
        }
    })
}

/// Reads a picture of blocks that cover a larger one.
fn read_blocks(bits: &mut Bits<'_>, width: usize, height: usize) -> Option<Block> {
    let size_bits = bits.take(3) + 2;
    let size = 1 << size_bits;
    let (columns, rows) = (width.div_ceil(size), height.div_ceil(size));
    let mut values = Vec::with_capacity(columns * rows);
    decode_image(bits, columns, rows, false, &mut values)?;
    Some(Block { size_bits, columns, values })
}

/// The five codes that a pixel is read with.
struct Group {
    green: PrefixCode,
    red: PrefixCode,
    blue: PrefixCode,
    alpha: PrefixCode,
    distance: PrefixCode,
}

impl Group {
    fn read(bits: &mut Bits<'_>, cache_entries: usize) -> Option<Self> {
        Some(Self {
            green: read_code(bits, LITERALS + LENGTHS + cache_entries)?,
            red: read_code(bits, LITERALS)?,
            blue: read_code(bits, LITERALS)?,
            alpha: read_code(bits, LITERALS)?,
            distance: read_code(bits, DISTANCES)?,
        })
    }

    fn memory(&self) -> usize {
        let codes = [&self.green, &self.red, &self.blue, &self.alpha, &self.distance];
        size_of::<Self>() + codes.iter().map(|code| code.memory()).sum::<usize>()
    }
}

/// Colours that were used, found by a number that is made of them.
struct Cache {
    colours: Vec<u32>,
    bits: u32,
}

impl Cache {
    fn insert(&mut self, pixel: u32) {
        if self.bits > 0 {
            let place = pixel.wrapping_mul(0x1e35_a7bd) >> (32 - self.bits);
            if let Some(colour) = self.colours.get_mut(place as usize) {
                *colour = pixel;
            }
        }
    }
}

/// Decodes a picture that nothing was done to. Only the outermost one may use several groups of codes.
fn decode_image(
    bits: &mut Bits<'_>,
    width: usize,
    height: usize,
    is_outermost: bool,
    pixels: &mut Vec<u32>,
) -> Option<()> {
    let cache_bits = if bits.flag() { bits.take(4) } else { 0 };
    if cache_bits > 11 {
        return None;
    }
    let cache_entries = if cache_bits > 0 { 1 << cache_bits } else { 0 };
    let mut cache = Cache { colours: vec![0; cache_entries], bits: cache_bits };
    let choice =
        if is_outermost && bits.flag() { Some(read_blocks(bits, width, height)?) } else { None };
    let groups = read_groups(bits, choice.as_ref(), cache_entries)?;
    let mut group = groups.first()?;
    let total = width * height;
    // The number of the pixel at which another group may begin.
    let mut next_choice = 0;
    while pixels.len() < total {
        if pixels.len() >= next_choice {
            let (x, y) = (pixels.len() % width, pixels.len() / width);
            if bits.is_overrun() {
                return None;
            }
            next_choice = match &choice {
                None => (y + 1) * width,
                Some(blocks) => {
                    group = groups
                        .get(blocks.at(x, y).map_or(0, |pixel| (pixel >> 8 & 0xffff) as usize))?;
                    let end = ((x >> blocks.size_bits) + 1) << blocks.size_bits;
                    y * width + end.min(width)
                }
            };
        }
        let symbol = usize::from(group.green.read(bits));
        if symbol < LITERALS {
            let red = u32::from(group.red.read(bits));
            let blue = u32::from(group.blue.read(bits));
            let alpha = u32::from(group.alpha.read(bits));
            let pixel = alpha << 24 | red << 16 | (symbol as u32) << 8 | blue;
            cache.insert(pixel);
            pixels.push(pixel);
        } else if symbol < LITERALS + LENGTHS {
            let length = read_number(bits, (symbol - LITERALS) as u32);
            let distance = u32::from(group.distance.read(bits));
            let distance = distance_in_pixels(read_number(bits, distance), width);
            copy(pixels, &mut cache, length.min(total - pixels.len()), distance)?;
        } else {
            let pixel = cache.colours.get(symbol - LITERALS - LENGTHS).copied()?;
            cache.insert(pixel);
            pixels.push(pixel);
        }
    }
    (!bits.is_overrun()).then_some(())
}

/// Reads all groups of codes.
fn read_groups(
    bits: &mut Bits<'_>,
    choice: Option<&Block>,
    cache_entries: usize,
) -> Option<Vec<Group>> {
    let last = choice
        .and_then(|blocks| blocks.values.iter().map(|pixel| pixel >> 8 & 0xffff).max())
        .unwrap_or(0);
    let (mut groups, mut memory) = (Vec::new(), 0);
    for _ in 0..=last {
        let group = Group::read(bits, cache_entries)?;
        memory += group.memory();
        // The list may have room for twice as many groups as it has, and is copied to grow.
        if memory + 2 * size_of_val(groups.as_slice()) > MOST_CODE_BYTES {
            return None;
        }
        groups.push(group);
    }
    Some(groups)
}

/// Reads a length or a distance whose magnitude is known; at least 1.
fn read_number(bits: &mut Bits<'_>, magnitude: u32) -> usize {
    if magnitude < 4 {
        return magnitude as usize + 1;
    }
    let extra = (magnitude - 2) >> 1;
    let start = (2 + (magnitude & 1)) << extra;
    (start + bits.take(extra)) as usize + 1
}

/// What a distance means in a picture of this width.
fn distance_in_pixels(code: usize, width: usize) -> usize {
    let Some((left, up)) = NEIGHBOURS.get(code - 1) else { return code - NEIGHBOURS.len() };
    (width * *up as usize).saturating_add_signed(isize::from(*left)).max(1)
}

/// Repeats pixels from so far back.
fn copy(
    pixels: &mut Vec<u32>,
    cache: &mut Cache,
    mut length: usize,
    distance: usize,
) -> Option<()> {
    let start = pixels.len().checked_sub(distance)?;
    let first_new = pixels.len();
    while length > 0 {
        // What was just written may be repeated, too.
        let count = length.min(pixels.len() - start);
        pixels.extend_from_within(start..start + count);
        length -= count;
    }
    if cache.bits > 0 {
        pixels.iter().skip(first_new).for_each(|pixel| cache.insert(*pixel));
    }
    Some(())
}
